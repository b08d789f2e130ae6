//! The rulebook as data: every table and option. `Default` is the rulebook as printed.

use chance::Pack;
use engage::{Problem, Rulebook};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::options::Rules;
use crate::options::*;
pub use crate::tables::*;
use crate::weapon::{Category, Fire, Weapon};

/// How good a figure is: which deck it draws from, nothing else (CQB-1.4.1a).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Civilians and ordinary criminals.
    Novice,
    /// Police, soldiers, hardened criminals.
    #[default]
    Experienced,
    /// Long-service police and soldiers, career terrorists.
    Veteran,
    /// Special-operations and first-rate tactical teams.
    Elite,
}

impl Ability {
    /// Every ability, worst first.
    pub const ALL: [Ability; 4] = [Ability::Novice, Ability::Experienced, Ability::Veteran, Ability::Elite];
}

/// A team's luck, if it is not rolled for (CQB-2.2b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fortune {
    /// One joker.
    Good,
    /// Two jokers.
    #[default]
    Average,
    /// Three jokers.
    Bad,
}

/// The name of the average die in logs (CQB-2.2b).
pub(crate) const AVERAGE_DIE: &str = "average die";

impl Fortune {
    /// A team's luck by its average die: 2 is bad, 5 is good (CQB-2.2b).
    #[must_use]
    pub const fn of(face: u8) -> Fortune {
        match face {
            ..=2 => Fortune::Bad,
            5.. => Fortune::Good,
            _ => Fortune::Average,
        }
    }
}

impl Rulebook for Rules {
    fn problems(&self, at: &str) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut report = |key: &str, message: &str| problems.push(Problem::new(format!("{at}{key}"), message));
        if self.range.is_empty() || !self.range.is_sorted_by(|a, b| a.up_to < b.up_to) {
            report("range", "expected at least one band, in ascending order of `up_to`");
        }
        if self.recoil_light.len() > 255 || self.recoil_heavy.len() > 255 {
            report("recoil_heavy", "expected at most 255 shots");
        }
        problems
    }
}

impl Rules {
    /// The pack of an ability with this many jokers (CQB-2.1a).
    #[must_use]
    pub const fn pack(&self, ability: Ability, jokers: u8) -> Pack {
        let low = match ability {
            Ability::Novice => self.lowest_card.novice,
            Ability::Experienced => self.lowest_card.experienced,
            Ability::Veteran => self.lowest_card.veteran,
            Ability::Elite => self.lowest_card.elite,
        };
        Pack::new(low, jokers)
    }

    /// Jokers in the decks of a team with this luck (CQB-2.2b).
    #[must_use]
    pub const fn jokers_of(&self, luck: Fortune) -> u8 {
        match luck {
            Fortune::Good => self.jokers.good,
            Fortune::Average => self.jokers.average,
            Fortune::Bad => self.jokers.bad,
        }
    }

    /// Shots or bursts in a fire action (CQB-5.1a).
    #[must_use]
    pub const fn rate_of(&self, fire: Fire) -> u8 {
        match fire {
            Fire::Slow => self.rate.slow,
            Fire::Rapid => self.rate.rapid,
            Fire::Semi => self.rate.semi,
            Fire::Burst => self.rate.burst,
            Fire::Auto => self.rate.auto,
        }
    }

    /// The difficulty of the test to open a door, if there is one (CQB-4c, CQB-8a).
    #[must_use]
    pub const fn door_difficulty(&self) -> Option<i8> {
        match self.door_test {
            DoorTest::None => None,
            DoorTest::Easy => Some(self.difficulty.easy),
            DoorTest::Moderate => Some(self.difficulty.moderate),
            DoorTest::Difficult => Some(self.difficulty.difficult),
            DoorTest::VeryDifficult => Some(self.difficulty.very_difficult),
        }
    }

    /// The aiming modifier of a category, without a sight (CQB-5.3.2b).
    #[must_use]
    pub fn aim_of(&self, category: Category) -> i8 {
        match category {
            Category::Junk => self.aim.junk,
            Category::GeneralPistol => self.aim.general_pistol,
            Category::TargetPistol => self.aim.target_pistol,
            Category::Smg => self.aim.smg,
            Category::SmgPlus => self.aim.smg_plus,
            Category::PoorRifle => self.aim.poor_rifle,
            Category::Rifle => self.aim.rifle,
            Category::SniperRifle => self.aim.sniper_rifle,
            Category::Shotgun if self.shotgun_aim == ShotgunAim::AsPoorRifle => self.aim.poor_rifle,
            Category::Shotgun => self.aim.shotgun,
        }
    }

    /// A weapon by name.
    ///
    /// # Errors
    /// If there is no such weapon; the message lists the names.
    pub fn weapon(&self, name: &str) -> Result<Weapon, String> {
        self.weapons.get(name).copied().ok_or_else(|| {
            let names: Vec<String> = self.weapons.keys().map(|name| format!("`{name}`")).collect();
            format!("unknown weapon `{name}`, expected one of {}", names.join(", "))
        })
    }

    /// The faces of the average die as a table (CQB-1.3d).
    #[must_use]
    pub fn average_die(&self) -> [(u8, u32); 6] {
        self.average_die.map(|face| (face, 1))
    }
}
