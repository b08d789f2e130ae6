//! A map as an engagement uses it: starting squares, distances, sight.

use std::sync::Arc;

use engage::{BySide, Entry, Inches, Map, Mission, Objective, Problem, Side, Start};
use field::{Cell, CellSet, Doors, Outlook, Plan, Position, Sight};

use crate::line_of_sight::LineOfSight;
use crate::player::routes::{Route, Routes};
use crate::prepared::rolls::RangeIndex;
use crate::rules::Rules;

/// A line of fire: from one cell to another.
pub(crate) type Line = (Cell, Cell);

/// A map as an engagement uses it.
#[derive(Debug)]
pub(crate) struct Site {
    map: Arc<Map>,
    pub(crate) mission: Mission,
    entries: Vec<Entry>,
    /// The goals of the men; only players read them, no rule does.
    pub(crate) routes: Routes,
    /// Range indices of distances, by square inches.
    reaches: Box<[RangeIndex]>,
    /// The farthest throw, in square inches (FT-gren-1).
    pub(crate) throw: u16,
    /// The squares of the mission's place.
    pub(crate) place: CellSet,
}

impl Site {
    /// A compiled map with its ways.
    ///
    /// # Errors
    /// The mistakes in the mission, the routes and the starting areas.
    pub(crate) fn new(
        map: &Arc<Map>,
        mission: &Mission,
        starts: &[Start],
        sides: &[Side],
        routes: &[Route],
        rules: &Rules,
    ) -> Result<Site, Vec<Problem>> {
        let mut problems = mission.problems(Some(map), 0);
        if !matches!(mission.objective, Objective::Eliminate | Objective::Hold) {
            let word = mission.objective.word();
            let message = format!("`{word}` is not a mission of Fireteam II, expected `eliminate` or `hold`");
            problems = vec![Problem::new("mission.objective", message)];
        }
        let entries = Entry::all(map, starts).unwrap_or_else(|refused| {
            problems.extend(refused);
            Vec::new()
        });
        let homes = BySide::from_fn(|side| {
            let mine = sides.iter().zip(&entries).filter(|(other, _)| **other == side);
            mine.flat_map(|(_, entry)| entry.cells.iter().copied()).collect()
        });
        let routes = match Routes::new(map, mission, &homes, sides, routes) {
            Ok(routes) if problems.is_empty() => routes,
            routes => {
                problems.extend(routes.err().unwrap_or_default());
                return Err(problems);
            }
        };
        let apart = map.plan.apart().iter().map(|&distance| Inches::from_thousandths(distance as i32));
        let throw = apart.clone().take_while(|&distance| distance <= rules.throw_reach).count();
        let reaches = apart.map(|distance| RangeIndex::of(rules, distance));
        Ok(Site {
            mission: mission.clone(),
            entries,
            routes,
            reaches: reaches.collect(),
            throw: throw.saturating_sub(1) as u16,
            place: mission.at.as_deref().and_then(|at| map.squares(at)).copied().unwrap_or(CellSet::EMPTY),
            map: Arc::clone(map),
        })
    }

    pub(crate) const fn map(&self) -> &Arc<Map> {
        &self.map
    }

    #[inline]
    pub(crate) fn plan(&self) -> &Plan {
        &self.map.plan
    }

    /// Where a man begins.
    pub(crate) fn entry(&self, me: usize) -> &Entry {
        &self.entries[me]
    }

    /// The length of a line.
    #[inline]
    pub(crate) fn length(&self, (from, to): Line) -> Inches {
        Inches::from_thousandths(self.plan().distance(from, to) as i32)
    }

    /// A distance, from its square in square inches.
    pub(crate) fn inches(&self, squared: u16) -> Inches {
        let apart = self.plan().apart().get(usize::from(squared));
        Inches::from_thousandths(apart.map_or(i32::MAX, |&distance| distance as i32))
    }

    /// The range index of that distance.
    #[inline]
    pub(crate) fn reach(&self, squared: u16) -> RangeIndex {
        self.reaches[usize::from(squared)]
    }

    /// The line of sight from one end of a line to the other; men have no front (FT-gap-7).
    #[inline(always)]
    pub(crate) fn line_of_sight(&self, line: Line, doors: Doors) -> LineOfSight {
        self.seen_so(line, self.plan().sight(line.0, line.1, doors))
    }

    /// What a man sees from a cell.
    #[inline(always)]
    pub(crate) fn lookout(&self, here: Cell, doors: Doors) -> Lookout<'_> {
        let plan = self.plan();
        Lookout { plan, reaches: &self.reaches, outlook: plan.outlook(here, doors), position: plan.position(here) }
    }

    #[inline(always)]
    fn seen_so(&self, line: Line, sight: Sight) -> LineOfSight {
        let squared = self.plan().squared(line.0, line.1) as u16;
        LineOfSight { sight, reach: self.reach(squared), squared }
    }
}

/// The view from a cell.
pub(crate) struct Lookout<'a> {
    plan: &'a Plan,
    reaches: &'a [RangeIndex],
    outlook: Outlook<'a>,
    position: Position,
}

impl Lookout<'_> {
    /// The lines of sight to another cell and back; none if there is no sight.
    #[inline(always)]
    pub(crate) fn views(&self, there: Cell) -> Option<[LineOfSight; 2]> {
        let sights = self.outlook.sights(there)?;
        let squared = self.position.squared(self.plan.position(there)) as u16;
        let reach = self.reaches[usize::from(squared)];
        Some(sights.map(|sight| LineOfSight { sight, reach, squared }))
    }
}
