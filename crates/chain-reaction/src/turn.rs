//! The sequence of play: the dice of a turn, the groups of a side one after another, and the actions of a group's
//! figures (CR-turn, CR-act).

use chance::{Address, Chance};
use engage::{BySide, Side};
use field::Figures;

use crate::action::{Action, Ask};
use crate::activation::{self, Throw};
use crate::attribute::Attribute;
use crate::battle::Battle;
use crate::dice;
use crate::figure::{Figure, MEN, Status};
use crate::focus;
use crate::log;
use crate::options::{
    ActiveFire, ActiveFireAfterReaction, DuckRecovery, FocusLasts, OrderInGroup, RallyTests, StunRecovery,
};
use crate::play::{Events, Play};
use crate::player::Players;
use crate::purpose;
use crate::rules::MOST_PASSED;
use crate::state::{Activation, Focus, Rush, Task, Turn, Volley};
use crate::table::Test;
use crate::view::Cause;
use crate::weapon::Weapon;

/// A turn that begins with these dice (CR-turn-1).
fn begun<const N: usize>(battle: &Battle, figures: &[Figure; N], dice: &Throw<2>) -> Turn {
    let acts_on = |side: Side| {
        let reps = battle.figures_of(side).iter().map(|who| figures[who].rep);
        let die = dice.die(side as usize);
        // A figure that comes into play later in the turn may act on any Rep.
        if battle.patrol.is_some() { Some(die) } else { reps.filter(|&rep| rep >= die).min() }
    };
    let mut turn = Turn { begun: true, ..Turn::default() };
    let sides = dice.order().map(|side| Side::ALL[side]).filter(|&side| acts_on(side).is_some());
    for (place, side) in turn.sides.iter_mut().zip(sides) {
        *place = Some(side);
    }
    turn.needed = BySide::from_fn(|side| acts_on(side).unwrap_or_default());
    turn
}

/// The answers of figures that are asked together.
#[derive(Default)]
struct Acts {
    /// Figures that act once more in this activation.
    left: Figures,
    /// Figures that may fire without moving.
    fire: Figures,
    /// The figure that pops up or moves before the others act again, with its action.
    alone: Option<(usize, Action)>,
}

