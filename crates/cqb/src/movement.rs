//! Movement on a map (CQB-4): taking up places, going along a way, coming into view, doors.

use chance::{Chance, Mark};
use engage::{Inches, Side};
use field::{Cell, Door};

use crate::battle::{Battle, Fight};
use crate::doctrine::Pace;
use crate::figure::{Figure, Gone, Travel, Wound};
use crate::purpose;
use crate::scene::{Cloud, FIGURES, Ground, Scene};
use crate::seek::PATIENCE;
use crate::site::Site;
use crate::task::Tested;
use crate::tell;
use crate::turn::address;

impl Battle {
    /// Puts everybody in a place of their own.
    pub(crate) fn deploy<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
    ) {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return };
        for me in 0..self.profiles.len() {
            let lot = address(me, purpose::DEPLOY, 0, 0);
            let cell = site.entry(me).place(site.plan(), &mut scene.standing, me, chance, lot);
            fight.figures[me].place = cell.index() as u16;
            (scene.stuns[me], scene.gases[me]) = (self.profiles[me].kit.stun, self.profiles[me].kit.gas);
        }
        for captive in FIGURES..FIGURES + usize::from(site.hostages) {
            let entry = site.entry(self.profiles.len() + captive - FIGURES);
            let lot = address(captive, purpose::DEPLOY, 0, 0);
            entry.place(site.plan(), &mut scene.standing, captive, chance, lot);
        }
        scene.visited = [self.known.blue, self.known.red];
        chance.tell(|| tell::deployment(self, scene));
        self.look_around(fight);
    }

    /// Works out anew who sees whom.
    pub(crate) fn look_around<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>) {
        for me in 0..self.blues {
            self.look(fight, me);
        }
    }

    /// Works out anew which enemies a figure sees, and which see it.
    fn look<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>, me: usize) {
        let Some(scene) = fight.ground.scene() else { return };
        let Some(here) = scene.standing.at(me) else { return };
        let seen = self.seen_from(scene, me, here);
        let Some(scene) = fight.ground.scene_mut() else { return };
        scene.sees[me] = seen;
        for enemy in self.enemies(me) {
            scene.sees[enemy] = scene.sees[enemy] & !(1 << me) | (seen >> enemy & 1) << me;
        }
    }

    /// The enemies of a figure, by bit, that are seen from a cell.
    #[inline]
    fn seen_from(&self, scene: &Scene, me: usize, from: Cell) -> u32 {
        let Some(site) = &self.site else { return 0 };
        let enemies = field::Figures(u64::from(self.enemies_of(me)));
        scene.standing.seen_from(site.plan(), from, scene.doors, enemies).0 as u32
    }

    /// Moves a figure on its way, up to its pace: until an enemy comes into view, to a door that is shut, or to the brink of a
    /// room that its side has not looked into (CQB-4a).
    pub(crate) fn go<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        turn: u16,
    ) {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return };
        let profile = &self.profiles[me];
        let (most, fast) = self.pace(&fight.figures[me], profile.doctrine.pace);
        let start = site.cell(&fight.figures[me]);
        let (mut here, mut left, mut walked) = (start, most.thousandths() as u32, 0);
        let mut rest = (here, walked);
        let mut trail = Vec::new();
        let mut met = false;
        let known = scene.sees[me];
        let others = self.rooms_of_enemies(site, scene, me);
        let mut gassed = None;
        let Some(mut goal) = self.goal(site, scene, me, here) else { return };
        loop {
            scene.goal[me] = goal;
            let next = site.way(here, goal).next;
            let cost = site.step(here, next, goal);
            let halts = next == here || cost > left || site.door(next).is_some_and(|door| !scene.doors.is_open(door));
            let stands = here != start && here == rest.0;
            if halts || stands && self.pauses(site, scene, profile.side, here, next) {
                break;
            }
            let free = next == start || scene.standing.is_free(next);
            if !free && scene.standing.who(next).is_some_and(|who| u64::from(self.enemies_of(me)) >> who & 1 == 1) {
                break;
            }
            walked += site.stride(here, next);
            (here, left) = (next, left - cost);
            if scene.clouds[0].is_some() && gassed.is_none() && site.room_bit(here) != site.room_bit(start) {
                gassed = site.plan().room(here).and_then(|room| scene.cloud_in(room));
            }
            if !free {
                continue;
            }
            rest = (here, walked);
            if C::OBSERVED {
                trail.push(Mark::Stands { figure: me as u8, cell: here.index() as u16 });
            }
            // Nobody stops in an opening if there is room behind it.
            if met {
                break;
            }
            met = site.views(here) & others != 0 && self.seen_from(scene, me, here) & !known != 0;
            if met && !site.is_opening(here) {
                break;
            }
            let thorough = scene.thorough[profile.side as usize];
            scene.visited[profile.side as usize] |= if met { 0 } else { site.posts.settled_at(here, thorough) };
            if site.is_reached(goal, here, thorough) {
                let Some(another) = self.goal(site, scene, me, here) else { break };
                goal = another;
            }
        }
        let gone = Inches::from_thousandths(rest.1 as i32);
        self.stand(fight, me, rest.0, Travel { gone: Gone::of(gone, &self.rules), fast });
        if rest.0 == start {
            // Others are in the way. If they stay there, it goes elsewhere.
            let Some(scene) = fight.ground.scene_mut() else { return };
            scene.waited[me] += 1;
            if scene.waited[me] > PATIENCE && site.is_post(goal) {
                scene.visited[profile.side as usize] |= 1 << goal;
                scene.waited[me] = 0;
            }
            fight.figures[me].on_hold = scene.is_able(me);
        }
        if let Some(scene) = fight.ground.scene_mut().filter(|_| met) {
            scene.contact = Some((me as u8, scene.sees[me] & !known));
        }
        chance.tell(|| tell::moves(turn, me, gone, trail));
        if let Some(cloud) = gassed {
            self.breathe(fight, chance, me, cloud, turn);
        }
    }

    /// The rooms that the enemies of a figure are in, by bit; every bit if one is in an opening.
    fn rooms_of_enemies(&self, site: &Site, scene: &Scene, me: usize) -> u128 {
        let enemies = self.enemies(me).filter_map(|enemy| scene.standing.at(enemy));
        enemies.fold(0, |rooms, cell| rooms | site.room_bit(cell))
    }

    /// Steps aside to a cell close by (CQB-4a).
    pub(crate) fn step_aside<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        to: Cell,
        turn: u16,
    ) {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) else { return };
        // Somebody who acts in the same moment may have gone there.
        if !scene.standing.is_free(to) {
            return;
        }
        let start = site.cell(&fight.figures[me]);
        let gone = Inches::from_thousandths(site.plan().distance(start, to) as i32);
        self.stand(fight, me, to, Travel { gone: Gone::of(gone, &self.rules), fast: false });
        let mark = Mark::Stands { figure: me as u8, cell: to.index() as u16 };
        chance.tell(|| tell::moves(turn, me, gone, vec![mark]));
    }

    /// A figure now stands elsewhere.
    fn stand<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>, me: usize, cell: Cell, travel: Travel) {
        if travel.gone == Gone::Nowhere {
            return;
        }
        fight.figures[me].place = cell.index() as u16;
        fight.figures[me].moved_now = travel;
        let Some(scene) = fight.ground.scene_mut() else { return };
        scene.standing.place(me, cell);
        scene.waited[me] = 0;
        self.look(fight, me);
    }

    /// Distance of a move, and whether it is in the Fast mode; a figure with a leg out can only crawl, no other wound slows
    /// (CQB-4a, CQB-4c, CQB-5.5.4c).
    pub(crate) fn pace(&self, figure: &Figure, pace: Pace) -> (Inches, bool) {
        match pace {
            _ if figure.condition.wound == Wound::Leg => (self.rules.moves.crawl, false),
            Pace::Crawl => (self.rules.moves.crawl, false),
            Pace::Normal => (self.rules.moves.normal, false),
            Pace::Fast => (self.rules.moves.fast, true),
        }
    }

    /// Whether a side's figures halt before the next cell: it leads into a room that they have not looked into.
    fn pauses(&self, site: &Site, scene: &Scene, side: Side, here: Cell, next: Cell) -> bool {
        site.is_opening(next)
            && site.brink(here, next).is_some_and(|(_, room)| !scene.has_visited(side, site.posts.of(room)))
    }

    /// Opens a door; under `door_test` only if a test is passed, in which a joker may start a fire (CQB-4c, CQB-8a, CQB-9a).
    pub(crate) fn open_door<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        door: Door,
        turn: u16,
    ) -> bool {
        let opened = match self.rules.door_difficulty() {
            None => true,
            Some(difficulty) => {
                let tested = self.attempt(fight, chance, me, difficulty, address(me, purpose::TEST, turn, 2));
                if self.catches_fire(tested) {
                    self.set_on_fire(fight, chance, me, door, turn);
                }
                tested == Tested::Pass
            }
        };
        if opened {
            let Some(scene) = fight.ground.scene_mut() else { return false };
            let known = scene.sees[me];
            scene.doors.open(door);
            self.look_around(fight);
            let Some(scene) = fight.ground.scene_mut() else { return false };
            let new = scene.sees[me] & !known;
            if new != 0 {
                scene.contact = Some((me as u8, new));
            }
        }
        opened
    }

    /// A breach that goes wrong sets the room behind the door on fire (CQB-9a).
    fn set_on_fire<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        door: Door,
        turn: u16,
    ) {
        let Some(site) = &self.site else { return };
        let here = site.plan().room(site.cell(&fight.figures[me]));
        let opening = site.plan().openings().iter().find(|opening| opening.door() == Some(door));
        if let Some(room) = opening.and_then(|opening| opening.rooms().find(|&room| Some(room) != here)) {
            chance.tell(|| tell::breach_burns(turn, me, room));
            self.fill(fight, chance, Cloud { room, since: turn, fire: true }, turn);
        }
    }

    /// The number under which an observer is told of somebody: bystanders follow the figures.
    pub(crate) fn told(&self, who: usize) -> u8 {
        who.checked_sub(FIGURES).map_or(who, |captive| self.profiles.len() + captive) as u8
    }

    /// The enemies of a figure, by bit.
    #[inline]
    pub(crate) fn enemies_of(&self, me: usize) -> u32 {
        let blues = (1 << self.blues) - 1;
        let all = ((1_u64 << self.profiles.len()) - 1) as u32;
        if me < self.blues { all & !blues } else { blues }
    }

    /// The enemies that a figure sees and that were not down when this go began, by bit.
    #[inline]
    pub(crate) fn in_view<D, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, me: usize) -> u32 {
        fight.ground.scene().map_or_else(|| self.enemies_of(me), |scene| scene.sees[me])
    }

    /// Takes those who have fallen in a go out of everybody's view.
    #[inline]
    pub(crate) fn lose_sight<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>) {
        let Some(scene) = fight.ground.scene_mut() else { return };
        if scene.fallen != 0 {
            let fallen = std::mem::take(&mut scene.fallen);
            scene.sees.iter_mut().for_each(|seen| *seen &= !fallen);
        }
    }
}
