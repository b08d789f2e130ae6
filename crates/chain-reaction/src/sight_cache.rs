//! What is remembered of a map while engagements are played on it: searches, lines of sight, and the steps of the ground.

use field::{Board, Cell, CellSet, Exploration, Lanes, Lines, Sight};

use crate::site::is_window;

/// What has been worked out of a ground, since it is asked for again and again. Whoever plays owns one, and hands it to the ground.
#[derive(Clone, Debug, Default)]
pub(crate) struct SightCache {
    /// What the figure in hand can reach; worked out when it is asked for.
    pub(crate) search: Exploration,
    /// Whether that is about the figure in hand.
    pub(crate) ready: bool,
    /// Squares that are barred to it, as far as it knows.
    pub(crate) barred: Option<CellSet>,
    /// The goal of the ways that were asked for last, and the squares by which they do not lead.
    pub(crate) goal: Option<(Cell, CellSet)>,
    /// The ways to that goal from every square.
    pub(crate) ways: Exploration,
    /// The steps of the ground.
    pub(crate) lanes: Lanes,
    sights: Sights,
}

impl SightCache {
    /// The ground is another: what was known of the last one is forgotten, and what the new one answers is prepared.
    pub(crate) fn begin(&mut self, board: &Board) {
        self.goal = None;
        self.sights.known.fill(0);
        self.sights.lines.prepare(board);
        self.lanes.prepare(board, is_window);
    }

    /// How a figure on one square sees another on the other, as remembered or as worked out for both. `inside`: how far one sees
    /// inside woods, in thousandths of an inch.
    #[inline]
    pub(crate) fn sight(&mut self, board: &Board, from: Cell, to: Cell, inside: u32) -> Sight {
        self.sights.of(board, from, to, inside)
    }
}

/// Lines of sight that were asked for, each in one place of a table where others may take its place.
#[derive(Clone, Debug)]
struct Sights {
    /// The two cells and how each sees the other, with a bit that is set; 0 for nothing.
    known: [u32; Sights::PLACES],
    /// Where they are worked out.
    lines: Lines,
}

impl Default for Sights {
    fn default() -> Sights {
        Sights { known: [0; Sights::PLACES], lines: Lines::new() }
    }
}

impl Sights {
    const PLACES: usize = 1 << 13;
    const ALL: [Sight; 5] =
        [Sight::Blocked, Sight::Clear, Sight::Concealed, Sight::Covered, Sight::CoveredAndConcealed];

    #[inline]
    fn of(&mut self, board: &Board, from: Cell, to: Cell, inside: u32) -> Sight {
        // Both ways are remembered in one place.
        let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
        let pair = (low << 12 | high) as u32;
        let place = pair.wrapping_mul(0x9e37_79b1) >> (u32::BITS - Sights::PLACES.ilog2());
        let (line, key) = (&mut self.known[place as usize], 1 << 24 | pair);
        if *line >> 6 != key {
            let [there, back] = self.lines.sight_both_ways(board, from, to, inside).map(|sight| sight as u32);
            let (up, down) = if from.index() == low { (there, back) } else { (back, there) };
            *line = key << 6 | down << 3 | up;
        }
        let shift = if from.index() == low { 0 } else { 3 };
        Sights::ALL[(*line >> shift & 7) as usize % 5]
    }
}

const _: () = assert!(field::MAX_CELLS <= 1 << 12, "the number of a cell has 12 bits");
