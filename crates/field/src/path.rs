//! Steps, distances to a goal, and what a move can reach.
//!
//! A step leads to one of the eight squares around. It costs 1000 along an edge and 1414 diagonally, in thousandths of
//! an inch, times the factor of rough ground if the square entered is rough. No corner is cut: a diagonal step needs
//! both squares beside it to be walked ground, not wall, door or anything that is climbed.

use crate::cell::{Cell, CellSet, INCH, MAX_CELLS, NONE};
use crate::doors::{Door, Doors};
use crate::ground::Pass;
use crate::plan::Plan;
use crate::steps::STAIRS;

/// A diagonal step, in thousandths of an inch: the square root of two, rounded down.
pub const DIAGONAL: u32 = 1414;
/// The most cells for which [`Routes`] keeps the way to every cell: 16 MiB.
pub const MAX_ROUTED_CELLS: usize = 2048;

/// The cost if there is no way.
pub(crate) const NEVER: u32 = u32::MAX;

/// What it costs a figure to move, in thousandths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mover {
    /// The cost of a step into rough ground, for each 1000 that it would cost elsewhere.
    pub rough: u32,
    /// The extra cost of climbing into a square, if the figure climbs.
    pub climb: Option<u32>,
    /// The extra cost of going into a shut door, if the figure opens doors.
    pub door: Option<u32>,
    /// The cost of taking stairs, from square to square, if the figure takes them.
    pub stairs: Option<u32>,
}

impl Mover {
    /// Opens doors at no cost, takes stairs as an inch, pays double for rough ground and does not climb.
    pub const WALKER: Mover = Mover { rough: 2 * INCH, climb: None, door: Some(0), stairs: Some(INCH) };

    /// Goes wherever there is a way, and nothing hinders it: rough ground, climbing and doors cost nothing extra.
    pub const UNHINDERED: Mover = Mover { rough: INCH, climb: Some(0), door: Some(0), stairs: Some(INCH) };

    /// The cost of a step in a direction into ground with this pass; `None` if the figure cannot take it.
    #[inline]
    fn cost(self, direction: usize, pass: Pass) -> Option<u32> {
        let plain = match direction {
            STAIRS => self.stairs?,
            diagonal if diagonal % 2 == 1 => DIAGONAL,
            _ => INCH,
        };
        let cost = match pass {
            Pass::No => return None,
            Pass::Free => plain,
            Pass::Rough => (u64::from(plain) * u64::from(self.rough) / u64::from(INCH)).min(NEVER.into()) as u32,
            Pass::Climb => plain.saturating_add(self.climb?),
            Pass::Door => plain.saturating_add(self.door?),
        };
        // Every step costs something, so that no way runs in a circle.
        Some(cost.max(1))
    }

    /// The costs of all steps.
    pub(crate) fn costs(self) -> Costs {
        let by = std::array::from_fn(|direction| Pass::ALL.map(|pass| self.cost(direction, pass).unwrap_or(NEVER)));
        Costs { by, least: by.as_flattened().iter().copied().min().unwrap_or(NEVER) }
    }
}

/// The costs of a figure's steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    /// By direction and then by pass; [`NEVER`] if there is no step.
    by: [[u32; Pass::ALL.len()]; STAIRS + 1],
    /// The least of these costs.
    least: u32,
}

impl Costs {
    /// The cost of a step in a direction into ground with this pass.
    pub(crate) const fn of(&self, direction: usize, pass: Pass) -> u32 {
        self.by[direction][pass as usize]
    }

    /// The least cost of a step.
    pub(crate) const fn least(&self) -> u32 {
        self.least
    }
}

/// A step from one cell to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where it leads.
    pub to: Cell,
    /// Its cost, in thousandths of an inch.
    pub cost: u32,
    /// The shut door that has to be opened first; `cost` includes it.
    pub door: Option<Door>,
}

/// The rest of the way to a goal from each cell, in thousandths of an inch.
#[derive(Clone, Copy, Debug)]
pub struct Downhill<'a>(&'a [u32]);

impl Downhill<'_> {
    /// The rest of the way from a cell; `None` if there is no way.
    #[must_use]
    #[inline]
    pub fn from(&self, cell: Cell) -> Option<u32> {
        Some(self.0[cell.index()]).filter(|&cost| cost != NEVER)
    }
}

/// The way to one goal, from every cell.
#[derive(Clone, Debug)]
pub struct Distances(Box<[u32]>);

