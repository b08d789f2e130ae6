//! The purpose of a draw, which is the second part of its address.

engage::purposes! {
    TO_HIT = "to_hit",
    EFFECT = "effect",
    HELMET = "helmet",
    HOSTAGE = "hostage",
    HOSTAGE_PLACE = "hostage_place",
    BURST = "burst",
    REACTION = "reaction",
    INTERRUPT = "interrupt",
    LUCK = "luck",
    TEST = "test",
    TARGET = "target",
    STUN = "stun",
    GAS = "gas",
    DEPLOY = "deploy",
    LOOK_AHEAD = "look ahead",
}

// The number of a task of a figure in a turn, for `TEST`.

pub(crate) const RECOVERY: u8 = 0;
pub(crate) const THROW: u8 = 1;
pub(crate) const DOOR: u8 = 2;
pub(crate) const BOMB: u8 = 3;
