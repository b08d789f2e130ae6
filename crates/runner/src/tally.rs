//! The counts of a cell's engagements, in integers, so that merging is exact in any order.

use engage::{Battle, BySide, Outcome, Ruleset, Side};
use serde::{Deserialize, Serialize};
use stats::{Counts, Moments, PairedProportion};

/// What an engagement is worth to a side, in halves: 2 for a success, 0 for a failure, 1 for a draw if it counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// The endings that are wins of each side, and the numbers of endings and measures of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scoring {
    winners: Vec<Option<Side>>,
    wins: BySide<Vec<bool>>,
    endings: usize,
    measures: usize,
}

impl Scoring {
    /// The scoring of a ruleset.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> Scoring {
        let wins = |side| ruleset.endings.iter().map(|ending| ending.winner == Some(side)).collect();
        Scoring {
            winners: ruleset.endings.iter().map(|ending| ending.winner).collect(),
            wins: BySide { blue: wins(Side::Blue), red: wins(Side::Red) },
            endings: ruleset.endings.len(),
            measures: ruleset.measures.len(),
        }
    }

    /// Whether a side wins by each ending.
    #[must_use]
    pub fn wins(&self, side: Side) -> &[bool] {
        &self.wins[side]
    }

    /// The number of endings.
    #[must_use]
    pub const fn endings(&self) -> usize {
        self.endings
    }

    /// The number of measures.
    #[must_use]
    pub const fn measures(&self) -> usize {
        self.measures
    }

    /// The engagements, counted by ending, that a side won, or neither if `winner` is `None`.
    pub(crate) fn won(&self, endings: &Counts, winner: Option<Side>) -> u64 {
        let won = endings.bins().iter().zip(&self.winners).filter(|(_, won)| **won == winner);
        won.map(|(count, _)| count).sum()
    }

    /// The winner, if any.
    pub(crate) fn winner(&self, outcome: &Outcome) -> Option<Side> {
        self.winners[usize::from(outcome.ending)]
    }
}

/// The tally of a cell. Histograms end at the largest value that occurred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Engagements by ending.
    pub endings: Counts,
    /// Engagements by turns begun.
    pub turns: Counts,
    /// Engagements by each measure.
    pub measures: Vec<Counts>,
    /// Engagements by ending for each pair of doctrines that is drawn; empty if there is no mix of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<Counts>,
}

impl Tally {
    /// A tally of nothing.
    #[must_use]
    pub fn new(scoring: &Scoring) -> Tally {
        Tally {
            endings: Counts::new(scoring.endings),
            turns: Counts::default(),
            measures: vec![Counts::default(); scoring.measures],
            drawn: Vec::new(),
        }
    }

    /// The tally of a set of engagements.
    ///
    /// # Panics
    /// When an outcome names an ending that the ruleset does not have.
    #[must_use]
    pub fn of(scoring: &Scoring, outcomes: &[Outcome]) -> Tally {
        let mut endings = Counts::new(scoring.endings);
        outcomes.iter().for_each(|outcome| endings.record(usize::from(outcome.ending)));
        let measure = |index| histogram(outcomes, |outcome: &Outcome| outcome.measures[index]);
        Tally {
            endings,
            turns: histogram(outcomes, |outcome| outcome.turns),
            measures: (0..scoring.measures).map(measure).collect(),
            drawn: Vec::new(),
        }
    }

    /// The same tally, of the engagements from `first` of a battle that may be a mix.
    #[must_use]
    pub(crate) fn drawn_by(mut self, battle: &dyn Battle, seed: u64, first: u64, outcomes: &[Outcome]) -> Tally {
        if let Some(mix) = battle.mix() {
            self.drawn = vec![Counts::new(self.endings.bins().len()); mix.weights().len()];
            for (outcome, engagement) in outcomes.iter().zip(first..) {
                self.drawn[mix.drawn(seed, engagement)].record(usize::from(outcome.ending));
            }
        }
        self
    }

