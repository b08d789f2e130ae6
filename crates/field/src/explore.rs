//! A search over a board that goes only as far as it is asked about.

use crate::board::Board;
use crate::cell::{Cell, CellSet};
use crate::ground::Ground;
use crate::path::{Costs, Mover, Search, Way};

/// What a figure reaches on a [`Board`], or the ways to a goal, worked out only as far as somebody asks: 80 KiB, made once, used again
/// and again.
///
/// It answers as a [`Search`] does that [`Board::reach`] or [`Board::distances`] has filled, in the same order.
///
/// ```
/// use field::{Board, CellSet, Exploration, Ground, Mover};
///
/// let board = Board::new(12, 7, Ground::FLOOR).expect("sides within limits");
/// let at = |row, column| board.cell(row, column).expect("a cell");
/// let mut reach = Exploration::new();
/// reach.begin_from(at(3, 3), 3000, Mover::WALKER, &CellSet::EMPTY, |_| false);
/// assert_eq!(reach.nth(&board, 0), Some(at(3, 3)));
/// assert_eq!(reach.cost(&board, at(2, 4)), Some(1414));
/// assert_eq!(reach.cost(&board, at(3, 7)), None);
/// ```
#[derive(Clone, Debug)]
pub struct Exploration {
    search: Search,
    way: Way,
    limit: u32,
    /// The figure whose costs these are.
    mover: Option<Mover>,
    costs: Costs,
    blocked: CellSet,
    ends: fn(Ground) -> bool,
}

impl Default for Exploration {
    fn default() -> Exploration {
        Exploration::new()
    }
}

impl Exploration {
    /// Before anything was asked.
    #[must_use]
    pub const fn new() -> Exploration {
        Exploration {
            search: Search::new(),
            way: Way::From,
            limit: 0,
            mover: None,
            costs: Costs::NONE,
            blocked: CellSet::EMPTY,
            ends: |_| false,
        }
    }

    /// From now on it is about what a figure reaches from a cell: see [`Board::reach`]. Ground for which `ends` is true ends the move.
    pub fn begin_from(
        &mut self,
        from: Cell,
        allowance: u32,
        mover: Mover,
        blocked: &CellSet,
        ends: fn(Ground) -> bool,
    ) {
        (self.way, self.ends) = (Way::From, ends);
        self.begin(from, allowance, mover, blocked);
    }

    /// From now on it is about the ways to a goal from everywhere: see [`Board::distances`].
    pub fn begin_to(&mut self, goal: Cell, mover: Mover, blocked: &CellSet) {
        (self.way, self.ends) = (Way::To, |_| false);
        self.begin(goal, u32::MAX, mover, blocked);
    }

    fn begin(&mut self, at: Cell, limit: u32, mover: Mover, blocked: &CellSet) {
        self.search.begin([at]);
        (self.limit, self.blocked) = (limit.min(u32::MAX - 1), *blocked);
        if self.mover != Some(mover) {
            (self.mover, self.costs) = (Some(mover), mover.costs());
        }
    }

    /// The cell of this rank, from 0 for the one where it begins: the cheapest first, equal ones in order of their numbers.
    #[must_use]
    #[inline]
    pub fn nth(&mut self, board: &Board, rank: usize) -> Option<Cell> {
        while self.search.nth_reached(rank).is_none() {
            self.go_on(board)?;
        }
        self.search.nth_reached(rank)
    }

    /// What it costs to get to a cell, or from there to the goal, if there is a way within the limit.
    #[must_use]
    #[inline]
    pub fn cost(&mut self, board: &Board, cell: Cell) -> Option<u32> {
        while !self.search.is_settled(cell) {
            self.go_on(board)?;
        }
        self.search.cost(cell)
    }

    /// The cell before one on the cheapest way to it, or after it on the way to the goal; none where it begins. For cells that were
    /// asked about.
    #[must_use]
    pub fn came_from(&self, cell: Cell) -> Option<Cell> {
        self.search.came_from(cell)
    }

    /// The next cell is settled, if there is one.
    fn go_on(&mut self, board: &Board) -> Option<Cell> {
        let cell = self.search.settle()?;
        if self.search.came_from(cell).is_none() || !(self.ends)(board.ground_of(cell)) {
            self.search.spread_from(board, self.way, cell, self.limit, &self.costs, &self.blocked);
        }
        Some(cell)
    }
}
