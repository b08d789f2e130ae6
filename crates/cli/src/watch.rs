//! Shows the progress of a run: a bar in a terminal, occasional lines elsewhere.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use runner::{Progress, Snapshot};
use scenario::Scenario;

use crate::output;

/// The time between two updates of the bar.
const BAR_PERIOD: Duration = Duration::from_millis(100);

/// The time between two lines without a terminal.
const LINE_PERIOD: Duration = Duration::from_secs(10);

/// The first line comes sooner, but not at once, because a run may be very short.
const FIRST_LINE: Duration = Duration::from_millis(500);

/// Shows the progress of one scenario on standard error.
pub(crate) struct Watch<'s> {
    scenario: &'s Scenario,
    bar: Option<ProgressBar>,
    start: Instant,
    period: Duration,
    /// Milliseconds after the start at which the next snapshot is due.
    next: AtomicU64,
}

impl<'s> Watch<'s> {
    /// A bar if standard error is a terminal.
    pub(crate) fn new(scenario: &'s Scenario) -> Watch<'s> {
        let bar = io::stderr().is_terminal().then(|| ProgressBar::new(0).with_style(style()));
        let (first, period) = if bar.is_some() { (BAR_PERIOD, BAR_PERIOD) } else { (FIRST_LINE, LINE_PERIOD) };
        Watch { scenario, bar, start: Instant::now(), period, next: AtomicU64::new(first.as_millis() as u64) }
    }

    fn line(&self, done: u64, total: u64) -> String {
        let elapsed = self.start.elapsed().as_secs_f64().max(1e-3);
        let rate = done as f64 / elapsed;
        let left = (total.saturating_sub(done)) as f64 / rate.max(1.0);
        format!(
            "{elapsed:.0} s: {} of {} engagements, {} a second, {left:.0} s left",
            HumanCount(done),
            HumanCount(total),
            HumanCount(rate as u64)
        )
    }

    fn headline(&self, (cell, win): &(usize, engage::BySide<stats::Estimate>)) -> String {
        let side = |word: &str, chance: &stats::Estimate| {
            format!("{word} {:.2} ±{:.2} %", 100.0 * chance.value, 100.0 * chance.half_width())
        };
        let label = engage::plain(&runner::label(self.scenario, *cell));
        format!("{}, {} ({label})", side("blue wins", &win.blue), side("red", &win.red))
    }
}

fn style() -> ProgressStyle {
    let template = "{bar:24} {human_pos}/{human_len} {rate} a second, {eta} left\n{wide_msg}";
    let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        let _ = write!(text, "{}", HumanCount(state.per_sec() as u64));
    };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("rate", rate)
}

impl Progress for Watch<'_> {
    fn due(&self) -> bool {
        let now = self.start.elapsed().as_millis() as u64;
        let next = self.next.load(Ordering::Relaxed);
        let later = now + self.period.as_millis() as u64;
        now >= next && self.next.compare_exchange(next, later, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    fn show(&self, snapshot: &Snapshot) {
        match (snapshot, &self.bar) {
            (Snapshot::Solving { done, total }, Some(bar)) => {
                bar.set_message(format!("solving: {done} of {total} cells"))
            }
            (Snapshot::Solving { done, total }, None) => output::note(&format!("solving: {done} of {total} cells")),
            (Snapshot::Playing { done, total, widest }, Some(bar)) => {
                bar.set_length(*total);
                bar.set_position(*done);
                bar.set_message(widest.as_ref().map(|widest| self.headline(widest)).unwrap_or_default());
            }
            (Snapshot::Playing { done, total, widest }, None) => {
                let headline = widest.as_ref().map(|widest| format!("; widest interval: {}", self.headline(widest)));
                output::note(&(self.line(*done, *total) + &headline.unwrap_or_default()));
            }
        }
    }
}

/// Shows the progress of a search, whose cells are none of the scenario's own.
pub(crate) struct OfSearch<'s>(pub(crate) Watch<'s>);

impl Progress for OfSearch<'_> {
    fn due(&self) -> bool {
        self.0.due()
    }

    fn show(&self, snapshot: &Snapshot) {
        self.0.show(&match snapshot {
            &Snapshot::Playing { done, total, .. } => Snapshot::Playing { done, total, widest: None },
            solving => solving.clone(),
        });
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
