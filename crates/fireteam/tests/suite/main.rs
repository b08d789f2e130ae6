//! What holds the Fireteam II rule code to its rulebook: golden records, plain twins, and a test or more for each clause.
#![forbid(unsafe_code)]

mod clauses;
mod golden;
mod twins;
