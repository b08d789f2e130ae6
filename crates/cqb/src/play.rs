//! An engagement in play: the context in which every rule is carried out.

use chance::{Address, Chance, Mark};
use engage::{BySide, Inches, Progress};
use field::Figures;

use crate::action::{Action, Ask};
use crate::battle::Battle;
use crate::figure::{Effect, Figure};
use crate::fire::target::Firing;
use crate::knowledge::Knowledge;
use crate::log::{self, Went};
use crate::player::choose::Player;
use crate::player::memory::Memory;
use crate::scene::Scene;
use crate::site::Site;
use crate::state::State;

/// A kind of ground: what it adds to the state.
pub(crate) trait Setting: Copy {
    /// What changes on it.
    type Scene: Copy + Default;
    /// What the players of a side remember on it.
    type Memory: Copy + Default;

    /// Whether each hostage stands somewhere and can fall; if not, hits on hostages are only counted.
    const NAMES_HOSTAGES: bool;

    /// The map and what changes on it, if it is one.
    fn map<'s>(&'s self, scene: &'s Self::Scene) -> Option<(&'s Site, &'s Scene)>;

    /// Changes what the side of a figure cannot know when it is asked something.
    #[cfg(test)]
    fn scramble_unknown(&self, asked: Asked<'_, Self::Scene>);

    /// Plays on to the end of the turn, or by one step where the source of chance wants every step.
    fn advance<C: Chance, P: Player, const N: usize>(play: &mut Play<'_, C, Self, P, N>) -> Progress;

    /// What is decided by chance before the first turn.
    fn deploy<C: Chance, P: Player, const N: usize>(play: &mut Play<'_, C, Self, P, N>);

    /// A side's memory; a spare one where nothing is remembered.
    fn recall<'m>(memory: &'m mut Self::Memory, spare: &'m mut Memory) -> &'m mut Memory;
}

/// A question to a player, and the state of play behind it.
#[cfg(test)]
pub(crate) struct Asked<'s, S> {
    pub(crate) battle: &'s Battle,
    pub(crate) scene: &'s mut S,
    pub(crate) figures: &'s mut [Figure],
    pub(crate) me: usize,
    pub(crate) ask: Ask,
    pub(crate) turn: u16,
}

/// An engagement in play on ground `G`.
pub(crate) struct Play<'a, C: Chance, G: Setting, P, const N: usize> {
    pub(crate) battle: &'a Battle,
    pub(crate) ground: G,
    pub(crate) state: &'a mut State<C::Deck, G::Scene, G::Memory, N>,
    pub(crate) chance: &'a mut C,
    pub(crate) player: P,
    /// What players are handed to note things down in where nothing is remembered: empty at every question.
    pub(crate) spare: &'a mut Memory,
    pub(crate) turn: u16,
}

/// What the rules ask of the ground, and what is done on it that is not done elsewhere.
pub(crate) trait Ground {
    /// The enemies that a figure sees and that were not down when this go began.
    fn in_view(&self, me: usize) -> Figures;

    /// Distance between a figure and an enemy (CQB-1.2.3).
    fn range(&self, figure: &Figure, other: &Figure) -> Inches;

    /// Full inches between two enemies of somebody (CQB-5.3.6c).
    fn apart(&self, one: usize, other: usize) -> i32;

    /// Whether cover hides a target but for its head and arms (CQB-5.3.7).
    fn is_covered(&self, figure: &Figure, other: &Figure) -> bool;

    /// The fire of one figure at another with gas and hostages (CQB-5.3.3e, CQB-5.3.6d).
    fn with_gas_and_hostages(&self, me: usize, target: usize, firing: Firing) -> Firing;

    /// Whether somebody may act: neither stunned nor overcome (CQB-6b, CQB-7b).
    fn is_able(&self, me: usize) -> bool;

    /// Failed gas tests of somebody (CQB-7b).
    fn gas_breathed(&self, me: usize) -> u8;

    /// The tests at the start of a turn (CQB-6c, CQB-7a).
    fn resist(&mut self);

    /// Those for whom the order of action matters (CQB-3b).
    fn involved(&self) -> Figures;

    /// Skips figures whose go changes nothing.
    fn pass_over(&mut self);

    /// A figure's go begins.
    fn begin_go(&mut self, me: usize);

    /// Carries out the goes of figures that act at the same time; each may have declared its action already.
    fn act_together(&mut self, members: &[u8], declared: &[Option<Action>]);

    /// Carries out an action that needs this kind of ground: how it went.
    fn perform(&mut self, me: usize, action: Action) -> Went;

    /// A shot has been fired, and its target has fallen or not. The marks that show it on the map.
    fn shot(&mut self, me: usize, target: usize, falls: bool) -> Vec<Mark>;

