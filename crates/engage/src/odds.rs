//! Situations that are answered exactly: a shot, a burst, a reaction test, a duel.

use chance::TooLarge;
use chance::exact::Ratio;

use crate::{Battle, Outcome, Problem, Unsolved};

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
    /// Played.
    Sampled {
        /// Engagements played.
        engagements: u64,
        /// Why there is no exact solution.
        unsolved: Unsolved,
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

impl Value {
    /// A value known as a decimal alone.
    #[must_use]
    pub fn decimal(outcome: impl Into<String>, decimal: f64) -> Value {
        Value { outcome: outcome.into(), fraction: None, decimal, error: 0.0 }
    }

    /// A value known as a fraction.
    #[must_use]
    pub fn fraction(outcome: impl Into<String>, ratio: &Ratio) -> Value {
        let (numerator, denominator) = ratio.lowest_terms();
        let fraction = Some((numerator.to_string(), denominator.to_string()));
        Value { outcome: outcome.into(), fraction, decimal: ratio.to_f64(), error: 0.0 }
    }
}

impl Answer {
    /// An answer in fractions.
    pub fn fractions<W: Into<String>>(values: impl IntoIterator<Item = (W, Ratio)>) -> Answer {
        let values = values.into_iter().map(|(outcome, ratio)| Value::fraction(outcome, &ratio)).collect();
        Answer { manner: Manner::Exact, values }
    }
}

/// How often a battle is played that has no exact solution.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Engagements, a multiple of 4096.
    pub engagements: usize,
    /// The seed.
    pub seed: u64,
    /// Why there is none.
    pub unsolved: Unsolved,
}

impl Answer {
    /// An answer by play: the share of each ending, by word and number, then the mean of the turns.
    pub fn played(battle: &dyn Battle, sample: Sample, endings: &[(&str, u8)], turns: &str) -> Answer {
        let mut outcomes = vec![Outcome::default(); 4096];
        let (mut ended, mut sum, mut squares) = ([0_u64; 256], 0_u64, 0_u64);
        let mut played = 0;
        while played < sample.engagements {
            battle.play(sample.seed, played as u64, &mut outcomes);
            played += outcomes.len();
            for outcome in &outcomes {
                ended[usize::from(outcome.ending)] += 1;
                sum += u64::from(outcome.turns);
                squares += u64::from(outcome.turns).pow(2);
            }
        }
        let n = played as f64;
        let share = |&(word, ending): &(&str, u8)| {
            let share = ended[usize::from(ending)] as f64 / n;
            Value { error: (share * (1.0 - share) / n).sqrt(), ..Value::decimal(word, share) }
        };
        let mut values: Vec<Value> = endings.iter().map(share).collect();
        let mean = sum as f64 / n;
        let error = ((squares as f64 / n - mean * mean) / n).sqrt();
        values.push(Value { error, ..Value::decimal(turns, mean) });
        Answer { manner: Manner::Sampled { engagements: played as u64, unsolved: sample.unsolved }, values }
    }
}

/// The exact state space of a situation exceeds the budget.
#[must_use]
pub fn too_large(error: TooLarge) -> Problem {
    Problem::new("", format!("the exact state space needs {error}"))
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
