//! Lines of sight and of fire.
//!
//! A line runs from centre to centre. A solid square blocks it if the line passes through its inside, so a line that
//! only grazes a corner is free. If the line passes exactly between two squares that touch by a corner, the clearer of
//! the two counts (clear, hard, soft, door, hill, solid), so two walls that touch by a corner leave no gap. If both are
//! hard, both have to touch the target's square to cover it. A hill blocks like something solid, unless one of the two
//! figures is on a hill.

use crate::cell::{Cell, CellSet};
use crate::doors::{Door, Doors};
use crate::grid::{Grid, Obstacle, Squares};
use crate::line::{Crossed, Trace};
use crate::plan::Plan;

/// How well a figure sees another.
///
/// Whether it sees at all is the same both ways; cover is not: it belongs to the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sight {
    /// Something solid is between them.
    Blocked,
    /// Nothing is in the way.
    Clear,
    /// Soft cover is between them, or the target is in it.
    Concealed,
    /// The line crosses hard cover that touches the target's square, or the target is in hard cover.
    Covered,
    /// Concealed and covered.
    CoveredAndConcealed,
}

impl Sight {
    /// How a target is seen with or without hard cover, and with or without soft cover.
    #[must_use]
    pub const fn of(covered: bool, concealed: bool) -> Sight {
        match (covered, concealed) {
            (false, false) => Sight::Clear,
            (false, true) => Sight::Concealed,
            (true, false) => Sight::Covered,
            (true, true) => Sight::CoveredAndConcealed,
        }
    }

    /// Whether the target is seen at all.
    #[must_use]
    pub const fn seen(self) -> bool {
        !matches!(self, Sight::Blocked)
    }

    /// Whether soft cover conceals the target.
    #[must_use]
    pub const fn concealed(self) -> bool {
        matches!(self, Sight::Concealed | Sight::CoveredAndConcealed)
    }

    /// Whether hard cover protects the target.
    #[must_use]
    pub const fn covered(self) -> bool {
        matches!(self, Sight::Covered | Sight::CoveredAndConcealed)
    }
}

/// Whether nothing solid is in the next place on a line. Things that fly go over hills.
fn passes(grid: &Grid, crossed: Crossed, doors: Doors) -> bool {
    let square = match crossed {
        Crossed::Square(square) => square,
        Crossed::Corner(beside) => grid.clearer(beside),
    };
    match grid.obstacle(square) {
        Obstacle::Wood | Obstacle::Solid => false,
        Obstacle::Door => grid.door(square).is_some_and(|door| doors.is_open(Door(door))),
        Obstacle::Nothing | Obstacle::Hard | Obstacle::Soft | Obstacle::Hill => true,
    }
}

/// How a target is seen, by its cover: 1 for soft, 2 for hard, 3 for both.
pub(crate) const SEEN: [Sight; 4] = [Sight::Clear, Sight::Concealed, Sight::Covered, Sight::CoveredAndConcealed];

impl Plan {
    /// Whether figures at the two cells see each other; sight is the same both ways. Figures do not block it.
    #[must_use]
    #[inline]
    pub fn sees(&self, from: Cell, to: Cell, doors: Doors) -> bool {
        self.looks.sees(from, to, doors)
    }

    /// How a figure at `from` sees one at `to`.
    #[must_use]
    #[inline]
    pub fn sight(&self, from: Cell, to: Cell, doors: Doors) -> Sight {
        self.looks.cover(from, to, doors).map_or(Sight::Blocked, |cover| SEEN[cover])
    }

    /// The cells seen from a cell, including itself. The cell is seen from the same cells: its threats.
    #[must_use]
    pub fn view(&self, from: Cell, doors: Doors) -> CellSet {
        self.view_among(from, self.all(), doors)
    }

    /// Which of these cells are seen from a cell.
    #[must_use]
    pub fn view_among(&self, from: Cell, among: &CellSet, doors: Doors) -> CellSet {
        let mut view = CellSet::EMPTY;
        self.add_view(&mut view, from, among, doors);
        view
    }

    /// Adds to a set those of these cells that are seen from a cell.
    pub fn add_view(&self, view: &mut CellSet, from: Cell, among: &CellSet, doors: Doors) {
        let seen = self.looks.seen(from, doors, &among.words);
        view.words.iter_mut().zip(seen).for_each(|(word, seen)| *word |= seen);
    }

