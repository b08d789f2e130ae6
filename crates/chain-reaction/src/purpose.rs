//! What a draw is for: the second part of its address.

pub(crate) const TEST: u8 = 0;
pub(crate) const LEADER_DIE: u8 = 1;
pub(crate) const BORN_LEADER_DIE: u8 = 2;
pub(crate) const VOLLEY: u8 = 3;
pub(crate) const PITIFUL: u8 = 4;
pub(crate) const DAMAGE: u8 = 5;
pub(crate) const RECOVER: u8 = 6;
pub(crate) const MELEE: u8 = 7;
pub(crate) const THROW: u8 = 8;
pub(crate) const FALL: u8 = 9;
pub(crate) const ACTIVATION: u8 = 10;
pub(crate) const STUMBLE: u8 = 11;
pub(crate) const FOCUS: u8 = 12;
pub(crate) const DEPLOY: u8 = 13;
pub(crate) const SECTIONS: u8 = 20;
pub(crate) const BUSHES: u8 = 21;
pub(crate) const RIVER: u8 = 22;
pub(crate) const RIVER_RUN: u8 = 23;
pub(crate) const ROAD_RUN: u8 = 24;
