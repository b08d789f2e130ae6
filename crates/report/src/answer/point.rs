//! Numbers and points in the form of data, and lists of words.

use schemars::JsonSchema;
use serde::Serialize;
use stats::Estimate;

use crate::number;
use crate::sheet::Sheet;

/// Values by swept key, and the variant by the word `variant`.
pub(crate) type Point = serde_json::Map<String, serde_json::Value>;

/// A number and how far to trust it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Number {
    /// The number; null if nothing was played.
    pub(crate) value: Option<f64>,
    /// The lower end of its interval; for an exact number, the number itself. Null if nothing bounds it.
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

/// The values of a point on some axes.
pub(crate) fn point(sheet: &Sheet, at: &[usize], axes: impl IntoIterator<Item = usize>) -> Point {
    let value = |axis: usize| at.get(axis).and_then(|&i| sheet.axes[axis].values.get(i)).cloned();
    axes.into_iter().map(|axis| (sheet.axes[axis].key.clone(), value(axis).into())).collect()
}

/// `a, b and c`.
pub(crate) fn listed(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
