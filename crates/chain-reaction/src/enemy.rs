//! How a side run by tables moves its groups (CR-np).

use std::fmt;

use chance::{Address, Chance, D6};

use crate::dice;
use crate::options::NpOutnumbers;
use crate::rules::{MOST_PASSED, Rules};

/// The orders of a group run by its table (CR-np-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Orders {
    /// It splits: one part moves up and fires, the other goes round a flank.
    FlankAndFire,
    /// It takes up a position, in cover if it can, and fires.
    MoveUpAndFire,
    /// It seeks cover within range of its weapons, fires, and follows an enemy who retires.
    CoverInRangeAndFire,
    /// It seeks cover and stays, and retires if it is attacked on a flank.
    CoverAndStay,
    /// It halts.
    Halt,
}

impl fmt::Display for Orders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Orders::FlankAndFire => "flank and fire",
            Orders::MoveUpAndFire => "move up and fire",
            Orders::CoverInRangeAndFire => "cover in range and fire",
            Orders::CoverAndStay => "cover and stay",
            Orders::Halt => "halt",
        })
    }
}

impl Orders {
    /// The cell of the table for this number of dice passed (CR-np-1).
    #[must_use]
    pub const fn of(passed: u8, outnumbers: bool) -> Orders {
        match (passed, outnumbers) {
            (0, false) => Orders::Halt,
            (0, true) | (1, false) => Orders::CoverAndStay,
            (1, true) => Orders::MoveUpAndFire,
            (_, false) => Orders::CoverInRangeAndFire,
            (_, true) => Orders::FlankAndFire,
        }
    }
}

/// How many dice a group passes against its leader's Rep: it has one more die in cover and one more for twice the
/// numbers (CR-np-1). A group that has once passed two dice rolls no more and passes two (CR-np-2). Up to four draws
/// from this address on.
pub fn passed<C: Chance>(chance: &mut C, at: Address, rep: u8, in_cover: bool, twice: bool, once_two: bool) -> u8 {
    if once_two { MOST_PASSED } else { dice::passed_of(chance, at, rep, 2 + u8::from(in_cover) + u8::from(twice)) }
}

/// Numbers of figures that carry on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Figures of the group.
    pub group: u32,
    /// Figures of its side.
    pub side: u32,
    /// Figures of the other side.
    pub enemies: u32,
    /// Figures of the other side that the group sees.
    pub seen: u32,
}

impl Numbers {
    /// Whether the group outnumbers its enemy (CR-np-1).
    #[must_use]
    pub const fn outnumber(self, rules: &Rules) -> bool {
        match rules.np_outnumbers {
            NpOutnumbers::GroupAgainstSide => self.group > self.enemies,
            NpOutnumbers::SideAgainstSide => self.side > self.enemies,
            NpOutnumbers::GroupAgainstSeen => self.group > self.seen,
        }
    }
}

/// Whether a side has at least twice as many figures on the table as the other, counting all that are not out, dead,
/// captured or gone (CR-np-1).
#[must_use]
pub const fn has_twice_as_many(own: u32, others: u32) -> bool {
    own >= 2 * others
}

/// A way round an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flank {
    /// To its left.
    Left,
    /// To its right.
    Right,
}

/// Rolls the flank that the second part of a group goes round (CR-np-1).
pub fn flank<C: Chance>(chance: &mut C, at: Address) -> Flank {
    chance.roll(at, &D6, |die| if die <= 3 { Flank::Left } else { Flank::Right })
}

/// How many of a group's figures that carry on go round the flank: half, rounded down (CR-np-1).
#[must_use]
pub const fn flankers(carrying_on: u32) -> u32 {
    carrying_on / 2
}
