//! Situations answered exactly, from the rule code that plays.

mod blast;
mod melee;
mod passing;
mod shared;
mod shooting;
mod testing;

use engage::Kind;

/// The kinds of situation, in alphabetical order.
pub(crate) const KINDS: &[Kind] = &[
    blast::BLAST,
    testing::CLUMSY,
    shooting::DAMAGE,
    testing::GROUP_TEST,
    melee::MELEE,
    melee::OUTNUMBERED,
    passing::PASS_DICE,
    testing::RALLY_WAIT,
    shooting::SHOT,
    shooting::SPLIT,
    testing::TEST,
    shooting::TO_HIT,
    shooting::UNTIL_EMPTY,
    shooting::VOLLEY,
];
