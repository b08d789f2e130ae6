//! Dice packed into words: how many there are of each size, and what some show.

use super::die::MOST_DICE;

/// A count in each byte, the smallest size lowest, so that who has more of the largest is greater. The highest byte is where a die that is
/// none is taken from, and is not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Packed(u64);

/// The bytes of the five sizes.
const SIZES: u64 = (1 << 40) - 1;

impl Packed {
    pub(super) const NONE: Packed = Packed(0);

    /// One of a size counted from 1, or none.
    #[inline]
    pub(super) const fn one(step: u8) -> Packed {
        Packed(1 << (8 * step as u32) >> 8)
    }

    #[inline]
    pub(super) const fn count(self, size: u32) -> u8 {
        (self.0 >> (8 * size)) as u8
    }

    /// With a number added.
    #[inline]
    pub(super) const fn with(self, size: u32, more: u8) -> Packed {
        Packed(self.0 + ((more as u64) << (8 * size)))
    }

    /// Both together; none if a byte might not hold them.
    #[inline]
    pub(super) const fn and(self, other: Packed) -> Option<Packed> {
        const HIGHEST_BITS: u64 = 0x8080_8080_8080_8080;
        if (self.0 | other.0) & HIGHEST_BITS == 0 { Some(Packed(self.0 + other.0)) } else { None }
    }

    /// With one of any size from 1 to 7, or none.
    #[inline]
    pub(super) const fn and_one_of_any(self, one: Packed) -> Packed {
        Packed(self.0 + one.0)
    }

    /// Without one. Size 7 is none, and anything may be taken of it.
    #[inline]
    pub(super) const fn without(self, size: u32) -> Packed {
        Packed(self.0.wrapping_sub(1 << (8 * size)))
    }

    /// What is not read is cleared.
    #[inline]
    pub(super) const fn sizes(self) -> Packed {
        Packed(self.0 & SIZES)
    }

    /// Subtracts a subset.
    #[inline]
    pub(super) const fn less(self, other: Packed) -> Packed {
        Packed(self.0 - other.0)
    }

    /// Subtracts numbers given for each size with all smaller ones, none larger than here.
    #[inline]
    pub(super) fn less_up_to(self, up_to: [u8; 5]) -> Packed {
        let [one, two, three, four, five] = up_to.map(u64::from);
        let sums = one | two << 8 | three << 16 | four << 24 | five << 32;
        Packed(self.0 - (sums - (sums << 8 & SIZES)))
    }

    /// Without the smaller sizes that are not needed for this number; none if none are needed.
    #[inline]
    pub(super) const fn covering(self, many: u8) -> Packed {
        let mut kept = self;
        while kept.0 != 0 {
            let lowest = kept.0.trailing_zeros() & !7;
            let larger = Packed(kept.0 & !(0xff << lowest));
            if larger.all() < many {
                break;
            }
            kept = larger;
        }
        kept
    }

    /// Only those below a size.
    #[inline]
    pub(super) const fn below(self, size: u32) -> Packed {
        Packed(self.0 & ((1 << (8 * size)) - 1))
    }

    /// How many in all: a product adds up the bytes below each.
    #[inline]
    pub(super) const fn all(self) -> u8 {
        (self.0.wrapping_mul(0x01_0101_0101) >> 32) as u8
    }

    /// The largest size, counted from 1; 0 if there is none.
    #[inline]
    pub(super) const fn largest(self) -> u8 {
        (64 - (self.0 & SIZES).leading_zeros()).div_ceil(8) as u8
    }

    /// The smallest size, which must be there, counted from 0.
    #[inline]
    pub(super) const fn lowest(self) -> u32 {
        self.0.trailing_zeros() / 8
    }

    /// The smallest size, counted from 1; above 5 if there is none.
    #[inline]
    pub(super) const fn smallest(self) -> u8 {
        ((self.0 & SIZES).trailing_zeros() / 8) as u8 + 1
    }
}

/// Numbers in a row, four bits for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Row([u32; MOST_DICE / 8]);

