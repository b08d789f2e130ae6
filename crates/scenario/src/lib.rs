//! Scenario files: from TOML to cells that are ready to play, or to a list of mistakes, each shown where it was written.
//!
//! A file describes either a fight of two sides or one situation that is answered exactly. Its frame (title, play, sweep,
//! variants) is the same for every ruleset; squads, field, rules and the parameters of situations are the ruleset's own and
//! are read by it. Every combination of a sweep is compiled before anything is played, so that a mistake in the last cell is
//! found before the first one starts.
//!
//! ```
//! let text = b"title = 'Elite against Novice'\nruleset = 'chess'\n[blue.team]\n[red.gunmen]\n";
//! let mistakes = scenario::Scenario::parse("duel.toml", text, &[], scenario::RULESETS).unwrap_err();
//! assert!(mistakes.to_string().starts_with("error: duel.toml:2:11: ruleset: there is no ruleset `chess`"));
//! ```
#![forbid(unsafe_code)]

mod body;
mod cells;
mod check;
mod diagnostic;
mod document;
mod frame;
mod input;
mod key;
mod map;
mod mistake;
mod overrides;
mod place;
mod problems;
mod provenance;
mod reference;
mod scenario;
mod schema;
mod shipped;
mod source;
mod sweep;
mod values;
mod words;

pub use body::{Axis, Body, Case, Cell, Variant};
pub use diagnostic::{Diagnostic, Diagnostics, Location};
pub use frame::{Method, Play};
pub use map::{Kind, load_map, parse_map, parse_map_in};
pub use reference::{reference, reference_of_maps};
pub use scenario::Scenario;
pub use schema::{schema, schema_of_maps};
pub use shipped::{Shipped, shipped, shipped_maps};
pub use values::text;
pub use words::nearest;

/// Every ruleset the program knows, in alphabetical order.
pub static RULESETS: &[&engage::Ruleset] = &[&cqb::RULESET, &fireteam::RULESET, &go_go_go::RULESET];
