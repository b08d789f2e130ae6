//! Reaction tests (CQB-3).

use chance::{Address, Card, Chance};

use crate::cards::{turn_over, turn_over_no_joker};
use crate::options::JokerReaction;
use crate::rules::Rules;

/// The worth of a joker that counts as higher than any card.
pub(crate) const HIGHEST: u8 = 99;

/// Draws one card of a reaction test and returns its worth (CQB-3b).
#[inline(always)]
pub(crate) fn reaction_card<C: Chance>(chance: &mut C, rules: &Rules, deck: &mut C::Deck, at: Address) -> u8 {
    reaction_test(chance, rules, deck, at, |worth| worth)
}

/// Draws one card of a reaction test and asks `ask` of its worth (CQB-3b).
#[inline(always)]
pub(crate) fn reaction_test<C: Chance, A: Copy + PartialEq>(
    chance: &mut C,
    rules: &Rules,
    deck: &mut C::Deck,
    at: Address,
    ask: impl Fn(u8) -> A,
) -> A {
    let worth = |card: Card| match (card.value(), rules.joker_reaction) {
        (Some(value), _) => ask(value),
        (None, JokerReaction::Highest) => ask(HIGHEST),
        (None, _) => ask(0),
    };
    match rules.joker_reaction {
        JokerReaction::Redraw => turn_over_no_joker(chance, rules, deck, at, worth),
        _ => turn_over(chance, rules, deck, at, worth),
    }
}

/// A figure's precedence in the order of action: the higher acts first, equal ones act simultaneously. Equal cards
/// favour a figure on Hold, then one that has not moved; two on Hold are equal, moved or not (CQB-3e).
#[inline]
#[must_use]
pub const fn precedence(card: u8, on_hold: bool, moved: bool) -> u16 {
    let tie = if on_hold {
        2
    } else if moved {
        0
    } else {
        1
    };
    card as u16 * 3 + tie
}
