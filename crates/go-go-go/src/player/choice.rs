//! What a player is.

use super::memory::Memory;
use crate::action::{Action, Ask, Event};
use crate::knowledge::Knowledge;

/// Somebody who chooses what figures do.
///
/// A figure is asked when its turn comes in the sequence of play; its order is carried out if the rules allow it
/// ([`Knowledge::may`]), and nothing otherwise.
pub trait Player {
    /// What a figure does, by what its side can know and what was noted down for it before.
    fn choose(&mut self, knows: &Knowledge<'_>, memory: &mut Memory, ask: Ask) -> Action;

    /// Something has happened to a figure that the player may note down.
    fn note(&mut self, _knows: &Knowledge<'_>, _memory: &mut Memory, _event: Event) {}
}

impl<P: Player + ?Sized> Player for &mut P {
    #[inline]
    fn choose(&mut self, knows: &Knowledge<'_>, memory: &mut Memory, ask: Ask) -> Action {
        (**self).choose(knows, memory, ask)
    }

    #[inline]
    fn note(&mut self, knows: &Knowledge<'_>, memory: &mut Memory, event: Event) {
        (**self).note(knows, memory, event);
    }
}
