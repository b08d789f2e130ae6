//! Lines of sight on a board, read from rows of bits.

use crate::board::Board;
use crate::cell::{Cell, Position};
use crate::grid::{Obstacle, Squares};
use crate::sight::Sight;
use crate::walk::Met;

/// The longest side of a board that can be prepared.
const MOST: usize = 64;

/// The obstacles on the squares of a board, one bit each, by rows or by columns.
#[derive(Clone, Copy, Debug)]
struct Bits {
    /// Obstacles that block a line which begins or ends outside woods.
    solid: [u64; MOST],
    /// All obstacles to a line; doors are left out, because they hide nobody.
    any: [u64; MOST],
}

impl Bits {
    const EMPTY: Bits = Bits { solid: [0; MOST], any: [0; MOST] };
}

/// Lines of sight of a [`Board`], worked out beforehand as far as they meet nothing, or something solid: 4 KiB, made
/// once, prepared again and again. They are those of the board when it was prepared.
#[derive(Clone, Debug)]
pub struct Lines {
    /// Whether the board is small enough to be prepared.
    ready: bool,
    /// First with hills, then without them, for a figure on one; each by rows and by columns.
    bits: [[Bits; 2]; 2],
}

impl Default for Lines {
    fn default() -> Lines {
        Lines::new()
    }
}

/// What a line meets, as far as the bits show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meets {
    Nothing,
    Solid,
    /// Something that needs a closer look.
    Something,
}

impl Lines {
    /// Not prepared for any board yet.
    #[must_use]
    pub const fn new() -> Lines {
        Lines { ready: false, bits: [[Bits::EMPTY; 2]; 2] }
    }

    /// Takes the lines of this board.
    pub fn prepare(&mut self, board: &Board) {
        self.ready = board.width() <= MOST && board.height() <= MOST;
        if !self.ready {
            return;
        }
        self.bits = [[Bits::EMPTY; 2]; 2];
        for row in 0..board.height() {
            for (column, &code) in board.codes_of(row).iter().enumerate() {
                let obstacle = Board::obstacle_of(code);
                if matches!(obstacle, Obstacle::Nothing | Obstacle::Door) {
                    continue;
                }
                let solid = matches!(obstacle, Obstacle::Solid | Obstacle::Wood | Obstacle::Hill);
                let kinds = if obstacle == Obstacle::Hill { 1 } else { 2 };
                for bits in &mut self.bits[..kinds] {
                    for (bits, (line, place)) in bits.iter_mut().zip([(row, column), (column, row)]) {
                        bits.any[line] |= 1 << place;
                        bits.solid[line] |= u64::from(solid) << place;
                    }
                }
            }
        }
    }

    /// Sight between `from` and `to`, both ways, as [`Board::sight_both_ways`] answers for the board that was prepared.
    #[must_use]
    #[inline]
    pub fn sight_both_ways(&self, board: &Board, from: Cell, to: Cell, inside: u32) -> [Sight; 2] {
        if !self.ready || from == to {
            return board.sight_both_ways(from, to, inside);
        }
        let ends = [from, to].map(|end| board.square_of(end));
        let obstacles = ends.map(|end| board.obstacle(end));
        let woods = ends.map(|end| board.in_wood(end));
        if woods == [true; 2] {
            return board.sight_both_ways(from, to, inside);
        }
        if obstacles.contains(&Obstacle::Wood) {
            // The other end is outside.
            return [Sight::Blocked; 2];
        }
        let over = obstacles.contains(&Obstacle::Hill);
        match self.meets(board.position(from), board.position(to), over) {
            Meets::Nothing => board.seen(from, to, &Met::NOTHING),
            Meets::Solid => [Sight::Blocked; 2],
            Meets::Something => board.sight_both_ways(from, to, inside),
        }
    }

    /// What the line between two squares meets.
    #[inline]
    fn meets(&self, from: Position, to: Position, over: bool) -> Meets {
        let [rows, columns] = [from.row.abs_diff(to.row), from.column.abs_diff(to.column)].map(u32::from);
        // Along the longer side, so that few lines of bits have to be read.
        let ends = [from, to].map(|end| [end.row, end.column].map(u32::from));
        let ([one, two], by) = if rows <= columns { (ends, 0) } else { (ends.map(|[row, column]| [column, row]), 1) };
        // From the lower line of bits to the higher.
        let ([first, start], [last, end]) = if one[0] <= two[0] { (one, two) } else { (two, one) };
        let (lines, long) = (last - first, start.abs_diff(end));
        let bits = &self.bits[usize::from(over)][by];
        // The bits of a line from one place along it to another.
        let run = |from: u32, to: u32| {
            if from > to {
                return 0;
            }
            let low = if end >= start { start + from } else { start - to };
            u64::MAX >> (63 - (to - from)) << low
        };
        if lines == 0 {
            let run = run(1, long - 1);
            let line = first as usize % MOST;
            return match (bits.solid[line] & run, bits.any[line] & run) {
                (_, 0) => Meets::Nothing,
                (0, _) => Meets::Something,
                _ => Meets::Solid,
            };
        }
        // Where the line crosses to the next line of bits: in the place of this number or, if nothing remains, on the
        // corner before it.
        let (twice, crossing) = (2 * lines, long + lines);
        let (mut place, mut rest) = (crossing / twice, crossing % twice);
        let (further, more) = (long / lines, 2 * (long % lines));
        let (mut begins, mut corner) = (1, 0);
        let mut met = 0;
        for line in first..last {
            let on_corner = u32::from(rest == 0);
            let line = line as usize % MOST;
            if bits.solid[line] & run(begins, place - on_corner) != 0 {
                return Meets::Solid;
            }
            // The two squares beside a corner count as met until they are looked at.
            met |= bits.any[line] & run(begins - corner, place);
            (begins, corner) = (place, on_corner);
            (place, rest) = (place + further, rest + more);
            if rest >= twice {
                (place, rest) = (place + 1, rest - twice);
            }
        }
        let line = last as usize % MOST;
        if bits.solid[line] & run(begins, long - 1) != 0 {
            return Meets::Solid;
        }
        met |= bits.any[line] & run(begins - corner, long - 1);
        if met == 0 { Meets::Nothing } else { Meets::Something }
    }
}
