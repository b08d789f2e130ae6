//! The player trait.

use crate::action::{Action, Ask};
use crate::knowledge::Knowledge;
use crate::player::memory::Memory;

/// A player makes every choice that the rules leave open. It gets everything that the side of a figure can know. The
/// same question must always get the same answer: only the rules draw lots (see [`crate::Attack`]).
pub trait Player {
    /// Whether its answers are known to be legal. They are then checked in debug builds only, to save time.
    fn is_trusted(&self) -> bool {
        false
    }

    /// The answer to a question about a figure. An answer that [`Knowledge::may`] forbids is not performed.
    fn choose(&mut self, knowledge: &Knowledge<'_>, memory: &mut Memory, ask: Ask) -> Action;

    /// Whether a figure may still hit an enemy. A fight on open ground is over when no figure may.
    fn hopes(&mut self, _knowledge: &Knowledge<'_>) -> bool {
        true
    }

    /// Whether a figure that is on Hold and sees no enemy stays on Hold, so that it need not be asked. `false` is
    /// always correct; `true` saves time.
    fn keeps_guard(&mut self, _knowledge: &Knowledge<'_>) -> bool {
        false
    }
}

impl<P: Player + ?Sized> Player for &mut P {
    #[inline(always)]
    fn is_trusted(&self) -> bool {
        (**self).is_trusted()
    }

    #[inline(always)]
    fn choose(&mut self, knowledge: &Knowledge<'_>, memory: &mut Memory, ask: Ask) -> Action {
        (**self).choose(knowledge, memory, ask)
    }

    #[inline(always)]
    fn hopes(&mut self, knowledge: &Knowledge<'_>) -> bool {
        (**self).hopes(knowledge)
    }

    #[inline(always)]
    fn keeps_guard(&mut self, knowledge: &Knowledge<'_>) -> bool {
        (**self).keeps_guard(knowledge)
    }
}
