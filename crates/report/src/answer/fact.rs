//! What can be found in the numbers of a result, and what finding it takes.

use schemars::JsonSchema;
use serde::Serialize;
use stats::{Basis, Estimate, Verdict};

use crate::number::{self, Unit};
use crate::sheet::{Row, Sheet};

/// A sentence gets nothing more that would make it longer than this: two lines and a half of text.
pub(super) const LONGEST: usize = 300;

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
    Crossing(Crossing),
    /// How the quantity goes along a swept key.
    Trend(Trend),
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
    /// The quantity from least to most for a value of a key, over all the others.
    Span {
        /// The quantity's word.
        quantity: String,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// Where it is least.
        least: Found,
        /// Where it is most.
        most: Found,
    },
    /// What a step of a swept key, from a value to the next, adds to the quantity, over all the other keys.
    Steps {
        /// The quantity's word.
        quantity: String,
        /// The key.
        key: String,
        /// The variant; null for the baseline.
        variant: Option<String>,
        /// What the step that adds least adds, the two values taken as independent.
        least: Number,
        /// What the step that adds most adds.
        most: Number,
    },
    /// What a variant does to the quantity at a point.
    Verdict(Judged),
    /// A variant under which every engagement came out as without it.
    Unchanged {
        /// The variant.
        variant: String,
        /// Engagements compared; null where it sets only what already stands.
        engagements: Option<u64>,
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
        Number { value: number::data(estimate.value), low: number::data(low), high: number::data(high) }
    }
}

/// The words of a point on some axes.
pub(crate) fn point(sheet: &Sheet, at: &[usize], axes: impl IntoIterator<Item = usize>) -> Point {
    let value = |axis: usize| at.get(axis).and_then(|&i| sheet.axes[axis].values.get(i)).cloned();
    axes.into_iter().map(|axis| (sheet.axes[axis].key.clone(), value(axis).into())).collect()
}

/// Where a side ceases to be ahead along a swept key, the others being as they are.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Crossing {
    /// The quantity's word.
    pub(super) quantity: String,
    /// What it is held against.
    pub(super) against: Against,
    /// The variant whose difference from the baseline it is; left out for the quantity itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) variant: Option<String>,
    /// The key.
    pub(super) key: String,
    /// The values of the other keys.
    pub(super) at: Point,
    /// How it goes.
    #[serde(flatten)]
    pub(super) course: Course,
    /// The index of the other keys' values, for sentences.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) base: Vec<usize>,
}

/// What a chance is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Against {
    /// One half.
    OneHalf,
    /// The chance that the other side wins, where draws are more than few.
    OtherSide,
    /// The baseline over the same engagements.
    Baseline,
}

/// Which part of a key's values lies above, and which below.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "course", rename_all = "snake_case")]
pub(crate) enum Course {
    /// Above at every value.
    Above,
    /// Below at every value.
    Below,
    /// Too near to tell at every value that could tell.
    Even,
    /// From above to below, or from below to above, once.
    Once {
        /// Whether it is above first.
        falls: bool,
        /// The last value before, as it is written.
        last: String,
        /// The first value after.
        first: String,
        /// Where the straight line between the two is even; its interval is all of the range where the intervals let it be.
        even: Number,
        /// The same for sentences.
        #[serde(skip)]
        #[schemars(skip)]
        told: Told,
    },
    /// More than once.
    Often {
        /// The values at which it is above.
        above: Vec<String>,
        /// The same for sentences.
        #[serde(skip)]
        #[schemars(skip)]
        labels: Vec<String>,
    },
}

/// What a sentence says of a crossing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Told {
    pub(super) last: String,
    pub(super) first: String,
    pub(super) even: Estimate,
}

impl Course {
    /// Where it is even, if that is at one place.
    pub(super) const fn even(&self) -> Option<&Estimate> {
        match self {
            Course::Once { told, .. } => Some(&told.even),
            _ => None,
        }
    }
}

impl Crossing {
    pub(crate) const fn is_met(&self) -> bool {
        matches!(self.course, Course::Once { .. } | Course::Often { .. })
    }
}

/// How a quantity goes along a swept key.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Trend {
    /// The quantity's word.
    pub(super) quantity: String,
    /// The key.
    pub(super) key: String,
    /// Combinations of the other keys in which it rises with every step, as far as the intervals tell.
    pub(super) rises: usize,
    /// In which it falls with every step.
    pub(super) falls: usize,
    /// In which it certainly rises and certainly falls.
    pub(super) mixed: usize,
    /// In which no step can be told from none.
    pub(super) flat: usize,
    /// Each step along the key: what it adds, in the first combination of the other keys.
    pub(super) steps: Vec<Step>,
}

/// A step from a value to the next.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Step {
    /// The value.
    pub(super) from: String,
    /// The next.
    pub(super) to: String,
    /// What is added, the two taken as independent.
    #[serde(flatten)]
    pub(super) adds: Number,
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) difference: Option<Estimate>,
}

/// What a variant does to a quantity at a point.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Judged {
    /// The quantity's word.
    pub(super) quantity: String,
    /// The variant.
    pub(super) variant: String,
    /// The point.
    pub(super) at: Point,
    /// The variant minus the baseline.
    pub(super) difference: Number,
    /// How large a difference has to be to matter.
    pub(super) matters: f64,
    /// `more` or `less` where it matters, `too_small` where it certainly does not, `cannot_tell` as long as nobody knows.
    pub(super) verdict: &'static str,
    /// About how many engagements would tell.
    pub(super) needed: Option<u64>,
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) own: Own,
}

/// The same for sentences.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Own {
    pub(super) variant: usize,
    pub(super) cell: usize,
    pub(super) difference: Estimate,
    pub(super) verdict: Verdict,
}

/// The rows in which a column has a value that somebody has played or solved.
pub(super) fn valued(sheet: &Sheet, column: usize) -> impl Iterator<Item = (&Row, Estimate)> {
    let valued = move |row| Some((row, Row::value(row, column)?)).filter(|(_, value)| value.value.is_finite());
    sheet.rows.iter().filter(|row| row.played != Some(0)).filter_map(valued)
}

/// The difference of two numbers that are taken as independent.
pub(super) fn minus(one: &Estimate, other: &Estimate) -> Estimate {
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

/// `a, b and c`.
pub(crate) fn listed(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What follows a difference that stands among words.
pub(crate) const fn points(unit: Unit) -> &'static str {
    match unit {
        Unit::Share => " points",
        Unit::Count => "",
    }
}
