//! Fireteam II, modern skirmish rules.
//!
//! A shot is two dice against a number by weapon and range; who is hit rolls to be saved, and a save pins. Bursts test everybody in
//! a beaten zone, leaders un-pin their men. The files follow the rulebook: [`rules`] is its tables and options, [`table`] the
//! firing tables, [`fire`] an attack from the firing roll to the effect, [`unpin`] and [`grenade`] what their names say; the sequence
//! of play comes after them, then the automatic player's [`doctrine`]. `RULES.md` says clause by clause where each is and what
//! tests it.
//!
//! Distances are in inches as printed (FT-gen-1), and a pair of moves has no length in seconds (FT-scale-2). Nobody has anything
//! but small arms and hand grenades (FT-gen-2), cares for the wounded or takes prisoners (FT-gap-6), or runs out of ammunition
//! (FT-gap-8).
#![forbid(unsafe_code)]

mod battle;
mod clauses;
pub mod doctrine;
pub mod figure;
pub mod fire;
pub mod grenade;
pub mod initiative;
mod mission;
mod movement;
mod odds;
pub mod options;
mod purpose;
pub mod rules;
mod scene;
mod setup;
mod shooting;
mod site;
pub mod table;
mod tell;
mod throwing;
mod turn;
pub mod unpin;

pub use setup::{Field, FirstMove, Setup, Squad};

use engage::{Ending, Measure, Ruleset, Side};

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    id: "fireteam",
    title: "Fireteam II Modern Skirmish Rules",
    clauses: clauses::CLAUSES,
    endings: &[
        Ending {
            id: "blue.win",
            title: "red has nobody left or breaks, or blue has won the mission",
            winner: Some(Side::Blue),
        },
        Ending {
            id: "red.win",
            title: "blue has nobody left or breaks, or red has won the mission",
            winner: Some(Side::Red),
        },
        Ending { id: "both_out", title: "both sides have nobody left or break", winner: None },
        Ending { id: "turn_limit", title: "the turn limit was reached", winner: None },
    ],
    measures: &[
        Measure { id: "blue.lost", title: "blue men out of action" },
        Measure { id: "red.lost", title: "red men out of action" },
        Measure { id: "blue.dead", title: "blue men dead" },
        Measure { id: "red.dead", title: "red men dead" },
        Measure { id: "blue.wounded", title: "blue men wounded and still in action" },
        Measure { id: "red.wounded", title: "red men wounded and still in action" },
    ],
    kinds: odds::KINDS,
    rules: || serde_json::to_value(rules::Rules::default()).unwrap_or_default(),
    schema: |generator| generator.subschema_for::<Setup>(),
    compile: setup::compile,
};
