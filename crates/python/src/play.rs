//! Work on a thread of its own, and the tasks that it hands to an executor of Python.

#![allow(clippy::disallowed_methods, reason = "the clock decides when progress is shown, and no number")]

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

use engage::Ruleset;
use pyo3::prelude::*;
use pyo3::types::PyAny;
use runner::{Executor, Options, Order, PieceLength, Progress, Snapshot, Stop, TaskTallies, Tasks};
use search::{Record, Watcher};

use crate::answer::Answer;
use crate::failed::{Failed, PlayError};
use crate::worker::{from_json, to_json};

/// What the thread of the work and those of Python share.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the work is over.
    over: bool,
    /// How far it has come, and how much there is at most.
    done: (u64, u64),
    /// What it is at; empty if numbers say it.
    doing: String,
    /// Tasks that no executor has been given yet.
    tasks: VecDeque<Order>,
    /// What tasks counted.
    counted: VecDeque<(Order, TaskTallies)>,
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
pub(crate) struct Watch {
    shared: Arc<Shared>,
    begun: Instant,
    /// Milliseconds from the beginning to the next snapshot.
    next: AtomicU64,
}

/// Milliseconds between two snapshots. With many cells they take time.
const PERIOD: u64 = 100;

impl Progress for Watch {
    fn due(&self) -> bool {
        let now = self.begun.elapsed().as_millis() as u64;
        let next = self.next.load(Ordering::Relaxed);
        now >= next && self.next.compare_exchange(next, now + PERIOD, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    fn show(&self, snapshot: &Snapshot) {
        let done = match snapshot {
            Snapshot::Solving { done, total } | Snapshot::Playing { done, total, .. } => (*done, *total),
        };
        self.shared.change(|state| state.done = done);
    }
}

impl Watcher for Watch {
    fn note(&self, what: &str, spent: u64) {
        self.shared.change(|state| {
            what.clone_into(&mut state.doing);
            state.done = (spent, 0);
        });
    }

    fn keep(&self, _record: &Record) {}
}

/// Hands tasks to Python, which hands them to its executor.
#[derive(Debug)]
pub(crate) struct Handed {
    shared: Arc<Shared>,
    /// The most tasks that are out at a time.
    most: usize,
    stop: Stop,
}

/// How long the work waits for counts before it looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(100);

impl Executor for Handed {
    fn length(&self) -> PieceLength {
        PieceLength::away(self.most)
    }

    fn execute(&self, tasks: &dyn Tasks) {
        let mut out: Vec<Order> = Vec::new();
        let mut more = true;
        while !self.stop.is_set() {
            while more && out.len() < self.most {
                match tasks.next() {
                    Some(task) => {
                        let order = tasks.order(&task);
                        out.push(order.clone());
                        self.shared.change(|state| state.tasks.push_back(order));
                    }
                    None => more = false,
                }
            }
            if out.is_empty() {
                return;
            }
            let counted = self.shared.until(LOOK, |state| !state.counted.is_empty()).counted.pop_front();
            if let Some((order, counted)) = counted {
                // A task may come back more than once, even after the next ones were begun; only the first time matters.
                if let Some(place) = out.iter().position(|known| *known == order) {
                    out.swap_remove(place);
                    tasks.count(&order.task, counted);
                }
            }
        }
    }
}

/// What work gets: a flag that stops it, a place to show its progress, and an executor, if one performs its tasks.
pub(crate) struct Means {
    stop: Stop,
    threads: Option<usize>,
    handed: Option<Handed>,
    pub(crate) watch: Watch,
}

impl Means {
    pub(crate) fn options(&self) -> Options<'_> {
        let executor = self.handed.as_ref().map(|handed| handed as &dyn Executor);
        Options { threads: self.threads, interrupt: &self.stop, executor }
    }
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
    /// Begins work on a thread of its own. `tasks` is the most tasks that an executor gets at a time; with `None` this
    /// process performs them.
    pub(crate) fn begin(
        ruleset: &'static Ruleset,
        threads: Option<usize>,
        tasks: Option<usize>,
        work: impl FnOnce(Means) -> Worked + Send + 'static,
    ) -> Play {
        let (shared, stop) = (Arc::new(Shared::default()), Stop::default());
        let handed = tasks.map(|most| Handed { shared: shared.clone(), most: most.max(1), stop: stop.clone() });
        let watch = Watch { shared: shared.clone(), begun: Instant::now(), next: AtomicU64::new(0) };
        let means = Means { stop: stop.clone(), threads, handed, watch };
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
    /// Waits up to `seconds`, or until tasks are ready to hand out. Returns whether the work is over.
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
        let tasks: Vec<Order> = self.shared.state().tasks.drain(..).collect();
        Ok(tasks.iter().map(to_json).collect::<Result<_, Failed>>()?)
    }

    /// Counts what a task counted. A task may be counted more than once.
    fn count(&self, task: &str, counted: &str) -> PyResult<()> {
        let (order, counted): (Order, TaskTallies) = (from_json(task)?, from_json(counted)?);
        counted.check(&order, self.ruleset).map_err(Failed::from)?;
        self.shared.change(|state| state.counted.push_back((order, counted)));
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
