//! What fights of both parts have in common.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use engage::{BySide, LuckNumbers, Side, Zones};

use crate::options::BreakAt;

/// The terms of a fight.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    /// The number by which each figure draws luck.
    pub(crate) luck: LuckNumbers,
    /// The players' plot points at the start (CX0-15).
    pub(crate) points: u8,
    /// When each side withdraws (clarification 14).
    pub(crate) breaks: BySide<BreakAt>,
    pub(crate) turn_limit: u16,
    /// Whether the state counts turns.
    pub(crate) counts: bool,
}

/// A compiled fight, of fireteams or in zones.
pub(crate) trait Fight: Debug + Send + Sync {
    /// The state of an engagement.
    type State: Copy + Eq + Hash;

    /// Its terms.
    fn terms(&self) -> &Terms;

    /// The same, to be changed.
    fn terms_mut(&mut self) -> &mut Terms;

    /// Its zones, if any.
    fn zones(&self) -> Option<&Arc<Zones>> {
        None
    }

    /// Members of a side at the start.
    fn began(&self, side: Side) -> u8;

    /// Members of a side in action.
    fn members(&self, state: &Self::State, side: Side) -> u8;

    /// Whether a side can fight on.
    fn is_up(&self, state: &Self::State, side: Side) -> bool;

    /// Members that a side has lost.
    fn lost(&self, state: &Self::State, side: Side) -> u16 {
        self.began(side).saturating_sub(self.members(state, side)).into()
    }
}
