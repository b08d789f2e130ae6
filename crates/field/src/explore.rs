//! A search over a board that goes only as far as its questions need.

use crate::cell::{Cell, CellSet, INCH, MAX_CELLS, NONE};
use crate::ground::Pass;
use crate::lanes::Lanes;
use crate::path::{Mover, NEVER, Reaching, Way};
use crate::steps::STAIRS;

/// The bits of a cell's number.
const CELL_BITS: u32 = MAX_CELLS.ilog2();

const _: () = assert!(MAX_CELLS == 1 << CELL_BITS && INCH < 1 << (u32::BITS - CELL_BITS));

/// What a figure can reach on a [`Board`](crate::Board), or the ways to a goal, worked out only as far as questions
/// need: 57 KiB, made once, used again and again. Until it starts again, all questions must pass the same [`Lanes`] of
/// the board.
///
/// It answers like a [`Search`](crate::Search) filled by [`Board::reach`](crate::Board::reach) or
/// [`Board::distances`](crate::Board::distances), in the same order. It needs no queue: a cell that costs less than the
/// cheapest waiting cell plus one step cannot become cheaper, so all such cells are settled together, ring after ring.
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
    /// The cell from which each cell was entered.
    came: [u16; MAX_CELLS],
    /// The settled cells, the cheapest first, equal ones by number.
    order: [u16; MAX_CELLS],
    settled: usize,
    /// How many of the settled cells the search has stepped out of.
    left: usize,
    /// Every cell that costs less than this is settled.
    below: u32,
    /// Cells that are waiting, in no order.
    waiting: [u16; MAX_CELLS],
    waits: usize,
    /// The least cost of a waiting cell.
    least: u32,
    /// The cells of a ring, by cost and then by number: the cost beyond the least, then the number.
    ring: [u32; MAX_CELLS],
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
}

/// A step out of a cell.
#[derive(Clone, Copy)]
struct StepFrom {
    cell: u16,
    /// The cost of getting to `cell`.
    cost: u32,
    /// 0 along an edge, 1 diagonally, 2 over stairs.
    kind: usize,
    /// The number of the pass of `cell`.
    here: usize,
}

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
            came: [NONE; MAX_CELLS],
            order: [NONE; MAX_CELLS],
            settled: 0,
            left: 0,
            below: 0,
            waiting: [NONE; MAX_CELLS],
            waits: 0,
            least: NEVER,
            ring: [0; MAX_CELLS],
            way: Way::From,
            limit: 0,
            ends: false,
            mover: None,
            steps: [[NEVER; Pass::ALL.len()]; 3],
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
        let reached = self.order[..self.settled].iter().chain(&self.waiting[..self.waits]);
        reached.for_each(|&cell| self.costs[usize::from(cell) % MAX_CELLS] = NEVER);
        (self.settled, self.left, self.below) = (0, 0, 0);
        (self.costs[at.index()], self.came[at.index()]) = (0, NONE);
        (self.waiting[0], self.waits, self.least) = (at.0, 1, 0);
        (self.limit, self.blocked) = (limit.min(NEVER - 1), *blocked);
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
        while rank >= self.settled {
            if !self.go_on(lanes) {
                return None;
            }
        }
        Some(Cell(self.order[rank]))
    }

    /// The rank of the first cell that costs at least this much, in thousandths of an inch.
    #[must_use]
    pub fn first_from(&mut self, lanes: &Lanes, cost: u32) -> usize {
        while self.below < cost {
            if !self.go_on(lanes) {
                break;
            }
        }
        self.order[..self.settled].partition_point(|&cell| self.costs[usize::from(cell)] < cost)
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

    /// The cell before this one on the cheapest way to it, or after it on the way to the goal; `None` for the start.
    /// Only for cells that were asked about.
    #[must_use]
    pub fn came_from(&self, cell: Cell) -> Option<Cell> {
        if self.costs[cell.index()] == NEVER {
            return None;
        }
        Some(self.came[cell.index()]).filter(|&came| came != NONE).map(Cell)
    }

    /// Settles the next cells; false if there are none.
    fn go_on(&mut self, lanes: &Lanes) -> bool {
        while self.left < self.settled {
            let cell = self.order[self.left];
            self.left += 1;
            if self.ends && self.came[usize::from(cell)] != NONE && lanes.ends(cell) {
                continue;
            }
            self.leave(lanes, cell);
        }
        if self.waits == 0 {
            return false;
        }
        let least = std::mem::replace(&mut self.least, NEVER);
        self.below = least.saturating_add(self.step);
        let (mut stay, mut found) = (0, 0);
        for place in 0..self.waits {
            let cell = self.waiting[place];
            let cost = self.costs[usize::from(cell) % MAX_CELLS];
            if cost < self.below {
                // The cheapest step costs an inch at most, so this is less than an inch beyond the least.
                self.ring[found] = (cost - least) << CELL_BITS | u32::from(cell);
                found += 1;
            } else {
                self.waiting[stay] = cell;
                stay += 1;
                self.least = self.least.min(cost);
            }
        }
        self.waits = stay;
        let ring = &mut self.ring[..found];
        ring.sort_unstable();
        for (place, &mut key) in self.order[self.settled..].iter_mut().zip(ring) {
            *place = key as u16 % MAX_CELLS as u16;
        }
        self.settled += found;
        true
    }

    /// Enters all cells to which a step leads from this one.
    #[inline]
    fn leave(&mut self, lanes: &Lanes, cell: u16) {
        let cost = self.costs[usize::from(cell) % MAX_CELLS];
        // Most cells around have already been reached as cheaply, and from the last cells even the cheapest step goes
        // too far.
        let reached = cost.saturating_add(self.step);
        if reached > self.limit {
            return;
        }
        let here = lanes.pass(cell);
        let width = lanes.width() as u16;
        // Clockwise from the north.
        let [north, south] = [cell.wrapping_sub(width), cell.wrapping_add(width)];
        let around = [
            north,
            north.wrapping_add(1),
            cell.wrapping_add(1),
            south.wrapping_add(1),
            south,
            south.wrapping_sub(1),
            cell.wrapping_sub(1),
            north.wrapping_sub(1),
        ];
        let steps = lanes.steps(cell);
        for (direction, next) in around.into_iter().enumerate() {
            if steps >> direction & 1 != 0 && self.costs[usize::from(next) % MAX_CELLS] > reached {
                self.enter(lanes, next, StepFrom { cell, cost, kind: direction % 2, here });
            }
        }
        for next in lanes.stairs(cell) {
            if lanes.pass(next) != Pass::No as usize {
                self.enter(lanes, next, StepFrom { cell, cost, kind: 2, here });
            }
        }
    }

    /// Enters a cell by a step, if that is cheaper than its known cost.
    #[inline]
    fn enter(&mut self, lanes: &Lanes, next: u16, step: StepFrom) {
        let StepFrom { cell, cost, kind, here } = step;
        let entered = if self.way == Way::From { lanes.pass(next) } else { here };
        let cost = cost.saturating_add(self.steps[kind][entered]);
        let known = self.costs[usize::from(next) % MAX_CELLS];
        if cost >= known || cost > self.limit || self.blocked.contains(Cell(next)) {
            return;
        }
        if known == NEVER {
            self.waiting[self.waits] = next;
            self.waits += 1;
        }
        self.costs[usize::from(next) % MAX_CELLS] = cost;
        self.came[usize::from(next) % MAX_CELLS] = cell;
        self.least = self.least.min(cost);
    }
}
