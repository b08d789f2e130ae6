//! The answers of the ground: how one man sees another, and what a burst covers.

use field::{Figures, Sight};

use crate::prepared::rolls::RangeIndex;

/// The line of sight from one man to another; aligned, so that it is read and written at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(4))]
pub(crate) struct LineOfSight {
    pub(crate) sight: Sight,
    /// The distance as a range index.
    pub(crate) reach: RangeIndex,
    /// The distance in square inches; 0 on open ground, where it is the same for all.
    pub(crate) squared: u16,
}

impl LineOfSight {
    /// Not at all.
    pub(crate) const NONE: LineOfSight =
        LineOfSight { sight: Sight::Blocked, reach: RangeIndex::BEYOND, squared: u16::MAX };
}

/// The aim of a burst: at a man, or half way to another (FT-beat-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Laid {
    pub(crate) target: usize,
    pub(crate) point: usize,
}

/// The zone of a burst: the men it tests, and the distance to the point aimed at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zone {
    /// The men in the beaten zone (FT-hit-6, FT-beat).
    pub(crate) tested: Figures,
    pub(crate) reach: RangeIndex,
    pub(crate) squared: u16,
}
