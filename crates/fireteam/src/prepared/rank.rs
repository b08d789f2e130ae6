//! Likings as numbers, in their order.

use crate::player::liking::Liking;

/// A liking as a number: the higher, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank(u64);

impl Rank {
    /// The rank of a way to fire without worth.
    pub(crate) const NONE: Rank = Rank(0);

    /// The rank of a liking; none if it has no worth.
    #[inline(always)]
    pub(crate) fn of(liking: Liking) -> Rank {
        let Liking { first, worth, unpinned, nearness } = liking;
        // The bits of positive numbers are in their order, and the first of them is 0.
        let rest = u64::from(unpinned) << 16 | u64::from(nearness);
        let rank = u64::from(first) << 48 | u64::from(worth.to_bits()) << 17 | rest;
        if worth > 0.0 { Rank(rank) } else { Rank::NONE }
    }

    /// What it is worth.
    #[inline]
    pub(crate) fn worth(self) -> f32 {
        f32::from_bits((self.0 >> 17) as u32 & u32::MAX >> 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of likings with numbers at and near the ends of their ranges.
    #[test]
    fn ranks_are_in_the_order_of_likings() {
        let (small, firsts) = ([0, 1, 2, 0x7fff, 0xfffe, 0xffff], [0, 1, 0x8000, 0xfffe, 0xffff]);
        let worths = [f32::MIN_POSITIVE, 1e-3, 0.25, 0.250_000_03, 1.0, 1.999_999_9, 2.0, 31.5];
        let mut all = Vec::new();
        for (first, worth) in firsts.iter().flat_map(|&first| worths.map(|worth| (first, worth))) {
            for (unpinned, nearness) in [false, true].into_iter().flat_map(|pinned| small.map(|near| (pinned, near))) {
                all.push(Liking { first, worth, unpinned, nearness });
            }
        }
        for one in &all {
            assert_eq!(Rank::of(*one).worth().to_bits(), one.worth.to_bits());
            for other in &all {
                assert_eq!(Rank::of(*one).partial_cmp(&Rank::of(*other)), one.partial_cmp(other), "{one:?} {other:?}");
            }
        }
        let none = Liking { worth: 0.0, ..all[all.len() - 1] };
        assert_eq!([none, Liking { worth: -1.0, ..none }].map(Rank::of), [Rank::NONE; 2]);
    }
}
