//! How one man sees another, and what a burst covers: what the ground answers.

use field::{Figures, Sight};

use crate::prepared::rolls::RangeIndex;

/// How one man sees another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineOfSight {
    pub(crate) sight: Sight,
    /// The distance as fire has it.
    pub(crate) reach: RangeIndex,
    /// The distance in square inches; on open ground, where it is the same for all, nothing.
    pub(crate) squared: u16,
}

impl LineOfSight {
    /// Not at all.
    pub(crate) const NONE: LineOfSight =
        LineOfSight { sight: Sight::Blocked, reach: RangeIndex::BEYOND, squared: u16::MAX };
}

/// Where a burst is laid: on a man, or half way to another (FT-beat-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Laid {
    pub(crate) target: usize,
    pub(crate) point: usize,
}

/// A burst that is laid: whom it tests, and the distance to the point aimed at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zone {
    /// Everybody in the beaten zone (FT-hit-6, FT-beat).
    pub(crate) tested: Figures,
    pub(crate) reach: RangeIndex,
    pub(crate) squared: u16,
}
