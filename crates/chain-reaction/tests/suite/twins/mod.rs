//! Plain twins: the rules once more, read off the rulebook into code that shares nothing with the crate, walking the faces
//! of real dice. Slow, and wrong only where the reading of the rulebook is.

mod blast;
mod dice;
mod golden;
mod melee;
mod pick;
mod shooting;
mod testing;

use serde_json::Value;
use testkit::twin::{Odds, Twins};

const TWINS: Twins = Twins { ruleset: &chain_reaction::RULESET, twin };

/// The kinds that have a twin.
const KINDS: [&str; 14] = [
    "blast",
    "clumsy",
    "damage",
    "group_test",
    "melee",
    "outnumbered",
    "pass_dice",
    "rally_wait",
    "shot",
    "split",
    "test",
    "to_hit",
    "until_empty",
    "volley",
];

/// Answers a situation of any kind.
fn twin(kind: &str, p: &Value) -> Odds {
    match kind {
        "blast" => blast::blast(p),
        "clumsy" => testing::clumsy(p),
        "damage" => shooting::damage(p),
        "group_test" => testing::group_test(p),
        "melee" => melee::melee(p),
        "outnumbered" => melee::outnumbered(p),
        "pass_dice" => dice::pass_dice(p),
        "rally_wait" => testing::rally_wait(p),
        "shot" => shooting::shot(p),
        "split" => shooting::split(p),
        "test" => testing::test(p),
        "to_hit" => shooting::to_hit(p),
        "until_empty" => shooting::until_empty(p),
        "volley" => shooting::volley(p),
        other => panic!("no twin of kind `{other}`"),
    }
}

/// The crate and the twin agree on every one of these situations.
#[track_caller]
fn hold(kind: &str, situations: impl IntoIterator<Item = Value>) {
    TWINS.hold(kind, situations);
}
