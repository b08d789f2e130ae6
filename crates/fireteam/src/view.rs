//! An engagement at one moment, to look at: all that the rules read.

use std::ops::Deref;

use field::Figures;

use crate::battle::Battle;
use crate::state::State;

/// A battle as it stands.
#[derive(Debug)]
pub(crate) struct BattleView<'a, const N: usize, G> {
    pub(crate) battle: &'a Battle,
    pub(crate) state: &'a State<N, G>,
}

impl<const N: usize, G> Clone for BattleView<'_, N, G> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, G> Copy for BattleView<'_, N, G> {}

impl<const N: usize, G> Deref for BattleView<'_, N, G> {
    type Target = State<N, G>;

    #[inline(always)]
    fn deref(&self) -> &State<N, G> {
        self.state
    }
}

impl<const N: usize, G> BattleView<'_, N, G> {
    /// The friends of a man who are in action, himself among them.
    #[inline]
    pub(crate) fn friends_up(self, me: usize) -> Figures {
        self.up & self.battle.friends(me)
    }

    /// The enemies of a man who are in action.
    #[inline]
    pub(crate) fn enemies_up(self, me: usize) -> Figures {
        self.up & self.battle.enemies(me)
    }
}
