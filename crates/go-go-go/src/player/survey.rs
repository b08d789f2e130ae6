//! What the automatic player computes about a map before play: where to look into rooms from, and where guards stand
//! and look.

use std::cmp::Reverse;
use std::sync::Arc;

use engage::{BySide, Inches, Map, Posts, Side, Ways};
use field::{Cell, CellSet, Doors, Facing, Mover, Plan, Spread};

use super::doctrine::Orders;
use crate::assault::hides;
use crate::squad::Doctrine;

/// How far before the escape point those who lie in wait watch the way there, in thousandths of an inch.
const LAST_STRETCH: u32 = 9_000;

/// A player's survey of a map.
#[derive(Debug)]
pub(crate) struct Survey {
    pub(crate) posts: Arc<Posts>,
    /// The cells of every goal: posts, then the mission's place, then the squads' first places, stations, lookouts.
    pub(crate) goals: Vec<CellSet>,
    /// The own entry of each figure.
    figures: Vec<Figure>,
    /// The direction from which a side's enemies come, as seen from each cell, for each way of looking ahead.
    watches: Vec<Box<[BySide<Facing>]>>,
    /// The posts of the rooms that each side begins in and need not look into.
    pub(crate) own: BySide<u128>,
    /// The posts of those rooms and of the rooms next to them, which a patrol goes round.
    pub(crate) rounds: BySide<u128>,
    /// The posts of the rooms that the mission's place is in.
    pub(crate) around_place: u128,
}

/// The survey's entry of a figure.
#[derive(Debug)]
struct Figure {
    /// The first of its stations and their number.
    stations: (u8, u8),
    /// Its way of looking ahead.
    watch: usize,
    lookout: Option<Lookout>,
    /// Where it lies in wait.
    ambush: Option<u8>,
}

/// Where a figure on overwatch goes, and its facing there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookout {
    pub(crate) goal: u8,
    pub(crate) facing: Facing,
}

/// What the survey needs of a figure: its side, its doctrine, the cells of its area and those where it may begin.
pub(crate) struct Placed<'a> {
    pub(crate) side: Side,
    pub(crate) doctrine: &'a Doctrine,
    /// The place that it goes to first, by its number among those that squads name.
    pub(crate) via: Option<u8>,
    pub(crate) area: CellSet,
    pub(crate) begins: &'a [Cell],
}

impl Placed<'_> {
    /// Whether it lies in wait for a VIP, or for the team that comes to free the hostages.
    fn lies_in_wait(&self) -> bool {
        self.side == Side::Red && self.doctrine.orders == Orders::Mission
    }
}

/// The places that a mission and its squads name on a map.
pub(crate) struct Named<'a> {
    /// The place of the mission, or where blue begins if there is none.
    pub(crate) place: Option<CellSet>,
    /// The places that squads go to first.
    pub(crate) via: &'a [String],
    /// Whether the place is the escape point of a VIP.
    pub(crate) escort: bool,
    /// Where the hostages begin, if there are any.
    pub(crate) hostages: Option<CellSet>,
    /// The distance at which long range begins.
    pub(crate) long_range: Inches,
}