impl<C: Chance, const N: usize, G: Events<N>, P: Players> Play<'_, C, N, G, P> {
    /// Puts the next activation on the agenda; false at the end of the turn (CR-turn-1, CR-turn-2).
    pub(crate) fn next_activation(&mut self) -> bool {
        (self.volleys, self.depth) = (0, 0);
        if !self.state.activation.active.is_empty() {
            self.reload();
            G::end_activation(self);
        }
        self.state.activation = Activation::default();
        if !self.state.agenda.is_empty() {
            return true;
        }
        if self.battle.frame.rules.focus_lasts == FocusLasts::Activation {
            self.state.focus = [Focus::default(); N];
        }
        if !self.state.turn.begun {
            self.begin_turn();
        }
        while let [Some(side), then] = self.state.turn.sides {
            loop {
                let mut left = self.battle.figures_of(side) - self.state.turn.acted;
                if self.battle.patrol.is_some() {
                    left = left.filter(|who| self.state.figures[who].status.is_target());
                }
                let group = self.one_group(left);
                if G::acts_before(self, side, group) {
                    return true;
                }
                if group.is_empty() {
                    break;
                }
                self.state.turn.acted |= group;
                let active = self.view().activates(group, self.state.turn.needed[side]);
                if !active.is_empty() {
                    self.state.activation.active = active;
                    self.push(Task::Activate(active));
                    return true;
                }
            }
            // Resets what is over, so that equal situations compare equal.
            let turn = &mut self.state.turn;
            (turn.sides, turn.acted, turn.needed[side]) = ([then, None], Figures::NONE, 0);
        }
        self.state.turn = Turn::default();
        false
    }

    /// Throws the activation dice (CR-turn-1). Only the significant part of a die is kept: the lowest Rep of its side
    /// that acts on it.
    fn begin_turn(&mut self) {
        let at = Address::in_round(0, purpose::ACTIVATION, self.turn, 0);
        let dice = G::throws(self, at);
        let number = self.turn;
        self.log(|| log::activation(number, &dice));
        self.state.turn = begun(self.battle, &self.state.figures, &dice);
        self.begin_turn_on_map();
    }

    /// Throws the activation dice of figures who are all in play.
    pub(crate) fn throws_for_all(&mut self, at: Address) -> Throw<2> {
        #[derive(PartialEq, Eq, Hash)]
        struct Reps<const N: usize>([u8; N]);
        let (battle, figures) = (self.battle, &self.state.figures);
        self.chance.in_short(
            || Reps(figures.map(|figure| figure.rep)),
            &mut (),
            |chance, ()| {
                let thrown = activation::throw(chance, at);
                // Throws are made equal only where equal states are merged; in a log the faces matter.
                if !C::STEPWISE {
                    return thrown;
                }
                let alike = |other: &Throw<2>| begun(battle, figures, other) == begun(battle, figures, &thrown);
                Throw::all().find(alike).unwrap_or(thrown)
            },
        )
    }

    /// Begins a turn on a map. A launcher fires once a turn; a rocket launcher without a loader waits until it is
    /// loaded (CR-wpn-gl, CR-wpn-rl).
    fn begin_turn_on_map(&mut self) {
        let Some(scene) = self.state.ground.scene_mut() else { return };
        scene.recon.drawn_in = Figures::NONE;
        scene.rallied_by = [Figures::NONE; MEN];
        for me in 0..self.battle.profiles.len() {
            let spent = self.state.figures[me].spent;
            if spent && (self.view().weapon(me) == Weapon::GrenadeLauncher || self.has_loader(me)) {
                self.state.figures[me].spent = false;
            }
        }
    }

    /// Whether a figure's rocket launcher has a loader: a nearby friend who carries on (CR-wpn-rl).
    fn has_loader(&self, me: usize) -> bool {
        let view = self.view();
        let near = view.friends_within(me, self.battle.frame.rules.loader_distance);
        view.carrying_on(near).iter().any(|friend| view.arms(friend).loader)
    }

    /// Begins the activation of these figures of a group: stuns end, hunkered friends are rallied (CR-status-stun,
    /// CR-rally-2).
    pub(crate) fn activate(&mut self, members: Figures) {
        let spends = self.battle.frame.rules.stun_recovery == StunRecovery::SpendsActivation;
        let stunned = members.filter(|who| self.state.figures[who].status == Status::Stunned);
        for who in stunned.iter() {
            let stays_prone = self.state.ground.on_map().is_some();
            let figure = &mut self.state.figures[who];
            figure.status = Status::CarryingOn;
            // On a map it lies until it stands up (Clarification 36).
            figure.prone = stays_prone && (figure.prone || self.battle.frame.rules.stunned_prone);
            let turn = self.turn;
            self.log(|| log::comes_to(turn, who));
        }
        for who in members.iter() {
            // The effect of a fast move lasts until now (CR-fast-3).
            self.state.figures[who].fast = false;
        }
        G::begin_activation(self, members);
        self.state.activation.ducked = members.filter(|who| self.state.figures[who].status == Status::Ducked);
        let acts = if spends { members - stunned } else { members };
        self.push(Task::Act(acts));
        // No figure moves, so no figure joins another (Clarification 48).
        let stays = self.battle.frame.rules.rally_tests == RallyTests::JoiningAndStaying;
        let hunkered = members.filter(|who| stays && self.state.figures[who].status == Status::Hunkered);
        if !hunkered.is_empty() {
            self.push(Task::Rally(hunkered));
        }
    }

    /// Rallies the first of these hunkered figures, if a friend who carries on is with it: it tests, with the Leader
    /// Die if one of these friends is a Leader (CR-rally-1, Clarification 17).
    pub(crate) fn rally(&mut self, hunkered: Figures) {
        let Some(me) = hunkered.first() else { return };
        let left = hunkered.without(me);
        if !left.is_empty() {
            self.push(Task::Rally(left));
        }
        let view = self.view();
        let near = view.friends_within(me, self.battle.frame.rules.group_distance);
        if G::may_rally(view, me, view.carrying_on(near)).is_empty() {
            return;
        }
        let cause = view.nearest_cause(me);
        self.test(Test::Rally, Figures::one(me), Cause::by(cause));
        let view = self.view();
        let near = view.carrying_on(view.friends_within(me, self.battle.frame.rules.group_distance));
        if let Some(scene) = self.state.ground.scene_mut() {
            scene.rallied_by[me] |= near;
        }
    }

    /// The next of the figures that must still act does so: first figures that fire without moving, then figures that
    /// recover, the highest Rep first (CR-act-2). A figure that ducks back in its own activation is done for the turn
    /// (Clarification 26).
    pub(crate) fn act(&mut self, todo: Figures) {
        let rules = &self.battle.frame.rules;
        let view = self.view();
        let up = view.carrying_on(todo);
        let ducked = (todo & view.activation.ducked).filter(|who| view.figures[who].status == Status::Ducked);
        let chargers = up & view.activation.chargers;
        let movers = up & view.activation.movers;
        let still = up - movers - chargers;
        let next = match (view.best(still), view.best(ducked), rules.order_in_group) {
            (Some(up), Some(ducked), OrderInGroup::Rep) if view.figures[ducked].rep > view.figures[up].rep => ducked,
            (Some(up), ..) => up,
            // Figures that charge or move do so together, after all other figures have fired (CR-act-2).
            (None, ..) if !chargers.is_empty() => {
                self.push(Task::Act((up | ducked) - chargers));
                return self.push(Task::Charges { chargers, stage: Rush::Wanted });
            }
            (None, ..) if !movers.is_empty() => {
                self.push(Task::Act(ducked));
                return self.push(Task::Move(movers));
            }
            (None, Some(ducked), _) => ducked,
            (None, None, _) => return,
        };
        let together = rules.active_fire == ActiveFire::WholeGroup && up.contains(next);
        let now = if together { still } else { Figures::one(next) };
        let Acts { left, fire, alone } = self.ask_to_act(now, up);
        self.push(Task::Act(((up | ducked) - now) | left));
        if !fire.is_empty() {
            self.push(Task::Voluntary(fire));
        }
        match alone {
            Some((me, Action::PopUp)) => self.pops_up(me),
            Some((me, Action::Move)) => self.push(Task::Move(Figures::one(me))),
            _ => {}
        }
    }

    /// Asks each of these figures for its action; figures in `up` carry on.
    fn ask_to_act(&mut self, now: Figures, up: Figures) -> Acts {
        let mut acts = Acts::default();
        for me in now.iter() {
            if G::fights_on(self, me) {
                continue;
            }
            match self.ask(me, Ask::Act) {
                Action::Reload => {
                    self.state.activation.reloading.insert(me);
                    // It may still move (CR-ammo-1).
                    acts.left.set(me, up.contains(me));
                }
                Action::Move if self.battle.frame.rules.order_in_group == OrderInGroup::Kind => {
                    self.state.activation.movers.insert(me);
                    acts.left.insert(me);
                }
                Action::Charge(target) => {
                    if let Some(scene) = self.state.ground.scene_mut() {
                        scene.going.quarry[me] = target;
                    }
                    self.state.activation.chargers.insert(me);
                    acts.left.insert(me);
                }
                Action::Change => {
                    self.changes_weapon(me);
                    acts.left.insert(me);
                }
                Action::Nothing => acts.fire.set(me, up.contains(me) && !self.state.activation.reloading.contains(me)),
                // It goes on with its other actions (CR-wound-1).
                Action::PickUp(friend) => {
                    self.picks_up(me, friend.into());
                    acts.left.insert(me);
                }
                Action::Drop => {
                    self.lays_down(me);
                    acts.left.insert(me);
                }
                action if acts.alone.is_none() => acts.alone = Some((me, action)),
                // One after another.
                _ => acts.left.insert(me),
            }
        }
        acts
    }

    /// A figure takes its other weapon in hand (CR-fig-4).
    fn changes_weapon(&mut self, me: usize) {
        self.state.activation.changed.insert(me);
        let figure = &mut self.state.figures[me];
        figure.second = !figure.second;
        std::mem::swap(&mut figure.empty, &mut figure.other_empty);
        let (turn, weapon) = (self.turn, self.view().weapon(me));
        self.log(|| log::changes(turn, me, weapon));
    }

    /// Weapons are loaded again at the end of the activation (Clarification 35), but not by figures that were hit or
    /// retired in it.
    fn reload(&mut self) {
        let reloading = std::mem::take(&mut self.state.activation.reloading);
        for me in reloading.iter() {
            if !matches!(self.state.figures[me].status, Status::CarryingOn | Status::Ducked) {
                continue;
            }
            self.state.figures[me].empty = 0;
            self.state.figures[me].spent = false;
            let turn = self.turn;
            self.log(|| log::reloads(turn, me));
        }
    }

    /// A figure recovers from duck back: enemies who now see it take In Sight, then it may fire (Clarification 22).
    fn pops_up(&mut self, me: usize) {
        let battle = self.battle;
        let before = self.view();
        let enemies = battle.enemies(me);
        let unseen = enemies.filter(|watcher| {
            // The figure was unseen by every member of the watching group (Clarification 27).
            let group = before.carrying_on(before.group(watcher));
            group.iter().all(|member| !before.sees(member, me))
        });
        let figure = &mut self.state.figures[me];
        figure.status = Status::CarryingOn;
        figure.hidden_from = Figures::NONE;
        figure.prone = false;
        let after = self.view();
        let watchers = after.carrying_on(unseen).filter(|watcher| after.sees(watcher, me));
        let turn = self.turn;
        self.log(|| log::pops_up(turn, me, watchers));
        let free = self.battle.frame.rules.duck_recovery == DuckRecovery::Free;
        let then = if free { Task::Act } else { Task::Voluntary };
        self.push(then(Figures::one(me)));
        if !watchers.is_empty() {
            self.push(Task::InSight { watchers, movers: Figures::one(me) });
        }
    }

    /// Voluntary fire by these members of a group, if they still carry on, at the group's focus (CR-act-1, CR-act-3,
    /// CR-focus-1).
    pub(crate) fn voluntary_fire(&mut self, who: Figures) {
        let used_up = self.battle.frame.rules.active_fire_after_reaction == ActiveFireAfterReaction::UsedUp;
        let activation = self.state.activation;
        let who = if used_up { who - activation.reacted } else { who } - activation.fired - activation.reloading;
        let view = self.view();
        // Grenades need neither a loaded gun nor an enemy in sight (CR-blast-4).
        let mut who = who.filter(|me| view.may_throw(me) || !view.targets(me, view.battle.enemies(me)).is_empty());
        let Some(one) = view.best(who) else { return };
        if self.battle.frame.rules.active_fire == ActiveFire::FigureByFigure && who.len() > 1 {
            self.push(Task::Voluntary(who.without(one)));
            who = Figures::one(one);
        }
        self.state.activation.fired |= who;
        let view = self.view();
        let sees = who.iter().any(|me| !view.targets(me, view.battle.enemies(me)).is_empty());
        let focus = if sees { self.focus(one) } else { Figures::NONE };
        let mut volley = Volley::default();
        for me in who.iter() {
            let at = self.view().targets(me, focus);
            if at.is_empty() && !self.view().may_throw(me) {
                continue;
            }
            self.declares(&mut volley, me, Ask::Fire { at, must: false, grenade: true });
        }
        self.volleys = 0;
        self.begin_volley(volley);
    }

    /// The enemies that a figure's group fires at: the group that is its focus. It tests for a focus if it sees several
    /// groups and none of them is its focus, or if a better target than its focus has come into sight (CR-focus-2,
    /// Clarification 7).
    fn focus(&mut self, me: usize) -> Figures {
        let (enemies, view) = (self.battle.enemies(me), self.view());
        // With one enemy group there is nothing to choose.
        if enemies.first().is_none_or(|one| view.group(one) == enemies) {
            return enemies;
        }
        let members = view.group(me);
        let mut seen = Figures::NONE;
        for member in view.carrying_on(members).iter() {
            seen |= view.in_sight(member, view.who_are_targets(enemies - seen));
        }
        let mut among = Figures::NONE;
        for who in seen.iter() {
            among |= view.group(who);
        }
        // A group is identified by its first figure.
        let own = members.first().unwrap_or(me);
        let before = view.focus[own];
        let nearest = seen.iter().min_by_key(|&who| view.distance(me, who));
        let closest = nearest.map_or(Figures::NONE, |who| view.group(who));
        let on = if closest == among {
            closest
        } else {
            let best = match self.ask(me, Ask::Focus { among: seen }) {
                Action::Focus(target) => self.view().group(target.into()),
                _ => closest,
            };
            let keeps = before.on & among == before.on && (best & before.among == best || best == before.on);
            if before.on != Figures::NONE && keeps { before.on } else { self.tests_focus(me, seen, (closest, best)) }
        };
        self.state.focus[own] = Focus { on, among };
        on
    }

    /// The Focus test of a figure's group among enemies in sight: the enemy group that becomes its focus (CR-focus-1).
    fn tests_focus(&mut self, me: usize, seen: Figures, (closest, best): (Figures, Figures)) -> Figures {
        let battle = self.battle;
        let view = self.view();
        let Some(leads) = view.led_by(view.group(me)) else { return best };
        let (profile, rep, at) = (&battle.profiles[leads], self.state.figures[leads].rep, self.address(leads));
        // Each group that rolls has its own draw, up to 16.
        self.draws[leads] = self.draws[leads].wrapping_add(1);
        let passed = if profile.star {
            MOST_PASSED
        } else {
            let extra = profile.attributes.has(Attribute::BornLeader)
                && dice::passes(self.chance, at.purpose(purpose::BORN_LEADER_DIE), rep);
            (dice::passed(self.chance, at.purpose(purpose::TEST), rep) + u8::from(extra)).min(MOST_PASSED)
        };
        // The closest first, then as in the roster (Clarification 49).
        let view = self.view();
        let firsts = seen.filter(|who| (view.group(who) & seen).first() == Some(who));
        let mut ordered = (firsts & closest).iter().chain((firsts - closest).iter());
        let place = ordered.clone().position(|who| best.contains(who));
        let place = focus::focus(
            &battle.frame.rules,
            self.chance,
            at.purpose(purpose::FOCUS),
            passed,
            firsts.len() as u8,
            place.map(|place| place as u8),
        );
        let groups = ordered.clone();
        let on = ordered.nth(place.into()).map_or(best, |who| self.view().group(who));
        if C::OBSERVED {
            let groups: Vec<Figures> = groups.map(|who| self.view().group(who) & seen).collect();
            let turn = self.turn;
            self.log(|| log::focuses(turn, leads, &groups, best, on, passed));
        }
        on
    }

    /// A figure's group loses its focus, and tests for another immediately (CR-status-focus).
    pub(crate) fn loses_focus(&mut self, me: usize) {
        let members = self.view().group(me);
        self.state.focus[members.first().unwrap_or(me)] = Focus::default();
        if let Some(one) = self.view().led_by(members) {
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
