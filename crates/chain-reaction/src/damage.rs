//! Damage: what a hit does (CR-dmg, CR-star-1, CR-star-2).

use chance::{Address, Chance, D6};

use crate::dice;
use crate::options::MultipleHits;
use crate::purpose;
use crate::rules::Rules;

/// The fate of a figure that is hit, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// It is stunned (CR-status-stun).
    Stunned,
    /// It is out of the fight (CR-status-out).
    Out,
    /// It cheats death and leaves the table (CR-star-2).
    CheatsDeath,
    /// It is dead (CR-status-dead).
    Dead,
}

impl Fate {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Fate::Stunned => "stunned",
            Fate::Out => "out",
            Fate::CheatsDeath => "cheats death",
            Fate::Dead => "dead",
        }
    }
}

/// A figure that is hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Victim {
    /// Its Rep.
    pub rep: u8,
    /// Whether it is a Star.
    pub star: bool,
    /// Whether it cheats death when it can (CR-star-2).
    pub cheats: bool,
}

impl Victim {
    /// The fate of the figure when killed by an attacker of this Rep (CR-star-1, CR-star-2).
    #[must_use]
    pub const fn killed_by(&self, rep: u8) -> Fate {
        if !self.star {
            Fate::Dead
        } else if rep < self.rep {
            Fate::Out
        } else if self.cheats {
            Fate::CheatsDeath
        } else {
            Fate::Dead
        }
    }
}

/// The fate caused by one hit with this Impact from an attacker of this Rep (CR-dmg-1). A figure that is knocked down
/// tests Recover immediately (CR-recover-1).
pub fn hit<C: Chance>(chance: &mut C, at: Address, impact: u8, attacker: u8, victim: &Victim) -> Fate {
    let thrown = chance.roll(at.purpose(purpose::DAMAGE), &D6, |face| match face {
        1 => Some(Fate::Dead),
        _ if face <= impact => Some(Fate::Out),
        _ => None,
    });
    let fate = thrown.unwrap_or_else(|| match dice::passed(chance, at.purpose(purpose::RECOVER), victim.rep) {
        0 => Fate::Dead,
        1 => Fate::Out,
        _ => Fate::Stunned,
    });
    if fate == Fate::Dead { victim.killed_by(attacker) } else { fate }
}

/// Whether no further hits are rolled on a figure after this result (CR-dmg-3).
#[must_use]
pub fn settles(rules: &Rules, worst: Fate) -> bool {
    worst > Fate::Stunned && rules.multiple_hits == MultipleHits::StopWhenOut
}
