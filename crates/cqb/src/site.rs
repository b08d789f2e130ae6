//! A map as an engagement uses it: where figures begin, where they look into rooms from, and the ways there.

use std::sync::Arc;

use engage::{BySide, Entry, Inches, Map, Mission, Posts, Problem, Side, Start, Way, Ways};
use field::{Cell, CellSet, Door, Figures, INCH, Mover, Opening, Plan, Room};

use crate::battle::Profile;
use crate::figure::Figure;
use crate::scene::{FIGURES, HOSTAGES, Scene};

/// How figures move: rough ground at double cost, over low obstacles and through windows at 2" more. The rules have no costs
/// (CQB-4c); a shut door counts as a Normal move in choosing a way, and takes an action to open.
pub(crate) const MOVER: Mover = Mover { rough: 2 * INCH, climb: Some(2 * INCH), door: Some(DOOR), stairs: Some(INCH) };
const DOOR: u32 = 6 * INCH;

/// A map as an engagement uses it.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) map: Arc<Map>,
    pub(crate) mission: Mission,
    pub(crate) posts: Posts,
    /// The ways to goals: posts, then the place of the mission, then where blue and red come from.
    ways: Ways,
    spots: Box<[Spot]>,
    /// For each figure where it may begin, then for each hostage.
    entries: Vec<Entry>,
    /// The squares of the mission's place.
    pub(crate) place: CellSet,
    pub(crate) hostages: u8,
}

/// What is to be known about a cell in passing.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// Its room as a bit; every bit in an opening.
    room: u128,
    /// Rooms that anything can be seen of from it when all doors stand open, by bit.
    views: u128,
    /// The rooms at most two openings away, by bit.
    near: u128,
    door: Option<Door>,
    opening: bool,
}

impl Site {
    /// A map with its ways worked out.
    ///
    /// # Errors
    /// What is wrong with the mission and where figures begin.
    pub(crate) fn new(
        map: &Arc<Map>,
        mission: &Mission,
        profiles: &[Profile],
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
        let posts = Posts::new(plan);
        let mut goals: Vec<CellSet> = posts.cells().iter().map(|&cell| [cell].into_iter().collect()).collect();
        goals.push(place);
        for side in Side::ALL {
            let mine = profiles.iter().zip(&entries).filter(|(profile, _)| profile.side == side);
            goals.push(mine.flat_map(|(_, entry)| entry.cells.iter().copied()).collect());
        }
        Ok(Site {
            mission: mission.clone(),
            posts,
            ways: Ways::new(plan, &goals, MOVER),
            spots: plan.all().iter().map(|cell| spot(plan, cell)).collect(),
            entries,
            place,
            hostages,
            map: Arc::clone(map),
        })
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.map.plan
    }

    /// The cell a figure is in.
    #[inline]
    pub(crate) fn cell(&self, figure: &Figure) -> Cell {
        self.numbered(figure.place)
    }

    /// The cell of a number that a figure or a way holds.
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
    pub(crate) fn way(&self, from: Cell, goal: u8) -> Way {
        self.ways.to(from, goal)
    }

    /// What the step from a cell to the next one on a way costs, in thousandths of an inch, through doors that stand open.
    #[inline]
    pub(crate) fn step(&self, from: Cell, next: Cell, goal: u8) -> u32 {
        let cost = self.way(from, goal).left - self.way(next, goal).left;
        if self.door(next).is_some() { cost.saturating_sub(DOOR).max(1) } else { cost }
    }

    /// The distance of a step, in thousandths of an inch, whatever it costs; stairs count an inch.
    #[inline]
    pub(crate) fn stride(&self, from: Cell, next: Cell) -> u32 {
        if self.plan().squared(from, next) <= 2 { self.plan().distance(from, next) } else { INCH }
    }

    /// The nearest post that is not among these, if there is a way to one.
    pub(crate) fn nearest_post(&self, from: Cell, but: u128) -> Option<u8> {
        self.posts.nearest(&self.ways, from, but)
    }

