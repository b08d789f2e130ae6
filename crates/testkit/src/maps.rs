//! Maps for tests: drawn by hand, and drawn at random.

use std::collections::BTreeSet;
use std::sync::Arc;

use engage::Map;
use field::Builder;
use rand::RngExt;
use rand_pcg::Pcg64;

/// Squares of a map, by row and column.
pub type Squares = Vec<(usize, usize)>;

/// The squares of a drawing with one of these symbols.
#[must_use]
pub fn squares(drawing: &str, symbols: &str) -> Squares {
    let rows = drawing.trim().lines().map(str::trim).enumerate();
    let all =
        rows.flat_map(|(row, line)| line.chars().enumerate().map(move |(column, symbol)| ((row, column), symbol)));
    all.filter(|&(_, symbol)| symbols.contains(symbol)).map(|(square, _)| square).collect()
}

/// A map from a drawing, with areas of these squares.
///
/// # Panics
/// If the drawing is not a sound map.
#[must_use]
#[track_caller]
pub fn map(drawing: &str, areas: &[(&str, Squares)]) -> Arc<Map> {
    let mut builder = Builder::drawn(drawing);
    let areas =
        areas.iter().map(|(name, squares)| ((*name).to_owned(), builder.area(squares.iter().copied()))).collect();
    let plan = builder.build().unwrap_or_else(|mistakes| panic!("{drawing}\n{mistakes:?}"));
    let (title, about) = ("a map".to_owned(), String::new());
    Arc::new(Map {
        title,
        about,
        plan: Arc::new(plan),
        rooms: Vec::new(),
        areas,
        stairs: Vec::new(),
        known: engage::KnownGround::default(),
    })
}

/// Symbols of squares that cannot be entered.
pub const CLOSED: [char; 3] = ['#', 'n', '~'];

/// A drawing of at most this number of rows and columns, with no unreachable part: noise, or rooms. Its symbols are
/// those of `field::Builder::drawn`.
pub fn drawing(rng: &mut Pcg64, most: usize) -> String {
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

/// Each square at random; the mixture differs from map to map.
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

/// Walls up squares that cannot be reached from a square. No step leads diagonally between squares that are not both
/// open, so only edges join squares.
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
