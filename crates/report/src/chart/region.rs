//! Sets of squares that are drawn as one shape, so that pictures of maps stay small.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

use super::canvas::{At, Canvas, Drawn, Ink};

/// A set of squares of a grid.
#[derive(Clone, Debug)]
pub(super) struct Region {
    columns: usize,
    /// Whether each square is in it, row by row.
    inside: Vec<bool>,
}

/// Where a grid lies in a picture: its upper left corner, and the side of a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct GridPlace {
    pub(super) corner: At,
    pub(super) side: i32,
}

impl GridPlace {
    /// The upper left corner of a square; the square after the last one gives the end of the grid.
    pub(super) fn at(&self, row: usize, column: usize) -> At {
        (self.corner.0 + self.side * column as i32, self.corner.1 + self.side * row as i32)
    }
}

impl Region {
    pub(super) fn new(columns: usize, inside: Vec<bool>) -> Region {
        Region { columns: columns.max(1), inside }
    }

    fn rows(&self) -> usize {
        self.inside.len() / self.columns
    }

    fn has(&self, row: usize, column: usize) -> bool {
        column < self.columns && self.inside.get(row * self.columns + column).copied().unwrap_or(false)
    }

    /// Whether the edge that leaves a corner (column, row) in a direction borders the region, which then lies to its right.
    /// Directions are east, south, west, north.
    fn borders(&self, (x, y): (usize, usize), direction: usize) -> bool {
        let square = |dx: usize, dy: usize| match (x.checked_sub(dx), y.checked_sub(dy)) {
            (Some(column), Some(row)) => self.has(row, column),
            _ => false,
        };
        // The squares around the corner: right below, left below, left above, right above.
        let around = [square(0, 0), square(1, 0), square(1, 1), square(0, 1)];
        around[direction] && !around[(direction + 3) % 4]
    }

    /// The outlines of all its parts and holes as corners (column, row), where lines turn. The region lies to their right, so
    /// those of holes run the other way round.
    fn outlines(&self) -> Vec<Vec<(usize, usize)>> {
        let mut outlines = Vec::new();
        let across = self.columns + 1;
        let mut walked = vec![[false; 4]; across * (self.rows() + 1)];
        for start in (0..walked.len()).map(|corner| (corner % across, corner / across)) {
            for first in 0..4 {
                if !walked[start.1 * across + start.0][first] && self.borders(start, first) {
                    outlines.push(self.outline(start, first, &mut walked));
                }
            }
        }
        outlines
    }

    fn outline(&self, start: (usize, usize), first: usize, walked: &mut [[bool; 4]]) -> Vec<(usize, usize)> {
        let (mut corners, mut at, mut direction) = (Vec::new(), start, first);
        let mut before = None;
        while !std::mem::replace(&mut walked[at.1 * (self.columns + 1) + at.0][direction], true) {
            if before != Some(direction) {
                corners.push(at);
            }
            match direction {
                0 => at.0 += 1,
                1 => at.1 += 1,
                2 => at.0 -= 1,
                _ => at.1 -= 1,
            }
            before = Some(direction);
            // Try right first, so that squares that touch only at a corner become two parts.
            let turns = [1, 0, 3].map(|turn| (direction + turn) % 4);
            direction = turns.into_iter().find(|&next| self.borders(at, next)).unwrap_or(direction);
        }
        corners
    }

    /// Fills its squares.
    pub(super) fn fill<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<'_, DB>,
        placed: GridPlace,
        colour: RGBColor,
    ) -> Drawn<DB> {
        match canvas.ink {
            Ink::Text => {
                // One polygon through all outlines. The lines that connect them run both ways and enclose nothing.
                let mut points: Vec<At> = Vec::new();
                for outline in self.outlines() {
                    points.extend(outline.iter().chain(outline.first()).map(|&(column, row)| placed.at(row, column)));
                    points.extend(points.first().copied());
                }
                if points.is_empty() { Ok(()) } else { canvas.polygon(points, colour, 1.0) }
            }
            Ink::Pixels => {
                for (row, from, to) in self.runs() {
                    canvas.rect(placed.at(row, from), placed.at(row + 1, to), colour)?;
                }
                Ok(())
            }
        }
    }

    /// Draws its outlines.
    pub(super) fn stroke<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<'_, DB>,
        placed: GridPlace,
        colour: RGBColor,
    ) -> Drawn<DB> {
        for outline in self.outlines() {
            let closed = outline.iter().chain(outline.first());
            canvas.path(closed.map(|&(column, row)| placed.at(row, column)).collect(), colour, 1)?;
        }
        Ok(())
    }

    /// Squares side by side: row, first column, column after the last.
    fn runs(&self) -> Vec<(usize, usize, usize)> {
        let mut runs: Vec<(usize, usize, usize)> = Vec::new();
        for (row, column) in (0..self.rows()).flat_map(|row| (0..self.columns).map(move |column| (row, column))) {
            if self.has(row, column) {
                match runs.last_mut() {
                    Some((same, _, to)) if *same == row && *to == column => *to += 1,
                    _ => runs.push((row, column, column + 1)),
                }
            }
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed(number: u64, share: u64) -> Region {
        let mut word = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let columns = 1 + (number % 7) as usize;
        let inside = (0..columns * 6).map(|_| {
            word = (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).wrapping_add(1);
            (word >> 33) % 10 < share
        });
        Region::new(columns, inside.collect())
    }

    /// The winding number of the outlines around the middle of a square: lines to its right that go down, minus those
    /// that go up.
    fn winding(outlines: &[Vec<(usize, usize)>], row: usize, column: usize) -> i32 {
        let lines = outlines.iter().flat_map(|outline| outline.iter().zip(outline.iter().cycle().skip(1)));
        let right = lines.filter(|(from, to)| from.0 == to.0 && from.0 > column);
        let crossing = right.map(|(from, to)| match (from.1 <= row, to.1 <= row) {
            (true, false) => 1,
            (false, true) => -1,
            _ => 0,
        });
        crossing.sum()
    }

    #[test]
    fn outlines_go_around_every_square_once_and_around_no_other() {
        for region in (0..400).map(|number| mixed(number, 2 + number % 8)) {
            let outlines = region.outlines();
            for (row, column) in (0..6).flat_map(|row| (0..region.columns).map(move |column| (row, column))) {
                assert_eq!(winding(&outlines, row, column), i32::from(region.has(row, column)), "{region:?}");
            }
            for outline in &outlines {
                for (i, corner) in outline.iter().enumerate() {
                    let (next, after) = (outline[(i + 1) % outline.len()], outline[(i + 2) % outline.len()]);
                    assert!((corner.0 == next.0) != (corner.1 == next.1), "slanted: {outline:?}");
                    assert!((corner.0 == next.0) != (next.0 == after.0), "no turn: {outline:?}");
                }
            }
        }
    }

    #[test]
    fn runs_hold_every_square_once() {
        for region in (0..100).map(|number| mixed(number, 5)) {
            let mut seen = vec![false; region.inside.len()];
            for (row, from, to) in region.runs() {
                for column in from..to {
                    assert!(!std::mem::replace(&mut seen[row * region.columns + column], true));
                }
            }
            assert_eq!(seen, region.inside);
        }
    }
}
