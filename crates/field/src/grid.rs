//! Squares of a map and the numbers of its cells.

use crate::cell::{Cell, Position};
use crate::ground::{Ground, Pass, Screen};

/// No door, where a table has room for one.
const NO_DOOR: u8 = u8::MAX;

/// How a square stands in a line's way. Where a line passes between two squares, the lesser counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Obstacle {
    Nothing,
    Hard,
    Soft,
    Door,
    Solid,
}

/// The map as drawn: its squares, and which of them are cells.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) width: usize,
    pub(crate) height: usize,
    ground: Box<[Ground]>,
    obstacles: Box<[Obstacle]>,
    doors: Box<[u8]>,
    /// For each square the number of cells before it, and at the end of all.
    before: Box<[u16]>,
    positions: Box<[Position]>,
    /// For each cell how it is entered, and its door.
    entries: Box<[(Pass, u8)]>,
}

impl Grid {
    /// The squares row by row. Sides, cells and doors are within their limits.
    pub(crate) fn new(width: usize, ground: Box<[Ground]>, doors: &[Option<u8>]) -> Grid {
        let height = ground.len() / width;
        let mut positions = Vec::new();
        let mut before = vec![0];
        for (square, ground) in ground.iter().enumerate() {
            if ground.pass != Pass::No {
                positions.push(Position { row: (square / width) as u8, column: (square % width) as u8 });
            }
            before.push(positions.len() as u16);
        }
        let squares = ground.iter().zip(doors).filter(|(ground, _)| ground.pass != Pass::No);
        let entries = squares.map(|(ground, door)| (ground.pass, door.unwrap_or(NO_DOOR)));
        let obstacles = ground.iter().map(|ground| match ground {
            Ground { pass: Pass::Door, .. } => Obstacle::Door,
            Ground { screen: Screen::Clear, .. } => Obstacle::Nothing,
            Ground { screen: Screen::Hard, .. } => Obstacle::Hard,
            Ground { screen: Screen::Soft, .. } => Obstacle::Soft,
            Ground { screen: Screen::Solid, .. } => Obstacle::Solid,
        });
        Grid {
            width,
            height,
            entries: entries.collect(),
            obstacles: obstacles.collect(),
            doors: doors.iter().map(|door| door.unwrap_or(NO_DOOR)).collect(),
            before: before.into(),
            positions: positions.into(),
            ground,
        }
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.positions.len()
    }

    /// The cells in order of their numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cells() as u16).map(Cell)
    }

    /// Where a cell is.
    pub(crate) fn position(&self, cell: Cell) -> Position {
        self.positions[cell.index()]
    }

    /// The square's place in the tables, if it is on the map.
    pub(crate) fn square(&self, row: i32, column: i32) -> Option<usize> {
        let on = (0..self.height as i32).contains(&row) && (0..self.width as i32).contains(&column);
        on.then(|| row as usize * self.width + column as usize)
    }

    /// The cell at a square, if figures can be there.
    pub(crate) fn cell(&self, row: i32, column: i32) -> Option<Cell> {
        let square = self.square(row, column)?;
        (self.before[square] != self.before[square + 1]).then(|| Cell(self.before[square]))
    }

    /// The ground of a square; what lies outside the map is wall.
    pub(crate) fn ground(&self, row: i32, column: i32) -> Ground {
        self.square(row, column).map_or(Ground::WALL, |square| self.ground[square])
    }

    /// The ground of a cell.
    pub(crate) fn ground_of(&self, cell: Cell) -> Ground {
        let at = self.position(cell);
        self.ground[usize::from(at.row) * self.width + usize::from(at.column)]
    }

    /// How a cell is entered.
    #[inline]
    pub(crate) fn pass(&self, cell: Cell) -> Pass {
        self.entries[cell.index()].0
    }

    /// The number of the door that a cell is a part of.
    #[inline]
    pub(crate) fn door_of(&self, cell: Cell) -> Option<u8> {
        Some(self.entries[cell.index()].1).filter(|&door| door != NO_DOOR)
    }

    /// What stands at a square in a line's way; outside the map, everything.
    pub(crate) fn obstacle(&self, row: i32, column: i32) -> Obstacle {
        self.square(row, column).map_or(Obstacle::Solid, |square| self.obstacles[square])
    }

    /// Of two squares that touch a corner, the one that is less in the way of a line through that corner.
    pub(crate) fn clearer(&self, [a, b]: [(i32, i32); 2]) -> (i32, i32) {
        if self.obstacle(a.0, a.1) <= self.obstacle(b.0, b.1) { a } else { b }
    }

    /// The number of the door at a square.
    pub(crate) fn door(&self, row: i32, column: i32) -> Option<u8> {
        self.square(row, column).map(|square| self.doors[square]).filter(|&door| door != NO_DOOR)
    }

    /// The cell of that number that comes first in a row from a column on: its number, and that of the first cell after the
    /// column `last`.
    pub(crate) fn range(&self, row: usize, first: usize, last: usize) -> (u16, u16) {
        (self.before[row * self.width + first], self.before[row * self.width + last + 1])
    }
}
