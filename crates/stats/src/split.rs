//! How the error that a page may make is divided among its statements.

use crate::Level;

/// How the error that a page may make is divided: half of it goes to the quantity asked about and half, in equal parts,
/// to the others. Each of these parts is divided again, equally, among the comparisons of its quantity. Then all
/// verdicts of the page together hold as often as its level says.
///
/// ```
/// use stats::{Level, Split};
///
/// let split = Split::new(Level::default(), 5, 2);
/// assert!((split.level(true).error() - 0.0125).abs() < 1e-15);
/// assert!((split.level(false).error() - 0.0025).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    level: Level,
    others: usize,
    comparisons: usize,
}

impl Split {
    /// A page that holds at `level`, judges `others` quantities besides the one asked about, and makes this number of
    /// comparisons in each: the number of variants times the number of points at which each is played. Zero comparisons
    /// count as one.
    #[must_use]
    pub const fn new(level: Level, others: usize, comparisons: usize) -> Split {
        Split { level, others, comparisons }
    }

    /// The level of each verdict on the quantity asked about, if `asked`, or on each other quantity. Without others,
    /// the quantity asked about gets all of the error.
    #[must_use]
    pub fn level(self, asked: bool) -> Level {
        let parts = match (asked, self.others) {
            (_, 0) => 1,
            (true, _) => 2,
            (false, others) => 2 * others,
        };
        self.level.shared(parts * self.comparisons.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_whole() {
        for level in [0.5, 0.95, 0.999] {
            let level = Level::new(level).unwrap();
            for (others, comparisons) in [(0, 1), (1, 1), (6, 1), (0, 12), (6, 12)] {
                let split = Split::new(level, others, comparisons);
                let rest = if others == 0 { 0.0 } else { others as f64 * split.level(false).error() };
                let spent = comparisons as f64 * (split.level(true).error() + rest);
                assert!((spent / level.error() - 1.0).abs() < 1e-9, "{others} {comparisons}: {spent}");
            }
        }
        assert_eq!(Split::new(Level::default(), 0, 0).level(true), Level::default());
    }
}
