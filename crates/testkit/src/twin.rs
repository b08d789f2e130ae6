//! Plain twins of rules: their answers, and how a ruleset's answers differ from them.

use std::collections::BTreeMap;
use std::path::Path;

use engage::{Manner, Ruleset};
use serde_json::Value;

use crate::golden::CHAIN_TOLERANCE;
use crate::{Fraction, Share};

/// How far apart decimals computed from fractions may lie.
const ROUNDING: f64 = 1e-12;

/// The value of an outcome.
#[derive(Clone, Debug)]
pub enum Worth {
    /// A fraction.
    Exact(Share),
    /// The result of a chain.
    Near(f64),
}

/// Outcomes and their values.
pub type Odds = BTreeMap<String, Worth>;

impl Worth {
    /// The nearest decimal.
    #[must_use]
    pub fn decimal(&self) -> f64 {
        match self {
            Worth::Exact(share) => share.decimal(),
            Worth::Near(decimal) => *decimal,
        }
    }

    /// Whether a fraction has the same value, or is near enough.
    fn is(&self, other: &Fraction) -> bool {
        match self {
            Worth::Exact(share) => share.fraction() == *other,
            Worth::Near(decimal) => near(other.to_f64(), *decimal, CHAIN_TOLERANCE),
        }
    }
}

/// Whether two numbers differ by at most `apart`, or by that part of the expected number if it exceeds one.
fn near(found: f64, expected: f64, apart: f64) -> bool {
    (found - expected).abs() <= apart * expected.abs().max(1.0)
}

/// Outcomes with fractions as their values.
pub fn exact<W: Into<String>>(shares: impl IntoIterator<Item = (W, Share)>) -> Odds {
    shares.into_iter().map(|(word, share)| (word.into(), Worth::Exact(share))).collect()
}

/// A word among the parameters.
#[must_use]
pub fn word<'a>(parameters: &'a Value, key: &str, default: &'a str) -> &'a str {
    parameters.get(key).and_then(Value::as_str).unwrap_or(default)
}

/// A word among the options.
#[must_use]
pub fn option<'a>(parameters: &'a Value, key: &str, default: &'a str) -> &'a str {
    parameters.get("options").map_or(default, |options| word(options, key, default))
}

/// A flag among the parameters.
#[must_use]
pub fn flag(parameters: &Value, key: &str, default: bool) -> bool {
    parameters.get(key).and_then(Value::as_bool).unwrap_or(default)
}

/// A number among the parameters.
#[must_use]
pub fn number(parameters: &Value, key: &str, default: f64) -> f64 {
    parameters.get(key).and_then(Value::as_f64).unwrap_or(default)
}

/// A whole number among the parameters.
#[must_use]
pub fn count(parameters: &Value, key: &str, default: i64) -> i64 {
    parameters.get(key).and_then(Value::as_i64).unwrap_or(default)
}

/// The members of a list among the parameters.
#[must_use]
pub fn list<'a>(parameters: &'a Value, key: &str) -> &'a [Value] {
    parameters.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A ruleset and its twins.
#[derive(Clone, Copy, Debug)]
pub struct Twins {
    /// The ruleset.
    pub ruleset: &'static Ruleset,
    /// Answers a situation of any kind.
    pub twin: fn(&str, &Value) -> Odds,
}

impl Twins {
    /// How the ruleset's answer differs from the twin's, in either direction; `None` if they agree.
    #[must_use]
    pub fn difference(&self, kind: &str, p: &Value) -> Option<String> {
        let answer = match crate::golden::answer(self.ruleset, kind, p) {
            Ok(answer) => answer,
            Err(error) => return Some(format!("{kind} {p}: {error}")),
        };
        if matches!(answer.manner, Manner::Sampled { .. }) {
            return Some(format!("{kind} {p}: too large to be solved"));
        }
        let mut twin = (self.twin)(kind, p);
        let mut wrong = Vec::new();
        for value in &answer.values {
            let expected = twin.remove(&value.outcome).unwrap_or(Worth::Exact(Share::NONE));
            let same = match (&value.fraction, &expected) {
                (Some((numerator, denominator)), expected) => {
                    expected.is(&format!("{numerator}/{denominator}").parse().expect("a fraction"))
                }
                (None, Worth::Exact(share)) => near(value.decimal, share.decimal(), ROUNDING),
                (None, Worth::Near(decimal)) => near(value.decimal, *decimal, CHAIN_TOLERANCE),
            };
            if !same {
                wrong.push(format!("{} is {}, the twin has {}", value.outcome, value.decimal, expected.decimal()));
            }
        }
        let absent = twin.into_iter().filter(|(_, worth)| worth.decimal() > 0.0);
        wrong.extend(absent.map(|(word, worth)| format!("no {word}, the twin has {}", worth.decimal())));
        (!wrong.is_empty()).then(|| format!("{kind} {p}: {}", wrong.join("; ")))
    }