    /// A hostage is hit: the one of that number in the line of fire. True if it falls.
    fn strike(&mut self, me: usize, number: u8, effect: Effect) -> bool;

    /// A go is over: enemies on Hold may act against a figure that has come into view, and the fallen are no longer seen (CQB-3d).
    fn end_go(&mut self);

    /// Whether nobody will ever hit anybody again.
    fn is_stalemate(&mut self) -> bool;

    /// The end of a turn: how the mission has ended, if it has.
    fn close_turn(&mut self) -> Option<u8>;
}

impl<C: Chance, G: Setting, P: Player, const N: usize> Play<'_, C, G, P, N> {
    /// Asks the player of a figure. An answer that is not allowed counts as no.
    #[inline(always)]
    pub(crate) fn ask(&mut self, me: usize, ask: Ask) -> Action {
        #[cfg(test)]
        let before = self.state.memory;
        if !self.player.is_trusted() {
            *self.spare = Memory::default();
        }
        let (knowledge, memory, player) = self.knowledge(me);
        let action = player.choose(&knowledge, memory, ask);
        // Checking takes time: a player that is held to the rules by test is checked in debug builds only.
        if cfg!(debug_assertions) || !player.is_trusted() {
            let may = knowledge.may(ask, &action);
            debug_assert!(may.is_ok(), "{may:?} forbids {action:?} to {me} ({ask:?})");
            if may.is_err() {
                return Action::Idle;
            }
        }
        #[cfg(test)]
        self.assert_no_peeking(me, ask, before, action);
        action
    }

    /// Asks again with what is hidden changed.
    #[cfg(test)]
    fn assert_no_peeking(&mut self, me: usize, ask: Ask, memory: BySide<G::Memory>, action: Action) {
        let mut other = *self.state;
        other.memory = memory;
        other.memory[self.battle.profiles[me].side.enemy()] = G::Memory::default();
        let figures = if other.turn.together { &mut other.turn.seen[..] } else { &mut other.figures };
        let (battle, scene, turn) = (self.battle, &mut other.scene, self.turn);
        self.ground.scramble_unknown(Asked { battle, scene, figures, me, ask, turn });
        let mut play = Play {
            battle: self.battle,
            ground: self.ground,
            state: &mut other,
            chance: &mut *self.chance,
            player: &mut self.player,
            spare: &mut *self.spare,
            turn: self.turn,
        };
        let (knowledge, memory, player) = play.knowledge(me);
        if player.is_trusted() {
            let again = player.choose(&knowledge, memory, ask);
            assert_eq!(again, action, "{me} peeks when asked {ask:?}");
        }
    }

    /// What the side of a figure knows, what it remembers, and who leads it.
    #[inline(always)]
    pub(crate) fn knowledge(&mut self, me: usize) -> (Knowledge<'_>, &mut Memory, &mut P) {
        let profile = &self.battle.profiles[me];
        let state = &mut *self.state;
        let figures = if state.turn.together { &state.turn.seen } else { &state.figures };
        let map = self.ground.map(&state.scene);
        let knowledge = Knowledge::new(self.battle, me, self.turn, figures, &state.jokers, map);
        (knowledge, G::recall(&mut state.memory[profile.side], self.spare), &mut self.player)
    }

    /// The address of a draw in this turn: its occurrence is the turn and a number within it, such as the shot.
    #[inline(always)]
    pub(crate) const fn at(&self, figure: usize, purpose: u8, number: u8) -> Address {
        Address::in_round(self.battle.luck.of(figure), purpose, self.turn, (number as u16) << 8)
    }

    /// Figures that are not down.
    #[inline]
    pub(crate) fn left(&self) -> BySide<bool> {
        self.state.standing.map(|figures| figures > 0)
    }
}

impl<C: Chance, G: Setting, P, const N: usize> Play<'_, C, G, P, N>
where
    Self: Ground,
{
    /// The enemies in sight of a figure that are not down, as a log has them.
    pub(crate) fn in_sight(&self, me: usize) -> Figures {
        self.in_view(me).filter(|enemy| !self.state.figures[enemy].condition.down)
    }

    /// A figure as the log of its action needs it; only where somebody observes.
    pub(crate) fn actor(&self, me: usize) -> log::Actor<'_> {
        let figure = &self.state.figures[me];
        let in_sight = self.in_sight(me);
        let ranges = in_sight.iter().map(|enemy| (enemy, self.range(figure, &self.state.figures[enemy])));
        log::Actor {
            battle: self.battle,
            turn: self.turn,
            me,
            figure,
            gas: self.gas_breathed(me),
            in_sight,
            ranges: ranges.collect(),
        }
    }
}
