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
mod share;
mod unpin;

use std::collections::BTreeMap;

use engage::Manner;
use serde_json::Value;
use testkit::Fraction;

use share::Share;

/// How far decimals may lie apart that come of fractions.
const ROUNDING: f64 = 1e-12;
/// How far decimals may lie apart that come of chains.
const CHAIN: f64 = 1e-9;

/// What an outcome comes to.
#[derive(Clone, Debug)]
enum Worth {
    /// A fraction.
    Exact(Share),
    /// What a chain came to.
    Near(f64),
}

/// Outcomes and what they come to.
type Odds = BTreeMap<String, Worth>;

impl Worth {
    fn decimal(&self) -> f64 {
        match self {
            Worth::Exact(share) => share.decimal(),
            Worth::Near(decimal) => *decimal,
        }
    }

    /// Whether a fraction is the same, or near enough.
    fn is(&self, other: &Fraction) -> bool {
        match self {
            Worth::Exact(share) => share.fraction() == *other,
            Worth::Near(decimal) => near(other.to_f64(), *decimal, CHAIN),
        }
    }
}

/// Apart by no more than so much, or by that part of what is expected if it is more than one.
fn near(found: f64, expected: f64, apart: f64) -> bool {
    (found - expected).abs() <= apart * expected.abs().max(1.0)
}

/// Fractions as outcomes.
fn exact<W: Into<String>>(shares: impl IntoIterator<Item = (W, Share)>) -> Odds {
    shares.into_iter().map(|(word, share)| (word.into(), Worth::Exact(share))).collect()
}

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

/// A word among the parameters.
fn word<'a>(parameters: &'a Value, key: &str, default: &'a str) -> &'a str {
    parameters.get(key).and_then(Value::as_str).unwrap_or(default)
}

/// A word among the options.
fn option<'a>(parameters: &'a Value, key: &str, default: &'a str) -> &'a str {
    parameters.get("options").map_or(default, |options| word(options, key, default))
}

fn flag(parameters: &Value, key: &str, default: bool) -> bool {
    parameters.get(key).and_then(Value::as_bool).unwrap_or(default)
}

fn number(parameters: &Value, key: &str, default: f64) -> f64 {
    parameters.get(key).and_then(Value::as_f64).unwrap_or(default)
}

fn count(parameters: &Value, key: &str, default: i64) -> i64 {
    parameters.get(key).and_then(Value::as_i64).unwrap_or(default)
}

/// The members of a list among the parameters.
fn list<'a>(parameters: &'a Value, key: &str) -> &'a [Value] {
    parameters.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// How the crate's answer differs from the twin's, either way round.
fn difference(kind: &str, p: &Value) -> Option<String> {
    let answer = match testkit::golden::answer(&fireteam::RULESET, kind, p) {
        Ok(answer) => answer,
        Err(error) => return Some(format!("{kind} {p}: {error}")),
    };
    if matches!(answer.manner, Manner::Sampled { .. }) {
        return Some(format!("{kind} {p}: too large to be solved"));
    }
    let mut twin = twin(kind, p);
    let mut wrong = Vec::new();
    for value in &answer.values {
        let expected = twin.remove(&value.outcome).unwrap_or(Worth::Exact(Share::NONE));
        let same = match (&value.fraction, &expected) {
            (Some((numerator, denominator)), expected) => {
                expected.is(&format!("{numerator}/{denominator}").parse().expect("a fraction"))
            }
            (None, Worth::Exact(share)) => near(value.decimal, share.decimal(), ROUNDING),
            (None, Worth::Near(decimal)) => near(value.decimal, *decimal, CHAIN),
        };
        if !same {
            wrong.push(format!("{} is {}, the twin has {}", value.outcome, value.decimal, expected.decimal()));
        }
    }
    let absent = twin.into_iter().filter(|(_, worth)| worth.decimal() > 0.0);
    wrong.extend(absent.map(|(word, worth)| format!("no {word}, the twin has {}", worth.decimal())));
    (!wrong.is_empty()).then(|| format!("{kind} {p}: {}", wrong.join("; ")))
}

/// The crate and the twin agree on every one of these situations.
#[track_caller]
fn hold(kind: &str, situations: impl IntoIterator<Item = Value>) {
    all_agree(situations.into_iter().filter_map(|p| difference(kind, &p)));
}

/// There are no differences.
#[track_caller]
fn all_agree(differences: impl IntoIterator<Item = String>) {
    let wrong: Vec<String> = differences.into_iter().collect();
    assert!(wrong.is_empty(), "{} situations differ, such as {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
}
