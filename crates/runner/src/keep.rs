//! Who keeps the tallies of a run.

use crate::tallies::Tallies;

/// Who keeps the tallies of a run while it goes on. Asked between pieces from any thread; what it answers changes no number.
pub trait Keep: Sync {
    /// Whether the tallies would be kept now. Asked often, so it has to be cheap.
    fn due(&self) -> bool;

    /// Keeps them: what was counted and solved until now.
    fn keep(&self, tallies: &Tallies);
}

/// Nobody keeps them.
#[derive(Clone, Copy, Debug)]
pub struct Unkept;

impl Keep for Unkept {
    fn due(&self) -> bool {
        false
    }

    fn keep(&self, _tallies: &Tallies) {}
}
