//! The ground by plain means: lines, flights, bursts and ways, worked out on squares from what is drawn.

use std::collections::{BTreeMap, BTreeSet};

use field::{Cell, Ground, Pass, Plan, Screen};

/// A square by its row and column; it may lie outside the map.
pub(super) type At = (i32, i32);

/// What a line comes to: the inside of a square, or a corner between two.
#[derive(Clone, Copy, Debug)]
enum Met {
    Square(At),
    Corner([At; 2]),
}

/// A plan as squares.
#[derive(Clone, Copy)]
pub(super) struct Lay<'a>(pub(super) &'a Plan);

impl Lay<'_> {
    /// The square of a cell by its number.
    pub(super) fn numbered(self, cell: u16) -> Option<At> {
        let at = self.0.position(self.0.cell_numbered(cell.into())?);
        Some((at.row.into(), at.column.into()))
    }

    /// The cell on a square, if figures can be there.
    pub(super) fn cell(self, at: At) -> Option<Cell> {
        self.0.cell(usize::try_from(at.0).ok()?, usize::try_from(at.1).ok()?)
    }

    /// The squares that figures can be on.
    pub(super) fn all(self) -> Vec<At> {
        let rows = 0..self.0.height() as i32;
        let squares = rows.flat_map(|row| (0..self.0.width() as i32).map(move |column| (row, column)));
        squares.filter(|&at| self.cell(at).is_some()).collect()
    }

    fn ground(self, at: At) -> Ground {
        match (usize::try_from(at.0), usize::try_from(at.1)) {
            (Ok(row), Ok(column)) => self.0.ground(row, column),
            _ => Ground::WALL,
        }
    }

    /// The door that a square belongs to.
    pub(super) fn door(self, at: At) -> Option<u8> {
        Some(self.0.door(self.cell(at)?)?.index() as u8)
    }

    /// Whether a square is part of a door that is shut.
    pub(super) fn is_shut(self, at: At, open: &BTreeSet<u8>) -> bool {
        self.door(at).is_some_and(|door| !open.contains(&door))
    }

    /// GGG-see-8: something to hide in or behind, in the square or next to it.
    pub(super) fn has_cover(self, (row, column): At) -> bool {
        let around = (-1..=1).flat_map(|rows| (-1..=1).map(move |columns| (row + rows, column + columns)));
        let covers = |at: At| matches!(self.ground(at).screen, Screen::Soft | Screen::Hard);
        around.into_iter().any(covers)
    }

    /// GGG-map-3: whether one looks and throws across a square.
    fn lets_pass(self, at: At, open: &BTreeSet<u8>) -> bool {
        self.ground(at).screen != Screen::Solid && !self.is_shut(at, open)
    }

    fn is_free(self, met: Met, open: &BTreeSet<u8>) -> bool {
        match met {
            Met::Square(at) => self.lets_pass(at, open),
            Met::Corner(beside) => beside.into_iter().any(|at| self.lets_pass(at, open)),
        }
    }

    /// Whether nothing solid is between two squares.
    pub(super) fn is_open(self, from: At, to: At, open: &BTreeSet<u8>) -> bool {
        between(from, to).into_iter().all(|met| self.is_free(met, open))
    }

    /// The squares that a line crosses between its ends.
    pub(super) fn line(from: At, to: At) -> impl Iterator<Item = At> {
        between(from, to).into_iter().filter_map(|met| match met {
            Met::Square(at) => Some(at),
            Met::Corner(_) => None,
        })
    }

    /// Whether a square is a door, a doorway or a window.
    pub(super) fn is_opening(self, at: At) -> bool {
        self.ground(at).opening
    }

    /// GGG-gren-5: whether a throw goes through a door, a doorway or a window.
    pub(super) fn has_opening(self, from: At, to: At) -> bool {
        Lay::line(from, to).any(|at| self.is_opening(at))
    }

    /// Where something thrown straight at a square comes down: there, or at the last square before anything solid.
    pub(super) fn flight(self, from: At, to: At, open: &BTreeSet<u8>) -> At {
        if from == to {
            return from;
        }
        let mut last = from;
        for met in between(from, to).into_iter().chain([Met::Square(to)]) {
            if !self.is_free(met, open) {
                break;
            }
            if let Met::Square(at) = met
                && self.cell(at).is_some()
            {
                last = at;
            }
        }
        last
    }

    /// GGG-gren-8: the squares that a burst reaches.
    pub(super) fn burst(self, centre: At, radius: i32, open: &BTreeSet<u8>) -> BTreeSet<At> {
        let (rows, columns) = (centre.0 - radius..=centre.0 + radius, centre.1 - radius..=centre.1 + radius);
        let square = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
        let near = |&at: &At| squared(centre, at) <= radius * radius && self.cell(at).is_some();
        square.filter(near).filter(|&at| self.is_open(centre, at, open)).collect()
    }

    /// The squares one step away, with what the step costs: 1000 straight, 1414 diagonally between squares that can be walked.
    fn steps(self, (row, column): At) -> Vec<(At, u32)> {
        let walked = |at: At| matches!(self.ground(at).pass, Pass::Free | Pass::Rough);
        let mut steps = Vec::new();
        for (rows, columns) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let to = (row + rows, column + columns);
            let aslant = rows != 0 && columns != 0;
            let cut = aslant && !(walked((row + rows, column)) && walked((row, column + columns)));
            if self.ground(to).pass != Pass::No && !cut {
                steps.push((to, if aslant { 1414 } else { 1000 }));
            }
        }
        steps
    }

    /// The least that a way costs between two squares over nothing but these.
    pub(super) fn way(self, from: At, to: At, over: &dyn Fn(At) -> bool) -> Option<u32> {
        let mut known = BTreeMap::from([(from, 0)]);
        let mut waiting = vec![from];
        while let Some(here) = waiting.pop() {
            let spent = known[&here];
            for (next, cost) in self.steps(here) {
                let better = known.get(&next).is_none_or(|&before| spent + cost < before);
                if better && (next == to || over(next)) {
                    known.insert(next, spent + cost);
                    if next != to {
                        waiting.push(next);
                    }
                }
            }
        }
        known.get(&to).copied()
    }

    /// Whether a step leads from one square to another.
    pub(super) fn is_step(self, from: At, to: At) -> bool {
        self.steps(from).iter().any(|&(next, _)| next == to)
    }
}

