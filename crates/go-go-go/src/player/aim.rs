//! At whom a figure fires, of those whom it may fire at.

use std::cmp::Reverse;

use engage::Inches;

use crate::die::Test;

/// The one that is the likeliest to be hit, then the nearest, then the first in the list; nobody whom it cannot hit.
#[inline]
pub(crate) fn likeliest(shots: impl Iterator<Item = (usize, Test, Inches)>) -> Option<usize> {
    let hits = shots.filter(|(_, to_hit, _)| !to_hit.is_hopeless());
    hits.min_by_key(|&(target, to_hit, range)| (Reverse(to_hit.faces()), range, target)).map(|(target, ..)| target)
}
