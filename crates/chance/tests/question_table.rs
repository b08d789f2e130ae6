//! A toy fight of dice and cards, played from a table and from its rules.

use chance::exact::Flow;
use chance::{
    Address, Card, Cards, Chance, Deck, Extent, Keyed, Keys, Pack, QuestionTable, Sampled, Traceable, Traced,
    TracedDeck, Walked,
};

/// Two figures that shoot at each other in turn: a card of 7 or better hits (jokers are set aside), a die of 5 or
/// better saves, two hits end the fight. A hit shuffles the target's deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Toy<D> {
    decks: [D; 2],
    hits: [u8; 2],
    shooter: u8,
    dealt: bool,
}

const DIE: [(u8, u32); 3] = [(1, 3), (2, 2), (3, 1)];

/// Plays one step; the winner if it ends the fight.
fn step<C: Chance>(toy: &mut Toy<C::Deck>, chance: &mut C, round: u16) -> Option<u8> {
    if !toy.dealt {
        for (side, deck) in toy.decks.iter_mut().enumerate() {
            let jokers = chance.pick(Address::new(side as u8, 0, 0), &DIE);
            *deck = C::Deck::whole(Pack::new(1 + 3 * side as u8, jokers));
        }
        toy.dealt = true;
        return None;
    }
    let (me, other) = (usize::from(toy.shooter), 1 - usize::from(toy.shooter));
    let mut at = Address::in_round(me as u8, 1, round, 0);
    let hit = loop {
        let card = chance.draw(&mut toy.decks[me], at, |card: Card| card.value().map(|value| value >= 7));
        if let Some(hit) = card {
            break hit;
        }
        at = at.further(1);
    };
    let saved = |chance: &mut C| chance.below(Address::in_round(other as u8, 2, round, 0), 6) >= 4;
    let [first, second]: [u8; 2] = chance.several(Address::in_round(me as u8, 3, round, 0), &DIE);
    if hit && first >= second && !saved(chance) {
        toy.hits[other] += 1;
        toy.decks[other].refill();
    }
    toy.shooter = other as u8;
    (toy.hits[other] == 2).then_some(me as u8)
}

fn start<D: Deck>() -> Toy<D> {
    Toy { decks: [D::whole(Pack::new(1, 0)); 2], hits: [0; 2], shooter: 0, dealt: false }
}

struct Rules;

impl Traceable for Rules {
    type State = Toy<TracedDeck>;
    type Outcome = u8;

    fn start(&self) -> Toy<TracedDeck> {
        start()
    }

    fn step(&self, mut toy: Toy<TracedDeck>, chance: &mut Traced) -> Flow<Toy<TracedDeck>, u8> {
        match step(&mut toy, chance, 0) {
            Some(winner) => Flow::Done(winner),
            None => Flow::Go(toy),
        }
    }

    fn begins_round(&self, toy: &Toy<TracedDeck>) -> bool {
        toy.dealt && toy.shooter == 0
    }

    fn decks<'a>(&self, toy: &'a mut Toy<TracedDeck>) -> impl Iterator<Item = &'a mut TracedDeck> {
        toy.decks.iter_mut()
    }

    fn stopped(&self, _: &Toy<TracedDeck>) -> u8 {
        9
    }
}

const LIMIT: u32 = 30;

/// The winner and the rounds begun, played from the rules.
fn from_rules(words: Keyed) -> (u8, u32) {
    let (mut toy, mut chance) = (start::<Cards>(), Sampled::new(words));
    let mut round = 0;
    loop {
        round += u32::from(Rules::begins(&toy));
        if round > LIMIT {
            return (9, round);
        }
        if let Some(winner) = step(&mut toy, &mut chance, round as u16) {
            return (winner, round);
        }
    }
}

impl Rules {
    const fn begins<D>(toy: &Toy<D>) -> bool {
        toy.dealt && toy.shooter == 0
    }
}

/// How many engagements leave a table of this extent; all others must end as the rules say.
fn left(extent: Extent, count: usize) -> usize {
    let compiled = QuestionTable::new(&Rules, extent).expect("the toy is small");
    let mut wanted = Keys::new(3, 0);
    let wanted: Vec<(u8, u32)> = (0..count).map(|_| from_rules(wanted.next_key())).collect();
    let mut seen = vec![false; count];
    let mut left = 0;
    compiled.play(&mut Keys::new(3, 0), count, LIMIT, |place, walked| {
        assert!(!std::mem::replace(&mut seen[place], true), "{place} was handed over twice");
        match walked {
            Walked::Over(winner, rounds) => assert_eq!((winner, rounds), wanted[place], "engagement {place}"),
            Walked::Left(words) => {
                assert_eq!(from_rules(words), wanted[place], "the words of engagement {place}");
                left += 1;
            }
        }
    });
    assert!(seen.iter().all(|&seen| seen), "an engagement was not handed over");
    left
}

#[test]
fn a_large_table_plays_nearly_everything() {
    let large = Extent { questions: 20_000, enough: 1e-3, too_much: 1e-3 };
    let left = left(large, 5000);
    assert!(left < 10, "{left}");
}

#[test]
fn a_part_of_it_hands_the_rest_back() {
    let part = Extent { questions: 2500, enough: 0.0, too_much: 1.0 };
    let left = left(part, 5000);
    assert!((1..5000).contains(&left), "{left}");
    let strict = Extent { too_much: 0.01, ..part };
    assert!(QuestionTable::new(&Rules, strict).is_none());
}

#[test]
fn fewer_engagements_than_lanes() {
    for count in [0, 1, 7, 8, 9, 17] {
        left(Extent { questions: 500, enough: 0.001, too_much: 1.0 }, count);
    }
}
