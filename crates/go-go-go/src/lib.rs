//! Go! Go! Go!, an assault of counter-terrorists on terrorists against the clock.
//!
//! Every test is one die with modifiers against what it needs ([`die`]); who stands still sees better ([`spot`]), fires first and
//! hits more ([`fire`]); all fire of one step is simultaneous. Three missions end by what their lists name ([`mission`]).
#![forbid(unsafe_code)]

mod battle;
pub mod bomb;
mod clauses;
pub mod die;
pub mod figure;
pub mod fire;
pub mod grenade;
pub mod mission;
mod odds;
pub mod options;
mod purpose;
mod rifle;
pub mod rules;
mod setup;
pub mod spot;
mod tell;

pub use battle::{Sees, TargetPolicy};
pub use setup::{Field, Setup, Squad};

use engage::{Ending, Measure, Ruleset, Side};

/// The ruleset. Blue are the Counter-Terrorists, red the Terrorists.
pub static RULESET: Ruleset = Ruleset {
    id: "go_go_go",
    title: "Go! Go! Go!",
    clauses: clauses::CLAUSES,
    endings: &[
        Ending { id: "blue.win", title: "red has nobody left in action", winner: Some(Side::Blue) },
        Ending { id: "red.win", title: "blue has nobody left in action", winner: Some(Side::Red) },
        Ending { id: "both_out", title: "neither side has anybody left in action", winner: None },
        Ending { id: "stalemate", title: "nobody can hit anybody any more", winner: None },
        Ending { id: "turn_limit", title: "the turn limit was reached", winner: None },
    ],
    measures: &[
        Measure { id: "blue.lost", title: "blue figures out of action" },
        Measure { id: "red.lost", title: "red figures out of action" },
        Measure { id: "blue.wounded", title: "blue figures wounded and still in action" },
        Measure { id: "red.wounded", title: "red figures wounded and still in action" },
    ],
    kinds: odds::KINDS,
    rules: || serde_json::to_value(rules::Rules::default()).unwrap_or_default(),
    schema: |generator| generator.subschema_for::<Setup>(),
    compile: setup::compile,
};
