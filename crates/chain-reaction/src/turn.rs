//! The sequence of play: the dice of a turn, the groups of a side one after the other, and what the figures of a group do (CR-turn,
//! CR-act).

use chance::{Address, Chance};
use engage::{BySide, Side};
use field::Figures;

use crate::action::{Action, Ask};
use crate::activation;
use crate::attribute::Attribute;
use crate::dice;
use crate::figure::Status;
use crate::focus;
use crate::options::{ActiveFire, ActiveFireAfterReaction, FocusLasts, OrderInGroup, RallyTests, StunRecovery};
use crate::play::Play;
use crate::player::Players;
use crate::purpose;
use crate::rules::MOST_PASSED;
use crate::state::{Activation, Focus, Task, Turn, Volley};
use crate::table::Test;
use crate::tell;

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, P> {
    /// Puts the next activation on the agenda; false at the end of the turn (CR-turn-1, CR-turn-2).
    pub(crate) fn next_activation(&mut self) -> bool {
        self.state.activation = Activation::default();
        (self.volleys, self.depth) = (0, 0);
        if self.battle.frame.rules.focus_lasts == FocusLasts::Activation {
            self.state.focus = [Focus::default(); N];
        }
        if !self.state.turn.begun {
            self.begin_turn();
        }
        while let [Some(side), then] = self.state.turn.sides {
            loop {
                let group = self.one_group(self.battle.figures_of(side) - self.state.turn.acted);
                if group.is_empty() {
                    break;
                }
                self.state.turn.acted |= group;
                let active = self.moment().activates(group, self.state.turn.needed[side]);
                if !active.is_empty() {
                    self.state.activation.active = active;
                    self.push(Task::Activate(active));
                    return true;
                }
            }
            // What is over is reset, so that equal situations are equal.
            let turn = &mut self.state.turn;
            (turn.sides, turn.acted, turn.needed[side]) = ([then, None], Figures::NONE, 0);
        }
        self.state.turn = Turn::default();
        false
    }

    /// Throws the activation dice (CR-turn-1). Of a die only that is kept which makes a difference: the lowest Rep of its side that
    /// acts on it.
    fn begin_turn(&mut self) {
        let at = Address::in_round(0, purpose::ACTIVATION, self.turn, 0);
        let dice = activation::throw(self.chance, at);
        let number = self.turn;
        self.tell(|| tell::activation(number, &dice));
        let acts_on = |side: Side| {
            let reps = self.battle.figures_of(side).iter().map(|who| self.state.figures[who].rep);
            reps.filter(|&rep| rep >= dice.die(side as usize)).min()
        };
        let mut turn = Turn { begun: true, ..Turn::default() };
        let sides = dice.order().map(|side| Side::ALL[side]).filter(|&side| acts_on(side).is_some());
        for (place, side) in turn.sides.iter_mut().zip(sides) {
            *place = Some(side);
        }
        turn.needed = BySide::from_fn(|side| acts_on(side).unwrap_or_default());
        self.state.turn = turn;
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
            self.tell(|| tell::comes_to(turn, who));
        }
        self.state.activation.ducked = members.filter(|who| self.state.figures[who].status == Status::Ducked);
        let acts = if spends { members - stunned } else { members };
        self.push(Task::Act(acts));
        // Nobody moves, so nobody joins anybody (Clarification 48).
        let stays = self.battle.frame.rules.rally_tests == RallyTests::JoiningAndStaying;
        let hunkered = members.filter(|who| stays && self.state.figures[who].status == Status::Hunkered);
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
        let cause = moment.nearest_cause(me);
        self.test(Test::Rally, Figures::one(me), (cause, 0), Figures::NONE);
    }

    /// The next of those who are to act does so: first who fires without moving, then who recovers, the highest Rep first (CR-act-2).
    /// Who ducks back in its own activation is done for the turn (Clarification 26). When all have acted, reloading is over
    /// (Clarification 35).
    pub(crate) fn act(&mut self, todo: Figures) {
        let rules = &self.battle.frame.rules;
        let moment = self.moment();
        let up = moment.carrying_on(todo);
        let ducked = (todo & moment.activation.ducked).filter(|who| moment.figures[who].status == Status::Ducked);
        let next = match (moment.best(up), moment.best(ducked), rules.order_in_group) {
            (Some(up), Some(ducked), OrderInGroup::Rep) if moment.figures[ducked].rep > moment.figures[up].rep => {
                ducked
            }
            (Some(up), ..) => up,
            (None, Some(ducked), _) => ducked,
            (None, None, _) => return self.reload(),
        };
        let together = rules.active_fire == ActiveFire::WholeGroup && up.contains(next);
        let now = if together { up } else { Figures::one(next) };
        self.push(Task::Act((up | ducked) - now));
        let mut fire = Figures::NONE;
        for me in now.iter() {
            match self.ask(me, Ask::Act) {
                Action::Reload => self.state.activation.reloading.insert(me),
                Action::PopUp => self.pops_up(me),
                _ => fire.set(me, up.contains(me)),
            }
        }
        if !fire.is_empty() {
            self.push(Task::Voluntary(fire));
        }
    }

    /// Weapons are loaded again at the end of the activation (Clarification 35), but not by who was hit or retired in it.
    fn reload(&mut self) {
        let reloading = std::mem::take(&mut self.state.activation.reloading);
        for me in reloading.iter() {
            if !matches!(self.state.figures[me].status, Status::CarryingOn | Status::Ducked) {
                continue;
            }
            self.state.figures[me].empty = 0;
            let turn = self.turn;
            self.tell(|| tell::reloads(turn, me));
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
        self.tell(|| tell::pops_up(turn, me));
        let after = self.moment();
        let watchers = after.carrying_on(unseen).filter(|watcher| after.sees(watcher, me));
        self.push(Task::Voluntary(Figures::one(me)));
        if !watchers.is_empty() {
            self.push(Task::InSight { watchers, movers: Figures::one(me) });
        }
    }

    /// The fire of some of a group of their own will, if they still carry on, at its focus (CR-act-1, CR-act-3, CR-focus-1).
    pub(crate) fn voluntary_fire(&mut self, who: Figures) {
        let used_up = self.battle.frame.rules.active_fire_after_reaction == ActiveFireAfterReaction::UsedUp;
        let who = if used_up { who - self.state.activation.reacted } else { who };
        let moment = self.moment();
        let who = who.filter(|me| !moment.targets(me, moment.battle.enemies(me)).is_empty());
        let Some(one) = who.first() else { return };
        let focus = self.focus(one);
        let mut volley = Volley::default();
        for me in who.iter() {
            let at = self.moment().targets(me, focus);
            if at.is_empty() {
                continue;
            }
            if let Action::Fire(aim) = self.ask(me, Ask::Fire { at, must: false }) {
                volley.shooters.insert(me);
                volley.aims[me] = aim;
            }
        }
        self.volleys = 0;
        self.begin_volley(volley);
    }

    /// The enemies at whom a figure's group fires: the group that is its focus, which is tested for if it sees several and has none
    /// among them, or if a better target than its focus has come into sight (CR-focus-2, Clarification 7).
    fn focus(&mut self, me: usize) -> Figures {
        let battle = self.battle;
        let (own, enemies) = (usize::from(battle.profiles[me].group), battle.enemies(me));
        // With one enemy group there is nothing to choose.
        if enemies.first().is_none_or(|one| battle.group_of(one).members == enemies) {
            return enemies;
        }
        let moment = self.moment();
        let mut seen = Figures::NONE;
        for member in moment.carrying_on(battle.groups[own].members).iter() {
            seen |= moment.in_sight(member, enemies).filter(|who| moment.figures[who].status.is_target());
        }
        let mut among = Figures::NONE;
        for who in seen.iter() {
            among |= battle.group_of(who).members;
        }
        let before = moment.focus[own];
        let closest = seen.first().map_or(Figures::NONE, |who| battle.group_of(who).members);
        let on = if closest == among {
            closest
        } else {
            let best = match self.ask(me, Ask::Focus { among: seen }) {
                Action::Focus(target) => battle.group_of(target.into()).members,
                _ => closest,
            };
            let keeps = before.on & among == before.on && (best & before.among == best || best == before.on);
            if before.on != Figures::NONE && keeps { before.on } else { self.tests_focus(me, seen, best) }
        };
        self.state.focus[own] = Focus { on, among };
        on
    }

    /// The Focus test of a figure's group among enemies in sight: the enemy group that it goes for (CR-focus-1).
    fn tests_focus(&mut self, me: usize, seen: Figures, best: Figures) -> Figures {
        let battle = self.battle;
        let Some(leads) = self.moment().led_by(battle.group_of(me).members) else { return best };
        let (profile, rep, at) = (&battle.profiles[leads], self.state.figures[leads].rep, self.address(leads));
        // Each group that rolls has a draw of its own, up to 16.
        self.draws[leads] = self.draws[leads].wrapping_add(1);
        let passed = if profile.star {
            MOST_PASSED
        } else {
            let extra = profile.attributes.has(Attribute::BornLeader)
                && dice::passes(self.chance, at.purpose(purpose::BORN_LEADER_DIE), rep);
            (dice::passed(self.chance, at.purpose(purpose::TEST), rep) + u8::from(extra)).min(MOST_PASSED)
        };
        // The closest first: all are as far, so as in the roster (Clarification 49).
        let firsts = seen.filter(|who| (battle.group_of(who).members & seen).first() == Some(who));
        let place = firsts.iter().position(|who| best.contains(who));
        let place = focus::focus(
            &battle.frame.rules,
            self.chance,
            at.purpose(purpose::FOCUS),
            passed,
            firsts.len() as u8,
            place.map(|place| place as u8),
        );
        let on = firsts.iter().nth(place.into()).map_or(best, |who| battle.group_of(who).members);
        let turn = self.turn;
        self.tell(|| tell::focuses(turn, leads, on, passed));
        on
    }

    /// A figure's group loses its focus, and tests for another at once (CR-status-focus).
    pub(crate) fn loses_focus(&mut self, me: usize) {
        self.state.focus[usize::from(self.battle.profiles[me].group)] = Focus::default();
        if let Some(one) = self.moment().led_by(self.battle.group_of(me).members) {
            self.focus(one);
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
