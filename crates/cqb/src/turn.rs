//! The sequence of play (CQB-3).

use chance::{Address, Chance, Deck};
use engage::{Agenda, BySide, Side};
use field::Figures;

use crate::action::{Action, Ask};
use crate::figure::Gone;
use crate::log;
use crate::options::*;
use crate::order::OrderOfAction;
use crate::play::{Ground, Play, Setting};
use crate::player::choose::Player;
use crate::purpose;
use crate::reaction::{precedence, reaction_card};
use crate::rules::{AVERAGE_DIE, Fortune};
use crate::state::Work;

/// Indices of [`crate::RULESET`]'s endings.
pub(crate) mod ending {
    pub(crate) const BLUE_WINS: u8 = 0;
    pub(crate) const RED_WINS: u8 = 1;
    pub(crate) const BOTH_OUT: u8 = 2;
    pub(crate) const STALEMATE: u8 = 3;
    pub(crate) const TURN_LIMIT: u8 = 4;
}

/// The occasion of an interrupt of a figure that has come into view; that of all other interrupts is 0.
const IN_VIEW: u8 = 64;

/// A holder has interrupted and acts first (CQB-3d).
struct Interrupted;

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
    /// Rolls for each team's luck (CQB-2.2b).
    pub(crate) fn roll_luck(&mut self) {
        let rules = &self.battle.rules;
        let jokers = BySide::from_fn(|side: Side| {
            let at = Address::new(side as u8, purpose::LUCK, 0);
            let die = self.chance.with(AVERAGE_DIE).pick(at, &rules.average_die());
            let luck = Fortune::of(die);
            let jokers = rules.jokers_of(luck);
            self.chance.log(|| log::luck(side, (die, luck), jokers));
            jokers
        });
        self.state.deal(self.battle, jokers);
    }

    /// The enemies on Hold that see a figure.
    #[inline]
    fn watchers(&self, me: usize) -> Figures {
        self.in_view(me).filter(|enemy| self.state.figures[enemy].on_hold)
    }

    /// The ending, once a side has no figure left.
    #[inline]
    pub(crate) fn decided(&self) -> Option<u8> {
        match self.left() {
            BySide { blue: true, red: true } => None,
            BySide { blue: true, red: false } => Some(ending::BLUE_WINS),
            BySide { blue: false, red: true } => Some(ending::RED_WINS),
            BySide { blue: false, red: false } => Some(ending::BOTH_OUT),
        }
    }

    /// Refills the decks under `reshuffle = "every_turn"` (CQB-2.1c), and settles the order of action (CQB-3b).
    #[inline(always)]
    pub(crate) fn open_turn(&mut self) {
        if self.battle.rules.reshuffle == Reshuffle::EveryTurn {
            self.state.decks.iter_mut().for_each(Deck::refill);
            self.state.hostage_deck.refill();
        }
        self.resist();
        let (involved, mut able) = (self.involved(), Figures::NONE);
        let mut tested = OrderOfAction::<N>::default();
        for me in 0..N {
            if self.can_act(me) {
                able.insert(me);
                if involved.contains(me) {
                    tested.insert(self.place_of(me), me);
                }
            }
        }
        // The agenda is a stack: the last to act goes on it first. Figures that are not involved act after the others,
        // one by one.
        let rest = able - involved;
        for (me, group) in (0..N).rev().filter(|&me| rest.contains(me)).zip(0..) {
            self.put(Work::Go { figure: me as u8, group, first: false });
        }
        for (figure, group) in tested.last_to_first(rest.len() as u8) {
            self.put(Work::Go { figure, group, first: false });
        }
        self.state.turn.able = able;
        if C::OBSERVED && self.battle.rules.order == Order::Reaction {
            self.log_order(involved);
        }
    }

    /// Logs the order of action that the agenda holds (CQB-3b).
    fn log_order(&mut self, involved: Figures) {
        let goes = self.state.turn.agenda.pending().iter().rev();
        let placed = |work: &Work| match *work {
            Work::Go { figure, group, .. } => {
                let me = usize::from(figure);
                Some(log::Placed { figure, group, tested: involved.contains(me), sees: self.in_sight(me) })
            }
            _ => None,
        };
        let order: Vec<log::Placed> = goes.filter_map(placed).collect();
        let (turn, battle, figures) = (self.turn, self.battle, &self.state.figures);
        self.chance.log(|| log::order(turn, battle, figures, &order));
    }

    /// A figure's precedence in the order of action of a turn: the higher acts first (CQB-3b).
    #[inline(always)]
    fn place_of(&mut self, me: usize) -> u16 {
        match self.battle.rules.order {
            Order::Reaction => self.reaction(me, self.at(me, purpose::REACTION, 0)),
            Order::Simultaneous => 0,
            Order::BlueFirst => 100 - me as u16,
            Order::RedFirst => 100 - me as u16 + if me < self.battle.blues { 0 } else { 100 },
        }
    }

    /// A figure's precedence in a reaction test: by one card of its deck, Hold, and whether it moved (CQB-3b, CQB-3e).
    #[inline(always)]
    fn reaction(&mut self, me: usize, at: Address) -> u16 {
        let deck = &mut self.state.decks[usize::from(self.battle.profiles[me].deck)];
        let card = reaction_card(self.chance, &self.battle.rules, deck, at);
        let figure = &self.state.figures[me];
        precedence(card, figure.on_hold, figure.moved_last.gone != Gone::Nowhere)
    }

    /// Begins the go of the next figure, or of several that act simultaneously, each from the state before (CQB-3e).
    /// Returns whether the go has begun, which it has not if a holder interrupts, and the figure that begins to fire,
    /// if any.
    #[inline(always)]
    pub(crate) fn open_go(&mut self, actor: usize, group: u8, first: bool) -> (bool, Option<u8>) {
        let work = Work::Go { figure: actor as u8, group, first };
        if self.state.turn.agenda.pending().iter().rev().nth(1).is_some_and(|next| next.is_of(work)) {
            return (self.open_together(work), None);
        }
        let Ok(declared) = self.declared(actor, first) else { return (false, None) };
        self.state.turn.agenda.pop();
        self.state.turn.first = first;
        (true, self.act_alone(actor, declared))
    }

    /// Begins the simultaneous go of the figures on top of the agenda. Holders may try to interrupt each of them before
    /// any acts (CQB-3d, CQB-3e). Returns whether the go has begun.
    #[inline(never)]
    fn open_together(&mut self, work: Work) -> bool {
        let Work::Go { first, .. } = work else { return false };
        let (mut members, mut count) = ([0; N], 0);
        for next in self.state.turn.agenda.pending().iter().rev() {
            match next {
                Work::Go { figure, .. } if next.is_of(work) => members[count] = *figure,
                _ => break,
            }
            count += 1;
        }
        let members = &members[..count];
        let mut declared = [None; N];
        for (&me, action) in members.iter().zip(&mut declared) {
            match self.declared(me.into(), first) {
                Ok(answer) => *action = answer,
                Err(Interrupted) => return false,
            }
        }
        for _ in members {
            self.state.turn.agenda.pop();
        }
        self.state.turn.first = first;
        self.state.turn.together = true;
        self.state.turn.seen = self.state.figures;
        self.act_together(members, &declared[..count]);
        true
    }

    /// The action that a figure declares to the holders who watch it, if they have not tried to interrupt it yet: one
    /// attempt per action. An interrupter cannot be interrupted itself (CQB-3d).
    #[inline(always)]
    fn declared(&mut self, actor: usize, first: bool) -> Result<Option<Action>, Interrupted> {
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

    /// The go of a figure that acts alone. Returns the figure if it begins to fire.
    #[inline(always)]
    fn act_alone(&mut self, me: usize, declared: Option<Action>) -> Option<u8> {
        if !self.can_act(me) {
            return None;
        }
        match declared.unwrap_or_else(|| self.go_of(me)) {
            Action::Fire(attack) => self.begin_fire(me as u8, attack),
            action => {
                self.act(me, action);
                if let Action::Advance { and_fire: true, .. } = action {
                    self.put(Work::FireToo(me as u8));
                }
                None
            }
        }
    }

    /// What a figure does with its go.
    #[inline(always)]
    pub(crate) fn go_of(&mut self, me: usize) -> Action {
        self.begin_go(me);
        self.ask(me, Ask::Act { first: self.state.turn.first })
    }

    /// Puts work on top of the agenda, which always has room: it holds one piece of work for each figure.
    #[inline(always)]
    pub(crate) fn put(&mut self, work: Work) {
        let put = self.state.turn.agenda.push(work);
        debug_assert!(put.is_ok(), "{put:?}");
    }

    /// Whether a figure may act at all: it is neither down, stunned nor overcome by gas (CQB-6b).
    #[inline]
    pub(crate) fn can_act(&self, me: usize) -> bool {
        !self.state.figures[me].condition.down && self.is_able(me)
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

    /// Lets enemies on Hold that see a figure come into view try to act at once (CQB-3d).
    pub(crate) fn meet(&mut self, mover: usize, new: Figures) {
        let watchers = self.watchers(mover) & new;
        if !watchers.is_empty() {
            self.interrupts(Challenge { actor: mover, ask: Ask::Meet { actor: mover }, occasion: IN_VIEW }, watchers);
        }
    }

    /// Resets the state that lasts a go.
    #[inline]
    pub(crate) fn close_go(&mut self) {
        let turn = &mut self.state.turn;
        // The go of an interrupter comes before that of the figures that holders have tried to interrupt.
        if !turn.first {
            turn.challenged = Figures::NONE;
        }
        turn.together = false;
    }

    /// Resets the state that lasts a turn. Returns how the engagement has ended, if it has.
    #[inline]
    pub(crate) fn end_turn(&mut self) -> Option<u8> {
        let figures = if self.battle.turns_alike { 0 } else { self.battle.profiles.len() };
        for me in 0..figures {
            // Players are asked before this turn's moves become those of the turn before.
            let aims = self.battle.rules.aim_cost == AimCost::Free && self.ask(me, Ask::AimToo) == Action::Aim;
            let figure = &mut self.state.figures[me];
            figure.moved_last = std::mem::take(&mut figure.moved_now);
            figure.reload = figure.reload.saturating_sub(1);
            if self.battle.rules.hold_duration == HoldDuration::Turn {
                figure.on_hold = false;
            }
            let steady =
                !figure.condition.knocked && !figure.condition.dropped && figure.moved_last.gone == Gone::Nowhere;
            figure.aiming |= aims && steady;
        }
        self.state.turn.challenged = Figures::NONE;
        self.close_turn()
    }
}
