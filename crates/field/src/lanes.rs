//! The steps of a board, worked out beforehand.

use crate::board::{Board, MAX_STAIRS};
use crate::cell::{Cell, CellSet, MAX_CELLS, MAX_SIDE, NONE};
use crate::ground::{Ground, Pass};

/// Marks a cell that ends a move, in addition to the number of its pass.
const ENDS: u8 = 1 << 7;

/// The steps of a [`Board`], worked out beforehand for searches: 11 KiB, made once, prepared again and again. They are
/// those of the board when it was prepared.
#[derive(Clone, Debug)]
pub struct Lanes {
    width: usize,
    height: usize,
    /// For each cell the directions in which a step leads somewhere, one bit each, stairs excluded.
    steps: [u8; MAX_CELLS],
    /// For each cell, how it is entered, and whether it ends a move.
    entries: [u8; MAX_CELLS],
    /// The two ends of each of the stairs; [`NONE`] in unused places.
    stairs: [[u16; 2]; MAX_STAIRS],
    /// The cells that are entered at all, one bit for each column, with an empty row before the first and after the
    /// last.
    entered: [u128; MAX_SIDE + 2],
    /// Cells with one kind of pass, free or rough, on them and all around.
    even: CellSet,
}

impl Default for Lanes {
    fn default() -> Lanes {
        Lanes::new()
    }
}

impl Lanes {
    /// Not prepared for any board yet.
    #[must_use]
    pub const fn new() -> Lanes {
        Lanes {
            width: 0,
            height: 0,
            steps: [0; MAX_CELLS],
            entries: [0; MAX_CELLS],
            stairs: [[NONE; 2]; MAX_STAIRS],
            entered: [0; MAX_SIDE + 2],
            even: CellSet::EMPTY,
        }
    }

    /// Takes the steps of this board. Ground for which `ends` is true ends a move, if the search wants that: it is
    /// entered and not left.
    pub fn prepare(&mut self, board: &Board, ends: impl Fn(Ground) -> bool) {
        let (width, height) = (board.width(), board.height());
        (self.width, self.height, self.stairs) = (width, height, *board.stairs());
        self.entered = [0; MAX_SIDE + 2];
        let entered = &mut self.entered;
        let [mut free, mut rough] = [[0_u128; MAX_SIDE + 2]; 2];
        let entries = Ground::by_code(|ground| ground.pass as u8 | if ends(ground) { ENDS } else { 0 });
        let kinds = Ground::by_code(|ground| {
            let kinds = [ground.pass != Pass::No, ground.pass == Pass::Free, ground.pass == Pass::Rough];
            kinds.into_iter().rev().fold(0, |all, is| all << 1 | u8::from(is))
        });
        for row in 0..height {
            let codes = board.codes_of(row);
            for (first, (entries_of, codes)) in
                (0..).step_by(64).zip(self.entries[row * width..][..width].chunks_mut(64).zip(codes.chunks(64)))
            {
                let mut columns = [0_u64; 3];
                for (place, (entry, &code)) in entries_of.iter_mut().zip(codes).enumerate() {
                    let code = usize::from(code) % entries.len();
                    *entry = entries[code];
                    let kinds = kinds[code];
                    for (kind, columns) in columns.iter_mut().enumerate() {
                        *columns |= u64::from(kinds >> kind & 1) << place;
                    }
                }
                for (rows, columns) in [&mut *entered, &mut free, &mut rough].into_iter().zip(columns) {
                    rows[row + 1] |= u128::from(columns) << first;
                }
            }
        }
        let walked: [u128; MAX_SIDE + 2] = std::array::from_fn(|row| free[row] | rough[row]);
        self.even = CellSet::EMPTY;
        for row in 0..height {
            let [above, here, below] = [row, row + 1, row + 2];
            let all_around = |rows: &[u128]| {
                let columns = rows[above] & rows[here] & rows[below];
                columns & columns << 1 & columns >> 1
            };
            self.even.insert_row(row * width, all_around(&free) | all_around(&rough));
            let [east, west] = [walked[here] >> 1, walked[here] << 1];
            // Clockwise from the north. No corner is cut.
            let ways = [
                entered[above],
                entered[above] >> 1 & walked[above] & east,
                entered[here] >> 1,
                entered[below] >> 1 & walked[below] & east,
                entered[below],
                entered[below] << 1 & walked[below] & west,
                entered[here] << 1,
                entered[above] << 1 & walked[above] & west,
            ];
            for (eight, steps) in self.steps[row * width..][..width].chunks_mut(8).enumerate() {
                let mut all = 0;
                for (direction, way) in ways.into_iter().enumerate() {
                    all |= each_in_a_byte((way >> (8 * eight)) as u8) << direction;
                }
                steps.copy_from_slice(&all.to_le_bytes()[..steps.len()]);
            }
        }
    }

