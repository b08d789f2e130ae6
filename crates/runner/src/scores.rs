//! What candidates score, engagement by engagement: for searches that compare any two of them.

use std::sync::{Mutex, PoisonError};

use engage::Outcome;
use scenario::{Cell, Scenario};

use crate::Error;
use crate::blocks::in_order;
use crate::run::Options;
use crate::tally::Scoring;

/// Engagements that a thread plays before it takes the next ones.
const PIECE: u64 = 64;

/// What an engagement is worth to a side, in halves: 2 for a success, 0 for a failure, 1 for a draw if it counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payoff {
    /// The side that scores.
    pub side: engage::Side,
    /// The side that has a mission, whose failure to win is a success of the other side; `None` if both want to win,
    /// and a draw is worth half.
    pub mission: Option<engage::Side>,
}

impl Payoff {
    /// What an outcome is worth.
    pub(crate) fn of(self, scoring: &Scoring, outcome: &Outcome) -> u8 {
        engage::worth(scoring.winner(outcome), self.side, self.mission)
    }
}

/// The score of each engagement of a range, for each candidate. All play the same luck. `None` if an interrupt cut it
/// short.
///
/// # Errors
/// Failures of the machine.
pub fn scores(
    scenario: &Scenario,
    candidates: &[Cell],
    payoff: Payoff,
    (first, end): (u64, u64),
    options: Options<'_>,
) -> Result<Option<Vec<Vec<u8>>>, Error> {
    let scoring = Scoring::of(scenario.ruleset);
    let pieces = (end - first).div_ceil(PIECE) as usize;
    let found: Mutex<Vec<Vec<u8>>> = Mutex::new(vec![vec![0; (end - first) as usize]; candidates.len()]);
    let work = |outcomes: &mut Vec<Outcome>, item: usize| {
        let (candidate, piece) = (item / pieces, (item % pieces) as u64);
        let (from, to) = (first + piece * PIECE, (first + (piece + 1) * PIECE).min(end));
        outcomes.clear();
        outcomes.resize((to - from) as usize, Outcome::default());
        candidates[candidate].battle.play(scenario.play.seed, from, outcomes);
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        let row = &mut found[candidate][(from - first) as usize..];
        for (place, outcome) in row.iter_mut().zip(&*outcomes) {
            *place = payoff.of(&scoring, outcome);
        }
    };
    let count = candidates.len() * pieces;
    let done = in_order(&options.pool()?, count, || options.interrupted(), Vec::new, work);
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((done == count).then_some(found))
}
