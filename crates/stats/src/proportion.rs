//! The share of engagements in which something happened, with its interval.

use serde::{Deserialize, Serialize};
use statrs::function::factorial::ln_binomial;

use crate::{Basis, Estimate, Level};

/// How the interval of a proportion is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProportionInterval {
    /// Wilson's score interval: holds at its level on average over proportions.
    #[default]
    Wilson,
    /// Clopper and Pearson's interval: holds at its level or better for every proportion, and is wider for that reason.
    ClopperPearson,
}

impl ProportionInterval {
    /// Both methods.
    pub const ALL: [ProportionInterval; 2] = [ProportionInterval::Wilson, ProportionInterval::ClopperPearson];

    /// The method's name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ProportionInterval::Wilson => "Wilson",
            ProportionInterval::ClopperPearson => "Clopper-Pearson",
        }
    }

    /// The share `hits / n` with its interval. Without engagements the value is NaN and the interval is 0 to 1.
    ///
    /// # Panics
    /// If there are more hits than engagements.
    #[must_use]
    pub fn estimate(self, hits: u64, n: u64, level: Level) -> Estimate {
        assert!(hits <= n, "{hits} hits in {n} engagements");
        let (low, high) = match self {
            _ if n == 0 => (0.0, 1.0),
            ProportionInterval::Wilson => wilson(hits, n, level.z()),
            ProportionInterval::ClopperPearson => {
                (clopper_pearson_low(hits, n, level.tail()), 1.0 - clopper_pearson_low(n - hits, n, level.tail()))
            }
        };
        Estimate { value: hits as f64 / n as f64, basis: Basis::Sampled { low, high, n } }
    }
}

/// The proportions p with |hits/n − p| ≤ z √(p (1 − p) / n).
fn wilson(hits: u64, n: u64, z: f64) -> (f64, f64) {
    let (hits_f, misses_f, n_f, z2) = (hits as f64, (n - hits) as f64, n as f64, z * z);
    let half = z * (hits_f * misses_f / n_f + z2 / 4.0).sqrt();
    let end = |count: f64, half: f64| (count + z2 / 2.0 + half) / (n_f + z2);
    // The ends at no hits and at no misses are exact, however the roots are rounded.
    let low = if hits == 0 { 0.0 } else { end(hits_f, -half) };
    let high = if hits == n { 1.0 } else { end(hits_f, half) };
    (low, high)
}

/// The proportion at which `hits` or more are as rare as `tail`. The upper end of an interval follows from this one for
/// the misses.
///
/// Bisects the binomial tail itself: the beta quantile of statrs 0.19 is the same number, but its computation does not
/// return for a handful of hits in ten million.
fn clopper_pearson_low(hits: u64, n: u64, tail: f64) -> f64 {
    if hits == 0 {
        return 0.0;
    }
    // At hits/n the hits are a median, so the tail is at least a half.
    let (mut low, mut high) = (0.0, hits as f64 / n as f64);
    for _ in 0..f64::MANTISSA_DIGITS {
        let middle = f64::midpoint(low, high);
        if at_least(hits, n, middle) < tail { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The probability of `hits` or more in `n`. Valid for a proportion below `hits / n`, where the terms of the sum
/// decrease from the first.
fn at_least(hits: u64, n: u64, p: f64) -> f64 {
    let first = (ln_binomial(n, hits) + hits as f64 * p.ln() + (n - hits) as f64 * (-p).ln_1p()).exp();
    let odds = p / (1.0 - p);
    let (mut term, mut sum) = (1.0, 1.0);
    for k in hits..n {
        term *= (n - k) as f64 / (k + 1) as f64 * odds;
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
    }
    first * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(method: ProportionInterval, hits: u64, n: u64, low: f64, high: f64, tolerance: f64) {
        let found = method.estimate(hits, n, Level::default()).interval();
        assert!((found.0 - low).abs() < tolerance && (found.1 - high).abs() < tolerance, "{found:?}");
    }

    #[test]
    fn published_values() {
        // Newcombe 1998, Statistics in Medicine 17, 857-872, table I.
        use ProportionInterval::{ClopperPearson, Wilson};
        for (hits, n, wilson, exact) in [
            (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
            (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
            (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
            (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
        ] {
            check(Wilson, hits, n, wilson.0, wilson.1, 5e-5);
            check(ClopperPearson, hits, n, exact.0, exact.1, 5e-5);
        }
    }

    #[test]
    fn clopper_pearson_at_every_size() {
        // Quantiles of beta distributions at 30 digits.
        check(ProportionInterval::ClopperPearson, 3, 50, 0.01254858783533406, 0.1654819466037729, 1e-13);
        check(ProportionInterval::ClopperPearson, 1, 10000000, 2.531780795224031e-9, 5.571642117360731e-7, 1e-13);
        check(ProportionInterval::ClopperPearson, 5, 10000000, 1.623486583030336e-7, 1.166832818890744e-6, 1e-13);
        // In the middle of a large count, it is the normal interval plus half an engagement, 5e-8, either way.
        let half = 1.959_963_984_540_054 / 2.0 / 10_000_000_f64.sqrt();
        check(ProportionInterval::ClopperPearson, 5_000_000, 10_000_000, 0.5 - half - 5e-8, 0.5 + half + 5e-8, 1e-10);
    }

    #[test]
    fn the_ends_of_the_scale_are_reached_exactly() {
        for method in ProportionInterval::ALL {
            for n in [1, 7, 1000, 10_000_000] {
                let none = method.estimate(0, n, Level::default()).interval();
                let all = method.estimate(n, n, Level::default()).interval();
                assert_eq!((none.0.to_bits(), all.1), (0, 1.0));
                assert!((none.1 - (1.0 - all.0)).abs() < 1e-12);
            }
            let nothing = method.estimate(0, 0, Level::default());
            assert!(nothing.value.is_nan());
            assert_eq!(nothing.interval(), (0.0, 1.0));
        }
    }

    #[test]
    fn names_and_words() {
        assert_eq!(ProportionInterval::default().name(), "Wilson");
        assert_eq!(serde_json::to_string(&ProportionInterval::ClopperPearson).unwrap(), "\"clopper-pearson\"");
    }

    #[test]
    #[should_panic(expected = "5 hits in 4")]
    fn more_hits_than_engagements_is_a_fault() {
        let _ = ProportionInterval::Wilson.estimate(5, 4, Level::default());
    }
}
