//! What is certain of the cells of a sheet: an interval for each that holds together with those of all the others.
//!
//! Whatever a sentence claims of several cells follows from these intervals alone, so it holds as often as they do together, however the
//! cells depend on each other.

use std::cmp::Ordering;

use stats::{Basis, Estimate, Level, ProportionInterval};

use crate::number::Unit;

/// How far a solved number may be off by rounding.
const ROUNDING: f64 = 1e-9;

/// The same of a fraction that was written as a decimal.
const OF_A_FRACTION: f64 = 1e-14;

/// A computed difference within ends nearer to each other than this is none.
const NOTHING: f64 = 1e-6;

/// Fewer engagements say nothing certain about a mean.
const LEAST_FOR_A_MEAN: u64 = 30;

/// A number and the ends between which it lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Band {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Whether it was computed; the ends then differ by what is unresolved and by rounding.
    pub(super) exact: bool,
}

impl Band {
    /// Nothing is known.
    pub(super) const IN_DOUBT: Band =
        Band { value: f64::NAN, low: f64::NEG_INFINITY, high: f64::INFINITY, exact: false };

    /// Nought, exactly.
    pub(super) const NOUGHT: Band = Band { value: 0.0, low: 0.0, high: 0.0, exact: true };

    /// A number of a sheet at a level: of a share the interval of Clopper and Pearson, which holds at least as often as it says with any
    /// number of engagements; of a mean its own one, made for the level `from`, widened.
    pub(super) fn of(estimate: &Estimate, unit: Unit, fraction: bool, from: Level, to: Level) -> Band {
        let value = estimate.value;
        let (low, high, exact) = match estimate.basis {
            Basis::Exact { unresolved } => {
                let off = if fraction { OF_A_FRACTION } else { ROUNDING } * value.abs().max(1.0);
                (value - off, value + unresolved + off, true)
            }
            Basis::Sampled { n: 0, .. } => (f64::NEG_INFINITY, f64::INFINITY, false),
            Basis::Sampled { low, high, n } => {
                let hits = (value * n as f64).round();
                if unit == Unit::Share && (0.0..=1.0).contains(&value) && (hits - value * n as f64).abs() < 1e-3 {
                    let (low, high) = share(hits as u64, n, to);
                    (low, high, false)
                } else if n < LEAST_FOR_A_MEAN {
                    (f64::NEG_INFINITY, f64::INFINITY, false)
                } else {
                    // Student's quantile beside the normal one, to the first order.
                    let z = to.z();
                    let wider = to.tail().ln() / from.tail().ln() * (1.0 + (z * z + 1.0) / (4.0 * (n - 1) as f64));
                    (value - (value - low) * wider, value + (high - value) * wider, false)
                }
            }
        };
        Band { value, low, high, exact }
    }

    /// How far one chance lies above another of the same engagements: the share of the first among both, above one half. Draws count for
    /// neither, and where neither ever happens the two are equal.
    pub(super) fn lead(own: &Estimate, other: &Estimate, to: Level) -> Band {
        let of = |own: f64, other: f64| if own + other > 0.0 { own / (own + other) - 0.5 } else { 0.0 };
        let value = of(own.value, other.value);
        match (own.basis, other.basis) {
            (Basis::Exact { unresolved: up }, Basis::Exact { unresolved: down }) => {
                // Of the ends the sign counts, which is that of the difference.
                let (low, high) = (own.value - other.value - down - ROUNDING, own.value + up - other.value + ROUNDING);
                Band { value, low, high, exact: true }
            }
            (Basis::Sampled { n, .. }, _) | (_, Basis::Sampled { n, .. }) => {
                let hits = |estimate: &Estimate| (estimate.value * n as f64).round() as u64;
                let (low, high) = if n == 0 { (0.0, 1.0) } else { share(hits(own), hits(own) + hits(other), to) };
                Band { value, low: low - 0.5, high: high - 0.5, exact: false }
            }
        }
    }

    /// A difference with an interval of its own, as it is; what two computed numbers leave unresolved may lie to either side.
    pub(super) fn of_difference(difference: &Estimate) -> Band {
        let value = difference.value;
        match difference.basis {
            Basis::Exact { unresolved } => {
                let off = ROUNDING + unresolved;
                Band { value, low: value - off, high: value + off, exact: true }
            }
            Basis::Sampled { low, high, .. } => Band { value, low, high, exact: false },
        }
    }

    /// As a number that is shown; a computed one has no interval.
    pub(super) fn shown(self) -> Estimate {
        let sampled = Basis::Sampled { low: self.low, high: self.high, n: 0 };
        Estimate { value: self.value, basis: if self.exact { Basis::Exact { unresolved: 0.0 } } else { sampled } }
    }

    /// How far it lies above a number.
    pub(super) fn above(self, number: f64) -> Band {
        Band { value: self.value - number, low: self.low - number, high: self.high - number, ..self }
    }

    /// How far it lies above another.
    pub(super) fn minus(self, other: Band) -> Band {
        let (low, high) = (self.low - other.high, self.high - other.low);
        Band { value: self.value - other.value, low, high, exact: self.exact && other.exact }
    }

    /// How it compares with nought; none where that is in doubt. What was computed is equal to nought if its ends allow it and leave no room
    /// for anything else.
    pub(super) fn sign(self) -> Option<Ordering> {
        match self {
            Band { low, .. } if low > 0.0 => Some(Ordering::Greater),
            Band { high, .. } if high < 0.0 => Some(Ordering::Less),
            Band { low, high, exact, .. } => (exact && high - low < NOTHING).then_some(Ordering::Equal),
        }
    }

    /// How it compares with another; none where that is in doubt.
    pub(super) fn against(self, other: Band) -> Option<Ordering> {
        self.minus(other).sign()
    }
}

fn share(hits: u64, n: u64, level: Level) -> (f64, f64) {
    ProportionInterval::ClopperPearson.estimate(hits.min(n), n, level).interval()
}
