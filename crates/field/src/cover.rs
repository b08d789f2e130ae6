//! Looking for shelter.

use crate::cell::Cell;
use crate::doors::Doors;
use crate::path::Search;
use crate::plan::Plan;

/// What counts as shelter from a threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shelter {
    /// Only being out of sight.
    OutOfSight,
    /// Being out of sight, or hard cover.
    Hard,
    /// Being out of sight, or any cover, including soft.
    Any,
}

/// Where to look for shelter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Course {
    /// In every direction.
    Any,
    /// Only cells nearer to this cell than the start is, in a straight line.
    Towards(Cell),
    /// Only cells farther from this cell than the start is, in a straight line.
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

    /// The cheapest cell, of all that a search has reached, that is shelter from all threats. This may be the start
    /// itself, if the course allows it. `free` has to leave out cells where figures stand.
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
