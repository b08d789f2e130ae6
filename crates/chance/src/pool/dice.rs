//! Dice that are thrown together.

use std::fmt;

use super::die::{Die, MOST_DICE};
use super::packed::Packed;

/// Dice that are thrown together, in any order.
///
/// ```
/// use chance::{Die, Pool};
///
/// let pool: Pool = [Die::D8, Die::D6, Die::D8].into_iter().collect();
/// assert_eq!((pool.dice(), pool.count(Die::D8), pool.largest()), (3, 2, Some(Die::D8)));
/// assert_eq!(pool.to_string(), "d6 2d8");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Pool {
    pub(super) counts: Packed,
}

impl Pool {
    /// No dice.
    pub const EMPTY: Pool = Pool { counts: Packed::NONE };

    /// One die for each step from 1 (d4) to 5 (d12). Steps 0, 6 and 7 add no die; larger steps are not allowed.
    #[inline]
    #[must_use]
    pub fn of_steps(steps: impl Iterator<Item = u8>) -> Pool {
        let counts = steps.map(Packed::one).fold(Packed::NONE, Packed::and_one_of_any);
        Pool { counts: counts.sizes() }
    }

    /// The number of dice.
    #[inline]
    #[must_use]
    pub const fn dice(&self) -> u8 {
        self.counts.all()
    }

    /// Whether the pool has no dice.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.dice() == 0
    }

    /// The number of dice of one size.
    #[inline]
    #[must_use]
    pub const fn count(&self, die: Die) -> u8 {
        self.counts.count(die as u32)
    }

    /// Adds `more` dice of one size.
    #[inline]
    #[must_use]
    pub const fn with(self, die: Die, more: u8) -> Pool {
        // Saturates at 255, which is far above `MOST_DICE`.
        let room = u8::MAX - self.count(die);
        Pool { counts: self.counts.with(die as u32, if more < room { more } else { room }) }
    }

    /// Removes one die of a size; the pool must have one.
    #[inline]
    #[must_use]
    pub const fn without(self, die: Die) -> Pool {
        debug_assert!(self.count(die) > 0);
        Pool { counts: self.counts.without(die as u32) }
    }

    /// The dice of both pools.
    #[inline]
    #[must_use]
    pub fn and(self, other: Pool) -> Pool {
        match self.counts.and(other.counts) {
            Some(counts) => Pool { counts },
            None => Die::ALL.into_iter().fold(self, |both, die| both.with(die, other.count(die))),
        }
    }

    /// Adds a die, if there is one, to fewer than 255 of its size.
    #[inline]
    #[must_use]
    pub const fn and_one(self, die: Option<Die>) -> Pool {
        Pool { counts: self.counts.and_one_of_any(Pool::one(die)) }
    }

    const fn one(die: Option<Die>) -> Packed {
        match die {
            Some(die) => Packed::one(die.step()),
            None => Packed::NONE,
        }
    }

    /// The sum of the steps of all dice, up to 51.
    #[inline]
    #[must_use]
    pub const fn steps(&self) -> u8 {
        self.counts.steps()
    }

    /// The largest die.
    #[inline]
    #[must_use]
    pub const fn largest(&self) -> Option<Die> {
        Die::of_step(self.counts.largest())
    }

    /// The smallest die.
    #[inline]
    #[must_use]
    pub const fn smallest(&self) -> Option<Die> {
        Die::of_step(self.counts.smallest())
    }

    /// Keeps whole sizes, from the largest down, until they hold at least `many` dice, and drops the smaller ones.
    #[inline]
    pub(super) const fn covering(self, many: u8) -> Pool {
        Pool { counts: self.counts.covering(many) }
    }

    /// Only the `most` largest dice, of at most 127.
    #[inline]
    #[must_use]
    pub const fn largest_of(self, most: u8) -> Pool {
        Pool { counts: self.counts.largest_of(most) }
    }

    /// The largest die that remains once the `dice` largest are set aside.
    #[must_use]
    pub fn largest_after(self, dice: u8) -> Option<Die> {
        let mut before = dice;
        Die::ALL.into_iter().rev().find(|&die| {
            let found = self.count(die) > before;
            before = before.saturating_sub(self.count(die));
            found
        })
    }

    /// The `most` smallest dice, and the others.
    #[inline]
    pub(super) fn split(self, most: u8) -> (Pool, Pool) {
        if self.dice() <= most {
            return (self, Pool::EMPTY);
        }
        let larger = self.largest_of(self.dice() - most);
        (self.less(larger), larger)
    }

    /// Removes these dice; the pool must have them.
    const fn less(self, other: Pool) -> Pool {
        Pool { counts: self.counts.less(other.counts) }
    }

    /// The dice, the smallest first.
    pub fn iter(&self) -> impl Iterator<Item = Die> + Clone + use<> {
        let pool = *self;
        Die::ALL.into_iter().flat_map(move |die| (0..pool.count(die)).map(move |_| die))
    }

    /// The number of ways in which the dice can fall. `None` for more than [`MOST_DICE`] dice, or if the number does
    /// not fit in 63 bits.
    #[must_use]
    pub fn ways(&self) -> Option<u64> {
        let all = self.iter().try_fold(1_u64, |ways, die| ways.checked_mul(die.faces().into()));
        all.filter(|ways| usize::from(self.dice()) <= MOST_DICE && ways >> 63 == 0)
    }
}

/// A pool of one die, or an empty one.
impl From<Option<Die>> for Pool {
    #[inline]
    fn from(die: Option<Die>) -> Pool {
        Pool { counts: Pool::one(die) }
    }
}

impl FromIterator<Die> for Pool {
    fn from_iter<I: IntoIterator<Item = Die>>(dice: I) -> Pool {
        dice.into_iter().fold(Pool::EMPTY, |pool, die| pool.with(die, 1))
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pool({self})")
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("no dice");
        }
        let mut gap = "";
        for die in Die::ALL {
            match self.count(die) {
                0 => continue,
                1 => write!(f, "{gap}{die}")?,
                some => write!(f, "{gap}{some}{die}")?,
            }
            gap = " ";
        }
        Ok(())
    }
}
