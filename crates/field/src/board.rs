//! Ground that answers questions square by square, without tables.

use std::fmt;
use std::ops::RangeInclusive;

use crate::cell::{Cell, CellSet, INCH, MAX_CELLS, MAX_SIDE, NONE, Position, root};
use crate::grid::{Obstacle, Squares};
use crate::ground::{Ground, Pass, Screen};
use crate::line::{Place, Ray};
use crate::path::{Bounds, DIAGONAL, Mover, Reaching, Search, Steps, Way, Ways};
use crate::plan::Plan;
use crate::sight::Sight;
use crate::steps::STAIRS;
use crate::walk::{Met, walk};

/// The most stairs of one board.
pub const MAX_STAIRS: usize = 16;

/// The most squares of a board, including the wall around them.
const SQUARES: usize = MAX_CELLS + 2 * (MAX_SIDE + MAX_CELLS / MAX_SIDE) + 4;

/// Marks ground that belongs to woods, in addition to [`Ground::code`].
const IN_WOOD: u8 = 1 << 7;

/// The obstacle that ground of each code is to a line of sight.
const OBSTACLES: [Obstacle; 128] = {
    let mut table = [Obstacle::Solid; 128];
    let mut kind = 0;
    while kind < Pass::ALL.len() * Screen::ALL.len() * 2 {
        let (pass, screen) = (Pass::ALL[kind / 2 % 5], Screen::ALL[kind / 10]);
        let ground = Ground { pass, screen, opening: kind % 2 == 1 };
        table[ground.code() as usize] = match ground {
            Ground::WOOD => Obstacle::Wood,
            ground => Obstacle::of(ground),
        };
        kind += 1;
    }
    table
};

/// A cell's number is multiplied by a fraction with this number of bits instead of being divided by the width.
const FRACTION_BITS: u32 = 20;

/// Ground that an engagement draws or changes for itself: one byte for each square, copied like a number, without
/// tables.
///
/// A [`Plan`] has worked out beforehand what is seen and where steps lead; a board works it out when asked. Every
/// square of it is a cell, numbered row by row, even if nobody can enter it. Its doors hide nobody. Questions take
/// cells of this board; with other cells they give wrong answers or panic.
///
/// Unlike a plan, it lets figures inside a wood see each other: see [`Board::sight`].
///
/// ```
/// use field::{Board, CellSet, Ground, Mover, Reaching, Search, Sight};
///
/// // A wood of five by five inches with its edge, on a meadow.
/// let mut board = Board::new(12, 7, Ground::FLOOR).expect("sides within limits");
/// let at = |board: &Board, row, column| board.cell(row, column).expect("a cell");
/// for (row, column) in (1..6).flat_map(|row| (1..6).map(move |column| (row, column))) {
///     let edge = row == 1 || row == 5 || column == 1 || column == 5;
///     board.set(at(&board, row, column), if edge { Ground::THICKET } else { Ground::WOOD });
/// }
/// let [deep, deeper, edge, meadow] = [(3, 3), (2, 2), (3, 5), (3, 11)].map(|(row, column)| at(&board, row, column));
///
/// // Inside, figures see each other up to twelve inches; from outside, only those at the edge are seen.
/// assert_eq!(board.sight(deep, deeper, 12_000), Sight::Concealed);
/// assert_eq!(board.sight(deep, deeper, 1000), Sight::Blocked);
/// assert_eq!(board.sight(meadow, deep, 12_000), Sight::Blocked);
/// assert_eq!(board.sight(meadow, edge, 12_000), Sight::Concealed);
/// assert_eq!(board.sight(edge, meadow, 12_000), Sight::Clear);
///
/// // The cells that three inches reach, at half speed in the wood.
/// let mut search = Search::new();
/// let reaching = Reaching { from: deep, allowance: 3000, mover: Mover::WALKER };
/// board.reach(&mut search, reaching, &CellSet::EMPTY, |_| false);
/// assert_eq!(search.cost(deeper), Some(2828));
/// assert_eq!(search.cost(edge), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    width: u8,
    height: u8,
    /// 2²⁰ divided by the width, rounded up.
    fraction: u32,
    /// The two ends of each of its stairs; [`NONE`] in unused places.
    stairs: [[u16; 2]; MAX_STAIRS],
    codes: [u8; SQUARES],
}

