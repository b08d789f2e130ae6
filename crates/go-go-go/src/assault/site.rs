//! A map as an assault uses it: where figures begin, where they go, what each cell is good for.

use std::sync::Arc;

use engage::{BySide, Entry, Inches, Map, Posts, Problem, Side, Start, Ways};
use field::{Cell, CellSet, Door, Doors, Facing, Mover, Opening, Plan, Room, Screen, Spread};

use super::Profile;
use super::scene::{FIGURES, HOSTAGES, Scene};
use crate::setup::Orders;

/// Nothing is said of doors, stairs, obstacles or turning, so they cost nothing (GGG-move-1).
pub(crate) const MOVER: Mover = Mover::UNHINDERED;

/// The most stations around the place of a mission.
const STATIONS: usize = 8;
/// How far from the place a station may be, and how far apart they are, in square inches.
const STATION_REACH: u32 = 12 * 12;
const STATIONS_APART: u32 = 9;
/// How far along the way that the enemy will come a guard looks for the opening to watch, in cells.
const WATCHED: usize = 12;
/// How far ahead on open ground he looks, in cells.
const AHEAD: usize = 6;

/// A map as an assault uses it.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) map: Arc<Map>,
    pub(crate) posts: Posts,
    /// The ways to goals: posts, then the mission's place, then where blue and red come from, then stations, then the places
    /// that squads name.
    ways: Ways,
    stations: usize,
    spots: Box<[Spot]>,
    entries: Vec<Entry>,
    /// For each figure on overwatch where it goes and looks.
    lookouts: Vec<Option<Lookout>>,
    /// The rescue zone, the key place, or the escape point.
    pub(crate) place: CellSet,
    /// The posts of the rooms that each side begins in, and that it need not look into.
    pub(crate) own: BySide<u128>,
    /// The posts of those rooms and of the rooms next to them, which a patrol goes round.
    pub(crate) rounds: BySide<u128>,
    /// The posts of the rooms that the place is in.
    pub(crate) around_place: u128,
    pub(crate) hostages: usize,
}

/// Where a figure on overwatch goes, and where it looks from there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookout {
    cell: Cell,
    pub(crate) goal: u8,
    pub(crate) facing: Facing,
}

/// What is to be known about a cell in passing.
#[derive(Clone, Copy, Debug)]
struct Spot {
    door: Option<Door>,
    opening: bool,
    /// Whether there is something to hide in or behind (GGG-see-8).
    hides: bool,
    /// Whence enemies of blue, and of red, will come.
    watch: [Facing; 2],
}

impl Site {
    /// A map with its ways worked out, for a mission at this place.
    ///
    /// # Errors
    /// What is wrong with where figures begin.
    pub(crate) fn new(
        map: &Arc<Map>,
        at: Option<&str>,
        profiles: &[Profile],
        starts: &[Start],
        via: &[String],
        hostages: usize,
        long_range: Inches,
    ) -> Result<Site, Vec<Problem>> {
        let plan = &*map.plan;
        let far = long_range.thousandths() as u32;
        let captivity = Start { area: "hostages".to_owned(), key: "field.hostages".to_owned(), beside: None };
        let captives = std::iter::repeat_n(captivity, hostages);
        let everybody: Vec<Start> = starts.iter().cloned().chain(captives).collect();
        let mut entries = Entry::all(map, &everybody)?;
        let home = |side: Side| -> CellSet {
            let mine = profiles.iter().zip(&entries).filter(|(profile, _)| profile.side == side);
            mine.flat_map(|(_, entry)| entry.cells.iter().copied()).collect()
        };
        let homes = [home(Side::Blue), home(Side::Red)];
        let place_of_mission = at.and_then(|at| map.squares(at)).copied().unwrap_or(homes[0]);
        let posts = Posts::new(plan);
        let one = |cell: Cell| -> CellSet { [cell].into_iter().collect() };
        let mut goals: Vec<CellSet> = posts.cells().iter().map(|&cell| one(cell)).collect();
        goals.extend([place_of_mission, homes[0], homes[1]]);
        let stations = stations(plan, &place_of_mission);
        goals.extend(stations.iter().map(|&cell| one(cell)));
        goals.extend(via.iter().filter_map(|name| map.squares(name)).copied());
        let mut lookouts: Vec<Option<Lookout>> = Vec::new();
        for (profile, entry) in profiles.iter().zip(&entries) {
            let place = profile.via.and_then(|number| map.squares(&via[usize::from(number)]));
            let cells = place.copied().unwrap_or_else(|| entry.cells.iter().copied().collect());
            let mut watched = homes[profile.side.enemy() as usize];
            watched.add(&place_of_mission);
            let taken: Vec<Cell> = lookouts.iter().flatten().map(|lookout| lookout.cell).collect();
            let lookout = (profile.orders == Orders::Overwatch)
                .then(|| lookout(plan, &cells, &watched, &taken, far, goals.len() as u8))
                .flatten();
            goals.extend(lookout.map(|lookout| one(lookout.cell)));
            lookouts.push(lookout);
        }
        let ways = Ways::new(plan, &goals, MOVER);
        let home_goals = [posts.len() + 1, posts.len() + 2].map(|goal| goal as u8);
        let spot = |cell: Cell| Spot {
            door: plan.door(cell),
            opening: plan.opening(cell).is_some(),
            hides: hides(plan, cell),
            watch: [home_goals[1], home_goals[0]].map(|enemy| watch(plan, &ways, cell, enemy)),
        };
        // Guards who hide begin where they can.
        for (profile, entry) in profiles.iter().zip(&mut entries) {
            let lies_in_wait = profile.hiding && profile.orders != Orders::Assault && profile.side == Side::Red;
            let covered: Vec<Cell> = entry.cells.iter().copied().filter(|&cell| hides(plan, cell)).collect();
            if lies_in_wait && covered.len() >= profiles.len() {
                entry.cells = covered;
            }
        }
        let mut own = BySide { blue: posts.nooks(), red: posts.nooks() };
        for (profile, entry) in profiles.iter().zip(&entries) {
            own[profile.side] |= posts.around(plan, &entry.cells);
        }
        let rounds = BySide { blue: next_to(plan, &posts, own.blue), red: next_to(plan, &posts, own.red) };
        Ok(Site {
            rounds,
            spots: plan.all().iter().map(spot).collect(),
            stations: stations.len(),
            around_place: posts.around(plan, &place_of_mission.iter().collect::<Vec<_>>()),
            map: Arc::clone(map),
            posts,
            ways,
            entries,
            lookouts,
            place: place_of_mission,
            own,
            hostages,
        })
    }

