//! Playing engagements: the points of a sweep in blocks, each block on one thread, every tally exact.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engage::{Battle, BySide, Outcome, Side};
use rayon::ThreadPool;
use stats::{Estimate, Level, ProportionInterval, Schedule, reached};

use crate::blocks::{BLOCK, in_order};
use crate::tally::{PairTally, Scoring, Tally};
use crate::{Progress, Snapshot};

/// A battle to be played as part of a point.
#[derive(Clone, Copy)]
pub(crate) struct Entrant<'b> {
    /// Its cell, an index into the run's cells.
    pub(crate) cell: usize,
    /// The battle.
    pub(crate) battle: &'b dyn Battle,
    /// Whether its chances are known exactly, so that it is played only to be paired and does not decide when to stop.
    pub(crate) known: bool,
}

/// The battles that are compared over the same engagements, the baseline first.
pub(crate) type Point<'b> = Vec<Entrant<'b>>;

/// How much to play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// Seed of all luck.
    pub(crate) seed: u64,
    /// Engagements of each battle; the most that are played when there is a precision.
    pub(crate) engagements: u64,
    /// Half-width at which a point is done.
    pub(crate) precision: Option<f64>,
}

/// What was counted at a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PointTally {
    /// A tally for each entrant.
    pub(crate) cells: Vec<Tally>,
    /// A tally for each entrant after the first, against the first.
    pub(crate) pairs: Vec<PairTally>,
}

/// Plays every point and returns its tallies, and whether the interrupt cut it short.
///
/// Blocks are taken in turns by all points, so that every point shows numbers before any is finished, and a point's
/// tallies always hold its engagements 0 to some number. Where a precision is asked for, a point stops at the first
/// checkpoint of the schedule at which the chances of all its entrants are known to that precision.
pub(crate) fn play(
    pool: &ThreadPool,
    points: &[Point<'_>],
    scoring: &Scoring,
    terms: &Terms,
    interrupt: &AtomicBool,
    progress: &dyn Progress,
) -> (Vec<PointTally>, bool) {
    let table = Table::new(points, scoring, terms);
    let blocks = terms.engagements.div_ceil(BLOCK);
    let schedule = Schedule::doubling(if terms.precision.is_some() { 1 } else { blocks }, blocks);
    let mut live: Vec<usize> = (0..points.len()).collect();
    let mut from = 0;
    for to in schedule.checkpoints() {
        let items = usize::try_from(to - from).unwrap_or(usize::MAX).saturating_mul(live.len());
        let work = |buffers: &mut Buffers, item: usize| {
            table.play_block(live[item % live.len()], from + (item / live.len()) as u64, buffers);
            if progress.due() {
                progress.show(&table.snapshot());
            }
        };
        if in_order(pool, items, || interrupt.load(Ordering::Relaxed), Buffers::default, work) < items {
            return (table.into_tallies(), true);
        }
        from = to;
        live.retain(|&point| !table.stops(point, to));
    }
    (table.into_tallies(), false)
}

/// The chances of each side to win, from a tally.
pub(crate) fn chances(scoring: &Scoring, tally: &Tally) -> BySide<Estimate> {
    let n = tally.engagements();
    let chance = |side| ProportionInterval::Wilson.estimate(tally.won(scoring, side), n, Level::default());
    BySide { blue: chance(Side::Blue), red: chance(Side::Red) }
}

/// Outcomes of a block under the baseline and under a variant; one of these for each thread.
#[derive(Default)]
struct Buffers {
    baseline: Vec<Outcome>,
    variant: Vec<Outcome>,
}

struct Table<'p, 'b> {
    points: &'p [Point<'b>],
    scoring: &'p Scoring,
    terms: &'p Terms,
    tallies: Mutex<Vec<PointTally>>,
    /// Engagements played.
    done: AtomicU64,
    /// Engagements to play at most.
    total: AtomicU64,
}

impl<'p, 'b> Table<'p, 'b> {
    fn new(points: &'p [Point<'b>], scoring: &'p Scoring, terms: &'p Terms) -> Table<'p, 'b> {
        let tally = |point: &Point<'_>| PointTally {
            cells: vec![Tally::new(scoring); point.len()],
            pairs: vec![PairTally::new(scoring); point.len().saturating_sub(1)],
        };
        let entrants: usize = points.iter().map(Vec::len).sum();
        Table {
            points,
            scoring,
            terms,
            tallies: Mutex::new(points.iter().map(tally).collect()),
            done: AtomicU64::new(0),
            total: AtomicU64::new(terms.engagements.saturating_mul(entrants as u64)),
        }
    }

    fn tallies(&self) -> MutexGuard<'_, Vec<PointTally>> {
        self.tallies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn into_tallies(self) -> Vec<PointTally> {
        self.tallies.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays one block of a point: the baseline into one buffer, then each variant into the other, paired at once.
    fn play_block(&self, point: usize, block: u64, buffers: &mut Buffers) {
        let first = block * BLOCK;
        let length = BLOCK.min(self.terms.engagements - first);
        for buffer in [&mut buffers.baseline, &mut buffers.variant] {
            buffer.resize(length as usize, Outcome::default());
        }
        for (place, entrant) in self.points[point].iter().enumerate() {
            let buffer = if place == 0 { &mut buffers.baseline } else { &mut buffers.variant };
            entrant.battle.play(self.terms.seed, first, buffer);
            let tally = Tally::of(self.scoring, buffer);
            let pair = (place > 0).then(|| PairTally::of(self.scoring, &buffers.baseline, &buffers.variant));
            let mut tallies = self.tallies();
            tallies[point].cells[place].merge(tally);
            if let Some(pair) = pair {
                tallies[point].pairs[place - 1].merge(&pair);
            }
        }
        self.done.fetch_add(length * self.points[point].len() as u64, Ordering::Relaxed);
    }

    /// Whether a point is as precise as asked for; what it need not play any more is taken off the total.
    fn stops(&self, point: usize, blocks: u64) -> bool {
        let Some(precision) = self.terms.precision else { return false };
        let tallies = self.tallies();
        let entrants = self.points[point].iter().zip(&tallies[point].cells);
        let widths = entrants.filter(|(entrant, _)| !entrant.known).flat_map(|(_, tally)| {
            let chances = chances(self.scoring, tally);
            [chances.blue.half_width(), chances.red.half_width()]
        });
        let stops = reached(widths, precision);
        if stops {
            let spared = self.terms.engagements.saturating_sub(blocks.saturating_mul(BLOCK));
            self.total.fetch_sub(spared.saturating_mul(self.points[point].len() as u64), Ordering::Relaxed);
        }
        stops
    }

    fn snapshot(&self) -> Snapshot {
        let tallies = self.tallies();
        let entrants = self.points.iter().flatten().zip(tallies.iter().flat_map(|point| &point.cells));
        let played = entrants.filter(|(entrant, tally)| !entrant.known && tally.engagements() > 0);
        let cells = played.map(|(entrant, tally)| (entrant.cell, chances(self.scoring, tally)));
        let width = |chances: &BySide<Estimate>| chances.blue.half_width().max(chances.red.half_width());
        Snapshot::Playing {
            done: self.done.load(Ordering::Relaxed),
            total: self.total.load(Ordering::Relaxed),
            widest: cells.max_by(|a, b| width(&a.1).total_cmp(&width(&b.1))),
        }
    }
}
