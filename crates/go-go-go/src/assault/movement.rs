//! Movement and facing (GGG-move). All figures move at once: none reacts before all have come to rest.

use chance::{Chance, Mark};
use engage::{Inches, Side};
use field::{Cell, CellSet, Door, Doors, Facing, Reaching, Spread, Step};

use super::log;
use super::play::Play;
use super::site::MOVER;
use super::state::{Charge, FIGURES, KnownBomb};
use crate::action::{Action, Ask, Event, Order, Rest, Way};
use crate::figure::Pace;
use crate::options::FireTiming;
use crate::player::Player;
use crate::spot::Stance;

/// How far a figure looks for a way to a cell that is not a goal, in thousandths of an inch.
const FARTHEST: u32 = 60_000;
/// The allowance for a detour, in thousandths of an inch.
const DETOUR: u32 = 8000;
/// How many taken cells of the mission's place a figure looks past for a free one.
const AROUND: usize = 16;

/// A walk under way.
pub(super) struct Walk {
    /// The cell reached.
    pub(super) here: Cell,
    /// The last free cell, where it could stop.
    pub(super) rest: Cell,
    /// Distance left, in thousandths of an inch.
    pub(super) left: u32,
    /// Doors opened on the way.
    doors: Doors,
    /// Marks for an observer.
    pub(super) trail: Vec<Mark>,
}

impl Walk {
    /// A step to the next cell.
    pub(super) fn step(&mut self, to: Cell, cost: u32, door: Option<Door>) {
        if let Some(door) = door {
            self.doors.open(door);
        }
        self.here = to;
        self.left -= cost;
    }
}

