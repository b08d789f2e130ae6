//! What is wrong with a scenario.

/// A mistake in a scenario or a situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key it concerns, dotted from the top of the scenario, such as `red.gunmen.weapon`.
    pub key: String,
    /// What is wrong and what was expected.
    pub message: String,
}

impl Problem {
    /// A problem with one key.
    pub fn new(key: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { key: key.into(), message: message.into() }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.key.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.key, self.message) }
    }
}
