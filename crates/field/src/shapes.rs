//! Circles, and strips along a line of fire.

use crate::cell::{Cell, CellSet, INCH, Position};
use crate::doors::Doors;
use crate::plan::Plan;

/// A rectangle laid along a line of fire. It has a width across the line, and it reaches from some way before the point
/// aimed at to some way behind it. All in thousandths of an inch; a centre on the edge is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strip {
    /// Full width, half of it to either side of the line.
    pub width: u32,
    /// Where it begins, measured along the line from the point aimed at; negative is nearer to the firer.
    pub near: i32,
    /// Where it ends.
    pub far: i32,
}

impl Strip {
    /// A strip with the point aimed at in its middle.
    #[must_use]
    pub const fn centred(width: u32, depth: u32) -> Strip {
        Strip { width, near: -(depth as i32 / 2), far: depth as i32 / 2 }
    }

    /// A strip that begins at the point aimed at.
    #[must_use]
    pub const fn from_near_edge(width: u32, depth: u32) -> Strip {
        Strip { width, near: 0, far: depth as i32 }
    }
}

/// A strip laid along a line. Its bounds are squared and multiplied by the square of the line's length.
pub(crate) struct Laid {
    aim: Position,
    rows: i64,
    columns: i64,
    width: i64,
    near: i64,
    far: i64,
    /// The square of the farthest that anything inside is from the point aimed at, in square inches.
    reach: i32,
}

impl Laid {
    /// Whether a centre is inside.
    #[inline]
    pub(crate) fn contains(&self, at: Position) -> bool {
        let (down, right) = self.aim.to(at);
        // Most figures are far from the point aimed at.
        if down * down + right * right > self.reach {
            return false;
        }
        if (self.rows, self.columns) == (0, 0) {
            return at == self.aim;
        }
        let (down, right) = (i64::from(down), i64::from(right));
        // Along and across, both multiplied by the length of the line.
        let along = i64::from(INCH) * (down * self.rows + right * self.columns);
        let across = 2 * i64::from(INCH) * (down * self.columns - right * self.rows);
        let along = signed_square(along);
        // Without branches: the processor cannot predict where figures stand.
        (across * across <= self.width) & (self.near <= along) & (along <= self.far)
    }
}

/// The square, with the sign of the number.
const fn signed_square(value: i64) -> i64 {
    value * value.abs()
}

impl Plan {
    /// The cells whose centres are within a radius, in thousandths of an inch, of a cell's centre, even through walls.
    #[must_use]
    pub fn disc(&self, centre: Cell, radius: u32) -> CellSet {
        let mut disc = CellSet::EMPTY;
        let at = self.position(centre);
        let (row, column) = (usize::from(at.row), usize::from(at.column));
        let within = |rows: usize, columns: usize| {
            let squared = (rows * rows + columns * columns) as u64 * u64::from(INCH * INCH);
            squared <= u64::from(radius) * u64::from(radius)
        };
        let reach = (radius / INCH) as usize;
        let mut wide = reach;
        for rows in 0..=reach.min(self.height()) {
            while !within(rows, wide) {
                wide -= 1;
            }
            let (first, last) = (column.saturating_sub(wide), (column + wide).min(self.width() - 1));
            for row in
                [row.checked_sub(rows), Some(row + rows).filter(|&row| row < self.height())].into_iter().flatten()
            {
                let (from, to) = self.grid.range(row, first, last);
                disc.insert_range(from, to);
            }
        }
        disc
    }

    /// The cells within a radius of a burst that nothing solid shields from it, including its own.
    #[must_use]
    pub fn burst(&self, centre: Cell, radius: u32, doors: Doors) -> CellSet {
        self.view_among(centre, &self.disc(centre, radius), doors)
    }

    /// Whether a cell's centre lies in a strip along the line from a firer to the cell aimed at. If those are the same,
    /// only that cell does.
    #[must_use]
    pub fn in_strip(&self, from: Cell, aim: Cell, strip: Strip, cell: Cell) -> bool {
        self.lay(from, aim, strip).contains(self.position(cell))
    }

    /// A strip laid along a line.
    pub(crate) fn lay(&self, from: Cell, aim: Cell, strip: Strip) -> Laid {
        let aim = self.position(aim);
        let (rows, columns) = self.position(from).to(aim);
        let (rows, columns) = (i64::from(rows), i64::from(columns));
        let squared = rows * rows + columns * columns;
        // Nothing on a map is farther away than this, and its square times that of a line fits.
        let square = |value: i64| signed_square(value.clamp(-1_000_000, 1_000_000));
        let [width, near, far] = [strip.width.into(), strip.near.into(), strip.far.into()].map(square);
        let inches = i64::from(INCH * INCH);
        let reach = ((near.abs().max(far.abs()) + width / 4) / inches) as i32;
        Laid { aim, rows, columns, width: width * squared, near: near * squared, far: far * squared, reach }
    }

    /// The cells of a strip, even through walls; looks at every cell of the plan.
    #[must_use]
    pub fn strip(&self, from: Cell, aim: Cell, strip: Strip) -> CellSet {
        let laid = self.lay(from, aim, strip);
        self.grid.all().filter(|&cell| laid.contains(self.position(cell))).collect()
    }
}
