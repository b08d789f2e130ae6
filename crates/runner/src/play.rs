//! Plays the points of a sweep in pieces, each on one thread, with exact tallies.
//!
//! Pieces are short, so that a run can be stopped and saved at any time. Where a piece ends does not affect the result:
//! tallies merge exactly, and a run decides whether to stop only at checkpoints, which no piece crosses.

#![allow(clippy::disallowed_methods, reason = "the clock decides how much work is handed out at once, and no number")]

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use engage::{Battle, BySide, Outcome};
use rayon::ThreadPool;
use scenario::Aim;
use stats::{Estimate, Schedule, reached};

use crate::blocks::{BLOCK, Pace, on_every_thread};
use crate::intervals::Intervals;
use crate::keep::Keep;
use crate::progress::{Progress, Snapshot};
use crate::tallies::{CellTally, Tallies};
use crate::tally::{PairTally, Scoring, Tally};

/// A battle to be played as part of a point.
#[derive(Clone, Copy)]
pub(crate) struct Entrant<'b> {
    /// The index of its cell in the run.
    pub(crate) cell: usize,
    /// The battle.
    pub(crate) battle: &'b dyn Battle,
    /// Whether its chances are known exactly. It is then played only for pairing and does not affect when to stop.
    pub(crate) known: bool,
}

/// Battles compared over the same engagements, the baseline first.
pub(crate) type Point<'b> = Vec<Entrant<'b>>;

/// How much to play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms<'t> {
    /// The seed of the random numbers.
    pub(crate) seed: u64,
    /// The range of engagements of each battle: the first, and the end (exclusive).
    pub(crate) engagements: (u64, u64),
    /// The precision at which a point may stop early; empty if all engagements are to be played.
    pub(crate) aims: &'t [Aim],
    /// How intervals are computed.
    pub(crate) intervals: Intervals,
}

/// Everything outside of a run that follows or stops it.
#[derive(Clone, Copy)]
pub(crate) struct Observers<'o> {
    /// Stops the run when it is set.
    pub(crate) interrupt: &'o AtomicBool,
    /// Shows how far the run has come.
    pub(crate) progress: &'o dyn Progress,
    /// Keeps the tallies.
    pub(crate) keep: &'o dyn Keep,
}

impl Observers<'_> {
    /// Whether the run is to stop.
    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }
}

/// Plays the missing engagements of every point. Returns whether the interrupt cut it short.
///
/// Points take turns, so that every point shows numbers before any is finished. Pieces are counted in order, so that
/// the tallies of a cell never have a gap in their engagements. If the scenario asks for a precision, a point stops at
/// the first checkpoint of the schedule at which all its entrants have reached it.
pub(crate) fn play(
    pool: &ThreadPool,
    points: &[Point<'_>],
    scoring: &Scoring,
    terms: &Terms<'_>,
    tallies: &mut Tallies,
    observers: Observers<'_>,
) -> bool {
    let table = WorkQueue::new(points, scoring, terms, tallies);
    let mut live: Vec<usize> = (0..points.len()).collect();
    for checkpoint in terms.checkpoints() {
        table.line_up(&live, checkpoint);
        let work = |buffers: &mut Buffers| {
            let Some((point, start, end)) = table.claim(checkpoint) else { return false };
            table.play_piece(point, start, end, buffers, observers.interrupt);
            if observers.progress.due() {
                observers.progress.show(&table.snapshot());
            }
            if observers.keep.due() {
                let kept = table.state().tallies.clone();
                observers.keep.keep(&kept);
            }
            true
        };
        on_every_thread(pool, || observers.interrupted(), Buffers::default, work);
        if !table.counted(&live, checkpoint) {
            return true;
        }
        live.retain(|&point| !table.stops(point, checkpoint));
    }
    false
}

impl Terms<'_> {
    /// The engagements after which a point may stop: the first block, twice as many each time, and the last.
    fn checkpoints(&self) -> impl Iterator<Item = u64> + use<> {
        let (first, last) = self.engagements;
        let blocks = last.div_ceil(BLOCK);
        let schedule = Schedule::doubling(if self.aims.is_empty() { blocks } else { 1 }, blocks);
        schedule.checkpoints().map(move |blocks| blocks.saturating_mul(BLOCK).min(last)).filter(move |&end| end > first)
    }

    /// Whether a point is done, given the tallies of those of its cells that are not known exactly. They must hold all
    /// requested engagements, or be at a checkpoint with the requested precision.
    pub(crate) fn done(&self, scoring: &Scoring, cells: &[&CellTally]) -> bool {
        let counted = cells.iter().map(|cell| cell.engagements.1).min();
        counted.is_none_or(|counted| counted >= self.engagements.1 || self.stops(scoring, cells, counted))
    }

    /// Whether a point may stop at this number of engagements.
    fn stops(&self, scoring: &Scoring, cells: &[&CellTally], counted: u64) -> bool {
        let due = !self.aims.is_empty() && self.checkpoints().any(|checkpoint| checkpoint == counted);
        due && reached(cells.iter().flat_map(|cell| self.intervals.excess(scoring, &cell.tally, self.aims)), 1.0)
    }

    /// Estimates from the engagements so far at which checkpoint a point will stop.
    fn foreseen(&self, scoring: &Scoring, cells: &[&CellTally], counted: u64) -> u64 {
        let needed = cells.iter().flat_map(|cell| {
            let excess = self.intervals.excess(scoring, &cell.tally, self.aims);
            excess.map(|excess| Intervals::needed(cell.tally.engagements(), excess).unwrap_or(u64::MAX))
        });
        let needed = needed.max().unwrap_or(u64::MAX).max(counted);
        self.checkpoints().find(|&checkpoint| checkpoint >= needed).unwrap_or(self.engagements.1)
    }
}