    /// The differences between the number of a cell and those around it, clockwise from the north.
    #[inline]
    pub(crate) const fn offsets(&self) -> [u16; 8] {
        let south = self.width as u16;
        let north = 0_u16.wrapping_sub(south);
        [
            north,
            north.wrapping_add(1),
            1,
            south.wrapping_add(1),
            south,
            south.wrapping_sub(1),
            u16::MAX,
            north.wrapping_sub(1),
        ]
    }

    /// Whether all steps from a cell lead into the same kind of ground as its own, stairs excluded.
    #[inline]
    pub(crate) const fn is_even(&self, cell: u16) -> bool {
        self.even.contains(Cell(cell % MAX_CELLS as u16))
    }

    /// The directions in which steps lead from a cell, or to it, one bit each, stairs excluded.
    #[inline]
    pub(crate) const fn steps(&self, cell: u16) -> u8 {
        self.steps[cell as usize % MAX_CELLS]
    }

    /// The number of a cell's pass.
    #[inline]
    pub(crate) const fn pass(&self, cell: u16) -> usize {
        (self.entries[cell as usize % MAX_CELLS] & !ENDS) as usize
    }

    /// Whether a cell ends a move.
    #[inline]
    pub(crate) const fn ends(&self, cell: u16) -> bool {
        self.entries[cell as usize % MAX_CELLS] & ENDS != 0
    }

    /// Whether there are any stairs.
    #[inline]
    pub(crate) const fn has_stairs(&self) -> bool {
        self.stairs[0][0] != NONE
    }

    /// Where stairs lead from a cell.
    #[inline]
    pub(crate) fn stairs(&self, cell: u16) -> impl Iterator<Item = u16> {
        let stairs = self.stairs.iter().take_while(|ends| ends[0] != NONE);
        stairs.flat_map(|&[from, to]| [(from, to), (to, from)]).filter(move |&(from, _)| from == cell).map(|(_, to)| to)
    }

    /// The number of cells that figures can enter at all.
    #[must_use]
    pub fn entered(&self) -> usize {
        self.entered.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Every cell that a figure can get to from this one if nothing but walls keeps it out.
    #[must_use]
    pub fn connected(&self, from: Cell) -> CellSet {
        let (entered, mut reached) = (&self.entered, [0_u128; MAX_SIDE + 2]);
        let place = |cell: usize| (cell / self.width + 1, 1_u128 << (cell % self.width));
        let (row, column) = place(from.index());
        reached[row] = column;
        loop {
            let mut grown = false;
            // Down the board, then up again.
            for row in (1..=self.height).chain((1..self.height).rev()) {
                let before = reached[row];
                let mut now = before | (reached[row - 1] | reached[row + 1]) & entered[row];
                loop {
                    let wider = now | (now << 1 | now >> 1) & entered[row];
                    if wider == now {
                        break;
                    }
                    now = wider;
                }
                grown |= now != before;
                reached[row] = now;
            }
            for &[one, two] in self.stairs.iter().take_while(|ends| ends[0] != NONE) {
                for (from, to) in [(one, two), (two, one)] {
                    let [(row, column), (other, there)] = [from, to].map(|end| place(end.into()));
                    if reached[row] & column != 0 && entered[other] & !reached[other] & there != 0 {
                        reached[other] |= there;
                        grown = true;
                    }
                }
            }
            if !grown {
                break;
            }
        }
        let mut connected = CellSet::EMPTY;
        for (row, &columns) in reached[1..=self.height].iter().enumerate() {
            connected.insert_row(row * self.width, columns);
        }
        connected
    }
}

/// The bits of a byte, each in the lowest place of a byte of its own.
const fn each_in_a_byte(bits: u8) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let apart = (bits as u64 * ONES) & 0x8040_2010_0804_0201;
    (apart + 0x7f * ONES) >> 7 & ONES
}
