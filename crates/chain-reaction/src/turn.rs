//! The sequence of play: the dice of a turn, the groups of a side one after the other, and what the figures of a group do (CR-turn,
//! CR-act).

use chance::{Address, Chance};
use engage::Side;
use field::Figures;

use crate::action::{Action, Ask};
use crate::activation::{self, Throw};
use crate::figure::Status;
use crate::options::{ActiveFireAfterReaction, StunRecovery};
use crate::play::Play;
use crate::player::Players;
use crate::purpose;
use crate::state::{Activation, Task, Turn};
use crate::tell;
use crate::test::Test;

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, P> {
    /// Puts the next activation on the agenda; false at the end of the turn (CR-turn-1, CR-turn-2).
    pub(crate) fn next_activation(&mut self) -> bool {
        self.state.activation = Activation::default();
        self.volleys = 0;
        let dice = self.dice_of_turn();
        for side in dice.order().skip(self.state.turn.done.into()) {
            let side = Side::ALL[side];
            loop {
                let group = self.one_group(self.battle.figures_of(side) - self.state.turn.acted);
                if group.is_empty() {
                    break;
                }
                self.state.turn.acted = self.state.turn.acted | group;
                let active = self.moment().activates(group, dice.die(side as usize));
                if !active.is_empty() {
                    self.state.activation.active = active;
                    self.push(Task::Activate(active));
                    return true;
                }
            }
            self.state.turn.done += 1;
        }
        self.state.turn = Turn::default();
        false
    }

    /// The activation dice of the turn, thrown when they are first needed (CR-turn-1).
    fn dice_of_turn(&mut self) -> Throw<2> {
        if let Some(dice) = self.state.turn.dice {
            return dice;
        }
        let at = Address::in_round(0, purpose::ACTIVATION, self.turn, 0);
        let dice = activation::throw(self.chance, at);
        self.state.turn.dice = Some(dice);
        let turn = self.turn;
        self.chance.tell(|| tell::activation(turn, &dice));
        dice
    }

    /// The activation of some figures of a group begins: stuns end, hunkered friends are rallied (CR-status-stun, CR-rally-2).
    pub(crate) fn activate(&mut self, members: Figures) {
        let spends = self.battle.frame.rules.stun_recovery == StunRecovery::SpendsActivation;
        let stunned = members.filter(|who| self.state.figures[who].status == Status::Stunned);
        for who in stunned.iter() {
            let figure = &mut self.state.figures[who];
            figure.status = Status::CarryingOn;
            figure.prone = false;
            let turn = self.turn;
            self.chance.tell(|| tell::comes_to(turn, who));
        }
        let acts = if spends { members - stunned } else { members };
        self.push(Task::Act(acts));
        let hunkered = members.filter(|who| self.state.figures[who].status == Status::Hunkered);
        if !hunkered.is_empty() {
            self.push(Task::Rally(hunkered));
        }
    }

    /// A friend who carries on is with a hunkered figure: it tests, with the Leader Die if one of them is a Leader (CR-rally-1,
    /// Clarification 17).
    pub(crate) fn rally(&mut self, hunkered: Figures) {
        let Some(me) = hunkered.first() else { return };
        let left = hunkered.without(me);
        if !left.is_empty() {
            self.push(Task::Rally(left));
        }
        let moment = self.moment();
        let near = moment.friends_within(me, self.battle.frame.rules.group_distance);
        if moment.carrying_on(near).is_empty() {
            return;
        }
        self.test(Test::Rally, Figures::one(me), (self.battle.enemies(me), 0), Figures::NONE);
    }

    /// The next of those who are to act does so: first who fires without moving, then who recovers, the highest Rep first (CR-act-2).
    pub(crate) fn act(&mut self, todo: Figures) {
        let moment = self.moment();
        let up = moment.carrying_on(todo);
        let ducked = todo.filter(|who| moment.figures[who].status == Status::Ducked);
        let Some(me) = moment.best(up).or_else(|| moment.best(ducked)) else { return };
        self.push(Task::Act((up | ducked).without(me)));
        match self.ask(me, Ask::Act) {
            Action::Reload => {
                self.state.figures[me].empty = 0;
                let turn = self.turn;
                self.chance.tell(|| tell::reloads(turn, me));
            }
            Action::PopUp => self.pops_up(me),
            _ if self.state.figures[me].status == Status::CarryingOn => self.push(Task::Voluntary { who: me as u8 }),
            _ => {}
        }
    }

    /// A figure recovers from duck back: enemies who now see it take In Sight, then it may fire (Clarification 22).
    fn pops_up(&mut self, me: usize) {
        let battle = self.battle;
        let before = self.moment();
        let enemies = battle.enemies(me);
        let unseen = enemies.filter(|watcher| {
            // Unseen by every member of the watching group (Clarification 27).
            let group = before.carrying_on(battle.group_of(watcher).members);
            group.iter().all(|member| !before.sees(member, me))
        });
        let figure = &mut self.state.figures[me];
        figure.status = Status::CarryingOn;
        figure.hidden_from = Figures::NONE;
        figure.prone = false;
        let turn = self.turn;
        self.chance.tell(|| tell::pops_up(turn, me));
        let after = self.moment();
        let watchers = after.carrying_on(unseen).filter(|watcher| after.sees(watcher, me));
        self.push(Task::Voluntary { who: me as u8 });
        if !watchers.is_empty() {
            self.push(Task::InSight { watchers, movers: Figures::one(me) });
        }
    }

    /// A figure's fire of its own will, if it still carries on (CR-act-1, CR-act-3).
    pub(crate) fn voluntary_fire(&mut self, me: usize) {
        let used_up = self.battle.frame.rules.active_fire_after_reaction == ActiveFireAfterReaction::UsedUp;
        if used_up && self.state.activation.reacted.contains(me) {
            return;
        }
        let at = self.moment().targets(me, self.battle.enemies(me));
        if at.is_empty() {
            return;
        }
        if let Action::Fire(aim) = self.ask(me, Ask::Fire { at, must: false }) {
            let mut volley = crate::state::Volley { shooters: Figures::one(me), ..Default::default() };
            volley.aims[me] = aim;
            self.volleys = 0;
            self.begin_volley(volley);
        }
    }

    /// A hunkered figure rallies (CR-rally-1).
    pub(crate) fn rallies(&mut self, me: usize) {
        let figure = &mut self.state.figures[me];
        figure.status = Status::CarryingOn;
        figure.hidden_from = Figures::NONE;
        figure.prone = false;
    }
}
