//! A die.

use std::fmt;

/// A die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Die {
    /// Four faces.
    D4,
    /// Six faces.
    D6,
    /// Eight faces.
    D8,
    /// Ten faces.
    D10,
    /// Twelve faces.
    D12,
}

impl Die {
    /// Every die, the smallest first.
    pub const ALL: [Die; 5] = [Die::D4, Die::D6, Die::D8, Die::D10, Die::D12];

    /// The number of faces.
    #[inline]
    #[must_use]
    pub const fn faces(self) -> u8 {
        Die::faces_of_step(self.step() as u32) as u8
    }

    /// The number of faces of the die with this step.
    #[inline]
    pub(super) const fn faces_of_step(step: u32) -> u32 {
        2 * step + 2
    }

    /// The die's place in order of size, from 1 for the d4 to 5 for the d12.
    #[inline]
    #[must_use]
    pub const fn step(self) -> u8 {
        self as u8 + 1
    }

    /// The die with this step; `None` below 1 and above 5.
    #[must_use]
    pub const fn of_step(step: u8) -> Option<Die> {
        if step >= 1 && step <= 5 { Some(Die::ALL[step as usize - 1]) } else { None }
    }

    /// The next larger die; `None` above the d12.
    #[must_use]
    pub const fn up(self) -> Option<Die> {
        Die::of_step(self.step() + 1)
    }

    /// The next smaller die; `None` below the d4.
    #[must_use]
    pub const fn down(self) -> Option<Die> {
        Die::of_step(self.step() - 1)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.faces())
    }
}

/// The most dice in a pool.
pub const MOST_DICE: usize = 24;
