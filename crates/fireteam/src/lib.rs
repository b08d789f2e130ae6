//! Fireteam II, modern skirmish rules.
//!
//! A shot is two dice against a number by weapon and range; a man who is hit rolls a saving throw, and a save pins him.
//! Bursts test every man in a beaten zone, leaders un-pin their men. The files follow the rulebook: [`rules`] holds its
//! tables and options, [`table`] the firing tables, [`fire`] an attack from the firing roll to the effect, [`unpin`]
//! and [`grenade`] what their names say. The sequence of play comes after them, and [`player`] is separate. `RULES.md`
//! lists the code and the tests of each clause.
//!
//! Distances are in inches as printed (FT-gen-1), and a pair of moves has no length in seconds (FT-scale-2). All
//! weapons are small arms and hand grenades (FT-gen-2). There is no care for the wounded, no taking of prisoners
//! (FT-gap-6), and ammunition does not run out (FT-gap-8).
#![forbid(unsafe_code)]

// Tests of this crate and tests in `tests/` share their scenarios.
#[cfg(test)]
extern crate self as fireteam;

pub mod action;
mod ahead;
mod battle;
mod ending;
mod facts;
pub mod figure;
pub mod fire;
mod game;
pub mod grenade;
mod ground;
pub mod initiative;
mod knowledge;
mod line_of_sight;
mod log;
mod map_turn;
mod may;
mod mission;
mod movement;
mod odds;
mod on_map;
mod open;
pub mod options;
#[cfg(test)]
mod peeking;
mod play;
pub mod player;
mod prepared;
mod purpose;
pub mod rules;
mod scene;
mod setup;
mod shooting;
mod sight;
mod site;
mod squad;
mod stages;
mod state;
pub mod table;
mod tables;
mod throwing;
mod turn;
pub mod unpin;
mod view;

pub use knowledge::{Burst, Knowledge, Sighted, Terrain};
pub use prepared::firing::FirerBits;
pub use setup::{Field, FirstMove, Setup, play_out};
pub use squad::{Doctrine, Squad};

use engage::{Ending, Measure, Opening, Ruleset, Side};
use serde_json::json;

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    id: "fireteam",
    title: "Fireteam II Modern Skirmish Rules",
    letters: &["FT"],
    purposes: purpose::NAMES,
    endings: &[
        Ending {
            id: "blue.win",
            label: "Blue wins",
            about: "red had nobody left or broke, or blue had won the mission",
            winner: Some(Side::Blue),
        },
        Ending {
            id: "red.win",
            label: "Red wins",
            about: "blue had nobody left or broke, or red had won the mission",
            winner: Some(Side::Red),
        },
        Ending { id: "both_out", label: "Both broken", about: "both sides had nobody left or broke", winner: None },
        Ending { id: "turn_limit", label: "Turn limit", about: "the turn limit was reached", winner: None },
    ],
    measures: &[
        Measure::lost(Side::Blue, "men", "blue men out of action"),
        Measure::lost(Side::Red, "men", "red men out of action"),
        Measure { id: "blue.dead", label: "Blue dead", unit: "men", about: "blue men dead" },
        Measure { id: "red.dead", label: "Red dead", unit: "men", about: "red men dead" },
        Measure {
            id: "blue.wounded",
            label: "Blue wounded",
            unit: "men",
            about: "blue men wounded and still in action",
        },
        Measure { id: "red.wounded", label: "Red wounded", unit: "men", about: "red men wounded and still in action" },
    ],
    kinds: odds::KINDS,
    openings: &[
        Opening {
            id: "open",
            about: "on open ground, at a range",
            setup: || json!({ "field": { "range": 24 }, "blue": squad(), "red": squad() }),
        },
        Opening { id: Opening::MAP, about: "on a map", setup: || json!({ "blue": squad(), "red": squad() }) },
    ],
    accounts: include_str!("../RULES.md"),
    rules: || serde_json::to_value(rules::Rules::default()).unwrap_or_default(),
    schema: |generator| generator.subschema_for::<Setup>(),
    compile: setup::compile,
};

/// The men of either side in a new scenario.
fn squad() -> serde_json::Value {
    json!({ "count": 4, "weapon": "rifle" })
}
