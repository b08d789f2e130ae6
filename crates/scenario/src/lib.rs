//! Reads scenario files: from TOML to cells that are ready to play, or to a list of mistakes, each with its place in
//! the file.
//!
//! A file describes either a fight of two sides or one situation that is answered exactly. Its frame (title, play,
//! sweep, variants) is the same for every ruleset. Squads, field, rules and the parameters of situations belong to the
//! ruleset, which reads them. Every combination of a sweep is compiled before anything is played, so that a mistake in
//! the last cell is found before the first one starts.
//!
//! A scenario is read from memory as well as from a file:
//!
//! ```
//! use scenario::{Body, RULESETS, Scenario};
//!
//! let text = r#"
//! title = "Rifles at three ranges"
//! ruleset = "fireteam"
//! [blue.rifleman]
//! weapon = "rifle"
//! [red.rifleman]
//! weapon = "rifle"
//! [sweep]
//! "field.range" = [12, 24, 36]
//! [variants.prone]
//! "red.rifleman.posture" = "prone"
//! "#;
//! let scenario = Scenario::parse("rifles.toml", text.as_bytes(), &[], RULESETS).unwrap();
//! assert_eq!(scenario.axes[0].texts(), ["12", "24", "36"]);
//! let Body::Fight(cells) = &scenario.body else { panic!("squads fight") };
//! assert_eq!(cells.len(), 6, "three ranges, as they stand and with red prone");
//!
//! // The scenario with one value overridden, as by `--set`.
//! let wider = Scenario::parse("rifles.toml", text.as_bytes(), &["blue.rifleman.count=2".to_owned()], RULESETS).unwrap();
//! assert_ne!(wider.hash(), scenario.hash());
//! ```
//!
//! A mistake is shown at its place, with the allowed values and the nearest word:
//!
//! ```
//! use scenario::{RULESETS, Scenario};
//!
//! let text = b"title = 'Elite against Novice'\nruleset = 'fireteem'\n[blue.team]\n[red.gunmen]\n";
//! let mistakes = Scenario::parse("duel.toml", text, &[], RULESETS).unwrap_err();
//! let shown = mistakes.to_string();
//! assert!(shown.starts_with("error: duel.toml:2:11: ruleset: there is no ruleset `fireteem`"), "{shown}");
//! assert!(shown.contains("help: did you mean `fireteam`?"), "{shown}");
//! let at = mistakes.0[0].location.as_ref().unwrap();
//! assert_eq!((at.line, at.column, at.line_text.as_str()), (2, 11, "ruleset = 'fireteem'"));
//! ```
#![forbid(unsafe_code)]

mod advice;
mod asked;
mod begin;
mod body;
mod card;
mod cells;
mod changes;
mod check;
mod choices;
mod content;
mod diagnostic;
mod doctrines;
mod doctrines_file;
mod document;
mod drawn;
mod fight;
mod frame;
mod input;
mod key;
mod keys;
mod labels;
mod lists;
mod map;
mod mistake;
mod names;
mod over;
mod overrides;
mod place;
mod precision;
mod problems;
mod provenance;
mod question;
mod recipe;
mod reference;
mod scenario;
mod schema;
mod settings;
mod shell;
mod shipped;
mod sides;
mod source;
mod squad_change;
mod squads;
mod sweep;
mod target;
mod trials;
mod unit_check;
mod unit_values;
mod units;
mod used;
mod values;
mod words;
mod wrap;

pub use advice::whole_number;
pub use begin::{Wishes, begin, begin_among, begin_situation};
pub use body::{Axis, Body, Case, Cell, Variant};
pub use card::{Card, DoctrineCard, Fact, SquadCard, VariantCard};
pub use content::Content;
pub use diagnostic::{Diagnostic, Diagnostics, Location};
pub use doctrines::{Doctrine, Pair};
pub use doctrines_file::{DoctrinesFile, doctrines_text};
pub use frame::{Correction, Interval, Method, Play};
pub use input::{File, beginning, is_handed_over, text_in};
pub use key::equals_sign;
pub use keys::{Choice, KeyRow, Section, sections};
pub use map::{Edit, Files, Given, Kind, Naming, Sketch, load_map, parse_map, parse_map_in};
pub use names::{Name, Names, Range};
pub use over::{NO_VARIANTS, as_sets, variant_named};
pub use precision::{Aim, BLUE_WINS, Confidence, Precision, Quantity, Width, amount, goal, quantity_named};
pub use provenance::RuleChange;
pub use question::{About, Asks};
pub use recipe::{Recipe, Sets};
pub use reference::{reference, reference_of, reference_of_maps};
pub use scenario::{Scenario, Written};
pub use schema::{schema, schema_of_maps};
pub use settings::{Family, Setting, Step};
pub use shell::quoted;
pub use shipped::{Heading, Listed, Shipped, heading, listed};
pub use squad_change::SquadChange;
pub use trials::Trials;
pub use units::{Refused, Unit};
pub use used::{ClauseUse, KeyUse, coverage, row_of, rules_in_toml};
pub use values::{in_toml, text};
pub use words::{did_you_mean, nearest};
pub use wrap::wrapped;

/// Every ruleset the program knows, in alphabetical order.
pub static RULESETS: &[&engage::Ruleset] = &[
    &chain_reaction::RULESET,
    &cortex::FIREFIGHT,
    &cortex::FIRETEAM,
    &cqb::RULESET,
    &fireteam::RULESET,
    &go_go_go::RULESET,
];
