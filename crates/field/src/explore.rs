//! A search over a board that goes only as far as its questions need.

use std::ops::Range;

use crate::cell::{Cell, CellSet, MAX_CELLS, NONE};
use crate::ground::Pass;
use crate::lanes::Lanes;
use crate::path::{Mover, NEVER, Reaching, Way};
use crate::steps::STAIRS;

/// What a figure can reach on a [`Board`](crate::Board), or the ways to a goal, worked out only as far as questions
/// need: 57 KiB, made once, used again and again. Until it starts again, all questions must pass the same [`Lanes`] of
/// the board.
///
/// It answers like a [`Search`](crate::Search) filled by [`Board::reach`](crate::Board::reach) or
/// [`Board::distances`](crate::Board::distances), in the same order. It needs no queue: a cell that costs less than the
/// cheapest waiting cell plus one step cannot become cheaper, so all such cells are settled together, ring after ring,
/// and put in order only where somebody asks for it.
///
/// ```
/// use field::{Board, CellSet, Exploration, Ground, Lanes, Mover, Reaching};
///
/// let board = Board::new(12, 7, Ground::FLOOR).expect("sides within limits");
/// let at = |row, column| board.cell(row, column).expect("a cell");
/// let (mut lanes, mut reach) = (Lanes::new(), Exploration::new());
/// lanes.prepare(&board, |_| false);
/// let reaching = Reaching { from: at(3, 3), allowance: 3000, mover: Mover::WALKER };
/// reach.begin_from(reaching, &CellSet::EMPTY, false);
/// assert_eq!(reach.nth(&lanes, 0), Some(at(3, 3)));
/// assert_eq!(reach.cost(&lanes, at(2, 4)), Some(1414));
/// assert_eq!(reach.cost(&lanes, at(3, 7)), None);
/// ```
#[derive(Clone, Debug)]
pub struct Exploration {
    costs: [u32; MAX_CELLS],
    /// The settled cells by ring: each cell's cost, then its number in the low 16 bits.
    order: [u64; MAX_CELLS],
    settled: usize,
    /// Where the last ring begins among them.
    ring: usize,
    /// The part of the settled cells, whole rings, in which the cheapest is first, equal ones by number.
    sorted: Range<usize>,
    /// How many of the settled cells the search has stepped out of.
    left: usize,
    /// Every cell that costs less than this is settled.
    below: u32,
    /// Cells that are waiting, in no order.
    waiting: [u16; MAX_CELLS],
    waits: usize,
    /// The least cost of a waiting cell.
    least: u32,
    way: Way,
    limit: u32,
    /// Whether ground can end the move.
    ends: bool,
    /// The figure whose costs are in `steps`.
    mover: Option<Mover>,
    /// The cost of a step along an edge, diagonally and over stairs, by the pass of the cell entered.
    steps: [[u32; PASSES]; 3],
    /// The least of these costs.
    step: u32,
    blocked: CellSet,
}

/// Room for every number of a pass, and for more, so that it is a power of two.
const PASSES: usize = 8;

impl Default for Exploration {
    fn default() -> Exploration {
        Exploration::new()
    }
}

impl Exploration {
    /// Nothing explored yet.
    #[must_use]
    pub const fn new() -> Exploration {
        Exploration {
            costs: [NEVER; MAX_CELLS],
            order: [0; MAX_CELLS],
            settled: 0,
            ring: 0,
            sorted: 0..0,
            left: 0,
            below: 0,
            waiting: [NONE; MAX_CELLS],
            waits: 0,
            least: NEVER,
            way: Way::From,
            limit: 0,
            ends: false,
            mover: None,
            steps: [[NEVER; PASSES]; 3],
            step: NEVER,
            blocked: CellSet::EMPTY,
        }
    }

    /// Starts again, with what a figure can reach: see [`Board::reach`](crate::Board::reach). With `ends`, the ground
    /// named to [`Lanes::prepare`] ends the move.
    pub fn begin_from(&mut self, reaching: Reaching, blocked: &CellSet, ends: bool) {
        let Reaching { from, allowance, mover } = reaching;
        (self.way, self.ends) = (Way::From, ends);
        self.begin(from, allowance, mover, blocked);
    }

    /// Starts again, with the ways to a goal from everywhere: see [`Board::distances`](crate::Board::distances).
    pub fn begin_to(&mut self, goal: Cell, mover: Mover, blocked: &CellSet) {
        (self.way, self.ends) = (Way::To, false);
        self.begin(goal, NEVER, mover, blocked);
    }