impl<C: Chance, P: Player> Play<'_, C, P> {
    /// Moves all figures with this pace. The order changes from turn to turn, because it decides who takes a cell.
    pub(super) fn move_all(&mut self, pace: Pace) {
        let first = if self.now % 2 == 1 { Side::Blue } else { Side::Red };
        for side in [first, first.enemy()] {
            for me in self.view().in_action(side) {
                if self.state.turn.orders[me].pace == pace {
                    self.move_figure(me);
                }
            }
        }
    }

    /// Carries out a figure's order to move; the figure then comes to rest and chooses its facing (GGG-move-4).
    fn move_figure(&mut self, me: usize) {
        let Some(start) = self.state.game.at(me) else { return };
        let order = self.state.turn.orders[me];
        let walk = self.walk_from(start, self.view().allowance(me, order.pace));
        let walk = match order.way {
            Way::Stays => walk,
            Way::Goal { goal, short } => self.walk(me, walk, goal, short),
            Way::To(cell) => self.walk_to(me, walk, cell),
        };
        let end = walk.rest;
        let moved = end != start;
        let distance = Inches::from_thousandths(self.site.plan().distance(start, end) as i32);
        self.come_to_rest(me, order, moved.then_some((distance, walk.trail)));
        // A figure in the rescue zone brings in the hostages behind it too.
        if moved || order.pace.moves() && self.site.place.contains(end) {
            self.lead_on(me, order.pace, end);
        }
    }

    /// Sets a figure's pace, its facing and whether it hides, after its move or without one (GGG-move-2, GGG-see-8).
    fn come_to_rest(&mut self, me: usize, order: Order, moved: Option<(Inches, Vec<Mark>)>) {
        // Under the other timing a figure ordered to move counts as moving for the whole turn.
        let ordered = self.assault.rules.fire_timing == FireTiming::StationaryFirst;
        let pace = if moved.is_some() || ordered { order.pace } else { Pace::Stationary };
        let before = self.state.game.facing[me];
        let hid = std::mem::replace(&mut self.state.game.stances[me], Stance { pace, hiding: false }).hiding;
        let action = self.ask(me, Ask::Rest { moved: moved.is_some() });
        let rest = match action {
            Action::Rest(rest) if self.allows(me, &action) => rest,
            _ => Rest { facing: before, hides: false, takes_bomb: false },
        };
        self.state.game.stances[me].hiding = rest.hides;
        let aim = self.state.game.men[me].rifle.aim;
        self.face(me, rest.facing);
        let (turn, settles) = (self.now, rest.hides && (moved.is_some() || !hid));
        if let Some((distance, trail)) = moved {
            let allowance = self.view().allowance(me, order.pace);
            self.chance.log(|| log::moves(turn, me, order.pace, (distance, allowance), trail, rest.facing));
        } else if rest.facing != before {
            self.chance.log(|| log::turns(turn, me, rest.facing));
        }
        if aim > 0 && self.state.game.men[me].rifle.aim == 0 {
            self.chance.log(|| log::loses_aim(turn, me, aim));
        }
        if settles || hid && !rest.hides {
            self.chance.log(|| log::hides(turn, me, rest.hides));
        }
        if rest.takes_bomb {
            self.take_bomb(me);
        }
    }

    /// Turning does not count as movement, but turning this far loses a sniper's aim (GGG-move-4, GGG-snipe-6).
    fn face(&mut self, me: usize, facing: Facing) {
        let before = std::mem::replace(&mut self.state.game.facing[me], facing);
        if !before.within(Spread::Eighth, facing) {
            self.state.game.men[me].rifle.aim = 0;
            self.state.turn.turned.insert(me);
        }
    }

    /// A Terrorist takes up an adjacent bomb (GGG-bomb-1).
    fn take_bomb(&mut self, me: usize) {
        let Some(bomb) = self.view().bomb_beside(me) else { return };
        self.state.game.bombs[bomb] = Charge::Carried(me);
        self.state.game.maps.red.bombs[bomb] = KnownBomb::Carried(me);
        let (turn, at) = (self.now, self.state.game.at(me));
        self.chance.log(|| log::takes_bomb(turn, me, bomb, at));
    }

    /// A walk about to begin.
    pub(super) fn walk_from(&self, start: Cell, left: u32) -> Walk {
        Walk { here: start, rest: start, left, doors: self.state.game.doors, trail: Vec::new() }
    }

    /// Goes along the way to a goal, past friends but not past enemies. Before an opening into a room the figure may
    /// halt.
    fn walk(&mut self, me: usize, mut walk: Walk, goal: u8, short: u32) -> Walk {
        let (site, side, start) = (self.site, self.assault.side(me), walk.here);
        while let Some((next, cost)) = site.step(walk.here, goal) {
            if walk.here == walk.rest && walk.here != start && self.halts(me, walk.here, next) {
                if let Some(door) = site.door(next) {
                    walk.doors.open(door);
                    self.opened(side, &mut walk);
                }
                break;
            }
            if cost > walk.left || site.left(next, goal) < short || self.is_barred(me, next) {
                break;
            }
            walk.step(next, cost, site.door(next));
            if self.state.game.standing.is_free(next) {
                self.comes_to(&mut walk, me, side);
                self.note(me, Event::Came(next));
            }
        }
        if let Some(cell) = self.beside_taken(&walk, goal, |cell| self.is_barred(me, cell)) {
            self.ends_at(&mut walk, me, cell);
        }
        self.state.game.standing.place(me, walk.rest);
        walk
    }

    /// Whether a figure halts before the next cell on its way, which leads into a room.
    fn halts(&mut self, me: usize, at: Cell, next: Cell) -> bool {
        let Some(room) = self.site.brink(at, next) else { return false };
        self.ask(me, Ask::Enter { at, room }) != Action::GoOn
    }

    /// A free cell of the mission's place that can still be reached, if others stand in the one that the way led to.
    pub(super) fn beside_taken(&self, walk: &Walk, goal: u8, barred: impl Fn(Cell) -> bool) -> Option<Cell> {
        let site = self.site;
        if walk.here == walk.rest || goal != site.place_goal || site.left(walk.here, goal) > 0 {
            return None;
        }
        let mut reached = [(walk.here, walk.left); AROUND];
        let mut count = 1;
        let mut next = 0;
        while next < count {
            let (from, left) = reached[next];
            next += 1;
            let steps = site.plan().steps(from, MOVER, self.state.game.doors);
            let steps = steps.filter(|step| step.cost <= left && step.door.is_none() && site.place.contains(step.to));
            for step in steps.filter(|step| !barred(step.to)) {
                if self.state.game.standing.is_free(step.to) {
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

    /// Goes to a cell, or beside it: straight if nothing is in the way, otherwise by the shortest way.
    pub(super) fn walk_to(&mut self, me: usize, mut walk: Walk, cell: Cell) -> Walk {
        self.approach(me, self.assault.side(me), &mut walk, cell);
        if walk.here != walk.rest
            && let Some(beside) = self.free_beside(&walk, cell)
        {
            self.ends_at(&mut walk, me, beside);
        }
        self.state.game.standing.place(me, walk.rest);
        walk
    }

    /// A figure of a side, or a hostage that it leads, goes towards a cell as far as possible.
    pub(super) fn approach(&mut self, who: usize, side: Side, walk: &mut Walk, cell: Cell) {
        let straight = self.is_straight(walk.here, cell);
        if !straight {
            self.search_from(cell, walk.here);
        }
        while walk.here != cell {
            let step = if straight { self.straight_step(walk.here, cell) } else { self.searched_step(walk.here) };
            let Some(step) = step.filter(|step| step.cost <= walk.left && !self.is_barred(who, step.to)) else { break };
            walk.step(step.to, step.cost, step.door);
            if self.state.game.standing.is_free(walk.here) {
                self.comes_to(walk, who, side);
            }
        }
    }

    /// Searches the ways to a cell from as far as `start`, reusing the last search.
    fn search_from(&mut self, cell: Cell, start: Cell) {
        let plan = self.site.plan();
        let near = 2 * plan.distance(start, cell) + DETOUR;
        for limit in [near, FARTHEST] {
            if self.search.start() != Some(cell) || self.search.cost(start).is_none() {
                let reaching = Reaching { from: cell, allowance: limit, mover: MOVER };
                plan.reach(self.search, reaching, Doors::SHUT, &CellSet::EMPTY);
            }
        }
    }

    /// The free cell next to a taken one that is nearest to the mover.
    fn free_beside(&self, walk: &Walk, cell: Cell) -> Option<Cell> {
        let (plan, game) = (self.site.plan(), &self.state.game);
        let steps = plan.steps(walk.here, MOVER, game.doors);
        let free = steps.filter(|step| step.cost <= walk.left && step.door.is_none() && game.standing.is_free(step.to));
        free.map(|step| step.to).min_by_key(|&to| (plan.squared(to, cell), to))
    }

    /// The step that comes nearest to a cell in a straight line, if any comes nearer.
    fn straight_step(&self, here: Cell, cell: Cell) -> Option<Step> {
        let plan = self.site.plan();
        let far = |from: Cell| plan.squared(from, cell);
        let now = far(here);
        let nearer = plan.steps_that(here, MOVER, Doors::SHUT, |to| far(to) < now);
        nearer.min_by_key(|step| (far(step.to), step.to))
    }

    /// Whether such steps lead from one cell to another.
    fn is_straight(&self, start: Cell, cell: Cell) -> bool {
        let on = |&here: &Cell| self.straight_step(here, cell).map(|step| step.to);
        std::iter::successors(Some(start), on).last() == Some(cell)
    }

    /// The next step towards the cell where the last search began.
    fn searched_step(&self, here: Cell) -> Option<Step> {
        let far = |cell: Cell| self.search.cost(cell).unwrap_or(u32::MAX);
        let now = far(here);
        let nearer = self.site.plan().steps_that(here, MOVER, Doors::SHUT, |to| far(to) < now);
        nearer.min_by_key(|step| (far(step.to), step.to))
    }

    /// Whether an enemy that the team saw in the last turn stands in a cell. Unknown enemies block no figure, and no
    /// figure blocks a hostage.
    fn is_barred(&self, me: usize, cell: Cell) -> bool {
        let Some(who) = self.state.game.standing.who(cell) else { return false };
        me < FIGURES && (self.assault.enemies(me) & self.state.fresh()).contains(who)
    }

    /// A figure of a side, or a hostage that it leads, has reached a free cell. The doors on the way are now open,
    /// which costs nothing (GGG-move-1).
    pub(super) fn comes_to(&mut self, walk: &mut Walk, who: usize, side: Side) {
        self.opened(side, walk);
        let here = walk.here;
        self.ends_at(walk, who, here);
    }

    /// A figure or hostage stops in a cell.
    pub(super) fn ends_at(&self, walk: &mut Walk, who: usize, cell: Cell) {
        walk.rest = cell;
        if C::OBSERVED {
            walk.trail.push(Mark::Stands { figure: self.assault.observer_id(who), cell: cell.index() as u16 });
        }
    }

    /// Opens the doors on the way.
    fn opened(&mut self, side: Side, walk: &mut Walk) {
        let game = &mut self.state.game;
        if walk.doors == game.doors {
            return;
        }
        for door in walk.doors.iter().filter(|&door| !game.doors.is_open(door)) {
            game.maps[side].doors.open(door);
            if C::OBSERVED {
                walk.trail.push(Mark::Opens { door: door.index() as u8 });
            }
        }
        game.doors = walk.doors;
    }

    /// Removes hostages and the VIP who have reached the mission's place (GGG-host-4, GGG-am-2).
    pub(super) fn arrive(&mut self) {
        self.rescue();
        if let Some(vip) = self.assault.vip
            && self.state.game.at(vip).is_some_and(|cell| self.site.place.contains(cell))
        {
            self.state.game.away = true;
            self.state.game.standing.remove(vip);
            self.state.game.up.remove(vip);
            let turn = self.now;
            self.chance.log(|| log::away(turn, vip));
        }
    }
}