/// Outcomes of a piece under the baseline and under a variant. Each thread has its own.
#[derive(Default)]
struct Buffers {
    baseline: Vec<Outcome>,
    variant: Vec<Outcome>,
}

/// The counts of a piece of a point, for each entrant that lacked it.
type PieceCounts = Vec<Option<(Tally, Option<PairTally>)>>;

/// Pieces that finished out of order: their end and counts by their first engagement.
type Waiting = BTreeMap<u64, (u64, PieceCounts)>;

/// The state shared by all threads.
struct Shared<'t> {
    tallies: &'t mut Tallies,
    /// For each point the end of the counted pieces, and the pieces that wait for an earlier one.
    fronts: Vec<(u64, Waiting)>,
    /// For each point the end of the pieces handed out.
    claimed: Vec<u64>,
    /// The points with engagements left to hand out, in the order of their turns.
    line: VecDeque<usize>,
    /// How fast each point is played.
    paces: Vec<Pace>,
    /// Engagements played.
    done: u64,
    /// The points that stopped early.
    stopped: Vec<bool>,
}

struct WorkQueue<'p, 'b, 't> {
    points: &'p [Point<'b>],
    scoring: &'p Scoring,
    terms: &'p Terms<'p>,
    /// For each point, the first missing engagement of each entrant.
    lacks: Vec<Vec<u64>>,
    state: Mutex<Shared<'t>>,
}

