//! The door for work: tasks go out, and integer counts come back in any order. Only the run itself decides anything.

use std::time::Duration;

use engage::Outcome;
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use crate::tally::{PairTally, Tally};

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

/// What a task counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskTallies {
    /// The counts of each cell of the task, and for all but the first those against the first.
    pub tallies: Vec<(Tally, Option<PairTally>)>,
    /// How long it took. It decides only how long later tasks are.
    pub took: Duration,
}

/// Outcomes of a task under the baseline and under a variant. Each thread has its own.
#[derive(Debug, Default)]
pub struct Buffers {
    pub(crate) baseline: Vec<Outcome>,
    pub(crate) variant: Vec<Outcome>,
}

/// Hands out tasks and counts what comes back. Any thread may call it.
pub trait Tasks: Sync {
    /// The next task; `None` if there is none before the next decision, or the run is to stop.
    fn next(&self) -> Option<Task>;

    /// Performs a task on this thread; `None` if the run is to stop.
    fn perform(&self, task: &Task, buffers: &mut Buffers) -> Option<TaskTallies>;

    /// Counts what a task counted. Tasks may come back in any order, and more than once.
    fn count(&self, task: &Task, counted: TaskTallies);
}

/// Performs tasks: the threads of this process, other processes or other machines.
pub trait Executor: Sync {
    /// Takes tasks, performs each, and hands back what it counted, until there are none. A task that is lost ends the
    /// run as an interrupt does.
    fn execute(&self, tasks: &dyn Tasks);
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
