//! What can be wrong with a map.

use thiserror::Error;

use crate::cell::{MAX_CELLS, MAX_SIDE};
use crate::doors::MAX_DOORS;
use crate::room::MAX_ROOMS;

/// One thing that is wrong with a map. Rows and columns are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Mistake {
    /// A side is too long, or zero.
    #[error("a map of {width} by {height} squares, expected sides of 1 to {MAX_SIDE}")]
    Size {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// A square outside the map was named.
    #[error("row {row}, column {column} is outside the map")]
    Outside {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// An unknown symbol.
    #[error("unknown symbol {symbol:?}")]
    Symbol {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
        /// The symbol.
        symbol: char,
    },
    /// A row that is not as long as the first.
    #[error("a row of {found} squares where the first has {expected}")]
    Ragged {
        /// The row.
        row: usize,
        /// Squares in the first row.
        expected: usize,
        /// Squares in this one.
        found: usize,
    },
    /// There is no ground to stand on.
    #[error("no ground that a figure could stand on")]
    NoGround,
    /// There are too many cells.
    #[error("{cells} squares that figures can enter, at most {MAX_CELLS} are possible")]
    Cells {
        /// Squares that can be entered.
        cells: usize,
    },
    /// There are too many doors.
    #[error("more than {MAX_DOORS} doors")]
    Doors {
        /// Row of the first square of the first door beyond the limit.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// There are too many rooms, named or not.
    #[error("more than {MAX_ROOMS} rooms")]
    Rooms {
        /// Row of the first square of the first room beyond the limit.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// A part of the map that cannot be reached from its largest part by any door, climb or stairs.
    #[error("an area of {cells} squares that cannot be reached")]
    Unreachable {
        /// Row of its first square.
        row: usize,
        /// Its column.
        column: usize,
        /// Its size.
        cells: usize,
    },
    /// A room, an area or stairs name a square that cannot be entered.
    #[error("row {row}, column {column} cannot be entered")]
    NotGround {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// A square in two rooms.
    #[error("row {row}, column {column} is in two rooms")]
    TwoRooms {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// A room without a cell of its own (openings belong to no room).
    #[error("a room without a square")]
    EmptyRoom {
        /// Its number, in the order in which rooms were named.
        room: usize,
    },
    /// An area without a cell.
    #[error("an area without a square")]
    EmptyArea {
        /// Its number, in the order in which areas were named.
        area: usize,
    },
    /// Two stairs lead from the same square.
    #[error("row {row}, column {column} has stairs already")]
    TwoStairs {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
}

impl Mistake {
    /// Row and column of the mistake, if it has a place.
    #[must_use]
    pub const fn place(&self) -> Option<(usize, usize)> {
        match *self {
            Mistake::Outside { row, column }
            | Mistake::Symbol { row, column, .. }
            | Mistake::Doors { row, column }
            | Mistake::Rooms { row, column }
            | Mistake::Unreachable { row, column, .. }
            | Mistake::NotGround { row, column }
            | Mistake::TwoRooms { row, column }
            | Mistake::TwoStairs { row, column } => Some((row, column)),
            Mistake::Ragged { row, expected, found } => Some((row, if found < expected { found } else { expected })),
            Mistake::Size { .. }
            | Mistake::NoGround
            | Mistake::Cells { .. }
            | Mistake::EmptyRoom { .. }
            | Mistake::EmptyArea { .. } => None,
        }
    }
}
