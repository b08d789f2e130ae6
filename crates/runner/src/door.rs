//! The door for work: tasks go out, and integer counts come back in any order. Only the run itself decides anything.

use std::fmt::Debug;
use std::time::Duration;

use engage::{Battle, Outcome};
use rayon::ThreadPool;
use scenario::{Cell, Recipe};
use serde::{Deserialize, Serialize};

use crate::blocks::PieceLength;
use crate::tally::{PairTally, Payoff, Tally};

/// A piece of work: a range of engagements of a cell and of others that are compared with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The cells, by their index in the run. The first is the baseline of the others.
    pub cells: Vec<usize>,
    /// The first engagement.
    pub from: u64,
    /// The end (exclusive).
    pub to: u64,
}

/// A task for another process that has the scenario, as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The task.
    pub task: Task,
    /// The id of each cell of the task, see [`Cell::id`].
    pub ids: Vec<String>,
    /// How a search made each cell of the task; empty if they are cells of the scenario itself.
    pub recipes: Vec<Recipe>,
    /// What each engagement is worth if it is to be scored; `None` if outcomes are to be counted.
    pub payoff: Option<Payoff>,
}

impl Order {
    pub(crate) fn of<'c>(task: &Task, cells: impl Iterator<Item = &'c Cell> + Clone, payoff: Option<Payoff>) -> Order {
        let recipes = cells.clone().filter_map(|cell| cell.recipe.as_deref().cloned()).collect();
        Order { task: task.clone(), ids: cells.map(|cell| cell.id.clone()).collect(), recipes, payoff }
    }
}

/// What a task counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskTallies {
    /// The counts of each cell of the task, and for all but the first those against the first.
    pub tallies: Vec<(Tally, Option<PairTally>)>,
    /// For an order with a payoff, in the place of counts: what each engagement of each cell is worth, in halves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Vec<u8>>,
    /// How long it took. It decides only how long later tasks are.
    pub took: Duration,
}

impl TaskTallies {
    /// Adds what the next engagements of the same task counted.
    pub(crate) fn merge(&mut self, next: TaskTallies) {
        for ((own, pair), (tally, next)) in self.tallies.iter_mut().zip(next.tallies) {
            own.merge(tally);
            if let (Some(pair), Some(next)) = (pair, next) {
                pair.merge(&next);
            }
        }
        self.scores.iter_mut().zip(next.scores).for_each(|(own, scores)| own.extend(scores));
        self.took += next.took;
    }
}

/// Outcomes of a task under the baseline and under a variant. Each thread has its own.
#[derive(Debug, Default)]
pub struct Buffers {
    pub(crate) baseline: Vec<Outcome>,
    pub(crate) variant: Vec<Outcome>,
}

/// Plays these engagements into a buffer, which is made as long as they are many.
pub(crate) fn play_into(buffer: &mut Vec<Outcome>, battle: &dyn Battle, seed: u64, (from, to): (u64, u64)) {
    buffer.clear();
    buffer.resize((to - from) as usize, Outcome::default());
    battle.play(seed, from, buffer);
}

/// Hands out tasks and counts what comes back. Any thread may call it.
pub trait Tasks: Sync {
    /// The next task; `None` if there is none before the next decision, or the run is to stop.
    fn next(&self) -> Option<Task>;

    /// A task as data, for another process.
    fn order(&self, task: &Task) -> Order;

    /// Performs a task on this thread; `None` if the run is to stop.
    fn perform(&self, task: &Task, buffers: &mut Buffers) -> Option<TaskTallies>;

    /// Counts what a task counted. Tasks may come back in any order, and more than once.
    fn count(&self, task: &Task, counted: TaskTallies);
}

/// Performs tasks: the threads of this process, other processes or other machines.
pub trait Executor: Sync + Debug {
    /// Takes tasks, performs each, and hands back what it counted, until there are none. A task that is lost ends the
    /// run as an interrupt does.
    fn execute(&self, tasks: &dyn Tasks);

    /// How long its tasks are.
    fn length(&self) -> PieceLength {
        PieceLength::HERE
    }
}

impl Executor for ThreadPool {
    fn execute(&self, tasks: &dyn Tasks) {
        self.broadcast(|_| {
            let mut buffers = Buffers::default();
            while let Some(task) = tasks.next() {
                let Some(counted) = tasks.perform(&task, &mut buffers) else { break };
                tasks.count(&task, counted);
            }
        });
    }
}
