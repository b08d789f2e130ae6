//! The highest dice of a throw, found without a branch that depends on luck.

use super::dice::Pool;
use super::die::Die;
use super::packed::Packed;

/// A usable die by how it is chosen for the best total: by number, and of equal numbers the smallest die first. 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u32);

impl Rank {
    pub(super) const NONE: Rank = Rank(0);

    #[inline]
    pub(super) const fn new(die: Die, number: u8) -> Rank {
        Rank((number as u32) << 3 | (7 - die as u32))
    }

    #[inline]
    pub(super) const fn number(self) -> u8 {
        (self.0 >> 3) as u8
    }

    /// The place of its size; 7 if it is none.
    const fn place(self) -> u32 {
        7 - (self.0 & 7)
    }

    /// The step of its die; 0 if it is none.
    #[inline]
    pub(super) const fn step(self) -> u8 {
        if self.0 == 0 { 0 } else { self.place() as u8 + 1 }
    }

    #[inline]
    pub(super) const fn die(self) -> Option<Die> {
        Die::of_step(self.step())
    }
}

/// What of a throw decides the best total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tops {
    /// The three highest, the highest first.
    pub(super) ranks: [Rank; 3],
    usable: Packed,
}

impl Tops {
    pub(super) const NONE: Tops = Tops { ranks: [Rank::NONE; 3], usable: Packed::NONE };

    /// With one more die.
    #[inline]
    pub(super) fn with(self, die: Die, number: u8) -> Tops {
        let [first, second, third] = self.ranks;
        let serves = u32::from(number > 1);
        let rank = Rank(Rank::new(die, number).0 & serves.wrapping_neg());
        let lower = rank.min(first);
        Tops {
            ranks: [rank.max(first), second.max(lower), third.max(second.min(lower))],
            usable: self.usable.with(die as u32, serves as u8),
        }
    }

    /// The dice that do not show a 1.
    #[inline]
    pub(super) const fn usable(&self) -> Pool {
        Pool { counts: self.usable }
    }

    /// The usable dice outside a pair, of which either may be none.
    #[inline]
    pub(super) const fn left(&self, [one, two]: [Rank; 2]) -> Pool {
        Pool { counts: self.usable.without(one.place()).without(two.place()).sizes() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Address, Chance, Keyed, Sampled};

    /// The same by sorting.
    fn plain(dice: &[(Die, u8)]) -> Tops {
        let mut usable: Vec<(Die, u8)> = dice.iter().copied().filter(|&(_, number)| number > 1).collect();
        let counts = usable.iter().fold(Packed::NONE, |counts, &(die, _)| counts.with(die as u32, 1));
        usable.sort_by_key(|&(die, number)| (std::cmp::Reverse(number), die));
        let rank = |place: usize| usable.get(place).map_or(Rank::NONE, |&(die, number)| Rank::new(die, number));
        Tops { ranks: [0, 1, 2].map(rank), usable: counts }
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
            let tops = dice.iter().fold(Tops::NONE, |tops, &(die, number)| tops.with(die, number));
            let expected = plain(&dice);
            assert_eq!(tops, expected, "{dice:?}");
            let [first, second, _] = tops.ranks;
            let taken = [first, second].into_iter().filter_map(Rank::die);
            assert_eq!(taken.fold(tops.left([first, second]), |left, die| left.with(die, 1)), tops.usable());
        }
    }
}
