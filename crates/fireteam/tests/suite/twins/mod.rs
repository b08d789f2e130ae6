//! Plain twins: the rules once more, read off the rulebook into code that shares nothing with the crate, walking the faces
//! of real dice and, where a situation goes on, the states it goes through. Slow, and wrong only where the reading of the
//! rulebook is.

mod chain;
mod fight;
mod fire;
mod golden;
mod grenade;
mod many;
mod moves;
mod pick;
mod unpin;

use serde_json::Value;
use testkit::twin::{Odds, Twins};

const TWINS: Twins = Twins { ruleset: &fireteam::RULESET, twin };

/// Answers a situation of any kind.
fn twin(kind: &str, p: &Value) -> Odds {
    match kind {
        "hit" => fire::hit(p),
        "save" => fire::save(p),
        "attack" => fire::attack(p),
        "effect" => fire::effect(p),
        "unpin" => unpin::unpin(p),
        "squad_unpin" => unpin::squad_unpin(p),
        "grenade" => grenade::grenade(p),
        "grenade_group" => grenade::grenade_group(p),
        "grenades_on_one" => grenade::grenades_on_one(p),
        "burst" => many::burst(p),
        "burst_joint" => many::burst_joint(p),
        "burst_field" => many::burst_field(p),
        "volley" => many::volley(p),
        "initiative" => moves::initiative(p),
        "rush" => moves::rush(p),
        "vehicle" => moves::vehicle(p),
        "exposure" => chain::exposure(p),
        "crossing" => chain::crossing(p),
        "fight" => fight::fight(p),
        "timed_fight" => fight::timed_fight(p),
        other => panic!("no twin of kind `{other}`"),
    }
}

/// The crate and the twin agree on every one of these situations.
#[track_caller]
fn hold(kind: &str, situations: impl IntoIterator<Item = Value>) {
    TWINS.hold(kind, situations);
}
