//! Cortex small-unit combat: pools of mixed dice, fireteams in close quarters and firefights in zones.
//!
//! The core is one opposed roll ([`roll`]): the two best dice make the total, the size of the others is the effect. [`team`] is a
//! fireteam of operators and [`group`] one of other combatants or a unit, as far as harm to it goes; [`recover`] is what removes
//! conditions and assets. Clauses CX0 are the core, CX1 close quarters, CX2 firefights.
#![forbid(unsafe_code)]

mod clauses;
mod combat;
mod cqb;
pub mod die;
mod firefight;
pub mod group;
mod odds;
pub mod options;
mod purpose;
pub mod recover;
pub mod roll;
pub mod rules;
pub mod team;

use std::sync::Arc;

use engage::{Battle, Ending, Map, Measure, Problem, Ruleset, Side};
use serde_json::Value;

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    id: "cortex",
    title: "Cortex small-unit combat",
    clauses: clauses::CLAUSES,
    endings: &[
        Ending { id: "blue.win", label: "Blue wins", about: "red has nobody left", winner: Some(Side::Blue) },
        Ending { id: "red.win", label: "Red wins", about: "blue has nobody left", winner: Some(Side::Red) },
        Ending { id: "turn_limit", label: "Turn limit", about: "the turn limit was reached", winner: None },
    ],
    measures: &[
        Measure::lost(Side::Blue, "operators", "blue operators out of the conflict"),
        Measure::lost(Side::Red, "combatants", "red combatants out of action"),
    ],
    kinds: odds::KINDS,
    rules: || serde_json::to_value(rules::Rules::default()).unwrap_or_default(),
    schema: |generator| generator.subschema_for::<serde_json::Value>(),
    compile,
};

/// Battles are not played yet, only situations.
fn compile(_: &Value, _: Option<&Arc<Map>>) -> Result<Box<dyn Battle>, Vec<Problem>> {
    Err(vec![Problem::new("", "battles of Cortex are not played yet; `odds` answers its situations")])
}
