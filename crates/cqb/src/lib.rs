//! CQB: card-driven skirmish rules for hostage rescue operations.
//!
//! Every figure draws from a deck of forty number cards, set by its ability (novice 1 to 10 up to elite 4 to 13), and
//! jokers. A card at or above the target number succeeds. Shooting starts at 8; plus is worse. The files follow the
//! rulebook: [`rules`] is its tables and options, [`fire`] its section 5, [`task`] sections 6 to 8; reaction tests and
//! the sequence of play are section 3. `RULES.md` gives, clause by clause, the code and the tests.
//!
//! Rules and players are separate. A [`player`] gets a [`Knowledge`], what the side of a figure can know, and returns
//! an [`Action`]. It is performed only if [`Knowledge::may`] allows it. This also lets a script play an engagement:
//!
//! ```
//! use cqb::player::Script;
//! use cqb::{Action, play_out};
//! use serde_json::json;
//!
//! let setup = json!({
//!     "blue": { "team": { "ability": "elite", "weapon": "smg+" } },
//!     "red": { "gunman": { "ability": "novice", "weapon": "pistol" } },
//!     "turn_limit": 2,
//! });
//! // The first figure holds, then aims; nobody else does anything.
//! let mut script = Script::new().then(0, Action::Hold).then(0, Action::Aim);
//! let (outcome, steps) = play_out(&setup, None, 1, 0, &mut script).unwrap();
//! assert_eq!(outcome.turns, 2);
//! assert!(steps.iter().any(|step| step.turn == 2 && step.text == "declares an aim"));
//! ```
#![forbid(unsafe_code)]

mod acting;
mod action;
mod ahead;
mod battle;
mod belief;
mod captives;
mod cards;
mod compile;
pub mod figure;
pub mod fire;
mod game;
mod grenade;
mod interrupt;
mod knowledge;
mod log;
mod luck;
mod may;
mod mission;
mod movement;
mod odds;
mod on_map;
mod open;
pub mod options;
mod order;
#[cfg(test)]
mod peeking;
mod play;
pub mod player;
mod profile;
mod purpose;
mod reaction;
pub mod rules;
mod scene;
mod setup;
mod shooting;
mod site;
mod squad;
mod state;
mod stepping;
mod tables;
pub mod task;
mod terrain;
mod turn;
pub mod weapon;

pub use action::{Action, Ask, Attack, Grenade, Pace, Walk};
pub use game::play_out;
pub use knowledge::Knowledge;
pub use reaction::precedence;
pub use rules::Fortune;
pub use setup::{Field, Setup};
pub use site::Site;
pub use squad::{Doctrine, Piece, Squad};
pub use terrain::Terrain;

use engage::{Ending, Measure, Opening, Ruleset, Side};
use serde_json::json;

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    id: "cqb",
    title: "CQB: Skirmish Wargames Rules for Hostage Rescue Operations",
    letters: &["CQB"],
    purposes: purpose::NAMES,
    endings: &[
        Ending {
            id: "blue.win",
            label: "Blue wins",
            about: "red had nobody left, or blue had won the mission",
            winner: Some(Side::Blue),
        },
        Ending {
            id: "red.win",
            label: "Red wins",
            about: "blue had nobody left, or red had won the mission",
            winner: Some(Side::Red),
        },
        Ending { id: "both_out", label: "Nobody left", about: "nobody was left on either side", winner: None },
        Ending { id: "stalemate", label: "Stalemate", about: "nobody could hit anybody any more", winner: None },
        Ending { id: "turn_limit", label: "Turn limit", about: "the turn limit was reached", winner: None },
    ],
    measures: &[
        Measure::lost(Side::Blue, "figures", "blue figures incapacitated or dead"),
        Measure::lost(Side::Red, "figures", "red figures incapacitated or dead"),
        Measure {
            id: "blue.wounded",
            label: "Blue wounded",
            unit: "figures",
            about: "blue figures wounded and still in the fight",
        },
        Measure {
            id: "red.wounded",
            label: "Red wounded",
            unit: "figures",
            about: "red figures wounded and still in the fight",
        },
        Measure { id: "hostages.hit", label: "Hits on hostages", unit: "hits", about: "hits on hostages" },
        Measure {
            id: "hostages.lost",
            label: "Hostages lost",
            unit: "hostages",
            about: "hostages incapacitated or dead, on a map",
        },
    ],
    kinds: odds::KINDS,
    openings: &[
        Opening {
            id: "open",
            about: "on open ground, at a range",
            setup: || json!({ "field": { "range": 12 }, "blue": squad(), "red": squad() }),
        },
        Opening {
            id: Opening::MAP,
            about: "on a map, from room to room",
            setup: || json!({ "blue": squad(), "red": squad() }),
        },
    ],
    accounts: include_str!("../RULES.md"),
    rules: || serde_json::to_value(rules::Rules::default()).unwrap_or_default(),
    schema: |generator| generator.subschema_for::<Setup>(),
    compile: compile::compile,
};

/// The squads of a new scenario.
fn squad() -> serde_json::Value {
    json!({ "count": 4, "ability": "experienced", "weapon": "smg", "armour": [] })
}
