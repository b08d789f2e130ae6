//! Checks of sampled numbers against expected ones. They say how small an error they would find.
//!
//! Seeds in tests are fixed, so a check always passes or always fails. The thresholds are set so that a correct program
//! would fail on about one seed in a hundred million.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Standard errors beyond which a difference counts: a correct program exceeds it with probability 2 in a billion.
pub const THRESHOLD: f64 = 6.0;
/// The quantile behind "found with a probability of 99.9 %".
const POWER: f64 = 3.09;
/// Cells of a chi-square test are pooled until at least this much is expected in each.
const LEAST_EXPECTED: f64 = 20.0;
/// The probability below which a chi-square statistic counts as a difference.
const LEAST_PROBABILITY: f64 = 1e-8;

/// The smallest difference from a share of `share` that a check on `n` samples finds with a probability of 99.9 %.
#[must_use]
pub fn detectable(share: f64, n: u64) -> f64 {
    (THRESHOLD + POWER) * (share * (1.0 - share) / n as f64).sqrt()
}

/// Compares a count with its expected share. `slack` is how far the expected share itself may be off.
///
/// # Errors
/// What differs, and by how many standard errors.
pub fn share(count: u64, n: u64, expected: f64, slack: f64) -> Result<(), String> {
    let found = count as f64 / n as f64;
    // An expected share of 0 or 1 has no standard error, so it allows nothing else.
    let error = (expected * (1.0 - expected)).max(0.0).sqrt() / (n as f64).sqrt();
    let apart = ((found - expected).abs() - slack - 1e-12).max(0.0);
    if apart <= THRESHOLD * error {
        return Ok(());
    }
    let power = detectable(expected, n);
    Err(format!("{found} of {n}, expected {expected}: {:.1} standard errors (power: finds {power:.1e})", apart / error))
}

/// Compares the counts of two equally likely things.
///
/// # Errors
/// What differs, and by how many standard errors.
pub fn even(one: u64, other: u64) -> Result<(), String> {
    share(one, one + other, 0.5, 0.0)
}

/// Compares a mean with its expected value, given the variance of one sample.
///
/// # Errors
/// What differs, and by how many standard errors.
pub fn mean(found: f64, n: u64, expected: f64, variance: f64) -> Result<(), String> {
    let error = (variance / n as f64).sqrt();
    let apart = ((found - expected).abs() - 1e-9).max(0.0);
    if apart <= THRESHOLD * error {
        return Ok(());
    }
    Err(format!("mean {found} of {n}, expected {expected}: {:.1} standard errors", apart / error))
}

/// Compares the counts of a whole distribution with the expected shares (Pearson), with rare cells pooled.
///
/// # Errors
/// The statistic, its degrees of freedom and its probability.
pub fn distribution(cells: impl IntoIterator<Item = (u64, f64)>, n: u64) -> Result<(), String> {
    let mut cells: Vec<(f64, f64)> = cells.into_iter().map(|(count, share)| (count as f64, share * n as f64)).collect();
    cells.sort_by(|a, b| b.1.total_cmp(&a.1));
    let split = cells.partition_point(|cell| cell.1 >= LEAST_EXPECTED);
    let rare = cells.drain(split..).fold((0.0, 0.0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
    if rare.1 >= LEAST_EXPECTED || cells.is_empty() {
        cells.push(rare);
    } else if let Some(last) = cells.last_mut() {
        *last = (last.0 + rare.0, last.1 + rare.1);
    }
    let statistic: f64 = cells.iter().map(|(found, expected)| (found - expected).powi(2) / expected).sum();
    if cells.len() < 2 {
        return Ok(());
    }
    let freedom = (cells.len() - 1) as f64;
    let probability = ChiSquared::new(freedom).map_err(|error| error.to_string())?.sf(statistic);
    if probability >= LEAST_PROBABILITY {
        return Ok(());
    }
    Err(format!("chi-square {statistic:.1} with {freedom} degrees of freedom, probability {probability:.1e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each check passes a deviation just inside its threshold and finds one just outside.
    #[test]
    fn checks_have_their_threshold() {
        let n = 1_000_000;
        let step = (0.25f64 / n as f64).sqrt();
        let count = |errors: f64| ((0.5 + errors * step) * n as f64) as u64;
        assert!(share(count(5.9), n, 0.5, 0.0).is_ok());
        assert!(share(count(6.1), n, 0.5, 0.0).is_err());
        assert!(share(count(6.1), n, 0.5, 0.001).is_ok());
        assert!(share(1, n, 0.0, 0.0).is_err());
        assert!(share(n, n, 1.0, 0.0).is_ok());
        assert!(even(500_000 + 2_900, 500_000 - 2_900).is_ok());
        assert!(even(500_000 + 3_100, 500_000 - 3_100).is_err());
        assert!(mean(2.0 + 5.9 * 2.0 * step, n, 2.0, 1.0).is_ok());
        assert!(mean(2.0 + 6.1 * 2.0 * step, n, 2.0, 1.0).is_err());
    }

    #[test]
    fn a_distribution_is_told_from_one_like_it() {
        let n = 1_000_000;
        let shares = [0.5, 0.3, 0.199_99, 0.000_01];
        let counts = shares.map(|share| (share * n as f64) as u64);
        assert!(distribution(counts.into_iter().zip(shares), n).is_ok());
        let shifted = [counts[0] + 4_000, counts[1] - 4_000, counts[2], counts[3]];
        assert!(distribution(shifted.into_iter().zip(shares), n).is_err());
    }

    #[test]
    fn power_grows_with_the_root_of_the_samples() {
        assert!((detectable(0.5, 1_000_000) - 0.004_545).abs() < 1e-6);
        assert!((detectable(0.5, 100) / detectable(0.5, 10_000) - 10.0).abs() < 1e-9);
    }
}