/// The byte for a kind of ground.
const fn code(ground: Ground) -> u8 {
    let in_wood = matches!(ground, Ground::WOOD | Ground::THICKET | Ground::RUBBLE);
    ground.code() | if in_wood { IN_WOOD } else { 0 }
}

impl Board {
    /// A board of this number of columns and rows, all of one kind of ground. `None` if a side is zero or longer than
    /// [`MAX_SIDE`], or if it has more than [`MAX_CELLS`] squares.
    #[must_use]
    pub fn new(width: usize, height: usize, ground: Ground) -> Option<Board> {
        let sides = (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height);
        if !sides || width * height > MAX_CELLS {
            return None;
        }
        let mut board = Board {
            width: width as u8,
            height: height as u8,
            fraction: (1u32 << FRACTION_BITS).div_ceil(width as u32),
            stairs: [[NONE; 2]; MAX_STAIRS],
            codes: [code(Ground::WALL); SQUARES],
        };
        for row in board.codes.chunks_exact_mut(width + 2).skip(1).take(height) {
            row[1..=width].fill(code(ground));
        }
        Some(board)
    }

    /// The ground of a plan, and its stairs; `None` if it has more than [`MAX_CELLS`] squares or more than
    /// [`MAX_STAIRS`] stairs.
    #[must_use]
    pub fn of_plan(plan: &Plan) -> Option<Board> {
        let mut board = Board::new(plan.width(), plan.height(), Ground::WALL)?;
        for index in 0..board.cells() {
            let cell = Cell(index as u16);
            let at = board.position(cell);
            board.set(cell, plan.ground(at.row.into(), at.column.into()));
        }
        let here =
            |cell: Cell| plan.position(cell).row as u16 * u16::from(board.width) + plan.position(cell).column as u16;
        let joined = plan.all().iter().filter_map(|from| {
            let to = plan.steps[from.index()][STAIRS];
            // Each pair only once.
            (to != NONE && from.0 < to).then(|| [here(from), here(Cell(to))])
        });
        let mut stairs = [[NONE; 2]; MAX_STAIRS];
        for (number, ends) in joined.enumerate() {
            *stairs.get_mut(number)? = ends;
        }
        Some(Board { stairs, ..board })
    }

    /// Columns.
    #[must_use]
    #[inline]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// Rows.
    #[must_use]
    #[inline]
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// The number of squares, all of which are cells.
    #[must_use]
    #[inline]
    pub const fn cells(&self) -> usize {
        self.width() * self.height()
    }

    /// The cell at a row and a column; `None` off the board.
    #[must_use]
    #[inline]
    pub fn cell(&self, row: i32, column: i32) -> Option<Cell> {
        let (width, height) = (i32::from(self.width), i32::from(self.height));
        let on = (0..height).contains(&row) && (0..width).contains(&column);
        on.then(|| Cell((row * width + column) as u16))
    }

    /// The cell with this number.
    #[must_use]
    #[inline]
    pub fn cell_numbered(&self, index: usize) -> Option<Cell> {
        (index < self.cells()).then_some(Cell(index as u16))
    }

    /// The row and column of a cell.
    #[must_use]
    #[inline]
    pub const fn position(&self, cell: Cell) -> Position {
        let row = self.row(cell);
        Position { row: row as u8, column: (cell.index() - row * self.width()) as u8 }
    }

