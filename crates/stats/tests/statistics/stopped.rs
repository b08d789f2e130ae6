//! Coverage of the interval at the end of a run, if the run itself decides when to end.

use stats::{Basis, Estimate, Level, Moments, PairedProportion, ProportionInterval, Schedule, reached};

use crate::documented;
use crate::enumerated::{binomial, holds};
use crate::luck::Luck;

const RUNS: u64 = 2000;
const BLOCK: u64 = 64;
const CAP: u64 = 64;

/// A tally that plays and estimates, whatever it counts.
trait Run {
    fn play(&mut self, luck: &mut Luck);
    fn estimate(&self) -> Estimate;
}

/// A coin that falls heads with a known chance.
struct Coin {
    chance: f64,
    heads: u64,
    flips: u64,
}

impl Run for Coin {
    fn play(&mut self, luck: &mut Luck) {
        self.heads += u64::from(luck.number() < self.chance);
        self.flips += 1;
    }

    fn estimate(&self) -> Estimate {
        ProportionInterval::Wilson.estimate(self.heads, self.flips, Level::default())
    }
}

/// Two coins that share their luck and differ in known shares of the flips.
struct Coins {
    gained: f64,
    lost: f64,
    counts: PairedProportion,
}

impl Run for Coins {
    fn play(&mut self, luck: &mut Luck) {
        let number = luck.number();
        let gained = number < self.gained;
        let lost = !gained && number < self.gained + self.lost;
        self.counts.record(lost || number > 0.7, gained || number > 0.7);
    }

    fn estimate(&self) -> Estimate {
        self.counts.difference(Level::default())
    }
}

/// The difference in a small, lopsided count: most engagements agree, some differ by one, a few by up to four.
struct Losses(Moments);

impl Losses {
    const TRUE_MEAN: f64 = 0.2 - 0.1 + 4.0 * 0.05;
}

impl Run for Losses {
    fn play(&mut self, luck: &mut Luck) {
        self.0.record(match luck.number() {
            number if number < 0.2 => 1,
            number if number < 0.3 => -1,
            number if number < 0.35 => 4,
            _ => 0,
        });
    }

    fn estimate(&self) -> Estimate {
        self.0.estimate(Level::default())
    }
}

/// The estimate at the end of a run that stops at the first checkpoint where its interval is tight enough.
fn finish(mut run: impl Run, luck: &mut Luck, precision: f64) -> Estimate {
    let mut played = 0;
    for checkpoint in Schedule::doubling(1, CAP).checkpoints() {
        for _ in played * BLOCK..checkpoint * BLOCK {
            run.play(luck);
        }
        played = checkpoint;
        if reached([run.estimate().half_width()], precision) {
            break;
        }
    }
    run.estimate()
}

/// The share of runs whose last interval contains the truth, and the average number of engagements that they played.
fn simulated<R: Run>(new: impl Fn() -> R, precision: f64, truth: f64) -> (f64, f64) {
    let (mut covered, mut played) = (0, 0);
    for run in 0..RUNS {
        let estimate = finish(new(), &mut Luck::of_run(run), precision);
        let Basis::Sampled { n, .. } = estimate.basis else { panic!("a played run is sampled") };
        covered += u64::from(holds(estimate.interval(), truth));
        played += n;
    }
    (covered as f64 / RUNS as f64, played as f64 / RUNS as f64)
}

/// Measures one row of the document: runs to the cap, and runs stopped early.
#[track_caller]
fn check<R: Run>(name: &str, new: impl Fn() -> R, precision: f64, truth: f64) {
    let (full, _) = simulated(&new, 0.0, truth);
    let (stopped, played) = simulated(&new, precision, truth);
    assert!(played < 0.8 * (CAP * BLOCK) as f64, "{name}: the rule stopped too few runs early: {played}");
    for covered in [full, stopped] {
        assert!((0.935..=0.965).contains(&covered), "{name}: {full} to the cap, {stopped} stopped");
    }
    documented(&format!("| {name} | {precision} | {:.2} % | {:.2} % | {played:.0} |", 100.0 * full, 100.0 * stopped));
}

