//! Turning over cards (CQB-2).

use chance::{Address, Card, Chance, Deck, Pack};

use crate::options::{JokerSecondary, Reshuffle};
use crate::rules::{Ability, Rules};

/// The deck of the hostages (CQB-5.3.3g).
#[must_use]
pub fn hostage_pack(rules: &Rules) -> Pack {
    rules.pack(Ability::Novice, rules.jokers.average)
}

/// Turns over one card; under `reshuffle = "every_draw"` it goes back immediately (CQB-2.1c).
#[inline(always)]
pub(crate) fn turn_over<C: Chance, A: Copy + PartialEq>(
    chance: &mut C,
    rules: &Rules,
    deck: &mut C::Deck,
    at: Address,
    ask: impl Fn(Card) -> A,
) -> A {
    if rules.reshuffle == Reshuffle::EveryDraw {
        chance.draw(&mut C::Deck::whole(deck.pack()), at, ask)
    } else {
        chance.draw(deck, at, ask)
    }
}

/// Turns over cards until one is not a joker; jokers are set aside (CQB-9a).
///
/// If every card goes back before the next, this is a card of a deck without jokers.
#[inline(always)]
pub(crate) fn turn_over_no_joker<C: Chance, A: Copy + PartialEq>(
    chance: &mut C,
    rules: &Rules,
    deck: &mut C::Deck,
    at: Address,
    ask: impl Fn(Card) -> A,
) -> A {
    if rules.reshuffle == Reshuffle::EveryDraw {
        return chance.draw(&mut C::Deck::whole(deck.pack().without_jokers()), at, ask);
    }
    let mut at = at;
    loop {
        if let Some(answer) = chance.draw(deck, at, |card| (!card.is_joker()).then(|| ask(card))) {
            return answer;
        }
        at = at.further(1);
    }
}

/// A later card of a shot, its joker read by `joker_secondary`. `None` is a joker that voids (CQB-9a).
#[inline(always)]
pub(crate) fn secondary<C: Chance, A: Copy + PartialEq>(
    chance: &mut C,
    rules: &Rules,
    deck: &mut C::Deck,
    at: Address,
    ask: impl Fn(Card) -> A,
) -> Option<A> {
    match rules.joker_secondary {
        JokerSecondary::Redraw => Some(turn_over_no_joker(chance, rules, deck, at, ask)),
        JokerSecondary::Void => turn_over(chance, rules, deck, at, |card| (!card.is_joker()).then(|| ask(card))),
    }
}
