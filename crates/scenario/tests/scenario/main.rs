//! Whole scenario files, read with a ruleset small enough to check by hand.

#![allow(clippy::disallowed_methods, reason = "tests read files and watch the clock")]

mod asked;
mod begin;
mod corpus;
mod doctrines;
mod entries;
mod labels;
mod maps;
mod missions;
mod mistakes;
mod read;
mod robust;
mod schema;
mod sketch;
mod tiled;
mod toy;
mod trials;
