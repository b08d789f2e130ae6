//! How a run computes its intervals, and how tight they have to be.

use engage::{BySide, Side, WINS};
use scenario::{Aim, Body, Correction, Interval, Quantity, Scenario};
use serde::{Deserialize, Serialize};
use stats::{Counts, Estimate, Level, ProportionInterval, Split};

use crate::tally::{Scoring, Tally};

/// How the intervals of a run are computed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intervals {
    /// The requested level: how often an interval holds.
    pub level: Level,
    /// The method for intervals of shares.
    pub shares: ProportionInterval,
    /// The correction for many intervals.
    pub correction: Correction,
    /// The level of each single interval, after the correction.
    pub each: Level,
    /// The number of quantities judged besides the one that the scenario asks about.
    pub others: usize,
}

/// Who wins with one pair of doctrines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Winning {
    /// Chance that each side wins.
    pub win: BySide<Estimate>,
    /// Chance of a draw.
    pub draw: Estimate,
    /// Engagements that drew the pair; `None` if it was solved.
    pub engagements: Option<u64>,
}

impl Intervals {
    /// The intervals that a scenario asks for.
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

    /// Shares the level of the page among this number of comparisons in each quantity.
    #[must_use]
    pub const fn split(&self, comparisons: usize) -> Split {
        Split::new(self.level, self.others, comparisons)
    }

    /// The chances of each side to win.
    pub(crate) fn wins(&self, scoring: &Scoring, tally: &Tally) -> BySide<Estimate> {
        let chance = |side| self.share(tally.won(scoring, Some(side)), tally);
        BySide { blue: chance(Side::Blue), red: chance(Side::Red) }
    }

    /// Who wins the engagements that are counted by ending.
    pub(crate) fn winning(&self, scoring: &Scoring, endings: &Counts) -> Winning {
        let n = endings.total();
        let share = |winner| self.shares.estimate(scoring.won(endings, winner), n, self.each);
        let win = BySide::from_fn(|side| share(Some(side)));
        Winning { win, draw: share(None), engagements: Some(n) }
    }

    /// A share of the engagements of a tally.
    pub(crate) fn share(&self, hits: u64, tally: &Tally) -> Estimate {
        self.shares.estimate(hits, tally.engagements(), self.each)
    }

    /// The mean of a count.
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
                // Without any win neither side is ahead.
                if own + other > 0 { share } else { Estimate { value: 0.5, ..share } }
            }
            Quantity::Turns => self.mean(&tally.turns),
            Quantity::Measure(measure) => self.mean(&tally.measures[measure]),
        }
    }

    /// The width of each aim's interval in a tally, divided by the requested width, in the order of the aims: at most 1
    /// if the aim is reached, infinite or NaN if the tally is too small to say.
    pub(crate) fn excess(&self, scoring: &Scoring, tally: &Tally, aims: &[Aim]) -> impl Iterator<Item = f64> {
        aims.iter().map(|aim| self.quantity(scoring, tally, aim.quantity).half_width() / aim.width)
    }

    /// Estimates how many engagements an aim needs from those played so far: an interval shrinks with their square
    /// root. `None` if the tally is too small to say.
    pub(crate) fn needed(engagements: u64, excess: f64) -> Option<u64> {
        let needed = engagements as f64 * excess * excess;
        (engagements > 0 && needed.is_finite()).then_some(needed.ceil() as u64)
    }
}

/// The number of headline quantities: a win of either side, a draw, the losses of both sides, and the turns.
const HEADLINES: usize = 6;

/// The quantity that a scenario asks about; `None` if that is an ending.
fn asked(scenario: &Scenario) -> Option<Quantity> {
    let word = scenario.about.quantity.as_deref().unwrap_or_default();
    let win = WINS.iter().find(|win| win.id == word).map(|win| Quantity::Win(win.winner));
    let measure = scenario.ruleset.measures.iter().position(|measure| measure.id == word).map(Quantity::Measure);
    win.or(measure).or((word == "turns").then_some(Quantity::Turns))
}

/// The number of quantities judged besides the one that a scenario asks about: the headlines and, if nothing is swept,
/// the endings.
fn others(scenario: &Scenario) -> usize {
    // Losses come first among the measures.
    let headline = asked(scenario).is_some_and(|asked| !matches!(asked, Quantity::Measure(2..)));
    let endings = if scenario.axes.is_empty() { scenario.ruleset.endings.len() } else { 0 };
    HEADLINES - usize::from(headline) + endings
}

/// Shares the level of a page among the differences that it judges.
pub(crate) struct Page {
    asked: Option<Quantity>,
    split: Split,
}

impl Page {
    /// As a scenario asks for it. The quantity that it asks about takes half of the allowed error, shared among the
    /// cells of variants.
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
