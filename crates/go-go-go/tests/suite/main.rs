//! What holds the Go! Go! Go! rule code to its rulebook: golden records, plain twins, play against its exact solution, and a test
//! or more for each clause.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "tests read files and watch the clock")]

mod bands;
mod clauses;
mod golden;
mod ground;
mod log;
mod play;
mod player;
mod steady;
mod twins;
