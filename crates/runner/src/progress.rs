//! What a run tells while it goes on.

use engage::BySide;
use stats::Estimate;

/// Who watches a run. Asked between blocks from any thread; what it answers changes no number.
pub trait Progress: Sync {
    /// Whether a snapshot would be shown now. Asked often, so it has to be cheap.
    fn due(&self) -> bool;

    /// Shows a snapshot.
    fn show(&self, snapshot: &Snapshot);
}

/// Nobody watches.
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
    /// Cells are being solved exactly, as far as their states fit the budget.
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
        /// Engagements to play at most; stopping at a precision makes them fewer.
        total: u64,
        /// The cell whose headline interval is the widest, as an index into the run's cells, with its chances.
        widest: Option<(usize, BySide<Estimate>)>,
    },
}
