//! Situations.

use engage::Kind;

pub(crate) const KINDS: &[Kind] = &[];