impl Survey {
    /// Surveys a map.
    pub(crate) fn new(map: &Map, figures: &[Placed<'_>], named: &Named<'_>) -> Survey {
        let plan = &*map.plan;
        let mut homes: BySide<CellSet> = BySide::default();
        figures.iter().for_each(|figure| homes[figure.side].add(&figure.area));
        let place = named.place.unwrap_or(homes.blue);
        let posts = map.posts();
        let mut goals: Vec<CellSet> = posts.cells().iter().map(|&cell| one(cell)).collect();
        goals.push(place);
        goals.extend(named.via.iter().filter_map(|name| map.squares(name)).copied());
        let mut ground = Ground {
            plan,
            place,
            homes,
            goals,
            stations: Vec::new(),
            watches: Vec::new(),
            taken: Vec::new(),
            ambushes: Vec::new(),
        };
        let escort = || (place, last_stretch(map, &place, &ground.homes.blue));
        let watched = if named.escort { Some(escort()) } else { named.hostages.map(|cells| (cells, cells)) };
        let mut own = BySide { blue: posts.nooks(), red: posts.nooks() };
        let mut all = Vec::new();
        for figure in figures {
            own[figure.side] |= posts.around(plan, figure.begins);
            let via = figure.via.and_then(|number| map.squares(&named.via[usize::from(number)]));
            all.push(Figure {
                stations: ground.stations(figure.doctrine),
                ambush: watched
                    .as_ref()
                    .filter(|_| figure.lies_in_wait())
                    .and_then(|watched| ground.ambush(figure.doctrine, watched)),
                watch: ground.watch(figure.doctrine),
                lookout: ground.lookout(figure, via, named.long_range),
            });
        }
        let ways = map.ways(&[homes.red, homes.blue], Mover::UNHINDERED);
        let watches = ground.watches.iter().map(|&reach| {
            let from = |cell: Cell| BySide {
                blue: watch(plan, &ways, cell, 0, reach),
                red: watch(plan, &ways, cell, 1, reach),
            };
            plan.all().iter().map(from).collect()
        });
        Survey {
            rounds: own.map(|own| next_to(plan, &posts, own)),
            watches: watches.collect(),
            figures: all,
            around_place: posts.around(plan, &place.iter().collect::<Vec<_>>()),
            goals: ground.goals,
            posts,
            own,
        }
    }

    /// The mission's place and its goal.
    pub(crate) fn place(&self) -> (CellSet, u8) {
        (self.goals[self.posts.len()], self.posts.len() as u8)
    }

    /// The goal of a squad's first place, by its number.
    pub(crate) fn via_goal(&self, number: u8) -> u8 {
        self.posts.len() as u8 + 1 + number
    }

    /// A figure's station around the mission's place, or the place itself if it has no station.
    pub(crate) fn station(&self, me: usize) -> u8 {
        match self.figures[me].stations {
            (_, 0) => self.posts.len() as u8,
            (first, stations) => first + (me % usize::from(stations)) as u8,
        }
    }

    /// Where a figure lies in wait.
    pub(crate) fn ambush(&self, me: usize) -> Option<u8> {
        self.figures[me].ambush
    }

    /// Where a figure on overwatch goes.
    pub(crate) fn lookout(&self, me: usize) -> Option<Lookout> {
        self.figures[me].lookout
    }

    /// The direction from which the enemies of a figure's side will come, as seen from a cell.
    pub(crate) fn watch(&self, me: usize, side: Side, cell: Cell) -> Facing {
        self.watches[self.figures[me].watch][cell.index()][side]
    }

    /// The post nearest to a cell in a straight line: one of its room, if that has any.
    pub(crate) fn post_by(&self, plan: &Plan, cell: Cell) -> Option<u8> {
        let own = plan.room(cell).map_or(0, |room| self.posts.of(room));
        let among = if own == 0 { self.posts.every() } else { own };
        let cells = self.posts.cells().iter().enumerate().filter(|&(post, _)| among >> post & 1 == 1);
        cells.min_by_key(|&(_, &post)| plan.squared(post, cell)).map(|(post, _)| post as u8)
    }
}

fn one(cell: Cell) -> CellSet {
    [cell].into_iter().collect()
}

/// A survey under way.
struct Ground<'a> {
    plan: &'a Plan,
    place: CellSet,
    homes: BySide<CellSet>,
    goals: Vec<CellSet>,
    /// Stations by doctrine: the first goal and the number of stations.
    stations: Vec<([Inches; 2], u8, (u8, u8))>,
    /// How far figures look ahead: for an opening, and on open ground.
    watches: Vec<(usize, usize)>,
    /// Cells already taken as lookouts.
    taken: Vec<Cell>,
    /// Cells already taken by those who lie in wait.
    ambushes: Vec<Cell>,
}

