//! What candidates score, engagement by engagement: for searches that compare any two of them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use engage::{Battle, Stop};
use scenario::{Cell, Scenario};

use crate::Error;
use crate::blocks::{Pace, PieceLength};
use crate::door::{Buffers, Order, Task, TaskTallies, Tasks};
use crate::run::Options;
use crate::scored::perform;
use crate::tally::{Payoff, Scoring};

/// The fewest engagements of a task, so that many candidates with few engagements each do not make many tasks.
const PIECE: u64 = 64;

/// The score of each engagement of a range, for each candidate. All play the same luck. `None` if an interrupt cut it
/// short.
///
/// # Errors
/// Failures of the machine.
pub fn scores(
    scenario: &Scenario,
    candidates: &[Cell],
    payoff: Payoff,
    range: (u64, u64),
    options: Options<'_>,
) -> Result<Option<Vec<Vec<u8>>>, Error> {
    let (first, end) = range;
    let state = State {
        next: (0, first),
        pace: Pace::default(),
        missing: candidates.len() as u64 * (end - first),
        counted: vec![vec![NOT_YET; (end - first) as usize]; candidates.len()],
    };
    let scoring = Scoring::of(scenario.ruleset);
    let (pool, interrupt) = (options.pool()?, options.interrupt);
    let executor = options.executor(&pool);
    let length = executor.length();
    let queue = Queue { scenario, candidates, payoff, scoring, range, length, interrupt, state: state.into() };
    executor.execute(&queue);
    let state = queue.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((state.missing == 0).then_some(state.counted))
}

/// The mark of an engagement that was not scored yet.
const NOT_YET: u8 = u8::MAX;

/// Hands out the engagements of candidates, one candidate after the other.
struct Queue<'s> {
    scenario: &'s Scenario,
    candidates: &'s [Cell],
    payoff: Payoff,
    scoring: Scoring,
    range: (u64, u64),
    length: PieceLength,
    interrupt: &'s Stop,
    state: Mutex<State>,
}

struct State {
    /// The next candidate and its next engagement.
    next: (usize, u64),
    pace: Pace,
    /// Engagements that are not scored yet, over all candidates.
    missing: u64,
    counted: Vec<Vec<u8>>,
}

impl Queue<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tasks for Queue<'_> {
    /// A task is a part of one candidate, or several whole candidates.
    fn next(&self) -> Option<Task> {
        let mut state = self.state();
        let ((candidate, from), (first, end)) = (state.next, self.range);
        if self.interrupt.is_set() || candidate >= self.candidates.len() || first == end {
            return None;
        }
        let left = (self.candidates.len() - candidate) as u64 * (end - first) - (from - first);
        let piece = state.pace.piece(self.length).min(self.length.share(left)).max(PIECE);
        let to = (from + piece).min(end);
        let whole = if (from, to) == self.range { (piece / (end - first)).max(1) as usize } else { 1 };
        let last = (candidate + whole).min(self.candidates.len());
        state.next = if to == end { (last, first) } else { (candidate, to) };
        Some(Task { cells: (candidate..last).collect(), from, to })
    }

    fn order(&self, task: &Task) -> Order {
        Order::of(task, task.cells.iter().map(|&cell| &self.candidates[cell]), Some(self.payoff))
    }

    fn perform(&self, task: &Task, buffers: &mut Buffers) -> Option<TaskTallies> {
        let battles: Vec<&dyn Battle> = task.cells.iter().map(|&cell| &*self.candidates[cell].battle).collect();
        let (seed, range) = (self.scenario.play.seed, (task.from, task.to));
        perform(&battles, &self.scoring, self.payoff, seed, range, buffers, self.interrupt)
    }

    fn count(&self, task: &Task, counted: TaskTallies) {
        let mut state = self.state();
        let places = (task.from - self.range.0) as usize..(task.to - self.range.0) as usize;
        for (&cell, scores) in task.cells.iter().zip(&counted.scores) {
            let own = &mut state.counted[cell][places.clone()];
            // Of a task that was counted before, nothing is counted again.
            if own.first() == Some(&NOT_YET) && own.len() == scores.len() {
                own.copy_from_slice(scores);
                state.missing -= task.to - task.from;
            }
        }
        state.pace.note((task.to - task.from) * task.cells.len() as u64, counted.took);
    }
}
