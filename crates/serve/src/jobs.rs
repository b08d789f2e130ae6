//! Jobs that pages start. One thread runs them in turns: the job that has run least goes first, and a long turn is cut
//! short when another job waits. What a job has played is kept for its next turn.

#![allow(clippy::disallowed_methods, reason = "a turn and a silent page are measured by the clock; no number is")]

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use runner::{Pick, Stop, Tallies};
use search::Record;
use tokio::sync::watch;

use crate::asked::Asked;
use crate::searches::Search;

/// The most jobs that wait.
const MOST_JOBS: usize = 64;

/// The most pages of searches that are kept.
const MOST_PAGES: usize = 8;

/// A job that no page has asked about for this long is given up.
const SILENCE: Duration = Duration::from_secs(10);

/// The least length of a first turn; each turn that was cut short doubles it, up to the most.
const TURN: Duration = Duration::from_millis(150);
const LONGEST_TURN: Duration = Duration::from_secs(20);

/// What a page wants.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wish {
    /// The answer.
    Answer,
    /// A file of the report, the scenario among them.
    File(String),
    /// The replay of an engagement.
    Replay(Selected),
    /// The page of a search.
    Search(Search),
    /// The plan of a map, or its mistakes.
    Map,
}

/// How an engagement is selected.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Selected {
    /// By number.
    Number(u64),
    /// By a pick.
    Pick(Pick),
    /// The first that ends so, by the id of the ending.
    Ending(String),
}

/// The state of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing can be shown yet.
    Begun,
    /// Numbers that still move.
    Playing,
    /// The whole answer.
    Done,
    /// There is no answer.
    Failed,
    /// It was stopped: the page asked something else, or was closed.
    Stopped,
}

impl Phase {
    /// Its word in data.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Phase::Begun => "begun",
            Phase::Playing => "playing",
            Phase::Done => "done",
            Phase::Failed => "failed",
            Phase::Stopped => "stopped",
        }
    }

    /// Whether nothing follows.
    pub(crate) const fn is_last(self) -> bool {
        matches!(self, Phase::Done | Phase::Failed | Phase::Stopped)
    }
}

/// The controls of a question as HTML, with the address of the question.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    /// The title and the question.
    pub(crate) heading: String,
    /// The controls.
    pub(crate) controls: String,
    /// A number that changes when controls come or go.
    pub(crate) print: u64,
    /// The address.
    pub(crate) address: String,
    /// The title alone.
    pub(crate) title: String,
    /// Replays, searches and files.
    pub(crate) further: String,
    /// The command that gives the same answer.
    pub(crate) command: String,
}

impl Form {
    /// What stands below the answer.
    pub(crate) fn deeper(&self) -> String {
        format!("{}{}", self.further, self.command)
    }
}

/// What a job has come to.
#[derive(Clone, Debug)]
pub(crate) struct Update {
    pub(crate) phase: Phase,
    /// A sentence about it.
    pub(crate) status: String,
    /// The answer as HTML, or a message; empty if there is none yet.
    pub(crate) html: String,
    /// The controls, once the scenario is read.
    pub(crate) form: Option<Arc<Form>>,
    /// A file, with its name.
    pub(crate) file: Option<Arc<(String, Vec<u8>)>>,
}

impl Update {
    pub(crate) fn new(phase: Phase, status: impl Into<String>) -> Update {
        Update { phase, status: status.into(), html: String::new(), form: None, file: None }
    }
}

/// A piece of work.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) id: u64,
    /// The page that asked; empty without script.
    tab: String,
    pub(crate) asked: Asked,
    pub(crate) wish: Wish,
    /// What a search has played in the turns before, of one kind or the other.
    pub(crate) tallies: Mutex<Option<Tallies>>,
    pub(crate) record: Mutex<Option<Record>>,
    /// Whether nobody wants it any more; reading stops by it.
    pub(crate) given_up: Stop,
    state: Mutex<State>,
    update: watch::Sender<Update>,
}

