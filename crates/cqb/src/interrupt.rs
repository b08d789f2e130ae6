//! Interrupting from Hold (CQB-3d).

use chance::Chance;
use engage::Agenda;
use field::Figures;

use crate::action::{Action, Ask};
use crate::log;
use crate::options::FailedInterrupt;
use crate::play::{Ground, Play, Setting};
use crate::player::choose::Player;
use crate::purpose;
use crate::state::Work;

/// The occasion of an interrupt of a figure that has come into view; that of all other interrupts is 0.
const IN_VIEW: u8 = 64;

/// A holder has interrupted and acts first (CQB-3d).
pub(crate) struct Interrupted;

/// An action that holders may try to interrupt (CQB-3d).
#[derive(Clone, Copy)]
struct Challenge {
    /// The figure that acts.
    actor: usize,
    /// The question to the holders.
    ask: Ask,
    /// Tells two challenges of one figure in a turn apart, so that each has draws of its own.
    occasion: u8,
}

impl<C: Chance, G: Setting, P: Player, const N: usize> Play<'_, C, G, P, N>
where
    Self: Ground,
{
    /// The enemies on Hold that see a figure.
    #[inline]
    fn watchers(&self, me: usize) -> Figures {
        self.in_view(me).filter(|enemy| self.state.figures[enemy].on_hold)
    }

    /// The action that a figure declares to the holders who watch it, if they have not tried to interrupt it yet: one
    /// attempt per action. An interrupter cannot be interrupted itself (CQB-3d).
    #[inline(always)]
    pub(crate) fn declared(&mut self, actor: usize, first: bool) -> Result<Option<Action>, Interrupted> {
        if !self.battle.holds || first || self.state.turn.challenged.contains(actor) {
            return Ok(None);
        }
        self.state.turn.challenged.insert(actor);
        let watchers = self.watchers(actor);
        if watchers.is_empty() || !self.can_act(actor) {
            return Ok(None);
        }
        let action = self.ask(actor, Ask::Act { first: false });
        let challenge = Challenge { actor, ask: Ask::Interrupt { actor, action }, occasion: 0 };
        if self.interrupts(challenge, watchers) {
            return Err(Interrupted);
        }
        Ok(Some(action))
    }

    /// Lets watchers try to interrupt a figure. Returns whether one succeeds and so acts first (CQB-3d).
    #[inline]
    fn interrupts(&mut self, challenge: Challenge, watchers: Figures) -> bool {
        let Challenge { actor, ask, .. } = challenge;
        let (mut left, mut declined) = (watchers, Figures::NONE);
        while let Some(me) = left.first() {
            left.remove(me);
            if self.wants_to_interrupt(me, ask) {
                return self.contest(challenge, me, left, declined);
            }
            declined.insert(me);
        }
        self.log_declined(actor, ask, declined);
        false
    }

    /// Logs the holders who could have tried to interrupt.
    #[inline(always)]
    fn log_declined(&mut self, actor: usize, ask: Ask, declined: Figures) {
        if C::OBSERVED {
            let holders = declined.filter(|holder| !self.state.figures[holder].condition.down);
            if !holders.is_empty() {
                let turn = self.turn;
                self.chance.log(|| log::stay_on_hold(turn, actor, ask, holders));
            }
        }
    }

    #[inline]
    fn wants_to_interrupt(&mut self, me: usize, ask: Ask) -> bool {
        !self.state.figures[me].condition.down && self.ask(me, ask) == Action::Interrupt
    }

    /// The reaction tests of an interrupt: of the figure, of the first watcher who wants to interrupt, and of those of
    /// the rest who want to (CQB-3d). Returns whether any watcher wins.
    #[inline(never)]
    fn contest(&mut self, challenge: Challenge, first: usize, rest: Figures, mut declined: Figures) -> bool {
        let Challenge { actor, ask, occasion } = challenge;
        let number = self.battle.luck.of(actor) | occasion;
        let at = |play: &Self, who| play.at(who, purpose::INTERRUPT, number);
        let actors = self.reaction(actor, at(self, actor));
        let mut winners = [(0, 0); N];
        let mut count = 0;
        for me in rest.with(first) {
            if me != first && !self.wants_to_interrupt(me, ask) {
                declined.insert(me);
                continue;
            }
            let mine = self.reaction(me, at(self, me));
            let (turn, battle, figures) = (self.turn, self.battle, &self.state.figures);
            let keeps = mine <= actors && battle.rules.failed_interrupt == FailedInterrupt::KeepsHold;
            self.chance.log(|| {
                let contender = |(number, precedence): (usize, u16)| log::Contender {
                    number,
                    figure: &figures[number],
                    precedence,
                };
                log::interrupt(turn, battle, ask, [(me, mine), (actor, actors)].map(contender), keeps)
            });
            if mine > actors {
                winners[count] = (mine, me);
                count += 1;
            } else if self.battle.rules.failed_interrupt == FailedInterrupt::LosesHold {
                self.state.figures[me].on_hold = false;
            }
        }
        self.log_declined(actor, ask, declined);
        winners[..count].sort_unstable_by_key(|&(card, me)| (card, std::cmp::Reverse(me)));
        let mut group = 0;
        for place in 0..count {
            let (card, me) = winners[place];
            // The best acts first, so it goes on top last. Equal results share a group.
            if place == 0 || winners[place - 1].0 != card {
                group = place as u8;
            }
            self.go_first(me, group);
        }
        count > 0
    }

    /// Puts a figure's go on top of the agenda: its own go of this turn if that is still to come, otherwise an
    /// additional one.
    fn go_first(&mut self, me: usize, group: u8) {
        if self.state.turn.able.contains(me) {
            let own = |work: &Work| matches!(work, Work::Go { figure, .. } if usize::from(*figure) == me);
            let mut rest = Agenda::default();
            std::mem::swap(&mut rest, &mut self.state.turn.agenda);
            rest.pending().iter().filter(|&work| !own(work)).for_each(|&work| self.put(work));
            self.put(Work::Go { figure: me as u8, group, first: true });
        }
    }

    /// Lets enemies on Hold that see a figure come into view try to act immediately (CQB-3d).
    pub(crate) fn meet(&mut self, mover: usize, new: Figures) {
        let watchers = self.watchers(mover) & new;
        if !watchers.is_empty() {
            self.interrupts(Challenge { actor: mover, ask: Ask::Meet { actor: mover }, occasion: IN_VIEW }, watchers);
        }
    }
}