impl<'p, 'b, 't> WorkQueue<'p, 'b, 't> {
    fn new(
        points: &'p [Point<'b>],
        scoring: &'p Scoring,
        terms: &'p Terms<'p>,
        tallies: &'t mut Tallies,
    ) -> WorkQueue<'p, 'b, 't> {
        let lacks =
            points.iter().map(|point| point.iter().map(|entrant| tallies.cells[entrant.cell].engagements.1).collect());
        let lacks: Vec<Vec<u64>> = lacks.collect();
        let firsts: Vec<u64> = lacks.iter().map(|lacks| lacks.iter().copied().min().unwrap_or(0)).collect();
        let state = Shared {
            tallies,
            fronts: firsts.iter().map(|&first| (first, Waiting::new())).collect(),
            claimed: firsts,
            line: VecDeque::new(),
            paces: vec![Pace::default(); points.len()],
            done: 0,
            stopped: vec![false; points.len()],
        };
        WorkQueue { points, scoring, terms, lacks, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, Shared<'t>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues those of `points` that have engagements left to hand out before a checkpoint.
    fn line_up(&self, points: &[usize], checkpoint: u64) {
        let mut state = self.state();
        state.line = points.iter().copied().filter(|&point| state.claimed[point] < checkpoint).collect();
    }

    /// Whether all engagements of these points before a checkpoint are counted.
    fn counted(&self, points: &[usize], checkpoint: u64) -> bool {
        let state = self.state();
        points.iter().all(|&point| state.fronts[point].0 >= checkpoint)
    }

    /// Hands out the next piece before a checkpoint: a point, its first engagement and its end (exclusive).
    fn claim(&self, checkpoint: u64) -> Option<(usize, u64, u64)> {
        let mut state = self.state();
        let point = state.line.pop_front()?;
        let start = state.claimed[point];
        let end = (start + state.paces[point].piece()).min(checkpoint);
        state.claimed[point] = end;
        if end < checkpoint {
            state.line.push_back(point);
        }
        Some((point, start, end))
    }

    /// Plays one piece of a point for the entrants that lack it: the baseline into one buffer, then each variant into
    /// the other, paired at once. A baseline that is already counted is played again if a variant needs it. An
    /// interrupt discards the piece.
    fn play_piece(&self, point: usize, start: u64, end: u64, buffers: &mut Buffers, interrupt: &AtomicBool) {
        let lacks = &self.lacks[point];
        let begin = |first: u64| first.clamp(start, end);
        let clock = Instant::now();
        let mut played = 0;
        let mut counted = PieceCounts::with_capacity(lacks.len());
        for (place, (entrant, &first)) in self.points[point].iter().zip(lacks).enumerate() {
            if place > 0 && interrupt.load(Ordering::Relaxed) {
                return;
            }
            let own = if place == 0 { start } else { begin(first) };
            if own == end {
                counted.push(None);
                continue;
            }
            let buffer = if place == 0 { &mut buffers.baseline } else { &mut buffers.variant };
            buffer.clear();
            buffer.resize((end - own) as usize, Outcome::default());
            entrant.battle.play(self.terms.seed, own, buffer);
            played += end - own;
            let new = &buffer[(begin(first) - own) as usize..];
            let tally = Tally::of(self.scoring, new).drawn_by(entrant.battle, self.terms.seed, begin(first), new);
            let baseline = || &buffers.baseline[(own - start) as usize..];
            let pair = (place > 0).then(|| PairTally::of(self.scoring, baseline(), &buffers.variant));
            counted.push(Some((tally, pair)));
        }
        let time = clock.elapsed();
        let mut state = self.state();
        state.done += played;
        state.paces[point].note(end - start, time);
        state.count(&self.points[point], point, (start, end), counted);
    }

    /// Whether a point has the requested precision at a checkpoint. A checkpoint that all of its cells passed in an
    /// earlier run does not count, because the point did not stop there.
    fn stops(&self, point: usize, checkpoint: u64) -> bool {
        let mut state = self.state();
        let cells = self.unknown(&state, point);
        let counted = cells.iter().map(|cell| cell.engagements.1).min();
        let stops = counted == Some(checkpoint) && self.terms.stops(self.scoring, &cells, checkpoint);
        state.stopped[point] = stops;
        stops
    }

    /// The cells of a point that are not known exactly.
    fn unknown<'s>(&self, state: &'s Shared<'_>, point: usize) -> Vec<&'s CellTally> {
        self.points[point]
            .iter()
            .filter(|entrant| !entrant.known)
            .map(|entrant| &state.tallies.cells[entrant.cell])
            .collect()
    }

    /// An estimate of the engagements left to play at a point.
    fn left(&self, state: &Shared<'_>, point: usize) -> u64 {
        if state.stopped[point] {
            return 0;
        }
        let front = state.fronts[point].0;
        let end = match self.terms.aims {
            [] => self.terms.engagements.1,
            _ => self.terms.foreseen(self.scoring, &self.unknown(state, point), front),
        };
        self.lacks[point].iter().map(|&first| end.saturating_sub(first.max(front))).fold(0, u64::saturating_add)
    }

    fn snapshot(&self) -> Snapshot {
        let state = self.state();
        let entrants = self.points.iter().flatten().map(|entrant| (entrant, &state.tallies.cells[entrant.cell].tally));
        let played = entrants.filter(|(entrant, tally)| !entrant.known && tally.engagements() > 0);
        let cells = played.map(|(entrant, tally)| (entrant.cell, self.terms.intervals.wins(self.scoring, tally)));
        let width = |chances: &BySide<Estimate>| chances.blue.half_width().max(chances.red.half_width());
        let left = (0..self.points.len()).map(|point| self.left(&state, point)).fold(0, u64::saturating_add);
        Snapshot::Playing {
            done: state.done,
            total: state.done.saturating_add(left),
            widest: cells.max_by(|a, b| width(&a.1).total_cmp(&width(&b.1))),
        }
    }
}

impl Shared<'_> {
    /// Counts a piece of a point once all earlier ones are counted, and then the pieces that waited for it.
    fn count(&mut self, entrants: &[Entrant<'_>], point: usize, (start, end): (u64, u64), counted: PieceCounts) {
        let (front, waiting) = &mut self.fronts[point];
        waiting.insert(start, (end, counted));
        while let Some((end, counted)) = waiting.remove(front) {
            for (entrant, new) in entrants.iter().zip(counted) {
                if let Some((tally, pair)) = new {
                    self.tallies.cells[entrant.cell].add(tally, pair.as_ref());
                }
            }
            *front = end;
        }
    }
}

#[cfg(test)]
mod tests;
