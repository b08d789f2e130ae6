//! A map, and what it says of its squares: who sees whom from where, and behind what cover (CR-los, CR-terrain, CR-bldg).

use std::cell::RefCell;

use engage::Inches;
use field::{Board, Cell, CellSet, Ground as Square, Search, Sight};

use crate::rules::Rules;
use crate::scene::Scene;
use crate::site::{Site, mover};

/// A map, and what changes on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnMap<'a> {
    pub(crate) site: &'a Site,
    /// What the figure in hand can reach; worked out when it is asked for.
    pub(crate) reach: &'a RefCell<Reached>,
    /// The long ways to the goal that was asked for last.
    pub(crate) ways: &'a RefCell<Ways>,
    pub(crate) scene: Scene,
}

/// What a figure can reach.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub(crate) search: Search,
    /// Whether it has been worked out for the figure in hand.
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

impl Default for Reached {
    fn default() -> Reached {
        Reached { search: Search::new(), ready: false, barred: None }
    }
}

/// What is left to go to one goal from every square.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    to: Option<Cell>,
    search: Search,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways { to: None, search: Search::new() }
    }
}

/// How somebody is protected against fire (CR-hit-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Protection {
    pub(crate) cover: bool,
    pub(crate) concealed: bool,
}

impl<'a> OnMap<'a> {
    /// Before anybody is placed.
    pub(crate) fn new(site: &'a Site, reach: &'a RefCell<Reached>, ways: &'a RefCell<Ways>) -> OnMap<'a> {
        OnMap { site, reach, ways, scene: Scene::new(site.board, site.inside) }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.scene.board
    }

    /// The distance between two squares.
    pub(crate) fn length(&self, from: Cell, to: Cell) -> Inches {
        Inches::from_thousandths(self.board().distance(from, to) as i32)
    }

    /// How somebody on one square sees somebody on another, as far as ground and weather let him (CR-los-1 to CR-los-3).
    pub(crate) fn sight(&self, from: Cell, to: Cell) -> Sight {
        let conditions = &self.site.conditions;
        if conditions.sight.is_some_and(|most| self.length(from, to) > most) {
            return Sight::Blocked;
        }
        self.board().sight(from, to, conditions.sight_inside.thousandths() as u32)
    }

    /// How somebody on a square is protected against fire of an Impact from another; none if no line leads there (CR-hit-3, CR-bldg-2).
    pub(crate) fn protection(&self, from: Cell, to: Cell, impact: u8) -> Option<Protection> {
        let sight = self.sight(from, to);
        if !sight.seen() {
            return None;
        }
        // Looked at from outside, whoever is inside a building has its walls before him (CR-bldg-2, CR-bldg-5).
        if self.scene.inside.contains(to) && !self.scene.inside.contains(from) {
            let cover = impact <= self.site.conditions.building_dv;
            return Some(Protection { cover, concealed: !cover });
        }
        let cover = sight.covered() || self.is_edge(to) && !is_wood(self.board().ground_of(from));
        Some(Protection { cover, concealed: sight.concealed() })
    }

    /// What is left to go from a square to another round all that stands in the way, in thousandths of an inch, if there is a way. Works it
    /// out for all squares when another goal is asked for.
    pub(crate) fn way_to_go(&self, rules: &Rules, from: Cell, goal: Cell) -> Option<u32> {
        let mut ways = self.ways.borrow_mut();
        if ways.to != Some(goal) {
            let mover = mover(rules);
            let goals = [goal].into_iter().collect();
            self.board().distances(&mut ways.search, &goals, u32::MAX - 1, mover, &CellSet::EMPTY);
            ways.to = Some(goal);
        }
        ways.search.cost(from)
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

/// Whether a square belongs to a wood.
fn is_wood(ground: Square) -> bool {
    matches!(ground, Square::WOOD | Square::THICKET)
}
