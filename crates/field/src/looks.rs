//! The table of sight between all pairs of cells, made line by line.

use crate::cell::{Cell, CellSet, bits};
use crate::doors::Doors;
use crate::grid::Grid;
use crate::ground::Screen;
use crate::sweep::each_line;
use crate::walk::Met;

/// What one cell sees of 64 others, one bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    /// Seen regardless of doors.
    always: u64,
    /// Seen while certain doors are open.
    doors: u64,
    /// Concealed if seen.
    soft: u64,
    /// Covered if seen.
    hard: u64,
}

impl Look {
    /// The cover of one of the cells if it is seen: 1 for soft, 2 for hard, 3 for both.
    #[inline]
    pub(crate) const fn cover(&self, to: Cell) -> usize {
        let bit = to.index() % 64;
        ((self.hard >> bit & 1) << 1 | (self.soft >> bit & 1)) as usize
    }

    /// Whether soft cover conceals one of the cells if it is seen.
    #[inline]
    pub(crate) const fn conceals(&self, to: Cell) -> bool {
        self.soft >> (to.index() % 64) & 1 == 1
    }
}

/// What one cell sees of all others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a>(&'a [Look]);

impl<'a> Row<'a> {
    /// What it sees of a cell and its neighbours.
    #[inline(always)]
    pub(crate) fn look(self, to: Cell) -> &'a Look {
        &self.0[to.index() / 64]
    }

    /// Those of these cells that may be seen and are not concealed: through doors, if they are open.
    pub(crate) fn openly(self, among: &CellSet) -> impl Iterator<Item = Cell> {
        let words = self.0.iter().zip(&among.words).enumerate().filter(|(_, (_, among))| **among != 0);
        words.flat_map(|(place, (look, among))| {
            let open = (look.always | look.doors) & !look.soft & among;
            bits(open).map(move |bit| Cell((place * 64 + bit) as u16))
        })
    }
}

/// Sight between all pairs of cells.
#[derive(Clone, Debug)]
pub(crate) struct Looks {
    /// The number of words in the row of a cell.
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

impl Looks {
    pub(crate) fn new(grid: &Grid) -> Looks {
        let (cells, words) = (grid.cells(), grid.cells().div_ceil(64));
        let mut looks = vec![Look::default(); cells * words];
        // Pairs through doors, the lesser cell first, and the doors.
        let mut through: Vec<(u16, u16, u64)> = Vec::new();
        let mut seen = Seen { looks: &mut looks, words };
        grid.all().for_each(|cell| seen.set(cell, cell, &Met::NOTHING));
        each_line(grid, |from, to, mut met| {
            let (here, there) = (grid.ground_of(from), grid.ground_of(to));
            met.hard = [met.hard[0] | here.covers_within(), met.hard[1] | there.covers_within()];
            let between = met.soft;
            met.soft = between | (there.screen == Screen::Soft);
            seen.set(from, to, &met);
            met.hard.swap(0, 1);
            met.soft = between | (here.screen == Screen::Soft);
            seen.set(to, from, &met);
            if met.doors != 0 {
                through.push((from.0, to.0, met.doors));
            }
        });
        through.sort_unstable();
        let mut masks: Vec<u64> = through.iter().map(|&(_, _, doors)| doors).collect();
        masks.sort_unstable();
        masks.dedup();
        let (starts, pairs) = by_row(cells, &through, &masks);
        let ranks = ranks(&looks, words);
        Looks { words, looks: looks.into(), ranks, starts, pairs, masks: masks.into() }
    }

    /// The doors on the line of a pair whose bit in `doors` is set. Kept out of line, because most lines cross no
    /// doors.
    #[inline(never)]
    fn mask(&self, from: Cell, to: Cell, doors: u64) -> u64 {
        let (word, bit) = (to.index() / 64, to.index() % 64);
        let rank = u32::from(self.ranks[from.index() * self.words + word]);
        let pair = self.starts[from.index()] + rank + (doors & ((1 << bit) - 1)).count_ones();
        self.masks[self.pairs[pair as usize] as usize]
    }

    /// What a cell sees.
    #[inline(always)]
    pub(crate) fn row(&self, from: Cell) -> Row<'_> {
        Row(&self.looks[from.index() * self.words..][..self.words])
    }

    /// What one cell sees of another and its neighbours.
    #[inline]
    pub(crate) fn look(&self, from: Cell, to: Cell) -> &Look {
        &self.looks[from.index() * self.words + to.index() / 64]
    }

    /// Whether one cell sees another.
    #[inline]
    pub(crate) fn sees(&self, from: Cell, to: Cell, doors: Doors) -> bool {
        self.reveals(self.look(from, to), from, to, doors)
    }

    /// Whether one cell sees another, given its look at it.
    #[inline(always)]
    pub(crate) fn reveals(&self, look: &Look, from: Cell, to: Cell, doors: Doors) -> bool {
        let bit = 1 << (to.index() % 64);
        look.always & bit != 0 || (look.doors & bit != 0 && doors.all_open(self.mask(from, to, look.doors)))
    }

    /// The cover of a cell that another sees: 1 for soft, 2 for hard, 3 for both; `None` if it does not see it.
    #[inline(always)]
    pub(crate) fn cover(&self, from: Cell, to: Cell, doors: Doors) -> Option<usize> {
        let look = self.look(from, to);
        self.reveals(look, from, to, doors).then(|| look.cover(to))
    }

    /// Which cells of a set, given by its words, are seen from a cell: word by word.
    #[inline]
    pub(crate) fn seen<'a>(&'a self, from: Cell, doors: Doors, among: &'a [u64]) -> impl Iterator<Item = u64> + 'a {
        self.row(from).0.iter().zip(among).enumerate().map(move |(place, (look, &among))| {
            if among == 0 {
                return 0;
            }
            if doors == Doors::OPEN {
                return (look.always | look.doors) & among;
            }
            let through = bits(look.doors & among).filter(|bit| {
                let to = Cell((place * 64 + bit) as u16);
                doors.all_open(self.mask(from, to, look.doors))
            });
            through.fold(look.always & among, |seen, bit| seen | 1 << bit)
        })
    }
}

/// A table that is being filled.
struct Seen<'a> {
    looks: &'a mut [Look],
    words: usize,
}

impl Seen<'_> {
    /// Records how `from` sees `to`; of the cover, that of the second cell counts.
    fn set(&mut self, from: Cell, to: Cell, met: &Met) {
        let look = &mut self.looks[from.index() * self.words + to.index() / 64];
        let bit = to.index() % 64;
        look.always |= u64::from(met.doors == 0) << bit;
        look.doors |= u64::from(met.doors != 0) << bit;
        look.soft |= u64::from(met.soft) << bit;
        look.hard |= u64::from(met.hard[1]) << bit;
    }
}

/// Pairs, each given once and in order of lesser and greater cell, laid out for both cells in order of the other: the
/// places of their doors in `masks`.
fn by_row(cells: usize, through: &[(u16, u16, u64)], masks: &[u64]) -> (Box<[u32]>, Box<[u32]>) {
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
    let mut put = |cell: u16, doors| {
        let place = &mut next[usize::from(cell)];
        pairs[*place as usize] = masks.partition_point(|&mask| mask < doors) as u32;
        *place += 1;
    };
    // A cell's lesser partners all come before its greater ones, because the greater ones come when the cell itself is
    // the lesser.
    for &(a, b, doors) in through {
        put(a, doors);
        put(b, doors);
    }
    (starts.into(), pairs.into())
}

/// For each word, how many pairs through doors its row has before it.
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