    /// Whether a goal is a post.
    #[inline]
    pub(crate) fn is_post(&self, goal: u8) -> bool {
        (goal as usize) < self.posts.len()
    }

    /// The goal that is the place of the mission.
    #[inline]
    pub(crate) fn place_goal(&self) -> u8 {
        self.posts.len() as u8
    }

    /// The goal that is where a side comes from.
    #[inline]
    pub(crate) fn home_goal(&self, side: Side) -> u8 {
        (self.posts.len() + 1 + side as usize) as u8
    }

    /// Whether whoever stands in a cell need not go on to a goal: it is a post that is settled, or the place itself.
    #[inline]
    pub(crate) fn is_reached(&self, goal: u8, cell: Cell, thorough: bool) -> bool {
        if self.is_post(goal) {
            self.posts.settled_at(cell, thorough) >> goal & 1 == 1
        } else {
            self.place.contains(cell)
        }
    }

    /// The room of a cell as a bit; every bit in an opening.
    #[inline]
    pub(crate) fn room_bit(&self, cell: Cell) -> u128 {
        self.spots[cell.index()].room
    }

    /// The room of a figure as a bit, every bit in an opening, and the rooms from which somebody may come into view of it this
    /// turn (CQB-3b).
    #[inline]
    pub(crate) fn surroundings(&self, figure: &Figure) -> (u128, u128) {
        let spot = &self.spots[usize::from(figure.place)];
        (spot.room, spot.near)
    }

    /// The rooms that anything may be seen of from a cell, by bit.
    #[inline]
    pub(crate) fn views(&self, cell: Cell) -> u128 {
        self.spots[cell.index()].views
    }

    /// The door in a cell.
    #[inline]
    pub(crate) fn door(&self, cell: Cell) -> Option<Door> {
        self.spots[cell.index()].door
    }

    /// Whether a cell is part of a door, a doorway or a window.
    #[inline]
    pub(crate) fn is_opening(&self, cell: Cell) -> bool {
        self.spots[cell.index()].opening
    }

    /// The opening that the next cell on a way belongs to, and the room behind it.
    pub(crate) fn brink(&self, from: Cell, next: Cell) -> Option<(&Opening, Room)> {
        let plan = self.plan();
        let opening = plan.opening(next).filter(|_| self.is_opening(next))?;
        let here = plan.room(from)?;
        Some((opening, opening.rooms().find(|&room| room != here)?))
    }

    /// Everybody in a room.
    pub(crate) fn inside(&self, scene: &Scene, room: Room) -> Figures {
        scene.standing.within(self.plan().cells_of(room), scene.standing.placed())
    }

    /// Where a figure may begin.
    pub(crate) fn entry(&self, figure: usize) -> &Entry {
        &self.entries[figure]
    }

    /// The posts that each side need not go to at first: those of the rooms it begins in, and those that show no more than nooks.
    pub(crate) fn known_from_the_start(&self, sides: impl Iterator<Item = Side>) -> BySide<u128> {
        let mut known = BySide { blue: self.posts.nooks(), red: self.posts.nooks() };
        for (side, entry) in sides.zip(&self.entries) {
            known[side] |= self.posts.around(self.plan(), &entry.cells);
        }
        known
    }
}

fn rooms_of(plan: &Plan) -> impl Iterator<Item = Room> + '_ {
    (0..plan.rooms()).filter_map(|room| plan.room_numbered(room))
}

fn spot(plan: &Plan, cell: Cell) -> Spot {
    let bit = |room: Room| 1 << room.index();
    let here = plan.room(cell);
    let near = |room: Room| rooms_of(plan).filter(move |&other| plan.rooms_apart(room, other) <= 2);
    Spot {
        room: here.map_or(u128::MAX, bit),
        views: rooms_of(plan).filter(|&room| plan.commands(cell, room) > 0).map(bit).sum(),
        near: here.map_or(u128::MAX, |room| near(room).map(bit).sum()),
        door: plan.door(cell),
        opening: plan.opening(cell).is_some(),
    }
}

const _: () = assert!(FIGURES + HOSTAGES <= field::MAX_FIGURES);