    /// The cells that touch a cell by a side or a corner.
    #[inline]
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<'_> {
        let at = self.position(cell);
        let near = |side: u8| i32::from(side) - 1..=i32::from(side) + 1;
        let squares = near(at.row).flat_map(move |row| near(at.column).map(move |column| (row, column)));
        squares.filter_map(|(row, column)| self.cell(row, column)).filter(move |&beside| beside != cell)
    }

    /// Adds a cell and those that touch it to a set.
    #[inline]
    pub fn add_around(&self, set: &mut CellSet, cell: Cell) {
        let at = self.position(cell);
        let first = at.column.saturating_sub(1);
        let last = (at.column + 1).min(self.width - 1);
        for row in at.row.saturating_sub(1)..=(at.row + 1).min(self.height - 1) {
            let start = u16::from(row) * u16::from(self.width);
            for column in first..=last {
                set.insert(Cell(start + u16::from(column)));
            }
        }
    }

    /// The cells in these rows and columns, as far as they are on the board.
    #[must_use]
    pub fn block(&self, rows: RangeInclusive<i32>, columns: RangeInclusive<i32>) -> CellSet {
        let mut block = CellSet::EMPTY;
        self.add_block(&mut block, rows, columns);
        block
    }

    /// Adds the cells in these rows and columns to a set, as far as they are on the board.
    pub fn add_block(&self, set: &mut CellSet, rows: RangeInclusive<i32>, columns: RangeInclusive<i32>) {
        let on = |range: &RangeInclusive<i32>, side: u8| {
            (*range.start()).max(0)..(*range.end()).min(i32::from(side) - 1) + 1
        };
        let (rows, columns) = (on(&rows, self.height), on(&columns, self.width));
        for row in rows.filter(|_| !columns.is_empty()) {
            let first = row * i32::from(self.width);
            set.insert_range((first + columns.start) as u16, (first + columns.end) as u16);
        }
    }

    /// The row of a cell.
    #[inline]
    const fn row(&self, cell: Cell) -> usize {
        // Exact: numbers are below 2¹² and the width is at most 2⁷.
        ((cell.0 as u32 * self.fraction) >> FRACTION_BITS) as usize
    }

    /// Sets the ground of a square.
    #[inline]
    pub fn set(&mut self, cell: Cell, ground: Ground) {
        self.codes[self.square_of(cell)] = code(ground);
    }

    /// The bytes of the ground in a row: [`Ground::code`] in the low seven bits.
    pub(crate) fn codes_of(&self, row: usize) -> &[u8] {
        &self.codes[self.square_of(Cell((row * self.width()) as u16))..][..self.width()]
    }

    /// The obstacle that ground with this byte is to a line of sight.
    #[inline]
    pub(crate) fn obstacle_of(byte: u8) -> Obstacle {
        OBSTACLES[usize::from(byte & !IN_WOOD)]
    }

    /// The ground of a cell.
    #[must_use]
    #[inline]
    pub fn ground_of(&self, cell: Cell) -> Ground {
        Ground::of_code(self.codes[self.square_of(cell)])
    }

    /// The square of the distance between two cells' centres, in square inches: exact, for comparing distances.
    #[must_use]
    #[inline]
    pub const fn squared(&self, from: Cell, to: Cell) -> u32 {
        self.position(from).squared(self.position(to))
    }

    /// The distance between two cells' centres in thousandths of an inch, rounded up, so that "at most N thousandths"
    /// is exact.
    #[must_use]
    #[inline]
    pub fn distance(&self, from: Cell, to: Cell) -> u32 {
        root(self.squared(from, to).into())
    }

    /// The least that walking from one cell to another can cost, in thousandths of an inch, on ground where nobody goes
    /// faster than in the open; 0 if the board has stairs.
    #[must_use]
    #[inline]
    pub const fn least_cost(&self, from: Cell, to: Cell) -> u32 {
        let (from, to) = (self.position(from), self.position(to));
        let (rows, columns) = (from.row.abs_diff(to.row) as u32, from.column.abs_diff(to.column) as u32);
        let (long, short) = if rows > columns { (rows, columns) } else { (columns, rows) };
        if self.stairs[0][0] == NONE { (long - short) * INCH + short * DIAGONAL } else { 0 }
    }

    /// The cells that no walk from one cell to another enters unless it costs more than this, in thousandths of an inch, as
    /// far as [`Board::least_cost`] shows.
    #[must_use]
    pub fn detours(&self, from: Cell, to: Cell, most: u32) -> CellSet {
        let mut detours = CellSet::EMPTY;
        if self.stairs[0][0] != NONE {
            return detours;
        }
        self.add_block(&mut detours, 0..=self.height.into(), 0..=self.width.into());
        // What each row or column outside the rectangle between the two adds at least, out and back.
        const OUTSIDE: u32 = 2 * (DIAGONAL - INCH);
        let outside = (most.saturating_sub(self.least_cost(from, to)) / OUTSIDE) as i32;
        let ends = [from, to].map(|end| self.position(end));
        let around = |[one, other]: [u8; 2]| {
            let [one, other] = [one, other].map(i32::from);
            one.min(other) - outside..=one.max(other) + outside
        };
        let columns = around(ends.map(|end| end.column));
        for row in around(ends.map(|end| end.row)) {
            for cell in columns.clone().filter_map(|column| self.cell(row, column)) {
                if self.least_cost(from, cell) + self.least_cost(cell, to) <= most {
                    detours.remove(cell);
                }
            }
        }
        detours
    }

    /// Whether the straight line from one cell to another crosses a third cell, neither of the two. A square that the
    /// line only touches at a corner is not crossed.
    #[must_use]
    #[inline]
    pub fn crosses(&self, from: Cell, to: Cell, between: Cell) -> bool {
        let ray = Ray::new(self.position(from), self.position(to));
        ray.crosses(self.position(between)) == Some(Place::Between)
    }

    /// How a figure at `from` sees one at `to`: as on a plan with all doors open, except for woods.
    ///
    /// Woods consist of [`Ground::WOOD`], their inside, and of [`Ground::THICKET`] and [`Ground::RUBBLE`], their edge.
    /// A line that meets the inside, its two ends included, must stay in woods from end to end and be at most `inside`
    /// long, in thousandths of an inch; otherwise it is blocked. So a figure inside is not seen from outside and does
    /// not see out, and a figure at the edge sees both ways. The inside conceals a figure in it or behind it, as a bush
    /// does.
    ///
    /// A line that passes exactly through a corner meets the inside there only if both squares beside it are inside, or
    /// one is inside and the other solid. It leaves the wood there only if neither square belongs to a wood.
    #[must_use]
    #[inline]
    pub fn sight(&self, from: Cell, to: Cell, inside: u32) -> Sight {
        self.sight_both_ways(from, to, inside)[0]
    }

    /// Sight between `from` and `to`, both ways, that of the figure at `from` first: see [`Board::sight`].
    #[must_use]
    #[inline]
    pub fn sight_both_ways(&self, from: Cell, to: Cell, inside: u32) -> [Sight; 2] {
        if from == to {
            return [Sight::Clear; 2];
        }
        let Some(met) = self.met(from, to, inside) else { return [Sight::Blocked; 2] };
        self.seen(from, to, &met)
    }

    /// Sight between `from` and `to`, both ways, along a line that meets `met`.
    #[inline]
    pub(crate) fn seen(&self, from: Cell, to: Cell, met: &Met) -> [Sight; 2] {
        let seen = |at: Cell, hard: bool| {
            let there = self.ground_of(at);
            let concealed = met.soft || there.screen == Screen::Soft || there == Ground::WOOD;
            Sight::of(hard || there.covers_within(), concealed)
        };
        [seen(to, met.hard[1]), seen(from, met.hard[0])]
    }

    /// The two ends of each of its stairs; [`NONE`] in unused places.
    pub(crate) const fn stairs(&self) -> &[[u16; 2]; MAX_STAIRS] {
        &self.stairs
    }

    /// Whether figures at the two cells see each other; sight is the same both ways: see [`Board::sight`].
    #[must_use]
    #[inline]
    pub fn sees(&self, from: Cell, to: Cell, inside: u32) -> bool {
        from == to || self.met(from, to, inside).is_some()
    }

    /// What the line between two cells meets; `None` if it is blocked.
    #[inline]
    fn met(&self, from: Cell, to: Cell, inside: u32) -> Option<Met> {
        let met = walk(self, from, to)?;
        let far = |inside: u32| u64::from(self.squared(from, to)) * u64::from(INCH).pow(2) > u64::from(inside).pow(2);
        (!met.wood || !far(inside)).then_some(met)
    }

    /// Finds the cells that a figure can reach without entering any blocked cell; the answer is in `search`. A cell for
    /// which `ends` is true ends the move: it is entered and not left, unless the figure begins there. A door costs
    /// [`Mover::door`] each time.
    pub fn reach(&self, search: &mut Search, reaching: Reaching, blocked: &CellSet, ends: impl Fn(Cell) -> bool) {
        let Reaching { from, allowance, mover } = reaching;
        search.begin([from]);
        search.spread(self, &Bounds::new(Way::From, allowance, mover, blocked), ends);
    }

    /// Finds the way to the nearest of these goals from every cell within this cost, in thousandths of an inch, without
    /// entering any blocked cell. In `search`, the cost of a cell is then the rest of the way from it, and the cell
    /// that it came from is the next one on the way.
    pub fn distances(&self, search: &mut Search, goals: &CellSet, limit: u32, mover: Mover, blocked: &CellSet) {
        search.begin(goals.iter());
        search.spread(self, &Bounds::new(Way::To, limit, mover, blocked), |_| false);
    }
}

