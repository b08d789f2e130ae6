//! A battle in play: the context of every step, and the questions to players.

use chance::{Address, Chance};
use engage::Side;

use crate::action::{Action, Ask, Decision, Gait};
use crate::battle::Battle;
use crate::ground::Ground;
use crate::knowledge::Known;
use crate::log;
use crate::open::Open;
use crate::player::Players;
use crate::state::State;
use crate::view::BattleView;

/// An engagement being played.
pub(crate) struct Play<'a, C, const N: usize, G, P> {
    pub(crate) battle: &'a Battle,
    pub(crate) state: &'a mut State<N, G>,
    pub(crate) chance: &'a mut C,
    pub(crate) players: P,
    /// The pair of moves, counted from 1; 0 where it does not matter.
    pub(crate) turn: u16,
}

/// Steps that exist on one kind of ground only; open ground has none.
pub(crate) trait Events<const N: usize>: Ground<N> {
    /// The men take up their places.
    #[inline(always)]
    fn deploy<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>) {}

    /// A side is about to move.
    #[inline(always)]
    fn begin_movement<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>, _side: Side) {}

    /// A man sets out.
    #[inline(always)]
    fn set_out<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>, _me: usize, _gait: Gait) {}

    /// A man may throw a grenade after his move.
    #[inline(always)]
    fn throw<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>, _me: usize) {}

    /// The grenades explode: the winner after that, if any.
    #[inline(always)]
    fn explode<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>) -> Option<u8> {
        None
    }

    /// A man who looks ahead chooses by which doctrine he plays what he is about to do.
    #[inline(always)]
    fn look_ahead<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>, _me: usize, _decision: Decision) {}

    /// The end of a pair of moves: the winner of the mission, if any.
    #[inline(always)]
    fn end_pair<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>) -> Option<u8> {
        None
    }
}

impl<const N: usize> Events<N> for Open {}

impl<C, const N: usize, G: Ground<N>, P> Play<'_, C, N, G, P> {
    /// The current state.
    #[inline(always)]
    pub(crate) fn view(&self) -> BattleView<'_, N, G> {
        BattleView { battle: self.battle, state: self.state }
    }

    /// The address of a man's draw in this pair of moves.
    #[inline(always)]
    pub(crate) const fn address(&self, man: usize, purpose: u8, number: u16) -> Address {
        Address::in_round(self.battle.luck.of(man), purpose, self.turn, number)
    }
}

impl<'a, C: Chance, const N: usize, G: Ground<N>, P: Players> Play<'a, C, N, G, P> {
    /// Asks a man's player. An illegal answer counts as no action.
    ///
    /// The players of this crate are checked against `may` in debug builds only, where an illegal answer is a bug;
    /// tests play them on thousands of maps. External players are always checked.
    #[inline(always)]
    pub(crate) fn ask(&mut self, me: usize, ask: Ask) -> Action {
        let mut memory = self.state.memory[me];
        let battle = self.leading(me);
        let known = Known::new(BattleView { battle, state: self.state }, me, self.turn);
        let action = self.players.choose(known, &mut memory, ask);
        #[cfg(test)]
        self.cannot_peek(me, ask, action);
        self.state.memory[me] = memory;
        if P::TRUSTED && !cfg!(debug_assertions) {
            return action;
        }
        let Err(clause) = self.view().may(me, ask, &action) else { return action };
        debug_assert!(!P::TRUSTED, "{me} may not do {action:?} when asked {ask:?}: {clause}");
        let turn = self.turn;
        self.chance.log(|| log::refused(turn, me, clause));
        Action::Nothing
    }

    /// The battle by whose doctrines a man is led.
    #[inline(always)]
    fn leading(&self, me: usize) -> &'a Battle {
        match &self.battle.ahead {
            Some(ways) => ways.leading(self.battle, self.battle.profiles[me].side, self.state.ways[me]),
            None => self.battle,
        }
    }

    /// Asks again after scrambling what his side cannot know: the answer must be the same.
    #[cfg(test)]
    fn cannot_peek(&mut self, me: usize, ask: Ask, action: Action) {
        if !P::TRUSTED {
            return;
        }
        let mut rng = rand_pcg::Pcg64::new(u128::from(self.turn), me as u128);
        let (mut state, mut memory) = (*self.state, self.state.memory[me]);
        crate::peeking::change_minds(self.battle, &mut state, me, &mut rng);
        G::scramble_unknown(self.battle, &mut state, me, ask, &mut rng);
        let view = BattleView { battle: self.leading(me), state: &state };
        let again = self.players.choose(Known::new(view, me, self.turn), &mut memory, ask);
        assert_eq!(again, action, "{me} peeks when asked {ask:?}");
    }
}
