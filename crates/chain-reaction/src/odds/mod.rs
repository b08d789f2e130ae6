//! Situations answered exactly, from the rule code that plays.

mod activation;
mod after;
mod enemy;
mod focus;
mod forces;
mod passing;
mod patrol;
mod shared;
mod terrain;

use engage::Kind;

/// The kinds of situation, in alphabetical order.
pub(crate) const KINDS: &[Kind] = &[
    activation::ACTIVATION,
    activation::ACTIVATION_MANY,
    forces::ATTRIBUTE,
    after::CAREER,
    terrain::COLLAPSE,
    focus::FOCUS,
    focus::FOCUS_TEST,
    forces::GANG_WEAPON,
    patrol::HOW_MANY,
    enemy::NP_MOVE,
    passing::PASS_DICE,
    patrol::PEF,
    patrol::PEF_MOVE,
    patrol::PEF_PLACE,
    patrol::PEF_REP,
    patrol::PEF_TOTAL,
    after::RECOVERY,
    forces::RECRUIT,
    forces::RECRUIT_GROUP,
    patrol::REINFORCE,
    terrain::RIVER,
    patrol::SCOUT,
    terrain::TERRAIN,
    activation::WHO_ACTS,
];
