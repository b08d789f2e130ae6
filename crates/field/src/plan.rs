//! The compiled map.

use crate::area::Area;
use crate::cell::{Cell, CellSet, Position, root};
use crate::doors::Door;
use crate::grid::{Grid, Squares};
use crate::ground::Ground;
use crate::looks::Looks;
use crate::rooms::Rooms;
use crate::steps::{STAIRS, Steps};

/// A battlefield: immutable, shared between threads, made once for each map by a [`Builder`](crate::Builder).
///
/// Questions take cells of this plan; with cells of another plan they give wrong answers or panic.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) grid: Grid,
    pub(crate) steps: Box<[[u16; STAIRS + 1]]>,
    pub(crate) looks: Looks,
    pub(crate) rooms: Rooms,
    /// For each cell, how many see it with all doors open.
    pub(crate) exposed: Box<[u16]>,
    /// For each cell and room, how many cells of the room it sees.
    pub(crate) commanded: Box<[u16]>,
    areas: Box<[CellSet]>,
    all: CellSet,
    doors: usize,
    /// Distances by their squares.
    roots: Box<[u32]>,
}

impl Plan {
    /// What each cell sees, and where teams wait, is counted afterwards.
    pub(crate) fn new(grid: Grid, steps: Steps, looks: Looks, rooms: Rooms, areas: Box<[CellSet]>) -> Plan {
        let (rows, columns) = (grid.height as u64 - 1, grid.width as u64 - 1);
        let roots = (0..=rows * rows + columns * columns).map(root);
        let doors = grid.all().filter_map(|cell| grid.door_of(cell));
        Plan {
            doors: doors.max().map_or(0, |last| usize::from(last) + 1),
            all: grid.all().collect(),
            roots: roots.collect(),
            grid,
            steps: steps.into(),
            looks,
            rooms,
            areas,
            exposed: [].into(),
            commanded: [].into(),
        }
    }

    /// Columns of the map.
    #[must_use]
    pub fn width(&self) -> usize {
        self.grid.width
    }

    /// Rows of the map.
    #[must_use]
    pub fn height(&self) -> usize {
        self.grid.height
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.grid.cells()
    }

    /// All cells, in order of their numbers.
    #[must_use]
    pub fn all(&self) -> &CellSet {
        &self.all
    }

    /// The cell at a row and a column; `None` if figures cannot be there.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        self.grid.cell(i32::try_from(row).ok()?, i32::try_from(column).ok()?)
    }

    /// The cell with this number.
    #[must_use]
    #[inline]
    pub fn cell_numbered(&self, index: usize) -> Option<Cell> {
        (index < self.cells()).then_some(Cell(index as u16))
    }

    /// The row and column of a cell.
    #[must_use]
    #[inline]
    pub fn position(&self, cell: Cell) -> Position {
        self.grid.position(cell)
    }

    /// The ground at a row and a column; outside the map, wall.
    #[must_use]
    pub fn ground(&self, row: usize, column: usize) -> Ground {
        match (i32::try_from(row), i32::try_from(column)) {
            (Ok(row), Ok(column)) => self.grid.ground(row, column),
            _ => Ground::WALL,
        }
    }

    /// The ground of a cell.
    #[must_use]
    pub fn ground_of(&self, cell: Cell) -> Ground {
        self.grid.ground_of(cell)
    }

    /// The number of doors; they are numbered from 0.
    #[must_use]
    pub fn doors(&self) -> usize {
        self.doors
    }

    /// The door that a cell is part of.
    #[must_use]
    #[inline]
    pub fn door(&self, cell: Cell) -> Option<Door> {
        self.grid.door_of(cell).map(Door)
    }

    /// The cells of an area that the builder was given.
    #[must_use]
    pub fn area(&self, area: Area) -> Option<&CellSet> {
        self.areas.get(area.index())
    }

    /// The number of areas.
    #[must_use]
    pub fn areas(&self) -> usize {
        self.areas.len()
    }

    /// The square of the distance between two cells' centres, in square inches: exact, for comparing distances.
    #[must_use]
    #[inline]
    pub fn squared(&self, from: Cell, to: Cell) -> u32 {
        self.position(from).squared(self.position(to))
    }

    /// The distance between two cells' centres in thousandths of an inch, rounded up, so that "at most N thousandths"
    /// is exact. Between levels that are drawn side by side it has no meaning.
    #[must_use]
    #[inline]
    pub fn distance(&self, from: Cell, to: Cell) -> u32 {
        self.roots[self.squared(from, to) as usize]
    }

    /// Every possible distance on the map, in thousandths of an inch, indexed by [`Plan::squared`] in square inches.
    #[must_use]
    pub fn apart(&self) -> &[u32] {
        &self.roots
    }
}