impl Squares for Board {
    #[inline]
    fn stride(&self) -> usize {
        self.width() + 2
    }

    #[inline]
    fn square_of(&self, cell: Cell) -> usize {
        // A row of wall and one more square of it come first, and two squares of wall before each further row.
        self.stride() + 1 + cell.index() + 2 * self.row(cell)
    }

    #[inline]
    fn position(&self, cell: Cell) -> Position {
        Board::position(self, cell)
    }

    #[inline]
    fn obstacle(&self, square: usize) -> Obstacle {
        Board::obstacle_of(self.codes[square])
    }

    #[inline]
    fn door(&self, _: usize) -> Option<u8> {
        None
    }

    #[inline]
    fn in_wood(&self, square: usize) -> bool {
        self.codes[square] & IN_WOOD != 0
    }
}

impl Ways for Board {
    #[inline]
    fn steps_of(&self, cell: Cell, way: Way, steps: &mut impl Steps) {
        let here = self.square_of(cell);
        let pass = |square: usize| Pass::of_code(self.codes[square]);
        let entered =
            |pass: Pass| if way == Way::From || pass == Pass::No { pass } else { Pass::of_code(self.codes[here]) };
        // Clockwise from the north. If a number leads off the board, its square is wall.
        let beside = [here - self.stride(), here + 1, here + self.stride(), here - 1];
        let width = u16::from(self.width);
        let next = [cell.0.wrapping_sub(width), cell.0 + 1, cell.0 + width, cell.0.wrapping_sub(1)];
        let passes = beside.map(pass);
        for (side, after) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
            steps.step(2 * side, next[side], || entered(passes[side]));
            if passes[side].walked() && passes[after].walked() {
                let both = next[side].wrapping_add(next[after]).wrapping_sub(cell.0);
                steps.step(2 * side + 1, both, || entered(pass(beside[side] + beside[after] - here)));
            }
        }
        for [from, to] in self.stairs.iter().take_while(|ends| ends[0] != NONE) {
            for (from, to) in [(from, to), (to, from)] {
                if *from == cell.0 {
                    steps.step(STAIRS, *to, || entered(pass(self.square_of(Cell(*to)))));
                }
            }
        }
    }
}

/// The board as drawn: one symbol for each square, one line for each row; `?` for ground without a symbol.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.codes.chunks_exact(self.stride()).skip(1).take(self.height()) {
            for &code in &row[1..=self.width()] {
                write!(f, "{}", Ground::of_code(code).symbol().unwrap_or('?'))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
