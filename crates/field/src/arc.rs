//! Facings and arcs, in whole numbers.

use crate::{Cell, Plan};

/// How far to either side of a facing an arc reaches. A direction on the boundary is in the arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spread {
    /// 22.5 degrees to either side. No direction between cells lies exactly on this boundary, whose tangent is irrational.
    Eighth,
    /// 45 degrees to either side.
    Quarter,
    /// 90 degrees to either side: the front.
    Half,
}

/// The part of the circle around a facing in which a direction lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arc {
    /// Within 22.5 degrees to either side.
    Ahead,
    /// Beyond that, up to and including 90 degrees to either side.
    Front,
    /// Beyond 90 degrees.
    Rear,
}

/// The direction in which a figure looks, or any other direction: whole steps of rows (down) and columns (right), not
/// both zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Facing {
    rows: i8,
    columns: i8,
}

impl Facing {
    /// Up the map.
    pub const NORTH: Facing = Facing { rows: -1, columns: 0 };
    /// To the right.
    pub const EAST: Facing = Facing { rows: 0, columns: 1 };
    /// Down the map.
    pub const SOUTH: Facing = Facing { rows: 1, columns: 0 };
    /// To the left.
    pub const WEST: Facing = Facing { rows: 0, columns: -1 };

    /// Rows down for columns to the right; `None` if both are zero.
    #[must_use]
    pub const fn new(rows: i8, columns: i8) -> Option<Facing> {
        if rows == 0 && columns == 0 { None } else { Some(Facing { rows, columns }) }
    }

    /// Rows down and columns to the right.
    #[must_use]
    pub const fn steps(self) -> (i8, i8) {
        (self.rows, self.columns)
    }

    /// From the centre of a cell towards that of another; `None` if they are the same cell.
    #[must_use]
    pub fn towards(plan: &Plan, from: Cell, to: Cell) -> Option<Facing> {
        let (rows, columns) = plan.position(from).to(plan.position(to));
        Facing::new(rows as i8, columns as i8)
    }

    /// Whether a direction lies within this spread to either side of the facing.
    #[must_use]
    pub const fn within(self, spread: Spread, direction: Facing) -> bool {
        let (dot, cross) = self.products(direction);
        match spread {
            // tan 22.5° = √2 − 1, so cross ≤ dot × (√2 − 1), so (cross + dot)² ≤ 2 dot².
            Spread::Eighth => dot > 0 && (cross + dot) * (cross + dot) <= 2 * dot * dot,
            Spread::Quarter => cross <= dot,
            Spread::Half => 0 <= dot,
        }
    }

    /// The cosine of the angle between the two directions.
    #[must_use]
    pub fn cosine(self, direction: Facing) -> f64 {
        let (dot, _) = self.products(direction);
        let squared = self.products(self).0 * direction.products(direction).0;
        dot as f64 / (squared as f64).sqrt()
    }

    /// Which arc of this facing a direction lies in.
    #[must_use]
    pub const fn arc(self, direction: Facing) -> Arc {
        if self.within(Spread::Eighth, direction) {
            Arc::Ahead
        } else if self.within(Spread::Half, direction) {
            Arc::Front
        } else {
            Arc::Rear
        }
    }

    /// Dot product, and the size of the cross product.
    const fn products(self, other: Facing) -> (i64, i64) {
        let (rows, columns) = (self.rows as i64, self.columns as i64);
        let dot = rows * other.rows as i64 + columns * other.columns as i64;
        let cross = rows * other.columns as i64 - columns * other.rows as i64;
        (dot, cross.abs())
    }
}
