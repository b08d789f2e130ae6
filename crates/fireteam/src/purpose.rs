//! What a draw is for: the second part of its address.

pub(crate) const INITIATIVE: u8 = 0;
pub(crate) const ATTACK: u8 = 1;
pub(crate) const SAVE: u8 = 2;
pub(crate) const EFFECT: u8 = 3;
pub(crate) const UNPIN: u8 = 4;
pub(crate) const RUSH: u8 = 5;
pub(crate) const BLAST: u8 = 6;
pub(crate) const DEPLOY: u8 = 7;
