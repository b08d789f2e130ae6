//! What a player notes down for its team.

use engage::HouseSearch;
use field::Figures;

use crate::assault::FIGURES;

/// What a player notes down for its team. Rules carry it from question to question and never read it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// How far it has searched the house.
    pub search: HouseSearch<FIGURES>,
    /// Who drew back before many enemies and has not recovered from it.
    pub drew_back: Figures,
    /// Figures that have come to the place that their squad goes to first, or have watched for long enough.
    pub been_there: Figures,
    /// Rooms that it has thrown a stun grenade into, by bit.
    pub stunned_rooms: u128,
}
