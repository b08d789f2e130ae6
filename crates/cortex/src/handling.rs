//! How a side handles its dice: the roller's choices.

use chance::Numbers;

use crate::options::{EffectOrder, KeepDice, Removal, ShownTie};

/// A side's choices about the dice it has thrown (CX0-4, CX0-5, CX0-15, CX1-effect-5, CX1-harm-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Handling {
    /// The two dice that make the actor's total; the opposition keeps the best total.
    pub keep: KeepDice,
    /// Which die of equal size is the effect die.
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
    /// How to read the numbers on effect dice, if they are read.
    #[must_use]
    pub const fn numbers(&self) -> Numbers {
        match self.shown {
            ShownTie::Highest => Numbers::Highest,
            ShownTie::Lowest => Numbers::Lowest,
        }
    }
}
