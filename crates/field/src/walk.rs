//! Walking a line between two cells: what it meets on its way.

use crate::cell::Cell;
use crate::grid::{Obstacle, Squares};
use crate::line::{Crossed, Trace};

/// What a line between two cells meets, unless it is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Met {
    /// The doors that it crosses; all have to be open.
    pub(crate) doors: u64,
    /// Whether soft ground, or the inside of a wood, is between the two.
    pub(crate) soft: bool,
    /// Whether hard cover touches the near and the far end.
    pub(crate) hard: [bool; 2],
    /// Whether the inside of a wood is met, the two ends included. Then the whole line is in woods.
    pub(crate) wood: bool,
}

impl Met {
    /// What a line without length meets.
    pub(crate) const NOTHING: Met = Met { doors: 0, soft: false, hard: [false; 2], wood: false };
}

/// Walks the line between two cells, which must be different; `None` if it is blocked.
#[inline]
pub(crate) fn walk(squares: &impl Squares, from: Cell, to: Cell) -> Option<Met> {
    let ends = [squares.square_of(from), squares.square_of(to)];
    let (here, there) = (squares.obstacle(ends[0]), squares.obstacle(ends[1]));
    // A figure on a hill sees over hills, and is seen there.
    let over = here == Obstacle::Hill || there == Obstacle::Hill;
    let mut met = Met { wood: here == Obstacle::Wood || there == Obstacle::Wood, ..Met::NOTHING };
    let mut open = !(squares.in_wood(ends[0]) && squares.in_wood(ends[1]));
    for crossed in Trace::between(squares, from, to) {
        let (square, in_wood) = match crossed {
            Crossed::Square(square) if square == ends[1] => break,
            Crossed::Square(square) => (square, squares.in_wood(square)),
            // A line that only touches a square outside a wood at a corner does not leave the wood.
            Crossed::Corner(beside) => (squares.clearer(beside), beside.iter().any(|&square| squares.in_wood(square))),
        };
        open |= !in_wood;
        let obstacle = squares.obstacle(square);
        // Most squares are like this, so it is checked first.
        if obstacle == Obstacle::Nothing && !met.wood {
            continue;
        }
        match obstacle {
            Obstacle::Nothing => (),
            Obstacle::Soft => met.soft = true,
            Obstacle::Door => met.doors |= squares.door(square).map_or(0, |door| 1 << door),
            Obstacle::Hill if over => (),
            Obstacle::Hill | Obstacle::Solid => return None,
            Obstacle::Wood => (met.soft, met.wood) = (true, true),
            Obstacle::Hard => {
                let beside = match crossed {
                    Crossed::Square(_) => [square; 2],
                    Crossed::Corner(beside) => beside,
                };
                for (hard, end) in met.hard.iter_mut().zip(ends) {
                    let mut low = beside.iter().filter(|&&square| squares.obstacle(square) == Obstacle::Hard);
                    *hard |= low.all(|&square| squares.touch(square, end));
                }
            }
        }
        if met.wood & open {
            return None;
        }
    }
    (!(met.wood & open)).then_some(met)
}