/// What the line between two centres meets on its way, in order, without its ends.
fn between(from: At, to: At) -> Vec<Met> {
    let (rows, columns) = (to.0 - from.0, to.1 - from.1);
    let mut met = Vec::new();
    let range = |a: i32, b: i32| a.min(b)..=a.max(b);
    for row in range(from.0, to.0) {
        for column in range(from.1, to.1) {
            let at = (row, column);
            // Twice everything, so that corners are whole numbers too.
            let off = (2 * (row - from.0), 2 * (column - from.1));
            let (along, across) = (off.0 * rows + off.1 * columns, off.0 * columns - off.1 * rows);
            if at != from && at != to && across.abs() < rows.abs() + columns.abs() {
                met.push((along, Met::Square(at)));
            }
            // The corner below and to the right.
            let corner = (off.0 + 1, off.1 + 1);
            let inside = row < from.0.max(to.0) && column < from.1.max(to.1);
            if inside && corner.0 * columns == corner.1 * rows {
                let beside = if rows.signum() == columns.signum() {
                    [(row, column + 1), (row + 1, column)]
                } else {
                    [at, (row + 1, column + 1)]
                };
                met.push((corner.0 * rows + corner.1 * columns, Met::Corner(beside)));
            }
        }
    }
    met.sort_by_key(|&(along, _)| along);
    met.into_iter().map(|(_, met)| met).collect()
}

/// The square of a distance.
pub(super) fn squared(a: At, b: At) -> i32 {
    (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2)
}

/// A distance in inches.
pub(super) fn inches(a: At, b: At) -> f64 {
    f64::from(squared(a, b)).sqrt()
}

/// Degrees between a facing and the direction from one square to another.
pub(super) fn degrees_off(facing: (i32, i32), from: At, to: At) -> f64 {
    turned(facing, (to.0 - from.0, to.1 - from.1))
}

/// Degrees between two facings.
pub(super) fn turned(a: (i32, i32), b: (i32, i32)) -> f64 {
    let (dot, cross) = (a.0 * b.0 + a.1 * b.1, a.0 * b.1 - a.1 * b.0);
    f64::from(cross.abs()).atan2(f64::from(dot)).to_degrees()
}
