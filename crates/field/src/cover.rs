//! Looking for shelter.

use crate::cell::Cell;
use crate::doors::Doors;
use crate::path::Search;
use crate::plan::Plan;

/// What counts as shelter from a threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shelter {
    /// Only not being seen.
    OutOfSight,
    /// That, or hard cover.
    Hard,
    /// That, or any cover, soft as well.
    Any,
}

/// Where shelter is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Course {
    /// In every direction.
    Any,
    /// Only nearer to this cell, in a straight line, than the start.
    Towards(Cell),
    /// Only farther from this cell, in a straight line, than the start.
    Away(Cell),
}

impl Plan {
    /// Whether a cell is shelter from all of these threats.
    #[must_use]
    pub fn shelters(&self, cell: Cell, shelter: Shelter, threats: &[Cell], doors: Doors) -> bool {
        threats.iter().all(|&threat| {
            let sight = self.sight(threat, cell, doors);
            match shelter {
                Shelter::OutOfSight => !sight.seen(),
                Shelter::Hard => !sight.seen() || sight.covered(),
                Shelter::Any => !sight.seen() || sight.covered() || sight.concealed(),
            }
        })
    }

    /// The cheapest cell to get to, of all that a search has reached, that is shelter from all threats: the start itself, if
    /// it is and the course allows it. Cells where figures stand are for the caller to leave out.
    #[must_use]
    pub fn nearest_cover(
        &self,
        search: &Search,
        shelter: Shelter,
        threats: &[Cell],
        course: Course,
        doors: Doors,
        mut free: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        let start = search.start()?;
        let on_course = |cell| match course {
            Course::Any => true,
            Course::Towards(goal) => self.squared(cell, goal) < self.squared(start, goal),
            Course::Away(from) => self.squared(start, from) < self.squared(cell, from),
        };
        let mut reached = search.reached();
        reached.find(|&cell| on_course(cell) && free(cell) && self.shelters(cell, shelter, threats, doors))
    }
}
