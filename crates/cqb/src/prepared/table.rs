//! The table that a small engagement is played from, once it is worth one.

use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use chance::Compiled;
use engage::Outcome;

/// The table of an engagement, if it has been tried and could be compiled.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) compiled: OnceLock<Option<Compiled<(Outcome, bool)>>>,
    /// Engagements played so far.
    pub(crate) played: AtomicU64,
}
