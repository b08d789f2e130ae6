//! The sequence of play (CQB-3).

use chance::{Address, Chance, Deck};
use engage::BySide;
use field::Figures;

use crate::action::{Action, Ask};
use crate::battle::Battle;
use crate::figure::{Figure, Gone};
use crate::interrupt::Interrupted;
use crate::log;
use crate::options::*;
use crate::order::OrderOfAction;
use crate::play::{Ground, Play, Setting};
use crate::player::choose::Player;
use crate::purpose;
use crate::reaction::{precedence, reaction_card};
use crate::state::Work;

/// Indices of [`crate::RULESET`]'s endings.
pub(crate) mod ending {
    pub(crate) const BLUE_WINS: u8 = 0;
    pub(crate) const RED_WINS: u8 = 1;
    pub(crate) const BOTH_OUT: u8 = 2;
    pub(crate) const STALEMATE: u8 = 3;
    pub(crate) const TURN_LIMIT: u8 = 4;
}

/// What the order of action depends on, apart from the decks.
#[derive(PartialEq, Eq, Hash)]
struct Testers {
    /// The figures that test.
    able: Figures,
    on_hold: Figures,
    moved: Figures,
}

impl<C: Chance, G: Setting, P: Player, const N: usize> Play<'_, C, G, P, N>
where
    Self: Ground,
{
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
        for me in 0..N {
            able.set(me, self.can_act(me));
        }
        let (battle, turn, figures, testers) = (self.battle, self.turn, &self.state.figures, able & involved);
        let given = || Testers {
            able: testers,
            on_hold: Figures::below(N).filter(|me| figures[me].on_hold),
            moved: Figures::below(N).filter(|me| figures[me].moved_last.gone != Gone::Nowhere),
        };
        let tested = self.chance.in_short(given, &mut self.state.decks, |chance, decks| {
            let mut tested = OrderOfAction::<N>::default();
            for me in testers {
                tested.insert(place_of(chance, (battle, turn), (me, &figures[me]), decks), me);
            }
            // Orders are made equal only where equal states are merged, as others have no use for it.
            if C::STEPWISE { tested.ranked() } else { tested }
        });
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

    /// A figure's precedence in a reaction test.
    #[inline(always)]
    pub(crate) fn reaction(&mut self, me: usize, at: Address) -> u16 {
        let figure = (me, &self.state.figures[me]);
        reaction(self.chance, self.battle, figure, &mut self.state.decks, at)
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
            if aims {
                let steady =
                    !figure.condition.knocked && !figure.condition.dropped && figure.moved_last.gone == Gone::Nowhere;
                figure.aiming |= steady;
            }
        }
        self.state.turn.challenged = Figures::NONE;
        self.close_turn()
    }
}

/// A figure's precedence in the order of action of a turn: the higher acts first (CQB-3b).
#[inline(always)]
fn place_of<C: Chance>(
    chance: &mut C,
    (battle, turn): (&Battle, u16),
    (me, figure): (usize, &Figure),
    decks: &mut [C::Deck],
) -> u16 {
    match battle.rules.order {
        Order::Reaction => {
            let at = Address::in_round(battle.luck.of(me), purpose::REACTION, turn, 0);
            reaction(chance, battle, (me, figure), decks, at)
        }
        Order::Simultaneous => 0,
        Order::BlueFirst => 100 - me as u16,
        Order::RedFirst => 100 - me as u16 + if me < battle.blues { 0 } else { 100 },
    }
}

/// A figure's precedence in a reaction test: by one card of its deck, Hold, and whether it moved (CQB-3b, CQB-3e).
#[inline(always)]
fn reaction<C: Chance>(
    chance: &mut C,
    battle: &Battle,
    (me, figure): (usize, &Figure),
    decks: &mut [C::Deck],
    at: Address,
) -> u16 {
    let card = reaction_card(chance, &battle.rules, &mut decks[usize::from(battle.profiles[me].deck)], at);
    precedence(card, figure.on_hold, figure.moved_last.gone != Gone::Nowhere)
}
