//! Lines of sight: a table of all pairs of cells, and what doors do to it.
//!
//! A line runs from centre to centre. A solid square blocks it if the line passes through its inside, so a line that only
//! grazes a corner is free; where it passes exactly between two squares that touch by a corner, the clearer of the two counts
//! (clear, hard, soft, door, solid), so two walls that touch by a corner leave no gap. Of two hard ones there, both have to
//! touch the square of the one seen to cover him.

use std::collections::HashMap;

use crate::cell::{Cell, CellSet, Position, bits};
use crate::doors::Doors;
use crate::grid::{Grid, Obstacle};
use crate::line::{Crossed, Trace};
use crate::plan::Plan;

/// How well a figure sees another.
///
/// Whether it sees at all is the same both ways; cover is not: it belongs to the one who is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sight {
    /// Something solid is between them.
    Blocked,
    /// Nothing is in the way.
    Clear,
    /// Soft cover is between them, or the one seen stands in it.
    Concealed,
    /// The line crosses hard cover that touches the square of the one seen, or that one stands in hard cover.
    Covered,
    /// Concealed and covered.
    CoveredAndConcealed,
}

impl Sight {
    /// Whether the other is seen at all.
    #[must_use]
    pub const fn seen(self) -> bool {
        !matches!(self, Sight::Blocked)
    }

    /// Whether soft cover conceals the other.
    #[must_use]
    pub const fn concealed(self) -> bool {
        matches!(self, Sight::Concealed | Sight::CoveredAndConcealed)
    }

    /// Whether hard cover protects the other.
    #[must_use]
    pub const fn covered(self) -> bool {
        matches!(self, Sight::Covered | Sight::CoveredAndConcealed)
    }
}

/// What one cell sees of 64 others, a bit each.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    /// Seen whatever the doors.
    always: u64,
    /// Seen while certain doors stand open.
    doors: u64,
    /// Concealed when seen.
    soft: u64,
    /// Covered when seen.
    hard: u64,
}

/// Sight between all pairs of cells.
#[derive(Clone, Debug)]
pub(crate) struct Looks {
    /// Words in the row of a cell.
    words: usize,
    looks: Box<[Look]>,
    /// For each word of `looks`, how many pairs through doors its row has before it.
    ranks: Box<[u16]>,
    /// For each cell, where its pairs through doors begin.
    starts: Box<[u32]>,
    /// For each pair through doors, in order, its entry in `masks`.
    pairs: Box<[u32]>,
    /// The sets of doors that lines cross.
    masks: Box<[u64]>,
}

/// What a line between two cells meets, unless it is blocked.
struct Met {
    doors: u64,
    soft: bool,
    /// Hard cover that touches the near and the far end.
    hard: [bool; 2],
}

/// Walks the line between two cells; none if it is blocked.
fn walk(grid: &Grid, ends: [Position; 2]) -> Option<Met> {
    let mut met = Met { doors: 0, soft: false, hard: [false; 2] };
    let [from, to] = ends;
    let last = (i32::from(to.row), i32::from(to.column));
    for crossed in Trace::between(from, to) {
        let (row, column) = match crossed {
            Crossed::Square(row, column) if (row, column) == last => break,
            Crossed::Square(row, column) => (row, column),
            Crossed::Corner(beside) => clearer(grid, beside),
        };
        match grid.obstacle(row, column) {
            Obstacle::Nothing => (),
            Obstacle::Soft => met.soft = true,
            Obstacle::Door => met.doors |= grid.door(row, column).map_or(0, |door| 1 << door),
            Obstacle::Solid => return None,
            Obstacle::Hard => {
                let squares = match crossed {
                    Crossed::Square(..) => [(row, column); 2],
                    Crossed::Corner(beside) => beside,
                };
                let low = |&(row, column): &(i32, i32)| grid.obstacle(row, column) == Obstacle::Hard;
                for (hard, end) in met.hard.iter_mut().zip(ends) {
                    *hard |= squares.iter().filter(|square| low(square)).all(|&square| touches(square, end));
                }
            }
        }
    }
    Some(met)
}

/// Whether a square touches another one, by a corner at least.
fn touches((row, column): (i32, i32), other: Position) -> bool {
    (row - i32::from(other.row)).abs() <= 1 && (column - i32::from(other.column)).abs() <= 1
}

/// Of two squares that touch a corner, the one that is less in the way.
fn clearer(grid: &Grid, [a, b]: [(i32, i32); 2]) -> (i32, i32) {
    if grid.obstacle(a.0, a.1) <= grid.obstacle(b.0, b.1) { a } else { b }
}

/// Whether nothing solid is where a line goes next.
fn passes(grid: &Grid, crossed: Crossed, doors: Doors) -> bool {
    let (row, column) = match crossed {
        Crossed::Square(row, column) => (row, column),
        Crossed::Corner(beside) => clearer(grid, beside),
    };
    match grid.obstacle(row, column) {
        Obstacle::Solid => false,
        Obstacle::Door => grid.door(row, column).is_some_and(|door| doors.0 >> door & 1 == 1),
        Obstacle::Nothing | Obstacle::Hard | Obstacle::Soft => true,
    }
}

