//! A battle at one moment, as the rules read it.

use std::ops::Deref;

use field::Figures;

use crate::battle::Battle;
use crate::figure::Status;
use crate::state::State;

/// A battle at its current state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BattleView<'a, const N: usize, G> {
    pub(crate) battle: &'a Battle,
    pub(crate) state: &'a State<N, G>,
}

impl<const N: usize, G> Deref for BattleView<'_, N, G> {
    type Target = State<N, G>;

    #[inline(always)]
    fn deref(&self) -> &State<N, G> {
        self.state
    }
}

impl<const N: usize, G: Copy> BattleView<'_, N, G> {
    /// Whether a stunned figure lies on the ground (CR-status-stun).
    pub(crate) fn is_stunned_prone(self, me: usize) -> bool {
        self.figures[me].status == Status::Stunned && self.battle.frame.rules.stunned_prone
    }

    /// The figure with the highest Rep; of equals, the first in the roster.
    pub(crate) fn best(self, of: Figures) -> Option<usize> {
        of.iter().reduce(|best, other| if self.figures[other].rep > self.figures[best].rep { other } else { best })
    }
}
