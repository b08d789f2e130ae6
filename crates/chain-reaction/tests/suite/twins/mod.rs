//! Plain twins: the rules once more, read off the rulebook into code that shares nothing with the crate, walking the faces
//! of real dice and the states a situation goes through. Slow, and wrong only where the reading of the rulebook is.

mod charge;
mod duel;
mod exchange;
mod figure;
mod pair;

use serde_json::Value;
use testkit::twin::{Odds, Twins};

const TWINS: Twins = Twins { ruleset: &chain_reaction::RULESET, twin };

/// Answers a situation of any kind that has a twin.
fn twin(kind: &str, p: &Value) -> Odds {
    match kind {
        "charge" => charge::charge(p),
        "corner" => exchange::corner(p),
        "duel" => duel::duel(p),
        "exchange" => exchange::exchange(p),
        "group_exchange" => exchange::group_exchange(p),
        "pair" => pair::pair(p),
        other => panic!("no twin of kind `{other}`"),
    }
}

/// The crate and the twin agree on every one of these situations.
#[track_caller]
fn hold(kind: &str, situations: impl IntoIterator<Item = Value>) {
    TWINS.hold(kind, situations);
}
