//! The squares that a straight line between two centres crosses.
//!
//! Exact: a square is crossed if the line passes through its inside. Where the line passes exactly through a corner of the
//! grid it touches two more squares and crosses neither. Read from the other end, the same squares come in reverse.

use crate::cell::{Cell, Position};
use crate::plan::Plan;

/// What a line comes to next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crossed {
    /// A square, by row and column; perhaps outside the map.
    Square(i32, i32),
    /// A corner, between these two squares.
    Corner([(i32, i32); 2]),
}

/// A ray from the centre of one square through that of another and on without end, less its first square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trace {
    row: i32,
    column: i32,
    row_step: i32,
    column_step: i32,
    rows: i32,
    columns: i32,
    /// How far the next crossing of a row's edge is behind the next crossing of a column's edge along the line.
    lag: i32,
    /// The corner just told, whose far square comes next.
    corner: bool,
}

impl Trace {
    /// A ray from one square through another, which must be a different one.
    pub(crate) fn new(from: (i32, i32), to: (i32, i32)) -> Trace {
        let (rows, columns) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        debug_assert!(rows + columns > 0, "a ray needs a direction");
        let (row_step, column_step) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        // The k-th edge of a row is crossed at (2k + 1) / (2 × rows) of the way, likewise columns: compare without dividing.
        Trace { row: from.0, column: from.1, row_step, column_step, rows, columns, lag: columns - rows, corner: false }
    }

    /// A ray between two squares of a map.
    pub(crate) fn between(from: Position, to: Position) -> Trace {
        Trace::new((from.row.into(), from.column.into()), (to.row.into(), to.column.into()))
    }
}

impl Iterator for Trace {
    type Item = Crossed;

    #[inline]
    fn next(&mut self) -> Option<Crossed> {
        if self.corner {
            self.corner = false;
            self.row += self.row_step;
            self.column += self.column_step;
            self.lag += 2 * (self.columns - self.rows);
        } else if self.lag == 0 {
            self.corner = true;
            let beside = [(self.row + self.row_step, self.column), (self.row, self.column + self.column_step)];
            return Some(Crossed::Corner(beside));
        } else if self.lag < 0 {
            self.row += self.row_step;
            self.lag += 2 * self.columns;
        } else {
            self.column += self.column_step;
            self.lag -= 2 * self.rows;
        }
        Some(Crossed::Square(self.row, self.column))
    }
}

/// Where a line crosses a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Between its two ends.
    Between,
    /// Beyond the second.
    Beyond,
}

/// A ray for asking of single squares whether it crosses them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    from: Position,
    rows: i32,
    columns: i32,
}

impl Ray {
    /// From one cell through another.
    pub(crate) fn new(plan: &Plan, from: Cell, to: Cell) -> Ray {
        let from = plan.position(from);
        let (rows, columns) = from.to(plan.position(to));
        Ray { from, rows, columns }
    }

    /// Where it crosses the inside of a square, if it does; its two ends are not crossed.
    #[inline]
    pub(crate) fn crosses(self, square: Position) -> Option<Place> {
        let (down, right) = self.from.to(square);
        // A line passes through a unit square if it passes its centre by less than half the square's breadth across the line.
        let across = 2 * (down * self.columns - right * self.rows).abs();
        let (along, length) = (down * self.rows + right * self.columns, self.rows.pow(2) + self.columns.pow(2));
        if across >= self.rows.abs() + self.columns.abs() || along <= 0 || along == length {
            None
        } else if along < length {
            Some(Place::Between)
        } else {
            Some(Place::Beyond)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(to: (i32, i32)) -> Vec<(i32, i32)> {
        let squares = Trace::new((0, 0), to).filter_map(|crossed| match crossed {
            Crossed::Square(row, column) => Some((row, column)),
            Crossed::Corner(_) => None,
        });
        squares.take_while(|&square| square != to).collect()
    }

    #[test]
    fn lines_cross_what_they_cross() {
        assert_eq!(squares((0, 3)), [(0, 1), (0, 2)]);
        assert_eq!(squares((-3, 0)), [(-1, 0), (-2, 0)]);
        assert_eq!(squares((2, 2)), [(1, 1)]);
        assert_eq!(squares((1, 2)), [(0, 1), (1, 1)]);
        assert_eq!(squares((1, 3)), [(0, 1), (1, 2)]);
        assert_eq!(squares((-1, 4)), [(0, 1), (0, 2), (-1, 2), (-1, 3)]);
    }
}
