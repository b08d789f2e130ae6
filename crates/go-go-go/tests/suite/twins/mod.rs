//! Plain twins: the rules once more, read off the rulebook into code that shares nothing with the crate, walking the faces
//! of real dice and, where a situation goes on, the states it goes through. Slow, and wrong only where the reading of the
//! rulebook is.

mod fight;
mod figure;
mod fire;
mod golden;
mod grenade;
mod mission;
mod pick;

use serde_json::Value;
use testkit::twin::{Odds, Twins};

const TWINS: Twins = Twins { ruleset: &go_go_go::RULESET, twin };

/// Answers a situation of any kind.
fn twin(kind: &str, p: &Value) -> Odds {
    match kind {
        "spot" => fire::spot(p),
        "hit" => fire::hit(p),
        "shot" => fire::shot(p),
        "spot_and_shot" => fire::spot_and_shot(p),
        "hearing" => fire::hearing(p),
        "fire_turns" => fight::fire_turns(p),
        "duel" => fight::duel(p),
        "grenade_throw" => grenade::throw(p),
        "grenade_landing" => grenade::landing(p),
        "grenade_on_figures" => grenade::on_figures(p),
        "grenade_effect" => grenade::effect(p),
        "grenade_then_shot" => grenade::then_shot(p),
        "grenades_on_one" => grenade::on_one(p),
        "stun_clock" => grenade::stun_clock(p),
        "bomb_clock" => mission::bomb_clock(p),
        "defuse_race" => mission::defuse_race(p),
        "mission_result" => mission::result(p),
        other => panic!("no twin of kind `{other}`"),
    }
}

/// The crate and the twin agree on every one of these situations.
#[track_caller]
fn hold(kind: &str, situations: impl IntoIterator<Item = Value>) {
    TWINS.hold(kind, situations);
}
