//! A read-only view of an engagement: everything the rules read.

use std::ops::Deref;

use field::Figures;

use crate::battle::Battle;
use crate::state::State;

/// A battle at one moment.
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

impl<const N: usize, G> BattleView<'_, N, G> {
    /// A man's friends in action, including himself.
    #[inline]
    pub(crate) fn friends_up(self, me: usize) -> Figures {
        self.up & self.battle.friends(me)
    }

    /// A man's enemies in action.
    #[inline]
    pub(crate) fn enemies_up(self, me: usize) -> Figures {
        self.up & self.battle.enemies(me)
    }
}
