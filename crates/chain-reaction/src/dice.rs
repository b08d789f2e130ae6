//! Six-sided dice, read one by one (CR-dice-1).

use std::fmt;

use chance::{Address, Chance, Dice};

use crate::rules::MOST_PASSED;

/// The sum of two dice (CR-dice-5).
pub(crate) const TWO: Dice = Dice::sum(2);

/// Two dice, each read separately (CR-dice-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The first die, 1 to 6.
    pub first: u8,
    /// The second die.
    pub second: u8,
}

impl Pair {
    /// How many dice pass against a Rep: dice equal to or below it (CR-dice-2).
    #[inline]
    #[must_use]
    pub const fn passed(self, rep: u8) -> u8 {
        (self.first <= rep) as u8 + (self.second <= rep) as u8
    }

    /// Whether both show a 1 (CR-hero-1).
    #[inline]
    #[must_use]
    pub const fn is_snake_eyes(self) -> bool {
        self.first == 1 && self.second == 1
    }

    /// Whether both show the same face.
    #[inline]
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.first == self.second
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.first, self.second)
    }
}

/// Every throw of two dice; the hardest to pass comes first.
const PAIRS: [(Pair, u32); 36] = {
    let mut pairs = [(Pair { first: 6, second: 6 }, 1); 36];
    let mut place = 0;
    while place < 36 {
        pairs[place].0 = Pair { first: 6 - place as u8 / 6, second: 6 - place as u8 % 6 };
        place += 1;
    }
    pairs
};

/// Throws two dice.
#[inline]
pub fn pair<C: Chance>(chance: &mut C, at: Address) -> Pair {
    chance.comes_to(at, &PAIRS, 2, |faces| Pair { first: faces[0], second: faces[1] })
}

/// Whether one die passes against a Rep (CR-dice-2).
#[inline]
pub fn passes<C: Chance>(chance: &mut C, at: Address, rep: u8) -> bool {
    chance.roll(at, &chance::D6, |face| face <= rep)
}

/// How many of two dice pass against a Rep, if no other figure reads them (CR-dice-2).
#[inline]
pub fn passed<C: Chance>(chance: &mut C, at: Address, rep: u8) -> u8 {
    let (low, high) = (u32::from(rep.min(6)), 6 - u32::from(rep.min(6)));
    let rows = [(0, high * high), (1, 2 * low * high), (2, low * low)];
    chance.comes_to(at, &rows, 2, |faces| faces.iter().filter(|&&face| face <= rep).count() as u8)
}

/// How many of these dice pass against a Rep, at most two (CR-dice-2). One draw for each die, from this address on.
#[inline]
pub fn passed_of<C: Chance>(chance: &mut C, at: Address, rep: u8, dice: u8) -> u8 {
    let passed = (0..dice).filter(|&die| passes(chance, at.further(die.into()), rep)).count() as u8;
    passed.min(MOST_PASSED)
}
