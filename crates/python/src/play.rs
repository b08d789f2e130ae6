//! Work on a thread of its own, and the tasks that it hands to an executor of Python.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

use engage::Ruleset;
use pyo3::prelude::*;
use pyo3::types::PyAny;
use runner::{Executor, Progress, Snapshot, Stop, Task, TaskTallies, Tasks};
use search::{Record, Watcher};

use crate::answer::Answer;
use crate::failed::{Failed, PlayError};
use crate::worker::{from_json, to_json};

/// What the thread of the work and those of Python share.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Whether the work is over.
    over: bool,
    /// How far it has come, and how much there is at most.
    done: (u64, u64),
    /// What it is at; empty if numbers say it.
    doing: String,
    /// Tasks that no executor has been given yet.
    tasks: VecDeque<Task>,
    /// What tasks counted.
    counted: VecDeque<(Task, TaskTallies)>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    /// Waits until something holds, but not for longer than this.
    fn until(&self, longest: Duration, holds: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let waited = self.changed.wait_timeout_while(self.state(), longest, |state| !holds(state));
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The work's end of what is shared.
pub(crate) struct Watch(Arc<Shared>);

impl Progress for Watch {
    fn due(&self) -> bool {
        true
    }

    fn show(&self, snapshot: &Snapshot) {
        let done = match snapshot {
            Snapshot::Solving { done, total } | Snapshot::Playing { done, total, .. } => (*done, *total),
        };
        self.0.change(|state| state.done = done);
    }
}

impl Watcher for Watch {
    fn note(&self, what: &str, spent: u64) {
        self.0.change(|state| {
            what.clone_into(&mut state.doing);
            state.done = (spent, 0);
        });
    }

    fn keep(&self, _record: &Record) {}
}

/// Hands tasks to Python, which hands them to its executor.
pub(crate) struct Handed {
    shared: Arc<Shared>,
    /// The most tasks that are out at a time.
    most: usize,
    stop: Stop,
}

/// How long the work waits for counts before it looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(100);

impl Executor for Handed {
    fn execute(&self, tasks: &dyn Tasks) {
        let mut out: Vec<Task> = Vec::new();
        let mut more = true;
        while !self.stop.is_set() {
            while more && out.len() < self.most {
                match tasks.next() {
                    Some(task) => {
                        out.push(task.clone());
                        self.shared.change(|state| state.tasks.push_back(task));
                    }
                    None => more = false,
                }
            }
            if out.is_empty() {
                return;
            }
            let counted = self.shared.until(LOOK, |state| !state.counted.is_empty()).counted.pop_front();
            if let Some((task, counted)) = counted {
                // A task may come back more than once; only the first time matters.
                if let Some(place) = out.iter().position(|known| *known == task) {
                    out.swap_remove(place);
                    tasks.count(&task, counted);
                }
            }
        }
    }
}

/// What work gets: how to be stopped, how to show how far it is, and who performs its tasks (nobody: its own threads).
pub(crate) struct Means {
    pub(crate) stop: Stop,
    pub(crate) watch: Watch,
    pub(crate) handed: Option<Handed>,
}

type Worked = Result<Answer, Failed>;

/// Work that goes on: the package waits for it, shows how far it has come, and gives its tasks to an executor.
#[pyclass(frozen, module = "beatenzone._native")]
pub(crate) struct Play {
    shared: Arc<Shared>,
    stop: Stop,
    ruleset: &'static Ruleset,
    thread: Mutex<Option<JoinHandle<Worked>>>,
}

impl Play {
    /// Begins work whose tasks go to an executor, at most so many at a time; without a number they are performed here.
    pub(crate) fn begin(
        ruleset: &'static Ruleset,
        tasks: Option<usize>,
        work: impl FnOnce(Means) -> Worked + Send + 'static,
    ) -> Play {
        let (shared, stop) = (Arc::new(Shared::default()), Stop::default());
        let handed = tasks.map(|most| Handed { shared: shared.clone(), most: most.max(1), stop: stop.clone() });
        let means = Means { stop: stop.clone(), watch: Watch(shared.clone()), handed };
        let own = shared.clone();
        let thread = spawn(move || {
            /// Says that the work is over, even after a panic.
            struct Over(Arc<Shared>);
            impl Drop for Over {
                fn drop(&mut self) {
                    self.0.change(|state| state.over = true);
                }
            }
            let _over = Over(own);
            work(means)
        });
        Play { shared, stop, ruleset, thread: Mutex::new(Some(thread)) }
    }
}

#[pymethods]
impl Play {
    /// Waits for at most so many seconds. Returns whether the work is over; returns early if there are tasks to perform.
    fn wait(&self, py: Python<'_>, seconds: f64) -> bool {
        let longest = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        py.detach(|| self.shared.until(longest, |state| state.over || !state.tasks.is_empty()).over)
    }

    /// How much is done, how much there is at most (0 if that is not known), and what the work is at (empty if the numbers say it).
    fn progress(&self) -> (u64, u64, String) {
        let state = self.shared.state();
        (state.done.0, state.done.1, state.doing.clone())
    }

    /// The tasks to perform now, each as text for `perform`.
    fn tasks(&self) -> PyResult<Vec<String>> {
        let tasks: Vec<Task> = self.shared.state().tasks.drain(..).collect();
        Ok(tasks.iter().map(to_json).collect::<Result<_, Failed>>()?)
    }

    /// Counts what a task counted. A task may be counted more than once.
    fn count(&self, task: &str, counted: &str) -> PyResult<()> {
        let (task, counted): (Task, TaskTallies) = (from_json(task)?, from_json(counted)?);
        counted.check(&task, self.ruleset).map_err(Failed::from)?;
        self.shared.change(|state| state.counted.push_back((task, counted)));
        Ok(())
    }

    /// Ends the work soon.
    fn stop(&self) {
        self.stop.set();
        self.shared.changed.notify_all();
    }

    /// The result, once the work is over.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let thread = thread.ok_or_else(|| PlayError::new_err("the result was taken before"))?;
        match py.detach(|| thread.join()) {
            Ok(worked) => worked?.into_python(py),
            Err(panic) => resume_unwind(panic),
        }
    }
}
