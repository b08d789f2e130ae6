//! Exact answers: distributions of bounded procedures and absorbing chains, from the rule code itself.
//!
//! A procedure is a function from a state to the next state or to an outcome, asking chance on the way. Equal states are
//! merged after every step, so that the work is in the number of different states, not in the number of ways to reach them.

use std::sync::atomic::{AtomicBool, Ordering};

mod chain;
mod deals;
mod distribution;
mod ratio;
mod sum;
mod weight;

pub use chain::{Absorbed, Limits, absorb};
pub use deals::distribution_of_deals;
pub use distribution::{Distribution, Flow, TooLarge, distribution};
pub use ratio::Ratio;
pub use sum::Sum;
pub use weight::Weight;

static GIVEN_UP: AtomicBool = AtomicBool::new(false);

/// Makes every solution of the process that is under way, and every later one, give up with [`TooLarge`] at once: somebody wants
/// the process to end.
pub fn give_up() {
    GIVEN_UP.store(true, Ordering::Release);
}

/// Whether solutions are to give up.
fn given_up() -> bool {
    GIVEN_UP.load(Ordering::Acquire)
}
