//! Exchanges of fire: a volley, its damage, the tests it causes, and the return fire (CR-fire, Clarification 28).

use chance::Chance;
use field::{Cell, Figures};

use crate::action::{Action, Ask};
use crate::damage::{self, Fate, Victim};
use crate::figure::{Charge, Status};
use crate::log;
use crate::options::{ReceivedFireTesters, StoppedCharger};
use crate::play::{Events, Play};
use crate::player::Players;
use crate::reaction::{self, Reading, Tester};
use crate::shooting::{self, Allotment, MOST_TARGETS};
use crate::state::{Task, Volley};
use crate::table::{Reaction, Test};
use crate::view::{Cause, Leaders};
use crate::weapon::Weapon;

/// The results of a test.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tested {
    /// The figures that fire.
    pub(crate) fire: Figures,
    /// Which of them snap fire.
    pub(crate) snap: Figures,
    /// Whether the group loses its focus (CR-status-focus).
    pub(crate) loses_focus: bool,
    /// The figures that charge.
    pub(crate) charge: Figures,
    /// The reaction of the first tester.
    pub(crate) first: Reaction,
}

impl Tested {
    /// Records the reaction of one figure.
    fn note(&mut self, me: usize, does: Reaction) {
        if does.fires() || does == Reaction::FireAndMelee {
            self.fire.insert(me);
            self.snap.set(me, does == Reaction::SnapFire);
        }
        self.charge.set(me, does == Reaction::Charge);
        self.loses_focus |= does == Reaction::HaltAndLoseFocus;
    }
}