impl Distances {
    /// The distances, ready for questions.
    #[must_use]
    pub fn downhill(&self) -> Downhill<'_> {
        Downhill(&self.0)
    }
}

/// The way to every cell, from every cell.
#[derive(Clone, Debug)]
pub struct Routes {
    costs: Box<[u32]>,
    cells: usize,
}

impl Routes {
    /// All ways on a plan, for a mover and these open doors; `None` for a plan of more than [`MAX_ROUTED_CELLS`] cells.
    #[must_use]
    pub fn new(plan: &Plan, mover: Mover, doors: Doors) -> Option<Routes> {
        let cells = plan.cells();
        if cells > MAX_ROUTED_CELLS {
            return None;
        }
        let (mut search, opened) = (Box::new(Search::new()), Opened { plan, doors });
        let mut costs = Vec::with_capacity(cells * cells);
        for goal in plan.all().iter() {
            search.begin([goal]);
            search.spread(&opened, &Bounds::new(Way::To, NEVER, mover, &CellSet::EMPTY), |_| false);
            costs.extend_from_slice(&search.costs[..cells]);
        }
        Some(Routes { costs: costs.into(), cells })
    }

    /// The way to a cell.
    #[must_use]
    #[inline]
    pub fn to(&self, goal: Cell) -> Downhill<'_> {
        Downhill(&self.costs[goal.index() * self.cells..][..self.cells])
    }
}

/// How far a figure may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reaching {
    /// Where it begins.
    pub from: Cell,
    /// The most that its way may cost, in thousandths of an inch.
    pub allowance: u32,
    /// What its steps cost.
    pub mover: Mover,
}

/// The direction in which costs are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// From the start outwards.
    From,
    /// Towards the start.
    To,
}

/// Ground that a search spreads over.
pub(crate) trait Ways {
    /// Passes on every step from a cell, or every step to it.
    fn steps_of(&self, cell: Cell, way: Way, steps: &mut impl Steps);
}

/// A receiver of steps.
pub(crate) trait Steps {
    /// A step: its direction, the number of the other cell, and how the cell that it leads to is entered. If that is
    /// [`Pass::No`], there is no step, and the number has no meaning.
    fn step(&mut self, direction: usize, other: u16, entered: impl FnOnce() -> Pass);
}

/// A plan with certain doors open.
struct Opened<'a> {
    plan: &'a Plan,
    doors: Doors,
}

impl Ways for Opened<'_> {
    #[inline]
    fn steps_of(&self, cell: Cell, way: Way, steps: &mut impl Steps) {
        for (direction, &next) in self.plan.steps[cell.index()].iter().enumerate() {
            if next != NONE {
                let entered = if way == Way::From { Cell(next) } else { cell };
                steps.step(direction, next, || self.plan.entered(entered, self.doors));
            }
        }
    }
}

/// What bounds a search.
pub(crate) struct Bounds<'a> {
    way: Way,
    limit: u32,
    costs: Costs,
    blocked: &'a CellSet,
}

impl<'a> Bounds<'a> {
    /// Excludes everything that costs more than the limit, and the blocked cells.
    #[inline]
    pub(crate) fn new(way: Way, limit: u32, mover: Mover, blocked: &'a CellSet) -> Bounds<'a> {
        Bounds { way, limit: limit.min(NEVER - 1), costs: mover.costs(), blocked }
    }
}

/// Offers a search every cell to which one step leads from a cell.
struct Offers<'a> {
    search: &'a mut Search,
    from: u16,
    cost: u32,
    bounds: &'a Bounds<'a>,
}

impl Steps for Offers<'_> {
    #[inline]
    fn step(&mut self, direction: usize, other: u16, entered: impl FnOnce() -> Pass) {
        // Most cells around have already been reached as cheaply.
        let known = self.search.costs.get(usize::from(other)).copied().unwrap_or(0);
        let Bounds { limit, costs, blocked, .. } = self.bounds;
        if known <= self.cost.saturating_add(costs.least) {
            return;
        }
        let cost = self.cost.saturating_add(costs.by[direction][entered() as usize]);
        if cost <= *limit && cost < known && !blocked.contains(Cell(other)) {
            self.search.offer(other, cost, self.from);
        }
    }
}

/// Memory for [`Plan::reach`] and for searches of a [`Board`](crate::Board): 72 KiB, made once, used again and again.
/// Holds the answer of the last search.
#[derive(Clone, Debug)]
pub struct Search {
    costs: [u32; MAX_CELLS],
    /// The cell from which each cell was entered.
    came: [u16; MAX_CELLS],
    /// The cells reached, the cheapest first, equal ones by number.
    order: [u16; MAX_CELLS],
    settled: usize,
    /// Waiting cells as a binary heap of keys, and the place of each in it.
    heap: [u64; MAX_CELLS],
    place: [u16; MAX_CELLS],
    waiting: usize,
}

