//! What a draw is for: the second part of its address.

pub(crate) const TO_HIT: u8 = 0;
pub(crate) const EFFECT: u8 = 1;
pub(crate) const HELMET: u8 = 2;
pub(crate) const HOSTAGE: u8 = 3;
pub(crate) const HOSTAGE_PLACE: u8 = 4;
pub(crate) const BURST: u8 = 5;
pub(crate) const REACTION: u8 = 6;
pub(crate) const INTERRUPT: u8 = 7;
pub(crate) const LUCK: u8 = 8;
pub(crate) const TEST: u8 = 9;
pub(crate) const TARGET: u8 = 10;
pub(crate) const STUN: u8 = 11;
pub(crate) const GAS: u8 = 12;
pub(crate) const DEPLOY: u8 = 13;

// Which task of a figure in a turn it is, for `TEST`.

pub(crate) const RECOVERY: u8 = 0;
pub(crate) const THROW: u8 = 1;
pub(crate) const DOOR: u8 = 2;
pub(crate) const BOMB: u8 = 3;
