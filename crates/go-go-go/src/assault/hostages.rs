//! Hostages: orders to follow, and following (GGG-host).

use chance::Chance;
use engage::Side;
use field::{Cell, Figures};

use super::log;
use super::play::Play;
use super::state::FIGURES;
use crate::action::{Action, Ask};
use crate::figure::Pace;
use crate::player::Player;
use crate::spot::Stance;

impl<C: Chance, P: Player> Play<'_, C, P> {
    /// Figures tell hostages to follow. This is speech, which enemies can hear (GGG-host-1, GGG-sound-2).
    pub(super) fn call_hostages(&mut self) {
        if self.site.hostages == 0 {
            return;
        }
        for hostage in self.state.game.hostages() {
            // Hostages do not follow the dead.
            self.state.game.leader[hostage - FIGURES] = self.state.game.leader(hostage).map(|leader| leader as u8);
        }
        for me in self.state.game.up {
            let hostages = self.known_within_call(me);
            if hostages.is_empty() {
                continue;
            }
            let action = self.ask(me, Ask::Call(hostages));
            let Action::Call(called) = action else { continue };
            if called.is_empty() || !self.allows(me, &action) {
                continue;
            }
            self.state.turn.spoke.insert(me);
            for hostage in called {
                self.state.game.leader[hostage - FIGURES] = Some(me as u8);
                let (turn, told, range) =
                    (self.now, self.assault.observer_id(hostage), self.view().distance(me, hostage));
                self.chance.log(|| log::follow(turn, me, told, range));
            }
        }
    }

    /// The hostages within call that a figure sees, finds by hand or knows from its team. The team now knows where they
    /// are.
    fn known_within_call(&mut self, me: usize) -> Figures {
        let (view, side) = (self.view(), self.assault.side(me));
        let known = |hostage: usize| view.state.game.maps[side].hostages[hostage - FIGURES] == view.at(hostage);
        let by_hand = |there: Cell| view.at(me).is_some_and(|here| view.at_hand(here, there));
        let finds = |there: Cell| view.has_before(me, there) || by_hand(there);
        let hostages = view.within_call(me).filter(|hostage| known(hostage) || view.at(hostage).is_some_and(finds));
        for hostage in hostages {
            self.state.game.maps[side].hostages[hostage - FIGURES] = self.state.game.at(hostage);
        }
        hostages
    }

    /// Hostages move with their leader, at the leader's pace, and end behind the leader (GGG-host-1).
    pub(super) fn lead_on(&mut self, me: usize, pace: Pace, leader_at: Cell) {
        if self.site.hostages == 0 {
            return;
        }
        for hostage in self.state.game.hostages() {
            if self.state.game.leader[hostage - FIGURES] == Some(me as u8) {
                self.follow(hostage, me, pace, leader_at);
            }
        }
    }

    /// A hostage goes after its leader but not past the leader: along the way to the mission's place, if the leader has
    /// gone that way.
    fn follow(&mut self, hostage: usize, me: usize, pace: Pace, leader_at: Cell) {
        let (site, goal, side) = (self.site, self.site.place_goal, self.assault.side(me));
        let Some(start) = self.state.game.at(hostage) else { return };
        let arrived = site.place.contains(leader_at);
        let before = if arrived { 0 } else { site.left(leader_at, goal) };
        let mut walk = self.walk_from(start, self.view().allowance(hostage, pace));
        if arrived || self.is_on_the_way(start, leader_at) {
            while let Some((next, cost)) = site.step(walk.here, goal) {
                if cost > walk.left || site.left(next, goal) < before {
                    break;
                }
                walk.step(next, cost, site.door(next));
                if self.state.game.standing.is_free(next) {
                    self.comes_to(&mut walk, hostage, side);
                }
            }
            if let Some(cell) = self.beside_taken(&walk, goal, |_| false) {
                self.ends_at(&mut walk, hostage, cell);
            }
        } else {
            self.approach(hostage, side, &mut walk, leader_at);
        }
        let rest = walk.rest;
        self.state.game.maps[side].hostages[hostage - FIGURES] = Some(rest);
        if rest != start {
            self.state.game.standing.place(hostage, rest);
            self.state.game.stances[hostage] = Stance { pace, hiding: false };
            let (turn, told) = (self.now, self.assault.observer_id(hostage));
            self.chance.log(|| log::follows(turn, told, me, pace, walk.trail));
        }
    }

    /// Whether the way from a cell to the mission's place leads through another cell.
    fn is_on_the_way(&self, from: Cell, through: Cell) -> bool {
        let goal = self.site.place_goal;
        let farther = |cell: &Cell| self.site.left(*cell, goal) > self.site.left(through, goal);
        let next = |cell: &Cell| self.site.step(*cell, goal).map(|(next, _)| next).filter(|_| farther(cell));
        std::iter::successors(Some(from), next).last() == Some(through)
    }

    /// Removes hostages who have reached the mission's place with a Counter-Terrorist (GGG-host-4).
    pub(super) fn rescue(&mut self) {
        for hostage in self.state.game.hostages() {
            let leader = self.state.game.leader[hostage - FIGURES];
            let led = leader.is_some_and(|leader| self.assault.side(leader.into()) == Side::Blue);
            if led && self.state.game.at(hostage).is_some_and(|cell| self.site.place.contains(cell)) {
                self.state.game.standing.remove(hostage);
                self.state.game.rescued.insert(hostage);
                let (turn, told) = (self.now, self.assault.observer_id(hostage));
                self.chance.log(|| log::rescued(turn, told, leader));
            }
        }
    }
}
