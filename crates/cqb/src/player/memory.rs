//! What players note down.

use engage::HouseSearch;

use crate::scene::FIGURES;

/// What the players of a side remember from one question to the next. Rules carry it and never read it. On open ground, where
/// everybody sees everybody, nothing is remembered: there it is always empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// How far it has searched the house.
    pub search: HouseSearch<FIGURES>,
    /// The square, by number, in which each figure was last told what to do.
    pub place: [u16; FIGURES],
}
