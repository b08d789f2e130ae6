//! A map, and what it says of its squares: who sees whom from where, and behind what cover (CR-los, CR-terrain, CR-bldg).

use std::cell::RefCell;

use engage::Inches;
use field::{Board, Cell, CellSet, Exploration, Ground as Square, INCH, Lanes, Lines, Pass, Plan, Sight};

use crate::lay;
use crate::rules::Rules;
use crate::scene::Scene;
use crate::site::{Place, PlanCell, Site, mover};

/// A map, and what changes on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnMap<'a> {
    pub(crate) site: &'a Site,
    /// The plan that people are shown, if there is one.
    pub(crate) plan: Option<&'a Plan>,
    /// What the figure in hand can reach; worked out when it is asked for.
    pub(crate) reach: &'a RefCell<Reached>,
    /// The long ways to the goal that was asked for last.
    pub(crate) ways: &'a RefCell<Ways>,
    /// Lines of sight that were asked for.
    pub(crate) sights: &'a RefCell<Sights>,
    /// The steps of the ground.
    pub(crate) lanes: &'a RefCell<Lanes>,
    pub(crate) scene: Scene,
}

/// Who stands in a figure's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Every figure; for those who could fight also the squares beside them.
    All,
    /// The same, but of enemies only those whom it sees: where it may mean to go.
    Known,
    /// Everybody, but one may come into contact.
    Contact,
}

/// What is remembered of a map while engagements are played on it, since it is asked for again and again.
#[derive(Debug, Default)]
pub(crate) struct SightCache {
    reach: RefCell<Reached>,
    ways: RefCell<Ways>,
    sights: RefCell<Sights>,
    lanes: RefCell<Lanes>,
}

/// What a figure can reach.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached {
    pub(crate) search: Exploration,
    /// Whether it is about the figure in hand.
    pub(crate) ready: bool,
    /// Squares that are barred to it, as far as it knows.
    pub(crate) barred: Option<CellSet>,
}

impl Reached {
    /// Another figure is in hand.
    pub(crate) fn begin(&mut self) {
        (self.ready, self.barred) = (false, None);
    }
}

/// The ways to one goal from every square.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    to: Option<Cell>,
    /// Squares by which they do not lead.
    shut: CellSet,
    search: Exploration,
}

/// Lines of sight that were asked for, each in one place of a table where others may take its place.
#[derive(Clone, Debug)]
pub(crate) struct Sights {
    /// Counts the grounds; what is remembered of an earlier one is void.
    ground: u64,
    /// The number of the ground, the two cells and how each sees the other.
    known: [u64; Sights::PLACES],
    /// Where they are worked out.
    lines: Lines,
}

impl Default for Sights {
    fn default() -> Sights {
        Sights { ground: 1, known: [0; Sights::PLACES], lines: Lines::new() }
    }
}

impl Sights {
    const PLACES: usize = 1 << 13;
    const ALL: [Sight; 5] =
        [Sight::Blocked, Sight::Clear, Sight::Concealed, Sight::Covered, Sight::CoveredAndConcealed];

    /// How a figure on one square sees another on the other, as remembered or as worked out for both.
    #[inline]
    fn of(&mut self, board: &Board, from: Cell, to: Cell, inside: u32) -> Sight {
        // Both ways are remembered in one place.
        let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
        let pair = low << 12 | high;
        let place = (pair as u32).wrapping_mul(0x9e37_79b1) >> (u32::BITS - Sights::PLACES.ilog2());
        let (line, key) = (&mut self.known[place as usize], self.ground << 24 | pair as u64);
        if *line >> 6 != key {
            let [there, back] = self.lines.sight_both_ways(board, from, to, inside).map(|sight| sight as u64);
            let (up, down) = if from.index() == low { (there, back) } else { (back, there) };
            *line = key << 6 | down << 3 | up;
        }
        let shift = if from.index() == low { 0 } else { 3 };
        Sights::ALL[(*line >> shift & 7) as usize % 5]
    }
}

