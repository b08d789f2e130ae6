//! The player trait.

use super::memory::Memory;
use crate::action::{Action, Ask, Event};
use crate::knowledge::Knowledge;

/// A player chooses what figures do.
///
/// It is asked about a figure when that comes up in the sequence of play. Its answer is carried out if the rules allow
/// it ([`Knowledge::may`]); otherwise nothing is done.
pub trait Player {
    /// The action of a figure, from what its side can know and from the team's memory.
    fn choose(&mut self, knows: &Knowledge<'_>, memory: &mut Memory, ask: Ask) -> Action;

    /// Reports an event of a figure, which the player may record.
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
