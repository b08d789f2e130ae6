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
    attack::ATTACK,
    burst::BURST,
    burst::BURST_FIELD,
    burst::BURST_JOINT,
    under_fire::CROSSING,
    attack::EFFECT,
    under_fire::EXPOSURE,
    fight::FIGHT,
    grenade::GRENADE,
    grenade::GRENADE_GROUP,
    grenade::GRENADES_ON_ONE,
    attack::HIT,
    movement::INITIATIVE,
    movement::RUSHES,
    attack::SAVE,
    unpin::SQUAD_UNPIN,
    fight::TIMED_FIGHT,
    unpin::UNPIN,
    movement::VEHICLE,
    under_fire::VOLLEY,
];