impl Looks {
    pub(crate) fn new(grid: &Grid) -> Looks {
        let (cells, words) = (grid.cells(), grid.cells().div_ceil(64));
        let mut looks = vec![Look::default(); cells * words];
        let (mut masks, mut known) = (Vec::new(), HashMap::new());
        // Pairs through doors by their lesser cell, then their greater.
        let mut through: Vec<(u16, u16, u32)> = Vec::new();
        for from in grid.all() {
            let mut itself = Seen { looks: &mut looks, words };
            itself.set(from, from, &Met { doors: 0, soft: false, hard: [false; 2] });
            for to in grid.all().skip(from.index() + 1) {
                let ends = [grid.position(from), grid.position(to)];
                let Some(mut met) = walk(grid, ends) else { continue };
                let (here, there) = (grid.ground_of(from), grid.ground_of(to));
                met.hard = [met.hard[0] | here.covers_within(), met.hard[1] | there.covers_within()];
                let between = met.soft;
                met.soft = between | (there.screen == crate::Screen::Soft);
                itself.set(from, to, &met);
                met.hard.swap(0, 1);
                met.soft = between | (here.screen == crate::Screen::Soft);
                itself.set(to, from, &met);
                if met.doors != 0 {
                    let set = *known.entry(met.doors).or_insert_with(|| {
                        masks.push(met.doors);
                        masks.len() as u32 - 1
                    });
                    through.push((from.0, to.0, set));
                }
            }
        }
        let (starts, pairs) = by_row(cells, &through);
        let ranks = ranks(&looks, words);
        Looks { words, looks: looks.into(), ranks, starts, pairs, masks: masks.into() }
    }

    /// The doors on the line of a pair whose bit among `doors` is set.
    #[inline]
    fn mask(&self, from: Cell, to: Cell, doors: u64) -> u64 {
        let (word, bit) = (to.index() / 64, to.index() % 64);
        let rank = u32::from(self.ranks[from.index() * self.words + word]);
        let pair = self.starts[from.index()] + rank + (doors & ((1 << bit) - 1)).count_ones();
        self.masks[self.pairs[pair as usize] as usize]
    }

    #[inline]
    fn look(&self, from: Cell, to: Cell) -> &Look {
        &self.looks[from.index() * self.words + to.index() / 64]
    }

    /// The row of a cell.
    fn row(&self, from: Cell) -> &[Look] {
        &self.looks[from.index() * self.words..][..self.words]
    }

    #[inline]
    fn sees(&self, from: Cell, to: Cell, doors: Doors) -> bool {
        let look = self.look(from, to);
        let bit = 1 << (to.index() % 64);
        look.always & bit != 0 || (look.doors & bit != 0 && doors.all_open(self.mask(from, to, look.doors)))
    }

    /// The cells of the word numbered `place` of a row that are seen.
    #[inline]
    fn seen(&self, from: Cell, place: usize, look: &Look, doors: Doors, among: u64) -> u64 {
        if doors == Doors::OPEN {
            return (look.always | look.doors) & among;
        }
        let mut seen = look.always & among;
        for bit in bits(look.doors & among) {
            let to = Cell((place * 64 + bit) as u16);
            seen |= u64::from(doors.all_open(self.mask(from, to, look.doors))) << bit;
        }
        seen
    }
}

/// A table that is being filled.
struct Seen<'a> {
    looks: &'a mut [Look],
    words: usize,
}

impl Seen<'_> {
    /// How `from` sees `to`; the cover meant is the second.
    fn set(&mut self, from: Cell, to: Cell, met: &Met) {
        let look = &mut self.looks[from.index() * self.words + to.index() / 64];
        let bit = to.index() % 64;
        look.always |= u64::from(met.doors == 0) << bit;
        look.doors |= u64::from(met.doors != 0) << bit;
        look.soft |= u64::from(met.soft) << bit;
        look.hard |= u64::from(met.hard[1]) << bit;
    }
}

/// Pairs told once, by lesser and greater cell in order, laid out for both cells in order of the other.
fn by_row(cells: usize, through: &[(u16, u16, u32)]) -> (Box<[u32]>, Box<[u32]>) {
    let mut starts = vec![0; cells + 1];
    for &(a, b, _) in through {
        starts[usize::from(a) + 1] += 1;
        starts[usize::from(b) + 1] += 1;
    }
    for cell in 0..cells {
        starts[cell + 1] += starts[cell];
    }
    let mut next = starts.clone();
    let mut pairs = vec![0; through.len() * 2];
    let mut put = |cell: u16, set| {
        let place = &mut next[usize::from(cell)];
        pairs[*place as usize] = set;
        *place += 1;
    };
    // A cell's lesser partners all come before its greater ones, since those come when the cell itself is the lesser.
    for &(a, b, set) in through {
        put(a, set);
        put(b, set);
    }
    (starts.into(), pairs.into())
}

