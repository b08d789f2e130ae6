//! Situations answered exactly, from the rule code that plays.

mod deck;
mod duel;
mod fire;
mod firing;
mod reaction;
mod shared;
mod task;
mod volley;

use engage::Kind;

/// The kinds of situation, in alphabetical order.
pub(crate) const KINDS: &[Kind] = &[
    duel::DUEL,
    fire::FIRE_ACTION,
    task::GAS,
    fire::HIT_COUNT,
    reaction::HOLD_INTERRUPT,
    deck::LOCATION,
    deck::LUCK,
    reaction::REACTION,
    reaction::REACTION_MULTI,
    deck::ROUNDS,
    fire::SHOT,
    task::STUN,
    task::STUN_ROOM,
    task::TEST,
    fire::TO_HIT,
];
