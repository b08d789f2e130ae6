//! How the intervals of a run are made, and how tight they have to be.

use engage::{BySide, Side, WINS};
use scenario::{Aim, Body, Correction, Interval, Quantity, Scenario};
use serde::{Deserialize, Serialize};
use stats::{Counts, Estimate, Level, ProportionInterval, Split};

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
    /// How many quantities are judged beside the one asked about.
    pub others: usize,
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
        Intervals { level, shares, correction: play.correction, each, others: others(scenario) }
    }

    /// How the level of the page is shared over this number of comparisons in each quantity.
    #[must_use]
    pub const fn split(&self, comparisons: usize) -> Split {
        Split::new(self.level, self.others, comparisons)
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

    /// The same at another level.
    pub(crate) fn at(self, each: Level) -> Intervals {
        Intervals { each, ..self }
    }

    /// A quantity of a tally.
    pub(crate) fn quantity(&self, scoring: &Scoring, tally: &Tally, quantity: Quantity) -> Estimate {
        match quantity {
            Quantity::Win(winner) => self.share(tally.won(scoring, winner), tally),
            Quantity::Ending(ending) => self.share(tally.endings.bins()[ending], tally),
            Quantity::Decided(side) => {
                let [own, other] = [side, side.enemy()].map(|side| tally.won(scoring, Some(side)));
                let share = self.shares.estimate(own, own + other, self.each);
                // Where nobody has won, neither side is ahead.
                if own + other > 0 { share } else { Estimate { value: 0.5, ..share } }
            }
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

/// The headline quantities: who wins, either side or nobody, the losses of both, and the turns.
const HEADLINES: usize = 6;

/// The quantity that a scenario asks about; none where that is an ending.
fn asked(scenario: &Scenario) -> Option<Quantity> {
    let word = scenario.about.quantity.as_deref().unwrap_or_default();
    let win = WINS.iter().find(|win| win.id == word).map(|win| Quantity::Win(win.winner));
    let measure = scenario.ruleset.measures.iter().position(|measure| measure.id == word).map(Quantity::Measure);
    win.or(measure).or((word == "turns").then_some(Quantity::Turns))
}

/// How many quantities are judged beside the one that a scenario asks about: the headlines, and where nothing is swept the endings.
fn others(scenario: &Scenario) -> usize {
    // Losses come first among the measures.
    let headline = asked(scenario).is_some_and(|asked| !matches!(asked, Quantity::Measure(2..)));
    let endings = if scenario.axes.is_empty() { scenario.ruleset.endings.len() } else { 0 };
    HEADLINES - usize::from(headline) + endings
}

/// How the level of a page is shared over the differences that it judges.
pub(crate) struct Page {
    asked: Option<Quantity>,
    split: Split,
}

impl Page {
    /// As a scenario asks for it: the quantity that it asks about has half, in every cell of a variant.
    pub(crate) fn of(scenario: &Scenario) -> Page {
        let comparisons = match &scenario.body {
            Body::Fight(cells) => cells.iter().filter(|cell| cell.variant.is_some()).count(),
            Body::Situation { .. } => 0,
        };
        Page { asked: asked(scenario), split: Intervals::of(scenario).split(comparisons) }
    }

    /// The level of the difference in a quantity.
    pub(crate) fn level(&self, quantity: Quantity) -> Level {
        self.split.level(self.asked == Some(quantity))
    }
}
