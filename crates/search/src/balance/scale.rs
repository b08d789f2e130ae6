//! The values of a key as places in a row.

use engage::{Break, Breaks};
use scenario::Range;
use serde_json::Value;

/// Steps into which a range of real numbers is divided.
const STEPS: i64 = 1 << 20;

/// The values of a key as places in a row.
#[derive(Clone, Debug)]
pub(super) enum Scale {
    /// Whole numbers are their own places.
    Whole { least: i64, most: i64 },
    /// Real numbers, in steps.
    Real { least: f64, most: f64 },
    /// Real numbers in bands between breaks, within which play is the same: one value of each band, with the break
    /// above it.
    Bands(Vec<(f64, Option<Break>)>),
    /// Choices without an order.
    Choices(Vec<Value>),
}

impl Scale {
    /// The values of a range, in bands if its breaks are known; the start of the search represents its band.
    pub(super) fn of(range: &Range, breaks: Option<&Breaks>, start: &Value) -> Scale {
        match (range, breaks) {
            (Range::Whole { least, most }, _) => Scale::Whole { least: *least, most: *most },
            (Range::Choices(choices), _) => Scale::Choices(choices.clone()),
            (Range::Real { least, most }, Some(breaks)) if breaks.end().is_none_or(|end| end >= *most) => {
                let mut scale = Scale::Bands(breaks.bands(*least, *most));
                let place = usize::try_from(scale.place(start)).unwrap_or(0);
                if let (Scale::Bands(bands), Some(start)) = (&mut scale, start.as_f64()) {
                    bands[place].0 = start;
                }
                scale
            }
            (Range::Real { least, most }, breaks) => {
                // Where play is all alike one value is enough.
                let again = breaks.and_then(Breaks::again).map_or(*most, |again| (again + 1.0).ceil());
                Scale::Real { least: *least, most: again.min(*most) }
            }
        }
    }

    /// The first place and the last.
    pub(super) fn ends(&self) -> (i64, i64) {
        match self {
            Scale::Whole { least, most } => (*least, *most),
            Scale::Real { .. } => (0, STEPS),
            Scale::Bands(bands) => (0, bands.len() as i64 - 1),
            Scale::Choices(choices) => (0, choices.len() as i64 - 1),
        }
    }

    /// Whether a quantity may change anywhere between two neighbouring values.
    pub(super) const fn is_continuous(&self) -> bool {
        matches!(self, Scale::Real { .. })
    }

    /// Whether a quantity jumps from one value to the next, so that no line is drawn between them.
    pub(super) const fn jumps(&self) -> bool {
        matches!(self, Scale::Real { .. } | Scale::Bands(_))
    }

    /// A length along the key, in places.
    pub(super) fn steps(&self, length: f64) -> f64 {
        match self {
            Scale::Real { least, most } => length / (most - least) * STEPS as f64,
            Scale::Whole { .. } | Scale::Bands(_) | Scale::Choices(_) => length,
        }
    }

    /// The value at a place.
    pub(super) fn value(&self, place: i64) -> Value {
        match self {
            Scale::Whole { .. } => place.into(),
            Scale::Real { .. } => rounded(self.scaled(place as f64)).into(),
            Scale::Bands(bands) => number(bands[at(place, bands.len())].0),
            Scale::Choices(choices) => choices[at(place, choices.len())].clone(),
        }
    }

    /// The place of a value, or of the nearest.
    pub(super) fn place(&self, value: &Value) -> i64 {
        match self {
            Scale::Whole { least, .. } => value.as_f64().map_or(*least, |number| number.round() as i64),
            Scale::Real { least, most } => value
                .as_f64()
                .map_or(STEPS / 2, |number| ((number - least) / (most - least) * STEPS as f64).round() as i64),
            Scale::Bands(bands) => value.as_f64().map_or(0, |number| {
                let below = |above: &Option<Break>| above.is_some_and(|above| above.is_below(number));
                bands.iter().filter(|(_, above)| below(above)).count() as i64
            }),
            Scale::Choices(choices) => choices.iter().position(|choice| choice == value).unwrap_or(0) as i64,
        }
    }

    /// A place, or one between two, as a value of the key.
    pub(super) fn scaled(&self, place: f64) -> f64 {
        match self {
            Scale::Real { least, most } => least + (most - least) * place / STEPS as f64,
            Scale::Bands(bands) => bands[at(place.round() as i64, bands.len())].0,
            Scale::Whole { .. } | Scale::Choices(_) => place,
        }
    }

    /// The break above a place, if its values are in bands.
    pub(super) fn break_above(&self, place: i64) -> Option<Break> {
        match self {
            Scale::Bands(bands) => bands[at(place, bands.len())].1,
            Scale::Whole { .. } | Scale::Real { .. } | Scale::Choices(_) => None,
        }
    }
}

/// A place as an index, at most the last one.
fn at(place: i64, count: usize) -> usize {
    usize::try_from(place).unwrap_or(0).min(count - 1)
}

/// A number without noise in its last digits.
fn rounded(number: f64) -> f64 {
    format!("{number:.6}").parse().unwrap_or(number)
}

/// A number as a file has it: a whole one without a point.
fn number(number: f64) -> Value {
    if number.fract() == 0.0 { (number as i64).into() } else { number.into() }
}
