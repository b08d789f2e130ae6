//! The memory of a team's player.

use engage::HouseSearch;
use field::Figures;

use crate::assault::FIGURES;

/// What a player remembers for its team. The rules keep it from question to question and never read it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// How far the team has searched the house.
    pub search: HouseSearch<FIGURES>,
    /// Figures that drew back from many enemies and have not recovered.
    pub drew_back: Figures,
    /// Figures that wait for a comrade before they go before several enemies.
    pub at_bay: Figures,
    /// The last turn in which the rooms of the key place were still to be looked into.
    pub looked_in: u16,
    /// Figures that have reached their squad's first place, or have watched for long enough.
    pub been_there: Figures,
    /// Rooms that the team has thrown a stun grenade into, as bits.
    pub stunned_rooms: u128,
}
