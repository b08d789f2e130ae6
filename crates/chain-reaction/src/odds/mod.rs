//! Situations answered exactly, from the rule code that plays.

mod activation;
mod after;
mod blast;
mod charge;
mod duel;
mod enemy;
mod exchange;
mod focus;
mod forces;
mod melee;
mod pair;
mod passing;
mod patrol;
mod shared;
mod shooting;
mod terrain;
mod testing;

use engage::Kind;

/// The kinds of situation, in alphabetical order.
pub(crate) const KINDS: &[Kind] = &[
    activation::ACTIVATION,
    activation::ACTIVATION_MANY,
    forces::ATTRIBUTE,
    blast::BLAST,
    after::CAREER,
    charge::CHARGE,
    testing::CLUMSY,
    terrain::COLLAPSE,
    exchange::CORNER,
    shooting::DAMAGE,
    duel::DUEL,
    exchange::EXCHANGE,
    focus::FOCUS,
    focus::FOCUS_TEST,
    forces::GANG_WEAPON,
    exchange::GROUP_EXCHANGE,
    testing::GROUP_TEST,
    patrol::HOW_MANY,
    melee::MELEE,
    enemy::NP_MOVE,
    melee::OUTNUMBERED,
    pair::PAIR,
    passing::PASS_DICE,
    patrol::PEF,
    patrol::PEF_MOVE,
    patrol::PEF_PLACE,
    patrol::PEF_REP,
    patrol::PEF_TOTAL,
    testing::RALLY_WAIT,
    after::RECOVERY,
    forces::RECRUIT,
    forces::RECRUIT_GROUP,
    patrol::REINFORCE,
    terrain::RIVER,
    patrol::SCOUT,
    shooting::SHOT,
    shooting::SPLIT,
    terrain::TERRAIN,
    testing::TEST,
    shooting::TO_HIT,
    shooting::UNTIL_EMPTY,
    shooting::VOLLEY,
    activation::WHO_ACTS,
];
