//! Exact answers: distributions of bounded procedures and absorbing chains, from the rule code itself.
//!
//! A procedure is a function from a state to the next state or to an outcome, asking chance on the way. Equal states
//! are merged after every step, so that the work grows with the number of different states, not with the number of ways
//! to reach them.

mod chain;
mod deals;
mod distribution;
pub(crate) mod effort;
mod masses;
mod ratio;
mod shared;
mod steps;
mod sum;
mod weight;

pub use chain::{Absorbed, Limits, absorb};
pub use deals::distribution_of_deals;
pub use distribution::{Distribution, Flow, distribution};
pub use effort::{ANY_STATES, Effort, TooLarge, within};
pub use ratio::Ratio;
pub use shared::Shared;
pub use steps::Steps;
pub use sum::Sum;
pub use weight::Weight;
