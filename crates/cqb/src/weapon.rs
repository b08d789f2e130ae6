//! Weapons (CQB-1.4.2).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A weapon's category, which decides its aiming modifier (CQB-1.4.2a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// Cheap pocket pistols.
    Junk,
    /// Service pistols.
    GeneralPistol,
    /// Long-barrelled pistols.
    TargetPistol,
    /// Submachine guns.
    #[schemars(title = "SMG")]
    Smg,
    /// Submachine guns that aim better than most.
    #[schemars(title = "SMG+")]
    SmgPlus,
    /// Rifles that aim worse than most.
    PoorRifle,
    /// General rifles.
    Rifle,
    /// Sniper rifles.
    SniperRifle,
    /// Shotguns.
    Shotgun,
}

impl Category {
    /// Whether it takes two hands.
    #[must_use]
    pub const fn two_handed(self) -> bool {
        !matches!(self, Category::Junk | Category::GeneralPistol | Category::TargetPistol)
    }

    /// Whether the rulebook gives it heavy recoil when fired in one hand (CQB-1.4.2c).
    #[must_use]
    pub const fn is_smg(self) -> bool {
        matches!(self, Category::Smg | Category::SmgPlus)
    }
}

/// A weapon's fire category, which decides its rate of fire (CQB-1.4.2b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fire {
    /// Slow single shot: bolt action.
    Slow,
    /// Rapid single shot: pump action.
    Rapid,
    /// Semi-automatic and double action.
    Semi,
    /// Bursts of two or three rounds.
    Burst,
    /// Full automatic.
    Auto,
}

impl Fire {
    /// Whether it fires bursts rather than single shots.
    #[must_use]
    pub const fn in_bursts(self) -> bool {
        matches!(self, Fire::Burst | Fire::Auto)
    }
}

/// A weapon's recoil class (CQB-1.4.2c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Recoil {
    /// Everything that is not heavy.
    Light,
    /// Magnum and machine pistols, full-size SMGs in one hand, rifles of 7.62 mm or more, shotguns.
    Heavy,
}

/// The round a weapon fires (CQB-1.4.2d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// Pistols and submachine guns.
    Pistol,
    /// Magnum pistols.
    Magnum,
    /// Rifles.
    Rifle,
    /// Shotguns.
    Shotgun,
    /// .50 Browning and the like.
    #[schemars(title = ".50")]
    Fifty,
}

impl Round {
    /// Every type, in order.
    pub const ALL: [Round; 5] = [Round::Pistol, Round::Magnum, Round::Rifle, Round::Shotgun, Round::Fifty];
}

/// A weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Category, for the aiming table.
    pub category: Category,
    /// Fire category, for the rate of fire.
    pub fire: Fire,
    /// Recoil class.
    pub recoil: Recoil,
    /// Type of round.
    pub round: Round,
    /// Whether it has a telescopic sight.
    #[serde(default)]
    pub scope: bool,
    /// Rounds in a burst of a burst-fire weapon, 2 or 3.
    #[serde(default = "three")]
    #[schemars(range(min = 2, max = 3))]
    pub burst_rounds: u8,
}

pub(crate) const fn three() -> u8 {
    3
}

/// Labels of weapons whose names are not words.
pub(crate) fn labels() -> BTreeMap<&'static str, &'static str> {
    [("smg", "SMG"), ("smg+", "SMG+"), ("smg+ auto", "SMG+ auto")].into()
}

/// The weapons named in the rulebook, and other usual ones (CQB-1.4.2a).
pub(crate) fn catalogue() -> impl Iterator<Item = (&'static str, Weapon)> {
    use {Category as C, Fire as F, Recoil as R, Round as B};
    let weapon =
        |category, fire, recoil, round| Weapon { category, fire, recoil, round, scope: false, burst_rounds: 3 };
    let scoped = |weapon| Weapon { scope: true, ..weapon };
    [
        ("pocket pistol", weapon(C::Junk, F::Semi, R::Light, B::Pistol)),
        ("pistol", weapon(C::GeneralPistol, F::Semi, R::Light, B::Pistol)),
        ("machine pistol", weapon(C::GeneralPistol, F::Auto, R::Heavy, B::Pistol)),
        ("magnum", weapon(C::TargetPistol, F::Semi, R::Heavy, B::Magnum)),
        ("target pistol", weapon(C::TargetPistol, F::Semi, R::Light, B::Pistol)),
        ("smg", weapon(C::Smg, F::Auto, R::Light, B::Pistol)),
        ("smg+", weapon(C::SmgPlus, F::Burst, R::Light, B::Pistol)),
        ("smg+ auto", weapon(C::SmgPlus, F::Auto, R::Light, B::Pistol)),
        ("poor rifle", weapon(C::PoorRifle, F::Auto, R::Heavy, B::Rifle)),
        ("rifle", weapon(C::Rifle, F::Burst, R::Light, B::Rifle)),
        ("rifle auto", weapon(C::Rifle, F::Auto, R::Light, B::Rifle)),
        ("battle rifle", weapon(C::Rifle, F::Semi, R::Heavy, B::Rifle)),
        ("battle rifle auto", weapon(C::Rifle, F::Auto, R::Heavy, B::Rifle)),
        ("sniper rifle", scoped(weapon(C::SniperRifle, F::Slow, R::Heavy, B::Rifle))),
        ("self-loading sniper rifle", scoped(weapon(C::SniperRifle, F::Semi, R::Heavy, B::Rifle))),
        (".50 rifle", scoped(weapon(C::SniperRifle, F::Slow, R::Heavy, B::Fifty))),
        ("shotgun", weapon(C::Shotgun, F::Rapid, R::Heavy, B::Shotgun)),
        ("self-loading shotgun", weapon(C::Shotgun, F::Semi, R::Heavy, B::Shotgun)),
    ]
    .into_iter()
}
