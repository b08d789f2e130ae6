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
    soft: [u64; MOST],
    hard: [u64; MOST],
    /// Everything but clear ground; doors hide nobody, but are not clear either.
    any: [u64; MOST],
}

impl Bits {
    const EMPTY: Bits = Bits { solid: [0; MOST], soft: [0; MOST], hard: [0; MOST], any: [0; MOST] };
}

/// Lines of sight of a [`Board`], worked out beforehand except between two squares of woods and through corners between
/// two obstacles: 8 KiB, made once, prepared again and again. They are those of the board when it was prepared.
#[derive(Clone, Debug)]
pub struct Lines {
    /// Whether the board is small enough to be prepared.
    ready: bool,
    /// First with hills, then with hills that hide nobody, for a figure on one; each by rows and by columns.
    bits: [[Bits; 2]; 2],
}

impl Default for Lines {
    fn default() -> Lines {
        Lines::new()
    }
}

/// What a line meets, as far as the bits show.
enum Meets {
    Solid,
    /// Nothing solid.
    Met(Met),
    /// Perhaps something in a corner between two obstacles.
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
                if obstacle == Obstacle::Nothing {
                    continue;
                }
                let solid = [
                    matches!(obstacle, Obstacle::Solid | Obstacle::Wood | Obstacle::Hill),
                    matches!(obstacle, Obstacle::Solid | Obstacle::Wood),
                ];
                for (bits, solid) in self.bits.iter_mut().zip(solid) {
                    for (bits, (line, place)) in bits.iter_mut().zip([(row, column), (column, row)]) {
                        bits.any[line] |= 1 << place;
                        bits.soft[line] |= u64::from(obstacle == Obstacle::Soft) << place;
                        bits.hard[line] |= u64::from(obstacle == Obstacle::Hard) << place;
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
            Meets::Met(met) => board.seen(from, to, &met),
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
        let around = |place: u32| 1_u64 << place | 1 << place << 1 | 1 << place >> 1;
        let (mut soft, mut touched) = (0, [false; 2]);
        // Notes what it meets in the squares of a line of bits that it crosses; whether something solid is among that.
        let mut solid = |line: u32, crossed: u64| {
            let place = line as usize % MOST;
            if bits.any[place] & crossed == 0 {
                return false;
            }
            soft |= bits.soft[place] & crossed;
            let hard = bits.hard[place] & crossed;
            touched[0] |= line <= first + 1 && hard & around(start) != 0;
            touched[1] |= line + 1 >= last && hard & around(end) != 0;
            bits.solid[place] & crossed != 0
        };
        let is_clear = |line: u32, place: u32| bits.any[line as usize % MOST] & run(place, place) == 0;
        // Where the line crosses to the next line of bits, if there is one: in the place of this number or, if nothing
        // remains, on the corner before it.
        let divisor = lines.max(1);
        let (twice, crossing) = (2 * divisor, long + lines);
        let (mut place, mut rest) = (crossing / twice, crossing % twice);
        let (further, more) = (long / divisor, 2 * (long % divisor));
        let (mut begins, mut between) = (1, false);
        for line in first..last {
            let on_corner = rest == 0;
            if solid(line, run(begins, place - u32::from(on_corner))) {
                return Meets::Solid;
            }
            // Of the two squares beside a corner, the clearer counts.
            between |= on_corner && !is_clear(line, place) && !is_clear(line + 1, place - 1);
            begins = place;
            (place, rest) = (place + further, rest + more);
            if rest >= twice {
                (place, rest) = (place + 1, rest - twice);
            }
        }
        if solid(last, run(begins, long - 1)) {
            return Meets::Solid;
        }
        if between {
            return Meets::Something;
        }
        let hard = if one[0] <= two[0] { touched } else { [touched[1], touched[0]] };
        Meets::Met(Met { soft: soft != 0, hard, ..Met::NOTHING })
    }
}
