//! Simultaneous intervals: one for each cell of a sheet, at a level at which all of them hold together.
//!
//! Every claim about several cells follows from these intervals alone. So it is right at least as often as all the
//! intervals hold together, however the cells depend on each other.

use std::cmp::Ordering;

use stats::{Basis, Estimate, Level, ProportionInterval};

use crate::number::Unit;

/// The rounding error allowed for a solved number.
const ROUNDING: f64 = 1e-9;

/// The rounding error allowed for a fraction that was written as a decimal.
const OF_A_FRACTION: f64 = 1e-14;

/// A computed difference counts as zero if it may be zero and its ends are closer together than this.
const NOTHING: f64 = 1e-6;

/// With fewer engagements, a mean counts as unknown.
const LEAST_FOR_A_MEAN: u64 = 30;

/// A number with the lower and upper end of its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Band {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Whether it was computed; the ends then differ only by the unresolved share and by rounding.
    pub(super) exact: bool,
}

impl Band {
    /// An unknown number.
    pub(super) const IN_DOUBT: Band =
        Band { value: f64::NAN, low: f64::NEG_INFINITY, high: f64::INFINITY, exact: false };

    /// Exactly zero.
    pub(super) const NOUGHT: Band = Band { value: 0.0, low: 0.0, high: 0.0, exact: true };

    /// The band of a number of a sheet at the level `to`. A share gets the Clopper-Pearson interval, which holds at
    /// least as often as its level says for any number of engagements. A mean gets its own interval, which was made for
    /// the level `from`, widened.
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
                    // Student's quantile relative to the normal one, to first order.
                    let z = to.z();
                    let wider = to.tail().ln() / from.tail().ln() * (1.0 + (z * z + 1.0) / (4.0 * (n - 1) as f64));
                    (value - (value - low) * wider, value + (high - value) * wider, false)
                }
            }
        };
        Band { value, low, high, exact }
    }

    /// How far one chance lies above another over the same engagements: its share of the sum of both, minus one half.
    /// Draws count for neither. If both chances are zero they are equal.
    pub(super) fn lead(own: &Estimate, other: &Estimate, to: Level) -> Band {
        let of = |own: f64, other: f64| if own + other > 0.0 { own / (own + other) - 0.5 } else { 0.0 };
        let value = of(own.value, other.value);
        match (own.basis, other.basis) {
            (Basis::Exact { unresolved: up }, Basis::Exact { unresolved: down }) => {
                // Only the signs of the ends matter, and these are the signs of the difference.
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

    /// The band of a difference that has an interval of its own. The unresolved share of two computed numbers may lie
    /// on either side.
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

    /// As an estimate for display; a computed number has no interval.
    pub(super) fn shown(self) -> Estimate {
        let sampled = Basis::Sampled { low: self.low, high: self.high, n: 0 };
        Estimate { value: self.value, basis: if self.exact { Basis::Exact { unresolved: 0.0 } } else { sampled } }
    }

    /// Its distance above a number.
    pub(super) fn above(self, number: f64) -> Band {
        Band { value: self.value - number, low: self.low - number, high: self.high - number, ..self }
    }

    /// Its distance above another band.
    pub(super) fn minus(self, other: Band) -> Band {
        let (low, high) = (self.low - other.high, self.high - other.low);
        Band { value: self.value - other.value, low, high, exact: self.exact && other.exact }
    }

    /// How it compares with zero; `None` if that is in doubt. A computed number equals zero if its ends include zero
    /// and are almost the same.
    pub(super) fn sign(self) -> Option<Ordering> {
        match self {
            Band { low, .. } if low > 0.0 => Some(Ordering::Greater),
            Band { high, .. } if high < 0.0 => Some(Ordering::Less),
            Band { low, high, exact, .. } => (exact && high - low < NOTHING).then_some(Ordering::Equal),
        }
    }

    /// How it compares with another band; `None` if that is in doubt.
    pub(super) fn against(self, other: Band) -> Option<Ordering> {
        self.minus(other).sign()
    }
}

fn share(hits: u64, n: u64, level: Level) -> (f64, f64) {
    ProportionInterval::ClopperPearson.estimate(hits.min(n), n, level).interval()
}
