//! Plays the points of a sweep in tasks, with exact tallies.
//!
//! Tasks are short, so that a run can be stopped and saved at any time. Where a task ends does not affect the result:
//! tallies merge exactly, and a run decides whether to stop only at checkpoints, which no task crosses.

#![allow(clippy::disallowed_methods, reason = "the clock decides how much work is handed out at once, and no number")]

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use engage::{Battle, BySide, Stop};
use scenario::{Aim, Cell};
use stats::{Estimate, Schedule, reached};

use crate::blocks::{BLOCK, Pace, PieceLength};
use crate::door::{Buffers, Executor, Order, Task, TaskTallies, Tasks, play_into};
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
    /// The cell.
    pub(crate) made: &'b Cell,
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
    pub(crate) interrupt: &'o Stop,
    /// Shows how far the run has come.
    pub(crate) progress: &'o dyn Progress,
    /// Keeps the tallies.
    pub(crate) keep: &'o dyn Keep,
}

impl Observers<'_> {
    /// Whether the run is to stop.
    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.is_set()
    }
}

/// Plays the missing engagements of every point. Returns whether the interrupt cut it short.
///
/// Points take turns, so that every point shows numbers before any is finished. Tasks are counted in order, so that the
/// tallies of a cell never have a gap in their engagements. If the scenario asks for a precision, a cell stops at the
/// first checkpoint of the schedule at which it has reached it; a baseline goes on while a variant needs it.
pub(crate) fn play(
    executor: &dyn Executor,
    points: &[Point<'_>],
    scoring: &Scoring,
    terms: &Terms<'_>,
    tallies: &mut Tallies,
    observers: Observers<'_>,
) -> bool {
    let queue = WorkQueue::new(points, scoring, terms, executor.length(), tallies, observers);
    for checkpoint in terms.checkpoints() {
        queue.line_up(checkpoint);
        executor.execute(&queue);
        if !queue.is_counted(checkpoint) {
            return true;
        }
        queue.decide(checkpoint);
    }
    false
}

/// Plays a task: the baseline into one buffer, then each variant into the other, paired at once. `None` if an
/// interrupt comes in between.
pub(crate) fn perform(
    battles: &[&dyn Battle],
    scoring: &Scoring,
    seed: u64,
    (from, to): (u64, u64),
    buffers: &mut Buffers,
    interrupt: &Stop,
) -> Option<TaskTallies> {
    let clock = Instant::now();
    let mut tallies = Vec::with_capacity(battles.len());
    for (place, battle) in battles.iter().enumerate() {
        if place > 0 && interrupt.is_set() {
            return None;
        }
        let buffer = if place == 0 { &mut buffers.baseline } else { &mut buffers.variant };
        play_into(buffer, *battle, seed, (from, to));
        let tally = Tally::of(scoring, buffer).drawn_by(*battle, seed, from, buffer);
        let pair = (place > 0).then(|| PairTally::of(scoring, &buffers.baseline, &buffers.variant));
        tallies.push((tally, pair));
    }
    Some(TaskTallies { tallies, scores: Vec::new(), took: clock.elapsed() })
}

impl Terms<'_> {
    /// The engagements after which a point may stop: the first block, twice as many each time, and the last.
    fn checkpoints(&self) -> impl Iterator<Item = u64> + use<> {
        let (first, last) = self.engagements;
        let blocks = last.div_ceil(BLOCK);
        let schedule = Schedule::doubling(if self.aims.is_empty() { blocks } else { 1 }, blocks);
        schedule.checkpoints().map(move |blocks| blocks.saturating_mul(BLOCK).min(last)).filter(move |&end| end > first)
    }

    /// Whether a point is done, given the tallies of those of its cells that are not known exactly. Each must hold all
    /// requested engagements, or be at a checkpoint with the requested precision.
    pub(crate) fn done(&self, scoring: &Scoring, cells: &[&CellTally]) -> bool {
        let done = |cell: &&CellTally| cell.engagements.1 >= self.engagements.1 || self.stops(scoring, cell);
        cells.iter().all(done)
    }

    /// Whether a cell is at a checkpoint with the requested precision.
    fn stops(&self, scoring: &Scoring, cell: &CellTally) -> bool {
        let due = !self.aims.is_empty() && self.checkpoints().any(|checkpoint| checkpoint == cell.engagements.1);
        due && reached(self.intervals.excess(scoring, &cell.tally, self.aims), 1.0)
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

/// Tasks of a point that came back before an earlier one, by their first engagement.
type Waiting = BTreeMap<u64, (Task, TaskTallies)>;

/// The state shared by all threads.
struct Shared<'t> {
    tallies: &'t mut Tallies,
    points: Vec<Course>,
    /// The points with engagements left to hand out, in the order of their turns.
    line: VecDeque<usize>,
    /// The next checkpoint.
    checkpoint: u64,
    /// Engagements played.
    done: u64,
}

/// How far a point is played.
struct Course {
    /// The entrants that have not stopped.
    live: Vec<usize>,
    /// The end of the engagements counted, and of those handed out.
    counted: u64,
    claimed: u64,
    waiting: Waiting,
    pace: Pace,
}

struct WorkQueue<'p, 'b, 't, 'o> {
    points: &'p [Point<'b>],
    scoring: &'p Scoring,
    terms: &'p Terms<'p>,
    length: PieceLength,
    /// The point and the place there of each cell that is played.
    places: BTreeMap<usize, (usize, usize)>,
    observers: Observers<'o>,
    state: Mutex<Shared<'t>>,
}

