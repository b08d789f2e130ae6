//! Movement and facing (GGG-move): all at once, so that nobody reacts before all have come to rest.

use chance::{Chance, Mark};
use engage::{Inches, Side, bits};
use field::{Cell, Doors, Facing, Spread, Step};

use super::play::Play;
use super::scene::{FIGURES, NOBODY, NOWHERE, Way};
use super::site::MOVER;
use super::tell;
use crate::figure::{Pace, Weapon};
use crate::options::FireTiming;
use crate::spot::Stance;

/// How far a figure looks for a way to something that is no goal, in thousandths of an inch.
const FARTHEST: u32 = 60_000;
/// What is allowed for a way round something, in thousandths of an inch.
const DETOUR: u32 = 8000;
/// How many taken cells of the mission's place a figure looks beyond for a free one.
const AROUND: usize = 16;
/// How many cells ahead a figure looks along its way.
const AHEAD: usize = 4;

impl<C: Chance> Play<'_, C> {
    /// Moves all who have this pace. Who goes first changes from turn to turn, which matters for who takes a cell.
    pub(super) fn move_all(&mut self, pace: Pace) {
        let first = if self.turn % 2 == 1 { Side::Blue } else { Side::Red };
        for side in [first, first.enemy()] {
            for me in bits(self.scene.up & self.assault.team(side)) {
                if self.scene.orders[me].pace == pace {
                    self.move_figure(me);
                }
            }
        }
    }

    /// A figure carries out its order to move, then faces where it expects the enemy (GGG-move-4).
    fn move_figure(&mut self, me: usize) {
        let Some(start) = self.scene.at(me) else { return };
        let order = self.scene.orders[me];
        let allowance = self.allowance(me, order.pace);
        let (end, trail) = match order.way {
            Way::Stays => (start, Vec::new()),
            Way::Goal { goal, short } => self.walk(me, start, goal, short, allowance),
            Way::To(cell) => self.walk_to(me, start, cell, allowance),
        };
        let moved = end != start;
        let pace = if moved { order.pace } else { Pace::Stationary };
        // Under the other timing whoever is ordered to move counts as moving throughout.
        let ordered = self.assault.rules.fire_timing == FireTiming::StationaryFirst;
        let pace = if ordered { order.pace } else { pace };
        let hides = self.assault.profiles[me].hiding && self.assault.rules.lets_hide(pace);
        let hiding = hides && self.site.hides(end);
        let hid = std::mem::replace(&mut self.scene.stances[me], Stance { pace, hiding }).hiding;
        let (turn, before) = (self.turn, self.scene.facing[me]);
        self.turn_to(me, end);
        let facing = self.scene.facing[me];
        if moved {
            let distance = Inches::from_thousandths(self.site.plan().distance(start, end) as i32);
            self.chance.tell(|| tell::moves(turn, me, order.pace, distance, trail, facing));
        } else if facing != before {
            self.chance.tell(|| tell::turns(turn, me, facing));
        }
        if hiding && (moved || !hid) {
            self.chance.tell(|| tell::hides(turn, me));
        }
        if moved {
            self.scene.waited[me] = 0;
        } else if order.pace.moves() {
            self.scene.waited[me] = self.scene.waited[me].saturating_add(1);
        }
        // Who has come to the rescue zone has those behind him come in too.
        if moved || order.pace.moves() && self.site.place.contains(end) {
            self.lead_on(me, order.pace, end);
        }
        self.pick_up(me, end);
    }

    /// How far somebody moves at most, in thousandths of an inch (GGG-move-1, GGG-move-3, GGG-stun-1).
    pub(super) fn allowance(&self, who: usize, pace: Pace) -> u32 {
        let moves = &self.assault.rules.moves;
        let most = match (pace, self.scene.men[who].stun > 0) {
            (Pace::Stationary, _) => Inches::default(),
            (Pace::Stealthy, false) => moves.stealthy,
            (Pace::Normal, false) => moves.normal,
            (Pace::Stealthy, true) => moves.stealthy_stunned,
            (Pace::Normal, true) => moves.normal_stunned,
        };
        most.thousandths() as u32
    }

    /// Goes along the way to a goal: to the brink of a room that the team has not looked into, past friends, not past enemies.
    fn walk(&mut self, me: usize, start: Cell, goal: u8, short: u32, allowance: u32) -> (Cell, Vec<Mark>) {
        let (site, side) = (self.site, self.assault.profiles[me].side);
        let (mut here, mut rest, mut left) = (start, start, allowance);
        let mut trail = Vec::new();
        let mut doors = self.scene.doors;
        while let Some((next, cost)) = site.step(here, goal) {
            if here == rest && here != start && self.halts(me, here, next) {
                self.open(next, &mut trail);
                break;
            }
            if cost > left || site.left(next, goal) < short || self.is_barred(me, next) {
                break;
            }
            if let Some(door) = site.door(next) {
                doors.open(door);
            }
            (here, left) = (next, left - cost);
            if !self.scene.standing.is_free(here) {
                continue;
            }
            rest = here;
            self.opened(doors, &mut trail);
            self.stands(me, here, &mut trail);
            let thorough = self.scene.thorough[side as usize];
            if self.scene.saw[me] == 0 {
                self.scene.visited[side as usize] |= site.posts.settled_at(here, thorough);
            }
        }
        if let Some(cell) = self.beside_taken(Some(me), here, rest, goal, left) {
            rest = cell;
            self.stands(me, rest, &mut trail);
        }
        self.scene.standing.place(me, rest);
        (rest, trail)
    }

    /// A free cell of the mission's place that can still be reached from the one that a way led to, if others stand there.
    pub(super) fn beside_taken(&self, me: Option<usize>, here: Cell, rest: Cell, goal: u8, left: u32) -> Option<Cell> {
        let site = self.site;
        if here == rest || goal != site.place_goal() || site.left(here, goal) > 0 {
            return None;
        }
        let mut reached = [(here, left); AROUND];
        let mut count = 1;
        let mut next = 0;
        while next < count {
            let (from, left) = reached[next];
            next += 1;
            let steps = site.plan().steps(from, MOVER, self.scene.doors);
            let steps = steps.filter(|step| step.cost <= left && step.door.is_none() && site.place.contains(step.to));
            for step in steps.filter(|step| me.is_none_or(|me| !self.is_barred(me, step.to))) {
                if self.scene.standing.is_free(step.to) {
                    return Some(step.to);
                }
                if count < AROUND && reached[..count].iter().all(|&(known, _)| known != step.to) {
                    reached[count] = (step.to, left - step.cost);
                    count += 1;
                }
            }
        }
        None
    }

    /// Goes to a cell, or beside it: straight there if nothing is in the way, else by the shortest way.
    fn walk_to(&mut self, me: usize, start: Cell, cell: Cell, allowance: u32) -> (Cell, Vec<Mark>) {
        let straight = self.is_straight(start, cell);
        if !straight {
            self.search_from(cell, start);
        }
        let (mut here, mut rest, mut left) = (start, start, allowance);
        let mut trail = Vec::new();
        let mut doors = self.scene.doors;
        while here != cell {
            let step = if straight { self.straight_step(here, cell) } else { self.searched_step(here) };
            let Some(step) = step.filter(|step| step.cost <= left && !self.is_barred(me, step.to)) else { break };
            if let Some(door) = step.door {
                doors.open(door);
            }
            (here, left) = (step.to, left - step.cost);
            if self.scene.standing.is_free(here) {
                rest = here;
                self.opened(doors, &mut trail);
                self.stands(me, here, &mut trail);
            }
        }
        if here != rest
            && let Some(beside) = self.free_beside(here, cell, left)
        {
            rest = beside;
            self.stands(me, rest, &mut trail);
        }
        self.scene.standing.place(me, rest);
        (rest, trail)
    }

    /// Looks for the ways to a cell from as far as a start; what the last search found is used again.
    fn search_from(&mut self, cell: Cell, start: Cell) {
        let plan = self.site.plan();
        let near = 2 * plan.distance(start, cell) + DETOUR;
        for limit in [near, FARTHEST] {
            if self.search.start() != Some(cell) || self.search.cost(start).is_none() {
                plan.reach(self.search, cell, limit, MOVER, Doors::SHUT, &field::CellSet::EMPTY);
            }
        }
    }

    /// The free cell beside a taken one that is nearest to where somebody goes.
    fn free_beside(&self, here: Cell, cell: Cell, left: u32) -> Option<Cell> {
        let plan = self.site.plan();
        let steps = plan.steps(here, MOVER, self.scene.doors);
        let free =
            steps.filter(|step| step.cost <= left && step.door.is_none() && self.scene.standing.is_free(step.to));
        free.map(|step| step.to).min_by_key(|&to| (plan.squared(to, cell), to))
    }

    /// The step that brings a cell nearest as the crow flies, if one brings it nearer.
    fn straight_step(&self, here: Cell, cell: Cell) -> Option<Step> {
        let plan = self.site.plan();
        let far = |from: Cell| plan.squared(from, cell);
        let step = plan.steps(here, MOVER, Doors::SHUT).min_by_key(|step| (far(step.to), step.to))?;
        (far(step.to) < far(here)).then_some(step)
    }

    /// Whether such steps lead from one cell to another.
    fn is_straight(&self, start: Cell, cell: Cell) -> bool {
        let on = |&here: &Cell| self.straight_step(here, cell).map(|step| step.to);
        std::iter::successors(Some(start), on).last() == Some(cell)
    }

    /// The next step to where the last search began.
    fn searched_step(&self, here: Cell) -> Option<Step> {
        let far = |cell: Cell| self.search.cost(cell).unwrap_or(u32::MAX);
        let steps = self.site.plan().steps(here, MOVER, Doors::SHUT);
        let step = steps.min_by_key(|step| (far(step.to), step.to))?;
        (far(step.to) < far(here)).then_some(step)
    }

    /// Whether an enemy stands in a cell whom the team saw in the last turn; whom nobody knows of bars nobody's way.
    fn is_barred(&self, me: usize, cell: Cell) -> bool {
        let known = || self.scene.fresh(self.assault.enemies(me), self.turn);
        !self.scene.standing.is_free(cell)
            && self.scene.standing.who(cell).is_some_and(|who| u64::from(known()) >> who & 1 == 1)
    }

    /// Doors on a way now stand open, which costs nothing (GGG-move-1).
    pub(super) fn opened(&mut self, doors: Doors, trail: &mut Vec<Mark>) {
        if doors != self.scene.doors {
            if C::OBSERVED {
                let before = self.scene.doors;
                let fresh = doors.iter().filter(|&door| !before.is_open(door));
                trail.extend(fresh.map(|door| Mark::Opens { door: door.index() as u8 }));
            }
            self.scene.doors = doors;
        }
    }

    /// Opens the door in a cell, if there is one.
    fn open(&mut self, cell: Cell, trail: &mut Vec<Mark>) {
        if let Some(door) = self.site.door(cell) {
            let mut doors = self.scene.doors;
            doors.open(door);
            self.opened(doors, trail);
        }
    }

    /// Notes for an observer where somebody has come to.
    pub(super) fn stands(&self, who: usize, cell: Cell, trail: &mut Vec<Mark>) {
        if C::OBSERVED {
            trail.push(Mark::Stands { figure: self.assault.told(who), cell: cell.index() as u16 });
        }
    }

    /// Faces the nearest enemy known, or whence it hears somebody, or whither it goes, or whence the enemy will come.
    fn turn_to(&mut self, me: usize, here: Cell) {
        let (profile, before) = (&self.assault.profiles[me], self.scene.facing[me]);
        let towards = |cell: Cell| Facing::towards(self.site.plan(), here, cell);
        let threats = self.threats(me, here);
        let sniper = profile.weapon == Weapon::Sniper && !self.scene.stances[me].pace.moves();
        let facing = match self.nearest(threats, here) {
            Some(enemy) => {
                let there = self.scene.known[enemy].and_then(|sighting| towards(sighting.cell)).unwrap_or(before);
                // A sniper keeps his aim while he has the target before him (GGG-snipe-6).
                if sniper && before.within(Spread::Eighth, there) { before } else { there }
            }
            None if sniper && self.scene.men[me].rifle.set_up => before,
            None => self.expected(me, here).unwrap_or_else(|| {
                let lookout = self.site.lookout(me).map(|lookout| lookout.facing);
                lookout.unwrap_or_else(|| self.site.watch(here, profile.side))
            }),
        };
        self.scene.facing[me] = facing;
        if !before.within(Spread::Eighth, facing) {
            self.scene.men[me].rifle.aim = 0;
            self.scene.turned |= 1 << me;
        }
    }

    /// Whence a figure with no enemy in sight expects one.
    fn expected(&self, me: usize, here: Cell) -> Option<Facing> {
        let plan = self.site.plan();
        let last_seen = |enemy: usize| self.scene.known[enemy].map(|sighting| sighting.cell);
        let near = self.nearest(self.minded(me, here), here).and_then(last_seen);
        let ahead = || {
            let goal = Some(self.scene.goal[me]).filter(|&goal| goal != NOWHERE)?;
            let way = std::iter::successors(Some(here), |&cell| self.site.step(cell, goal).map(|(next, _)| next));
            way.skip(1).take(AHEAD).last().and_then(|cell| Facing::towards(plan, here, cell))
        };
        near.and_then(|cell| Facing::towards(plan, here, cell)).or(self.scene.heard[me]).or_else(ahead)
    }

    /// The nearest of these enemies by where they were last seen; of equals the first in the list.
    pub(super) fn nearest(&self, enemies: u32, here: Cell) -> Option<usize> {
        let far = |&enemy: &usize| {
            self.scene.known[enemy].map_or(u32::MAX, |sighting| self.site.plan().squared(here, sighting.cell))
        };
        bits(enemies).min_by_key(far)
    }

    /// Hostages and the VIP who have come to the mission's place are taken out of play (GGG-host-4, GGG-am-2).
    pub(super) fn arrive(&mut self) {
        let turn = self.turn;
        if self.site.hostages > 0 {
            for hostage in self.scene.hostages() {
                let led = self.scene.leader[hostage - FIGURES] != NOBODY;
                if led && self.scene.at(hostage).is_some_and(|cell| self.site.place.contains(cell)) {
                    self.scene.standing.remove(hostage);
                    self.scene.rescued |= 1 << (hostage - FIGURES);
                    let told = self.assault.told(hostage);
                    self.chance.tell(|| tell::rescued(turn, told));
                }
            }
        }
        if let Some(vip) = self.assault.vip
            && self.scene.at(vip).is_some_and(|cell| self.site.place.contains(cell))
        {
            self.scene.away = true;
            self.scene.standing.remove(vip);
            self.scene.up &= !(1 << vip);
            self.chance.tell(|| tell::away(turn, vip));
        }
    }
}
