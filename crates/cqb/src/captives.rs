//! Hostages and other bystanders on a map: hit, freed, and on their way out (CQB-5.3.3e, CQB-5.3.3g).

use chance::{Chance, Mark};
use engage::{Bystanders, Objective};
use field::Cell;

use crate::figure::{Effect, Wound};
use crate::log;
use crate::on_map::OnMap;
use crate::play::Play;
use crate::player::choose::Player;
use crate::scene::FIGURES;

impl<C: Chance, P: Player, const N: usize> Play<'_, C, OnMap<'_>, P, N> {
    /// A hit on the hostage with this number in the line of fire. Returns whether the hostage falls.
    pub(crate) fn strike_hostage(&mut self, me: usize, number: u8, effect: Effect) -> bool {
        let (site, rules) = (self.site(), &self.battle.rules);
        let target = usize::from(self.state.shooting.target);
        let [from, to] = [me, target].map(|figure| site.cell(&self.state.world()[figure]));
        let scene = &mut self.state.scene;
        let Some(hostage) = site.line_of_fire(scene, rules, from, to).nth(number.into()) else { return false };
        let condition = &mut scene.captives[hostage - FIGURES];
        condition.suffer(effect, rules, false);
        let down = condition.down;
        if down {
            scene.standing.remove(hostage);
            self.state.hostages_lost += 1;
        }
        self.state.hostages_hit += 1;
        let (turn, bystander) = (self.turn, self.battle.observer_id(hostage));
        self.chance.log(|| log::struck(turn, me, log::StruckHostage { hostage: bystander, number, effect, down }));
        down
    }

    /// Moves bystanders at the end of a turn: those who flee, once shots have been fired, and those who have been
    /// freed.
    pub(crate) fn move_bystanders(&mut self) {
        let (site, turn) = (self.site(), self.turn);
        let mission = site.mission();
        let (goal, leaves) = match mission.bystanders {
            Bystanders::Stay => return,
            Bystanders::Flee if !self.state.scene.alarm => return,
            Bystanders::Flee => (site.home_goal(mission.side), true),
            Bystanders::Follow if mission.objective == Objective::Escort => (site.place_goal(), false),
            Bystanders::Follow => (site.home_goal(mission.side), false),
        };
        for captive in self.state.scene.captives() {
            let scene = &mut self.state.scene;
            if !leaves && !scene.freed.contains(captive) {
                continue;
            }
            let knocked = std::mem::take(&mut scene.captives[captive - FIGURES].knocked);
            let Some(start) = scene.standing.at(captive).filter(|_| !knocked && scene.is_able(captive)) else {
                continue;
            };
            let mut trail = Vec::new();
            let bystander = self.battle.observer_id(captive);
            let reached = self.run(captive, start, goal, |cell| {
                if C::OBSERVED {
                    trail.push(Mark::Stands { figure: bystander, cell: cell.index() as u16 });
                }
            });
            let gone = leaves && site.way(reached, goal).left == 0;
            if gone {
                self.state.scene.standing.remove(captive);
                self.state.scene.left.insert(captive);
            }
            if reached != start || gone {
                self.chance.log(|| log::bystander_moves(turn, bystander, [start, reached], trail, gone));
            }
        }
    }

    /// Moves a bystander towards a goal at Normal speed; shut doors stop it. Returns the cell where it ends.
    fn run(&mut self, captive: usize, start: Cell, goal: u8, mut steps_into: impl FnMut(Cell)) -> Cell {
        let (site, scene, moves) = (self.site(), &mut self.state.scene, &self.battle.rules.moves);
        let crawls = scene.captives[captive - FIGURES].wound == Wound::Leg;
        let mut left = if crawls { moves.crawl } else { moves.normal }.thousandths() as u32;
        let (mut here, mut rest) = (start, start);
        loop {
            let next = site.way(here, goal).next;
            let Some(cost) = site.cost(here, next).filter(|&cost| cost <= left) else { break };
            if site.door(next).is_some_and(|door| !scene.doors.is_open(door)) {
                break;
            }
            (here, left) = (next, left - cost);
            if scene.standing.is_free(here) {
                rest = here;
                steps_into(here);
            }
        }
        scene.standing.place(captive, rest);
        rest
    }

    /// Frees each bystander seen by a figure of the mission's side that sees no enemy.
    pub(crate) fn free_captives(&mut self) {
        let mission = self.site().mission();
        if mission.bystanders != Bystanders::Follow {
            return;
        }
        let friends = self.battle.sides[mission.side];
        let scene = &mut self.state.scene;
        for captive in scene.captives() {
            let Some(cell) = scene.standing.at(captive) else { continue };
            let seen = scene.standing.seen_from(self.ground.0.plan(), cell, scene.doors, friends);
            if seen.iter().any(|friend| scene.sees[friend].is_empty()) {
                scene.freed.insert(captive);
            }
        }
    }
}
