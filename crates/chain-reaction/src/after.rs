//! The condition of figures after a battle (CR-after).

use std::fmt;

use chance::{Address, Chance};

use crate::dice;

/// A figure's state at the end of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Left {
    /// On its feet, or safe off the table by cheating death, which has already cost Rep (CR-star-2).
    Fit,
    /// Out of the fight (CR-status-out).
    OutOfTheFight,
    /// Off the table by retiring (CR-status-retire).
    RanAway,
    /// A captive (CR-kill-1).
    Captured {
        /// Whether it was out of the fight.
        wounded: bool,
    },
    /// Dead.
    Dead,
}

/// A figure's condition for the next battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Aftermath {
    /// It comes back with this Rep, 1 to 6.
    Back(u8),
    /// Rep 0: retired from play.
    Retired,
    /// It does not come back.
    Lost,
    /// Dead.
    Dead,
}

/// How a figure recovers from its wounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Recovery {
    /// At its full Rep.
    Full,
    /// At one Rep less.
    Less,
    /// Not at all.
    Not,
}

impl fmt::Display for Recovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Recovery::Full => "full Rep",
            Recovery::Less => "Rep -1",
            Recovery::Not => "dead",
        })
    }
}

impl Recovery {
    /// The condition of a figure of this Rep after recovery, or `none` (CR-after-1).
    #[must_use]
    pub const fn standing(self, rep: u8, none: Aftermath) -> Aftermath {
        match (self, rep) {
            (Recovery::Full, _) => Aftermath::Back(rep),
            (Recovery::Less, 0 | 1) => Aftermath::Retired,
            (Recovery::Less, _) => Aftermath::Back(rep - 1),
            (Recovery::Not, _) => none,
        }
    }
}

/// The recovery roll of a figure that was out of the fight or ran away (CR-after-1).
pub fn recovers<C: Chance>(chance: &mut C, at: Address, rep: u8) -> Recovery {
    match dice::passed(chance, at, rep) {
        0 => Recovery::Not,
        1 => Recovery::Less,
        _ => Recovery::Full,
    }
}

/// A figure's condition after a battle. Its side holds the field if one of its figures carries on and no enemy does; only
/// then captives are freed (CR-after-1).
pub fn after_battle<C: Chance>(chance: &mut C, at: Address, rep: u8, left: Left, held: bool) -> Aftermath {
    match left {
        Left::Fit => Aftermath::Back(rep),
        Left::Dead => Aftermath::Dead,
        Left::RanAway => recovers(chance, at, rep).standing(rep, Aftermath::Lost),
        Left::Captured { .. } if !held => Aftermath::Lost,
        Left::Captured { wounded: false } => Aftermath::Back(rep),
        Left::Captured { wounded: true } | Left::OutOfTheFight => {
            recovers(chance, at, rep).standing(rep, Aftermath::Dead)
        }
    }
}
