//! The numbers of a throw, counted by size of die, so that the highest are found without looking at every die.

use super::dice::Pool;
use super::die::Die;
use super::packed::Packed;

/// Bits for each count: enough for all dice of a pool to show the same number.
const BITS: u32 = 5;

/// How many dice show each number from 1 to 12; the lowest bits count the number 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shows(u64);

/// One die that shows each number, and no die for 0. With room for all of four bits, no place needs a check.
static ONE_OF: [u64; 16] = {
    let mut shows = [0; 16];
    let mut number = 1;
    while number <= 12 {
        shows[number] = 1 << (BITS * (number as u32 - 1));
        number += 1;
    }
    shows
};

/// Two dice of a size that show each pair of numbers; of d6, place 6a + b is for the numbers a + 1 and b + 1. With room for
/// all of eight bits, no place needs a check.
static TWO_OF: [[u64; 256]; 5] = {
    let mut shows = [[0; 256]; 5];
    let mut size = 0;
    while size < 5 {
        let faces = Die::ALL[size].faces() as usize;
        let mut place = 0;
        while place < faces * faces {
            shows[size][place] = ONE_OF[place / faces + 1] + ONE_OF[place % faces + 1];
            place += 1;
        }
        size += 1;
    }
    shows
};

/// The number that each bit counts, by its place and one more; place 0 stands for no dice.
static NUMBER_AT: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut place = 0;
    while place < 64 {
        numbers[place] = (place as u32).div_ceil(BITS) as u8;
        place += 1;
    }
    numbers
};

impl Shows {
    pub(super) const NONE: Shows = Shows(0);

    /// One die that shows this number; no die for 0.
    #[inline]
    pub(super) fn one(number: u8) -> Shows {
        Shows(ONE_OF[usize::from(number & 15)])
    }

    /// Adds one die, which shows `below` + 1.
    #[inline]
    pub(super) fn with(self, below: usize) -> Shows {
        Shows(self.0 + ONE_OF[below + 1])
    }

    /// Adds two dice of a size, counted from 0, by their place in [`TWO_OF`].
    #[inline]
    pub(super) fn with_two(self, size: usize, place: usize) -> Shows {
        Shows(self.0 + TWO_OF[size][place])
    }

    #[inline]
    pub(super) const fn and(self, other: Shows) -> Shows {
        Shows(self.0 + other.0)
    }

    /// Subtracts a subset.
    #[inline]
    pub(super) const fn less(self, other: Shows) -> Shows {
        Shows(self.0 - other.0)
    }

    /// How many show a 1.
    #[inline]
    pub(super) const fn hitches(self) -> u8 {
        (self.0 & ((1 << BITS) - 1)) as u8
    }

    /// Without those that show a 1.
    #[inline]
    pub(super) const fn usable(self) -> Shows {
        Shows(self.0 >> BITS << BITS)
    }

    /// The highest number shown; 0 if there are no dice.
    #[inline]
    pub(super) fn highest(self) -> u8 {
        // The lowest bit stands for no dice.
        NUMBER_AT[(self.0 << 1 | 1).ilog2() as usize]
    }

    /// The lowest number shown. There must be a die.
    #[inline]
    pub(super) const fn lowest(self) -> u8 {
        (self.0.trailing_zeros() / BITS) as u8 + 1
    }

    /// The highest numbers on usable dice, in descending order, each as often as it is shown; padded with 0.
    #[inline]
    pub(super) fn tops<const N: usize>(self) -> [u8; N] {
        let mut rest = self.usable();
        [(); N].map(|()| {
            let number = rest.highest();
            rest = rest.less(Shows::one(number));
            number
        })
    }

    /// How many dice show `number`, which is 1 or more.
    #[inline]
    const fn of(self, number: u8) -> u8 {
        (self.0 >> (BITS * (number as u32 - 1))) as u8 & ((1 << BITS) - 1)
    }
}

/// A usable die, ordered as the best total picks dice: by number, and among equal numbers the smaller die first. 0
/// means no die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u32);

impl Rank {
    pub(super) const NONE: Rank = Rank(0);

    /// A die of the size at this place, 0 to 4.
    #[inline]
    pub(super) const fn at(place: u32, number: u8) -> Rank {
        Rank((number as u32) << 3 | (7 - place))
    }

    /// The rank as seven bits.
    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    pub(super) const fn of_bits(bits: u8) -> Rank {
        Rank(bits as u32)
    }

    #[inline]
    pub(super) const fn number(self) -> u8 {
        (self.0 >> 3) as u8
    }

    /// The place of its size, 0 to 4; 7 for no die.
    #[inline]
    pub(super) const fn place(self) -> u32 {
        7 - (self.0 & 7)
    }

    /// The step of its die; 0 for no die.
    #[inline]
    pub(super) const fn step(self) -> u8 {
        if self.0 == 0 { 0 } else { self.place() as u8 + 1 }
    }

    #[inline]
    pub(super) const fn die(self) -> Option<Die> {
        Die::of_step(self.step())
    }
}

