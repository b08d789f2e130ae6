//! Hostages who are told to follow, and do (GGG-host).

use chance::Chance;
use engage::{Side, bits};
use field::Cell;

use super::play::Play;
use super::scene::{FIGURES, NOBODY};
use super::tell;
use crate::figure::Pace;
use crate::setup::Orders;
use crate::spot::Stance;

impl<C: Chance> Play<'_, C> {
    /// Whether a hostage follows nobody in action; then it stays where it is (GGG-host-2, GGG-host-3).
    pub(super) fn is_unled(&self, hostage: usize) -> bool {
        let leader = self.scene.leader[hostage - FIGURES];
        leader == NOBODY || self.scene.up >> leader & 1 == 0
    }

    /// Counter-Terrorists on the mission who see no enemy tell hostages to follow, each the one nearest to it: that is speech,
    /// and is heard (GGG-host-1). In smoke one that is right beside him is found by hand.
    pub(super) fn call_hostages(&mut self) {
        if self.site.hostages == 0 {
            return;
        }
        let within = self.assault.rules.follow_distance.thousandths() as u32;
        for hostage in self.scene.hostages() {
            if !self.is_unled(hostage) {
                continue;
            }
            let Some(there) = self.scene.at(hostage) else { continue };
            self.scene.leader[hostage - FIGURES] = NOBODY;
            let plan = self.site.plan();
            let calls = |&me: &usize| {
                let profile = &self.assault.profiles[me];
                let here = self.scene.at(me).filter(|_| profile.orders == Orders::Mission && !profile.vip);
                here.is_some_and(|here| {
                    let found = self.in_sight(here, there) || self.at_hand(here, there);
                    plan.distance(here, there) <= within && found && self.threats(me, here) == 0
                })
            };
            let far = |&me: &usize| self.scene.squared(plan, me, there);
            let team = bits(self.scene.up & self.assault.team(Side::Blue));
            let Some(leader) = team.filter(calls).min_by_key(far) else { continue };
            self.scene.leader[hostage - FIGURES] = leader as u8;
            self.spoke |= 1 << leader;
            let (turn, told) = (self.turn, self.assault.told(hostage));
            self.chance.tell(|| tell::follow(turn, leader, told));
        }
    }

    /// Hostages move with their leader, at his pace, and end up behind him (GGG-host-1).
    pub(super) fn lead_on(&mut self, me: usize, pace: Pace, leader_at: Cell) {
        if self.site.hostages == 0 {
            return;
        }
        let goal = self.site.place_goal();
        for hostage in self.scene.hostages() {
            let own = self.scene.leader[hostage - FIGURES];
            if usize::from(own) != me {
                continue;
            }
            let Some(start) = self.scene.at(hostage) else { continue };
            let arrived = self.site.place.contains(leader_at);
            let before = if arrived { 0 } else { self.site.left(leader_at, goal) };
            let (mut here, mut rest) = (start, start);
            let mut left = self.allowance(hostage, pace);
            let mut trail = Vec::new();
            let mut doors = self.scene.doors;
            while let Some((next, cost)) = self.site.step(here, goal) {
                if cost > left || self.site.left(next, goal) < before {
                    break;
                }
                if let Some(door) = self.site.door(next) {
                    doors.open(door);
                }
                (here, left) = (next, left - cost);
                if self.scene.standing.is_free(here) {
                    rest = here;
                    self.opened(doors, &mut trail);
                    self.stands(hostage, here, &mut trail);
                }
            }
            if let Some(cell) = self.beside_taken(None, here, rest, goal, left) {
                rest = cell;
                self.stands(hostage, rest, &mut trail);
            }
            if rest != start {
                self.scene.standing.place(hostage, rest);
                self.scene.stances[hostage] = Stance { pace, hiding: false };
                let (turn, told) = (self.turn, self.assault.told(hostage));
                self.chance.tell(|| tell::follows(turn, told, me, pace, trail));
            }
        }
    }
}
