//! The squares that a straight line between two centres crosses.
//!
//! Exact: a square is crossed if the line passes through its inside. If the line passes exactly through a corner of the
//! grid, it touches two more squares and crosses neither. Read from the other end, the same squares come in reverse
//! order.

use crate::cell::{Cell, Position};
use crate::grid::Squares;

/// What a line meets next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crossed {
    /// A square.
    Square(usize),
    /// A corner, between these two squares.
    Corner([usize; 2]),
}

/// A ray from the centre of one square through that of another and on without end; its first square is left out. A
/// caller that follows it must stop at its end or at the wall around the map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trace {
    square: usize,
    /// What each row and column on the way adds to the square, modulo 2⁶⁴.
    row_step: usize,
    column_step: usize,
    rows: i32,
    columns: i32,
    /// How far the next crossing of a row's edge is behind the next crossing of a column's edge along the line.
    lag: i32,
    /// Whether a corner was just returned, so that its far square comes next.
    corner: bool,
}

impl Trace {
    /// A ray from a square in the direction of these rows and columns, which must not both be zero.
    #[inline]
    pub(crate) fn new(square: usize, (rows, columns): (i32, i32), stride: usize) -> Trace {
        debug_assert!((rows, columns) != (0, 0), "a ray needs a direction");
        let (row_step, column_step) = (rows.signum() as isize * stride as isize, columns.signum() as isize);
        let (rows, columns) = (rows.abs(), columns.abs());
        // The k-th edge of a row is crossed at (2k + 1) / (2 × rows) of the way, and likewise for columns: compare
        // without dividing.
        let lag = columns - rows;
        Trace {
            square,
            row_step: row_step as usize,
            column_step: column_step as usize,
            rows,
            columns,
            lag,
            corner: false,
        }
    }

    /// A ray from one cell through another, which must be a different one.
    #[inline]
    pub(crate) fn between(squares: &impl Squares, from: Cell, to: Cell) -> Trace {
        Trace::new(squares.square_of(from), squares.position(from).to(squares.position(to)), squares.stride())
    }
}

impl Iterator for Trace {
    type Item = Crossed;

    #[inline]
    fn next(&mut self) -> Option<Crossed> {
        if self.corner {
            self.corner = false;
            self.square = self.square.wrapping_add(self.row_step).wrapping_add(self.column_step);
            self.lag += 2 * (self.columns - self.rows);
        } else if self.lag == 0 {
            self.corner = true;
            let beside = [self.row_step, self.column_step].map(|step| self.square.wrapping_add(step));
            return Some(Crossed::Corner(beside));
        } else {
            // Chosen without a branch: the processor cannot predict where a line goes next.
            let (step, lead) =
                if self.lag < 0 { (self.row_step, self.columns) } else { (self.column_step, -self.rows) };
            self.square = self.square.wrapping_add(step);
            self.lag += 2 * lead;
        }
        Some(Crossed::Square(self.square))
    }
}

/// A line between two squares, for asking which squares of a rectangle's rows it crosses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runs {
    /// The upper of its two ends.
    top: Position,
    rows: u32,
    columns: u32,
    /// Whether it runs to the right from there.
    right: bool,
}

impl Runs {
    /// From one square to another.
    #[inline]
    pub(crate) fn between(from: Position, to: Position) -> Runs {
        let (top, bottom) = if from.row <= to.row { (from, to) } else { (to, from) };
        Runs {
            top,
            rows: (bottom.row - top.row).into(),
            columns: top.column.abs_diff(bottom.column).into(),
            right: top.column <= bottom.column,
        }
    }

    /// What it crosses, between its two ends, of the rows of a rectangle with these corners, without rows in which it
    /// crosses none of the rectangle's columns: the row, the first column and the one after the last.
    #[inline]
    pub(crate) fn within(self, least: Position, greatest: Position) -> impl Iterator<Item = (usize, usize, usize)> {
        let [top, left, right] = [self.top.row, least.column, greatest.column].map(u32::from);
        let twice = 2 * self.rows;
        // Where it leaves a row for the next: in the column of this number from its upper end on or, if nothing remains, on
        // the corner before it.
        let leaves = move |row: u32| {
            let place = (2 * row + 1) * self.columns + self.rows;
            (place / twice, place.is_multiple_of(twice))
        };
        let first = u32::from(least.row).saturating_sub(top);
        let after = (u32::from(greatest.row) + 1).saturating_sub(top).min(self.rows + 1);
        let mut begins = if first == 0 || first >= after { 1 } else { leaves(first - 1).0 };
        (first..after).filter_map(move |row| {
            let (place, on_corner) = if row == self.rows { (self.columns, true) } else { leaves(row) };
            let (begin, end) = (begins, place + u32::from(!on_corner));
            begins = place;
            let from = u32::from(self.top.column);
            let (begin, end) = if self.right { (from + begin, from + end) } else { (from + 1 - end, from + 1 - begin) };
            let crosses = begin < end && begin <= right && left < end;
            crosses.then_some(((top + row) as usize, begin as usize, end as usize))
        })
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

/// A ray, for asking whether it crosses single squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    from: Position,
    rows: i32,
    columns: i32,
}

impl Ray {
    /// From one square through another.
    pub(crate) fn new(from: Position, to: Position) -> Ray {
        let (rows, columns) = from.to(to);
        Ray { from, rows, columns }
    }

    /// Where it crosses the inside of a square, if it does; its two ends do not count as crossed.
    #[inline]
    pub(crate) fn crosses(self, square: Position) -> Option<Place> {
        let (down, right) = self.from.to(square);
        // A line passes through a unit square if it misses the centre by less than half the square's breadth, measured
        // across the line.
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

    /// The squares without the last, as rows and columns from the first; rows are a hundred apart.
    fn squares(to: (i32, i32)) -> Vec<(i32, i32)> {
        let start = 5050;
        let place = |square: usize| {
            let (row, column) = (square / 100, square % 100);
            (row as i32 - 50, column as i32 - 50)
        };
        let squares = Trace::new(start, to, 100).filter_map(|crossed| match crossed {
            Crossed::Square(square) => Some(place(square)),
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
