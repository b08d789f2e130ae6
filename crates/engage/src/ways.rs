//! The ways on a map from every cell to each of a few goals.

use std::sync::Arc;

use field::{Cell, CellSet, Doors, Mover, Plan};

/// A step on the way to a goal.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The next cell; at the goal, or without a way, the cell itself.
    pub next: Cell,
    /// The rest of the way, in thousandths of an inch; [`u32::MAX`] without a way.
    pub left: u32,
}

/// For each cell a mover's way to a goal, with all doors shut.
pub(crate) fn ways_to(plan: &Plan, goal: &CellSet, mover: Mover) -> Arc<[Way]> {
    let distances = plan.distances(goal, mover, Doors::SHUT);
    let way = |cell: Cell| {
        let step = plan.next_step(distances.downhill(), cell, mover, Doors::SHUT, |_| true);
        let left = distances.downhill().from(cell).unwrap_or(u32::MAX);
        Way { next: step.map_or(cell, |step| step.to), left }
    };
    plan.all().iter().map(way).collect()
}

/// For each of a few goals the way from each cell. Battles on the same map share it.
#[derive(Debug)]
pub struct Ways(Box<[Arc<[Way]>]>);

impl Ways {
    pub(crate) fn new(goals: impl Iterator<Item = Arc<[Way]>>) -> Ways {
        Ways(goals.collect())
    }

    /// The way from a cell to a goal.
    #[inline]
    #[must_use]
    pub fn to(&self, from: Cell, goal: u8) -> Way {
        self.0[usize::from(goal)][from.index()]
    }
}
