//! What is wrong with a scenario.

use serde_json::Value;

/// A mistake in a scenario or a situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key it concerns, dotted from the top of the scenario, such as `red.gunmen.weapon`.
    pub key: String,
    /// What kind of mistake it is.
    pub fault: Fault,
    /// What is wrong and what was expected.
    pub message: String,
}

/// A kind of mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The table lacks a key.
    Missing(String),
    /// The table does not accept the key, only these.
    UnknownKey(Vec<String>),
    /// The key does not accept the word, only these.
    UnknownWord(Vec<String>),
    /// The value is of another type than the key accepts.
    Shape,
    /// The number lies outside its range; this is the nearest number in it.
    Range(Value),
    /// The values make no sense under the rules.
    Rule,
}

impl Problem {
    /// A problem with one key, found by the rules.
    pub fn new(key: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { key: key.into(), fault: Fault::Rule, message: message.into() }
    }

    /// Several problems in one line.
    #[must_use]
    pub fn listed(problems: &[Problem]) -> String {
        problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ")
    }

    /// The same with another kind of mistake.
    #[must_use]
    pub fn of(self, fault: Fault) -> Problem {
        Problem { fault, ..self }
    }
}

impl From<Problem> for Vec<Problem> {
    fn from(problem: Problem) -> Vec<Problem> {
        vec![problem]
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.key.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.key, self.message) }
    }
}