const _: () = assert!(field::MAX_CELLS <= 1 << 12, "the number of a cell has 12 bits");

/// How somebody is protected against fire (CR-hit-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Protection {
    pub(crate) cover: bool,
    pub(crate) concealed: bool,
}

impl<'a> OnMap<'a> {
    /// Before anybody is placed. `drawn`: the plan of a table that was drawn for this engagement, if somebody looks on.
    pub(crate) fn new(
        site: &'a Site,
        drawn: Option<&'a Plan>,
        SightCache { reach, ways, sights, lanes }: &'a SightCache,
    ) -> OnMap<'a> {
        let (plan, scene) = match &site.place {
            Place::Drawn(map) => (Some(&*map.map.plan), Scene::new(map.board, map.inside)),
            Place::Rolled(_) => (drawn, Scene::new(lay::bare(), CellSet::EMPTY)),
        };
        let ground = OnMap { site, plan, reach, ways, sights, lanes, scene };
        if matches!(site.place, Place::Drawn(_)) {
            ground.has_changed();
        }
        ground
    }

    /// The ground is another: what was remembered of it is forgotten, and what it answers is prepared.
    pub(crate) fn has_changed(&self) {
        self.ways.borrow_mut().to = None;
        let sights = &mut *self.sights.borrow_mut();
        sights.ground += 1;
        sights.lines.prepare(self.board());
        self.lanes.borrow_mut().prepare(self.board(), is_window);
    }

    /// A square of the board as the plan numbers it that people are shown.
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

    /// Whether two squares are at most so far apart.
    pub(crate) fn is_within(&self, from: Cell, to: Cell, distance: Inches) -> bool {
        let most = i64::from(distance.thousandths());
        i64::from(self.board().squared(from, to)) * i64::from(INCH).pow(2) <= most.pow(2)
    }

    /// How somebody on one square sees somebody on another, as far as ground and weather let him (CR-los-1 to CR-los-3).
    pub(crate) fn sight(&self, from: Cell, to: Cell) -> Sight {
        let conditions = &self.site.conditions;
        if conditions.sight.is_some_and(|most| !self.is_within(from, to, most)) {
            return Sight::Blocked;
        }
        let inside = conditions.sight_inside.thousandths() as u32;
        self.sights.borrow_mut().of(self.board(), from, to, inside)
    }

    /// How somebody on a square is protected against fire of an Impact from another; none if no line leads there (CR-hit-3, CR-bldg-2).
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

    /// The square of this rank among those from which there is a way to a goal, the nearest to it first, and the distance left from there,
    /// in thousandths of an inch. The first, of rank 0, says by which squares the ways do not lead.
    #[inline]
    pub(crate) fn nearest_to(
        &self,
        rules: &Rules,
        goal: Cell,
        rank: usize,
        shut: impl FnOnce() -> CellSet,
    ) -> Option<(Cell, u32)> {
        let (ways, lanes) = (&mut *self.ways.borrow_mut(), &*self.lanes.borrow());
        if rank == 0 {
            let shut = shut();
            if ways.to != Some(goal) || ways.shut != shut {
                ways.search.begin_to(goal, mover(rules), &shut);
                (ways.to, ways.shut) = (Some(goal), shut);
            }
        }
        let square = ways.search.nth(lanes, rank)?;
        Some((square, ways.search.cost(lanes, square)?))
    }

    /// Whether a square is the edge of a wood, which is cover against fire from outside (CR-terrain-6).
    fn is_edge(&self, cell: Cell) -> bool {
        let board = self.board();
        if board.ground_of(cell) != Square::THICKET {
            return false;
        }
        board.around(cell).any(|beside| board.ground_of(beside) == Square::WOOD)
    }
}

/// A window ends the move (CR-bldg-4).
pub(crate) fn is_window(ground: Square) -> bool {
    ground.opening && ground.pass == Pass::Climb
}

/// Whether a square belongs to a wood.
fn is_wood(ground: Square) -> bool {
    matches!(ground, Square::WOOD | Square::THICKET)
}
