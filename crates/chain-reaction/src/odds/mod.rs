//! Situations answered exactly, from the rule code that plays.

mod passing;
mod shared;

use engage::Kind;

/// The kinds of situation, in alphabetical order.
pub(crate) const KINDS: &[Kind] = &[passing::PASS_DICE];
