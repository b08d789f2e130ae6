//! Plain twins: the rules a second time, written from the rulebook in code that shares nothing with the crate and walks
//! the cards of real decks. They are slow, and wrong only if the rulebook was misread.

mod auto;
mod cards;
mod shot;
mod target;
mod task;
mod volley;

use std::collections::BTreeMap;

use rand::Rng;
use rand_pcg::Pcg64;
use serde_json::Value;
use testkit::Fraction;

use crate::play::answer;

/// Outcomes with their probabilities.
type Odds = BTreeMap<String, Fraction>;

/// A word among the parameters.
fn word<'a>(parameters: &'a Value, key: &str, default: &'a str) -> &'a str {
    parameters.get(key).and_then(Value::as_str).unwrap_or(default)
}

/// A word among the options.
fn option<'a>(parameters: &'a Value, key: &str, default: &'a str) -> &'a str {
    parameters.get("options").map_or(default, |options| word(options, key, default))
}

fn flag(parameters: &Value, key: &str) -> bool {
    parameters.get(key).and_then(Value::as_bool).unwrap_or(false)
}

fn number(parameters: &Value, key: &str, default: f64) -> f64 {
    parameters.get(key).and_then(Value::as_f64).unwrap_or(default)
}

fn count(parameters: &Value, key: &str, default: i64) -> i64 {
    parameters.get(key).and_then(Value::as_i64).unwrap_or(default)
}

/// Every outcome of the crate's answer is the twin's, and the other way round.
#[track_caller]
fn compare(kind: &str, parameters: &Value, twin: &Odds) {
    let answer = answer(kind, parameters);
    for value in &answer.values {
        let found = testkit::golden::value(&answer, &value.outcome);
        let expected = twin.get(&value.outcome).cloned().unwrap_or_else(|| Fraction::new(0, 1));
        assert!(found == expected, "{kind} {parameters}: {} is {found}, the twin has {expected}", value.outcome);
    }
    for (outcome, expected) in twin {
        let known = answer.values.iter().any(|value| value.outcome == *outcome);
        assert!(
            known || *expected == Fraction::new(0, 1),
            "{kind} {parameters}: no {outcome}, the twin has {expected}"
        );
    }
}

/// One of several, by a generator with a fixed seed.
fn one_of<'a, T: ?Sized>(rng: &mut Pcg64, choices: &[&'a T]) -> &'a T {
    choices[rng.next_u64() as usize % choices.len()]
}
