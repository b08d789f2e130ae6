//! A compiled map of an assault: where figures begin, the ways to goals, facts about each cell.

use std::sync::Arc;

use engage::{Entry, Map, Ways};
use field::{Cell, CellSet, Door, Mover, Plan, Room, Screen};

use super::state::{FIGURES, HOSTAGES};

/// The rulebook gives no costs for doors, stairs, obstacles or turning, so they cost nothing (GGG-move-1).
pub(crate) const MOVER: Mover = Mover::UNHINDERED;

/// A compiled map of an assault.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) map: Arc<Map>,
    /// The rescue zone, key place or escape point, and its number among the goals.
    pub(crate) place: CellSet,
    pub(crate) place_goal: u8,
    /// The ways to the goals that orders may name.
    pub(crate) ways: Ways,
    /// Where figures begin, then where hostages begin.
    pub(crate) entries: Vec<Entry>,
    pub(crate) hostages: usize,
    spots: Box<[Spot]>,
    /// The cells of each door.
    doors: Box<[Vec<Cell>]>,
}

/// Facts about a cell that play often needs.
#[derive(Clone, Copy, Debug)]
struct Spot {
    door: Option<Door>,
    opening: bool,
    /// Whether there is something to hide in or behind (GGG-see-8).
    hides: bool,
}

impl Site {
    /// Compiles a map with the ways to these goals, which include the mission's place.
    pub(crate) fn new(
        map: &Arc<Map>,
        (place, place_goal): (CellSet, u8),
        goals: &[CellSet],
        entries: Vec<Entry>,
        hostages: usize,
    ) -> Site {
        let plan = &*map.plan;
        let spot = |cell: Cell| Spot {
            door: plan.door(cell),
            opening: plan.opening(cell).is_some(),
            hides: hides(plan, cell),
        };
        let cells_of = |number: usize| {
            plan.all().iter().filter(|&cell| plan.door(cell).is_some_and(|door| door.index() == number)).collect()
        };
        Site {
            place,
            place_goal,
            ways: map.ways(goals, MOVER),
            entries,
            hostages,
            spots: plan.all().iter().map(spot).collect(),
            doors: (0..plan.doors()).map(cells_of).collect(),
            map: Arc::clone(map),
        }
    }

    #[inline]
    pub(crate) fn plan(&self) -> &Plan {
        &self.map.plan
    }

    /// The next cell on the way to a goal, and the cost of the step. `None` at the goal or without a way.
    #[inline]
    pub(crate) fn step(&self, from: Cell, goal: u8) -> Option<(Cell, u32)> {
        let way = self.ways.to(from, goal);
        (way.next != from).then(|| (way.next, way.left - self.ways.to(way.next, goal).left))
    }

    /// The distance left to a goal, in thousandths of an inch; `u32::MAX` without a way.
    #[inline]
    pub(crate) fn left(&self, from: Cell, goal: u8) -> u32 {
        self.ways.to(from, goal).left
    }

    #[inline]
    pub(crate) fn door(&self, cell: Cell) -> Option<Door> {
        self.spots[cell.index()].door
    }

    /// The cells of a door.
    pub(crate) fn cells_of(&self, door: Door) -> &[Cell] {
        &self.doors[door.index()]
    }

    /// Whether a figure can hide in a cell (GGG-see-8).
    #[inline]
    pub(crate) fn hides(&self, cell: Cell) -> bool {
        self.spots[cell.index()].hides
    }

    /// The room behind the next cell on a way, if that is an opening.
    #[inline]
    pub(crate) fn brink(&self, from: Cell, next: Cell) -> Option<Room> {
        if !self.spots[next.index()].opening {
            return None;
        }
        let (opening, here) = (self.plan().opening(next)?, self.plan().room(from)?);
        opening.rooms().find(|&room| room != here)
    }
}

/// Whether there is something to hide in or behind, in the cell or next to it (GGG-see-8).
pub(crate) fn hides(plan: &Plan, cell: Cell) -> bool {
    let at = plan.position(cell);
    let (row, column) = (usize::from(at.row), usize::from(at.column));
    let near = |middle: usize, most: usize| middle.saturating_sub(1)..=(middle + 1).min(most - 1);
    let mut squares =
        near(row, plan.height()).flat_map(|row| near(column, plan.width()).map(move |column| (row, column)));
    squares.any(|(row, column)| matches!(plan.ground(row, column).screen, Screen::Soft | Screen::Hard))
}

const _: () = assert!(FIGURES + HOSTAGES <= field::MAX_FIGURES);

#[cfg(test)]
mod tests {
    use field::Doors;
    use rand_pcg::Pcg64;

    use super::*;
    use crate::peeking::make::any_map;

    /// For every cell of many maps, its facts agree with the plan, and each step on the way to a goal costs as much as
    /// it shortens the way.
    #[test]
    fn a_site_is_what_the_plan_says() {
        let mut rng = Pcg64::new(5, 0x5170);
        let mut steps = 0;
        for (_, map) in (0..300).filter_map(|_| any_map(&mut rng, 14)) {
            let plan = &*map.plan;
            let goals = ["blue", "red", "place"].map(|area| *map.squares(area).expect("an area"));
            let site = Site::new(&map, (goals[2], 2), &goals, Vec::new(), 0);
            for cell in plan.all().iter() {
                assert_eq!((site.door(cell), site.hides(cell)), (plan.door(cell), hides(plan, cell)));
                assert_eq!(site.spots[cell.index()].opening, plan.opening(cell).is_some());
                let of_door = |door: &Door| site.cells_of(*door).contains(&cell);
                assert!(
                    (0..plan.doors())
                        .filter_map(Door::new)
                        .all(|door| of_door(&door) == (plan.door(cell) == Some(door)))
                );
                for (goal, cells) in (0..).zip(&goals) {
                    let distances = plan.distances(cells, MOVER, Doors::SHUT);
                    assert_eq!(site.left(cell, goal), distances.downhill().from(cell).unwrap_or(u32::MAX));
                    let Some((next, cost)) = site.step(cell, goal) else {
                        assert!(cells.contains(cell) || site.left(cell, goal) == u32::MAX);
                        continue;
                    };
                    let step = plan.steps(cell, MOVER, Doors::SHUT).find(|step| step.to == next);
                    assert_eq!(step.map(|step| step.cost), Some(cost));
                    steps += 1;
                }
            }
        }
        assert!(steps > 10_000, "{steps}");
    }
}
