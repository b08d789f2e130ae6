//! What holds the Fireteam II rule code to its rulebook: golden records, plain twins, and a test or more for each clause.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "tests read files and watch the clock")]

mod allocation;
mod bands;
mod clauses;
mod conservation;
mod determinism;
mod exact_and_sampled;
mod facts;
mod golden;
mod ground;
mod log;
mod play;
mod player;
mod recomputed;
mod twins;