    #[inline]
    pub(crate) fn plan(&self) -> &Plan {
        &self.map.plan
    }

    /// Where somebody begins: figures, then hostages.
    pub(crate) fn entry(&self, who: usize) -> &Entry {
        &self.entries[who]
    }

    /// The next cell on the way to a goal, and what the step costs; none at the goal or without a way.
    #[inline]
    pub(crate) fn step(&self, from: Cell, goal: u8) -> Option<(Cell, u32)> {
        let way = self.ways.to(from, goal);
        (way.next != from).then(|| (way.next, way.left - self.ways.to(way.next, goal).left))
    }

    /// What is left to go to a goal, in thousandths of an inch; the most there is without a way.
    #[inline]
    pub(crate) fn left(&self, from: Cell, goal: u8) -> u32 {
        self.ways.to(from, goal).left
    }

    /// The goal that is the mission's place.
    pub(crate) fn place_goal(&self) -> u8 {
        self.posts.len() as u8
    }

    /// A station around the place, by any number; the place itself if there is none.
    pub(crate) fn station(&self, number: usize) -> u8 {
        match self.stations {
            0 => self.place_goal(),
            stations => (self.posts.len() + 3 + number % stations) as u8,
        }
    }

    /// The goal that is a place that a squad names, by its number.
    pub(crate) fn via_goal(&self, number: usize) -> u8 {
        (self.posts.len() + 3 + self.stations + number) as u8
    }

    /// Where a figure on overwatch goes.
    pub(crate) fn lookout(&self, me: usize) -> Option<Lookout> {
        self.lookouts[me]
    }

    /// Whether a goal is a post.
    #[inline]
    pub(crate) fn is_post(&self, goal: u8) -> bool {
        usize::from(goal) < self.posts.len()
    }

    /// The nearest post that is not among these, if there is a way to one.
    pub(crate) fn nearest_post(&self, from: Cell, but: u128) -> Option<u8> {
        self.posts.nearest(&self.ways, from, but)
    }

    #[inline]
    pub(crate) fn door(&self, cell: Cell) -> Option<Door> {
        self.spots[cell.index()].door
    }

    /// Whether one can hide in a cell (GGG-see-8).
    #[inline]
    pub(crate) fn hides(&self, cell: Cell) -> bool {
        self.spots[cell.index()].hides
    }

    /// Whence the enemies of a side will come, as seen from a cell.
    pub(crate) fn watch(&self, cell: Cell, side: Side) -> Facing {
        self.spots[cell.index()].watch[side as usize]
    }

    /// The opening that the next cell on a way belongs to, and the room behind it.
    pub(crate) fn brink(&self, from: Cell, next: Cell) -> Option<(&Opening, Room)> {
        if !self.spots[next.index()].opening {
            return None;
        }
        let (opening, here) = (self.plan().opening(next)?, self.plan().room(from)?);
        Some((opening, opening.rooms().find(|&room| room != here)?))
    }

    /// The post nearest to a cell as the crow flies: of its room, if that has any.
    pub(crate) fn post_by(&self, cell: Cell) -> Option<u8> {
        let plan = self.plan();
        let own = plan.room(cell).map_or(0, |room| self.posts.of(room));
        let among = if own == 0 { self.posts.every() } else { own };
        let cells = self.posts.cells().iter().enumerate().filter(|&(post, _)| among >> post & 1 == 1);
        cells.min_by_key(|&(_, &post)| plan.squared(post, cell)).map(|(post, _)| post as u8)
    }

