//! An engagement in play: the context of every rule.

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

/// A kind of ground, and what it adds to the state.
pub(crate) trait Setting: Copy {
    /// The state of the ground.
    type Scene: Copy + Default;
    /// What the players of a side remember on it.
    type Memory: Copy + Default;

    /// Whether each hostage has a place and can fall. If not, hits on hostages are only counted.
    const NAMES_HOSTAGES: bool;

    /// The map and its state; `None` on open ground.
    fn map<'s>(&'s self, scene: &'s Self::Scene) -> Option<(&'s Site, &'s Scene)>;

    /// The battle by whose doctrines a figure is led.
    #[inline(always)]
    fn leading<'b>(battle: &'b Battle, _scene: &Self::Scene, _me: usize) -> &'b Battle {
        battle
    }

    /// Changes everything that the side of the figure asked cannot know.
    #[cfg(test)]
    fn scramble_unknown(&self, asked: Asked<'_, Self::Scene>);

    /// Plays to the end of the turn, or one step if the source of chance wants every step.
    fn advance<C: Chance, P: Player, const N: usize>(play: &mut Play<'_, C, Self, P, N>) -> Progress;

    /// Everything decided by chance before the first turn.
    fn deploy<C: Chance, P: Player, const N: usize>(play: &mut Play<'_, C, Self, P, N>);

    /// A side's memory, or the spare one on ground where nothing is remembered.
    fn recall<'m>(memory: &'m mut Self::Memory, spare: &'m mut Memory) -> &'m mut Memory;
}

/// A question to a player and the state of play behind it.
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
    /// The memory that players get on ground where nothing is remembered. It is empty at every question.
    pub(crate) spare: &'a mut Memory,
    pub(crate) turn: u16,
}

/// What the rules ask of the ground, and what happens only on that ground.
pub(crate) trait Ground {
    /// The enemies that a figure sees, if they were not down when this go began; on open ground all enemies.
    fn in_view(&self, me: usize) -> Figures;

    /// Distance between a figure and an enemy (CQB-1.2.3).
    fn range(&self, figure: &Figure, other: &Figure) -> Inches;

    /// Full inches between two figures of one side (CQB-5.3.6c).
    fn apart(&self, one: usize, other: usize) -> i32;

    /// Whether cover hides all of a target except its head and arms (CQB-5.3.7).
    fn is_covered(&self, figure: &Figure, other: &Figure) -> bool;

    /// Adds gas and hostages to the fire of one figure at another (CQB-5.3.3e, CQB-5.3.6d).
    fn with_gas_and_hostages(&self, me: usize, target: usize, firing: Firing) -> Firing;

    /// Whether a figure may act: it is neither stunned nor overcome by gas (CQB-6b, CQB-7b).
    fn is_able(&self, me: usize) -> bool;

    /// The failed gas tests of a figure (CQB-7b).
    fn gas_breathed(&self, me: usize) -> u8;

    /// Makes the tests at the start of a turn (CQB-6c, CQB-7a).
    fn resist(&mut self);

    /// The figures for which the order of action matters (CQB-3b).
    fn involved(&self) -> Figures;

    /// Skips figures whose go changes nothing.
    fn pass_over(&mut self);

    /// Begins a figure's go.
    fn begin_go(&mut self, me: usize);

    /// Carries out the goes of figures that act simultaneously. Each may have declared its action already.
    fn act_together(&mut self, members: &[u8], declared: &[Option<Action>]);

    /// Carries out an action that depends on the ground. Returns its result.
    fn perform(&mut self, me: usize, action: Action) -> Went;

    /// Records a shot and whether its target falls. Returns the marks that show it on the map.
    fn shot(&mut self, me: usize, target: usize, falls: bool) -> Vec<Mark>;

    /// A hit on the hostage with this number in the line of fire. Returns whether the hostage falls.
    fn strike(&mut self, me: usize, number: u8, effect: Effect) -> bool;

    /// Ends a go: enemies on Hold may act against a figure that has come into view, and the fallen are no longer seen
    /// (CQB-3d).
    fn end_go(&mut self);

    /// Whether no figure will ever hit another again.
    fn is_stalemate(&mut self) -> bool;

    /// Ends a turn. Returns the ending of the mission, if it is decided.
    fn close_turn(&mut self) -> Option<u8>;
}

impl<C: Chance, G: Setting, P: Player, const N: usize> Play<'_, C, G, P, N> {
    /// Asks a figure's player. An answer that is not allowed counts as no.
    #[inline(always)]
    pub(crate) fn ask(&mut self, me: usize, ask: Ask) -> Action {
        #[cfg(test)]
        let before = self.state.memory;
        if !self.player.is_trusted() {
            *self.spare = Memory::default();
        }
        let (knowledge, memory, player) = self.knowledge(me);
        let action = player.choose(&knowledge, memory, ask);
        // Checking takes time. A trusted player is held to the rules by tests, so it is checked in debug builds only.
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

    /// Asks again with the hidden state changed.
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

    /// What the side of a figure knows and remembers, and its player.
    #[inline(always)]
    pub(crate) fn knowledge(&mut self, me: usize) -> (Knowledge<'_>, &mut Memory, &mut P) {
        let profile = &self.battle.profiles[me];
        let state = &mut *self.state;
        let figures = if state.turn.together { &state.turn.seen } else { &state.figures };
        let map = self.ground.map(&state.scene);
        let battle = G::leading(self.battle, &state.scene, me);
        let knowledge = Knowledge::new(battle, me, self.turn, figures, &state.jokers, map);
        (knowledge, G::recall(&mut state.memory[profile.side], self.spare), &mut self.player)
    }

    /// The address of a draw in this turn. Its occurrence is the turn and a number within it, such as that of the shot.
    #[inline(always)]
    pub(crate) const fn at(&self, figure: usize, purpose: u8, number: u8) -> Address {
        Address::in_round(self.battle.luck.of(figure), purpose, self.turn, (number as u16) << 8)
    }

    /// Whether each side has a figure that is not down.
    #[inline]
    pub(crate) fn left(&self) -> BySide<bool> {
        self.state.standing.map(|figures| figures > 0)
    }
}

impl<C: Chance, G: Setting, P, const N: usize> Play<'_, C, G, P, N>
where
    Self: Ground,
{
    /// The enemies in sight of a figure that are not down, for the log.
    pub(crate) fn in_sight(&self, me: usize) -> Figures {
        self.in_view(me).filter(|enemy| !self.state.figures[enemy].condition.down)
    }

    /// A figure with what the log of its action needs. Only called when the engagement is observed.
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
