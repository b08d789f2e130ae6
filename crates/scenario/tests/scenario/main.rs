//! Scenario files read as a whole, against a ruleset small enough to see through.

mod corpus;
mod maps;
mod missions;
mod mistakes;
mod read;
mod robust;
mod schema;
mod tiled;
mod toy;
