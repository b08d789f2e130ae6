//! Situations answered exactly, by the same rule code that play uses.

mod clock;
mod fight;
mod grenade;
mod mission;
mod shared;
mod shot;

use engage::Kind;

/// The kinds of situation, in alphabetical order.
pub(crate) const KINDS: &[Kind] = &[
    Kind::of::<clock::BombClock>(),
    Kind::of::<clock::DefuseRace>(),
    Kind::of::<fight::Duel>(),
    Kind::of::<fight::FireTurns>(),
    Kind::of::<grenade::OnVictim>(),
    Kind::of::<grenade::Lands>(),
    Kind::of::<grenade::OnFigures>(),
    Kind::of::<grenade::ThenShot>(),
    Kind::of::<grenade::Throw>(),
    Kind::of::<grenade::OnOne>(),
    Kind::of::<clock::Hearing>(),
    Kind::of::<shot::Hit>(),
    Kind::of::<mission::MissionResult>(),
    Kind::of::<shot::OneShot>(),
    Kind::of::<shot::Spot>(),
    Kind::of::<shot::SpotAndShot>(),
    Kind::of::<clock::StunClock>(),
];
