//! A toy duel with decks, written once over any source of chance: it can be played from keyed words and from one plain
//! stream, which the rulesets cannot.

use chance::{Address, Card, Chance, Deck, Keys, Pack, Plain, Sampled};

use crate::situations::SEED;

const REACTION: u8 = 0;
const TO_HIT: u8 = 1;
const EFFECT: u8 = 2;
const SAVE: u8 = 3;

/// Turns after which a duel is given up.
const TURN_LIMIT: u32 = 20;

/// What a duellist wears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worn {
    /// Nothing.
    Nothing,
    /// A vest: a card of 5 or less on the effect draw is stopped. It adds no draw.
    Vest,
    /// A helmet: an effect card of 9 or more is a head hit, and one more card of the firer's deck may stop it.
    Helmet,
    /// A save of one in two against every hit.
    Save,
}

/// One of the two duellists.
#[derive(Clone, Copy, Debug)]
pub struct Duellist {
    /// Lowest card of his deck, 1 to 4.
    pub low: u8,
    /// What he wears.
    pub worn: Worn,
}

/// Blue with this ability against a novice who wears this.
#[must_use]
pub const fn sides(low: u8, worn: Worn) -> [Duellist; 2] {
    [Duellist { low, worn: Worn::Nothing }, Duellist { low: 1, worn }]
}

/// How a duel ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum End {
    /// Blue alone is left.
    Blue,
    /// Red alone is left.
    Red,
    /// Nobody is left.
    Nobody,
    /// The turn limit was reached.
    Limit,
}

/// Plays one duel: each turn a card each for the order of action, then a shot each, at once if the cards are equal.
#[inline]
pub fn duel<C: Chance>(chance: &mut C, sides: &[Duellist; 2]) -> End {
    let mut decks = [0, 1].map(|me: usize| C::Deck::whole(Pack::new(sides[me].low, 2)));
    let mut wounds = [0, 0];
    for turn in 0..TURN_LIMIT {
        let [mine, others] = [0, 1].map(|me: usize| {
            let at = Address::new(me as u8, REACTION, turn);
            chance.draw(&mut decks[me], at, |card: Card| card.value().unwrap_or(0))
        });
        let first = usize::from(others > mine);
        let down =
            fire(chance, &sides[1 - first], first, turn, &mut decks[first], wounds[first], &mut wounds[1 - first]);
        if down && mine != others {
            return if first == 0 { End::Blue } else { End::Red };
        }
        let second = 1 - first;
        let hurt = if mine == others { 0 } else { wounds[second] };
        match (down, fire(chance, &sides[first], second, turn, &mut decks[second], hurt, &mut wounds[first])) {
            (true, true) => return End::Nobody,
            (true, false) => return End::Blue,
            (false, true) => return if second == 0 { End::Blue } else { End::Red },
            (false, false) => {}
        }
    }
    End::Limit
}

/// One shot; whether the target is down.
#[inline]
fn fire<C: Chance>(
    chance: &mut C,
    target: &Duellist,
    me: usize,
    turn: u32,
    deck: &mut C::Deck,
    wounds: u8,
    hurt: &mut u8,
) -> bool {
    let at = Address::new(me as u8, TO_HIT, turn);
    if !chance.draw(deck, at, |card: Card| card.value().is_some_and(|value| value >= 8 + wounds)) {
        return false;
    }
    if target.worn == Worn::Save && chance.passes(at.purpose(SAVE), 1, 2) {
        return false;
    }
    let (value, red) = chance.draw(deck, at.purpose(EFFECT), |card: Card| (card.value().unwrap_or(0), card.is_red()));
    match target.worn {
        Worn::Vest if value <= 5 => return false,
        Worn::Helmet if value >= 9 && !chance.draw(deck, at.purpose(SAVE), |card: Card| card.is_red()) => return false,
        _ => {}
    }
    *hurt += u8::from(!red);
    red
}

/// Plays `count` duels from keyed words; how many ended in each way.
#[must_use]
pub fn keyed(sides: &[Duellist; 2], first: u64, count: usize) -> [u64; 4] {
    let mut keys = Keys::new(SEED, first);
    let mut ends = [0; 4];
    for _ in 0..count {
        ends[duel(&mut Sampled::new(keys.next_key()), sides) as usize] += 1;
    }
    ends
}

/// Plays `count` duels from one plain stream; how many ended in each way.
#[must_use]
pub fn plain(sides: &[Duellist; 2], stream: u64, count: usize) -> [u64; 4] {
    let mut chance = Sampled::new(Plain::new(stream));
    let mut ends = [0; 4];
    for _ in 0..count {
        ends[duel(&mut chance, sides) as usize] += 1;
    }
    ends
}

/// How each of `count` duels ended, from the keyed words of a seed.
#[must_use]
pub fn ends_keyed(sides: &[Duellist; 2], seed: u64, count: usize) -> Vec<End> {
    let mut keys = Keys::new(seed, 0);
    (0..count).map(|_| duel(&mut Sampled::new(keys.next_key()), sides)).collect()
}

/// How each of `count` duels ended, from one plain stream for all of them.
#[must_use]
pub fn ends_one_stream(sides: &[Duellist; 2], seed: u64, count: usize) -> Vec<End> {
    let mut chance = Sampled::new(Plain::new(seed));
    (0..count).map(|_| duel(&mut chance, sides)).collect()
}

/// How each of `count` duels ended, from a plain stream of its own for each duel.
#[must_use]
pub fn ends_stream_each(sides: &[Duellist; 2], seed: u64, count: usize) -> Vec<End> {
    let stream = |number: usize| Plain::new(seed.wrapping_mul(0x1_0000_0000).wrapping_add(number as u64));
    (0..count).map(|number| duel(&mut Sampled::new(stream(number)), sides)).collect()
}