impl<C: Chance, const N: usize, G: Events<N>, P: Players> Play<'_, C, N, G, P> {
    /// The first of the figures still to fire rolls its dice (CR-target, CR-hit, CR-ammo-1).
    pub(crate) fn fire(&mut self, shooters: Figures) {
        let Some(me) = shooters.first() else { return };
        let left = shooters.without(me);
        if !left.is_empty() {
            self.push(Task::Fire(left));
        }
        if G::bursts(self, me) {
            return;
        }
        let (battle, at) = (self.battle, self.address(me));
        let rules = &battle.frame.rules;
        let view = self.view();
        let shooter = view.shooter(me, self.state.volley.snap.contains(me));
        let aim = self.state.volley.aims[me];
        let mut allotted = [Allotment { dice: 0, least: 0 }; MOST_TARGETS];
        let mut targets = 0;
        for ((target, dice), allotment) in aim.declared().zip(&mut allotted) {
            targets += 1;
            *allotment = Allotment { dice, least: shooter.least(&view.target(me, target), targets as u8) };
        }
        let ranking = view.ranking(me);
        let shooting::Fire { hits, empties } = self.chance.in_short(
            || (shooter, aim, allotted),
            &mut (),
            |chance, ()| shooting::fire(rules, chance, at, &shooter, aim.dice(), &allotted[..targets]),
        );
        self.state.figures[me].empty += empties;
        let volley = &mut self.state.volley;
        volley.ranking = volley.ranking.max(ranking);
        let turn = self.turn;
        for (nth, ((target, dice), hits)) in (1..).zip(aim.declared().zip(hits)) {
            self.state.volley.shot_at.insert(target);
            if let Some(scene) = self.state.ground.scene_mut() {
                scene.fires(me, target, turn);
            }
            if hits > 0 {
                self.push(Task::Damage { shooter: me as u8, target: target as u8, hits, weapon: shooter.weapon });
            }
            if C::OBSERVED {
                let view = self.view();
                let (seen, range) = (view.target(me, target), view.distance(me, target));
                let shot = log::Shot { target, nth, dice, hits, seen, range };
                self.log(|| log::fires(turn, me, &shooter, &shot, empties));
            }
        }
    }

    /// Rolls damage for one hit (CR-dmg-1, CR-dmg-3).
    pub(crate) fn damage(&mut self, (shooter, target): (usize, usize), hits: u8, weapon: Weapon) {
        let rules = &self.battle.frame.rules;
        if self.state.volley.worst[target].is_some_and(|worst| damage::settles(rules, worst)) {
            return;
        }
        let (impact, rep) = (rules.weapons.of(weapon).impact, self.state.figures[shooter].rep);
        let (victim, at) = (self.victim(target), self.address(target));
        let fate = self.chance.in_short(
            || (impact, rep, victim),
            &mut (),
            |chance, ()| damage::hit(chance, at, impact, rep, &victim),
        );
        self.log_hit(shooter, target, weapon, fate);
        let worst = &mut self.state.volley.worst[target];
        *worst = (*worst).max(Some(fate));
        if hits > 1 {
            self.push(Task::Damage { shooter: shooter as u8, target: target as u8, hits: hits - 1, weapon });
        }
    }

    /// Logs a hit, and which figures are near enough to see its target go down.
    pub(crate) fn log_hit(&mut self, shooter: usize, target: usize, weapon: Weapon, fate: Fate) {
        if !C::OBSERVED {
            return;
        }
        let (view, rules, turn) = (self.view(), &self.battle.frame.rules, self.turn);
        let friends = self.battle.figures_of(self.battle.profiles[target].side).without(target);
        let near = view.carrying_on(friends);
        let near = near.filter(|me| view.friends_within(me, rules.man_down_distance).contains(target));
        let (impact, rep, victim) = (rules.weapons.of(weapon).impact, view.figures[shooter].rep, self.victim(target));
        let hit = log::Hit { target, impact, rep, victim, fate, near };
        self.log(|| log::hit(turn, shooter, &hit));
    }

    /// A figure as the victim of a hit.
    pub(crate) fn victim(&self, me: usize) -> Victim {
        let profile = &self.battle.profiles[me];
        Victim { rep: self.state.figures[me].rep, star: profile.star, cheats: profile.doctrine.cheats_death }
    }

    /// Settles all hits of a volley, then puts the tests on the agenda in their order: Man Down, Leader Lost, Received
    /// Fire (CR-react-7, Clarification 28). The volley that emptied a weapon counts (CR-fire-2). If every target was
    /// hit, the exchange ends here (CR-fire-3, CR-fire-6).
    pub(crate) fn aftermath(&mut self) {
        let volley = std::mem::take(&mut self.state.volley);
        let all = volley.shot_at.filter(|who| volley.worst[who].is_some());
        // A blast may hit figures that are already wounded; their friends do not test again (Clarification 36).
        let hit = all.filter(|who| self.state.figures[who].status.is_target());
        let near = self.friends_near(hit);
        for who in all.iter() {
            self.suffers(who, volley.worst[who]);
        }
        // The last task on the agenda comes first.
        let missed = volley.shot_at - all;
        if !missed.is_empty() {
            let Volley { shooters, ranking, spot, .. } = volley;
            self.push(Task::ReceivedFire { missed, by: shooters, ranking, spot });
        }
        for who in all.iter() {
            self.may_lose_leader(who);
        }
        self.tests_man_down(&near, volley.shooters);
    }

    /// Picks one group of these figures: the group whose best figure that carries on has the highest Rep. If no figure
    /// carries on, the best figure left decides; of equals, the first in the roster (CR-act-2).
    pub(crate) fn one_group(&self, of: Figures) -> Figures {
        let view = self.view();
        let mut rest = of;
        let mut first: Option<([u8; 2], Figures)> = None;
        while let Some(one) = rest.first() {
            let members = view.group(one);
            let left = members.filter(|who| view.figures[who].status.is_target());
            let rep =
                [view.carrying_on(members), left].map(|of| view.best(of).map_or(0, |best| view.figures[best].rep));
            if first.is_none_or(|(highest, _)| rep > highest) {
                first = Some((rep, members & of));
            }
            rest -= members;
        }
        first.map_or(Figures::NONE, |(_, figures)| figures)
    }

    /// Applies the worst of a figure's hits (CR-dmg-3). A figure that is already stunned or out stays so, or gets worse
    /// (Clarification 36).
    pub(crate) fn suffers(&mut self, who: usize, worst: Option<Fate>) {
        let figure = &mut self.state.figures[who];
        let worse = figure.status == Status::Out && worst > Some(Fate::Out);
        if !figure.status.is_target() && !worse {
            return;
        }
        figure.status = match worst {
            None => return,
            Some(Fate::Stunned) => Status::Stunned,
            Some(Fate::Out) => Status::Out,
            Some(Fate::Dead) => Status::Dead,
            Some(Fate::CheatsDeath) => {
                figure.rep = (figure.rep - 1).max(1);
                Status::CheatedDeath
            }
        };
        figure.charge = Charge::None;
        figure.hidden_from = Figures::NONE;
        if figure.status != Status::Stunned {
            // Resets what no longer matters, so that equal situations compare equal.
            figure.prone = false;
            figure.empty = 0;
            figure.exposed = false;
            figure.retrieving = false;
            figure.fast = false;
        }
        self.goes_down(who);
    }

    /// The tests for the loss of a force's overall Leader, once a battle (CR-leaderlost-1).
    pub(crate) fn may_lose_leader(&mut self, who: usize) {
        let side = self.battle.profiles[who].side;
        let lost = G::overall(self.view(), side) == Some(who as u8) && !self.state.figures[who].status.fights();
        if !lost || self.state.leaderless[side] {
            return;
        }
        self.state.leaderless[side] = true;
        self.push(Task::LeaderLost(self.battle.figures_of(side)));
    }

    /// For each unhurt figure that carries on, its nearby friends that were hit. Must be called before they go down and
    /// leave the table.
    fn friends_near(&self, hit: Figures) -> [Figures; N] {
        let mut near = [Figures::NONE; N];
        let view = self.view();
        let friends = hit.iter().map(|casualty| self.battle.figures_of(self.battle.profiles[casualty].side));
        for me in (view.carrying_on(friends.fold(Figures::NONE, |all, side| all | side)) - hit).iter() {
            near[me] = view.friends_within(me, self.battle.frame.rules.man_down_distance) & hit;
        }
        near
    }

    /// Puts Man Down on the agenda if a figure near a friend has seen him go down (CR-mandown-1, Clarification 29).
    fn tests_man_down(&mut self, near: &[Figures; N], by: Figures) {
        let view = self.view();
        let rep = |who: usize| view.figures[who].rep;
        let tests = |me: usize| near[me].iter().any(|casualty| rep(me) <= rep(casualty));
        let testers = Figures::below(self.battle.profiles.len()).filter(tests);
        if let Some(one) = testers.first() {
            let sides = testers.iter().map(|who| self.battle.figures_of(self.battle.profiles[who].side));
            let up = view.carrying_on(
                sides.fold(self.battle.figures_of(self.battle.profiles[one].side), |all, side| all | side),
            );
            self.push(Task::ManDown { testers, up, by });
        }
    }

    /// Man Down by the first of the groups that test (CR-mandown-1).
    pub(crate) fn man_down(&mut self, testers: Figures, up: Figures, by: Figures) {
        let group = self.one_group(testers);
        let left = testers - group;
        if !left.is_empty() {
            self.push_rest(Task::ManDown { testers: left, up, by });
        }
        self.test(Test::ManDown, self.view().carrying_on(group), Cause { up, ..Cause::by(by) });
    }

    /// Leader Lost by the first of the groups that test (CR-leaderlost-1).
    pub(crate) fn leader_lost(&mut self, testers: Figures) {
        let group = self.one_group(testers);
        let left = testers - group;
        if !left.is_empty() {
            self.push_rest(Task::LeaderLost(left));
        }
        let Some(one) = group.first() else { return };
        let cause = self.view().nearest_cause(one);
        self.test(Test::LeaderLost, self.view().carrying_on(group), Cause::by(cause));
    }

    /// Received Fire for one group, and its return fire; true if there is any (CR-rf-1, CR-rf-2). Every figure that was
    /// missed tests, and so does each member of its group that a shooter sees. Whether the figure itself has a line to
    /// the shooter does not matter (CR-react-5, Clarification 56). A figure that does not carry on does not shoot back
    /// (CR-fire-4).
    pub(crate) fn received_fire(&mut self, missed: Figures, by: Figures, ranking: u8, spot: Option<Cell>) -> bool {
        let shot_at = self.one_group(missed);
        let left = missed - shot_at;
        if !left.is_empty() {
            self.push_rest(Task::ReceivedFire { missed: left, by, ranking, spot });
        }
        if self.retires_when_flanked(shot_at, by) {
            return false;
        }
        let (battle, view) = (self.battle, self.view());
        let members = shot_at.first().map_or(Figures::NONE, |one| view.group(one));
        let up = view.carrying_on(members);
        let testers = match battle.frame.rules.received_fire_testers {
            ReceivedFireTesters::InSight => up.filter(|who| {
                shot_at.contains(who)
                    || by.iter().any(|shooter| view.sees(shooter, who))
                    || spot.is_some_and(|spot| G::sees_spot(view, who, spot))
            }),
            ReceivedFireTesters::WholeGroup => up,
            ReceivedFireTesters::TargetsOnly => up & shot_at,
        };
        // A figure that ducked or hunkered down in sight and was shot at retires or stays as it is (CR-react-6).
        let cowering = shot_at.filter(|who| matches!(view.figures[who].status, Status::Ducked | Status::Hunkered));
        let cause = Cause { ranking, burst: spot.is_some(), missed: shot_at, ..Cause::by(by) };
        let fire = self.test(Test::ReceivedFire, testers | cowering, cause);
        if fire.fire.is_empty() {
            return false;
        }
        let at = if battle.frame.answers_first && members.len() == 1 {
            by.first().map_or(by, |one| self.view().group(one))
        } else {
            by
        };
        self.open_fire(fire.fire, fire.snap, at, true);
        !self.state.volley.shooters.is_empty()
    }

    /// In Sight for one group of watchers: members that carry on and see a mover test (CR-insight-1), and fire before
    /// the move goes on (CR-insight-2).
    pub(crate) fn in_sight(&mut self, watchers: Figures, movers: Figures) {
        let group = self.one_group(watchers);
        let left = watchers - group;
        if !left.is_empty() {
            self.push_rest(Task::InSight { watchers: left, movers });
        }
        let view = self.view();
        // A mover that was hit, ducked or retired earlier causes no further test (CR-insight-3), unless its involuntary
        // move brings it into sight (Clarification 27).
        let all = self.battle.frame.rules.involuntary_in_sight;
        let movers = movers
            .filter(|me| view.figures[me].status == Status::CarryingOn || all && view.figures[me].status.is_target());
        let watchers = group;
        let watchers = view.carrying_on(watchers).filter(|who| !view.in_sight(who, movers).is_empty());
        let Tested { mut fire, snap, .. } = self.test(Test::InSight, watchers, Cause::by(movers));
        if self.battle.frame.rules.ambush {
            for me in (fire - snap).iter() {
                if self.lies_in_wait(me, movers) {
                    fire.remove(me);
                }
            }
        }
        self.open_fire(fire, snap, movers, false);
    }

    /// These figures take a test with one throw, and each follows its own row of the table (CR-react-3). They react
    /// together, and no other figure suffers the result (CR-react-1, CR-react-4).
    pub(crate) fn test(&mut self, test: Test, testers: Figures, cause: Cause) -> Tested {
        let testers = testers.filter(|who| !G::is_in_melee(self.view(), who));
        let Some(one) = testers.first() else { return Tested::default() };
        let rules = &self.battle.frame.rules;
        let read = self.read_testers(test, testers, &cause);
        let leaders = self.view().leaders_of(test, testers);
        let mut due = Vec::new();
        if C::OBSERVED {
            let Leaders { die, alone, .. } = leaders;
            due.extend(testers.iter().map(|me| log::Due { leader: die, alone, ..self.due(me, &cause) }));
        }
        // No dice are rolled if every figure is a Star who chooses or a hero who passes.
        let rolls = testers.iter().any(|me| read[me].is_some_and(|tester| !tester.is_exempt(test)));
        let at = self.address(one);
        let thrown = if rolls {
            let (die, extra) = (leaders.die, leaders.extra);
            let reading = || Reading::of(test, read.iter().flatten());
            self.chance.in_short(
                || (reading(), die, extra),
                &mut (),
                |chance, ()| {
                    let throw = reaction::throw(chance, at, test, die, extra);
                    // Throws are made equal only where equal states are merged; in a log the faces matter.
                    if C::STEPWISE { reading().alike(throw) } else { throw }
                },
            )
        } else {
            reaction::Throw::NONE
        };
        let mut tested = Tested::default();
        for (place, me) in testers.iter().enumerate() {
            let Some(tester) = &read[me] else { continue };
            let throw = reaction::Throw { led: thrown.led && leaders.alone.is_none_or(|one| one == me), ..thrown };
            let follows = leaders.born.filter(|&leader| {
                leader != me && self.view().friends_within(me, rules.group_distance).contains(leader)
            });
            let does = match follows.and_then(|leader| read[leader]) {
                Some(leader) => tester.beside(&leader, rules, test, &throw),
                None => tester.reaction(rules, test, &throw),
            };
            if tester.becomes_hero(test, &throw) {
                self.state.figures[me].hero = true;
            }
            if let Some(&due) = due.get(place) {
                let (turn, due) = (self.turn, log::Due { follows, does, ..due });
                self.log(|| log::reacts(turn, me, test, tester, &throw, &due));
            }
            tested.note(me, does);
            if me == one {
                tested.first = does;
            }
            self.reacts(me, does, cause.by);
            self.has_reacted(me, (test, does), cause.by);
            if test == Test::FastMove {
                if tester.falls(&throw) {
                    self.stumbles(me);
                } else {
                    self.paces(me, does, tester.passed(test, &throw));
                }
            }
        }
        if tested.loses_focus {
            self.loses_focus(one);
        }
        tested
    }

    /// Each of these figures as a tester; Stars choose how many dice they pass (CR-star-3).
    fn read_testers(&mut self, test: Test, testers: Figures, cause: &Cause) -> [Option<Tester>; N] {
        let mut read = [None; N];
        for me in testers.iter() {
            let mut tester = self.view().tester(me, test, cause);
            if tester.here.star && test.is_starred() {
                tester.choice = self.star_chooses(me, test, tester.here.able);
            }
            read[me] = Some(tester);
        }
        read
    }

    /// The context of a figure's test, for the log.
    fn due(&self, me: usize, cause: &Cause) -> log::Due {
        let &Cause { by, ranking, up, missed, .. } = cause;
        let view = self.view();
        let group = view.carrying_on(view.group(me));
        let near = view.friends_within(me, self.battle.frame.rules.group_distance);
        log::Due {
            by,
            seen_by: G::present(view, by).filter(|cause| view.sees(cause, me)),
            sees: view.in_sight(me, by),
            group,
            in_sight: group.filter(|who| by.iter().any(|cause| view.sees(cause, who))),
            missed,
            friends: up & near,
            ranking,
            own_ranking: view.own_ranking(me, by),
            ..log::Due::default()
        }
    }

    /// How many dice a Star with a choice passes (CR-star-3).
    fn star_chooses(&mut self, me: usize, test: Test, able: bool) -> u8 {
        match self.ask(me, Ask::Pass { test, able }) {
            Action::Pass(dice) => dice,
            _ => 2,
        }
    }

    /// A figure carries out its result from the table, except fire (CR-status).
    pub(crate) fn reacts(&mut self, me: usize, does: Reaction, by: Figures) {
        let carries_on = self.state.figures[me].status == Status::CarryingOn;
        match does {
            Reaction::CarryOn if self.state.figures[me].status == Status::Hunkered => self.rallies(me),
            Reaction::Retire => self.falls_back(me, Status::Hunkered, does, by),
            Reaction::DuckBack if carries_on => self.falls_back(me, Status::Ducked, does, by),
            // In cover it stays there; in the open it looks for cover (CR-status-hunker).
            Reaction::HunkerDown if self.state.figures[me].prone => self.falls_back(me, Status::Hunkered, does, by),
            Reaction::SnapFire | Reaction::Hold => {
                let stays = self.battle.frame.rules.stopped_charger == StoppedCharger::Charger;
                let charge = &mut self.state.figures[me].charge;
                if *charge != Charge::None {
                    *charge = if stays { Charge::Stopped } else { Charge::None };
                }
            }
            Reaction::HaltAndLoseFocus => {
                // Its charge is over (CR-status-halt, Clarification 29).
                self.state.figures[me].charge = Charge::None;
            }
            Reaction::Continue => {
                let charge = &mut self.state.figures[me].charge;
                if *charge == Charge::Stopped {
                    *charge = Charge::Charging;
                }
            }
            _ => {}
        }
    }

    /// Ends a figure's reaction on a map. Snap fire and a halt end its movement in this activation (Clarifications 26
    /// and 29). After In Sight and Received Fire it faces the nearest cause of the test that it sees (Clarification
    /// 37).
    fn has_reacted(&mut self, me: usize, (test, does): (Test, Reaction), to: Figures) {
        if self.state.ground.on_map().is_none() {
            return;
        }
        let activation = &mut self.state.activation;
        if matches!(does, Reaction::SnapFire | Reaction::HaltAndLoseFocus) {
            activation.stopped.set(me, activation.active.contains(me));
        }
        if !matches!(test, Test::InSight | Test::ReceivedFire) {
            return;
        }
        let view = self.view();
        let nearest = view.in_sight(me, to).iter().min_by_key(|&other| view.distance(me, other));
        if let (Some(other), Some(scene)) = (nearest, self.state.ground.scene_mut())
            && let Some(there) = scene.at(other)
        {
            scene.turn_to(me, there);
        }
    }

    /// A figure ducks back, retires or hunkers down.
    fn falls_back(&mut self, me: usize, status: Status, does: Reaction, by: Figures) {
        self.state.figures[me].charge = Charge::None;
        self.state.figures[me].status = status;
        G::takes_refuge(self, me, does, by);
    }
}
