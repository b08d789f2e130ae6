//! What holds the Cortex rule code to its rulebook: golden records, plain twins, and tests of clauses.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "tests read files and watch the clock")]

mod agree;
mod clauses;
mod ends;
mod golden;
mod habits;
mod kinds;
mod legal;
mod log;
mod twins;