    fn begin(&mut self, at: Cell, limit: u32, mover: Mover, blocked: &CellSet) {
        let settled = self.order[..self.settled].iter().map(|&key| key as u16);
        let reached = settled.chain(self.waiting[..self.waits].iter().copied());
        reached.for_each(|cell| self.costs[usize::from(cell) % MAX_CELLS] = NEVER);
        (self.settled, self.ring, self.sorted, self.left, self.below) = (0, 0, 0..0, 0, 0);
        self.costs[at.index()] = 0;
        (self.waiting[0], self.waits, self.least) = (at.0, 1, 0);
        (self.limit, self.blocked) = (limit.min(NEVER - 1), *blocked);
        if self.mover != Some(mover) {
            let costs = mover.costs();
            (self.mover, self.step) = (Some(mover), costs.least());
            for (by_pass, direction) in self.steps.iter_mut().zip([0, 1, STAIRS]) {
                Pass::ALL.into_iter().for_each(|pass| by_pass[pass as usize] = costs.of(direction, pass));
            }
        }
    }

    /// The cell with this rank, from 0 for the start: the cheapest first, equal ones in order of their numbers.
    #[must_use]
    #[inline]
    pub fn nth(&mut self, lanes: &Lanes, rank: usize) -> Option<Cell> {
        self.nth_with_cost(lanes, rank).map(|(cell, _)| cell)
    }

    /// The same with its cost.
    #[must_use]
    #[inline]
    pub fn nth_with_cost(&mut self, lanes: &Lanes, rank: usize) -> Option<(Cell, u32)> {
        if !self.sorted.contains(&rank) {
            while rank >= self.settled {
                if !self.go_on(lanes) {
                    return None;
                }
            }
            self.sort_around(rank);
        }
        let key = self.order[rank % MAX_CELLS];
        Some((Cell(key as u16), (key >> u16::BITS) as u32))
    }

    /// Puts the settled cells in order, as far as this rank and the sorted ones need.
    #[inline(never)]
    fn sort_around(&mut self, rank: usize) {
        let part = if rank < self.sorted.start { 0..self.sorted.start } else { self.sorted.end..self.settled };
        self.order[part.clone()].sort_unstable();
        self.sorted = self.sorted.start.min(part.start)..self.sorted.end.max(part.end);
    }

    /// The rank of the first cell that costs at least this much, in thousandths of an inch.
    #[must_use]
    pub fn first_from(&mut self, lanes: &Lanes, cost: u32) -> usize {
        while self.below < cost {
            if !self.go_on(lanes) {
                break;
            }
        }
        let nearer = |&&key: &&u64| key < u64::from(cost) << u16::BITS;
        let rank = self.order[..self.settled].iter().filter(nearer).count();
        if self.sorted.is_empty() && rank >= self.ring {
            self.sorted = self.ring..self.ring;
        }
        rank
    }

    /// The cost of getting to a cell, or from there to the goal; `None` if there is no way within the limit.
    #[must_use]
    #[inline]
    pub fn cost(&mut self, lanes: &Lanes, cell: Cell) -> Option<u32> {
        loop {
            let cost = self.costs[cell.index()];
            if cost < self.below {
                return Some(cost);
            }
            if self.is_done() || !self.go_on(lanes) {
                return None;
            }
        }
    }

    /// Whether it has settled all cells that it can reach.
    #[must_use]
    #[inline]
    pub const fn is_done(&self) -> bool {
        self.below == NEVER
    }

    /// The cell before this one on the cheapest way to it, or after it on the way to the goal; `None` for the start. Of
    /// equals, the cheapest, then the one with the lowest number. Only for cells that were asked about.
    #[must_use]
    pub fn came_from(&self, lanes: &Lanes, cell: Cell) -> Option<Cell> {
        let (cost, start) = (self.costs[cell.index()], self.order[0] as u16);
        if cost == NEVER || cell.0 == start {
            return None;
        }
        let entered = lanes.pass(cell.0);
        let comes = |before: u16, kind: usize| {
            let known = self.costs[usize::from(before) % MAX_CELLS];
            let entered = if self.way == Way::From { entered } else { lanes.pass(before) };
            let leads = known < cost && known.saturating_add(self.steps[kind][entered]) == cost;
            (leads && !(self.ends && before != start && lanes.ends(before))).then_some((known, before))
        };
        let around = lanes.offsets().into_iter().enumerate().filter_map(|(direction, offset)| {
            let before = cell.0.wrapping_add(offset);
            let leads = lanes.steps(before) >> ((direction + 4) % 8) & 1 != 0;
            if leads { comes(before, direction % 2) } else { None }
        });
        let climbed = lanes.stairs(cell.0).filter_map(|before| comes(before, 2));
        around.chain(climbed).min().map(|(_, before)| Cell(before))
    }

