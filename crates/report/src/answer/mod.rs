//! What a result says: facts found in its numbers, and the sentences made from them.
//!
//! Facts hold numbers and words of scenario files, and go into the data; sentences hold labels and units, and stand at the top of a
//! page. No sentence says what no fact holds.

mod line;
mod said;
mod variants;

use runner::{About, Run};
use schemars::JsonSchema;
use serde::Serialize;
use stats::{Estimate, Verdict};

use crate::number;
use crate::sheet::{Row, Sheet};
use crate::words;

/// Facts and sentences.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Answer {
    /// The answer in sentences, the most telling first.
    pub(crate) sentences: Vec<String>,
    /// What they say, in numbers.
    pub(crate) facts: Vec<Fact>,
}

/// Something that the numbers of a result say of a quantity.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub(crate) enum Fact {
    /// Where the quantity is least and most.
    Extremes {
        /// The quantity's word.
        quantity: String,
        /// Where it is least.
        least: Found,
        /// Where it is most.
        most: Found,
    },
    /// Where a side ceases to be ahead, or a chance passes one half, along a swept key.
    Crossing(line::Crossing),
    /// How the quantity goes along a swept key.
    Trend(line::Trend),
    /// What a swept key moves by itself, the others as they are.
    Effect {
        /// The quantity's word.
        quantity: String,
        /// The key.
        key: String,
        /// The least that it moves the quantity, from its lowest to its highest, of all combinations of the others.
        least: f64,
        /// The most.
        most: f64,
    },
    /// A value of a swept key under which the quantity is higher than under every other one, whatever the other keys are.
    Dominates {
        /// The quantity's word.
        quantity: String,
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// What a variant does to the quantity at a point.
    Verdict(variants::Judged),
    /// A variant under which every engagement came out as without it.
    Unchanged {
        /// The variant.
        variant: String,
        /// Engagements compared.
        engagements: u64,
    },
}

/// A number at a point.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Found {
    /// The point.
    pub(crate) at: Point,
    /// The number.
    #[serde(flatten)]
    pub(crate) number: Number,
}

/// Values by swept key, and the variant by the word `variant`.
pub(crate) type Point = serde_json::Map<String, serde_json::Value>;

/// A number and how far to trust it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Number {
    /// The number; null where nothing was played.
    pub(crate) value: Option<f64>,
    /// The lower end of its interval; of an exact number the number itself. Null where nothing bounds it.
    pub(crate) low: Option<f64>,
    /// The upper end.
    pub(crate) high: Option<f64>,
}

impl Number {
    pub(crate) fn of(estimate: &Estimate) -> Number {
        let (low, high) = number::bounds(estimate);
        let finite = |number: f64| number.is_finite().then_some(number);
        Number { value: finite(estimate.value), low: finite(low), high: finite(high) }
    }
}

/// The words of a point on some axes.
pub(crate) fn point(sheet: &Sheet, at: &[usize], axes: impl IntoIterator<Item = usize>) -> Point {
    let value = |axis: usize| at.get(axis).and_then(|&i| sheet.axes[axis].values.get(i)).cloned();
    axes.into_iter().map(|axis| (sheet.axes[axis].key.clone(), value(axis).into())).collect()
}

impl Answer {
    /// What a run says of the quantity that it is asked about.
    pub(crate) fn of_run(run: &Run, sheet: &Sheet) -> Answer {
        let About { quantity, matters } = &run.about;
        let column = sheet.columns.iter().position(|column| column.id == *quantity).unwrap_or(0);
        let mut answer = Answer::default();
        let own = sheet.baseline();
        let crossings = line::crossings(run, &own, column);
        let crossed = crossings.iter().any(line::Crossing::is_met);
        let crossings_said = line::crossings_said(&own, column, &crossings);
        answer.facts.extend(crossings.into_iter().map(Fact::Crossing));
        let judged = variants::judged(run, sheet, column, *matters);
        let compared = variants::said(run, sheet, column, *matters, judged);
        let standing = said::standing(sheet, &own, column);
        let (trends, moved) = (line::trends(&own, column), line::moved(&own, column));
        // First what answers the likeliest question: where the fight turns, what the variants do, how it stands.
        if crossed {
            answer.sentences.extend(crossings_said);
            answer.add(compared);
            answer.add(trends);
            answer.add(standing);
            answer.add(moved);
        } else if run.variants.is_empty() {
            answer.add(standing);
            answer.add(moved);
            answer.add(trends);
            answer.sentences.extend(crossings_said);
        } else {
            answer.add(compared);
            answer.add(standing);
            answer.facts.extend(trends.0.into_iter().chain(moved.0));
            answer.sentences.extend(crossings_said);
        }
        answer.sentences.extend(words::not_reached(run, sheet));
        if run.interrupted {
            let stopped = "The run was stopped before it was complete; the intervals hold for what was played.";
            answer.sentences.push(stopped.to_owned());
        }
        answer
    }

    /// What a table of odds says of its first outcomes.
    pub(crate) fn of_odds(sheet: &Sheet) -> Answer {
        let mut answer = Answer::default();
        let columns: Vec<usize> = sheet.headlines().into_iter().take(3).collect();
        columns.iter().for_each(|&column| answer.add(said::extremes(sheet, column)));
        if let Some(&column) = columns.first() {
            answer.add(line::moved(sheet, column));
            answer.add(line::trends(sheet, column));
        }
        answer
    }

    fn add(&mut self, (facts, sentences): (Vec<Fact>, Vec<String>)) {
        self.facts.extend(facts);
        self.sentences.extend(sentences);
    }
}

/// The rows in which a column has a value that somebody has played or solved.
fn valued(sheet: &Sheet, column: usize) -> impl Iterator<Item = (&Row, Estimate)> {
    let valued = move |row| Some((row, Row::value(row, column)?)).filter(|(_, value)| value.value.is_finite());
    sheet.rows.iter().filter(|row| row.played != Some(0)).filter_map(valued)
}

/// The difference of two numbers that are taken as independent.
fn minus(one: &Estimate, other: &Estimate) -> Estimate {
    use stats::Basis;
    let arms = |estimate: &Estimate| {
        let (low, high) = number::bounds(estimate);
        (estimate.value - low, high - estimate.value)
    };
    let value = one.value - other.value;
    let ((below, above), (other_below, other_above)) = (arms(one), arms(other));
    let basis = match (one.basis, other.basis) {
        (Basis::Exact { unresolved }, Basis::Exact { unresolved: more }) => {
            Basis::Exact { unresolved: unresolved + more }
        }
        (Basis::Sampled { n, .. }, _) | (_, Basis::Sampled { n, .. }) => {
            Basis::Sampled { low: value - below.hypot(other_above), high: value + above.hypot(other_below), n }
        }
    };
    Estimate { value, basis }
}

/// A verdict's word in data.
pub(crate) const fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::More => "more",
        Verdict::Less => "less",
        Verdict::TooSmall => "too_small",
        Verdict::CannotTell { .. } => "cannot_tell",
    }
}