#[derive(Debug)]
struct State {
    /// The flag of the turn that it has now.
    stop: Option<Stop>,
    /// When a page last asked about it.
    seen: Instant,
    /// The time that it has had.
    had: Duration,
    /// The turns that were cut short.
    cut: u32,
    /// When its turn began.
    since: Instant,
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Job {
    /// Publishes what it has come to. Nothing follows the last word.
    pub(crate) fn tell(&self, update: Update) {
        self.update.send_if_modified(|known| {
            let counts = !known.phase.is_last();
            if counts {
                let form = update.form.clone().or_else(|| known.form.take());
                *known = Update { form, ..update };
            }
            counts
        });
    }

    /// Its updates. A page that asks for them wants the job.
    pub(crate) fn updates(&self) -> watch::Receiver<Update> {
        locked(&self.state).seen = Instant::now();
        self.update.subscribe()
    }

    /// Whether its last word is said.
    fn is_over(&self) -> bool {
        self.update.borrow().phase.is_last()
    }

    /// Whether nobody wants it any more.
    pub(crate) fn is_given_up(&self) -> bool {
        self.given_up.is_set()
    }

    /// Stops it for good.
    pub(crate) fn give_up(&self) {
        self.given_up.set();
        self.tell(Update::new(Phase::Stopped, "Stopped."));
        self.cut();
    }

    /// Ends its turn.
    fn cut(&self) {
        locked(&self.state).stop.iter().for_each(|stop| _ = stop.set());
    }

    /// Begins a turn. Returns the flag that ends it.
    fn begin(&self) -> Stop {
        let stop = Stop::default();
        let mut state = locked(&self.state);
        (state.stop, state.since) = (Some(stop.clone()), Instant::now());
        stop
    }

    fn end(&self, is_cut: bool) {
        let mut state = locked(&self.state);
        state.stop = None;
        let had = state.since.elapsed();
        state.had += had;
        state.cut += u32::from(is_cut);
    }

    fn had(&self) -> Duration {
        locked(&self.state).had
    }

    /// Whether its turn is long enough to be cut.
    fn had_its_turn(&self) -> bool {
        let state = locked(&self.state);
        state.stop.is_some() && state.since.elapsed() >= TURN.saturating_mul(1 << state.cut.min(10)).min(LONGEST_TURN)
    }
}

/// Whether a job is done after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// It goes on in its next turn.
    GoesOn,
    /// It is over.
    Over,
}

/// The jobs of all pages.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    line: Mutex<Line>,
    arrived: Condvar,
    last: AtomicU64,
}

#[derive(Debug, Default)]
struct Line {
    waiting: VecDeque<Arc<Job>>,
    /// The job that has its turn.
    current: Option<Arc<Job>>,
    /// Jobs that are over, of which pages may not have read the last word.
    over: VecDeque<Arc<Job>>,
}

impl Line {
    fn all(&self) -> impl Iterator<Item = &Arc<Job>> {
        self.waiting.iter().chain(&self.current).chain(&self.over)
    }
}

impl Jobs {
    /// Adds a job, which replaces the job of the same page. `None` if too many wait.
    pub(crate) fn add(&self, tab: &str, asked: Asked, wish: Wish) -> Option<Arc<Job>> {
        let mut line = locked(&self.line);
        if matches!(wish, Wish::Answer | Wish::Map) && !tab.is_empty() {
            line.all().filter(|job| job.tab == tab && job.wish == wish).for_each(|job| job.give_up());
            line.waiting.retain(|job| !job.is_given_up());
        }
        if line.waiting.len() >= MOST_JOBS {
            return None;
        }
        let now = Instant::now();
        let job = Arc::new(Job {
            id: self.last.fetch_add(1, Ordering::Relaxed) + 1,
            tab: tab.to_owned(),
            asked,
            wish,
            tallies: Mutex::default(),
            record: Mutex::default(),
            given_up: Stop::default(),
            state: Mutex::new(State { stop: None, seen: now, had: Duration::ZERO, cut: 0, since: now }),
            update: watch::Sender::new(Update::new(Phase::Begun, "Reading…")),
        });
        line.waiting.push_back(job.clone());
        self.arrived.notify_one();
        Some(job)
    }

    /// The job with this number, for the page that asked for it.
    pub(crate) fn get(&self, id: u64) -> Option<Arc<Job>> {
        locked(&self.line).all().find(|job| job.id == id).cloned()
    }

    /// Gives up the jobs of a page, or the one with this number.
    pub(crate) fn close(&self, tab: &str, id: Option<u64>) {
        let line = locked(&self.line);
        let closed = |job: &&Arc<Job>| (!tab.is_empty() && job.tab == tab) || Some(job.id) == id;
        line.all().filter(closed).filter(|job| !job.is_over()).for_each(|job| job.give_up());
    }

    /// Cuts short a turn that others wait for, and gives up jobs that no page asks about. To be called often.
    pub(crate) fn tick(&self) {
        let mut line = locked(&self.line);
        let silent = |job: &&Arc<Job>| locked(&job.state).seen.elapsed() > SILENCE;
        line.waiting.iter().chain(&line.current).filter(silent).for_each(|job| job.give_up());
        line.waiting.retain(|job| !job.is_given_up());
        // The page of a search may be read again.
        let kept = |job: &Arc<Job>| matches!(job.wish, Wish::Search(_)) && !job.is_given_up();
        line.over.retain(|job| kept(job) || locked(&job.state).seen.elapsed() <= SILENCE);
        if line.over.iter().filter(|job| kept(job)).count() > MOST_PAGES
            && let Some(first) = line.over.iter().position(kept)
        {
            line.over.remove(first);
        }
        if let Some(current) = &line.current
            && !line.waiting.is_empty()
            && current.had_its_turn()
        {
            current.cut();
        }
    }

