//! Situations answered exactly, from the rule code that plays.

mod fight;
mod firefight;
mod group;
mod pool;
mod recover;
mod shared;
mod team;

use engage::Kind;

/// The kinds of situation, in alphabetical order.
pub(crate) const KINDS: &[Kind] = &[
    pool::CONTEST,
    fight::CQB_FIGHT,
    recover::CREATE_ASSET,
    recover::DRONES,
    fight::EXCHANGE,
    firefight::FIREFIGHT_ATTACK,
    fight::FIREFIGHT,
    recover::FLANK,
    firefight::GRENADES,
    recover::HITCH_STRESS,
    pool::INITIATIVE,
    recover::MEDIC,
    recover::ON_FIRE,
    recover::OVERCOME,
    pool::PLOT_TOTAL,
    pool::POOL,
    team::TEAM_HIT,
    pool::TEAM_POOL,
    group::UNIT_APPLY,
    group::UNIT_HIT,
];
