//! Chain Reaction 3.0, small-unit combat by reactions.
//!
//! A shot makes figures react: two dice are compared with Rep, and the Reaction Tests Table says whether a figure
//! fires, ducks or retires, which may make other figures react. The files follow the rulebook: [`rules`] and
//! [`options`] are its tables and readings; [`table`] and [`reaction`] are the tests and how a group takes them;
//! [`shooting`], [`damage`], [`melee`] and [`blast`] are what their names say; [`activation`] and [`focus`] decide who
//! acts and on which target; then come forces, ground and patrols ([`forces`], [`terrain`], [`lay`], [`patrol`],
//! [`enemy`], [`after`]). The sequence of play puts tasks on an agenda: an activation, what it brings into sight, a
//! volley, its damage, the tests it causes, the return volley. `RULES.md` lists every clause with its code,
//! its tests and its decisions that are left to people.
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate self as chain_reaction;

pub mod action;
pub mod activation;
pub mod after;
mod ahead;
mod ambush;
pub mod attribute;
mod battle;
mod battle_view;
pub mod blast;
mod bursts;
mod campaign;
mod charge;
mod charge_on_map;
mod compiled;
pub mod damage;
mod deploy;
pub mod dice;
mod ending;
pub mod enemy;
mod enlist;
mod exchange;
mod field_setup;
pub mod figure;
pub mod focus;
pub mod forces;
mod game;
mod ground;
mod knowledge;
pub mod lay;
mod log;
mod log_patrol;
mod map_turn;
mod may;
pub mod melee;
mod movement;
mod npc_orders;
mod objections;
mod odds;
mod on_map;
mod open;
pub mod options;
pub mod patrol;
#[cfg(test)]
mod peeking;
mod play;
pub mod player;
mod possible_enemy_forces;
mod purpose;
pub mod reaction;
mod recon;
mod refuge;
pub mod rules;
mod scene;
mod setup;
pub mod shooting;
mod sight;
mod sight_cache;
mod site;
mod squad;
mod state;
pub mod table;
pub mod terrain;
mod turn;
mod view;
pub mod weapon;

pub use field_setup::Field;
pub use knowledge::Knowledge;
pub use setup::{Setup, play_out};
pub use squad::{Doctrine, Squad};

use engage::{Ending, Measure, Opening, Ruleset, Side};
use serde_json::json;

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    id: "chain_reaction",
    title: "Chain Reaction 3.0",
    letters: &["CR"],
    purposes: purpose::NAMES,
    endings: &[
        Ending {
            id: "blue.win",
            label: "Blue wins",
            about: "red had no figure left that carried on, was ducked or stunned",
            winner: Some(Side::Blue),
        },
        Ending {
            id: "red.win",
            label: "Red wins",
            about: "blue had no figure left that carried on, was ducked or stunned",
            winner: Some(Side::Red),
        },
        Ending {
            id: "both_out",
            label: "Both out",
            about: "neither side had a figure left that carried on, was ducked or stunned",
            winner: None,
        },
        Ending { id: "turn_limit", label: "Turn limit", about: "the turn limit was reached", winner: None },
        Ending {
            id: "blue.patrol_won",
            label: "Blue's patrol through",
            about: "blue's patrol had scouted every section and driven away every enemy it met",
            winner: Some(Side::Blue),
        },
        Ending {
            id: "blue.patrol_lost",
            label: "Blue's patrol beaten",
            about: "blue's patrol had no figure left that carried on, was ducked or stunned",
            winner: Some(Side::Red),
        },
        Ending {
            id: "red.patrol_won",
            label: "Red's patrol through",
            about: "red's patrol had scouted every section and driven away every enemy it met",
            winner: Some(Side::Red),
        },
        Ending {
            id: "red.patrol_lost",
            label: "Red's patrol beaten",
            about: "red's patrol had no figure left that carried on, was ducked or stunned",
            winner: Some(Side::Blue),
        },
    ],
    measures: &[
        Measure::lost(Side::Blue, "figures", "blue figures dead, out of the fight, captured or gone"),
        Measure::lost(Side::Red, "figures", "red figures dead, out of the fight, captured or gone"),
        Measure {
            id: "sections",
            label: "Sections scouted",
            unit: "sections",
            about: "sections of the table that a patrol has entered",
        },
        Measure {
            id: "resolved",
            label: "Forces resolved",
            unit: "forces",
            about: "possible enemy forces resolved by a patrol, including false alarms and enemies found by scouts",
        },
        Measure { id: "met", label: "Enemies met", unit: "figures", about: "enemies of a patrol that came into play" },
        Measure {
            id: "captured",
            label: "Enemies captured",
            unit: "figures",
            about: "enemies of a patrol that were taken prisoner",
        },
        Measure {
            id: "reps",
            label: "Rep left",
            unit: "points",
            about: "total Rep of the figures left in a campaign's squads",
        },
    ],
    kinds: odds::KINDS,
    openings: &[
        Opening {
            id: "open",
            about: "on open ground, at a fixed range",
            setup: || json!({ "field": { "range": 12 }, "blue": squad(), "red": squad() }),
        },
        Opening { id: Opening::MAP, about: "on a map", setup: || json!({ "blue": squad(), "red": squad() }) },
        Opening {
            id: "table",
            about: "on a table that is rolled and laid out again for each engagement",
            setup: || json!({ "field": { "terrain": "rolled" }, "blue": squad(), "red": squad() }),
        },
        Opening {
            id: "patrol",
            about: "a patrol across such a table, which meets the enemies that the dice bring",
            setup: || {
                let patrol = json!({ "side": "blue", "enemy": "insurgents", "own": "military" });
                json!({ "field": { "terrain": "rolled", "patrol": patrol }, "blue": squad() })
            },
        },
    ],
    accounts: include_str!("../RULES.md"),
    rules: || serde_json::to_value(rules::Rules::default()).unwrap_or_default(),
    schema: |generator| generator.subschema_for::<Setup>(),
    compile: setup::compile,
};

/// The squad of each side in a new scenario.
fn squad() -> serde_json::Value {
    json!({ "count": 4, "rep": 4, "weapon": "assault rifle" })
}
