//! Whether the interval of a verdict holds no matter how often a run is looked at, stopped, resumed or topped up.

use stats::{Contest, Estimate, Level, Moments, PairedProportion, Verdict, difference_at_every_look};

use crate::documented;
use crate::enumerated::holds;
use crate::luck::Luck;

/// Runs of each kind.
const RUNS: u64 = 500;

/// The largest share of runs in which an interval for shares may miss. An interval that missed in 5 % of runs would
/// stay below this with a probability of 1 in 2,000.
const MOST_MISSED: f64 = 0.02;

/// The same for means, which are normal only as sums of many differences; there the probability is 1 in 40.
const MOST_MEANS_MISSED: f64 = 0.03;

/// What may happen in an engagement, each with its probability; otherwise the two agree.
struct Truth(&'static [(i32, f64)]);

impl Truth {
    fn mean(&self) -> f64 {
        self.0.iter().map(|(value, chance)| f64::from(*value) * chance).sum()
    }

    /// The moments of a run after 64, 128, 256, … engagements. Engagements that agree are skipped in one go.
    fn looks(&self, looks: u32, run: u64) -> Vec<Moments> {
        let mut luck = Luck::of_run(run);
        let differ: f64 = self.0.iter().map(|(_, chance)| chance).sum();
        let mut gap = || {
            let gap = (1.0 - luck.number()).ln() / (-differ).ln_1p();
            let mut number = luck.number() * differ;
            let found = self.0.iter().find(|(_, chance)| {
                number -= chance;
                number < 0.0
            });
            (gap.floor() as u64, found.unwrap_or(&self.0[0]).0)
        };
        let (mut moments, mut next) = (Moments::default(), gap());
        (0..looks)
            .map(|look| {
                let end = 64 << look;
                while moments.n + next.0 < end {
                    moments.n += next.0;
                    moments.record(next.1);
                    next = gap();
                }
                next.0 -= end - moments.n;
                moments.n = end;
                moments
            })
            .collect()
    }

    /// The share of runs in which the interval misses the truth at some look.
    fn missed(&self, looks: u32, interval: impl Fn(&Moments) -> Estimate) -> f64 {
        let misses = |moments: &Moments| !holds(interval(moments).interval(), self.mean());
        (0..RUNS).filter(|&run| self.looks(looks, run).iter().any(misses)).count() as f64 / RUNS as f64
    }
}

/// A run of wins and losses as three counts.
fn contest(moments: &Moments) -> Contest {
    let differ = moments.sum_of_squares as i128;
    Contest::new(((differ + moments.sum) / 2) as u64, ((differ - moments.sum) / 2) as u64, moments.n)
}

fn bets(moments: &Moments) -> Estimate {
    contest(moments).at_every_look(Level::default())
}

fn one_look(moments: &Moments) -> Estimate {
    let differ = moments.sum_of_squares as i128;
    let (variant_only, baseline_only) = ((differ + moments.sum) as u64 / 2, (differ - moments.sum) as u64 / 2);
    let neither = moments.n - variant_only - baseline_only;
    PairedProportion { variant_only, baseline_only, neither, both: 0 }.difference(Level::default())
}

/// Looks at shares that often differ and at shares that seldom do: up to 32,768 and 524,288 engagements.
const SOME: u32 = 10;
const MANY: u32 = 14;

const SHARES: [(&str, Truth, u32); 9] = [
    ("0.3 gained, 0.2 lost", Truth(&[(1, 0.3), (-1, 0.2)]), SOME),
    ("0.1 gained, 0.05 lost", Truth(&[(1, 0.1), (-1, 0.05)]), SOME),
    ("0.05 gained, 0.05 lost", Truth(&[(1, 0.05), (-1, 0.05)]), SOME),
    ("0.02 gained, 0.0025 lost", Truth(&[(1, 0.02), (-1, 0.0025)]), MANY),
    ("0.01 gained, 0.005 lost", Truth(&[(1, 0.01), (-1, 0.005)]), MANY),
    ("0.001 gained, 0.0005 lost", Truth(&[(1, 0.001), (-1, 0.0005)]), MANY),
    ("0.02 gained, none lost", Truth(&[(1, 0.02)]), MANY),
    ("none gained, 0.002 lost", Truth(&[(-1, 0.002)]), MANY),
    ("0.95 gained, 0.05 lost", Truth(&[(1, 0.95), (-1, 0.05)]), SOME),
];

/// With the variance of each of the two counts.
const MEANS: [(&str, Truth, u32, u128); 4] = [
    ("mean of -1 to 4", Truth(&[(1, 0.2), (-1, 0.1), (4, 0.05)]), SOME, 1),
    ("mean of -1 to 1, alike", Truth(&[(1, 0.25), (-1, 0.25)]), SOME, 1),
    ("mean of 0 to 12, seldom", Truth(&[(1, 0.01), (12, 0.002)]), MANY, 36),
    ("mean of 0 to 1, very seldom", Truth(&[(1, 0.001)]), MANY, 1),
];

#[test]
fn shares_hold_at_every_look() {
    for (name, truth, looks) in SHARES {
        let (once, always) = (truth.missed(looks, one_look), truth.missed(looks, bets));
        assert!(always <= MOST_MISSED, "{name}: {always}");
        assert!(once >= 2.0 * MOST_MISSED, "{name}: the runs are no test, one look misses only {once}");
        documented(&format!("| {name} | {looks} | {:.1} % | {:.1} % |", 100.0 * once, 100.0 * always));
    }
}

#[test]
fn means_hold_at_every_look() {
    for (name, truth, looks, variance) in MEANS {
        let once = truth.missed(looks, |moments| moments.estimate(Level::default()));
        let always = truth.missed(looks, |moments| {
            let alone = Moments { n: moments.n, sum: 0, sum_of_squares: variance * u128::from(moments.n) };
            difference_at_every_look(&alone, &alone, moments, Level::default())
        });
        assert!(always <= MOST_MEANS_MISSED, "{name}: {always}");
        assert!(once >= 2.0 * MOST_MISSED, "{name}: the runs are no test, one look misses only {once}");
        documented(&format!("| {name} | {looks} | {:.1} % | {:.1} % |", 100.0 * once, 100.0 * always));
    }
}

#[test]
fn a_verdict_that_was_waited_for_is_right() {
    // Equal, a difference exactly at the margin, and one beyond it. Even people who stop at the first verdict they
    // like, or resume and top up until there is one, read a wrong verdict in just as few runs.
    for (truth, wrong) in [
        (Truth(&[(1, 0.1), (-1, 0.1)]), [Verdict::More, Verdict::Less]),
        (Truth(&[(1, 0.1), (-1, 0.09)]), [Verdict::TooSmall, Verdict::Less]),
        (Truth(&[(1, 0.1), (-1, 0.12)]), [Verdict::TooSmall, Verdict::More]),
    ] {
        let said = |run: &u64| {
            truth.looks(SOME, *run).iter().any(|moments| wrong.contains(&Verdict::of(&bets(moments), 0.01)))
        };
        let share = (0..RUNS).filter(said).count() as f64 / RUNS as f64;
        assert!(share <= MOST_MISSED, "{wrong:?}: {share}");
    }
}

#[test]
fn verdicts_are_reached() {
    // Twice 1.84² times as many engagements as one look would need: nearly every run reaches a verdict.
    for (truth, right) in [
        (Truth(&[(1, 0.2), (-1, 0.1)]), Verdict::More),
        (Truth(&[(1, 0.1), (-1, 0.15)]), Verdict::Less),
        (Truth(&[(1, 0.01), (-1, 0.01)]), Verdict::TooSmall),
    ] {
        let known = |run: &u64| Verdict::of(&bets(&truth.looks(SOME, *run)[SOME as usize - 1]), 0.01) == right;
        let share = (0..RUNS).filter(known).count() as f64 / RUNS as f64;
        assert!(share >= 0.98, "{right:?}: {share}");
    }
}

#[test]
fn the_price_of_every_look() {
    // How many times as wide as the plain interval of one look, z √(variance / n), with counts as expected.
    let times = |gained: f64, lost: f64, n: u64| {
        let expected = |share: f64| (share * n as f64).round() as u64;
        let one = 1.959_963_984_540_054 * ((gained + lost - (gained - lost).powi(2)) / n as f64).sqrt();
        Contest::new(expected(gained), expected(lost), n).at_every_look(Level::default()).half_width() / one
    };
    for power in (10..=24).step_by(2) {
        let wider = times(0.3, 0.2, 1 << power);
        assert!((1.81..=1.87).contains(&wider), "2^{power}: {wider}");
    }
    for (gained, lost) in [(0.3, 0.2), (0.1, 0.05), (0.02, 0.0025), (0.001, 0.0005)] {
        let [few, some, many] = [1000, 20_000, 1_000_000].map(|n| times(gained, lost, n));
        documented(&format!("| {gained} | {lost} | {few:.2} | {some:.2} | {many:.2} |"));
    }
}
