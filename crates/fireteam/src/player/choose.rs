//! What a player is: somebody who is asked what a man does.

use std::cell::RefCell;

use super::memory::Memory;
use crate::action::{Action, Ask};
use crate::knowledge::Knowledge;

/// A player of any number of men, one at a time.
pub trait Player {
    /// What a man does who is asked; what he may not do is not done.
    fn choose(&mut self, knows: &dyn Knowledge, memory: &mut Memory, ask: Ask) -> Action;
}

/// The players of an engagement.
pub(crate) trait Players: Copy {
    /// Whether they do only what is legal.
    const TRUSTED: bool;

    /// What a man does who is asked. What he knows is a few references, handed on by value: nothing has to be put down for it.
    fn choose<K: Knowledge + Copy>(&mut self, knows: K, memory: &mut Memory, ask: Ask) -> Action;
}

/// Everybody is in the hand of one player.
#[derive(Clone, Copy)]
pub(crate) struct InHand<'a, 'p>(pub(crate) &'a RefCell<&'p mut dyn Player>);

impl Players for InHand<'_, '_> {
    const TRUSTED: bool = false;

    fn choose<K: Knowledge + Copy>(&mut self, knows: K, memory: &mut Memory, ask: Ask) -> Action {
        self.0.borrow_mut().choose(&knows, memory, ask)
    }
}
