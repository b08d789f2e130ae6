//! Keeping the tallies of a run.

use crate::tallies::Tallies;

/// Keeps the tallies of a run while it goes on. Any thread may call it between pieces; its answers change no number.
pub trait Keep: Sync {
    /// Whether the tallies should be kept now. Called often, so it has to be cheap.
    fn due(&self) -> bool;

    /// Keeps the counts and solutions so far.
    fn keep(&self, tallies: &Tallies);
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unkept;

impl Keep for Unkept {
    fn due(&self) -> bool {
        false
    }

    fn keep(&self, _tallies: &Tallies) {}
}
