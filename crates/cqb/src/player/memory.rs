//! The memory of players.

use engage::HouseSearch;
use field::Room;

use crate::scene::FIGURES;

/// What the players of a side remember from one question to the next. The rules keep it and never read it. On open
/// ground, where all figures see each other, it is always empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// How far the side has searched the house.
    pub search: HouseSearch<FIGURES>,
    /// The number of the square in which each figure was last asked.
    pub place: [u16; FIGURES],
    /// The figure whose goal has just been worked out for its go, if no figure has been asked about a move since.
    pub noted: Option<u8>,
    /// The last throw of the side: the turn, the room and who threw.
    pub thrown: Option<(u16, Room, u8)>,
}