#[test]
fn simulated_proportions_hold() {
    for (chance, precision) in [(0.5, 0.03), (0.31, 0.02), (0.31, 0.03), (0.1, 0.02), (0.9, 0.015)] {
        check(&format!("share of {chance}"), || Coin { chance, heads: 0, flips: 0 }, precision, chance);
    }
}

#[test]
fn simulated_paired_differences_hold() {
    for (gained, lost, precision) in [(0.15, 0.1, 0.03), (0.1, 0.05, 0.02), (0.05, 0.05, 0.015)] {
        let new = || Coins { gained, lost, counts: PairedProportion::default() };
        check(&format!("paired, {gained} gained, {lost} lost"), new, precision, gained - lost);
    }
}

#[test]
fn simulated_mean_differences_hold() {
    check("mean of differences", || Losses(Moments::default()), 0.06, Losses::TRUE_MEAN);
}

/// The coverage of a stopped run, computed: the distribution of hits is carried from checkpoint to checkpoint, and runs
/// that have stopped leave it.
fn computed(block: u64, chance: f64, precision: f64) -> f64 {
    let (mut alive, mut played, mut covered) = (vec![1.0], 0, 0.0);
    for checkpoint in Schedule::doubling(1, CAP).checkpoints() {
        let total = (checkpoint * block) as usize;
        let fresh = binomial(total - played, chance);
        let mut next = vec![0.0; total + 1];
        for (hits, mass) in alive.iter().enumerate().filter(|(_, mass)| **mass > 1e-14) {
            for (more, share) in fresh.iter().enumerate().filter(|(_, share)| **share > 1e-14) {
                next[hits + more] += mass * share;
            }
        }
        for (hits, mass) in next.iter_mut().enumerate().filter(|(_, mass)| **mass > 0.0) {
            let estimate = ProportionInterval::Wilson.estimate(hits as u64, total as u64, Level::default());
            if checkpoint == CAP || reached([estimate.half_width()], precision) {
                covered += if holds(estimate.interval(), chance) { *mass } else { 0.0 };
                *mass = 0.0;
            }
        }
        (alive, played) = (next, total);
    }
    covered
}

#[test]
fn stopping_costs_little_at_any_proportion() {
    for (block, precision, floor) in [(64, 0.05, 0.92), (64, 0.02, 0.93), (1024, 0.02, 0.935), (4096, 0.01, 0.935)] {
        let grid = (1..=50).map(|percent| f64::from(percent) / 100.0);
        let covered: Vec<f64> = grid.map(|chance| computed(block, chance, precision)).collect();
        let mean = covered.iter().sum::<f64>() / covered.len() as f64;
        let (worst, least) = covered.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).expect("the grid has points");
        assert!((0.945..=0.955).contains(&mean), "{precision}: {mean}");
        assert!(*least >= floor, "{precision}: {least}");
        documented(&format!(
            "| {block} | {precision} | {:.1} % | {:.1} % | {:.2} |",
            100.0 * mean,
            100.0 * least,
            (worst + 1) as f64 / 100.0
        ));
    }
}

#[test]
fn peeking_until_something_shows_breaks_the_promise() {
    let mut covered = 0;
    for run in 0..RUNS {
        let (mut coin, mut luck) = (Coin { chance: 0.5, heads: 0, flips: 0 }, Luck::of_run(run));
        while coin.flips < 1000 {
            (0..10).for_each(|_| coin.play(&mut luck));
            if !holds(coin.estimate().interval(), 0.5) {
                break;
            }
        }
        covered += u64::from(holds(coin.estimate().interval(), 0.5));
    }
    let covered = covered as f64 / RUNS as f64;
    assert!(covered < 0.75, "{covered}");
    documented(&format!("| looking every 10 engagements until a coin seems unfair | {:.1} % |", 100.0 * covered));
}
