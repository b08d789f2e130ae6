//! Situations answered exactly, from the rule code that plays.

mod clock;
mod fight;
mod grenade;
mod mission;
mod shared;
mod shot;

use engage::Kind;

/// The kinds of situation, in alphabetical order.
pub(crate) const KINDS: &[Kind] = &[
    clock::BOMB_CLOCK,
    clock::DEFUSE_RACE,
    fight::DUEL,
    fight::FIRE_TURNS,
    grenade::GRENADE_EFFECT,
    grenade::GRENADE_LANDING,
    grenade::GRENADE_ON_FIGURES,
    grenade::GRENADE_THEN_SHOT,
    grenade::GRENADE_THROW,
    grenade::GRENADES_ON_ONE,
    clock::HEARING,
    shot::HIT,
    mission::MISSION_RESULT,
    shot::SHOT,
    shot::SPOT,
    shot::SPOT_AND_SHOT,
    clock::STUN_CLOCK,
];
