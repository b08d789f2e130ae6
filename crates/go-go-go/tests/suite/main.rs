//! What holds the Go! Go! Go! rule code to its rulebook: golden records, plain twins, and play against its exact solution.
#![forbid(unsafe_code)]

mod golden;
mod play;
mod twins;