    /// Adds the engagements of another tally of the same ruleset.
    pub fn merge(&mut self, other: Tally) {
        self.endings.merge(&other.endings);
        merge(&mut self.turns, other.turns);
        self.measures.iter_mut().zip(other.measures).for_each(|(mine, theirs)| merge(mine, theirs));
        if self.drawn.is_empty() {
            self.drawn = other.drawn;
        } else {
            self.drawn.iter_mut().zip(&other.drawn).for_each(|(mine, theirs)| mine.merge(theirs));
        }
    }

    /// Engagements counted.
    #[must_use]
    pub fn engagements(&self) -> u64 {
        self.endings.total()
    }

    /// Engagements won by a side, or by neither if `winner` is `None`.
    #[must_use]
    pub fn won(&self, scoring: &Scoring, winner: Option<Side>) -> u64 {
        scoring.won(&self.endings, winner)
    }
}

fn histogram(outcomes: &[Outcome], value: impl Fn(&Outcome) -> u16) -> Counts {
    let bins = outcomes.iter().map(&value).max().map_or(0, |most| usize::from(most) + 1);
    let mut counts = Counts::new(bins);
    outcomes.iter().for_each(|outcome| counts.record(usize::from(value(outcome))));
    counts
}

fn merge(mine: &mut Counts, mut theirs: Counts) {
    theirs.widen(mine.bins().len());
    mine.widen(theirs.bins().len());
    mine.merge(&theirs);
}

/// The tally of a variant against its baseline, engagement by engagement. Differences are the variant's value minus the
/// baseline's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairTally {
    /// Wins of each side.
    pub win: BySide<PairedProportion>,
    /// Draws.
    pub draw: PairedProportion,
    /// Differences in turns begun.
    pub turns: Moments,
    /// Differences in each measure.
    pub measures: Vec<Moments>,
    /// Engagements in which any count differed.
    pub changed: u64,
}

impl PairTally {
    /// A tally of nothing.
    #[must_use]
    pub fn new(scoring: &Scoring) -> PairTally {
        PairTally {
            win: BySide::default(),
            draw: PairedProportion::default(),
            turns: Moments::default(),
            measures: vec![Moments::default(); scoring.measures],
            changed: 0,
        }
    }

    /// The tally of the same engagements under the baseline and under the variant, at most 2^31 of them.
    ///
    /// # Panics
    /// When an outcome names an ending that the ruleset does not have.
    #[must_use]
    pub fn of(scoring: &Scoring, baseline: &[Outcome], variant: &[Outcome]) -> PairTally {
        let measure = |index| differences(baseline, variant, |outcome: &Outcome| outcome.measures[index]);
        PairTally {
            win: BySide::from_fn(|side| joint(scoring, Some(side), baseline, variant)),
            draw: joint(scoring, None, baseline, variant),
            turns: differences(baseline, variant, |outcome| outcome.turns),
            measures: (0..scoring.measures).map(measure).collect(),
            changed: baseline.iter().zip(variant).filter(|(baseline, variant)| baseline != variant).count() as u64,
        }
    }

    /// Adds the engagements of another tally of the same ruleset.
    pub fn merge(&mut self, other: &PairTally) {
        Side::ALL.into_iter().for_each(|side| self.win[side].merge(&other.win[side]));
        self.draw.merge(&other.draw);
        self.turns.merge(&other.turns);
        self.measures.iter_mut().zip(&other.measures).for_each(|(mine, theirs)| mine.merge(theirs));
        self.changed += other.changed;
    }
}

fn joint(scoring: &Scoring, winner: Option<Side>, baseline: &[Outcome], variant: &[Outcome]) -> PairedProportion {
    let mut joint = PairedProportion::default();
    for (baseline, variant) in baseline.iter().zip(variant) {
        joint.record(scoring.winner(baseline) == winner, scoring.winner(variant) == winner);
    }
    joint
}

/// Differences are below 2^16, so that sums over 2^31 of them fit plain words; these are several times faster here than
/// recording one by one.
fn differences(baseline: &[Outcome], variant: &[Outcome], value: impl Fn(&Outcome) -> u16) -> Moments {
    let (mut sum, mut squares) = (0_i64, 0_u64);
    for (baseline, variant) in baseline.iter().zip(variant) {
        let difference = i64::from(value(variant)) - i64::from(value(baseline));
        sum += difference;
        squares += difference.unsigned_abs().pow(2);
    }
    Moments { n: baseline.len() as u64, sum: sum.into(), sum_of_squares: squares.into() }
}

