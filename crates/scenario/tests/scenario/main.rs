//! Scenario files read as a whole, against a ruleset small enough to see through.

mod corpus;
mod mistakes;
mod read;
mod robust;
mod schema;
mod toy;
