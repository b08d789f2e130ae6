//! A test or more for every clause of the rulebook, named after it.

mod accounted;
mod patrol;
mod tables;
mod turn;

use chain_reaction::rules::Rules;
use chance::{Address, Draw, Scripted};
use serde_json::Value;
use testkit::Fraction;
use testkit::setup::merge;

/// Addresses mean nothing to a script.
const ANYWHERE: Address = Address::new(0, 0, 0);

/// The rules with some options and tables changed.
fn rules(options: Value) -> Rules {
    let mut rules = (chain_reaction::RULESET.rules)();
    merge(&mut rules, options);
    serde_json::from_value(rules).expect("options that exist")
}

/// Runs a procedure on these dice and no others.
#[track_caller]
fn dice<T>(dice: &[u32], procedure: impl FnOnce(&mut Scripted) -> T) -> T {
    Scripted::play(dice.iter().map(|&die| Draw::Value(die)), procedure)
}

/// The exact value of one outcome of a situation.
#[track_caller]
fn odds(kind: &str, parameters: Value, outcome: &str) -> Fraction {
    let answer = testkit::golden::answer(&chain_reaction::RULESET, kind, &parameters);
    testkit::golden::value(&answer.unwrap_or_else(|error| panic!("{kind} {parameters}: {error}")), outcome)
}

/// What is wrong with a situation.
#[track_caller]
fn objection(kind: &str, parameters: Value) -> String {
    testkit::golden::answer(&chain_reaction::RULESET, kind, &parameters).expect_err("an objection")
}

/// A fraction.
fn of(numerator: i64, denominator: i64) -> Fraction {
    Fraction::new(numerator, denominator)
}
