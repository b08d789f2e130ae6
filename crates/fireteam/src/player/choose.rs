//! Players: the interface through which the rules ask them.

use std::cell::RefCell;

use super::memory::Memory;
use crate::action::{Action, Ask};
use crate::knowledge::Knowledge;

/// A player of any number of men, one at a time.
pub trait Player {
    /// The action chosen for a man; an illegal one is ignored.
    fn choose(&mut self, knows: &dyn Knowledge, memory: &mut Memory, ask: Ask) -> Action;
}

/// The players of an engagement.
pub(crate) trait Players: Copy {
    /// Whether their answers are always legal.
    const TRUSTED: bool;

    /// The action chosen for a man. What he knows is a few references, passed by value, so nothing is stored.
    fn choose<K: Knowledge + Copy>(&mut self, knows: K, memory: &mut Memory, ask: Ask) -> Action;
}

/// One player for all men.
#[derive(Clone, Copy)]
pub(crate) struct ExternalPlayer<'a, 'p>(pub(crate) &'a RefCell<&'p mut dyn Player>);

impl Players for ExternalPlayer<'_, '_> {
    const TRUSTED: bool = false;

    fn choose<K: Knowledge + Copy>(&mut self, knows: K, memory: &mut Memory, ask: Ask) -> Action {
        self.0.borrow_mut().choose(&knows, memory, ask)
    }
}
