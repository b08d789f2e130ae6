//! A variant against its baseline over the same engagements.

use serde::{Deserialize, Serialize};

use crate::{Basis, Estimate, Level, Moments};

/// How often something happened under a baseline and under its variant, counted engagement by engagement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedProportion {
    /// Engagements in which it happened under both.
    pub both: u64,
    /// Engagements in which it happened under the baseline alone.
    pub baseline_only: u64,
    /// Engagements in which it happened under the variant alone.
    pub variant_only: u64,
    /// Engagements in which it happened under neither.
    pub neither: u64,
}

impl PairedProportion {
    /// Counts one engagement.
    #[inline]
    pub fn record(&mut self, baseline: bool, variant: bool) {
        *match (baseline, variant) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.baseline_only,
            (false, true) => &mut self.variant_only,
            (false, false) => &mut self.neither,
        } += 1;
    }

    /// Adds the engagements of `other`.
    pub fn merge(&mut self, other: &PairedProportion) {
        self.both += other.both;
        self.baseline_only += other.baseline_only;
        self.variant_only += other.variant_only;
        self.neither += other.neither;
    }

    /// Engagements counted.
    #[must_use]
    pub const fn n(&self) -> u64 {
        self.both + self.baseline_only + self.variant_only + self.neither
    }

    /// The variant's share minus the baseline's, with the interval of Bonett and Price (2012): one engagement is added
    /// to each of the two kinds in which they differ, and the normal interval is taken. It keeps a width even if no
    /// engagement differed. Without engagements the value is NaN and the interval is −1 to 1.
    #[must_use]
    pub fn difference(&self, level: Level) -> Estimate {
        let n = self.n();
        let value = (self.variant_only as f64 - self.baseline_only as f64) / n as f64;
        let adjusted = (n + 2) as f64;
        let (gained, lost) = ((self.variant_only + 1) as f64 / adjusted, (self.baseline_only + 1) as f64 / adjusted);
        let centre = gained - lost;
        let half = level.z() * ((gained + lost - centre * centre) / adjusted).sqrt();
        let (low, high) = if n == 0 { (-1.0, 1.0) } else { ((centre - half).max(-1.0), (centre + half).min(1.0)) };
        Estimate { value, basis: Basis::Sampled { low, high, n } }
    }

    /// How much pairing saved: see [`variance_saved`].
    #[must_use]
    pub fn variance_saved(&self) -> Option<f64> {
        let share = |hits: u64| Moments { n: self.n(), sum: hits.into(), sum_of_squares: hits.into() };
        let difference = Moments {
            n: self.n(),
            sum: i128::from(self.variant_only) - i128::from(self.baseline_only),
            sum_of_squares: u128::from(self.variant_only) + u128::from(self.baseline_only),
        };
        variance_saved(&share(self.both + self.baseline_only), &share(self.both + self.variant_only), &difference)
    }
}

/// How much pairing saved: the variance that the difference would have over independent engagements, divided by its
/// variance over paired ones. An unpaired comparison of the same precision would need that many times as many
/// engagements.
///
/// `difference` holds the differences engagement by engagement; their interval is [`Moments::estimate`]. `None` if the
/// differences do not vary, or there are fewer than two.
#[must_use]
pub fn variance_saved(baseline: &Moments, variant: &Moments, difference: &Moments) -> Option<f64> {
    let paired = difference.variance().filter(|&variance| variance > 0.0)?;
    Some((baseline.variance()? + variant.variance()?) / paired)
}

/// The number of engagements at which the interval of [`difference_at_every_look`] is tightest compared with that of
/// one look. One number for all cases, because the interval may depend on nothing but tallies. Runs play from a
/// thousand to a million engagements; from 500 to 8,000,000 the interval at 95 % is between 1.55 and 2.03 times as wide
/// as that of one look.
const SHARPEST: f64 = 4096.0;

