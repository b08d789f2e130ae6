//! The ways on a map from every cell to each of a few goals.

use field::{Cell, CellSet, Doors, Mover, Plan};

/// A step on the way to a goal.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The next cell; the cell itself at the goal or without a way.
    pub next: Cell,
    /// What is left to go, in thousandths of an inch; [`u32::MAX`] without a way.
    pub left: u32,
}

/// For each cell the way to each goal.
#[derive(Debug)]
pub struct Ways {
    goals: usize,
    ways: Box<[Way]>,
}

impl Ways {
    /// The ways of somebody who moves so, with all doors shut.
    #[must_use]
    pub fn new(plan: &Plan, goals: &[CellSet], mover: Mover) -> Ways {
        let distances: Vec<_> = goals.iter().map(|cells| plan.distances(cells, mover, Doors::SHUT)).collect();
        let ways = plan.all().iter().flat_map(|cell| {
            distances.iter().map(move |distances| {
                let step = plan.next_step(distances.downhill(), cell, mover, Doors::SHUT, |_| true);
                let left = distances.downhill().from(cell).unwrap_or(u32::MAX);
                Way { next: step.map_or(cell, |step| step.to), left }
            })
        });
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