impl Ground<'_> {
    /// The goals that are the stations of a squad.
    fn stations(&mut self, doctrine: &Doctrine) -> (u8, u8) {
        let by = ([doctrine.stations_within, doctrine.stations_apart], doctrine.stations);
        if let Some(&(_, _, known)) = self.stations.iter().find(|&&(reach, most, _)| (reach, most) == by) {
            return known;
        }
        let cells = stations(self.plan, &self.place, doctrine);
        let found = (self.goals.len() as u8, cells.len() as u8);
        self.goals.extend(cells.into_iter().map(one));
        self.stations.push((by.0, by.1, found));
        found
    }

    /// Where a figure sees most of what is to be watched, near a place but outside it, and apart from others; a cell to
    /// hide in is worth half as much again.
    fn ambush(&mut self, doctrine: &Doctrine, (place, watched): &(CellSet, CellSet)) -> Option<u8> {
        let (plan, within) = (self.plan, doctrine.stations_within.thousandths() as u32);
        let apart = doctrine.stations_apart.thousandths() as u32;
        let near = |cell: Cell| place.iter().any(|other| plan.distance(cell, other) <= within);
        let free = |cell: Cell| self.ambushes.iter().all(|&other| plan.distance(cell, other) >= apart);
        let outside = |cell: Cell| !place.contains(cell) && !watched.contains(cell) && plan.opening(cell).is_none();
        let seen = |cell: Cell| plan.exposure(cell, watched, Doors::SHUT);
        let suits = |&cell: &Cell| outside(cell) && free(cell) && near(cell) && seen(cell) > 0;
        let worth = |&cell: &Cell| (seen(cell) * if hides(plan, cell) { 3 } else { 2 }, Reverse(cell));
        let cell = plan.all().iter().filter(suits).max_by_key(worth)?;
        self.ambushes.push(cell);
        self.goals.push(one(cell));
        Some(self.goals.len() as u8 - 1)
    }

    /// The number of a way of looking ahead.
    fn watch(&mut self, doctrine: &Doctrine) -> usize {
        let reach = (usize::from(doctrine.watches_ahead), usize::from(doctrine.watches_open));
        self.watches.iter().position(|&known| known == reach).unwrap_or_else(|| {
            self.watches.push(reach);
            self.watches.len() - 1
        })
    }

    /// Where a figure on overwatch goes and looks.
    fn lookout(&mut self, figure: &Placed<'_>, via: Option<&CellSet>, long_range: Inches) -> Option<Lookout> {
        if figure.doctrine.orders != Orders::Overwatch {
            return None;
        }
        let cells = via.copied().unwrap_or(figure.area);
        let mut watched = self.homes[figure.side.enemy()];
        watched.add(&self.place);
        let far = long_range.thousandths() as u32;
        let (cell, facing) = lookout(self.plan, &cells, &watched, &self.taken, far)?;
        self.taken.push(cell);
        self.goals.push(one(cell));
        Some(Lookout { goal: self.goals.len() as u8 - 1, facing })
    }
}

/// The posts of the rooms that these posts belong to, and of the rooms next to them.
fn next_to(plan: &Plan, posts: &Posts, own: u128) -> u128 {
    let rooms = || (0..plan.rooms()).filter_map(|room| plan.room_numbered(room));
    let mine = || rooms().filter(|&room| posts.of(room) & own & !posts.nooks() != 0);
    let near = rooms().filter(|&other| mine().any(|room| plan.rooms_apart(room, other) <= 1));
    near.fold(0, |all, room| all | posts.of(room))
}