/// The mean of differences, engagement by engagement, with an interval that holds **at every look**, as far as sums of
/// many differences are normal: in all but a share α of runs it contains the truth after each engagement, no matter who
/// stops, resumes or adds engagements (the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and
/// Ramdas). It depends on the three tallies alone.
///
/// Two engagements are added to the spread, one to either side, so that the interval claims no certainty after few
/// differences, or none. The square of an added difference is at least 1, and at least twice the variance of a
/// difference with separate luck; for a count that has two values, equally often, that is the step from one to the
/// other. Without engagements the value is NaN; with fewer than two the interval is unbounded.
#[must_use]
pub fn difference_at_every_look(baseline: &Moments, variant: &Moments, difference: &Moments, level: Level) -> Estimate {
    let spread = || Some((difference.variance()?, (2.0 * (baseline.variance()? + variant.variance()?)).max(1.0)));
    let half = spread().map_or(f64::INFINITY, |(variance, added)| {
        let (n, error) = (difference.n as f64, level.error());
        let rho_squared = ((1.0 - 2.0 * error.ln()).ln() - 2.0 * error.ln()) / SHARPEST;
        let grown = n * rho_squared + 1.0;
        let squares = variance * (n - 1.0) + 2.0 * added;
        (squares / n * 2.0 * grown / (n * n * rho_squared) * (grown.sqrt() / error).ln()).sqrt()
    });
    difference.around_mean(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paired(both: u64, baseline_only: u64, variant_only: u64, neither: u64) -> PairedProportion {
        PairedProportion { both, baseline_only, variant_only, neither }
    }

    #[track_caller]
    fn check(counts: PairedProportion, low: f64, high: f64) {
        let found = counts.difference(Level::default()).interval();
        assert!((found.0 - low).abs() < 1e-5 && (found.1 - high).abs() < 1e-5, "{found:?}");
    }

    #[test]
    fn worked_by_hand() {
        // Counts of Bentur et al. 2009 in Fagerland, Lydersen and Laake 2014, Statistics in Medicine 33, 2850-2875,
        // worked by hand: (2 - 8) / 23 ± z √((10/23 - (6/23)²) / 23).
        check(paired(1, 7, 1, 12), -0.508_36, -0.013_38);
    }

    #[test]
    fn no_engagement_that_differs_leaves_doubt() {
        let half = 1.959_963_984_540_054 * 2_f64.sqrt() / 1002.0;
        check(paired(600, 0, 0, 400), -half, half);
        check(paired(0, 0, 0, 0), -1.0, 1.0);
        assert!(paired(0, 0, 0, 0).difference(Level::default()).value.is_nan());
    }

    #[test]
    fn the_difference_lies_in_its_interval() {
        for n in [1, 2, 5, 40] {
            for gained in 0..=n {
                for lost in 0..=n - gained {
                    let estimate = paired(0, lost, gained, n - gained - lost).difference(Level::default());
                    let (low, high) = estimate.interval();
                    assert!(low >= -1.0 && low <= estimate.value && estimate.value <= high && high <= 1.0);
                }
            }
        }
    }

    #[test]
    fn variance_saved_by_hand() {
        // Shares 0.5 and 0.6: independent variance 0.25 + 0.24, paired 0.1 + 0.2 - 0.1².
        let saved = paired(40, 10, 20, 30).variance_saved().unwrap();
        assert!((saved - 0.49 / 0.29).abs() < 1e-12);
        // Independent halves save nothing.
        assert!((paired(25, 25, 25, 25).variance_saved().unwrap() - 1.0).abs() < 1e-12);
        // Against a certainty there is nothing to pair.
        assert!((paired(30, 0, 70, 0).variance_saved().unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn no_variance_no_saving() {
        for counts in [paired(0, 0, 0, 0), paired(0, 1, 0, 0), paired(5, 0, 0, 5), paired(0, 0, 9, 0)] {
            assert_eq!(counts.variance_saved(), None, "{counts:?}");
        }
    }

    #[test]
    fn records_go_where_they_belong() {
        let mut counts = PairedProportion::default();
        for (baseline, variant) in [(true, true), (true, false), (true, false), (false, true), (false, false)] {
            counts.record(baseline, variant);
        }
        assert_eq!(counts, paired(1, 2, 1, 1));
        assert!((counts.difference(Level::default()).value + 0.2).abs() < 1e-15);
    }

    #[test]
    fn means_at_every_look_by_hand() {
        // 4,096 differences, half 0 and half 2, of counts that do not vary by themselves: squares 4,096 + 2.
        // 4,096 ρ² = 2 ln 20 + ln(1 + 2 ln 20) = 7.936155, so that the interval of one engagement at this count is
        // √(2 · 8.936155 / 7.936155 · (ln 8.936155 / 2 + ln 20)) = 3.035209 deviations.
        let n = 4096;
        let none = Moments { n, sum: 0, sum_of_squares: 0 };
        let twos = Moments { n, sum: 4096, sum_of_squares: 8192 };
        let check = |estimate: Estimate, mean: f64, half: f64| {
            let (low, high) = estimate.interval();
            assert!((high - mean - half).abs() < 1e-7 && (mean - low - half).abs() < 1e-7, "{low} {high} {half}");
        };
        let of = |apart, differences| difference_at_every_look(apart, apart, differences, Level::default());
        check(of(&none, &twos), 1.0, 3.035_209 * (4098.0_f64 / 4096.0).sqrt() / 64.0);
        // No engagement differs: as if two did, by one, or by as much as the counts vary.
        check(of(&none, &none), 0.0, 3.035_209 * 2_f64.sqrt() / 4096.0);
        let wide = Moments { n, sum: 0, sum_of_squares: 9 * 4095 };
        check(of(&wide, &none), 0.0, 3.035_209 * 72_f64.sqrt() / 4096.0);
        let nothing = difference_at_every_look(&none, &none, &Moments::default(), Level::default());
        assert!(nothing.value.is_nan());
        assert_eq!(nothing.interval(), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
