//! Cells, sets of cells, and the metric.

/// The longest side of a map, in inches.
pub const MAX_SIDE: usize = 128;
/// The most cells that figures may enter on one map.
pub const MAX_CELLS: usize = 4096;
/// An inch, in the unit of all distances: thousandths of an inch.
pub const INCH: u32 = 1000;

pub(crate) const SET_WORDS: usize = MAX_CELLS / 64;
/// Marks a place in a table that holds no cell.
pub(crate) const NONE: u16 = u16::MAX;

/// A square by number, counted row by row. On a plan only squares that figures can enter are numbered; on a
/// [`Board`](crate::Board) all squares are.
///
/// A figure's position is a cell. A cell has a meaning only on the plan or the board that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(crate) u16);

impl Cell {
    /// Its number, from 0 to [`Plan::cells`](crate::Plan::cells) minus one.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A square of the map as drawn, counted from 0 at the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Rows from the top.
    pub row: u8,
    /// Columns from the left.
    pub column: u8,
}

impl Position {
    /// The square of the distance between the centres of two squares, in square inches.
    #[must_use]
    #[inline]
    pub const fn squared(self, other: Position) -> u32 {
        let rows = self.row.abs_diff(other.row) as u32;
        let columns = self.column.abs_diff(other.column) as u32;
        rows * rows + columns * columns
    }

    /// The rows and columns from here to there.
    pub(crate) const fn to(self, there: Position) -> (i32, i32) {
        (there.row as i32 - self.row as i32, there.column as i32 - self.column as i32)
    }
}

/// The square root of a number of square inches, in thousandths of an inch, rounded up.
pub(crate) fn root(squared: u64) -> u32 {
    let exact = squared * u64::from(INCH) * u64::from(INCH);
    // Floating-point roots are rounded correctly, and for numbers this small, a root that is not whole is nowhere near
    // a whole number.
    let floor = (exact as f64).sqrt() as u64;
    (floor + u64::from(floor * floor < exact)) as u32
}

/// A set of cells of one plan or board: 512 bytes, no allocation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CellSet {
    pub(crate) words: [u64; SET_WORDS],
}

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet { words: [0; SET_WORDS] };

    /// Whether the cell is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.words[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.words[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Removes a cell.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.words[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// The number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The number of cells that are in both sets.
    #[must_use]
    pub fn shared(&self, other: &CellSet) -> usize {
        self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// Whether the two sets have a cell in common.
    #[must_use]
    pub fn meets(&self, other: &CellSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Keeps only the cells that are also in the other set.
    pub fn keep(&mut self, other: &CellSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= b);
    }

    /// Adds all cells of the other set.
    pub fn add(&mut self, other: &CellSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a |= b);
    }

    /// Removes all cells of the other set.
    pub fn drop_all(&mut self, other: &CellSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= !b);
    }

    /// The cells in order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let words = self.words.iter().enumerate();
        words.flat_map(|(place, &word)| bits(word).map(move |bit| Cell((place * 64 + bit) as u16)))
    }

    /// Adds the cells numbered `from` up to, but not including, `to`.
    pub(crate) fn insert_range(&mut self, from: u16, to: u16) {
        words_of(from, to).for_each(|(place, bits)| self.words[place] |= bits);
    }

    /// Adds cells of a row: the cell with this number for the lowest bit, the next cell for the next bit.
    pub(crate) fn insert_row(&mut self, first: usize, row: u128) {
        let shift = first % 64;
        let (low, high) = (row << shift, row.checked_shr(u128::BITS - shift as u32).unwrap_or(0));
        for (word, bits) in self.words[first / 64..].iter_mut().zip([low as u64, (low >> 64) as u64, high as u64]) {
            *word |= bits;
        }
    }

    /// Whether it has a cell numbered from `from` up to, but not including, `to`.
    #[inline]
    pub(crate) fn meets_range(&self, from: u16, to: u16) -> bool {
        let (mut from, to) = (usize::from(from), usize::from(to));
        while from < to {
            // The bits of a word from the first of them on.
            let (word, count) = (self.words[from / 64] >> (from % 64), (64 - from % 64).min(to - from));
            if word & u64::MAX >> (64 - count) != 0 {
                return true;
            }
            from += count;
        }
        false
    }
}

/// The words of a set that the cells numbered `from` up to, but not including, `to` are in, each with the bits of these.
#[inline]
fn words_of(from: u16, to: u16) -> impl Iterator<Item = (usize, u64)> {
    let (from, to) = (usize::from(from), usize::from(to));
    (from / 64..to.div_ceil(64)).map(move |place| {
        let low = from.saturating_sub(place * 64);
        let high = (to - place * 64).min(64);
        (place, if low < high { (u64::MAX >> (64 - (high - low))) << low } else { 0 })
    })
}

impl Default for CellSet {
    fn default() -> CellSet {
        CellSet::EMPTY
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(Cell::index)).finish()
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// The positions of the bits that are set, lowest first.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_added_bit_by_bit() {
        for first in [0, 1, 36, 63, 64, 100, 4000] {
            for row in [0, 1, 0b1011, u128::from(u64::MAX), 1 << 64 | 1 << 95 | 0b101] {
                let mut set = CellSet::EMPTY;
                set.insert_row(first, row);
                let plain: CellSet =
                    (0..96).filter(|bit| row >> bit & 1 != 0).map(|bit| Cell(first as u16 + bit)).collect();
                assert_eq!(set, plain, "{first}: {row:b}");
            }
        }
    }

    #[test]
    fn ranges_are_what_they_say() {
        for from in [0, 1, 63, 64, 65, 130] {
            for length in [0, 1, 2, 62, 63, 64, 65, 128, 200] {
                let mut set = CellSet::EMPTY;
                set.insert_range(from, from + length);
                assert!(set.iter().map(|cell| cell.0).eq(from..from + length), "{from} + {length}");
                for (low, high) in
                    (0..400).step_by(7).flat_map(|low| (low..400).step_by(5).map(move |high| (low, high)))
                {
                    let meets = set.iter().any(|cell| (low..high).contains(&cell.0));
                    assert_eq!(set.meets_range(low, high), meets, "{from} + {length}: {low} to {high}");
                }
            }
        }
    }
}