/// Where a guard in a cell looks for enemies that come from a goal: towards the first opening on the way there, or
/// along the way.
fn watch(plan: &Plan, ways: &Ways, cell: Cell, goal: u8, (for_opening, open): (usize, usize)) -> Facing {
    let way = std::iter::successors(Some(cell), |&here| {
        let next = ways.to(here, goal).next;
        (next != here).then_some(next)
    });
    let ahead: Vec<Cell> = way.skip(1).take(for_opening).collect();
    let opening = ahead.iter().find(|&&next| plan.opening(next).is_some());
    let watched = opening.or_else(|| ahead.get(open - 1)).or(ahead.last());
    watched.and_then(|&to| Facing::towards(plan, cell, to)).unwrap_or(Facing::SOUTH)
}

/// The cell from which most of the watched cells are in sight at long range, with doors shut before doors open, and the
/// facing there.
fn lookout(plan: &Plan, cells: &CellSet, watched: &CellSet, taken: &[Cell], far: u32) -> Option<(Cell, Facing)> {
    let seen = |from: Cell, doors: Doors| {
        let view = plan.view_among(from, watched, doors);
        view.iter().filter(|&cell| plan.distance(from, cell) >= far).collect::<CellSet>()
    };
    let free = cells.iter().filter(|&cell| taken.iter().all(|&other| plan.squared(cell, other) > 2));
    let worth = |&cell: &Cell| (seen(cell, Doors::SHUT).len(), seen(cell, Doors::OPEN).len(), hides(plan, cell));
    let cell = free.max_by_key(|cell| (worth(cell), Reverse(*cell)))?;
    let in_view = Some(seen(cell, Doors::SHUT)).filter(|view| !view.is_empty());
    let in_view = in_view.unwrap_or_else(|| seen(cell, Doors::OPEN));
    let directions: Vec<Facing> = in_view.iter().filter_map(|to| Facing::towards(plan, cell, to)).collect();
    let before = |facing: &Facing| directions.iter().filter(|&&other| facing.within(Spread::Eighth, other)).count();
    let facing = directions.iter().copied().max_by_key(before)?;
    Some((cell, facing))
}

/// The cells from which a figure on its way from these cells reaches a place in a move or two.
fn last_stretch(map: &Map, place: &CellSet, from: &CellSet) -> CellSet {
    let ways = map.ways(&[*place], Mover::UNHINDERED);
    let mut stretch = CellSet::default();
    for cell in from.iter() {
        let way = std::iter::successors(Some(cell), |&here| {
            let way = ways.to(here, 0);
            (way.next != here).then_some(way.next)
        });
        let near = way.filter(|&here| (1..=LAST_STRETCH).contains(&ways.to(here, 0).left));
        stretch.add(&near.collect());
    }
    stretch
}

/// Cells that cover a place, the best first: those that see it with doors shut before others, those that allow hiding
/// before others, those that see most first.
fn stations(plan: &Plan, place: &CellSet, doctrine: &Doctrine) -> Vec<Cell> {
    let [within, apart] = [doctrine.stations_within, doctrine.stations_apart].map(|inches| inches.thousandths() as u32);
    let near = |cell: Cell| place.iter().any(|other| plan.distance(cell, other) <= within);
    let outside = |&cell: &Cell| !place.contains(cell) && plan.opening(cell).is_none();
    let covers = |&cell: &Cell| near(cell) && plan.exposure(cell, place, Doors::OPEN) > 0;
    let mut cells: Vec<Cell> = plan.all().iter().filter(outside).filter(covers).collect();
    let sees_it = |cell: Cell| plan.exposure(cell, place, Doors::SHUT) > 0;
    cells.sort_by_key(|&cell| Reverse((sees_it(cell), hides(plan, cell), plan.exposed(cell))));
    let mut stations: Vec<Cell> = Vec::new();
    for cell in cells {
        let free = stations.iter().all(|&other| plan.distance(cell, other) >= apart);
        if stations.len() < usize::from(doctrine.stations) && free {
            stations.push(cell);
        }
    }
    stations
}
