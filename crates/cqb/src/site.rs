//! A compiled map: where figures begin, the posts from which they look into rooms, and the ways there.

use std::sync::Arc;

use engage::{BySide, Entry, Inches, Map, Mission, Posts, Problem, Side, Start, Way, Ways};
use field::{Cell, CellSet, Door, Doors, Figures, INCH, Mover, Opening, Plan, Room};

use crate::figure::Figure;
use crate::options::LineOfFireBeyond;
use crate::rules::Rules;
use crate::scene::Scene;

/// The costs of movement: double on rough ground, 2" more over low obstacles and through windows. The rulebook has no
/// costs (CQB-4c). A shut door counts as a Normal move in choosing a way, and takes an action to open.
pub(crate) const MOVER: Mover = Mover { rough: 2 * INCH, climb: Some(2 * INCH), door: Some(DOOR), stairs: Some(INCH) };
const DOOR: u32 = 6 * INCH;

/// The most steps from which a figure opens a door or throws something through an opening: over at most two others.
const REACH: u8 = 3;

/// A compiled map.
#[derive(Debug)]
pub struct Site {
    pub(crate) map: Arc<Map>,
    mission: Mission,
    posts: Arc<Posts>,
    /// The ways to goals: posts, then the place of the mission, then where blue and red come from.
    ways: Ways,
    spots: Box<[Spot]>,
    /// The highest cost of a step.
    dearest_step: u32,
    /// For each opening of the plan, the cells from which a figure reaches it.
    reach: Box<[CellSet]>,
    /// Where each figure may begin, then each hostage.
    entries: Vec<Entry>,
    /// The squares of the mission's place.
    place: CellSet,
    pub(crate) hostages: u8,
    /// Posts that each side need not visit: those of the rooms it begins in, and those that show only nooks.
    known: BySide<u128>,
}

/// A step to an adjacent cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    to: Cell,
    /// What it costs, in thousandths of an inch.
    pub(crate) cost: u32,
    /// Its length, in thousandths of an inch, regardless of the cost; stairs count as an inch.
    pub(crate) length: u32,
}

/// Facts about a cell that play often needs.
#[derive(Debug)]
struct Spot {
    /// Its room as a bit; every bit if the cell is an opening.
    room: u128,
    /// Rooms of which any part can be seen from it with all doors open, as bits.
    views: u128,
    /// The rooms at most two openings away, as bits.
    near: u128,
    door: Option<Door>,
    opening: bool,
    stairs: bool,
    /// The steps from it, with all doors open.
    steps: Box<[Step]>,
}

impl Site {
    /// Compiles a map, with its ways and posts.
    ///
    /// # Errors
    /// What is wrong with the mission and where figures begin.
    pub(crate) fn new(
        map: &Arc<Map>,
        mission: &Mission,
        sides: &[Side],
        starts: &[Start],
        hostages: u8,
    ) -> Result<Site, Vec<Problem>> {
        let mut problems = mission.problems(Some(map), hostages.into());
        let plan = &*map.plan;
        let captivity = Start { area: "hostages".to_owned(), key: "field.hostages".to_owned(), beside: None };
        let everybody: Vec<Start> = starts.iter().cloned().chain((0..hostages).map(|_| captivity.clone())).collect();
        let entries = Entry::all(map, &everybody).unwrap_or_else(|refused| {
            problems.extend(refused);
            Vec::new()
        });
        if !problems.is_empty() {
            return Err(problems);
        }
        let place = mission.at.as_deref().and_then(|at| map.squares(at)).copied().unwrap_or(CellSet::EMPTY);
        let posts = map.posts();
        let mut goals: Vec<CellSet> = posts.cells().iter().map(|&cell| [cell].into_iter().collect()).collect();
        goals.push(place);
        for side in Side::ALL {
            let mine = sides.iter().zip(&entries).filter(|&(&other, _)| other == side);
            goals.push(mine.flat_map(|(_, entry)| entry.cells.iter().copied()).collect());
        }
        let mut known = BySide { blue: posts.nooks(), red: posts.nooks() };
        for (&side, entry) in sides.iter().zip(&entries) {
            known[side] |= posts.around(plan, &entry.cells);
        }
        let spots: Box<[Spot]> = plan.all().iter().map(|cell| spot(plan, cell)).collect();
        Ok(Site {
            mission: mission.clone(),
            posts,
            ways: map.ways(&goals, MOVER),
            dearest_step: spots.iter().flat_map(|spot| &spot.steps).map(|step| step.cost).max().unwrap_or_default(),
            spots,
            reach: plan.openings().iter().map(|opening| around(plan, opening.cells())).collect(),
            entries,
            place,
            hostages,
            known,
            map: Arc::clone(map),
        })
    }