#[cfg(test)]
mod tests {
    use engage::{Outcome, Side};
    use stats::Moments;

    use super::{PairTally, Scoring, Tally};
    use crate::toy;

    fn outcomes(seed: u32) -> Vec<Outcome> {
        let value = |i: u32, n| (i.wrapping_mul(2_654_435_761).wrapping_add(seed.wrapping_mul(40_503)) >> 16) % n;
        let outcome = |i| Outcome {
            ending: value(i, 3) as u8,
            turns: value(i + 1, 40) as u16,
            measures: [value(i + 2, 5) as u16, value(i + 3, 300) as u16, 0, 0, 0, 0, 0],
        };
        (0..1000).map(outcome).collect()
    }

    #[test]
    fn merging_in_any_order_and_split_is_counting_at_once() {
        let scoring = Scoring::of(&toy::RULESET);
        let (baseline, variant) = (outcomes(1), outcomes(2));
        let (whole, pair) = (Tally::of(&scoring, &baseline), PairTally::of(&scoring, &baseline, &variant));
        for size in [1, 7, 300, 1000] {
            let mut parts: Vec<_> = baseline.chunks(size).zip(variant.chunks(size)).collect();
            for _ in 0..2 {
                let (mut merged, mut merged_pair) = (Tally::new(&scoring), PairTally::new(&scoring));
                for (baseline, variant) in &parts {
                    merged.merge(Tally::of(&scoring, baseline));
                    merged_pair.merge(&PairTally::of(&scoring, baseline, variant));
                }
                assert_eq!((&merged, &merged_pair), (&whole, &pair));
                parts.reverse();
            }
        }
    }

    #[test]
    fn counts_by_hand() {
        let scoring = Scoring::of(&toy::RULESET);
        let outcome = |ending, turns, lost| Outcome { ending, turns, measures: [lost, 0, 0, 0, 0, 0, 0] };
        let baseline = [outcome(0, 3, 0), outcome(1, 5, 2), outcome(2, 9, 1)];
        let variant = [outcome(0, 2, 1), outcome(0, 5, 0), outcome(1, 1, 1)];
        let tally = Tally::of(&scoring, &baseline);
        assert_eq!(
            (tally.engagements(), tally.won(&scoring, Some(Side::Blue)), tally.won(&scoring, Some(Side::Red))),
            (3, 1, 1)
        );
        assert_eq!(tally.turns.bins(), [0, 0, 0, 1, 0, 1, 0, 0, 0, 1]);
        assert_eq!(tally.measures[0].bins(), [1, 1, 1]);
        let pair = PairTally::of(&scoring, &baseline, &variant);
        assert_eq!((pair.win.blue.both, pair.win.blue.variant_only, pair.win.blue.neither), (1, 1, 1));
        assert_eq!((pair.win.red.baseline_only, pair.win.red.variant_only, pair.win.red.neither), (1, 1, 1));
        assert_eq!((pair.draw.baseline_only, pair.draw.variant_only, pair.draw.neither), (1, 0, 2));
        assert_eq!(pair.turns, Moments { n: 3, sum: -9, sum_of_squares: 65 });
        assert_eq!(pair.measures[0], Moments { n: 3, sum: -1, sum_of_squares: 5 });
        assert_eq!(pair.changed, 3);
        assert_eq!(PairTally::of(&scoring, &baseline, &baseline).changed, 0);
    }

    #[test]
    fn files_keep_a_tally() {
        let scoring = Scoring::of(&toy::RULESET);
        let pair = (Tally::of(&scoring, &outcomes(1)), PairTally::of(&scoring, &outcomes(1), &outcomes(2)));
        let text = serde_json::to_string(&pair).unwrap();
        assert_eq!(serde_json::from_str::<(Tally, PairTally)>(&text).unwrap(), pair);
    }
}
