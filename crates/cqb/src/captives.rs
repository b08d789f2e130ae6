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

/// How near a figure comes to free a bystander, in square inches.
const FREED_WITHIN: u32 = 9;

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
        let hostages = if scene.captives().is_empty() {
            0
        } else {
            let [from, to] = [me, target].map(|figure| site.cell(&world(fight)[figure]));
            self.line_of_fire(site, scene, from, to).count() as u8
        };
        Firing { gas: scene.failures[me], hostages, ..firing }
    }

    /// Hostages in a line of fire, those nearest to the firer first: up to the target and beyond it up to a wall.
    fn line_of_fire<'a>(
        &self,
        site: &'a Site,
        scene: &'a Scene,
        from: Cell,
        to: Cell,
    ) -> impl Iterator<Item = u8> + 'a {
        let captives = scene.captives();
        let beyond = match self.rules.line_of_fire_beyond {
            LineOfFireBeyond::UntilWall => captives,
            LineOfFireBeyond::None => Figures::NONE,
        };
        let before = scene.standing.in_line(site.plan(), from, to, captives);
        before.chain(scene.standing.beyond(site.plan(), from, to, scene.doors, beyond))
    }

    /// A hostage is hit: the one of that number in the line of fire.
    pub(crate) fn strike<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        (number, effect): (u8, Effect),
        turn: u16,
    ) {
        fight.hostages_hit += 1;
        let ends = [me, usize::from(fight.target)].map(|figure| world(fight)[figure].place);
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return };
        let [from, to] = ends.map(|place| site.numbered(place));
        let Some(hostage) = self.line_of_fire(site, scene, from, to).nth(number.into()) else { return };
        let condition = &mut scene.captives[usize::from(hostage) - FIGURES];
        condition.suffer(effect, &self.rules, false);
        let down = condition.down;
        if down {
            scene.standing.remove(hostage);
            fight.hostages_lost += 1;
        }
        let bystander = self.told(hostage);
        chance.tell(|| tell::struck(turn, me, bystander, effect, down));
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
            let number = usize::from(captive) - FIGURES;
            if !leaves && scene.freed >> number & 1 == 0 {
                continue;
            }
            let knocked = std::mem::take(&mut scene.captives[number].knocked);
            if knocked || !scene.is_able(captive.into()) {
                continue;
            }
            let Some(start) = scene.standing.at(captive) else { continue };
            let reached = self.walk(site, scene, captive, start, goal);
            let bystander = self.told(captive);
            let gone = leaves && site.way(reached, goal).left == 0;
            if gone {
                scene.standing.remove(captive);
                scene.left |= 1 << number;
            }
            if reached != start || gone {
                let stands = Mark::Stands { figure: bystander, cell: reached.index() as u16 };
                chance.tell(|| tell::bystander_moves(turn, bystander, stands, gone));
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
    fn walk(&self, site: &Site, scene: &mut Scene, captive: u8, start: Cell, goal: u8) -> Cell {
        let crawls = scene.captives[usize::from(captive) - FIGURES].wound == crate::figure::Wound::Leg;
        let moves = &self.rules.moves;
        let mut left = if crawls { moves.crawl } else { moves.normal }.thousandths() as u32;
        let (mut here, mut rest) = (start, start);
        loop {
            let next = site.numbered(site.way(here, goal).next);
            let cost = site.step(here, next, goal);
            if next == here || cost > left || self.is_shut(scene, next) {
                break;
            }
            (here, left) = (next, left - cost);
            if scene.standing.is_free(here) {
                rest = here;
            }
        }
        scene.standing.place(captive, rest);
        rest
    }

    /// Frees the bystanders that a figure of the side with the mission has come to.
    pub(crate) fn free_captives<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>) {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return };
        if site.mission.bystanders != Bystanders::Follow {
            return;
        }
        let friends =
            Figures(u64::from(self.enemies_of(if site.mission.side == engage::Side::Blue { self.blues } else { 0 })));
        for captive in scene.captives().iter() {
            let Some(cell) = scene.standing.at(captive) else { continue };
            let come = |other: Cell| {
                site.plan().squared(cell, other) <= FREED_WITHIN && site.plan().sees(cell, other, scene.doors)
            };
            if !scene.standing.that(friends, come).is_empty() {
                scene.freed |= 1 << (usize::from(captive) - FIGURES);
            }
        }
    }
}
