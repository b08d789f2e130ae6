//! Cached results for a map while engagements are played on it: searches, lines of sight, and the steps of the ground.

use engage::Inches;
use field::{Board, Cell, CellSet, Exploration, Lanes, Lines, Mover, Sight};

use crate::figure::MEN;
use crate::site::is_window;

/// The number of goals whose ways are kept: a cache has its place on the stack, and each takes 57 KiB.
const GOALS: usize = 4;

/// The ways to a goal from every square.
#[derive(Clone, Debug, Default)]
struct WaysTo {
    /// The goal, and the squares that the ways avoid.
    goal: Option<(Cell, CellSet)>,
    ways: Exploration,
}

/// Places where enemies may be, the first ones in use, and a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    pub(crate) places: [Option<Cell>; MEN],
    pub(crate) range: Inches,
}

/// From which squares one of the same marks is seen within the range, as far as somebody asked: the figures of a group
/// ask the same of nearly the same squares.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marked {
    marks: Option<Marks>,
    asked: CellSet,
    seen: CellSet,
}

impl Marked {
    /// Turns to these marks.
    pub(crate) fn turn_to(&mut self, marks: &Marks) {
        if self.marks.as_ref() != Some(marks) {
            *self = Marked { marks: Some(*marks), ..Marked::default() };
        }
    }

    /// Whether a mark is seen from a square, if somebody has asked.
    #[inline]
    pub(crate) fn known(&self, square: Cell) -> Option<bool> {
        self.asked.contains(square).then(|| self.seen.contains(square))
    }

    /// Notes whether a mark is seen from a square.
    pub(crate) fn note(&mut self, square: Cell, sees: bool) {
        self.asked.insert(square);
        if sees {
            self.seen.insert(square);
        }
    }
}

/// Results computed for a ground, which are needed repeatedly. The driver owns the cache and passes it to the ground.
#[derive(Clone, Debug, Default)]
pub(crate) struct SightCache {
    /// The search for what the current figure can reach; run on demand.
    pub(crate) search: Exploration,
    /// Whether the search is for the current figure.
    pub(crate) ready: bool,
    /// Squares that the current figure cannot enter, as far as it knows.
    pub(crate) barred: Option<CellSet>,
    /// The ways to the goals requested last, the place of those requested now, and the next to be replaced.
    ways: [WaysTo; GOALS],
    now: usize,
    next: usize,
    /// The steps of the ground.
    pub(crate) lanes: Lanes,
    /// What is seen of the marks turned to last.
    pub(crate) marked: Marked,
    sights: Sights,
}

impl SightCache {
    /// Switches to another ground: clears the cached results of the last one, and prepares those of the new one.
    pub(crate) fn begin(&mut self, board: &Board) {
        self.ways.iter_mut().for_each(|ways| ways.goal = None);
        self.marked = Marked::default();
        self.sights.known.fill(0);
        self.sights.lines.prepare(board);
        self.lanes.prepare(board, is_window);
    }

    /// Turns to the ways to a goal that avoid these squares. Returns the rank of the first square that is at least this
    /// far from the goal, in thousandths of an inch.
    pub(crate) fn turn_to(&mut self, goal: Cell, shut: &CellSet, mover: Mover, far: u32) -> usize {
        let known = |ways: &WaysTo| ways.goal.as_ref().is_some_and(|(other, avoid)| *other == goal && avoid == shut);
        self.now = self.ways.iter().position(known).unwrap_or_else(|| {
            let place = self.next;
            self.next = (place + 1) % GOALS;
            let ways = &mut self.ways[place];
            ways.ways.begin_to(goal, mover, shut);
            ways.goal = Some((goal, *shut));
            place
        });
        self.ways[self.now].ways.first_from(&self.lanes, far)
    }

    /// The square of this rank on the ways to the goal, the nearest to it first, and its distance from it, in thousandths
    /// of an inch.
    #[inline]
    pub(crate) fn nearest(&mut self, rank: usize) -> Option<(Cell, u32)> {
        self.ways[self.now].ways.nth_with_cost(&self.lanes, rank)
    }

    /// The sight of a figure on one square to a figure on another, if it is kept.
    #[inline]
    pub(crate) fn kept_sight(&self, from: Cell, to: Cell) -> Option<Sight> {
        self.sights.kept(&Pair::of(from, to))
    }

    /// The same, computed for both directions and kept. `inside`: visibility inside woods, in thousandths of an inch.
    pub(crate) fn look(&mut self, board: &Board, from: Cell, to: Cell, inside: u32) -> Sight {
        self.sights.look(board, &Pair::of(from, to), inside)
    }
}

/// Requested lines of sight, each in one place of a table where another may replace it.
#[derive(Clone, Debug)]
struct Sights {
    /// The two cells and the sight in both directions, with one bit that is always set; 0 for an empty entry.
    known: [u32; Sights::PLACES],
    /// The scratch space for computing them.
    lines: Lines,
}

impl Default for Sights {
    fn default() -> Sights {
        Sights { known: [0; Sights::PLACES], lines: Lines::new() }
    }
}

impl Sights {
    const PLACES: usize = 1 << 14;
    /// By their numbers. The last three are never stored: with them every number of three bits has an entry.
    const ALL: [Sight; 8] = [
        Sight::Blocked,
        Sight::Clear,
        Sight::Concealed,
        Sight::Covered,
        Sight::CoveredAndConcealed,
        Sight::Blocked,
        Sight::Blocked,
        Sight::Blocked,
    ];

    #[inline]
    fn kept(&self, pair: &Pair) -> Option<Sight> {
        let line = self.known[pair.place];
        (line >> 6 == pair.key).then(|| Sights::ALL[(line >> pair.shift & 7) as usize])
    }

    /// Computes how each cell of a pair sees the other.
    fn look(&mut self, board: &Board, pair: &Pair, inside: u32) -> Sight {
        let [up, down] = self.lines.sight_both_ways(board, pair.low, pair.high, inside).map(|sight| sight as u32);
        let line = pair.key << 6 | down << 3 | up;
        self.known[pair.place] = line;
        Sights::ALL[(line >> pair.shift & 7) as usize]
    }
}

/// Two cells with the place of the line between them, which holds the sight in both directions.
struct Pair {
    low: Cell,
    high: Cell,
    key: u32,
    place: usize,
    /// Where the asked direction begins: the low three bits are how the lower cell sees the higher.
    shift: u32,
}

impl Pair {
    #[inline]
    fn of(from: Cell, to: Cell) -> Pair {
        let (low, high) = (from.min(to), from.max(to));
        let pair = (low.index() << 12 | high.index()) as u32;
        let place = pair.wrapping_mul(0x9e37_79b1) >> (u32::BITS - Sights::PLACES.ilog2());
        Pair { low, high, key: 1 << 24 | pair, place: place as usize, shift: if from == low { 0 } else { 3 } }
    }
}

const _: () = assert!(field::MAX_CELLS <= 1 << 12, "the number of a cell has 12 bits");