/// Orders cells by cost, then by number.
const fn key(cost: u32, cell: u16) -> u64 {
    (cost as u64) << 16 | cell as u64
}

impl Default for Search {
    fn default() -> Search {
        Search::new()
    }
}

impl Search {
    /// Before any search.
    #[must_use]
    pub const fn new() -> Search {
        Search {
            costs: [NEVER; MAX_CELLS],
            came: [NONE; MAX_CELLS],
            order: [NONE; MAX_CELLS],
            settled: 0,
            heap: [0; MAX_CELLS],
            place: [NONE; MAX_CELLS],
            waiting: 0,
        }
    }

    /// The cost of getting to a cell; `None` if it is out of reach.
    #[must_use]
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        Some(self.costs[cell.index()]).filter(|&cost| cost != NEVER)
    }

    /// The cells in reach, including the start: the cheapest first, equal ones in order of their numbers.
    pub fn reached(&self) -> impl Iterator<Item = Cell> + '_ {
        self.order[..self.settled].iter().map(|&cell| Cell(cell))
    }

    /// The cell with this rank among those in reach, from 0 for the start.
    #[must_use]
    pub fn nth_reached(&self, rank: usize) -> Option<Cell> {
        self.order[..self.settled].get(rank).map(|&cell| Cell(cell))
    }

    /// The cell before this one on the cheapest way to it; `None` for the start.
    #[must_use]
    pub fn came_from(&self, cell: Cell) -> Option<Cell> {
        self.cost(cell)?;
        Some(self.came[cell.index()]).filter(|&came| came != NONE).map(Cell)
    }

    /// Where the search began.
    #[must_use]
    pub fn start(&self) -> Option<Cell> {
        self.reached().next()
    }

    /// Begins at these cells.
    pub(crate) fn begin(&mut self, starts: impl IntoIterator<Item = Cell>) {
        // All other cells are still as they were at first.
        for &cell in &self.order[..self.settled] {
            self.costs[usize::from(cell)] = NEVER;
        }
        for &key in &self.heap[..self.waiting] {
            self.costs[usize::from(key as u16)] = NEVER;
        }
        (self.settled, self.waiting) = (0, 0);
        starts.into_iter().for_each(|start| self.offer(start.0, 0, NONE));
    }

    /// Enters a cell at a cost, if that is less than its known cost.
    fn offer(&mut self, cell: u16, cost: u32, came: u16) {
        let index = usize::from(cell);
        if cost >= self.costs[index] {
            return;
        }
        let place = if self.costs[index] == NEVER {
            self.waiting += 1;
            self.waiting - 1
        } else {
            usize::from(self.place[index])
        };
        self.costs[index] = cost;
        self.came[index] = came;
        self.rise(place, key(cost, cell));
    }

    fn put(&mut self, place: usize, key: u64) {
        self.heap[place] = key;
        self.place[usize::from(key as u16)] = place as u16;
    }

    /// Puts a key into a hole, or above it.
    fn rise(&mut self, mut hole: usize, key: u64) {
        while hole > 0 && key < self.heap[(hole - 1) / 2] {
            self.put(hole, self.heap[(hole - 1) / 2]);
            hole = (hole - 1) / 2;
        }
        self.put(hole, key);
    }

    /// Settles the cheapest waiting cell.
    fn settle(&mut self) -> Option<Cell> {
        self.waiting = self.waiting.checked_sub(1)?;
        let cell = self.heap[0] as u16;
        // The last key goes into the hole at the top, or below.
        let (key, mut hole) = (self.heap[self.waiting], 0);
        loop {
            let mut least = 2 * hole + 1;
            if least >= self.waiting {
                break;
            }
            least += usize::from(least + 1 < self.waiting && self.heap[least + 1] < self.heap[least]);
            if key <= self.heap[least] {
                break;
            }
            self.put(hole, self.heap[least]);
            hole = least;
        }
        self.put(hole, key);
        self.order[self.settled] = cell;
        self.settled += 1;
        Some(Cell(cell))
    }

    /// Goes on until nothing within the bounds is left. It does not go beyond cells that end the way, unless it began
    /// there.
    #[inline]
    pub(crate) fn spread(&mut self, ways: &impl Ways, bounds: &Bounds<'_>, ends: impl Fn(Cell) -> bool) {
        while let Some(cell) = self.settle() {
            if self.came[cell.index()] != NONE && ends(cell) {
                continue;
            }
            self.spread_from(ways, bounds, cell);
        }
    }

    /// Offers every cell to which one step leads from a settled cell.
    #[inline]
    fn spread_from(&mut self, ways: &impl Ways, bounds: &Bounds<'_>, cell: Cell) {
        let cost = self.costs[cell.index()];
        ways.steps_of(cell, bounds.way, &mut Offers { search: self, from: cell.0, cost, bounds });
    }
}

