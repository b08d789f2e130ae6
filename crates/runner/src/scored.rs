//! Plays a task whose engagements are scored rather than counted.

#![allow(clippy::disallowed_methods, reason = "the clock decides how much work is handed out at once, and no number")]

use std::time::Instant;

use engage::{Battle, Stop};

use crate::door::{Buffers, TaskTallies, play_into};
use crate::tally::{Payoff, Scoring};

/// Scores a task: each battle over the same engagements. `None` if an interrupt comes in between.
pub(crate) fn perform(
    battles: &[&dyn Battle],
    scoring: &Scoring,
    payoff: Payoff,
    seed: u64,
    range: (u64, u64),
    buffers: &mut Buffers,
    interrupt: &Stop,
) -> Option<TaskTallies> {
    let clock = Instant::now();
    let mut scores = Vec::with_capacity(battles.len());
    for battle in battles {
        if interrupt.is_set() {
            return None;
        }
        let outcomes = &mut buffers.baseline;
        play_into(outcomes, *battle, seed, range);
        scores.push(outcomes.iter().map(|outcome| payoff.of(scoring, outcome)).collect());
    }
    Some(TaskTallies { tallies: Vec::new(), scores, took: clock.elapsed() })
}
