//! What every ruleset shares: sides, outcomes, and the two interfaces between a ruleset and the rest of the program.
//!
//! A ruleset crate exports one [`Ruleset`]: plain data and functions, no generics, so that the registry is a slice.
//! Its `compile` turns a checked scenario into a [`Battle`], which plays blocks of engagements into a buffer, replays one
//! of them step by step, and solves itself exactly where its states fit a budget.
#![forbid(unsafe_code)]

mod agenda;
mod battle;
mod bits;
mod deploy;
pub mod game;
mod inches;
mod map;
mod mission;
mod odds;
mod posts;
mod problem;
mod rulebook;
mod ruleset;
mod setup;
mod side;
mod situation;
mod ways;

#[doc(hidden)]
pub use schemars;
#[doc(hidden)]
pub use serde;

pub use agenda::{Agenda, Full};
pub use battle::{Battle, ExactFight, Figure, MAX_MEASURES, Outcome, Unsolved};
pub use bits::{among, bits};
pub use chance::{Luck, Mark, Modifier, Step, TooLarge};
pub use deploy::{Deploy, Entry, Start};
pub use game::{Game, Progress};
pub use inches::Inches;
pub use map::{Map, NoRoom, expected, unknown_place};
pub use mission::{Bystanders, Mission, Objective};
pub use odds::{Answer, Kind, Manner, Sample, Value, too_large};
pub use posts::Posts;
pub use problem::Problem;
pub use ruleset::{Clause, Coverage, Ending, Measure, Ruleset};
pub use setup::{Setup, Squads, read, with_defaults};
pub use side::{BySide, Side};
pub use situation::{Rulebook, Situation, distribution, fractions, schema_of, situation};
pub use ways::{Way, Ways};
