//! Cells that lines may meet.

use crate::cell::{Cell, CellSet, Position};
use crate::line::Runs;
use crate::plan::Plan;

/// A set of cells of one plan and the rectangle around them: smoke, which [`Plan::line_meets`] asks about again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cloud {
    cells: CellSet,
    /// The least row and column of the cells, and the greatest; the other way round if there are none.
    corners: [Position; 2],
}

impl Cloud {
    /// No cell.
    pub const EMPTY: Cloud = Cloud {
        cells: CellSet::EMPTY,
        corners: [Position { row: u8::MAX, column: u8::MAX }, Position { row: 0, column: 0 }],
    };

    /// Its cells.
    #[must_use]
    pub const fn cells(&self) -> &CellSet {
        &self.cells
    }

    /// Whether it has no cell.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.corners[0].row > self.corners[1].row
    }

    /// Adds cells of a plan.
    pub fn add(&mut self, plan: &Plan, cells: &CellSet) {
        self.cells.add(cells);
        let [least, greatest] = &mut self.corners;
        for at in cells.iter().map(|cell| plan.position(cell)) {
            *least = Position { row: least.row.min(at.row), column: least.column.min(at.column) };
            *greatest = Position { row: greatest.row.max(at.row), column: greatest.column.max(at.column) };
        }
    }
}

impl Plan {
    /// Whether the line from one cell to another, including both, meets any cell of a cloud.
    #[must_use]
    pub fn line_meets(&self, from: Cell, to: Cell, cloud: &Cloud) -> bool {
        let cells = &cloud.cells;
        if cells.contains(from) || cells.contains(to) {
            return true;
        }
        let runs = Runs::between(self.position(from), self.position(to));
        let [least, greatest] = cloud.corners;
        runs.within(least, greatest).any(|(row, begin, end)| {
            let (from, to) = self.grid.range(row, begin, end - 1);
            cells.meets_range(from, to)
        })
    }
}
