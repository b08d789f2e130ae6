//! What a draw is for: the second part of its address.

pub(crate) const SPOT: u8 = 0;
pub(crate) const SHOT: u8 = 1;
pub(crate) const EFFECT: u8 = 2;
pub(crate) const THROW: u8 = 3;
pub(crate) const DIRECTION: u8 = 4;
pub(crate) const DISTANCE: u8 = 5;
pub(crate) const BLAST: u8 = 6;
pub(crate) const DEPLOY: u8 = 7;
pub(crate) const STRAY: u8 = 8;
