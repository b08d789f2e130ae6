//! Sums from which means and variances are taken.

use serde::{Deserialize, Serialize};

use crate::{Basis, Estimate, Level};

/// Number, sum and sum of squares of integer observations.
///
/// Observations are `i32`, so that no number of them that fits `n` can overflow the sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// The number of observations.
    pub n: u64,
    /// Their sum.
    pub sum: i128,
    /// The sum of their squares.
    pub sum_of_squares: u128,
}

impl Moments {
    /// Adds one observation.
    #[inline]
    pub fn record(&mut self, value: i32) {
        self.n += 1;
        self.sum += i128::from(value);
        self.sum_of_squares += u128::from(value.unsigned_abs()).pow(2);
    }

    /// Adds the observations of `other`.
    pub fn merge(&mut self, other: &Moments) {
        self.n += other.n;
        self.sum += other.sum;
        self.sum_of_squares += other.sum_of_squares;
    }

    /// The mean; NaN without observations.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.n as f64
    }

    /// The unbiased variance of one observation, (Σx² − (Σx)²/n) / (n − 1); `None` with fewer than two observations.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        if self.n < 2 {
            return None;
        }
        // Squares about the mean's integer part, in integers: nothing cancels and nothing overflows.
        let n = i128::from(self.n);
        let (whole, rest) = (self.sum.div_euclid(n), self.sum.rem_euclid(n));
        let about_whole = self.sum_of_squares as i128 - whole * (self.sum + rest);
        let (rest_squared, n) = (rest.unsigned_abs().pow(2), u128::from(self.n));
        let squares = (about_whole - (rest_squared / n) as i128) as f64 - (rest_squared % n) as f64 / n as f64;
        Some(squares / (self.n - 1) as f64)
    }

    /// The mean with its normal interval, mean ± z √(variance / n).
    ///
    /// Without observations the value is NaN; with fewer than two the interval is unbounded. If all observations are
    /// equal, the normal interval would have no width, which would be too good to be true. The interval is then that of
    /// a value which some of the observations, at most 1 − (α/2)^(1/n) of them, would have missed by one.
    #[must_use]
    pub fn estimate(&self, level: Level) -> Estimate {
        let n = self.n as f64;
        let half = match self.variance() {
            None => f64::INFINITY,
            Some(variance) if variance > 0.0 => level.z() * (variance / n).sqrt(),
            Some(_) => -(level.tail().ln() / n).exp_m1(),
        };
        self.around_mean(half)
    }

    /// The mean with this half-width to either side.
    pub(crate) fn around_mean(&self, half: f64) -> Estimate {
        let value = self.mean();
        let (low, high) = if half.is_finite() { (value - half, value + half) } else { (-half, half) };
        Estimate { value, basis: Basis::Sampled { low, high, n: self.n } }
    }

    /// The mean of observations that are counts, with the interval of [`Moments::estimate`] cut off at zero, because no
    /// count is negative.
    #[must_use]
    pub fn estimate_of_counts(&self, level: Level) -> Estimate {
        self.estimate(level).within(0.0, f64::INFINITY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(values: &[i32]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.record(value));
        moments
    }

    fn ends(moments: &Moments) -> (f64, f64) {
        moments.estimate(Level::default()).interval()
    }

    #[test]
    fn textbook_values() {
        let moments = moments(&[2, 4, 4, 4, 5, 5, 7, 9, -3]);
        assert!((moments.mean() - 37.0 / 9.0).abs() < 1e-15);
        let by_hand: f64 =
            [2, 4, 4, 4, 5, 5, 7, 9, -3].iter().map(|&x| (f64::from(x) - 37.0 / 9.0).powi(2)).sum::<f64>() / 8.0;
        let variance = moments.variance().unwrap();
        assert!((variance - by_hand).abs() < 1e-13);
        let (low, high) = ends(&moments);
        assert!((high - low - 2.0 * 1.959_963_984_540_054 * (by_hand / 9.0).sqrt()).abs() < 1e-13);
    }

    #[test]
    fn a_far_mean_cancels_nothing() {
        let far = moments(&[i32::MAX, i32::MAX - 1, i32::MAX - 2]);
        assert_eq!(far.variance(), Some(1.0));
        let far = moments(&[i32::MIN, i32::MIN + 1, i32::MIN + 2]);
        assert_eq!(far.variance(), Some(1.0));
    }

    #[test]
    fn the_largest_tally_does_not_overflow() {
        let n = u64::MAX;
        let largest = 1_i128 << 31;
        let extreme = Moments { n, sum: -largest * i128::from(n), sum_of_squares: (1 << 62) * u128::from(n) };
        assert_eq!(extreme.variance(), Some(0.0));
        let opposed = Moments { n, sum: 0, sum_of_squares: (1 << 62) * u128::from(n) };
        assert!((opposed.variance().unwrap() / 2_f64.powi(62) - 1.0).abs() < 1e-12);
        let almost_one = Moments { n, sum: i128::from(n) - 1, sum_of_squares: u128::from(n) - 1 };
        assert!((almost_one.variance().unwrap() * n as f64 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn too_few_observations_bound_nothing() {
        let none = Moments::default().estimate(Level::default());
        assert!(none.value.is_nan());
        assert_eq!(none.interval(), (f64::NEG_INFINITY, f64::INFINITY));
        let one = moments(&[7]).estimate(Level::default());
        assert!((one.value - 7.0).abs() < f64::EPSILON);
        assert_eq!(one.interval(), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn equal_observations_still_leave_doubt() {
        let (low, high) = ends(&moments(&[3; 1000]));
        let missed = 1.0 - 0.025_f64.powf(1.0 / 1000.0);
        assert!((high - 3.0 - missed).abs() < 1e-12 && (3.0 - low - missed).abs() < 1e-12);
    }
}
