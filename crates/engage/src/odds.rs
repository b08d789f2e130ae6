//! Situations that are answered exactly: a shot, a burst, a reaction test, a duel.

use crate::Problem;

/// How an answer was reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Manner {
    /// Enumerated as fractions.
    Exact,
    /// Solved as an absorbing chain; `unresolved` is the probability not absorbed.
    Chain {
        /// Distinct states visited.
        states: usize,
        /// Probability not absorbed: the error of every probability is at most this.
        unresolved: f64,
    },
    /// Played, because the exact state space exceeds the budget.
    Sampled {
        /// Engagements played.
        engagements: u64,
        /// States at which the exact solution was given up.
        states: usize,
    },
}

/// The value of one outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The outcome's word, such as `leg_out`.
    pub outcome: String,
    /// The value as a fraction, numerator and denominator in lowest terms; only in an exact answer.
    pub fraction: Option<(String, String)>,
    /// The value as a decimal.
    pub decimal: f64,
    /// Standard error; zero unless sampled.
    pub error: f64,
}

/// Every outcome of a situation.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// How it was reached.
    pub manner: Manner,
    /// The outcomes in the order of the kind's documentation. An outcome that cannot occur may be absent and is then zero.
    pub values: Vec<Value>,
}

/// A kind of situation: its word, what it computes, its parameters and the function that answers it.
pub struct Kind {
    /// The word used for `kind` in situations, such as `fire_action`.
    pub id: &'static str,
    /// What is computed.
    pub about: &'static str,
    /// The schema of the parameters.
    pub schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
    /// Answers a situation: the parameters beside `kind`, which is left out. Keys of problems are relative to the parameters.
    pub answer: fn(&serde_json::Value) -> Result<Answer, Problem>,
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kind").field("id", &self.id).finish_non_exhaustive()
    }
}