impl Row {
    pub(super) const NONE: Row = Row([0; MOST_DICE / 8]);

    #[inline]
    const fn new(bits: u128) -> Row {
        Row([bits as u32, (bits >> 32) as u32, (bits >> 64) as u32])
    }

    #[inline]
    const fn bits(self) -> u128 {
        let Row([low, middle, high]) = self;
        low as u128 | (middle as u128) << 32 | (high as u128) << 64
    }

    /// With these numbers, the lowest bits first, from a place on where there is none yet.
    #[inline]
    pub(super) const fn with(self, place: u8, numbers: u64) -> Row {
        Row::new(self.bits() | (numbers as u128) << (4 * place as u32))
    }

    pub(super) const fn nth(self, place: u8) -> u8 {
        (self.bits() >> (4 * place as u32)) as u8 & 15
    }

    /// Only this number.
    pub(super) const fn cut_to(self, most: u8) -> Row {
        Row::new(self.bits() & ((1 << (4 * most as u32)) - 1))
    }

    /// Without one of them.
    pub(super) const fn without(self, place: u8) -> Row {
        let above = self.bits() >> (4 * place as u32) >> 4;
        Row::new(self.cut_to(place).bits() | above << (4 * place as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_lists() {
        let list: [u8; MOST_DICE] = std::array::from_fn(|place| (place * 5 % 12 + 1) as u8);
        let row = (0..).zip(list).fold(Row::NONE, |row, (place, number)| row.with(place, number.into()));
        let read = |row: Row, count: u8| (0..count).map(|place| row.nth(place)).collect::<Vec<u8>>();
        assert_eq!(read(row, 24), list);
        for place in 0..24 {
            let mut less = list.to_vec();
            less.remove(place.into());
            assert_eq!(read(row.without(place), 23), less);
            assert_eq!(read(row.cut_to(place), 24)[..place.into()], list[..place.into()]);
            assert!(read(row.cut_to(place), 24)[place.into()..].iter().all(|&number| number == 0));
        }
    }

    #[test]
    fn counts_are_those_of_an_array() {
        for number in 0..6_u32.pow(5) {
            let counts: [u8; 5] = std::array::from_fn(|size| (number / 6_u32.pow(size as u32) % 6) as u8 * 4);
            let packed = (0..).zip(counts).fold(Packed::NONE, |packed, (size, count)| packed.with(size, count));
            assert_eq!([0, 1, 2, 3, 4].map(|size| packed.count(size)), counts);
            assert_eq!(packed.all(), counts.iter().sum());
            let above = counts.iter().rposition(|&count| count > 0).map_or(0, |place| place + 1);
            assert_eq!(usize::from(packed.largest()), above);
            let lowest = counts.iter().position(|&count| count > 0).map_or(9, |place| place + 1);
            assert_eq!(usize::from(packed.smallest()), lowest);
            assert_eq!((Packed::one(0), Packed::one(3)), (Packed::NONE, Packed::NONE.with(2, 1)));
            assert_eq!(packed.less(packed), Packed::NONE);
            let up_to = [0, 1, 2, 3, 4].map(|size| counts[..=size].iter().map(|count| count / 4).sum());
            let rest = (0..).zip(counts).fold(Packed::NONE, |rest, (size, count)| rest.with(size, count / 4 * 3));
            assert_eq!(packed.less_up_to(up_to), rest);
            for many in [0, 1, 4, 5, 20, 100] {
                let needed = |size: usize| counts[size + 1..].iter().sum::<u8>() < many;
                let covering = (0..).zip(counts).filter(|&(size, _)| needed(size as usize));
                let covering = covering.fold(Packed::NONE, |rest, (size, count)| rest.with(size, count));
                assert_eq!(packed.covering(many), covering, "{counts:?} {many}");
            }
            assert_eq!(packed.without(7).without(7).sizes(), packed);
            assert_eq!(packed.without(7).largest(), packed.largest());
        }
    }
}