impl Plan {
    /// How a cell is entered now: an open door is free.
    #[inline]
    fn entered(&self, cell: Cell, doors: Doors) -> Pass {
        match self.grid.pass(cell) {
            Pass::Door if self.grid.door_of(cell).is_some_and(|door| doors.is_open(Door(door))) => Pass::Free,
            pass => pass,
        }
    }

    /// The steps from a cell: the eight directions clockwise from the north, then stairs.
    pub fn steps(&self, from: Cell, mover: Mover, doors: Doors) -> impl Iterator<Item = Step> + '_ {
        self.steps_that(from, mover, doors, |_| true)
    }

    /// The steps from a cell into cells for which `suits` is true.
    #[inline]
    pub fn steps_that<'a>(
        &'a self,
        from: Cell,
        mover: Mover,
        doors: Doors,
        mut suits: impl FnMut(Cell) -> bool + 'a,
    ) -> impl Iterator<Item = Step> + 'a {
        let next = self.steps[from.index()].iter().enumerate();
        let suiting = next.filter(move |&(_, &next)| next != NONE && suits(Cell(next)));
        suiting.filter_map(move |(direction, &next)| {
            let to = Cell(next);
            let cost = mover.cost(direction, self.entered(to, doors))?;
            Some(Step { to, cost, door: self.door(to).filter(|&door| !doors.is_open(door)) })
        })
    }

    /// The best step towards a goal among those into free cells: the one with the least sum of its own cost and the
    /// rest of the way; among equals, the first clockwise from the north. Only steps that bring the goal nearer count,
    /// so nobody walks in circles. `None` at the goal, without a way, or if all better cells are taken.
    #[must_use]
    pub fn next_step(
        &self,
        goal: Downhill<'_>,
        from: Cell,
        mover: Mover,
        doors: Doors,
        mut free: impl FnMut(Cell) -> bool,
    ) -> Option<Step> {
        let here = goal.0[from.index()];
        let nearer = |next: Cell| goal.0[next.index()] < here && free(next);
        let steps = self.steps_that(from, mover, doors, nearer);
        steps.min_by_key(|step| goal.0[step.to.index()].saturating_add(step.cost))
    }

    /// The way to the nearest of these cells, from every cell, for a mover and these open doors. Allocates.
    #[must_use]
    pub fn distances(&self, goals: &CellSet, mover: Mover, doors: Doors) -> Distances {
        let (mut search, opened) = (Box::new(Search::new()), Opened { plan: self, doors });
        search.begin(goals.iter());
        search.spread(&opened, &Bounds::new(Way::To, NEVER, mover, &CellSet::EMPTY), |_| false);
        Distances(search.costs[..self.cells()].into())
    }

    /// Finds the cells that a figure can reach without entering any blocked cell; the answer is in `search`.
    pub fn reach(&self, search: &mut Search, reaching: Reaching, doors: Doors, blocked: &CellSet) {
        let Reaching { from, allowance, mover } = reaching;
        let opened = Opened { plan: self, doors };
        search.begin([from]);
        search.spread(&opened, &Bounds::new(Way::From, allowance, mover, blocked), |_| false);
    }

    /// The first cell in reach for which `suits` is true, in the order of [`Search::reached`] after [`Plan::reach`],
    /// excluding the start. It searches no further, so `search` then holds only the cells that were looked at.
    pub fn first_in_reach(
        &self,
        search: &mut Search,
        reaching: Reaching,
        doors: Doors,
        mut suits: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        let Reaching { from, allowance, mover } = reaching;
        let (opened, bounds) =
            (Opened { plan: self, doors }, Bounds::new(Way::From, allowance, mover, &CellSet::EMPTY));
        search.begin([from]);
        while let Some(cell) = search.settle() {
            if cell != from && suits(cell) {
                return Some(cell);
            }
            search.spread_from(&opened, &bounds, cell);
        }
        None
    }
}
