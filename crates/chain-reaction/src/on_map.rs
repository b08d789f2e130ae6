//! A map and its lines of sight and cover (CR-los, CR-terrain, CR-bldg).

use std::cell::{Ref, RefCell};

use engage::Inches;
use field::{Board, Cell, CellSet, Ground as Square, INCH, Mover, Plan, Reaching, Sight};

use crate::lay;
use crate::rules::Rules;
use crate::scene::Scene;
use crate::sight_cache::{Marks, SightCache};
use crate::site::{Place, PlanCell, Site, mover};

/// Maximum number of squares in a way: twice a fast move.
pub(crate) const STEPS: usize = 64;

/// How much longer than the shortest possible way a way may be in the first search, in thousandths of an inch.
const DETOUR: u32 = 3 * INCH;

/// A map and its changing state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnMap<'a> {
    pub(crate) site: &'a Site,
    /// The plan that people see, if there is one.
    plan: Option<&'a Plan>,
    /// Cached results for this ground. The cache affects speed, never results.
    cache: &'a RefCell<SightCache>,
    pub(crate) scene: Scene,
}

/// Which figures block a figure's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Every figure, and also the squares beside figures that could fight.
    All,
    /// As `All`, but only enemies that the figure sees: the squares it may plan to go to.
    Known,
    /// Every figure, but contact is allowed.
    Contact,
}

/// A figure's protection against fire (CR-hit-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Protection {
    pub(crate) cover: bool,
    pub(crate) concealed: bool,
}

impl<'a> OnMap<'a> {
    /// The ground before figures are placed. `drawn`: the plan of a table rolled for this engagement, if an observer
    /// sees it.
    pub(crate) fn new(site: &'a Site, drawn: Option<&'a Plan>, cache: &'a RefCell<SightCache>) -> OnMap<'a> {
        let (plan, scene) = match &site.place {
            Place::Drawn(map) => (Some(&*map.map.plan), Scene::new(map.board, map.inside)),
            Place::Rolled(_) => (drawn, Scene::new(lay::bare(), CellSet::EMPTY)),
        };
        let ground = OnMap { site, plan, cache, scene };
        if matches!(site.place, Place::Drawn(_)) {
            ground.has_changed();
        }
        ground
    }

    /// Switches to another ground: clears the cache and prepares the ground's answers.
    pub(crate) fn has_changed(&self) {
        self.cache.borrow_mut().begin(self.board());
    }

    /// A board square as numbered on the plan that people see.
    pub(crate) fn on_plan(&self, cell: Cell) -> Option<PlanCell> {
        PlanCell::of(self.plan?, self.board(), cell)
    }

    pub(crate) fn board(&self) -> &Board {
        &self.scene.board
    }

    /// The distance between two squares.
    pub(crate) fn length(&self, from: Cell, to: Cell) -> Inches {
        Inches::from_thousandths(self.board().distance(from, to) as i32)
    }

    /// Whether two squares are at most this far apart.
    pub(crate) fn is_within(&self, from: Cell, to: Cell, distance: Inches) -> bool {
        let most = i64::from(distance.thousandths());
        i64::from(self.board().squared(from, to)) * i64::from(INCH).pow(2) <= most.pow(2)
    }

    /// The sight of a figure on one square to a figure on another, as far as ground and weather allow (CR-los-1 to
    /// CR-los-3).
    #[inline]
    pub(crate) fn sight(&self, from: Cell, to: Cell) -> Sight {
        let conditions = &self.site.conditions;
        if conditions.sight.is_some_and(|most| !self.is_within(from, to, most)) {
            return Sight::Blocked;
        }
        let kept = self.cache.borrow().kept_sight(from, to);
        kept.unwrap_or_else(|| self.look(from, to))
    }

    /// Works out a line of sight. Kept out of line, because most lines are kept.
    #[inline(never)]
    fn look(&self, from: Cell, to: Cell) -> Sight {
        let inside = self.site.conditions.sight_inside.thousandths() as u32;
        self.cache.borrow_mut().look(self.board(), from, to, inside)
    }

    /// Turns to these marks, for [`OnMap::sees_mark`].
    pub(crate) fn turn_to_marks(&self, marks: &Marks) {
        self.cache.borrow_mut().marked.turn_to(marks);
    }

    /// Whether a figure on a square would see one of the marks within their range: those turned to last.
    pub(crate) fn sees_mark(&self, marks: &Marks, square: Cell) -> bool {
        let looks = || {
            let mut places = marks.places.iter().map_while(|&place| place);
            places.any(|there| self.is_within(square, there, marks.range) && self.sight(square, there).seen())
        };
        let known = self.cache.borrow().marked.known(square);
        debug_assert!(known.is_none_or(|sees| sees == looks()));
        known.unwrap_or_else(|| {
            let sees = looks();
            self.cache.borrow_mut().marked.note(square, sees);
            sees
        })
    }

    /// The protection of a figure on a square against fire from another square with a weapon of this Impact. `None` if
    /// there is no line of sight (CR-hit-3, CR-bldg-2).
    pub(crate) fn protection(&self, from: Cell, to: Cell, impact: u8) -> Option<Protection> {
        let sight = self.sight(from, to);
        if !sight.seen() {
            return None;
        }
        // Seen from outside, a figure inside a building is behind its walls (CR-bldg-2, CR-bldg-5).
        if self.scene.inside.contains(to) && !self.scene.inside.contains(from) {
            let cover = impact <= self.site.conditions.building_dv;
            return Some(Protection { cover, concealed: !cover });
        }
        let cover = sight.covered() || self.is_edge(to) && !is_wood(self.board().ground_of(from));
        Some(Protection { cover, concealed: sight.concealed() })
    }

    /// Turns to the squares with a way to a goal that avoids these squares. Returns the rank, by their distance to the
    /// goal, of the first that is not too near to it to be reached from `here` with this movement, in thousandths of an
    /// inch.
    pub(crate) fn turn_to(&self, rules: &Rules, goal: Cell, shut: &CellSet, (here, left): (Cell, u32)) -> usize {
        // Where a move ends, no less is left of the shortest possible way to the goal than the move is short of it.
        let far = self.board().least_cost(here, goal).saturating_sub(left);
        self.cache.borrow_mut().turn_to(goal, shut, mover(rules), far)
    }

    /// The square of this rank among them, the nearest to the goal first, and its distance to the goal, in thousandths of
    /// an inch.
    #[inline]
    pub(crate) fn nearest_to_goal(&self, rank: usize) -> Option<(Cell, u32)> {
        self.cache.borrow_mut().nearest(rank)
    }

    /// Switches to another figure.
    pub(crate) fn takes_in_hand(&self) {
        let cache = &mut *self.cache.borrow_mut();
        (cache.ready, cache.barred) = (false, None);
    }

    /// Squares that the current figure cannot enter, as far as it knows; computed once.
    pub(crate) fn barred(&self, work_out: impl FnOnce() -> CellSet) -> Ref<'a, CellSet> {
        if self.cache.borrow().barred.is_none() {
            let barred = work_out();
            self.cache.borrow_mut().barred = Some(barred);
        }
        Ref::map(self.cache.borrow(), |cache| cache.barred.as_ref().unwrap_or(&CellSet::EMPTY))
    }