    /// How many of these cells are seen from a cell. Of all cells, this is its exposure; of a room, how much of it the
    /// cell commands.
    #[must_use]
    pub fn exposure(&self, from: Cell, among: &CellSet, doors: Doors) -> usize {
        self.looks.seen(from, doors, &among.words).map(|word| word.count_ones() as usize).sum()
    }

    /// The cells that the straight line from one cell to another crosses, without those two, from the first on. A
    /// square that the line only touches at a corner is not crossed.
    pub fn line(&self, from: Cell, to: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.ray(from, to)
            .take_while(move |crossed| *crossed != self.end(to))
            .filter_map(|crossed| self.crossed(crossed))
    }

    /// The cells that the same line crosses beyond the second cell, up to something solid or the end of the map.
    pub fn beyond(&self, from: Cell, to: Cell, doors: Doors) -> impl Iterator<Item = Cell> + '_ {
        let past = self.ray(from, to).skip_while(move |crossed| *crossed != self.end(to)).skip(1);
        past.take_while(move |&crossed| passes(&self.grid, crossed, doors)).filter_map(|crossed| self.crossed(crossed))
    }

    /// Whether the line from one cell to another crosses an opening between them: a door, a doorway, a window.
    #[must_use]
    pub fn through_opening(&self, from: Cell, to: Cell) -> bool {
        self.line(from, to).any(|cell| self.grid.ground_of(cell).opening)
    }

    /// Whether the line from one cell to another crosses hard cover or anything solid that touches the target's square,
    /// or the target is in hard cover, regardless of what blocks the line farther off: [`Sight::covered`], but also for
    /// a target that is not seen.
    #[must_use]
    pub fn behind_cover(&self, from: Cell, to: Cell, doors: Doors) -> bool {
        let here = self.grid.square_of(to);
        let shields = |square: usize| match self.grid.obstacle(square) {
            Obstacle::Hard | Obstacle::Wood | Obstacle::Solid => true,
            Obstacle::Door => !self.grid.door(square).is_some_and(|door| doors.is_open(Door(door))),
            Obstacle::Nothing | Obstacle::Soft | Obstacle::Hill => false,
        };
        let covers = |crossed: Crossed| match crossed {
            Crossed::Square(square) => shields(square) && self.grid.touch(square, here),
            Crossed::Corner(beside) => {
                let clearer = self.grid.clearer(beside);
                let mut alike =
                    beside.iter().filter(|&&square| self.grid.obstacle(square) == self.grid.obstacle(clearer));
                shields(clearer) && alike.all(|&square| self.grid.touch(square, here))
            }
        };
        self.grid.ground_of(to).covers_within()
            || self.ray(to, from).take_while(|crossed| *crossed != self.end(from)).any(covers)
    }

    /// Where something thrown from a cell straight towards a square comes down: at that square or, if something solid
    /// is in the way or the square cannot be entered, at the last cell before. The square may lie in a wall or outside
    /// the map.
    #[must_use]
    pub fn flight(&self, from: Cell, row: i32, column: i32, doors: Doors) -> Cell {
        let start = self.grid.position(from);
        let way = (row - i32::from(start.row), column - i32::from(start.column));
        if way == (0, 0) {
            return from;
        }
        let end = Crossed::Square(self.grid.square(row, column));
        // What is seen is reached, if nothing solid is in its own square: most of what is thrown.
        if let Some(to) = self.grid.cell(row, column)
            && self.sees(from, to, doors)
            && passes(&self.grid, end, doors)
        {
            return to;
        }
        let mut last = from;
        for crossed in Trace::new(self.grid.square_of(from), way, self.grid.stride()) {
            if !passes(&self.grid, crossed, doors) {
                break;
            }
            last = self.crossed(crossed).unwrap_or(last);
            if crossed == end {
                break;
            }
        }
        last
    }

    /// The ray from one cell through another; empty if they are the same.
    fn ray(&self, from: Cell, to: Cell) -> impl Iterator<Item = Crossed> + use<> {
        (from != to).then(|| Trace::between(&self.grid, from, to)).into_iter().flatten()
    }

    /// The crossing of a cell's square.
    fn end(&self, cell: Cell) -> Crossed {
        Crossed::Square(self.grid.square_of(cell))
    }

    /// The cell that is crossed; `None` for a corner, or a square without a cell.
    fn crossed(&self, crossed: Crossed) -> Option<Cell> {
        match crossed {
            Crossed::Square(square) => self.grid.cell_on(square),
            Crossed::Corner(_) => None,
        }
    }
}
