//! The difference of two shares, with an interval that holds at every look at once.

use crate::{Basis, Estimate, Level, PairedProportion};

/// The smallest bet of the mixture stakes 2 to this power of what may be lost; the largest stakes a half.
const SMALLEST_STAKE: i32 = -18;

/// The bisection ends once it knows an end of the interval to this width.
const NARROW: f64 = 1e-12;

/// In how many of `n` engagements one of two opposed things happened, and in how many the other. The interval of the
/// difference of their shares depends on nothing else.
///
/// The things are "only under the variant" and "only under the baseline", or "blue wins" and "red wins", or "it happened" and "it
/// did not".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    gained: u64,
    lost: u64,
    n: u64,
}

impl Contest {
    /// `gained` engagements for one thing and `lost` for the other, among `n`.
    ///
    /// # Panics
    /// If `gained` and `lost` together exceed `n`.
    #[must_use]
    pub fn new(gained: u64, lost: u64, n: u64) -> Contest {
        assert!(gained.checked_add(lost).is_some_and(|differ| differ <= n), "{gained} gained, {lost} lost in {n}");
        Contest { gained, lost, n }
    }

    /// The share gained minus the share lost, from −1 to 1, with an interval that holds **at every look**: in all but a
    /// share α of runs it contains the truth after each engagement from the first on, no matter who stops, resumes or
    /// adds engagements, or for what reason. It depends on the three counts alone. Without engagements the value is
    /// NaN and the interval is −1 to 1.
    ///
    /// The interval contains each difference m against which a gambler could not have turned 1 into 1/α. The gambler
    /// splits the stake over 36 fixed bets: 2⁻¹, 2⁻², …, 2⁻¹⁸ of what a bet may lose, each on more and on less than m
    /// (the capital process of Waudby-Smith and Ramdas). If m is the truth, the capital is a martingale, so the
    /// probability that it ever reaches 1/α is at most α.
    #[must_use]
    pub fn at_every_look(self, level: Level) -> Estimate {
        let value = (self.gained as f64 - self.lost as f64) / self.n as f64;
        let (low, high) = match self.n {
            0 => (-1.0, 1.0),
            _ => (self.low(level), -self.mirrored().low(level)),
        };
        Estimate { value, basis: Basis::Sampled { low, high, n: self.n } }
    }

    /// The share gained, from 0 to 1, with an interval that holds at every look: [`Contest::at_every_look`] on another
    /// scale. It is the share of all engagements only if every engagement is gained or lost; otherwise half of those
    /// that are neither count as gained.
    #[must_use]
    pub fn share_at_every_look(self, level: Level) -> Estimate {
        let lead = self.at_every_look(level);
        let share = |lead: f64| f64::midpoint(lead, 1.0);
        let (low, high) = lead.interval();
        Estimate { value: share(lead.value), basis: Basis::Sampled { low: share(low), high: share(high), n: self.n } }
    }

    /// What the gambler has made of 1 if the true difference is `m`, strictly between −1 and 1. It is convex in m,
    /// because it is a sum of terms whose logarithms are convex, and it is at most 1 at the observed difference. So it
    /// crosses any bound above 1 once on either side.
    pub(crate) fn capital(self, m: f64) -> f64 {
        let (gained, lost, same) = (self.gained as f64, self.lost as f64, (self.n - self.gained - self.lost) as f64);
        let bets = (SMALLEST_STAKE..=-1).flat_map(|power| {
            let stake = 2_f64.powi(power);
            // Each bet loses its stake in an engagement that turns out worst for it.
            [stake / (1.0 + m), -stake / (1.0 - m)]
        });
        let made = bets.map(|bet| {
            // A count of zero adds no factor: its logarithm may be infinite.
            let term = |count: f64, gain: f64| if count > 0.0 { count * gain.ln_1p() } else { 0.0 };
            (term(gained, bet * (1.0 - m)) + term(lost, -bet * (1.0 + m)) + term(same, -bet * m)).exp()
        });
        made.sum::<f64>() / f64::from(-2 * SMALLEST_STAKE)
    }

