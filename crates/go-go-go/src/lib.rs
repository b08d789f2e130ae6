//! Go! Go! Go!: counter-terrorists assault terrorists against the clock.
//!
//! Every test is one die with modifiers against a needed number ([`die`]). A figure that stands still sees better
//! ([`spot`]), fires first and hits more ([`fire`]). All fire of one step is simultaneous. Each of the three
//! missions has its own endings ([`mission`]).
//!
//! Rules and players are separate. On a map a [`Player`] chooses an [`action::Action`] for the figure asked from a
//! [`Knowledge`], what the figure's side can know. The rules perform it if the rulebook allows it.
#![forbid(unsafe_code)]

pub mod action;
mod assault;
pub mod bomb;
pub mod die;
mod ending;
pub mod figure;
pub mod fire;
pub mod grenade;
mod knowledge;
mod log;
pub mod mission;
mod odds;
mod open_ground;
pub mod options;
#[cfg(test)]
mod peeking;
mod play_out;
mod player;
mod purpose;
mod rifle;
pub mod rules;
mod setup;
pub mod spot;
mod squad;
mod tables;

pub use assault::{KnownBomb, Looks, Sighting};
pub use knowledge::Knowledge;
pub use play_out::play_out;
pub use player::{Advance, Memory, Orders, Player, PlayerKind, Script, Steady, TargetPolicy, Throw};
pub use setup::{Field, Setup};
pub use squad::{Doctrine, Sees, Squad};

use engage::{Measure, Opening, Ruleset, Side};
use serde_json::json;

/// The ruleset. Blue are the Counter-Terrorists, red the Terrorists.
pub static RULESET: Ruleset = Ruleset {
    id: "go_go_go",
    title: "Go! Go! Go!",
    letters: &["GGG"],
    purposes: purpose::NAMES,
    endings: &ending::ENDINGS,
    measures: &[
        Measure::lost(Side::Blue, "figures", "blue figures out of action"),
        Measure::lost(Side::Red, "figures", "red figures out of action"),
        Measure {
            id: "blue.wounded",
            label: "Blue wounded",
            unit: "figures",
            about: "blue figures wounded and still in action",
        },
        Measure {
            id: "red.wounded",
            label: "Red wounded",
            unit: "figures",
            about: "red figures wounded and still in action",
        },
        Measure { id: "hostages.rescued", label: "Hostages rescued", unit: "hostages", about: "hostages rescued" },
        Measure { id: "hostages.lost", label: "Hostages lost", unit: "hostages", about: "hostages killed" },
    ],
    kinds: odds::KINDS,
    openings: &[
        Opening {
            id: "open",
            about: "on open ground, at a range",
            setup: || json!({ "field": { "range": 10 }, "blue": squad(), "red": squad() }),
        },
        Opening {
            id: Opening::MAP,
            about: "on a map, from room to room, for hostages",
            setup: || json!({ "mission": { "objective": "rescue" }, "blue": squad(), "red": squad() }),
        },
    ],
    accounts: include_str!("../RULES.md"),
    rules: || serde_json::to_value(rules::Rules::default()).unwrap_or_default(),
    schema: |generator| generator.subschema_for::<Setup>(),
    compile: setup::compile,
};

/// The squads of a new scenario.
fn squad() -> serde_json::Value {
    json!({ "count": 4, "weapon": "automatic" })
}