    /// The plan.
    #[inline]
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.map.plan
    }

    /// The cell of a figure.
    #[inline]
    pub(crate) fn cell(&self, figure: &Figure) -> Cell {
        self.numbered(figure.place)
    }

    /// The cell with this number.
    #[inline]
    pub(crate) fn numbered(&self, cell: u16) -> Cell {
        self.plan().cell_numbered(cell.into()).unwrap_or_else(|| unreachable!("a cell of the plan"))
    }

    /// Distance between two figures (CQB-1.2.3).
    #[inline]
    pub(crate) fn range(&self, a: &Figure, b: &Figure) -> Inches {
        Inches::from_thousandths(self.plan().distance(self.cell(a), self.cell(b)) as i32)
    }

    /// The way from a cell to a goal.
    #[inline]
    #[must_use]
    pub fn way(&self, from: Cell, goal: u8) -> Way {
        self.ways.to(from, goal)
    }

    /// The cost of the step to an adjacent cell, in thousandths of an inch, with all doors open. `None` if there is no
    /// such step (CQB-4c).
    #[inline]
    #[must_use]
    pub fn cost(&self, from: Cell, next: Cell) -> Option<u32> {
        self.step(from, next).map(|step| step.cost)
    }

    /// The highest cost of any step on the map, in thousandths of an inch, with all doors open.
    #[inline]
    pub(crate) fn dearest_step(&self) -> u32 {
        self.dearest_step
    }

    /// The step to an adjacent cell with all doors open, if there is one (CQB-4c).
    #[inline]
    pub(crate) fn step(&self, from: Cell, next: Cell) -> Option<&Step> {
        self.spots[from.index()].steps.iter().find(|step| step.to == next)
    }

    /// The nearest post outside this set, if there is a way to one.
    #[must_use]
    pub fn nearest_post(&self, from: Cell, but: u128) -> Option<u8> {
        self.posts.nearest(&self.ways, from, but)
    }

    /// The posts of a cell's rooms from which the cell is seen with all doors open.
    pub fn posts_that_see(&self, cell: Cell) -> impl Iterator<Item = u8> + use<> {
        Posts::each(self.posts.that_see(cell))
    }

    /// Whether a goal is a post.
    #[inline]
    #[must_use]
    pub fn is_post(&self, goal: u8) -> bool {
        (goal as usize) < self.posts.len()
    }

    /// The goal that is the place of the mission.
    #[inline]
    #[must_use]
    pub fn place_goal(&self) -> u8 {
        self.posts.len() as u8
    }

    /// The goal that is where a side begins.
    #[inline]
    #[must_use]
    pub fn home_goal(&self, side: Side) -> u8 {
        (self.posts.len() + 1 + side as usize) as u8
    }

    /// Whether a figure in a cell has reached a goal: a post that it need no longer visit, or the place of the mission
    /// if it stands in it.
    #[inline]
    #[must_use]
    pub fn is_reached(&self, goal: u8, cell: Cell, thorough: bool) -> bool {
        if self.is_post(goal) {
            self.posts.settled_at(cell, thorough) >> goal & 1 == 1
        } else {
            self.place.contains(cell)
        }
    }

    /// The room of a cell as a bit; every bit if the cell is an opening.
    #[inline]
    pub(crate) fn room_bit(&self, cell: Cell) -> u128 {
        self.spots[cell.index()].room
    }

    /// The room of a figure as a bit (every bit in an opening), and the rooms from which an enemy may come into its
    /// view this turn (CQB-3b).
    #[inline]
    pub(crate) fn surroundings(&self, figure: &Figure) -> (u128, u128) {
        let spot = &self.spots[usize::from(figure.place)];
        (spot.room, spot.near)
    }

    /// The rooms of which any part can be seen from a cell with all doors open, as bits.
    #[inline]
    pub(crate) fn views(&self, cell: Cell) -> u128 {
        self.spots[cell.index()].views
    }

    /// The door in a cell.
    #[inline]
    #[must_use]
    pub fn door(&self, cell: Cell) -> Option<Door> {
        self.spots[cell.index()].door
    }

    /// Whether a cell is part of a door, a doorway or a window.
    #[inline]
    #[must_use]
    pub fn is_opening(&self, cell: Cell) -> bool {
        self.spots[cell.index()].opening
    }

    /// Whether others have to pass through a cell: it is part of an opening, or an end of stairs.
    #[inline]
    #[must_use]
    pub fn is_passage(&self, cell: Cell) -> bool {
        self.spots[cell.index()].opening || self.spots[cell.index()].stairs
    }

    /// The posts that a side need not visit: those of the rooms it begins in, and those that show only nooks.
    #[inline]
    #[must_use]
    pub fn known_from_the_start(&self, side: Side) -> u128 {
        self.known[side]
    }

    /// The posts from which figures look into rooms.
    #[inline]
    #[must_use]
    pub fn posts(&self) -> &Posts {
        &self.posts
    }

    /// The mission.
    #[inline]
    #[must_use]
    pub fn mission(&self) -> &Mission {
        &self.mission
    }

    /// The squares of the mission's place; none if the mission has no place.
    #[inline]
    #[must_use]
    pub fn place(&self) -> &CellSet {
        &self.place
    }

    /// The opening of the next cell on a way, and the room behind it.
    #[must_use]
    pub fn brink(&self, from: Cell, next: Cell) -> Option<(&Opening, Room)> {
        let plan = self.plan();
        let opening = plan.opening(next).filter(|_| self.is_opening(next))?;
        let here = plan.room(from)?;
        Some((opening, opening.rooms().find(|&room| room != here)?))
    }

    /// All figures and hostages in a room.
    pub(crate) fn inside(&self, scene: &Scene, room: Room) -> Figures {
        scene.standing.within(self.plan().cells_of(room), scene.standing.placed())
    }

    /// Where a figure may begin.
    pub(crate) fn entry(&self, figure: usize) -> &Entry {
        &self.entries[figure]
    }

    /// Hostages in a line of fire, nearest to the firer first: up to the target, and beyond it up to a wall under
    /// `line_of_fire_beyond` (CQB-5.3.3e).
    pub(crate) fn line_of_fire<'a>(
        &'a self,
        scene: &'a Scene,
        rules: &Rules,
        from: Cell,
        to: Cell,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let (standing, plan, captives) = (&scene.standing, self.plan(), scene.captives());
        let most = match rules.line_of_fire_beyond {
            LineOfFireBeyond::UntilWall => usize::MAX,
            LineOfFireBeyond::None => standing.in_line(plan, from, to, captives).figures().len(),
        };
        standing.in_line_and_beyond(plan, (from, to), scene.doors, captives).take(most)
    }

    /// Whether cover hides all of a target from a firer except its head and arms (CQB-5.3.7).
    pub(crate) fn is_covered(&self, figure: &Figure, other: &Figure) -> bool {
        self.plan().sight(self.cell(figure), self.cell(other), Doors::OPEN).covered()
    }

    /// The openings that a figure in this cell reaches, over others or across stairs.
    pub(crate) fn within_reach(&self, here: Cell) -> impl Iterator<Item = &Opening> {
        let openings = self.plan().openings().iter().zip(&self.reach);
        openings.filter(move |(_, reach)| reach.contains(here)).map(|(opening, _)| opening)
    }
}