    /// The lower end of the interval.
    fn low(self, level: Level) -> f64 {
        if self.lost == self.n {
            return -1.0;
        }
        let bound = 1.0 / level.error();
        let (mut out, mut within) = (-1.0, (self.gained as f64 - self.lost as f64) / self.n as f64);
        while within - out > NARROW {
            let middle = f64::midpoint(out, within);
            if self.capital(middle) < bound { within = middle } else { out = middle }
        }
        out
    }

    /// The same contest from the other side.
    const fn mirrored(self) -> Contest {
        Contest { gained: self.lost, lost: self.gained, n: self.n }
    }
}

impl From<&PairedProportion> for Contest {
    fn from(pair: &PairedProportion) -> Contest {
        Contest { gained: pair.variant_only, lost: pair.baseline_only, n: pair.n() }
    }
}

/// For a thing that happened in none of `n` engagements: the largest round N (two digits, then zeros) for which it
/// happens in **fewer than 1 in N**, at every look, such as 13,000 for none of 40,000 at 95 %. `None` if N would be
/// less than 2.
///
/// The bound is the share p at which n engagements without it have a probability of 1 − level: p = 1 − α^(1/n). Looking
/// often gains nothing, because a run free of it at one look was free of it before.
#[must_use]
pub fn fewer_than_one_in(n: u64, level: Level) -> Option<u64> {
    let most = -(level.error().ln() / n as f64).exp_m1();
    let one_in = (1.0 / most).floor() as u64;
    let round = 10_u64.pow(one_in.checked_ilog10()?.saturating_sub(1));
    (one_in >= 2).then_some(one_in / round * round)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(gained: u64, lost: u64, n: u64) -> (f64, f64) {
        Contest::new(gained, lost, n).at_every_look(Level::default()).interval()
    }

    #[test]
    fn the_interval_is_where_the_capital_is_small() {
        for (gained, lost, n) in
            [(0, 0, 1), (1, 0, 1), (3, 9, 12), (20, 10, 100), (0, 0, 500), (0, 7, 500), (250, 250, 500)]
        {
            let contest = Contest::new(gained, lost, n);
            let (low, high) = interval(gained, lost, n);
            let mut seen = (f64::INFINITY, f64::NEG_INFINITY);
            for step in -9999..=9999 {
                let m = f64::from(step) / 10_000.0;
                if contest.capital(m) < 20.0 {
                    seen = (seen.0.min(m), seen.1.max(m));
                }
            }
            assert!((low - seen.0).abs() <= 1.001e-4 && (high - seen.1).abs() <= 1.001e-4, "{low} {high} {seen:?}");
        }
    }

    /// The capital followed bet by bet, engagement by engagement, as a gambler would.
    fn gambled(results: &[f64], m: f64) -> f64 {
        let mut purses = [1.0 / 36.0; 36];
        for result in results {
            for (i, purse) in purses.iter_mut().enumerate() {
                let stake = 0.5_f64.powi(i as i32 / 2 + 1);
                let bet = if i % 2 == 0 { stake / (1.0 + m) } else { -stake / (1.0 - m) };
                *purse *= 1.0 + bet * (result - m);
            }
        }
        purses.iter().sum()
    }

    #[test]
    fn three_counts_are_the_whole_history() {
        let history: Vec<f64> = (0..90).map(|i| [1.0, 0.0, 0.0, -1.0, 1.0, 0.0, 1.0][i * i % 7]).collect();
        let count = |value: f64| history.iter().filter(|result| (**result - value).abs() < 0.5).count() as u64;
        let contest = Contest::new(count(1.0), count(-1.0), 90);
        for m in [-0.9, -0.25, 0.0, 0.125, 0.5, 0.99] {
            let (kept, played) = (contest.capital(m), gambled(&history, m));
            assert!((kept / played - 1.0).abs() < 1e-11, "{m}: {kept} {played}");
        }
    }

    #[test]
    fn at_the_truth_nobody_gets_rich() {
        // Every run of 40 engagements, with its probability: the gambler's average capital, and how often it ever
        // reaches 20.
        for (gained, lost) in [(0.3, 0.2), (0.1, 0.05), (0.25, 0.25), (0.02, 0.0), (0.0, 0.9), (0.001, 0.0005)] {
            let m: f64 = gained - lost;
            let (mut still, mut rich) = (vec![vec![1.0]], 0.0);
            let mut all = still.clone();
            for n in 1..=40_usize {
                (still, all) = (further(&still, gained, lost), further(&all, gained, lost));
                let (mut mean, mut whole) = (0.0, 0.0);
                for (b, row) in all.iter().enumerate() {
                    for (c, mass) in row.iter().enumerate() {
                        let capital = Contest::new(b as u64, c as u64, n as u64).capital(m);
                        mean += mass * capital;
                        whole += mass;
                        if capital >= 20.0 {
                            rich += std::mem::take(&mut still[b][c]);
                        }
                    }
                }
                assert!((whole - 1.0).abs() < 1e-12 && (mean - 1.0).abs() < 1e-11, "{gained} {lost} {n}: {mean}");
            }
            assert!(rich <= 0.05, "{gained} {lost}: {rich}");
        }
    }

    /// The probability of each pair of counts after one more engagement.
    fn further(chances: &[Vec<f64>], gained: f64, lost: f64) -> Vec<Vec<f64>> {
        let side = chances.len() + 1;
        let mut next: Vec<Vec<f64>> = (0..side).map(|b| vec![0.0; side - b]).collect();
        for (b, row) in chances.iter().enumerate() {
            for (c, mass) in row.iter().enumerate() {
                next[b + 1][c] += mass * gained;
                next[b][c + 1] += mass * lost;
                next[b][c] += mass * (1.0 - gained - lost);
            }
        }
        next
    }

    #[test]
    fn the_ends_of_the_scale() {
        let nothing = Contest::new(0, 0, 0).at_every_look(Level::default());
        assert!(nothing.value.is_nan());
        assert_eq!(nothing.interval(), (-1.0, 1.0));
        for n in [1, 7, 1000, 1_000_000_000_000] {
            assert_eq!(interval(n, 0, n).1.to_bits(), 1_f64.to_bits());
            assert_eq!(interval(0, n, n).0.to_bits(), (-1_f64).to_bits());
            assert!(interval(n, 0, n).0 >= -1.0 && interval(n, 0, n).0 < 1.0);
        }
    }

    #[test]
    fn the_difference_lies_in_its_interval() {
        for n in [1, 2, 5, 20] {
            for gained in 0..=n {
                for lost in 0..=n - gained {
                    let (low, high) = interval(gained, lost, n);
                    let value = (gained as f64 - lost as f64) / n as f64;
                    assert!(-1.0 <= low && low <= value && value <= high && high <= 1.0, "{gained} {lost} {n}");
                    assert!(low < high, "{gained} {lost} {n}");
                    let mirror = interval(lost, gained, n);
                    assert!((low + mirror.1).abs() < 1e-11 && (high + mirror.0).abs() < 1e-11);
                }
            }
        }
    }

    #[test]
    fn a_share_is_half_a_lead() {
        let contest = Contest::new(30, 10, 40);
        let (low, high) = contest.at_every_look(Level::default()).interval();
        let share = contest.share_at_every_look(Level::default());
        assert!((share.value - 0.75).abs() < 1e-15);
        assert!((share.interval().0 - f64::midpoint(low, 1.0)).abs() < 1e-15);
        assert!((share.interval().1 - f64::midpoint(high, 1.0)).abs() < 1e-15);
    }

    #[test]
    fn never_means_fewer_than() {
        let of = |n| fewer_than_one_in(n, Level::default());
        // 40,000 / ln 20 = 13,352.
        assert_eq!(of(40_000), Some(13_000));
        assert_eq!(of(1000), Some(330));
        assert_eq!(of(30), Some(10));
        assert_eq!((of(0), of(1), of(4)), (None, None, None));
        assert_eq!(of(5), Some(2));
        assert_eq!(fewer_than_one_in(40_000, Level::new(0.99).unwrap()), Some(8600));
    }

    #[test]
    #[should_panic(expected = "3 gained, 2 lost in 4")]
    fn more_than_there_are_is_a_fault() {
        let _ = Contest::new(3, 2, 4);
    }
}