impl<'p, 'b, 't, 'o> WorkQueue<'p, 'b, 't, 'o> {
    fn new(
        points: &'p [Point<'b>],
        scoring: &'p Scoring,
        terms: &'p Terms<'p>,
        length: PieceLength,
        tallies: &'t mut Tallies,
        observers: Observers<'o>,
    ) -> WorkQueue<'p, 'b, 't, 'o> {
        let course = |point: &Point<'b>| Course {
            live: (0..point.len()).collect(),
            counted: 0,
            claimed: 0,
            waiting: Waiting::new(),
            pace: Pace::default(),
        };
        let cells = |(at, point): (usize, &Point<'b>)| {
            let cells: Vec<usize> = point.iter().map(|entrant| entrant.cell).collect();
            cells.into_iter().enumerate().map(move |(place, cell)| (cell, (at, place)))
        };
        let state = Shared {
            tallies,
            points: points.iter().map(course).collect(),
            line: VecDeque::new(),
            checkpoint: 0,
            done: 0,
        };
        let places = points.iter().enumerate().flat_map(cells).collect();
        WorkQueue { points, scoring, terms, length, places, observers, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, Shared<'t>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ends of the engagements counted of the live entrants of a point.
    fn fronts<'s>(&self, state: &'s Shared<'_>, point: usize) -> impl Iterator<Item = u64> + use<'s, 'p, 'b, 't, 'o> {
        let entrants = &self.points[point];
        state.points[point].live.iter().map(|&place| state.tallies.cells[entrants[place].cell].engagements.1)
    }

    /// Queues the points that have engagements left to hand out before a checkpoint.
    fn line_up(&self, checkpoint: u64) {
        let mut state = self.state();
        state.checkpoint = checkpoint;
        for point in 0..self.points.len() {
            let Some(front) = self.fronts(&state, point).min() else { continue };
            let course = &mut state.points[point];
            (course.counted, course.claimed) = (front, front);
            if front < checkpoint {
                state.line.push_back(point);
            }
        }
    }

    /// Whether all engagements before a checkpoint are counted.
    fn is_counted(&self, checkpoint: u64) -> bool {
        let state = self.state();
        (0..self.points.len()).all(|point| self.fronts(&state, point).all(|front| front >= checkpoint))
    }

    /// Ends the entrants that stop at a checkpoint. A cell that passed it in an earlier run did not stop there. A baseline
    /// goes on while a variant does, and a variant that is known exactly while its baseline does.
    fn decide(&self, checkpoint: u64) {
        let mut state = self.state();
        for (at, point) in self.points.iter().enumerate() {
            let goes_on = |place: usize| {
                let cell = &state.tallies.cells[point[place].cell];
                !point[place].known && (cell.engagements.1 != checkpoint || !self.terms.stops(self.scoring, cell))
            };
            let mut live = state.points[at].live.clone();
            let any = live.iter().any(|&place| goes_on(place));
            live.retain(|&place| any && (place == 0 || point[place].known || goes_on(place)));
            state.points[at].live = live;
        }
    }

    /// The cells of a point that are not known exactly and have not stopped.
    fn unknown<'s>(&self, state: &'s Shared<'_>, point: usize) -> Vec<&'s CellTally> {
        let live = state.points[point].live.iter().map(|&place| &self.points[point][place]);
        live.filter(|entrant| !entrant.known).map(|entrant| &state.tallies.cells[entrant.cell]).collect()
    }

    /// An estimate of the engagements left to play at a point.
    fn left(&self, state: &Shared<'_>, point: usize) -> u64 {
        let counted = state.points[point].counted;
        let end = match self.terms.aims {
            [] => self.terms.engagements.1,
            _ => self.terms.foreseen(self.scoring, &self.unknown(state, point), counted),
        };
        self.fronts(state, point).map(|front| end.saturating_sub(front.max(counted))).fold(0, u64::saturating_add)
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

impl Tasks for WorkQueue<'_, '_, '_, '_> {
    /// A task ends where the counted engagements of one of its cells do, so that each cell lacks all of it or nothing.
    fn next(&self) -> Option<Task> {
        if self.observers.interrupted() {
            return None;
        }
        let mut state = self.state();
        let in_line = state.line.len() as u64;
        let at = state.line.pop_front()?;
        let (from, checkpoint) = (state.points[at].claimed, state.checkpoint);
        let front = self.fronts(&state, at).filter(|&front| front > from).min().unwrap_or(checkpoint);
        let course = &mut state.points[at];
        // The other points in line give work too.
        let share = self.length.share((checkpoint - from).saturating_mul(in_line));
        let to = (from + course.pace.piece(self.length).min(share)).min(checkpoint).min(front);
        course.claimed = to;
        let cells = course.live.iter().map(|&place| self.points[at][place].cell).collect();
        if to < checkpoint {
            state.line.push_back(at);
        }
        Some(Task { cells, from, to })
    }

    fn order(&self, task: &Task) -> Order {
        let cell = |cell: &usize| {
            let (point, place) = self.places[cell];
            self.points[point][place].made
        };
        Order::of(task, task.cells.iter().map(cell), None)
    }

    /// A baseline that is counted already is asked again beside a variant that lacks the task.
    fn perform(&self, task: &Task, buffers: &mut Buffers) -> Option<TaskTallies> {
        let battle = |cell: &usize| {
            let (point, place) = self.places[cell];
            self.points[point][place].battle
        };
        let battles: Vec<&dyn Battle> = task.cells.iter().map(battle).collect();
        let range = (task.from, task.to);
        perform(&battles, self.scoring, self.terms.seed, range, buffers, self.observers.interrupt)
    }

    fn count(&self, task: &Task, counted: TaskTallies) {
        let mut state = self.state();
        let (point, _) = self.places[&task.cells[0]];
        state.count(point, task.clone(), counted);
        drop(state);
        if self.observers.progress.due() {
            self.observers.progress.show(&self.snapshot());
        }
        if self.observers.keep.due() {
            let kept = self.state().tallies.clone();
            self.observers.keep.keep(&kept);
        }
    }
}

impl Shared<'_> {
    /// Counts a task of a point once all earlier ones are counted, and then the tasks that waited for it. Of a task that
    /// was counted before, nothing is counted again.
    fn count(&mut self, point: usize, task: Task, counted: TaskTallies) {
        let course = &mut self.points[point];
        if task.from < course.counted {
            return;
        }
        self.done += (task.to - task.from) * task.cells.len() as u64;
        course.pace.note(task.to - task.from, counted.took);
        course.waiting.insert(task.from, (task, counted));
        while let Some((task, counted)) = course.waiting.remove(&course.counted) {
            for (&cell, (tally, pair)) in task.cells.iter().zip(counted.tallies) {
                let own = &mut self.tallies.cells[cell];
                if own.engagements.1 == task.from {
                    own.add(tally, pair.as_ref());
                }
            }
            course.counted = task.to;
        }
    }
}

#[cfg(test)]
mod tests;