/// The numbers of a throw by size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spread {
    /// The dice.
    pub(super) pool: Pool,
    /// The numbers on the dice of each size and all smaller sizes.
    pub(super) up_to: [Shows; 5],
}

impl Spread {
    pub(super) const NONE: Spread = Spread { pool: Pool::EMPTY, up_to: [Shows::NONE; 5] };

    /// Adds one die.
    pub(super) fn with(mut self, die: Die, number: u8) -> Spread {
        self.up_to[die as usize..].iter_mut().for_each(|shows| *shows = shows.and(Shows::one(number)));
        Spread { pool: self.pool.with(die, 1), ..self }
    }

    /// The numbers of all dice.
    #[inline]
    pub(super) const fn all(&self) -> Shows {
        self.up_to[4]
    }

    /// The numbers on the dice of one size, counted from 0.
    #[inline]
    pub(super) const fn of(&self, size: usize) -> Shows {
        match size {
            0 => self.up_to[0],
            size => self.up_to[size].less(self.up_to[size - 1]),
        }
    }

    /// The smallest die that shows `number`, after skipping `others` dice that show it.
    #[inline]
    fn rank(&self, number: u8, others: u8) -> Rank {
        if number == 0 {
            return Rank::NONE;
        }
        let smaller = self.up_to.iter().map(|shows| u32::from(shows.of(number) <= others)).sum();
        Rank::at(smaller, number)
    }

    /// The dice that show the two highest numbers, which are passed in.
    #[inline]
    pub(super) fn pair(&self, [first, second]: [u8; 2]) -> [Rank; 2] {
        [self.rank(first, 0), self.rank(second, u8::from(second == first))]
    }

    /// The third best die.
    #[inline]
    pub(super) fn third(&self) -> Rank {
        let [first, second, third] = self.all().tops();
        self.rank(third, u8::from(third == first) + u8::from(third == second))
    }

    /// The dice that do not show a 1.
    #[inline]
    pub(super) fn usable(&self) -> Packed {
        self.pool.counts.less_up_to(self.up_to.map(Shows::hitches))
    }

    /// The usable dice outside a pair; either of the pair may be none.
    #[inline]
    pub(super) fn left(&self, [one, two]: [Rank; 2]) -> Pool {
        Pool { counts: self.usable().without(one.place()).without(two.place()).sizes() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Address, Chance, Keyed, Sampled};

    /// The three best dice by sorting, and the number of usable dice of each size.
    fn plain(dice: &[(Die, u8)]) -> ([Rank; 3], Pool) {
        let mut usable: Vec<(Die, u8)> = dice.iter().copied().filter(|&(_, number)| number > 1).collect();
        let counts = usable.iter().map(|&(die, _)| die).collect();
        usable.sort_by_key(|&(die, number)| (std::cmp::Reverse(number), die));
        let rank = |place: usize| usable.get(place).map_or(Rank::NONE, |&(die, number)| Rank::at(die as u32, number));
        ([0, 1, 2].map(rank), counts)
    }

    #[test]
    fn tops_are_what_sorting_says() {
        let mut chance = Sampled::new(Keyed::engagement(1, 0));
        let mut below = |place: u32, n: u8| chance.below(Address::new(0, 0, place), n.into()) as u8;
        for throw in 0..200_000 {
            let place = throw * 64;
            let mut dice: Vec<(Die, u8)> = (0..below(place, 25).into())
                .map(|nth: u32| Die::ALL[usize::from(below(place + 1 + nth, 5))])
                .enumerate()
                .map(|(nth, die)| (die, nth as u8))
                .collect();
            dice.sort();
            // Small numbers are as common as large ones.
            dice.iter_mut().for_each(|(die, nth)| *nth = 1 + below(place + 32 + u32::from(*nth), die.faces()));
            let spread = dice.iter().fold(Spread::NONE, |spread, &(die, number)| spread.with(die, number));
            let ([first, second, third], usable) = plain(&dice);
            assert_eq!(spread.all().tops(), [first, second, third].map(Rank::number), "{dice:?}");
            assert_eq!(spread.pair([first, second].map(Rank::number)), [first, second], "{dice:?}");
            assert_eq!((spread.third(), spread.usable()), (third, usable.counts), "{dice:?}");
            let taken = [first, second].into_iter().filter_map(Rank::die);
            let left = spread.left([first, second]);
            assert_eq!(taken.fold(left, |left, die| left.with(die, 1)), usable);
            for die in Die::ALL {
                let own = dice.iter().filter(|&&(of, _)| of == die);
                let shows = own.fold(Shows::NONE, |shows, &(_, number)| shows.and(Shows::one(number)));
                assert_eq!(spread.of(die as usize), shows, "{dice:?}");
            }
        }
    }

    /// The largest possible pool, with the same number on all dice.
    #[test]
    fn many_dice_may_show_the_same() {
        for number in 1..=12 {
            let spread = (0..24).fold(Spread::NONE, |spread, _| spread.with(Die::D12, number));
            assert_eq!(spread.all().of(number), 24);
            assert_eq!(spread.all().hitches(), if number == 1 { 24 } else { 0 });
            assert_eq!(spread.all().highest(), number);
        }
    }
}
