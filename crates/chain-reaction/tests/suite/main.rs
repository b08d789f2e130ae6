//! What holds the Chain Reaction rule code to its rulebook: golden records, plain twins, and a test or more for each clause.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "tests read files and watch the clock")]

mod allocation;
mod bands;
mod campaign;
mod clauses;
mod conservation;
mod determinism;
mod exact_and_sampled;
mod golden;
mod lay;
mod log;
mod mistakes;
mod patrol;
mod play;
mod player;
mod recompute;
mod twins;
