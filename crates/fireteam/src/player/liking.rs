//! How much a man would rather fire in one way than in another.

use std::cmp::Ordering;

/// What is looked at, in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Liking {
    /// What the doctrine looks at before all, the higher the better.
    pub(crate) first: u16,
    /// Men expected out of action; more than none.
    pub(crate) worth: f32,
    /// Whether the target is not pinned.
    pub(crate) unpinned: bool,
    /// The nearer, the higher.
    pub(crate) nearness: u16,
}

impl PartialOrd for Liking {
    fn partial_cmp(&self, other: &Liking) -> Option<Ordering> {
        let rest = || (self.unpinned, self.nearness).cmp(&(other.unpinned, other.nearness));
        let worth = self.worth.partial_cmp(&other.worth)?;
        Some(self.first.cmp(&other.first).then(worth).then_with(rest))
    }
}
