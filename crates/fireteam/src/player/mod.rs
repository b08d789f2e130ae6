//! Players: who choose what their men do, and know no more than [`Knowledge`] tells.

pub mod doctrine;
mod fire;
pub(crate) mod liking;
pub mod memory;
mod moves;
pub(crate) mod routes;
mod script;
mod standard;
mod steady;
mod throw;

use std::cell::RefCell;

use crate::action::{Action, Ask};
use crate::knowledge::Knowledge;

use doctrine::PlayerKind;
pub use memory::Memory;
pub use script::Script;

/// A player of any number of men, one at a time.
pub trait Player {
    /// What a man does who is asked; what he may not do is not done.
    fn choose(&mut self, knows: &dyn Knowledge, memory: &mut Memory, ask: Ask) -> Action;
}

/// The players of an engagement.
pub(crate) trait Players: Copy {
    /// Whether they do only what is legal.
    const TRUSTED: bool;

    /// What a man does who is asked.
    fn choose<K: Knowledge>(&mut self, knows: &K, memory: &mut Memory, ask: Ask) -> Action;
}

/// Every squad is played as its doctrine says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByDoctrine;

impl Players for ByDoctrine {
    const TRUSTED: bool = true;

    #[inline(always)]
    fn choose<K: Knowledge>(&mut self, knows: &K, memory: &mut Memory, ask: Ask) -> Action {
        match knows.doctrine().player {
            PlayerKind::Standard => standard::choose(knows, memory, ask),
            PlayerKind::Steady => steady::choose(knows, ask),
        }
    }
}

/// Everybody is in the hand of one player.
#[derive(Clone, Copy)]
pub(crate) struct InHand<'a, 'p>(pub(crate) &'a RefCell<&'p mut dyn Player>);

impl Players for InHand<'_, '_> {
    const TRUSTED: bool = false;

    fn choose<K: Knowledge>(&mut self, knows: &K, memory: &mut Memory, ask: Ask) -> Action {
        self.0.borrow_mut().choose(knows, memory, ask)
    }
}
