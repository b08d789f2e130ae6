//! Golden records: situations with answers worked out elsewhere.

use std::path::Path;

use engage::{Answer, Manner, Problem, Ruleset};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::Fraction;

/// How far a chain's answer may lie from the expected value.
pub const CHAIN_TOLERANCE: f64 = 1e-9;
/// How many standard errors a sampled answer may lie from the expected value. If the seed were not fixed, one in 1,500
/// runs of the suite would fail on a hundred correct values.
pub const STANDARD_ERRORS: f64 = 4.5;

/// A situation with its expected answer.
#[derive(Clone, Debug, Deserialize)]
pub struct Record {
    /// Its name.
    pub id: String,
    /// The kind of situation, if it is given beside the parameters and not among them.
    kind: Option<String>,
    /// The situation.
    parameters: Map<String, Value>,
    /// Outcomes by word, as fractions.
    expected: Map<String, Value>,
}

/// Reads a golden file.
///
/// # Panics
/// If the file does not exist, or is not a golden file.
#[must_use]
pub fn records(path: &Path) -> Vec<Record> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Answers a situation of this kind, given by its parameters.
///
/// # Errors
/// An unknown kind, or the ruleset's own objection.
pub fn answer(ruleset: &Ruleset, kind: &str, parameters: &Value) -> Result<Answer, String> {
    let kind = ruleset.kinds.iter().find(|known| known.id == kind).ok_or_else(|| format!("unknown kind `{kind}`"))?;
    kind.ask(parameters).map_err(|problems| Problem::listed(&problems))
}

/// The exact value of an outcome; zero if it cannot occur.
///
/// # Panics
/// If the answer is not exact.
#[must_use]
pub fn value(answer: &Answer, outcome: &str) -> Fraction {
    match answer.values.iter().find(|value| value.outcome == outcome) {
        None => Fraction::new(0, 1),
        Some(value) => {
            let (numerator, denominator) = value.fraction.as_ref().expect("an exact answer");
            format!("{numerator}/{denominator}").parse().expect("a fraction")
        }
    }
}

impl Record {
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.kind.as_deref().or_else(|| self.parameters.get("kind")?.as_str()).unwrap_or_default()
    }

    /// Answers the situation and compares: an exact answer as fractions, a chain's within [`CHAIN_TOLERANCE`], a
    /// sampled one within [`STANDARD_ERRORS`]. Every outcome found must be declared by its kind.
    ///
    /// # Errors
    /// Every outcome that differs, or why there is no answer.
    pub fn check(&self, ruleset: &Ruleset) -> Result<Manner, String> {
        let mut parameters = self.parameters.clone();
        parameters.remove("kind");
        let answer = answer(ruleset, self.kind(), &Value::Object(parameters))?;
        let mut wrong: Vec<String> =
            self.expected.iter().filter_map(|(word, expected)| differs(&answer, word, expected)).collect();
        let kind = ruleset.kinds.iter().find(|kind| kind.id == self.kind());
        let declared = |word: &str| kind.is_some_and(|kind| kind.finding(word).is_some());
        let undeclared = answer.values.iter().filter(|value| !declared(&value.outcome));
        wrong.extend(undeclared.map(|value| format!("{} is not among the outcomes of the kind", value.outcome)));
        if wrong.is_empty() { Ok(answer.manner) } else { Err(format!("{}: {}", self.id, wrong.join("; "))) }
    }
}

/// What is wrong with one outcome of an answer, if anything.
fn differs(answer: &Answer, word: &str, expected: &Value) -> Option<String> {
    let text = expected.as_str().map_or_else(|| expected.to_string(), str::to_owned);
    let expected: Fraction = text.parse().unwrap_or_else(|error| panic!("{word}: {error}"));
    let found = answer.values.iter().find(|value| value.outcome == word);
    let (decimal, error) = found.map_or((0.0, 0.0), |value| (value.decimal, value.error));
    let apart = (decimal - expected.to_f64()).abs();
    let right = match answer.manner {
        Manner::Exact => value(answer, word) == expected,
        Manner::Chain { unresolved, .. } => apart <= CHAIN_TOLERANCE + unresolved,
        // An outcome never seen has no standard error of its own; one expected once in ten million must not fail
        // for that reason.
        Manner::Sampled { engagements, .. } => apart <= STANDARD_ERRORS * error.max(1.0 / engagements as f64),
    };
    (!right).then(|| format!("{word} is {decimal}, expected {text}"))
}
