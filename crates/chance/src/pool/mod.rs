//! Pools of mixed dice, d4 to d12: the best dice make a total, and the others are left over for their size.
//!
//! A pool is thrown as a whole, and a rule then asks about what was kept of it ([`crate::Chance::throw`],
//! [`crate::Chance::look`]). Dice that show a 1 are hitches and count for nothing. Enumeration counts how many dice of
//! each size show which numbers, instead of going die by die.

mod choose;
mod dice;
mod die;
mod hand;
mod kept;
mod largest;
mod packed;
mod sizes;
mod spread;
mod take;
mod throw;
mod ways;

pub(crate) use hand::Ways;
pub(crate) use ways::highest;

pub use dice::Pool;
pub use die::{Die, MOST_DICE};
pub use hand::Hand;
pub use kept::{Aim, How, Keep, Kept, Left, Limit, Numbers, Thrown, Wanted};
pub(crate) use throw::Throw;
