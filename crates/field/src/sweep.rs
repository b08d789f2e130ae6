//! The lines of sight of a whole map. Lines of one direction and length are followed together, a row of squares at a time.

use crate::cell::{Cell, MAX_SIDE, bits};
use crate::grid::{Grid, Obstacle, Squares};
use crate::line::{Crossed, Trace};
use crate::walk::{Met, walk};

/// The widest map that is swept.
const WIDEST: usize = 64;

/// A number of bits for each row of a map, one for each of its columns.
type Rows = [u64; MAX_SIDE];

/// The difference between two squares, in rows and columns.
type Apart = (i32, i32);

/// Calls `found` with what the line between two cells meets, for all that see each other if all doors are open: once for
/// each pair, the lesser cell first.
pub(crate) fn each_line(grid: &Grid, mut found: impl FnMut(Cell, Cell, Met)) {
    if grid.width <= WIDEST {
        Sweep::new(grid).each_line(&mut found);
        return;
    }
    for from in grid.all() {
        for to in grid.all().skip(from.index() + 1) {
            if let Some(met) = walk(grid, from, to) {
                found(from, to, met);
            }
        }
    }
}

/// A map that is no wider than [`WIDEST`].
struct Sweep<'a> {
    grid: &'a Grid,
    cells: Rows,
    /// For each of [`KINDS`], the squares on which there is at least this obstacle.
    at_least: [Rows; KINDS.len()],
    /// Which kinds there are on the map.
    has: [bool; KINDS.len()],
}

/// The kinds of obstacles, in their order; the last stands for all that is solid.
const KINDS: [Obstacle; 5] = [Obstacle::Hard, Obstacle::Soft, Obstacle::Door, Obstacle::Hill, Obstacle::Wood];
const HARD: usize = 0;
const SOFT: usize = 1;
const DOOR: usize = 2;
const HILL: usize = 3;
const SOLID: usize = 4;

/// What lines of one direction and length meet, one bit for the square at which each begins.
struct Bundle {
    /// The lines that may end in cells and have met nothing solid.
    open: Rows,
    /// The lines that meet soft cover, a door, a hill.
    soft: Rows,
    door: Rows,
    hill: Rows,
    /// Hard cover that touches the near and the far end.
    hard: [Rows; 2],
}

