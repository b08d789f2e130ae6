//! Progress of a run.

use engage::BySide;
use stats::Estimate;

/// Watches a run. Any thread may call it between pieces; its answers change no number.
pub trait Progress: Sync {
    /// Whether a snapshot should be shown now. Called often, so it has to be cheap.
    fn due(&self) -> bool;

    /// Shows a snapshot.
    fn show(&self, snapshot: &Snapshot);
}

/// Shows nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Progress for Unwatched {
    fn due(&self) -> bool {
        false
    }

    fn show(&self, _snapshot: &Snapshot) {}
}

/// How far a run has come.
#[derive(Clone, Debug, PartialEq)]
pub enum Snapshot {
    /// Cells are being solved exactly, if their states fit the budget.
    Solving {
        /// Cells tried.
        done: u64,
        /// Cells in all.
        total: u64,
    },
    /// Engagements are being played.
    Playing {
        /// Engagements played, over all cells.
        done: u64,
        /// The most engagements left to play in all, counting those played; a precision may stop the run earlier.
        total: u64,
        /// The cell with the widest headline interval, as an index into the run's cells, with its chances to win.
        widest: Option<(usize, BySide<Estimate>)>,
    },
}
