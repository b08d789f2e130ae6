//! Random maps, drawn as text, and what the twins read from the drawing.

use std::collections::BTreeSet;

use field::{Builder, Cell, Door, Doors, Plan};
use rand::RngExt;
use rand_pcg::Pcg64;

/// A square, by row and column.
pub(crate) type Square = (i32, i32);

/// A map as drawn, and the plan made of it.
pub(crate) struct Map {
    pub(crate) rows: Vec<Vec<char>>,
    pub(crate) plan: Plan,
}

impl Map {
    /// A map from its drawing, which must be sound.
    #[track_caller]
    pub(crate) fn drawn(drawing: &str) -> Map {
        let plan = Builder::drawn(drawing).build().unwrap_or_else(|mistakes| panic!("{drawing}\n{mistakes:?}"));
        Map { rows: drawing.trim().lines().map(|row| row.trim().chars().collect()).collect(), plan }
    }

    /// The symbol of a square; outside the map, a wall.
    pub(crate) fn symbol(&self, (row, column): Square) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        row.and_then(|row| row.get(usize::try_from(column).ok()?)).copied().unwrap_or('#')
    }

    /// Where a cell is.
    pub(crate) fn square(&self, cell: Cell) -> Square {
        let at = self.plan.position(cell);
        (at.row.into(), at.column.into())
    }

    /// The cell of a square that can be entered.
    pub(crate) fn cell(&self, (row, column): Square) -> Option<Cell> {
        self.plan.cell(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
    }

    /// All cells.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        self.plan.all().iter().collect()
    }

    /// A cell, any one.
    pub(crate) fn any(&self, rng: &mut Pcg64) -> Cell {
        self.plan.cell_numbered(rng.random_range(0..self.plan.cells())).expect("a cell")
    }

    /// Some door states: all shut, all open, and two at random.
    pub(crate) fn door_states(&self, rng: &mut Pcg64) -> Vec<Doors> {
        let doors = self.plan.doors();
        let mut some = || (0..doors).filter(|_| rng.random_bool(0.5)).filter_map(Door::new).collect();
        if doors == 0 { vec![Doors::SHUT] } else { vec![Doors::SHUT, Doors::OPEN, some(), some()] }
    }

    /// Whether a square is a shut door.
    pub(crate) fn shut(&self, square: Square, doors: Doors) -> bool {
        let door = self.cell(square).and_then(|cell| self.plan.door(cell));
        door.is_some_and(|door| !doors.is_open(door))
    }

    pub(crate) fn text(&self) -> String {
        self.rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    }
}

/// Symbols of squares that nobody enters.
pub(crate) const CLOSED: [char; 3] = ['#', 'n', '~'];

/// How many random maps the tests look at between them.
const MAPS: u64 = 10_000;

/// Every so many of the random maps, each made anew from its number. The shares of all callers cover all maps several times.
pub(crate) fn random(every: usize, mut look: impl FnMut(&Map, &mut Pcg64)) {
    for number in (0..MAPS).step_by(every) {
        let mut rng = Pcg64::new(u128::from(number), 0xf1e1d);
        let map = Map::drawn(&drawing(&mut rng, number));
        look(&map, &mut rng);
    }
}

/// A drawing that can be reached all over: noise, or rooms.
fn drawing(rng: &mut Pcg64, number: u64) -> String {
    // Most maps are small, since that is where corners are; one in a hundred is a large one.
    let most = if number % 100 == 30 { 40 } else { 11 };
    let (height, width) = (rng.random_range(1..=most), rng.random_range(1..=most));
    let mut rows = if rng.random_bool(0.5) { noise(rng, height, width) } else { house(rng, height, width) };
    let middle = &mut rows[height / 2][width / 2];
    if CLOSED.contains(middle) {
        *middle = '.';
    }
    few_openings(&mut rows);
    keep_reachable(&mut rows, (height / 2, width / 2));
    rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}

/// Squares each at random; the mixture differs from map to map.
fn noise(rng: &mut Pcg64, height: usize, width: usize) -> Vec<Vec<char>> {
    let walls = rng.random_range(0.0..0.6);
    let other = rng.random_range(0.0..0.5);
    let square = |rng: &mut Pcg64| {
        if rng.random_bool(walls) {
            '#'
        } else if rng.random_bool(other) {
            let symbols = [',', '+', '+', '\'', '=', '_', 'n', ':', '"', '%', 'h', '&', '~'];
            symbols[rng.random_range(0..symbols.len())]
        } else {
            '.'
        }
    };
    (0..height).map(|_| (0..width).map(|_| square(rng)).collect()).collect()
}

/// Floor, some long walls with openings in them, some furniture.
fn house(rng: &mut Pcg64, height: usize, width: usize) -> Vec<Vec<char>> {
    let mut rows = vec![vec!['.'; width]; height];
    for _ in 0..(height + width) / 4 {
        let (row, column) = (rng.random_range(0..height), rng.random_range(0..width));
        if rng.random_bool(0.5) {
            rows[row].iter_mut().for_each(|square| *square = '#');
        } else {
            rows.iter_mut().for_each(|row| row[column] = '#');
        }
    }
    for _ in 0..height * width / 8 {
        let square = &mut rows[rng.random_range(0..height)][rng.random_range(0..width)];
        let symbols: &[char] = if *square == '#' { &['+', '+', '\'', '='] } else { &['_', 'h', '"', 'n', ','] };
        *square = symbols[rng.random_range(0..symbols.len())];
    }
    rows
}

/// Keeps doors and rooms within their limits.
fn few_openings(rows: &mut [Vec<char>]) {
    let openings = rows.iter_mut().flatten().filter(|square| ['+', '\'', '='].contains(square));
    openings.skip(60).for_each(|square| *square = '.');
}

/// Walls up what cannot be reached from a square. No step leads diagonally between squares that do not both stand open, so
/// edges are all that joins.
fn keep_reachable(rows: &mut [Vec<char>], start: (usize, usize)) {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some((row, column)) = waiting.pop() {
        let open = rows.get(row).and_then(|row| row.get(column)).is_some_and(|square| !CLOSED.contains(square));
        if open && seen.insert((row, column)) {
            waiting.extend([(row + 1, column), (row, column + 1)]);
            waiting.extend(row.checked_sub(1).map(|row| (row, column)));
            waiting.extend(column.checked_sub(1).map(|column| (row, column)));
        }
    }
    for (row, squares) in rows.iter_mut().enumerate() {
        for (column, square) in squares.iter_mut().enumerate() {
            if !CLOSED.contains(square) && !seen.contains(&(row, column)) {
                *square = '#';
            }
        }
    }
}
