//! Situations answered exactly, from the rule code that plays.

mod attack;
mod burst;
mod fight;
mod grenade;
mod movement;
mod shared;
mod under_fire;
mod unpin;

use engage::Kind;

/// The kinds of situation, in alphabetical order.
pub(crate) const KINDS: &[Kind] = &[
    Kind::of::<attack::OneAttack>(),
    Kind::of::<burst::Counted>(),
    Kind::of::<burst::BurstField>(),
    Kind::of::<burst::Joint>(),
    Kind::of::<under_fire::Crossing>(),
    Kind::of::<attack::Unsaved>(),
    Kind::of::<under_fire::Exposure>(),
    Kind::of::<fight::ToTheEnd>(),
    Kind::of::<grenade::One>(),
    Kind::of::<grenade::Group>(),
    Kind::of::<grenade::Several>(),
    Kind::of::<attack::Hit>(),
    Kind::of::<movement::Roll>(),
    Kind::of::<movement::Rush>(),
    Kind::of::<attack::SavingThrow>(),
    Kind::of::<unpin::SquadUnpin>(),
    Kind::of::<fight::Timed>(),
    Kind::of::<unpin::Unpin>(),
    Kind::of::<movement::Vehicle>(),
    Kind::of::<under_fire::Volley>(),
];
