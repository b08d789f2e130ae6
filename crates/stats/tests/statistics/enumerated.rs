//! Coverage, computed instead of simulated: the probability of all outcomes whose interval contains the truth.

use stats::{Level, PairedProportion, ProportionInterval};

use crate::documented;

/// The probability of each number of hits in `n`, from the middle outwards so that nothing underflows early.
pub(crate) fn binomial(n: usize, p: f64) -> Vec<f64> {
    let mode = ((n + 1) as f64 * p) as usize;
    let odds = p / (1.0 - p);
    let mut mass = vec![0.0; n + 1];
    mass[mode.min(n)] = 1.0;
    for k in mode.min(n) + 1..=n {
        mass[k] = mass[k - 1] * (n - k + 1) as f64 / k as f64 * odds;
    }
    for k in (0..mode.min(n)).rev() {
        mass[k] = mass[k + 1] * (k + 1) as f64 / (n - k) as f64 / odds;
    }
    let total: f64 = mass.iter().sum();
    mass.iter().map(|mass| mass / total).collect()
}

pub(crate) fn holds((low, high): (f64, f64), truth: f64) -> bool {
    low <= truth && truth <= high
}

/// Coverage for each of the proportions.
fn coverage(method: ProportionInterval, n: usize, proportions: &[f64]) -> Vec<f64> {
    let intervals: Vec<_> = (0..=n).map(|k| method.estimate(k as u64, n as u64, Level::default()).interval()).collect();
    let covered = |&p: &f64| {
        intervals.iter().zip(binomial(n, p)).filter(|(interval, _)| holds(**interval, p)).map(|(_, mass)| mass).sum()
    };
    proportions.iter().map(covered).collect()
}

fn least_and_mean(coverage: &[f64]) -> (f64, f64) {
    (coverage.iter().copied().fold(1.0, f64::min), coverage.iter().sum::<f64>() / coverage.len() as f64)
}

#[test]
fn wilson_covers_as_published() {
    let covered = coverage(ProportionInterval::Wilson, 50, &[0.75])[0];
    assert!((covered - 0.9519).abs() < 5e-5, "{covered}");
}

#[test]
fn proportions_keep_their_word() {
    let grid: Vec<f64> = (1..100).map(|percent| f64::from(percent) / 100.0).collect();
    for n in [20, 100, 1000] {
        let (wilson_least, wilson_mean) = least_and_mean(&coverage(ProportionInterval::Wilson, n, &grid));
        let (exact_least, exact_mean) = least_and_mean(&coverage(ProportionInterval::ClopperPearson, n, &grid));
        assert!((0.945..=0.96).contains(&wilson_mean), "Wilson {n}: {wilson_mean}");
        assert!(exact_least >= 0.95, "Clopper-Pearson {n}: {exact_least}");
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        documented(&format!(
            "| {n} | {} | {} | {} | {} |",
            percent(wilson_mean),
            percent(wilson_least),
            percent(exact_mean),
            percent(exact_least)
        ));
    }
}

/// Coverage of the paired difference if the variant gains in a share `gained` of engagements and loses in `lost`.
fn paired_coverage(n: usize, gained: f64, lost: f64) -> f64 {
    let differing = binomial(n, gained + lost);
    let mut covered = 0.0;
    for (differ, mass) in differing.iter().enumerate().filter(|(_, mass)| **mass > 1e-12) {
        for (up, share) in binomial(differ, gained / (gained + lost)).iter().enumerate() {
            let counts = PairedProportion {
                variant_only: up as u64,
                baseline_only: (differ - up) as u64,
                neither: (n - differ) as u64,
                ..PairedProportion::default()
            };
            if holds(counts.difference(Level::default()).interval(), gained - lost) {
                covered += mass * share;
            }
        }
    }
    covered
}

#[test]
fn paired_differences_keep_their_word() {
    for (gained, lost) in [(0.3, 0.2), (0.1, 0.05), (0.05, 0.05), (0.02, 0.0025)] {
        let covered = [50, 200, 1000].map(|n| paired_coverage(n, gained, lost));
        assert!(covered[1..].iter().all(|covered| (0.935..=0.985).contains(covered)), "{gained} {lost}: {covered:?}");
        let [few, some, many] = covered.map(|covered| format!("{:.1} %", 100.0 * covered));
        documented(&format!("| {gained} | {lost} | {few} | {some} | {many} |"));
    }
}
