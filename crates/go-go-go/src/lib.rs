//! Go! Go! Go!, an assault of counter-terrorists on terrorists against the clock.
//!
//! Every test is one die with modifiers against what it needs ([`die`]); who stands still sees better ([`spot`]), fires first and
//! hits more ([`fire`]); all fire of one step is simultaneous. Three missions end by what their lists name ([`mission`]).
#![forbid(unsafe_code)]

mod assault;
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

use mission::Named;

/// An ending by what a mission's list names.
const fn named(id: &'static str, by: Named, winner: Option<Side>) -> Ending {
    Ending { id, title: by.title(), winner }
}

/// Fights in the open end by the first five, missions by the others.
const ENDINGS: &[Ending] = &[
    Ending { id: "blue.win", title: "red has nobody left in action", winner: Some(Side::Blue) },
    Ending { id: "red.win", title: "blue has nobody left in action", winner: Some(Side::Red) },
    Ending { id: "both_out", title: "neither side has anybody left in action", winner: None },
    Ending { id: "stalemate", title: "nobody can hit anybody any more", winner: None },
    Ending { id: "turn_limit", title: "the turn limit was reached", winner: None },
    named("blue.rescued", Named::Rescued, Some(Side::Blue)),
    named("blue.hostage_killed", Named::HostageKilledByTerrorists, Some(Side::Blue)),
    named("blue.defused", Named::Defused, Some(Side::Blue)),
    named("blue.no_explosion", Named::NoExplosion, Some(Side::Blue)),
    named("blue.vip_away", Named::VipAway, Some(Side::Blue)),
    named("blue.terrorists_down", Named::TerroristsDown, Some(Side::Blue)),
    named("blue.time_up", Named::TimeUp, Some(Side::Blue)),
    named("red.hostage_killed", Named::HostageKilledByCt, Some(Side::Red)),
    named("red.explosion", Named::Explosion, Some(Side::Red)),
    named("red.vip_killed", Named::VipKilled, Some(Side::Red)),
    named("red.ct_lost", Named::CtLost, Some(Side::Red)),
    named("red.time_up", Named::TimeUp, Some(Side::Red)),
    named("draw.time_up", Named::TimeUp, None),
    Ending { id: "blue.both_failed", title: "both teams have failed at once", winner: Some(Side::Blue) },
    Ending { id: "red.both_failed", title: "both teams have failed at once", winner: Some(Side::Red) },
    Ending { id: "draw.both_failed", title: "both teams have failed at once", winner: None },
];

/// The ruleset. Blue are the Counter-Terrorists, red the Terrorists.
pub static RULESET: Ruleset = Ruleset {
    id: "go_go_go",
    title: "Go! Go! Go!",
    clauses: clauses::CLAUSES,
    endings: ENDINGS,
    measures: &[
        Measure { id: "blue.lost", title: "blue figures out of action" },
        Measure { id: "red.lost", title: "red figures out of action" },
        Measure { id: "blue.wounded", title: "blue figures wounded and still in action" },
        Measure { id: "red.wounded", title: "red figures wounded and still in action" },
        Measure { id: "hostages.rescued", title: "hostages rescued" },
        Measure { id: "hostages.lost", title: "hostages killed" },
    ],
    kinds: odds::KINDS,
    rules: || serde_json::to_value(rules::Rules::default()).unwrap_or_default(),
    schema: |generator| generator.subschema_for::<Setup>(),
    compile: setup::compile,
};
