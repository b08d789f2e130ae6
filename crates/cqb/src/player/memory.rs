//! What players note down.

use crate::scene::FIGURES;

/// What the players of a side remember from one question to the next. Rules carry it and never read it. On open ground, where
/// everybody sees everybody, nothing is remembered: there it is always empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Posts from which the side has looked into rooms, by bit.
    pub visited: u128,
    /// Whether it has looked into every room and now looks into every nook.
    pub thorough: bool,
    /// Where each figure is going, by the number of the goal.
    pub goal: [Option<u8>; FIGURES],
    /// The square, by number, in which each figure was last told what to do.
    pub place: [u16; FIGURES],
    /// Turns that it has waited there.
    pub waited: [u8; FIGURES],
}
