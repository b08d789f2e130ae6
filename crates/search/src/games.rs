//! What a search plays: scores of candidates, kept in its record and not played twice.

use runner::{Error, Options, Payoff, scores};
use scenario::{Cell, Scenario};

use crate::record::Record;

/// The first engagement of luck that no choice was made by: no search comes that far.
pub(crate) const BEYOND: u64 = 1 << 41;

/// Watches a search; its answers change no number.
pub trait Watcher {
    /// Hears what is being tried, and the engagements played so far.
    fn note(&self, what: &str, spent: u64);

    /// Keeps what was played so far. Called after each step of work, so it should not save every time.
    fn keep(&self, record: &Record);
}

/// Watches nothing.
impl Watcher for () {
    fn note(&self, _what: &str, _spent: u64) {}

    fn keep(&self, _record: &Record) {}
}

/// Scores of candidates engagement by engagement, in halves; `None` after an interrupt.
pub(crate) type Scored = Option<Vec<Vec<u8>>>;

/// Plays what a search asks, or finds it in its record.
pub(crate) struct Games<'o> {
    pub(crate) scenario: &'o Scenario,
    pub(crate) record: &'o mut Record,
    pub(crate) options: Options<'o>,
    pub(crate) watcher: &'o dyn Watcher,
    /// Engagements played so far.
    pub(crate) spent: u64,
}

impl Games<'_> {
    /// Says what is being tried.
    pub(crate) fn note(&self, what: &str) {
        self.watcher.note(what, self.spent);
    }

    /// Plays a range of engagements of each candidate.
    pub(crate) fn play(&mut self, cells: &[Cell], payoff: Payoff, range: (u64, u64)) -> Result<Scored, Error> {
        self.spent += cells.len() as u64 * (range.1 - range.0);
        let ids = cells.iter().map(|cell| cell.id.as_str()).collect::<Vec<_>>().join(" ");
        let question = format!("{} {}-{} {ids}", payoff.side.name(), range.0, range.1);
        if let Some(known) = self.record.known(&question, cells.len()) {
            return Ok(Some(known));
        }
        let scored = scores(self.scenario, cells, payoff, range, self.options)?;
        if let Some(scored) = &scored {
            self.record.keep(&question, scored);
            self.watcher.keep(self.record);
        }
        Ok(scored)
    }
}
