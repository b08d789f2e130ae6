//! A search over a board that goes only as far as its questions need.

use std::ops::Range;

use crate::cell::{Cell, CellSet, MAX_CELLS, NONE};
use crate::ground::Pass;
use crate::lanes::Lanes;
use crate::path::{Mover, NEVER, Reaching, Way};
use crate::steps::STAIRS;

/// What a figure can reach on a [`Board`](crate::Board), or the ways to a goal, worked out only as far as questions
/// need: 61 KiB, made once, used again and again. Until it starts again, all questions must pass the same [`Lanes`] of
/// the board.
///
/// It answers like a [`Search`](crate::Search) filled by [`Board::reach`](crate::Board::reach) or
/// [`Board::distances`](crate::Board::distances), in the same order. It needs no queue: a cell that costs less than the
/// cheapest waiting cell plus one step cannot become cheaper, so all such cells are settled together, ring after ring,
/// and put in order only where somebody asks for it. On even ground most steps are left out: a way with its diagonal
/// steps first costs the same, so after a straight step it goes on straight, and after a diagonal one at most half aside.
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
    /// The directions in which the search goes on from each cell on even ground, one bit each.
    ahead: [u8; MAX_CELLS],
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
    steps: [[u32; Pass::ALL.len()]; 3],
    /// The least of these costs.
    step: u32,
    blocked: CellSet,
    /// Blocked cells and those around them.
    uneven: CellSet,
}

/// A step out of a cell.
#[derive(Clone, Copy)]
struct StepFrom {
    /// The cost of getting to the cell.
    cost: u32,
    /// 0 along an edge, 1 diagonally, 2 over stairs.
    kind: usize,
    /// The number of the pass of the cell.
    here: usize,
    /// The directions in which the way goes on over even ground.
    ahead: u8,
}

/// All directions.
const EVERYWHERE: u8 = u8::MAX;

/// The directions in which a way that came in a direction, clockwise from the north, goes on over even ground.
const AHEAD: [u8; 8] = {
    let mut ahead = [0; 8];
    let mut direction = 0;
    while direction < 8 {
        let straight = 1_u8 << direction;
        ahead[direction] =
            if direction % 2 == 0 { straight } else { straight | straight.rotate_left(1) | straight.rotate_right(1) };
        direction += 1;
    }
    ahead
};

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
            ahead: [0; MAX_CELLS],
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
            steps: [[NEVER; Pass::ALL.len()]; 3],
            step: NEVER,
            blocked: CellSet::EMPTY,
            uneven: CellSet::EMPTY,
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
        (self.costs[at.index()], self.ahead[at.index()]) = (0, EVERYWHERE);
        (self.waiting[0], self.waits, self.least) = (at.0, 1, 0);
        (self.limit, self.blocked) = (limit.min(NEVER - 1), *blocked);
        // Until the width of the board is known.
        self.uneven = CellSet::EMPTY;
        if self.mover != Some(mover) {
            let costs = mover.costs();
            (self.mover, self.step) = (Some(mover), costs.least());
            self.steps = [0, 1, STAIRS].map(|direction| Pass::ALL.map(|pass| costs.of(direction, pass)));
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
            if !self.go_on(lanes) {
                return None;
            }
        }
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
        if self.settled == 0 {
            self.uneven = lanes.around(&self.blocked);
        }
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

    /// Enters all cells to which a step leads from this one, except for those that another way enters as cheaply.
    #[inline]
    fn leave(&mut self, lanes: &Lanes, offsets: &[u16; 8], cell: u16, cost: u32) {
        // From the last cells even the cheapest step goes too far.
        let reached = cost.saturating_add(self.step);
        if reached > self.limit {
            return;
        }
        let here = lanes.pass(cell);
        let even = lanes.is_even(cell) && !self.uneven.contains(Cell(cell));
        let mut steps = lanes.steps(cell);
        if even {
            steps &= self.ahead[usize::from(cell) % MAX_CELLS];
        }
        while steps != 0 {
            let direction = steps.trailing_zeros() as usize % 8;
            steps &= steps - 1;
            let next = cell.wrapping_add(offsets[direction]);
            // Most cells around have already been reached as cheaply.
            if self.costs[usize::from(next) % MAX_CELLS] >= reached {
                self.enter(lanes, next, StepFrom { cost, kind: direction % 2, here, ahead: AHEAD[direction] });
            }
        }
        if even || !lanes.has_stairs() {
            return;
        }
        for next in lanes.stairs(cell) {
            if lanes.pass(next) != Pass::No as usize {
                self.enter(lanes, next, StepFrom { cost, kind: 2, here, ahead: EVERYWHERE });
            }
        }
    }

    /// Enters a cell by a step, if that is no dearer than its known cost.
    #[inline]
    fn enter(&mut self, lanes: &Lanes, next: u16, step: StepFrom) {
        let StepFrom { cost, kind, here, ahead } = step;
        let entered = if self.way == Way::From { lanes.pass(next) } else { here };
        let cost = cost.saturating_add(self.steps[kind][entered % Pass::ALL.len()]);
        let index = usize::from(next) % MAX_CELLS;
        let known = self.costs[index];
        if cost == known {
            self.ahead[index] |= ahead;
        }
        if cost >= known || cost > self.limit || self.blocked.contains(Cell(next)) {
            return;
        }
        if known == NEVER {
            self.waiting[self.waits % MAX_CELLS] = next;
            self.waits += 1;
        }
        (self.costs[index], self.ahead[index]) = (cost, ahead);
        self.least = self.least.min(cost);
    }
}
