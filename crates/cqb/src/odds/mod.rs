//! Situations answered exactly, by the same rule code that play uses.

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
    Kind::of::<duel::Duel>(),
    Kind::of::<fire::FireAction>(),
    Kind::of::<task::Gas>(),
    Kind::of::<fire::HitCount>(),
    Kind::of::<reaction::HoldInterrupt>(),
    Kind::of::<deck::Location>(),
    Kind::of::<deck::Luck>(),
    Kind::of::<reaction::Reaction>(),
    Kind::of::<reaction::Several>(),
    Kind::of::<deck::Rounds>(),
    Kind::of::<fire::OneShot>(),
    Kind::of::<task::Stun>(),
    Kind::of::<task::Room>(),
    Kind::of::<task::Task>(),
    Kind::of::<fire::OneCard>(),
];
