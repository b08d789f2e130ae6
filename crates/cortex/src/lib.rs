//! Cortex small-unit combat: pools of mixed dice, fireteams in close quarters and firefights in zones.
//!
//! The core is one opposed roll ([`roll`]): the two best dice make the total, the size of the others is the effect.
//! [`team`] handles harm to a fireteam of operators, [`group`] harm to an NPC fireteam or a unit; [`recover`] removes
//! conditions and assets. Two rulesets build on it: [`fireteam`] is Part I, close quarters without positions,
//! [`firefight`] Part II, characters and units in zones. [`player`] is separate. Clauses CX0 are the core, CX1 Part I,
//! CX2 Part II.
#![forbid(unsafe_code)]

pub mod action;
mod combat;
pub mod die;
mod ending;
mod facts;
mod fight;
pub mod firefight;
pub mod fireteam;
mod grenade;
pub mod group;
pub mod handling;
mod odds;
pub mod options;
mod order;
mod played;
pub mod player;
mod purpose;
pub mod recover;
pub mod roll;
pub mod rules;
pub mod team;

use engage::{Measure, Opening, Ruleset, Side};
use serde_json::{Value, json};

/// Part I: fireteams in close quarters.
pub static FIRETEAM: Ruleset = Ruleset {
    id: "cortex_fireteam",
    title: "Cortex small-unit combat, Part I: fireteams in close quarters",
    letters: &["CX0", "CX1"],
    purposes: purpose::NAMES,
    endings: ending::ENDINGS,
    measures: &[
        Measure::lost(Side::Blue, "operators", "blue operators out of the conflict"),
        Measure::lost(Side::Red, "combatants", "red combatants out of action"),
        Measure { id: "blue.hurt", label: "Blue hurt", unit: "operators", about: "blue operators hurt and in action" },
    ],
    kinds: odds::KINDS,
    openings: &[Opening {
        id: "close",
        about: "in close quarters, without positions",
        setup: || json!({ "blue": { "count": 4, "direct_action": "d8" }, "red": { "count": 4, "quality": "d8" } }),
    }],
    accounts: include_str!("../RULES.md"),
    rules: || serde_json::to_value(rules::Rules::default()).unwrap_or_default(),
    schema: |generator| generator.subschema_for::<fireteam::FireteamSetup>(),
    compile: fireteam::compile,
};

/// Part II: firefights in zones.
pub static FIREFIGHT: Ruleset = Ruleset {
    id: "cortex_firefight",
    title: "Cortex small-unit combat, Part II: firefights in zones",
    letters: &["CX0", "CX1", "CX2"],
    purposes: purpose::NAMES,
    endings: ending::ENDINGS,
    measures: &[
        Measure::lost(Side::Blue, "characters", "blue characters out of the conflict"),
        Measure::lost(Side::Red, "combatants", "red combatants out of action"),
        Measure {
            id: "blue.hurt",
            label: "Blue hurt",
            unit: "characters",
            about: "blue characters hurt and in action",
        },
        Measure { id: "red.edge", label: "Edge Points spent", unit: "points", about: "Edge Points spent by red" },
    ],
    kinds: odds::KINDS,
    openings: &[
        Opening {
            id: "zones",
            about: "in zones, characters against units",
            setup: || json!({ "field": zones(), "blue": characters(), "red": { "count": 8, "quality": "d6", "unit": 4 } }),
        },
        Opening {
            id: "characters",
            about: "in zones, characters against important enemies, each for himself",
            setup: || json!({ "field": zones(), "blue": characters(), "red": characters() }),
        },
    ],
    accounts: include_str!("../RULES.md"),
    rules: || serde_json::to_value(rules::Rules::default()).unwrap_or_default(),
    schema: |generator| generator.subschema_for::<firefight::FirefightSetup>(),
    compile: firefight::compile,
};

/// The field that a new firefight begins with.
fn zones() -> Value {
    json!({ "zones_apart": 1, "blue_cover": "none", "red_cover": "none" })
}

/// The characters that a new firefight begins with.
fn characters() -> Value {
    json!({ "count": 4, "approach": "d8", "direct_action": "d8", "marksmanship": "d6" })
}
