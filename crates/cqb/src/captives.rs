//! Hostages and other bystanders on a map: in the line of fire, hit, and on their way out (CQB-5.3.3e, CQB-5.3.3g).

use chance::{Chance, Mark};
use engage::Bystanders;
use field::{Cell, Figures};

use crate::battle::{Battle, Fight};
use crate::fire::{Effect, Firing};
use crate::options::LineOfFireBeyond;
use crate::scene::{FIGURES, Ground, Scene};
use crate::site::Site;
use crate::tell;
use crate::turn::world;

impl Battle {
    /// The fire of one figure at another with the gas it has breathed and the hostages in the line (CQB-5.3.3e, CQB-5.3.6d).
    #[inline]
    pub(crate) fn on_the_spot<D, const N: usize, G: Ground>(
        &self,
        fight: &Fight<D, N, G>,
        me: usize,
        target: usize,
        firing: Firing,
    ) -> Firing {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) else { return firing };
        let [from, to] = [me, target].map(|figure| site.cell(&world(fight)[figure]));
        let hostages =
            if scene.captives().is_empty() { 0 } else { self.line_of_fire(site, scene, from, to).count() as u8 };
        Firing { gas: scene.failures[me], hostages, ..firing }
    }

    /// Hostages in a line of fire, those nearest to the firer first: up to the target and beyond it up to a wall.
    pub(crate) fn line_of_fire<'a>(
        &self,
        site: &'a Site,
        scene: &'a Scene,
        from: Cell,
        to: Cell,
    ) -> impl Iterator<Item = usize> + 'a {
        let captives = scene.captives();
        let beyond = match self.rules.line_of_fire_beyond {
            LineOfFireBeyond::UntilWall => captives,
            LineOfFireBeyond::None => Figures::NONE,
        };
        let before = scene.standing.in_line(site.plan(), from, to, captives);
        before.chain(scene.standing.beyond(site.plan(), from, to, scene.doors, beyond))
    }

    /// A hostage is hit: the one of that number in the line of fire. True if it falls.
    pub(crate) fn strike<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        (number, effect): (u8, Effect),
        turn: u16,
    ) -> bool {
        if !G::MAP {
            fight.hostages_hit += 1;
            return false;
        }
        let ends = [me, usize::from(fight.target)].map(|figure| world(fight)[figure].place);
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return false };
        let [from, to] = ends.map(|place| site.numbered(place));
        let Some(hostage) = self.line_of_fire(site, scene, from, to).nth(number.into()) else { return false };
        let condition = &mut scene.captives[hostage - FIGURES];
        condition.suffer(effect, &self.rules, false);
        let down = condition.down;
        if down {
            scene.standing.remove(hostage);
            fight.hostages_lost += 1;
        }
        fight.hostages_hit += 1;
        let bystander = self.told(hostage);
        chance.tell(|| tell::struck(turn, me, bystander, effect, down));
        down
    }

    /// Bystanders move at the end of a turn: those who flee once shots have been fired, and those who have been freed.
    pub(crate) fn move_bystanders<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        turn: u16,
    ) {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return };
        let (goal, leaves) = match site.mission.bystanders {
            Bystanders::Stay => return,
            Bystanders::Flee if !scene.alarm => return,
            Bystanders::Flee => (site.home_goal(site.mission.side), true),
            Bystanders::Follow => (self.shelter(site), false),
        };
        for captive in scene.captives().iter() {
            let number = captive - FIGURES;
            if !leaves && scene.freed >> number & 1 == 0 {
                continue;
            }
            let knocked = std::mem::take(&mut scene.captives[number].knocked);
            if knocked || !scene.is_able(captive) {
                continue;
            }
            let Some(start) = scene.standing.at(captive) else { continue };
            let mut trail = Vec::new();
            let bystander = self.told(captive);
            let reached = self.walk(site, scene, (captive, start), goal, |cell| {
                if C::OBSERVED {
                    trail.push(Mark::Stands { figure: bystander, cell: cell.index() as u16 });
                }
            });
            let gone = leaves && site.way(reached, goal).left == 0;
            if gone {
                scene.standing.remove(captive);
                scene.left |= 1 << number;
            }
            if reached != start || gone {
                chance.tell(|| tell::bystander_moves(turn, bystander, trail, gone));
            }
        }
    }

    /// Where bystanders follow to: the place of the mission if it is about escorting them, else where the side comes from.
    fn shelter(&self, site: &Site) -> u8 {
        match site.mission.objective {
            engage::Objective::Escort => site.place_goal(),
            _ => site.home_goal(site.mission.side),
        }
    }

    /// Walks a bystander towards a goal at Normal speed; shut doors stop it.
    fn walk(
        &self,
        site: &Site,
        scene: &mut Scene,
        (captive, start): (usize, Cell),
        goal: u8,
        mut steps_into: impl FnMut(Cell),
    ) -> Cell {
        let crawls = scene.captives[captive - FIGURES].wound == crate::figure::Wound::Leg;
        let moves = &self.rules.moves;
        let mut left = if crawls { moves.crawl } else { moves.normal }.thousandths() as u32;
        let (mut here, mut rest) = (start, start);
        loop {
            let next = site.way(here, goal).next;
            let cost = site.step(here, next, goal);
            if next == here || cost > left || site.door(next).is_some_and(|door| !scene.doors.is_open(door)) {
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

    /// Frees the bystanders that a figure of the side with the mission sees, if it sees no enemy.
    pub(crate) fn free_captives<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>) {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return };
        if site.mission.bystanders != Bystanders::Follow {
            return;
        }
        let friends = self.friends(if site.mission.side == engage::Side::Blue { 0 } else { self.blues });
        for captive in scene.captives().iter() {
            let Some(cell) = scene.standing.at(captive) else { continue };
            let seen = scene.standing.seen_from(site.plan(), cell, scene.doors, friends);
            if seen.iter().any(|friend| scene.sees[friend] == 0) {
                scene.freed |= 1 << (captive - FIGURES);
            }
        }
    }
}