impl<'a> Sweep<'a> {
    fn new(grid: &'a Grid) -> Sweep<'a> {
        let none = [0; MAX_SIDE];
        let mut sweep = Sweep { grid, cells: none, at_least: [none; KINDS.len()], has: [false; KINDS.len()] };
        for row in 0..grid.height {
            for column in 0..grid.width {
                let square = grid.square(row as i32, column as i32);
                let obstacle = grid.obstacle(square);
                sweep.cells[row] |= u64::from(grid.cell_on(square).is_some()) << column;
                for (kind, &least) in KINDS.iter().enumerate() {
                    sweep.at_least[kind][row] |= u64::from(obstacle >= least) << column;
                    sweep.has[kind] |= obstacle == least;
                }
            }
        }
        sweep
    }

    fn each_line(&self, found: &mut impl FnMut(Cell, Cell, Met)) {
        let [height, width] = [self.grid.height, self.grid.width].map(|side| side as i32);
        for rows in 0..height {
            // From the lesser cell to the greater.
            for columns in if rows == 0 { 1 } else { 1 - width }..width {
                self.each_alike((rows, columns), found);
            }
        }
    }

    /// Calls `found` for the lines between cells that lie this far apart.
    fn each_alike(&self, apart: Apart, found: &mut impl FnMut(Cell, Cell, Met)) {
        let Some(bundle) = self.bundle(apart) else { return };
        let (rows, columns) = apart;
        let hill = |row: usize| self.at_least[HILL][row] & !self.at_least[SOLID][row];
        for row in 0..self.grid.height - rows as usize {
            let far = row + rows as usize;
            let over = hill(row) | shifted(hill(far), columns);
            let [begin, end] = [row, far].map(|row| self.grid.square(row as i32, 0));
            for column in bits(bundle.open[row] & (over | !bundle.hill[row])) {
                let cell = |square: usize| self.grid.cell_on(square).expect("the bit of a cell");
                let (from, to) = (cell(begin + column), cell((end + column).wrapping_add_signed(columns as isize)));
                let is = |rows: &Rows| rows[row] >> column & 1 == 1;
                // Which doors a line crosses is found by walking it.
                let met = if is(&bundle.door) {
                    walk(self.grid, from, to)
                } else {
                    let hard = [is(&bundle.hard[0]), is(&bundle.hard[1])];
                    Some(Met { soft: is(&bundle.soft), hard, ..Met::NOTHING })
                };
                if let Some(met) = met {
                    found(from, to, met);
                }
            }
        }
    }

    /// What the lines between cells that lie this far apart meet, as [`walk`] finds it; `None` if all of them are blocked.
    fn bundle(&self, apart: Apart) -> Option<Bundle> {
        let none = [0; MAX_SIDE];
        let mut bundle = Bundle { open: none, soft: none, door: none, hill: none, hard: [none; 2] };
        for row in 0..self.grid.height - apart.0 as usize {
            bundle.open[row] = self.cells[row] & shifted(self.cells[row + apart.0 as usize], apart.1);
        }
        // Far enough from the edges of squares that are numbered like this.
        let (stride, start) = (4 * WIDEST, 2 * WIDEST);
        let place = |square: usize| ((square / stride) as i32, (square % stride) as i32 - start as i32);
        let end = Crossed::Square((start + apart.0 as usize * stride).wrapping_add_signed(apart.1 as isize));
        for crossed in Trace::new(start, apart, stride).take_while(|&crossed| crossed != end) {
            let some_open = match crossed {
                Crossed::Square(square) => self.meet(&mut bundle, [place(square)], apart),
                Crossed::Corner(beside) => self.meet(&mut bundle, beside.map(place), apart),
            };
            if !some_open {
                return None;
            }
        }
        Some(bundle)
    }

    /// Adds what lines meet next: a square, or a corner between two squares, of which the clearer counts. Returns whether
    /// any line is still open.
    #[inline]
    fn meet<const N: usize>(&self, bundle: &mut Bundle, squares: [Apart; N], apart: Apart) -> bool {
        let height = self.grid.height - apart.0 as usize;
        let on = |kind: usize, row: usize, (rows, columns): Apart| {
            shifted(self.at_least[kind][row + rows as usize], columns)
        };
        let at_least = |kind: usize, row: usize| squares.iter().fold(u64::MAX, |all, &at| all & on(kind, row, at));
        let kinds = [(SOFT, &mut bundle.soft), (DOOR, &mut bundle.door), (HILL, &mut bundle.hill)];
        for (kind, met) in kinds.into_iter().filter(|&(kind, _)| self.has[kind]) {
            for (row, met) in met.iter_mut().enumerate().take(height) {
                *met |= at_least(kind, row) & !at_least(kind + 1, row);
            }
        }
        for (end, hard) in [(0, 0), apart].into_iter().zip(&mut bundle.hard) {
            let touches = |at: Apart| at.0.abs_diff(end.0) <= 1 && at.1.abs_diff(end.1) <= 1;
            if !self.has[HARD] || !squares.iter().any(|&at| touches(at)) {
                continue;
            }
            for (row, hard) in hard.iter_mut().enumerate().take(height) {
                // It counts if all of it touches the end.
                let off = squares.iter().filter(|&&at| !touches(at));
                let off = off.fold(0, |off, &at| off | on(HARD, row, at) & !on(SOFT, row, at));
                *hard |= at_least(HARD, row) & !at_least(SOFT, row) & !off;
            }
        }
        let mut open = 0;
        for (row, lines) in bundle.open.iter_mut().enumerate().take(height) {
            *lines &= !at_least(SOLID, row);
            open |= *lines;
        }
        open != 0
    }
}

/// A row of bits, shifted: the bit of each column is the one that lies this many columns to its right.
#[inline]
const fn shifted(row: u64, columns: i32) -> u64 {
    if columns < 0 { row << -columns } else { row >> columns }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;
    use crate::ground::{Ground, Pass};

    /// Any map of this size with obstacles of every kind.
    fn any_grid(width: usize, height: usize, rng: &mut Pcg64) -> Grid {
        let kinds: Vec<Ground> = "..........#\":%+^_&,n=".chars().filter_map(Ground::of_symbol).collect();
        let ground: Vec<Ground> = (0..width * height).map(|_| kinds[rng.random_range(0..kinds.len())]).collect();
        let mut doors = (0..64).cycle();
        let door = |ground: &Ground| (ground.pass == Pass::Door).then(|| doors.next().expect("a door"));
        let doors: Vec<Option<u8>> = ground.iter().map(door).collect();
        Grid::new(width, &ground, &doors)
    }

    #[test]
    fn lines_that_are_swept_are_those_that_are_walked() {
        let mut rng = Pcg64::seed_from_u64(1);
        let mut counts = [0; 5];
        for size in [(1, 1), (1, 40), (64, 2), (9, 9), (20, 6), (13, 17), (70, 3)] {
            let grid = any_grid(size.0, size.1, &mut rng);
            let mut swept = Vec::new();
            each_line(&grid, |from, to, met| swept.push((from, to, met)));
            swept.sort_by_key(|&(from, to, _)| (from, to));
            let pairs = grid.all().flat_map(|from| grid.all().skip(from.index() + 1).map(move |to| (from, to)));
            let walked: Vec<_> =
                pairs.filter_map(|(from, to)| walk(&grid, from, to).map(|met| (from, to, met))).collect();
            assert_eq!(swept, walked, "{size:?}");
            for (_, _, met) in walked {
                let kinds = [met.soft, met.doors != 0, met.hard[0], met.hard[1], met.hard == [false; 2]];
                counts.iter_mut().zip(kinds).for_each(|(count, is)| *count += u32::from(is));
            }
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    }
}
