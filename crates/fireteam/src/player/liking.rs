//! A man's preference between ways to fire.

use std::cmp::Ordering;

/// The criteria, in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Liking {
    /// The doctrine's first criterion, the higher the better.
    pub(crate) first: u16,
    /// Men expected out of action; above zero.
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
