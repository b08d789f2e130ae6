//! The constant profile of a figure.

use engage::Side;

use crate::figure::Condition;
use crate::fire::hit::{AimAt, Armour};
use crate::rules::Ability;
use crate::squad::Doctrine;
use crate::weapon::Weapon;

/// The constant profile of a figure.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub(crate) side: Side,
    pub(crate) ability: Ability,
    pub(crate) weapon: Weapon,
    pub(crate) armour: Armour,
    pub(crate) doctrine: Doctrine,
    pub(crate) kit: Kit,
    /// Injuries and a jam that it begins with.
    pub(crate) hurt: Hurt,
    /// Parts that show behind cover (CQB-5.3.7).
    pub(crate) shows: Vec<AimAt>,
    /// Its deck, by number.
    pub(crate) deck: u8,
    /// Its place along its side's line, in thousandths of an inch from the middle.
    pub(crate) place: i32,
}

/// What a figure carries on a map.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kit {
    /// Stun grenades.
    pub(crate) stun: u8,
    /// Gas grenades.
    pub(crate) gas: u8,
    /// Whether it wears a mask against gas.
    pub(crate) mask: bool,
}

/// What a figure begins with: its injuries and a jam (CQB-5.5.4, CQB-9a).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hurt {
    pub(crate) condition: Condition,
    /// Whether its weapon is jammed.
    pub(crate) jammed: bool,
}
