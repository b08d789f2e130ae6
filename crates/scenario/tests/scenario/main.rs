//! Scenario files read as a whole, against a ruleset small enough to see through.

mod mistakes;
mod read;
mod schema;
mod toy;
