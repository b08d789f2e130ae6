//! A number and how far to trust it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What an [`Estimate`] is based on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// Computed, not sampled; the true value lies at most `unresolved` above the one given.
    Exact {
        /// Probability mass not accounted for; zero for a finite enumeration.
        unresolved: f64,
    },
    /// Sampled, with an interval.
    Sampled {
        /// Lower end of the interval; negative infinity (`null` in a file) if it is unbounded.
        #[serde(serialize_with = "null_unless_finite", deserialize_with = "or_below_all")]
        low: f64,
        /// Upper end of the interval; infinity (`null` in a file) if it is unbounded.
        #[serde(serialize_with = "null_unless_finite", deserialize_with = "or_above_all")]
        high: f64,
        /// The number of engagements behind it.
        n: u64,
    },
}

/// A number and how far to trust it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The number; NaN (`null` in a file) if no engagement was played.
    #[serde(serialize_with = "null_unless_finite", deserialize_with = "or_nan")]
    pub value: f64,
    /// What it is based on.
    pub basis: Basis,
}

impl Estimate {
    /// A computed value.
    #[must_use]
    pub const fn exact(value: f64) -> Estimate {
        Estimate { value, basis: Basis::Exact { unresolved: 0.0 } }
    }

    /// The same, limited to what is possible: neither the interval nor a computed value goes below `least` or above
    /// `most`.
    #[must_use]
    pub fn within(mut self, least: f64, most: f64) -> Estimate {
        match &mut self.basis {
            // NaN stays NaN.
            Basis::Exact { unresolved } => {
                self.value = self.value.clamp(least, most);
                *unresolved = unresolved.min(most - self.value);
            }
            Basis::Sampled { low, high, .. } => (*low, *high) = (low.max(least), high.min(most)),
        }
        self
    }

    /// Where the true value lies: the ends of the interval, or of the bracket of a computed value.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        match self.basis {
            Basis::Exact { unresolved } => (self.value, self.value + unresolved),
            Basis::Sampled { low, high, .. } => (low, high),
        }
    }

    /// The number of engagements behind it; `None` if it is computed.
    #[must_use]
    pub const fn engagements(&self) -> Option<u64> {
        match self.basis {
            Basis::Exact { .. } => None,
            Basis::Sampled { n, .. } => Some(n),
        }
    }

    /// Half the width of the interval; zero for a computed value.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        match self.basis {
            Basis::Exact { .. } => 0.0,
            Basis::Sampled { low, high, .. } => (high - low) / 2.0,
        }
    }
}

// JSON has no infinities and no NaN: they are written as `null`, and each field reads `null` back as its own value.

fn null_unless_finite<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    number.is_finite().then_some(*number).serialize(serializer)
}

fn or_nan<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NAN))
}

fn or_below_all<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NEG_INFINITY))
}

fn or_above_all<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::INFINITY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_keep_every_estimate() {
        let bounded = Estimate { value: 0.5, basis: Basis::Sampled { low: 0.4, high: 0.6, n: 96 } };
        let unbounded =
            Estimate { value: 7.0, basis: Basis::Sampled { low: f64::NEG_INFINITY, high: f64::INFINITY, n: 1 } };
        for estimate in [bounded, unbounded, Estimate::exact(0.25)] {
            let text = serde_json::to_string(&estimate).unwrap();
            assert_eq!(serde_json::from_str::<Estimate>(&text).unwrap(), estimate, "{text}");
        }
        let nothing = Estimate { value: f64::NAN, basis: Basis::Sampled { low: 0.0, high: 1.0, n: 0 } };
        let text = serde_json::to_string(&nothing).unwrap();
        assert_eq!(text, r#"{"value":null,"basis":{"sampled":{"low":0.0,"high":1.0,"n":0}}}"#);
        assert!(serde_json::from_str::<Estimate>(&text).unwrap().value.is_nan());
    }

    #[test]
    fn nothing_reaches_beyond_what_is_possible() {
        let sampled = |low, high| Estimate { value: 0.5, basis: Basis::Sampled { low, high, n: 2 } };
        assert_eq!(sampled(-0.5, 1.5).within(0.0, 1.0), sampled(0.0, 1.0));
        assert_eq!(sampled(0.25, 0.75).within(0.0, 1.0), sampled(0.25, 0.75));
        assert_eq!(sampled(f64::NEG_INFINITY, f64::INFINITY).within(0.0, f64::INFINITY), sampled(0.0, f64::INFINITY));
        let bracketed = |value, unresolved| Estimate { value, basis: Basis::Exact { unresolved } };
        assert_eq!(bracketed(0.875, 0.25).within(0.0, 1.0), bracketed(0.875, 0.125));
        assert_eq!(bracketed(1.0 + f64::EPSILON, 0.25).within(0.0, 1.0), bracketed(1.0, 0.0));
        assert!(Estimate::exact(f64::NAN).within(0.0, 1.0).value.is_nan());
    }

    #[test]
    fn a_bracket_is_one_sided() {
        let bracketed = Estimate { value: 0.5, basis: Basis::Exact { unresolved: 0.125 } };
        assert_eq!(bracketed.interval(), (0.5, 0.625));
        assert_eq!(bracketed.half_width().to_bits(), 0);
    }
}
