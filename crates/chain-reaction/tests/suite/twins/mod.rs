//! Plain twins: the rules once more, read off the rulebook into code that shares nothing with the crate, walking the faces of real
//! dice and, where a situation goes on, the states it goes through. Slow, and wrong only where the reading of the rulebook is.

mod blast;
mod charge;
mod dice;
mod duel;
mod exchange;
mod figure;
mod golden;
mod melee;
mod pair;
mod patrol;
mod pick;
mod shooting;
mod tables;
mod testing;
mod turn;

use std::collections::BTreeMap;

use serde_json::Value;
use testkit::twin::{Odds, Twins, exact};
use testkit::{Number, Share};

const TWINS: Twins = Twins { ruleset: &chain_reaction::RULESET, twin };

/// The kinds that have a twin.
const KINDS: [&str; 43] = [
    "activation",
    "activation_many",
    "attribute",
    "blast",
    "career",
    "charge",
    "clumsy",
    "collapse",
    "corner",
    "damage",
    "duel",
    "exchange",
    "focus",
    "focus_test",
    "gang_weapon",
    "group_exchange",
    "group_test",
    "how_many",
    "melee",
    "np_move",
    "outnumbered",
    "pair",
    "pass_dice",
    "pef",
    "pef_move",
    "pef_place",
    "pef_rep",
    "pef_total",
    "rally_wait",
    "recovery",
    "recruit",
    "recruit_group",
    "reinforce",
    "river",
    "scout",
    "shot",
    "split",
    "terrain",
    "test",
    "to_hit",
    "until_empty",
    "volley",
    "who_acts",
];

/// Answers a situation of any kind.
fn twin(kind: &str, p: &Value) -> Odds {
    match kind {
        "activation" => turn::activation(p),
        "activation_many" => turn::activation_many(p),
        "attribute" => tables::attribute(p),
        "blast" => blast::blast(p),
        "career" => tables::career(p),
        "charge" => charge::charge(p),
        "clumsy" => testing::clumsy(p),
        "collapse" => tables::collapse(p),
        "corner" => exchange::corner(p),
        "damage" => shooting::damage(p),
        "duel" => duel::duel(p),
        "exchange" => exchange::exchange(p),
        "focus" => turn::focus(p),
        "focus_test" => turn::focus_test(p),
        "gang_weapon" => tables::gang_weapon(p),
        "group_exchange" => exchange::group_exchange(p),
        "group_test" => testing::group_test(p),
        "how_many" => patrol::how_many(p),
        "melee" => melee::melee(p),
        "np_move" => patrol::np_move(p),
        "outnumbered" => melee::outnumbered(p),
        "pair" => pair::pair(p),
        "pass_dice" => dice::pass_dice(p),
        "pef" => patrol::pef(p),
        "pef_move" => patrol::pef_move(p),
        "pef_place" => patrol::pef_place(p),
        "pef_rep" => patrol::pef_rep(p),
        "pef_total" => patrol::pef_total(p),
        "rally_wait" => testing::rally_wait(p),
        "recovery" => tables::recovery(p),
        "recruit" => tables::recruit(p),
        "recruit_group" => tables::recruit_group(p),
        "reinforce" => turn::reinforce(p),
        "river" => tables::river(p),
        "scout" => patrol::scout(p),
        "shot" => shooting::shot(p),
        "split" => shooting::split(p),
        "terrain" => tables::terrain(p),
        "test" => testing::test(p),
        "to_hit" => shooting::to_hit(p),
        "until_empty" => shooting::until_empty(p),
        "volley" => shooting::volley(p),
        "who_acts" => turn::who_acts(p),
        other => panic!("no twin of kind `{other}`"),
    }
}

/// The crate and the twin agree on every one of these situations.
#[track_caller]
fn hold(kind: &str, situations: impl IntoIterator<Item = Value>) {
    TWINS.hold(kind, situations);
}

/// Every way to throw this number of dice.
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
