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

/// For each cell the way to each goal.
#[derive(Debug)]
pub struct Ways {
    goals: usize,
    ways: Box<[Way]>,
}

impl Ways {
    /// Combines the ways to each of several goals.
    pub(crate) fn of(plan: &Plan, goals: &[Arc<[Way]>]) -> Ways {
        let ways = plan.all().iter().flat_map(|cell| goals.iter().map(move |ways| ways[cell.index()]));
        Ways { goals: goals.len(), ways: ways.collect() }
    }

    /// The way from a cell to a goal.
    #[inline]
    #[must_use]
    pub fn to(&self, from: Cell, goal: u8) -> Way {
        self.all_from(from)[usize::from(goal)]
    }

    /// The ways from a cell to all goals.
    #[inline]
    #[must_use]
    pub fn all_from(&self, from: Cell) -> &[Way] {
        &self.ways[from.index() * self.goals..][..self.goals]
    }
}
