//! When to look at the intervals, and when to stop.

/// The checkpoints of a run, in blocks: the first, then twice as many each time, and the cap.
///
/// Intervals are looked at only here, so that the decision to stop depends neither on threads nor on who is watching,
/// and is taken too seldom to spoil the intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    first: u64,
    cap: u64,
}

impl Schedule {
    /// Checkpoints at `first`, 2 `first`, 4 `first`, … and `cap` blocks; a `first` of zero counts as one.
    #[must_use]
    pub fn doubling(first: u64, cap: u64) -> Schedule {
        Schedule { first: first.max(1), cap }
    }

    /// The next checkpoint after `blocks` blocks; `None` at the cap.
    #[must_use]
    pub fn next_after(&self, blocks: u64) -> Option<u64> {
        if blocks >= self.cap {
            return None;
        }
        let mut checkpoint = self.first;
        while checkpoint <= blocks {
            checkpoint = checkpoint.saturating_mul(2);
        }
        Some(checkpoint.min(self.cap))
    }

    /// Every checkpoint, in ascending order.
    pub fn checkpoints(self) -> impl Iterator<Item = u64> {
        std::iter::successors(self.next_after(0), move |&blocks| self.next_after(blocks))
    }
}

/// Whether every half-width is within `precision`, which is absolute. An unbounded or NaN half-width never is.
pub fn reached(half_widths: impl IntoIterator<Item = f64>, precision: f64) -> bool {
    half_widths.into_iter().all(|half_width| half_width <= precision)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoints(first: u64, cap: u64) -> Vec<u64> {
        Schedule::doubling(first, cap).checkpoints().collect()
    }

    #[test]
    fn checkpoints_double_up_to_the_cap() {
        assert_eq!(checkpoints(1, 20), [1, 2, 4, 8, 16, 20]);
        assert_eq!(checkpoints(1, 16), [1, 2, 4, 8, 16]);
        assert_eq!(checkpoints(3, 20), [3, 6, 12, 20]);
        assert_eq!(checkpoints(0, 1), [1]);
        assert_eq!(checkpoints(8, 5), [5]);
        assert!(checkpoints(1, 0).is_empty());
        assert_eq!(checkpoints(1, u64::MAX).len(), 65);
    }

    #[test]
    fn a_resumed_run_finds_the_same_checkpoints() {
        let schedule = Schedule::doubling(1, 20);
        assert_eq!(
            [0, 1, 5, 8, 16, 19, 20].map(|blocks| schedule.next_after(blocks)),
            [Some(1), Some(2), Some(8), Some(16), Some(20), Some(20), None]
        );
    }

    #[test]
    fn every_interval_has_to_be_tight() {
        assert!(reached([0.001, 0.002], 0.002));
        assert!(!reached([0.001, 0.0021], 0.002));
        assert!(!reached([f64::NAN], 1.0));
        assert!(!reached([f64::INFINITY], 1.0));
    }
}
