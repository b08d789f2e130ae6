//! Tests that hold the CQB rule code to its rulebook: golden records, plain twins, one test or more for each clause,
//! sampled against exact play, and invariants of every engagement.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "tests read files and watch the clock")]

mod accounted;
mod allocation;
mod bands;
mod clauses;
mod conservation;
mod crowds;
mod determinism;
mod ends;
mod exact_and_sampled;
mod golden;
mod ground;
mod log;
mod overrides;
mod play;
mod player;
mod recompute;
mod twins;
