//! How a side handles its dice: the choices left to the roller.

use chance::Numbers;

use crate::options::{EffectOrder, KeepDice, Removal, ShownTie};

/// What a side does with dice that it has thrown (CX0-4, CX0-5, CX0-15, CX1-effect-5, CX1-harm-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Handling {
    /// Which two make the total when it acts; who opposes keeps the best total.
    pub keep: KeepDice,
    /// Which of equal sizes comes first as effect die.
    pub shown: ShownTie,
    /// The order of several effect dice on one unit.
    pub order: EffectOrder,
    /// The member that an effect die takes out.
    pub removal: Removal,
    /// Whether a plot point is spent on a third die when that saves the roll.
    pub saves: bool,
    /// Whether a plot point is spent on one more effect die when that takes one more enemy out.
    pub buys: bool,
}

impl Handling {
    /// How the numbers on effect dice are read, where they are.
    #[must_use]
    pub const fn numbers(&self) -> Numbers {
        match self.shown {
            ShownTie::Highest => Numbers::Highest,
            ShownTie::Lowest => Numbers::Lowest,
        }
    }
}