    /// Whether the current search is for the squares that the current figure can reach.
    pub(crate) fn is_searched(&self) -> bool {
        self.cache.borrow().ready
    }

    /// Whether that search has gone as far as it can.
    pub(crate) fn is_searched_through(&self) -> bool {
        let cache = self.cache.borrow();
        cache.ready && cache.search.is_done()
    }

    /// Starts the search for the squares that the current figure can reach.
    pub(crate) fn search_in_hand(&self, reaching: Reaching, blocked: &CellSet) {
        self.search_around(reaching, blocked, true);
        self.cache.borrow_mut().ready = true;
    }

    /// Starts a search around a square. `ends`: windows end the move.
    pub(crate) fn search_around(&self, reaching: Reaching, blocked: &CellSet, ends: bool) {
        self.cache.borrow_mut().search.begin_from(reaching, blocked, ends);
    }

    /// The square of this rank among those reached by the current search, the nearest first.
    #[inline]
    pub(crate) fn nth(&self, rank: usize) -> Option<Cell> {
        let SightCache { search, lanes, .. } = &mut *self.cache.borrow_mut();
        search.nth(lanes, rank)
    }

    /// The squares reached by the current search, the nearest first.
    #[inline]
    pub(crate) fn reached(&self) -> impl Iterator<Item = Cell> {
        (0..).map_while(|rank| self.nth(rank))
    }

    /// The cost of the way to a square in the current search, in thousandths of an inch, if it is reached.
    #[inline]
    pub(crate) fn cost_to(&self, square: Cell) -> Option<u32> {
        let SightCache { search, lanes, .. } = &mut *self.cache.borrow_mut();
        search.cost(lanes, square)
    }

    /// The way to a square in the current search: its squares in order, and their number. Empty if the square is not
    /// reached.
    pub(crate) fn way_to(&self, to: Cell) -> ([Cell; STEPS], usize) {
        let mut way = [to; STEPS];
        let mut len = 0;
        let mut here = self.cost_to(to).map(|_| to);
        let cache = self.cache.borrow();
        while let Some(cell) = here {
            let before = cache.search.came_from(&cache.lanes, cell);
            if before.is_none() || len == STEPS {
                break;
            }
            way[len] = cell;
            len += 1;
            here = before;
        }
        way[..len].reverse();
        (way, len)
    }

    /// The way from a square to a goal: its squares in order, each with the cost to get there, with slow ground at full
    /// speed.
    pub(crate) fn unhindered_way(&self, from: Cell, goal: Cell) -> impl Iterator<Item = (Cell, u32)> {
        let search = |shut: &CellSet| {
            self.cache.borrow_mut().search.begin_to(goal, Mover::UNHINDERED, shut);
            self.cost_to(from)
        };
        let most = self.board().least_cost(from, goal) + DETOUR;
        let short = search(&self.board().detours(from, goal, most)).filter(|&cost| cost <= most);
        let all = short.or_else(|| search(&CellSet::EMPTY));
        let after = move |&(cell, _): &(Cell, u32)| {
            let next = {
                let cache = self.cache.borrow();
                cache.search.came_from(&cache.lanes, cell)?
            };
            Some((next, all? - self.cost_to(next).or(all)?))
        };
        std::iter::successors(all.map(|_| (from, 0)), after).skip(1)
    }

    /// The number of squares that figures can enter at all.
    pub(crate) fn entered(&self) -> usize {
        self.cache.borrow().lanes.entered()
    }

    /// All squares that can be reached from a square.
    pub(crate) fn connected(&self, from: Cell) -> CellSet {
        self.cache.borrow().lanes.connected(from)
    }

    /// Whether a square is on the edge of a wood, which gives cover against fire from outside (CR-terrain-6).
    fn is_edge(&self, cell: Cell) -> bool {
        let board = self.board();
        if board.ground_of(cell) != Square::THICKET {
            return false;
        }
        board.around(cell).any(|beside| board.ground_of(beside) == Square::WOOD)
    }
}

/// Whether a square belongs to a wood.
fn is_wood(ground: Square) -> bool {
    matches!(ground, Square::WOOD | Square::THICKET)
}
