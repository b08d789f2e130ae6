//! What holds the Go! Go! Go! rule code to its rulebook: golden records and plain twins.
#![forbid(unsafe_code)]

mod golden;
mod twins;
