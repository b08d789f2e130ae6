//! Searches over the keys of a scenario: questions asked backwards.
//!
//! A run answers what happens under given rules. A search asks which of the rules, or of the choices, bring that about.
//! It tries other values of keys on the same luck, and spends engagements where they decide something. What it decides
//! depends on tallies at fixed checkpoints alone, so the same scenario gives the same bytes for any number of threads
//! and after any interruption.
#![forbid(unsafe_code)]

mod levers;
mod rank;

pub use levers::{Effect, Interaction, Lever, Levers, Question, levers};
pub use rank::ranks;
