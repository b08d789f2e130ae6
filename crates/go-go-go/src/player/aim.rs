//! The choice of a target among those that a figure may fire at.

use std::cmp::Reverse;

use engage::Inches;

use crate::die::Test;

/// The target most likely to be hit, then the nearest, then the first in the list; never one that the figure cannot
/// hit.
#[inline]
pub(crate) fn likeliest(shots: impl Iterator<Item = (usize, Test, Inches)>) -> Option<usize> {
    let hits = shots.filter(|(_, to_hit, _)| !to_hit.is_hopeless());
    hits.min_by_key(|&(target, to_hit, range)| (Reverse(to_hit.faces()), range, target)).map(|(target, ..)| target)
}
