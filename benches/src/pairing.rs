//! What pairing saves: the variance of a difference between variants, paired by engagement, against independent runs.

use engage::{Battle, Outcome};

/// Variance of `a - b`, engagement by engagement.
#[must_use]
#[allow(clippy::cast_precision_loss, reason = "counts of a few million")]
pub fn variance_of_difference(a: &[bool], b: &[bool]) -> f64 {
    let only = |x: &[bool], y: &[bool]| x.iter().zip(y).filter(|&(&x, &y)| x && !y).count() as f64;
    let n = a.len() as f64;
    let (up, down) = (only(a, b) / n, only(b, a) / n);
    up + down - (up - down).powi(2)
}

/// Variance of the difference of two independent runs.
#[must_use]
#[allow(clippy::cast_precision_loss, reason = "counts of a few million")]
pub fn variance_apart(a: &[bool], b: &[bool]) -> f64 {
    let variance = |x: &[bool]| {
        let share = x.iter().filter(|&&won| won).count() as f64 / x.len() as f64;
        share * (1.0 - share)
    };
    variance(a) + variance(b)
}

/// What the variance of the difference is divided by, thanks to pairing.
#[must_use]
pub fn saved(a: &[bool], b: &[bool]) -> f64 {
    variance_apart(a, b) / variance_of_difference(a, b)
}

/// Whether blue won, for each of the first `count` engagements of a seed.
#[must_use]
pub fn wins(battle: &dyn Battle, seed: u64, count: usize) -> Vec<bool> {
    let mut outcomes = vec![Outcome::default(); count];
    battle.play(seed, 0, &mut outcomes);
    outcomes.iter().map(|outcome| outcome.ending == 0).collect()
}
