//! Movement on a map (CQB-4): taking up places, going along a way, coming into view, doors.

use chance::{Chance, Mark};
use engage::Side;
use field::{Cell, Door};

use crate::battle::{Battle, Fight};
use crate::doctrine::Pace;
use crate::figure::{Figure, Gone, Travel, Wound};
use crate::inches::Inches;
use crate::purpose;
use crate::scene::{FIGURES, Ground, Scene};
use crate::site::Site;
use crate::tell;
use crate::turn::{address, world};

/// A move so far.
struct Leg {
    here: Cell,
    /// Thousandths of an inch left.
    left: u32,
}

impl Battle {
    /// Puts everybody in a place of their own.
    pub(crate) fn deploy<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
    ) {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return };
        for me in 0..self.profiles.len() {
            let entry = site.entry(me);
            let cell = match entry.beside.and_then(|leader| scene.standing.at(leader)) {
                Some(leader) => first_free(site, scene, entry.nearest_to(leader)),
                None => free_cell(site, scene, &entry.cells, chance, me),
            };
            scene.standing.place(me as u8, cell);
            fight.figures[me].place = cell.index() as u16;
            (scene.stuns[me], scene.gases[me]) = (self.profiles[me].kit.stun, self.profiles[me].kit.gas);
        }
        for captive in FIGURES..FIGURES + usize::from(site.hostages) {
            let cell = free_cell(site, scene, &site.captivity().cells, chance, captive);
            scene.standing.place(captive as u8, cell);
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
        let Some(here) = scene.standing.at(me as u8) else { return };
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
        let Some(site) = &self.site else { return };
        let profile = &self.profiles[me];
        let (most, fast) = self.pace(&fight.figures[me], profile.doctrine.pace);
        let begun = most.thousandths() as u32;
        let start = site.cell(&fight.figures[me]);
        let (mut leg, mut rest) = (Leg { here: start, left: begun }, Leg { here: start, left: begun });
        let mut trail = Vec::new();
        let mut met = false;
        let known = fight.ground.scene().map_or(0, |scene| scene.sees[me]);
        loop {
            let Some(goal) = self.goal(fight, me, leg.here) else { break };
            let Some(scene) = fight.ground.scene_mut() else { return };
            scene.goal[me] = goal;
            let next = site.numbered(site.way(leg.here, goal).next);
            if next == leg.here || self.is_shut(scene, next) {
                break;
            }
            let cost = site.step(leg.here, next, goal);
            let enemy = scene.standing.who(next).is_some_and(|who| self.enemies_of(me) >> who & 1 == 1);
            let moved = leg.here != start;
            if cost > leg.left || enemy || moved && self.pauses(site, scene, profile.side, leg.here, next) {
                break;
            }
            leg = Leg { here: next, left: leg.left - cost };
            if !scene.standing.is_free(next) {
                continue;
            }
            rest = Leg { ..leg };
            if C::OBSERVED {
                trail.push(Mark::Stands { figure: me as u8, cell: next.index() as u16 });
            }
            // Nobody stops in an opening if there is room behind it.
            if met {
                break;
            }
            met = self.seen_from(scene, me, next) & !known != 0;
            if met && site.plan().opening(next).is_none() {
                break;
            }
            scene.visited[profile.side as usize] |= if met { 0 } else { site.settled_at(next) };
        }
        let gone = Inches::from_thousandths((begun - rest.left) as i32);
        self.stand(fight, me, rest.here, Travel { gone: Gone::of(gone, &self.rules), fast });
        if let Some(scene) = fight.ground.scene_mut().filter(|_| met) {
            scene.contact = Some((me as u8, scene.sees[me] & !known));
        }
        if rest.here == start {
            // Others are in the way.
            fight.figures[me].on_hold = true;
        }
        chance.tell(|| tell::moves(turn, me, gone, trail));
        self.enter(fight, chance, me, start, turn);
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
        let Some(site) = &self.site else { return };
        let start = site.cell(&fight.figures[me]);
        let gone = Inches::from_thousandths(site.plan().distance(start, to) as i32);
        self.stand(fight, me, to, Travel { gone: Gone::of(gone, &self.rules), fast: false });
        let mark = Mark::Stands { figure: me as u8, cell: to.index() as u16 };
        chance.tell(|| tell::moves(turn, me, gone, vec![mark]));
        self.enter(fight, chance, me, start, turn);
    }

    /// A figure now stands elsewhere.
    fn stand<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>, me: usize, cell: Cell, travel: Travel) {
        if travel.gone == Gone::Nowhere {
            return;
        }
        fight.figures[me].place = cell.index() as u16;
        fight.figures[me].moved_now = travel;
        let Some(scene) = fight.ground.scene_mut() else { return };
        scene.standing.place(me as u8, cell);
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

    /// Whether the door in a cell, if there is one, is shut.
    pub(crate) fn is_shut(&self, scene: &Scene, cell: Cell) -> bool {
        let door = self.site.as_ref().and_then(|site| site.plan().door(cell));
        door.is_some_and(|door| !scene.doors.is_open(door))
    }

    /// Whether a side's figures halt before the next cell: it leads into a room that they have not looked into.
    fn pauses(&self, site: &Site, scene: &Scene, side: Side, here: Cell, next: Cell) -> bool {
        site.brink(here, next).is_some_and(|(_, room)| !scene.has_visited(side, site.posts_of(room)))
    }

    /// Opens a door; under `door_test` only if a test is passed (CQB-4c, CQB-8a).
    pub(crate) fn open_door<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        door: Door,
        turn: u16,
    ) -> bool {
        let opened = match self.rules.door_test.difficulty(&self.rules) {
            None => true,
            Some(difficulty) => self.carries_out(fight, chance, me, difficulty, address(me, purpose::TEST, turn, 2)),
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

    /// The number under which an observer is told of somebody: bystanders follow the figures.
    pub(crate) fn told(&self, who: u8) -> u8 {
        match usize::from(who).checked_sub(FIGURES) {
            Some(captive) => (self.profiles.len() + captive) as u8,
            None => who,
        }
    }

    /// The enemies of a figure, by bit.
    #[inline]
    pub(crate) fn enemies_of(&self, me: usize) -> u32 {
        let blues = (1 << self.blues) - 1;
        let all = ((1_u64 << self.profiles.len()) - 1) as u32;
        if me < self.blues { all & !blues } else { blues }
    }

    /// The enemies that a figure sees and that are not down, as whoever acts sees them, by bit.
    #[inline]
    pub(crate) fn in_view<D, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, me: usize) -> u32 {
        let Some(scene) = fight.ground.scene() else { return self.enemies_of(me) };
        let mut seen = scene.sees[me];
        for enemy in bits(seen) {
            if world(fight)[enemy].condition.down {
                seen &= !(1 << enemy);
            }
        }
        seen
    }
}

/// The numbers of the bits that are set.
pub(crate) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}

/// One of these cells by lot; where somebody stands there, the next one that is free.
fn free_cell<C: Chance>(site: &Site, scene: &Scene, cells: &[Cell], chance: &mut C, who: usize) -> Cell {
    let lot = if cells.len() > 1 { chance.below(address(who, purpose::DEPLOY, 0, 0), cells.len() as u32) } else { 0 };
    let (before, after) = cells.split_at(lot as usize);
    first_free(site, scene, after.iter().chain(before).copied())
}

/// The first of these cells that is free, or any other.
fn first_free(site: &Site, scene: &Scene, cells: impl Iterator<Item = Cell>) -> Cell {
    let mut wanted = cells.chain(site.plan().all().iter());
    wanted.find(|&cell| scene.standing.is_free(cell)).unwrap_or_else(|| unreachable!("areas hold all who begin there"))
}