    /// Settles the next cells; false if there are none.
    fn go_on(&mut self, lanes: &Lanes) -> bool {
        let offsets = lanes.offsets();
        let start = self.order[0] as u16;
        for place in self.left..self.settled {
            let key = self.order[place % MAX_CELLS];
            let cell = key as u16 % MAX_CELLS as u16;
            if self.ends && cell != start && lanes.ends(cell) {
                continue;
            }
            self.leave(lanes, &offsets, cell, (key >> u16::BITS) as u32);
        }
        self.left = self.settled;
        if self.waits == 0 {
            self.below = NEVER;
            return false;
        }
        let least = std::mem::replace(&mut self.least, NEVER);
        self.below = least.saturating_add(self.step);
        self.ring = self.settled;
        let mut stay = 0;
        for place in 0..self.waits {
            let cell = self.waiting[place % MAX_CELLS];
            let cost = self.costs[usize::from(cell) % MAX_CELLS];
            if cost < self.below {
                self.order[self.settled % MAX_CELLS] = u64::from(cost) << u16::BITS | u64::from(cell);
                self.settled += 1;
            } else {
                self.waiting[stay % MAX_CELLS] = cell;
                stay += 1;
                self.least = self.least.min(cost);
            }
        }
        self.waits = stay;
        true
    }

    /// Enters all cells to which a step leads from this one, if that is cheaper than their known cost.
    #[inline]
    fn leave(&mut self, lanes: &Lanes, offsets: &[u16; 8], cell: u16, cost: u32) {
        // From the last cells even the cheapest step goes too far.
        if cost.saturating_add(self.step) > self.limit {
            return;
        }
        let steps = lanes.steps(cell);
        if self.way == Way::To || lanes.is_even(cell) {
            // All steps of a kind cost the same if they lead into the same kind of ground.
            let reached = [0, 1].map(|kind| cost.saturating_add(self.step_into(lanes, cell, kind)));
            let reached = reached.map(|cost| if cost > self.limit { NEVER } else { cost });
            // Most cells around have already been reached as cheaply, so all are compared before any is entered.
            let mut cheaper = 0;
            for (direction, &offset) in offsets.iter().enumerate() {
                let known = self.costs[usize::from(cell.wrapping_add(offset)) % MAX_CELLS];
                cheaper |= u8::from(reached[direction % 2] < known) << direction;
            }
            for direction in directions(steps & cheaper) {
                self.enter(cell.wrapping_add(offsets[direction]), reached[direction % 2]);
            }
        } else {
            for direction in directions(steps) {
                let next = cell.wrapping_add(offsets[direction]);
                let reached = cost.saturating_add(self.step_into(lanes, next, direction % 2));
                if reached < self.costs[usize::from(next) % MAX_CELLS] {
                    self.enter(next, reached);
                }
            }
        }
        if lanes.has_stairs() {
            self.climb(lanes, cell, cost);
        }
    }

    /// The same over stairs.
    #[inline(never)]
    fn climb(&mut self, lanes: &Lanes, cell: u16, cost: u32) {
        for next in lanes.stairs(cell) {
            let entered = if self.way == Way::From { next } else { cell };
            let reached = cost.saturating_add(self.step_into(lanes, entered, 2));
            let is_cell = lanes.pass(next) != Pass::No as usize;
            if is_cell && reached < self.costs[usize::from(next) % MAX_CELLS] {
                self.enter(next, reached);
            }
        }
    }

    /// The cost of a step of this kind into a cell.
    #[inline]
    const fn step_into(&self, lanes: &Lanes, cell: u16, kind: usize) -> u32 {
        self.steps[kind][lanes.pass(cell) % PASSES]
    }

    /// Enters a cell at this cost, less than the known one, if it is within the limit and not blocked.
    #[inline]
    fn enter(&mut self, next: u16, cost: u32) {
        if cost > self.limit || self.blocked.contains(Cell(next)) {
            return;
        }
        let known = std::mem::replace(&mut self.costs[usize::from(next) % MAX_CELLS], cost);
        if known == NEVER {
            self.waiting[self.waits % MAX_CELLS] = next;
            self.waits += 1;
        }
        self.least = self.least.min(cost);
    }
}

/// The directions in a set of them, one bit each.
#[inline]
fn directions(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let direction = (set != 0).then_some(set.trailing_zeros() as usize % 8);
        set &= set.wrapping_sub(1);
        direction
    })
}