    /// Checks that the ruleset and the twin agree on every one of these situations.
    #[track_caller]
    pub fn hold(&self, kind: &str, situations: impl IntoIterator<Item = Value>) {
        all_agree(situations.into_iter().filter_map(|p| self.difference(kind, &p)));
    }

    /// Checks that the twins alone give the golden records.
    #[track_caller]
    pub fn hold_golden(&self, path: &Path) {
        let mut wrong = Vec::new();
        for record in records(path) {
            let p = &record["parameters"];
            let twin = (self.twin)(word(p, "kind", ""), p);
            for (outcome, expected) in record["expected"].as_object().expect("outcomes") {
                let expected: Fraction = expected.as_str().expect("a fraction").parse().expect("a fraction");
                let worth = twin.get(outcome).cloned().unwrap_or(Worth::Exact(Share::NONE));
                if !worth.is(&expected) {
                    wrong.push(format!("{}: {outcome} is {worth:?}, expected {expected}", word(&record, "id", "")));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// Checks that the ruleset treats a value left out of a golden record as the twins do. If the value has to be
    /// given, the ruleset must object with one of these phrases.
    #[track_caller]
    pub fn hold_unsaid(&self, path: &Path, objections: &[&str]) {
        self.hold_unsaid_but(path, objections, &[]);
    }

    /// The same, except for some kinds whose twins take too long.
    #[track_caller]
    pub fn hold_unsaid_but(&self, path: &Path, objections: &[&str], but: &[&str]) {
        let differences = records(path).into_iter().flat_map(|record| {
            let mut p = record["parameters"].clone();
            // The kind is among the parameters, or beside them.
            let within = p.as_object_mut().and_then(|p| p.remove("kind"));
            let kind = within.as_ref().unwrap_or(&record["kind"]).as_str().expect("a kind");
            let gaps = if but.contains(&kind) { Vec::new() } else { with_gaps(&p) };
            gaps.into_iter().filter_map(|gap| self.difference(kind, &gap)).collect::<Vec<_>>()
        });
        all_agree(differences.filter(|difference| !objections.iter().any(|phrase| difference.contains(phrase))));
    }
}

/// A golden file, with nothing left out.
fn records(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("the golden file");
    serde_json::from_str(&text).expect("a list of records")
}

/// Checks that the list of differences is empty.
///
/// # Panics
/// If there are any; the message shows the first few.
#[track_caller]
pub fn all_agree(differences: impl IntoIterator<Item = String>) {
    let wrong: Vec<String> = differences.into_iter().collect();
    assert!(wrong.is_empty(), "{} situations differ, such as {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
}

/// Copies of a value, each without one of the things that it contains.
fn with_gaps(whole: &Value) -> Vec<Value> {
    let mut gaps = Vec::new();
    if let Value::Object(members) = whole {
        for name in members.keys() {
            let mut rest = members.clone();
            rest.remove(name);
            gaps.push(Value::Object(rest));
        }
    }
    let inside: Vec<(Value, String)> = match whole {
        Value::Object(members) => members.iter().map(|(name, member)| (member.clone(), format!("/{name}"))).collect(),
        Value::Array(members) => {
            members.iter().enumerate().map(|(place, member)| (member.clone(), format!("/{place}"))).collect()
        }
        _ => Vec::new(),
    };
    for (member, path) in inside {
        for gap in with_gaps(&member) {
            let mut around = whole.clone();
            *around.pointer_mut(&path).expect("a member") = gap;
            gaps.push(around);
        }
    }
    gaps
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn something_is_left_out_at_every_depth() {
        let gaps = with_gaps(&json!({ "a": 1, "b": [{ "c": 2, "d": 3 }] }));
        assert_eq!(gaps.len(), 4);
        assert!(gaps.contains(&json!({ "a": 1, "b": [{ "d": 3 }] })) && gaps.contains(&json!({ "a": 1 })));
    }

    #[test]
    fn fractions_are_the_same_or_not_and_chains_near_enough() {
        let third = Fraction::new(2, 6);
        assert!(Worth::Near(1.0 / 3.0 + 1e-10).is(&third) && !Worth::Near(1.0 / 3.0 + 1e-8).is(&third));
        let [odds] = [exact([("hit", Share::faces(|face| face > 4))])];
        assert!(odds["hit"].is(&third) && !odds["hit"].is(&Fraction::new(1, 2)));
    }
}