    /// Does the work of all jobs, for as long as the program runs. `work` is given a job and the flag that ends its turn.
    /// If it panics, its job ends with `broken`, and the others go on.
    pub(crate) fn serve(&self, mut work: impl FnMut(&Arc<Job>, &Stop) -> Turn, broken: &Update) {
        loop {
            let job = self.next();
            let stop = job.begin();
            // A job given up before its flag existed must not run on.
            if job.is_given_up() {
                stop.set();
            }
            let turn = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&job, &stop)));
            job.end(stop.is_set());
            let mut line = locked(&self.line);
            line.current = None;
            match turn {
                Ok(Turn::GoesOn) if !job.is_given_up() => line.waiting.push_back(job),
                Ok(_) => line.over.push_back(job),
                Err(_) => {
                    job.tell(broken.clone());
                    line.over.push_back(job);
                }
            }
        }
    }

    /// The waiting job that has had the least time; waits for one.
    fn next(&self) -> Arc<Job> {
        let mut line = locked(&self.line);
        loop {
            let least = line.waiting.iter().enumerate().min_by_key(|(_, job)| job.had()).map(|(place, _)| place);
            if let Some(job) = least.and_then(|place| line.waiting.remove(place)) {
                line.current = Some(job.clone());
                return job;
            }
            line = self.arrived.wait(line).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::{Jobs, MOST_JOBS, Phase, Turn, Update, Wish};
    use crate::asked::Asked;

    /// Jobs whose work is this, done by a thread that lives as long as the test.
    fn served(work: fn(&str, &engage::Stop) -> Turn) -> Arc<Jobs> {
        let jobs = Arc::new(Jobs::default());
        let serving = jobs.clone();
        std::thread::spawn(move || {
            let work = |job: &Arc<super::Job>, stop: &engage::Stop| {
                let turn = work(&job.tab, stop);
                if turn == Turn::Over {
                    job.tell(Update::new(Phase::Done, "done"));
                }
                turn
            };
            serving.serve(work, &Update::new(Phase::Failed, "broken"));
        });
        jobs
    }

    /// Waits until a job has come to something that is enough, while turns are looked after.
    fn until(jobs: &Jobs, job: &super::Job, enough: impl Fn(Phase) -> bool) -> Phase {
        let began = Instant::now();
        loop {
            let phase = job.updates().borrow().phase;
            if enough(phase) || began.elapsed() > Duration::from_secs(20) {
                return phase;
            }
            jobs.tick();
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_panic_ends_its_job_and_nothing_else() {
        let jobs = served(|tab, _| if tab == "bad" { panic!("on purpose") } else { Turn::Over });
        let bad = jobs.add("bad", Asked::default(), Wish::Answer).unwrap();
        let good = jobs.add("good", Asked::default(), Wish::Answer).unwrap();
        assert_eq!(until(&jobs, &bad, Phase::is_last), Phase::Failed);
        assert_eq!(until(&jobs, &good, Phase::is_last), Phase::Done);
    }

    #[test]
    fn a_long_turn_is_cut_for_those_who_wait() {
        let jobs = served(|tab, stop| {
            while tab == "long" && !stop.is_set() {
                std::thread::sleep(Duration::from_millis(1));
            }
            if tab == "long" { Turn::GoesOn } else { Turn::Over }
        });
        let long = jobs.add("long", Asked::default(), Wish::Answer).unwrap();
        let short = jobs.add("short", Asked::default(), Wish::Answer).unwrap();
        assert_eq!(until(&jobs, &short, Phase::is_last), Phase::Done);
        assert_eq!(long.updates().borrow().phase, Phase::Begun, "it goes on");
        jobs.close("long", None);
        assert_eq!(until(&jobs, &long, Phase::is_last), Phase::Stopped);
    }

    #[test]
    fn jobs_are_bounded_and_a_page_has_one_answer_under_way() {
        let jobs = Jobs::default();
        for place in 0..MOST_JOBS {
            assert!(jobs.add(&format!("page {place}"), Asked::default(), Wish::Answer).is_some());
        }
        assert!(jobs.add("one more", Asked::default(), Wish::Answer).is_none());
        let again = jobs.add("page 0", Asked::default(), Wish::Answer).expect("it takes the place of its older one");
        assert!(!again.is_given_up());
    }
}
