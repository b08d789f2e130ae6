//! Dice packed into words: the number of dice of each size, and the numbers that some of them show.

use super::die::MOST_DICE;

/// One count in each byte, the smallest size in the lowest byte, so that comparing two values compares the largest size
/// first. The highest byte is never read: removing a die that does not exist takes it from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Packed(u64);

/// The bytes of the five sizes.
const SIZES: u64 = (1 << 40) - 1;

/// The lowest bit of each of them.
const ONES: u64 = 0x01_0101_0101;

/// The highest bit of each.
const HIGHEST_BITS: u64 = ONES << 7;

impl Packed {
    pub(super) const NONE: Packed = Packed(0);

    /// One die of this step, counted from 1; step 0 gives no die.
    #[inline]
    pub(super) const fn one(step: u8) -> Packed {
        Packed(1 << (8 * step as u32) >> 8)
    }

    #[inline]
    pub(super) const fn count(self, size: u32) -> u8 {
        (self.0 >> (8 * size)) as u8
    }

    /// Adds `more` dice of this size, counted from 0.
    #[inline]
    pub(super) const fn with(self, size: u32, more: u8) -> Packed {
        Packed(self.0 + ((more as u64) << (8 * size)))
    }

    /// The sum of both; `None` if a byte might overflow.
    #[inline]
    pub(super) const fn and(self, other: Packed) -> Option<Packed> {
        if (self.0 | other.0) & HIGHEST_BITS == 0 { Some(Packed(self.0 + other.0)) } else { None }
    }

    /// Adds one die of any step from 1 to 7, or none.
    #[inline]
    pub(super) const fn and_one_of_any(self, one: Packed) -> Packed {
        Packed(self.0 + one.0)
    }

    /// Removes one die of this size. Size 7 means no die: removing it changes nothing that is read.
    #[inline]
    pub(super) const fn without(self, size: u32) -> Packed {
        Packed(self.0.wrapping_sub(1 << (8 * size)))
    }

    /// Clears the bytes that are not read.
    #[inline]
    pub(super) const fn sizes(self) -> Packed {
        Packed(self.0 & SIZES)
    }

    /// Subtracts a subset.
    #[inline]
    pub(super) const fn less(self, other: Packed) -> Packed {
        Packed(self.0 - other.0)
    }

    /// Subtracts cumulative counts: entry n counts the dice of size n and of all smaller sizes. No size may lose more
    /// than it has.
    #[inline]
    pub(super) fn less_up_to(self, up_to: [u8; 5]) -> Packed {
        let [one, two, three, four, five] = up_to.map(u64::from);
        let sums = one | two << 8 | three << 16 | four << 24 | five << 32;
        Packed(self.0 - (sums - (sums << 8 & SIZES)))
    }

    /// The dice of each size and all smaller sizes, which must be fewer than 128. A product adds up the bytes.
    #[inline]
    const fn up_to(self) -> u64 {
        self.0.wrapping_mul(ONES) & SIZES
    }

    /// What is left of each byte once `less` is taken from it, 0 where it has less.
    #[inline]
    const fn beyond(bytes: u64, less: u8) -> u64 {
        let rest = (bytes | HIGHEST_BITS) - less as u64 * ONES;
        let enough = rest & HIGHEST_BITS;
        rest & (enough - (enough >> 7))
    }

    /// Drops the smaller sizes that are not needed to make up `many` dice; all sizes for 0.
    #[inline]
    pub(super) const fn covering(self, many: u8) -> Packed {
        let dropped = Packed::beyond(self.up_to(), self.all().saturating_sub(many));
        // All bits of a byte in which anything is left.
        let kept = ((dropped + (HIGHEST_BITS - ONES)) & HIGHEST_BITS) >> 7;
        Packed(self.0 & (kept * 0xff))
    }

    /// Only the `most` largest dice.
    #[inline]
    pub(super) const fn largest_of(self, most: u8) -> Packed {
        let kept = Packed::beyond(self.up_to(), self.all().saturating_sub(most));
        Packed(kept - (kept << 8 & SIZES))
    }

    /// Only the sizes above this one.
    #[inline]
    pub(super) const fn above(self, size: u32) -> Packed {
        Packed(self.0 & (u64::MAX << 8 << (8 * size)))
    }

    /// The counts as one word, which orders them as they are ordered.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The number of dice. The product adds up the bytes of all five sizes.
    #[inline]
    pub(super) const fn all(self) -> u8 {
        (self.0.wrapping_mul(ONES) >> 32) as u8
    }

    /// The sum of the sizes of up to 51 dice, counted from 1. The product weighs the bytes.
    #[inline]
    pub(super) const fn steps(self) -> u8 {
        (self.0.wrapping_mul(0x01_0203_0405) >> 32) as u8
    }

    /// The largest size, counted from 1; 0 if there is none.
    #[inline]
    pub(super) const fn largest(self) -> u8 {
        (64 - (self.0 & SIZES).leading_zeros()).div_ceil(8) as u8
    }

    /// The smallest size, counted from 1; above 5 if there is none.
    #[inline]
    pub(super) const fn smallest(self) -> u8 {
        ((self.0 & SIZES).trailing_zeros() / 8) as u8 + 1
    }
}

/// Up to [`MOST_DICE`] numbers in a row, four bits each.
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

    /// Puts a number before all others.
    #[inline]
    pub(super) const fn after(self, number: u8) -> Row {
        Row::new(self.bits() << 4 | number as u128)
    }

    pub(super) const fn nth(self, place: u8) -> u8 {
        (self.bits() >> (4 * place as u32)) as u8 & 15
    }

    /// All but the first number.
    #[inline]
    pub(super) const fn rest(self) -> Row {
        Row::new(self.bits() >> 4)
    }

    /// Only the first `most` numbers.
    pub(super) const fn cut_to(self, most: u8) -> Row {
        Row::new(self.bits() & ((1 << (4 * most as u32)) - 1))
    }

    /// Without the number at `place`.
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
        let row = list.into_iter().rev().fold(Row::NONE, Row::after);
        let read = |row: Row, count: u8| (0..count).map(|place| row.nth(place)).collect::<Vec<u8>>();
        assert_eq!(read(row, 24), list);
        assert_eq!(row.rest(), row.without(0));
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
            let steps: u32 = (1..).zip(counts).map(|(step, count)| step * u32::from(count)).sum();
            assert!(packed.all() > 51 || u32::from(packed.steps()) == steps);
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
                let mut room = many;
                let largest = (0..5).zip(counts).rev().fold(Packed::NONE, |largest, (size, count)| {
                    let taken = count.min(room);
                    room -= taken;
                    largest.with(size, taken)
                });
                assert_eq!(packed.largest_of(many), largest, "{counts:?} {many}");
                let needed = |size: usize| counts[size + 1..].iter().sum::<u8>() < many;
                let covering = (0..).zip(counts).filter(|&(size, _)| needed(size as usize));
                let covering = covering.fold(Packed::NONE, |rest, (size, count)| rest.with(size, count));
                assert_eq!(packed.covering(many), covering, "{counts:?} {many}");
            }
            for size in 0..5 {
                let above = [0, 1, 2, 3, 4].map(|other| if other > size { packed.count(other) } else { 0 });
                assert_eq!([0, 1, 2, 3, 4].map(|other| packed.above(size).count(other)), above);
            }
            assert_eq!(packed.without(7).without(7).sizes(), packed);
            assert_eq!(packed.without(7).largest(), packed.largest());
        }
    }
}
