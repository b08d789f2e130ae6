//! What a player notes down for its team.

use field::Figures;

use crate::assault::FIGURES;

/// What a player notes down for its team. Rules carry it from question to question and never read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Where each figure is going, by the number of the goal.
    pub goal: [Option<u8>; FIGURES],
    /// Turns that each has waited, or has not got on.
    pub waited: [u8; FIGURES],
    /// Who drew back before many enemies and has not recovered from it.
    pub drew_back: Figures,
    /// Who has come to the place that his squad goes to first, or has watched for long enough.
    pub been_there: Figures,
    /// Posts from which the team has looked into rooms, by bit.
    pub visited: u128,
    /// Whether it has looked into every room and now looks into every nook.
    pub thorough: bool,
    /// Rooms that it has thrown a stun grenade into, by bit.
    pub stunned_rooms: u128,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            goal: [None; FIGURES],
            waited: [0; FIGURES],
            drew_back: Figures::NONE,
            been_there: Figures::NONE,
            visited: 0,
            thorough: false,
            stunned_rooms: 0,
        }
    }
}