    /// Whether one cell is in sight of another: walls and shut doors block, and smoke as the scene has it (GGG-map-3).
    #[inline]
    pub(crate) fn sees(&self, scene: &Scene, from: Cell, to: Cell, smoke_blocks: bool) -> bool {
        self.plan().sees(from, to, scene.doors) && !(smoke_blocks && self.in_smoke(scene, from, to))
    }

    /// Whether smoke lies on the line between two cells (GGG-gren-10).
    #[inline]
    pub(crate) fn in_smoke(&self, scene: &Scene, from: Cell, to: Cell) -> bool {
        scene.smoky && self.plan().line_meets(from, to, &scene.smoke)
    }
}

/// Whether there is something to hide in or behind: in the cell, or right beside it (GGG-see-8).
fn hides(plan: &Plan, cell: Cell) -> bool {
    let at = plan.position(cell);
    let (row, column) = (usize::from(at.row), usize::from(at.column));
    let near = |middle: usize, most: usize| middle.saturating_sub(1)..=(middle + 1).min(most - 1);
    let mut squares =
        near(row, plan.height()).flat_map(|row| near(column, plan.width()).map(move |column| (row, column)));
    squares.any(|(row, column)| matches!(plan.ground(row, column).screen, Screen::Soft | Screen::Hard))
}

/// The posts of the rooms that these posts are in, and of the rooms next to them.
fn next_to(plan: &Plan, posts: &Posts, own: u128) -> u128 {
    let rooms = || (0..plan.rooms()).filter_map(|room| plan.room_numbered(room));
    let mine = || rooms().filter(|&room| posts.of(room) & own & !posts.nooks() != 0);
    let near = rooms().filter(|&other| mine().any(|room| plan.rooms_apart(room, other) <= 1));
    near.fold(0, |all, room| all | posts.of(room))
}

/// Where a guard in a cell looks for enemies who come from a goal: the first opening on their way to him, or where it leads.
fn watch(plan: &Plan, ways: &Ways, cell: Cell, goal: u8) -> Facing {
    let way = std::iter::successors(Some(cell), |&here| {
        let next = ways.to(here, goal).next;
        (next != here).then_some(next)
    });
    let ahead: Vec<Cell> = way.skip(1).take(WATCHED).collect();
    let opening = ahead.iter().find(|&&next| plan.opening(next).is_some());
    let watched = opening.or_else(|| ahead.get(AHEAD - 1)).or(ahead.last());
    watched.and_then(|&to| Facing::towards(plan, cell, to)).unwrap_or(Facing::SOUTH)
}

/// The cell from which most of what is to be watched is in sight at long range, doors shut before doors open, and where to look.
fn lookout(plan: &Plan, cells: &CellSet, watched: &CellSet, taken: &[Cell], far: u32, goal: u8) -> Option<Lookout> {
    let seen = |from: Cell, doors: Doors| {
        let view = plan.view_among(from, watched, doors);
        view.iter().filter(|&cell| plan.distance(from, cell) >= far).collect::<CellSet>()
    };
    let free = cells.iter().filter(|&cell| taken.iter().all(|&other| plan.squared(cell, other) > 2));
    let worth = |&cell: &Cell| (seen(cell, Doors::SHUT).len(), seen(cell, Doors::OPEN).len(), hides(plan, cell));
    let cell = free.max_by_key(|cell| (worth(cell), std::cmp::Reverse(*cell)))?;
    let in_view = Some(seen(cell, Doors::SHUT)).filter(|view| !view.is_empty());
    let in_view = in_view.unwrap_or_else(|| seen(cell, Doors::OPEN));
    let directions: Vec<Facing> = in_view.iter().filter_map(|to| Facing::towards(plan, cell, to)).collect();
    let before = |facing: &Facing| directions.iter().filter(|&&other| facing.within(Spread::Eighth, other)).count();
    let facing = directions.iter().copied().max_by_key(before)?;
    Some(Lookout { cell, goal, facing })
}

/// Cells around a place from which it is covered: those that see it when doors are shut before others, where one can hide before
/// where one cannot, those that see most first.
fn stations(plan: &Plan, place: &CellSet) -> Vec<Cell> {
    let near = |cell: Cell| place.iter().any(|other| plan.squared(cell, other) <= STATION_REACH);
    let outside = |&cell: &Cell| !place.contains(cell) && plan.opening(cell).is_none();
    let covers = |&cell: &Cell| near(cell) && plan.exposure(cell, place, Doors::OPEN) > 0;
    let mut cells: Vec<Cell> = plan.all().iter().filter(outside).filter(covers).collect();
    let sees_it = |cell: Cell| plan.exposure(cell, place, Doors::SHUT) > 0;
    cells.sort_by_key(|&cell| std::cmp::Reverse((sees_it(cell), hides(plan, cell), plan.exposed(cell))));
    let mut stations: Vec<Cell> = Vec::new();
    for cell in cells {
        if stations.len() < STATIONS && stations.iter().all(|&other| plan.squared(cell, other) >= STATIONS_APART) {
            stations.push(cell);
        }
    }
    stations
}

const _: () = assert!(FIGURES + HOSTAGES <= field::MAX_FIGURES);