/// The cells from which these are at most [`REACH`] steps away: steps lead both ways.
fn around(plan: &Plan, cells: &[Cell]) -> CellSet {
    let mut around: CellSet = cells.iter().copied().collect();
    for _ in 0..REACH {
        let nearer = around;
        for cell in nearer.iter() {
            plan.steps(cell, MOVER, Doors::OPEN).for_each(|step| around.insert(step.to));
        }
    }
    around
}

fn rooms_of(plan: &Plan) -> impl Iterator<Item = Room> + '_ {
    (0..plan.rooms()).filter_map(|room| plan.room_numbered(room))
}

fn spot(plan: &Plan, cell: Cell) -> Spot {
    let bit = |room: Room| 1 << room.index();
    let here = plan.room(cell);
    let steps = plan.steps(cell, MOVER, Doors::OPEN).map(|step| {
        let beside = plan.squared(cell, step.to) <= 2;
        Step { to: step.to, cost: step.cost, length: if beside { plan.distance(cell, step.to) } else { INCH } }
    });
    let near = |room: Room| rooms_of(plan).filter(move |&other| plan.rooms_apart(room, other) <= 2);
    let beside = |step: &Step| plan.squared(cell, step.to) <= 2;
    let steps: Box<[Step]> = steps.collect();
    Spot {
        room: here.map_or(u128::MAX, bit),
        views: rooms_of(plan).filter(|&room| plan.commands(cell, room) > 0).map(bit).sum(),
        near: here.map_or(u128::MAX, |room| near(room).map(bit).sum()),
        door: plan.door(cell),
        opening: plan.opening(cell).is_some(),
        stairs: !steps.iter().all(beside),
        steps,
    }
}

