//! Weapons (CR-wpn).

use std::fmt;

use engage::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A weapon (CR-wpn-table).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Weapon {
    /// A pistol.
    #[serde(rename = "pistol")]
    Pistol,
    /// A big pistol.
    #[serde(rename = "ba pistol")]
    #[schemars(title = "BA pistol")]
    BaPistol,
    /// A shotgun (CR-wpn-shotgun).
    #[serde(rename = "shotgun")]
    Shotgun,
    /// A bolt action or sniper rifle.
    #[serde(rename = "bolt action rifle")]
    BoltActionRifle,
    /// A semi-automatic rifle.
    #[serde(rename = "semi-automatic rifle")]
    SemiAutomaticRifle,
    /// A machine pistol.
    #[serde(rename = "machine pistol")]
    MachinePistol,
    /// A submachine gun.
    #[serde(rename = "submachine gun")]
    SubmachineGun,
    /// An assault rifle.
    #[default]
    #[serde(rename = "assault rifle")]
    AssaultRifle,
    /// A squad automatic weapon.
    #[serde(rename = "squad automatic weapon")]
    SquadAutomaticWeapon,
    /// A hand grenade (CR-gren).
    #[serde(rename = "grenade")]
    Grenade,
    /// A grenade launcher, in place of a gun (CR-wpn-gl).
    #[serde(rename = "grenade launcher")]
    GrenadeLauncher,
    /// A rocket launcher (CR-wpn-rl).
    #[serde(rename = "rocket launcher")]
    RocketLauncher,
}

impl Weapon {
    /// The rulebook's name for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Weapon::Pistol => "pistol",
            Weapon::BaPistol => "ba pistol",
            Weapon::Shotgun => "shotgun",
            Weapon::BoltActionRifle => "bolt action rifle",
            Weapon::SemiAutomaticRifle => "semi-automatic rifle",
            Weapon::MachinePistol => "machine pistol",
            Weapon::SubmachineGun => "submachine gun",
            Weapon::AssaultRifle => "assault rifle",
            Weapon::SquadAutomaticWeapon => "squad automatic weapon",
            Weapon::Grenade => "grenade",
            Weapon::GrenadeLauncher => "grenade launcher",
            Weapon::RocketLauncher => "rocket launcher",
        }
    }

    /// Whether it bursts in a blast circle instead of rolling dice to hit (CR-blast-1).
    #[must_use]
    pub const fn bursts(self) -> bool {
        matches!(self, Weapon::Grenade | Weapon::GrenadeLauncher | Weapon::RocketLauncher)
    }

    /// Whether a figure can fire two of this weapon at once (CR-twin-1).
    #[must_use]
    pub const fn twins(self) -> bool {
        matches!(self, Weapon::Pistol | Weapon::BaPistol | Weapon::MachinePistol)
    }

    /// Whether it is a long arm, which has the heavier gun butt (CR-melee-1).
    #[must_use]
    pub const fn is_long(self) -> bool {
        !self.twins() && !matches!(self, Weapon::Grenade)
    }
}

impl fmt::Display for Weapon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a weapon can do (CR-wpn-table).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// Range (CR-wpn-2).
    pub range: Inches,
    /// The most dice it rolls to hit, 1 to 4; 0 for weapons that burst (CR-wpn-1).
    #[schemars(range(max = 4))]
    pub targets: u8,
    /// The highest roll of the damage die that puts the target out of the fight, 0 to 6 (CR-dmg-1).
    #[schemars(range(max = 6))]
    pub impact: u8,
    /// Its outgunned ranking (CR-og-1).
    #[schemars(range(min = 0, max = 20))]
    pub ranking: u8,
}

const fn stats(range: i32, targets: u8, impact: u8, ranking: u8) -> Stats {
    Stats { range: Inches::whole(range), targets, impact, ranking }
}

engage::table! {
    /// What each weapon can do (CR-wpn-table).
    Weapons: Stats {
        /// A pistol.
        pistol = stats(12, 2, 1, 2),
        /// A big pistol.
        ba_pistol = stats(12, 2, 2, 2),
        /// A shotgun.
        shotgun = stats(12, 3, 2, 3),
        /// A bolt action rifle.
        bolt_action_rifle = stats(48, 1, 3, 1),
        /// A semi-automatic rifle.
        semi_automatic_rifle = stats(48, 2, 3, 2),
        /// A machine pistol.
        machine_pistol = stats(12, 3, 1, 3),
        /// A submachine gun.
        submachine_gun = stats(24, 3, 1, 3),
        /// An assault rifle.
        assault_rifle = stats(48, 3, 3, 3),
        /// A squad automatic weapon.
        squad_automatic_weapon = stats(48, 4, 3, 4),
        /// A hand grenade.
        grenade = stats(6, 0, 2, 5),
        /// A grenade launcher.
        grenade_launcher = stats(24, 0, 2, 5),
        /// A rocket launcher.
        rocket_launcher = stats(48, 0, 5, 5),
    }
}

impl Weapons {
    /// What a weapon can do.
    #[must_use]
    pub const fn of(&self, weapon: Weapon) -> Stats {
        match weapon {
            Weapon::Pistol => self.pistol,
            Weapon::BaPistol => self.ba_pistol,
            Weapon::Shotgun => self.shotgun,
            Weapon::BoltActionRifle => self.bolt_action_rifle,
            Weapon::SemiAutomaticRifle => self.semi_automatic_rifle,
            Weapon::MachinePistol => self.machine_pistol,
            Weapon::SubmachineGun => self.submachine_gun,
            Weapon::AssaultRifle => self.assault_rifle,
            Weapon::SquadAutomaticWeapon => self.squad_automatic_weapon,
            Weapon::Grenade => self.grenade,
            Weapon::GrenadeLauncher => self.grenade_launcher,
            Weapon::RocketLauncher => self.rocket_launcher,
        }
    }

    /// All weapons by key.
    pub(crate) const fn all(&self) -> [(&'static str, Stats); 12] {
        [
            ("pistol", self.pistol),
            ("ba_pistol", self.ba_pistol),
            ("shotgun", self.shotgun),
            ("bolt_action_rifle", self.bolt_action_rifle),
            ("semi_automatic_rifle", self.semi_automatic_rifle),
            ("machine_pistol", self.machine_pistol),
            ("submachine_gun", self.submachine_gun),
            ("assault_rifle", self.assault_rifle),
            ("squad_automatic_weapon", self.squad_automatic_weapon),
            ("grenade", self.grenade),
            ("grenade_launcher", self.grenade_launcher),
            ("rocket_launcher", self.rocket_launcher),
        ]
    }
}

/// A weapon for melee (CR-melee-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum MeleeWeapon {
    /// Bare hands.
    #[default]
    #[serde(rename = "none")]
    None,
    /// An improvised weapon for one hand.
    #[serde(rename = "improvised")]
    Improvised,
    /// A weapon for one hand.
    #[serde(rename = "one-handed")]
    OneHanded,
    /// An improvised weapon for two hands.
    #[serde(rename = "improvised two-handed")]
    ImprovisedTwoHanded,
    /// A weapon for two hands.
    #[serde(rename = "two-handed")]
    TwoHanded,
}

impl MeleeWeapon {
    /// Its Impact, which only counts in comparison with the other weapon's (CR-melee-1).
    #[must_use]
    pub const fn impact(self) -> u8 {
        match self {
            MeleeWeapon::None => 0,
            MeleeWeapon::Improvised => 1,
            MeleeWeapon::OneHanded | MeleeWeapon::ImprovisedTwoHanded => 2,
            MeleeWeapon::TwoHanded => 3,
        }
    }
}