/// For each word how many pairs through doors its row has before it.
fn ranks(looks: &[Look], words: usize) -> Box<[u16]> {
    let rows = looks.chunks(words).flat_map(|row| {
        row.iter().scan(0, |sum, look| {
            let before = *sum;
            *sum += look.doors.count_ones() as u16;
            Some(before)
        })
    });
    rows.collect()
}

impl Plan {
    /// Whether a figure at one cell sees one at the other, which is the same both ways. Figures are in nobody's way.
    #[must_use]
    #[inline]
    pub fn sees(&self, from: Cell, to: Cell, doors: Doors) -> bool {
        self.looks.sees(from, to, doors)
    }

    /// How a figure at `from` sees one at `to`.
    #[must_use]
    #[inline]
    pub fn sight(&self, from: Cell, to: Cell, doors: Doors) -> Sight {
        if !self.looks.sees(from, to, doors) {
            return Sight::Blocked;
        }
        let look = self.looks.look(from, to);
        let bit = to.index() % 64;
        const SEEN: [Sight; 4] = [Sight::Clear, Sight::Concealed, Sight::Covered, Sight::CoveredAndConcealed];
        SEEN[((look.hard >> bit & 1) << 1 | (look.soft >> bit & 1)) as usize]
    }

    /// The cells seen from a cell, itself among them: just as well those from which it is seen, its threats.
    #[must_use]
    pub fn view(&self, from: Cell, doors: Doors) -> CellSet {
        let mut view = CellSet::EMPTY;
        for (place, (word, look)) in view.words.iter_mut().zip(self.looks.row(from)).enumerate() {
            *word = self.looks.seen(from, place, look, doors, u64::MAX);
        }
        view
    }

    /// Which of these cells are seen from a cell.
    #[must_use]
    pub fn view_among(&self, from: Cell, among: &CellSet, doors: Doors) -> CellSet {
        let mut view = CellSet::EMPTY;
        for (place, look) in self.looks.row(from).iter().enumerate() {
            view.words[place] = self.looks.seen(from, place, look, doors, among.words[place]);
        }
        view
    }

    /// How many of these cells are seen from a cell: of all cells its exposure, of a room how much of it the cell commands.
    #[must_use]
    pub fn exposure(&self, from: Cell, among: &CellSet, doors: Doors) -> usize {
        let row = self.looks.row(from).iter().enumerate();
        row.map(|(place, look)| self.looks.seen(from, place, look, doors, among.words[place]).count_ones() as usize)
            .sum()
    }

    /// The cells that the straight line from one cell to another crosses, without the two, from the first on. A square that
    /// the line only touches at a corner is not crossed.
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

    /// Whether the line from one cell to another, with both of them, meets any of these cells: smoke, say.
    #[must_use]
    pub fn line_meets(&self, from: Cell, to: Cell, cells: &CellSet) -> bool {
        cells.contains(from) || cells.contains(to) || self.line(from, to).any(|cell| cells.contains(cell))
    }

    /// Whether the line from one cell to another crosses an opening between them: a door, a doorway, a window.
    #[must_use]
    pub fn through_opening(&self, from: Cell, to: Cell) -> bool {
        self.line(from, to).any(|cell| self.grid.ground_of(cell).opening)
    }

    /// Where something thrown from a cell straight towards a square comes down: at that square, or at the last cell before
    /// anything solid or ground that nobody enters. The square may lie in a wall or outside the map.
    #[must_use]
    pub fn flight(&self, from: Cell, row: i32, column: i32, doors: Doors) -> Cell {
        let start = self.grid.position(from);
        if (start.row.into(), start.column.into()) == (row, column) {
            return from;
        }
        let mut last = from;
        for crossed in Trace::new((start.row.into(), start.column.into()), (row, column)) {
            if !passes(&self.grid, crossed, doors) {
                break;
            }
            last = self.crossed(crossed).unwrap_or(last);
            if crossed == Crossed::Square(row, column) {
                break;
            }
        }
        last
    }

    /// The ray from one cell through another; nothing from a cell through itself.
    fn ray(&self, from: Cell, to: Cell) -> impl Iterator<Item = Crossed> + use<> {
        let (from, to) = (self.grid.position(from), self.grid.position(to));
        (from != to).then(|| Trace::between(from, to)).into_iter().flatten()
    }

    /// The crossing of a cell.
    fn end(&self, cell: Cell) -> Crossed {
        let at = self.grid.position(cell);
        Crossed::Square(at.row.into(), at.column.into())
    }

    /// The cell that is crossed, if it is one.
    fn crossed(&self, crossed: Crossed) -> Option<Cell> {
        match crossed {
            Crossed::Square(row, column) => self.grid.cell(row, column),
            Crossed::Corner(_) => None,
        }
    }
}
