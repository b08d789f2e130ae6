//! The first move in a pair of moves (FT-seq-2, FT-seq-3).

use chance::{Address, Chance, Procedure};
use engage::Side;

use crate::purpose;

/// A roll for the first move that is not tied, or whose ties stand.
#[derive(Clone, Copy, Debug)]
pub struct Initiative {
    /// Blue's addition to its die minus red's.
    pub advantage: i8,
    /// Whether ties stand; otherwise both roll again.
    pub ties_stand: bool,
}

/// Both dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dice(u8, u8);

impl std::fmt::Display for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} against {}", self.0, self.1)
    }
}

impl Initiative {
    /// The side that rolled higher; none for a tie.
    fn winner(self, dice: Dice) -> Option<Side> {
        match (i16::from(dice.0) + i16::from(self.advantage)).cmp(&i16::from(dice.1)) {
            std::cmp::Ordering::Greater => Some(Side::Blue),
            std::cmp::Ordering::Less => Some(Side::Red),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Procedure for Initiative {
    type Outcome = Option<Side>;

    /// Rerolled ties leave no trace, so only the last roll is made.
    fn run<C: Chance>(&self, chance: &mut C, at: Address) -> Option<Side> {
        let throws: [(Dice, u32); 36] = std::array::from_fn(|throw| {
            let dice = Dice(throw as u8 / 6 + 1, throw as u8 % 6 + 1);
            (dice, u32::from(self.ties_stand || self.winner(dice).is_some()))
        });
        let at = at.purpose(purpose::INITIATIVE);
        self.winner(chance.with("d6 a side").comes_to(at, &throws, 2, |dice| Dice(dice[0], dice[1])))
    }
}