#[cfg(test)]
mod tests {
    use field::Builder;
    use rand_pcg::Pcg64;

    use super::*;

    /// For every cell of many maps, its facts agree with the plan, and its rooms in view exclude nothing that can be
    /// seen from it.
    #[test]
    fn a_spot_is_what_the_plan_says() {
        let mut rng = Pcg64::new(3, 0x5170);
        let (mut cells, mut sights) = (0, 0);
        for _ in 0..300 {
            let plan = Builder::drawn(&testkit::maps::drawing(&mut rng, 14)).build();
            let Some(plan) = plan.ok().filter(|plan| plan.rooms() > 0) else { continue };
            for cell in plan.all().iter() {
                let found = spot(&plan, cell);
                let room = plan.room(cell);
                assert_eq!((found.door, found.opening), (plan.door(cell), plan.opening(cell).is_some()));
                for (step, plain) in found.steps.iter().zip(plan.steps(cell, MOVER, Doors::OPEN)) {
                    assert_eq!((step.to, step.cost), (plain.to, plain.cost));
                    let beside = plan.squared(cell, step.to) <= 2;
                    assert_eq!(step.length, if beside { plan.distance(cell, step.to) } else { INCH });
                }
                assert_eq!(found.steps.len(), plan.steps(cell, MOVER, Doors::OPEN).count());
                assert_eq!(found.room, room.map_or(u128::MAX, |room| 1 << room.index()));
                for other in rooms_of(&plan) {
                    let near = room.is_none_or(|room| plan.rooms_apart(room, other) <= 2);
                    assert_eq!(found.near >> other.index() & 1 == 1, near);
                }
                for other in plan.all().iter().filter(|&other| plan.sees(cell, other, Doors::OPEN)) {
                    assert_ne!(found.views & spot(&plan, other).room, 0, "{other:?} is seen from {cell:?}");
                    sights += 1;
                }
                cells += 1;
            }
        }
        assert!(cells > 5000 && sights > 50_000, "{cells} {sights}");
    }

    /// From every cell of many maps: a figure reaches the openings that are at most as many steps away.
    #[test]
    fn openings_are_reached_by_as_many_steps() {
        fn within(plan: &Plan, steps: u8, here: Cell, cells: &[Cell]) -> bool {
            let further = |step: field::Step| within(plan, steps - 1, step.to, cells);
            cells.contains(&here) || steps > 0 && plan.steps(here, MOVER, Doors::OPEN).any(further)
        }
        let mut rng = Pcg64::new(4, 0x5170);
        let mut reached = [0; 2];
        for _ in 0..100 {
            let Ok(plan) = Builder::drawn(&testkit::maps::drawing(&mut rng, 12)).build() else { continue };
            for opening in plan.openings() {
                let near = around(&plan, opening.cells());
                for cell in plan.all().iter() {
                    let plain = within(&plan, REACH, cell, opening.cells());
                    assert_eq!(near.contains(cell), plain, "{cell:?} {opening:?}");
                    reached[usize::from(plain)] += 1;
                }
            }
        }
        assert!(reached[0] > 1000 && reached[1] > 1000, "{reached:?}");
    }
}
