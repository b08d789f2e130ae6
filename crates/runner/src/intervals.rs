//! How the intervals of a run are made, and how tight they have to be.

use engage::{BySide, Side};
use scenario::{Aim, Body, Correction, Interval, Quantity, Scenario};
use serde::{Deserialize, Serialize};
use stats::{Counts, Estimate, Level, Moments, PairedProportion, ProportionInterval};

use crate::tally::{Scoring, Tally};

/// How the intervals of a run are made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intervals {
    /// How often an interval is to hold, as it was asked for.
    pub level: Level,
    /// How the intervals of shares are made.
    pub shares: ProportionInterval,
    /// What is done about many intervals.
    pub correction: Correction,
    /// The level at which each interval is made, after the correction.
    pub each: Level,
}

impl Intervals {
    /// As a scenario asks for them.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Intervals {
        let play = &scenario.play;
        let level = play.level.0;
        let cells = match (&scenario.body, play.correction) {
            (Body::Fight(cells), Correction::Bonferroni) => cells.len().max(1),
            _ => 1,
        };
        let shares = match play.interval {
            Interval::Wilson => ProportionInterval::Wilson,
            Interval::ClopperPearson => ProportionInterval::ClopperPearson,
        };
        let each = Level::new(1.0 - (1.0 - level.share()) / cells as f64).unwrap_or(level);
        Intervals { level, shares, correction: play.correction, each }
    }

    /// The chances of each side to win.
    pub(crate) fn wins(&self, scoring: &Scoring, tally: &Tally) -> BySide<Estimate> {
        let chance = |side| self.share(tally.won(scoring, Some(side)), tally);
        BySide { blue: chance(Side::Blue), red: chance(Side::Red) }
    }

    /// A share of the engagements of a tally.
    pub(crate) fn share(&self, hits: u64, tally: &Tally) -> Estimate {
        self.shares.estimate(hits, tally.engagements(), self.each)
    }

    /// The mean of what was counted.
    pub(crate) fn mean(&self, counts: &Counts) -> Estimate {
        counts.moments().estimate_of_counts(self.each)
    }

    /// A paired difference of shares.
    pub(crate) fn difference(&self, pair: &PairedProportion) -> Estimate {
        pair.difference(self.each)
    }

    /// A mean of paired differences.
    pub(crate) fn mean_difference(&self, moments: &Moments) -> Estimate {
        moments.estimate(self.each)
    }

    /// The same at another level.
    pub(crate) fn at(self, each: Level) -> Intervals {
        Intervals { each, ..self }
    }

    /// A quantity of a tally.
    pub(crate) fn quantity(&self, scoring: &Scoring, tally: &Tally, quantity: Quantity) -> Estimate {
        match quantity {
            Quantity::Win(winner) => self.share(tally.won(scoring, winner), tally),
            Quantity::Ending(ending) => self.share(tally.endings.bins()[ending], tally),
            Quantity::Turns => self.mean(&tally.turns),
            Quantity::Measure(measure) => self.mean(&tally.measures[measure]),
        }
    }

    /// How many times as wide as asked for the interval of each aim is in a tally, in their order; at most 1 where it is reached.
    /// Infinite or NaN where nothing can be said yet.
    pub(crate) fn excess(&self, scoring: &Scoring, tally: &Tally, aims: &[Aim]) -> impl Iterator<Item = f64> {
        aims.iter().map(|aim| self.quantity(scoring, tally, aim.quantity).half_width() / aim.width)
    }

    /// Engagements that an aim would need, judged by those that were played: an interval shrinks with their root. None where
    /// nothing can be said.
    pub(crate) fn needed(engagements: u64, excess: f64) -> Option<u64> {
        let needed = engagements as f64 * excess * excess;
        (engagements > 0 && needed.is_finite()).then_some(needed.ceil() as u64)
    }
}
