//! Plain twins: the rules once more, read off the rulebook into code that shares nothing with the crate, walking the faces of real
//! dice. Slow, and wrong only where the reading of the rulebook is.

mod patrol;
mod tables;
mod turn;

use std::collections::BTreeMap;

use serde_json::Value;
use testkit::twin::{Odds, Twins, exact};
use testkit::{Number, Share};

const TWINS: Twins = Twins { ruleset: &chain_reaction::RULESET, twin };

/// Answers a situation of any kind.
fn twin(kind: &str, p: &Value) -> Odds {
    match kind {
        "activation" => turn::activation(p),
        "activation_many" => turn::activation_many(p),
        "who_acts" => turn::who_acts(p),
        "focus" => turn::focus(p),
        "focus_test" => turn::focus_test(p),
        "reinforce" => turn::reinforce(p),
        "attribute" => tables::attribute(p),
        "gang_weapon" => tables::gang_weapon(p),
        "recruit" => tables::recruit(p),
        "recruit_group" => tables::recruit_group(p),
        "recovery" => tables::recovery(p),
        "career" => tables::career(p),
        "terrain" => tables::terrain(p),
        "river" => tables::river(p),
        "collapse" => tables::collapse(p),
        "pef_rep" => patrol::pef_rep(p),
        "pef_place" => patrol::pef_place(p),
        "pef_move" => patrol::pef_move(p),
        "pef" => patrol::pef(p),
        "pef_total" => patrol::pef_total(p),
        "how_many" => patrol::how_many(p),
        "scout" => patrol::scout(p),
        "np_move" => patrol::np_move(p),
        other => panic!("no twin of kind `{other}`"),
    }
}

/// The crate and the twin agree on every one of these situations.
#[track_caller]
fn hold(kind: &str, situations: impl IntoIterator<Item = Value>) {
    TWINS.hold(kind, situations);
}

/// Every way to throw so many dice.
fn throws(dice: usize) -> Vec<Vec<i64>> {
    (0..dice).fold(vec![Vec::new()], |throws, _| {
        let with = |throw: &Vec<i64>| (1..=6).map(|face| [throw.as_slice(), &[face]].concat()).collect::<Vec<_>>();
        throws.iter().flat_map(with).collect()
    })
}

/// What comes of throws that are equally likely; none of them for those that do not count.
fn each_throw<W: Into<String>>(dice: usize, outcome: impl Fn(&[i64]) -> Option<W>) -> Odds {
    let mut counts: BTreeMap<String, u128> = BTreeMap::new();
    for word in throws(dice).iter().filter_map(|throw| outcome(throw)) {
        *counts.entry(word.into()).or_default() += 1;
    }
    let all: u128 = counts.values().sum();
    exact(counts.into_iter().map(|(word, count)| (word, Share::new(count, all))))
}

/// Dice equal to a number or below it, at most two.
fn passed(dice: &[i64], number: i64) -> usize {
    dice.iter().filter(|&&die| die <= number).count().min(2)
}
