//! The table of steps from cell to cell.

use crate::cell::{Cell, NONE};
use crate::grid::{Grid, Squares};

/// For each cell its eight neighbours, clockwise from the north, as far as figures can step there, and where stairs
/// lead.
pub(crate) type Steps = Vec<[u16; STAIRS + 1]>;

/// Where the table of steps holds the far end of stairs, after the eight directions.
pub(crate) const STAIRS: usize = 8;
/// Rows and columns of the eight directions, clockwise from the north; the odd ones are diagonal.
const DIRECTIONS: [(i32, i32); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// For each cell its neighbours, clockwise from the north, and room for stairs.
pub(crate) fn neighbours(grid: &Grid) -> Steps {
    grid.all().map(|cell| neighbours_of(grid, cell)).collect()
}

fn neighbours_of(grid: &Grid, cell: Cell) -> [u16; STAIRS + 1] {
    let at = grid.position(cell);
    let (row, column) = (i32::from(at.row), i32::from(at.column));
    let mut steps = [NONE; STAIRS + 1];
    for (step, (rows, columns)) in steps.iter_mut().zip(DIRECTIONS) {
        let straight = rows == 0 || columns == 0;
        let clear =
            || grid.ground(row + rows, column).pass.walked() && grid.ground(row, column + columns).pass.walked();
        if straight || clear() {
            *step = grid.cell(row + rows, column + columns).map_or(NONE, |next| next.0);
        }
    }
    steps
}
