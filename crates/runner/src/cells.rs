//! From tallies and exact solutions to the numbers of a cell.

use engage::{BySide, ExactFight, Mix, Outcome, Side, Sum};
use scenario::Quantity as Word;
use serde::{Deserialize, Serialize};
use stats::{Basis, Contest, Counts, Estimate, Moments, PairedProportion, difference_at_every_look, variance_saved};

use crate::intervals::{Intervals, Page, Winning};
use crate::result::{Difference, Method, Paired, Quantity};
use crate::tally::{PairTally, Scoring, Tally};

/// The numbers of a cell, without its difference from the baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Numbers {
    pub(crate) method: Method,
    pub(crate) win: BySide<Estimate>,
    pub(crate) draw: Estimate,
    pub(crate) endings: Vec<Estimate>,
    pub(crate) turns: Quantity,
    pub(crate) measures: Vec<Quantity>,
    /// Who wins with each pair of doctrines that is drawn; empty if there is no mix of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) drawn: Vec<Winning>,
}

impl Numbers {
    /// A quantity.
    pub(crate) fn quantity(&self, quantity: Word) -> Estimate {
        match quantity {
            Word::Win(Some(side)) => self.win[side],
            Word::Win(None) => self.draw,
            Word::Decided(side) => decided(&self.win[side], &self.win[side.enemy()]),
            Word::Ending(ending) => self.endings[ending],
            Word::Turns => self.turns.mean,
            Word::Measure(measure) => self.measures[measure].mean,
        }
    }
}

/// `own / (own + other)` for two solved chances; one half if both are zero.
fn decided(own: &Estimate, other: &Estimate) -> Estimate {
    let of = |own: f64, other: f64| if own + other > 0.0 { own / (own + other) } else { 0.5 };
    let (value, most) = (of(own.value, other.value + unresolved(other)), of(own.value + unresolved(own), other.value));
    Estimate { value, basis: Basis::Exact { unresolved: (most - value).max(0.0) } }
}

/// The numbers of a cell that was played.
pub(crate) fn sampled(scoring: &Scoring, intervals: &Intervals, tally: &Tally) -> Numbers {
    let quantity = |counts: &Counts| Quantity { mean: intervals.mean(counts), distribution: counts.shares() };
    Numbers {
        method: Method::Sampled { engagements: tally.engagements() },
        win: intervals.wins(scoring, tally),
        draw: intervals.share(tally.won(scoring, None), tally),
        endings: tally.endings.bins().iter().map(|&hits| intervals.share(hits, tally)).collect(),
        turns: quantity(&tally.turns),
        measures: tally.measures.iter().map(quantity).collect(),
        drawn: tally.drawn.iter().map(|endings| intervals.winning(scoring, endings)).collect(),
    }
}

/// The numbers of a cell that was solved.
pub(crate) fn exact(scoring: &Scoring, fight: &ExactFight) -> Numbers {
    let sum = |holds: &dyn Fn(&Outcome) -> bool| {
        let shares = fight.outcomes.iter().filter(|(outcome, _)| holds(outcome)).map(|(_, share)| *share);
        let value = shares.collect::<Sum>().total();
        Estimate { value, basis: Basis::Exact { unresolved: fight.unresolved } }.within(0.0, 1.0)
    };
    let won = |winner| sum(&|outcome| scoring.winner(outcome) == winner);
    Numbers {
        method: Method::Exact { states: fight.states as u64, unresolved: fight.unresolved },
        win: BySide { blue: won(Some(Side::Blue)), red: won(Some(Side::Red)) },
        draw: won(None),
        endings: (0..scoring.endings()).map(|ending| sum(&|outcome| usize::from(outcome.ending) == ending)).collect(),
        turns: solved(fight, |outcome| outcome.turns),
        measures: (0..scoring.measures()).map(|index| solved(fight, |outcome| outcome.measures[index])).collect(),
        drawn: Vec::new(),
    }
}

/// The numbers of a mix that was solved, from the solutions of its battles.
pub(crate) fn exact_mix(scoring: &Scoring, mix: &Mix, fights: &[ExactFight]) -> Numbers {
    let winning = |fight: &ExactFight| {
        let Numbers { win, draw, .. } = exact(scoring, fight);
        Winning { win, draw, engagements: None }
    };
    Numbers { drawn: fights.iter().map(winning).collect(), ..exact(scoring, &mix.mixed(fights)) }
}

fn solved(fight: &ExactFight, value: impl Fn(&Outcome) -> u16) -> Quantity {
    let bins = fight.outcomes.iter().map(|(outcome, _)| usize::from(value(outcome)) + 1).max().unwrap_or(0);
    let mut distribution = vec![Sum::default(); bins];
    fight.outcomes.iter().for_each(|(outcome, share)| distribution[usize::from(value(outcome))].add(*share));
    let distribution: Vec<f64> = distribution.into_iter().map(Sum::total).collect();
    let mean = distribution.iter().enumerate().map(|(count, share)| count as f64 * share).collect::<Sum>().total();
    // Unresolved fights may end with any count that 16 bits can hold.
    let unresolved = fight.unresolved * f64::from(u16::MAX);
    Quantity { mean: Estimate { value: mean, basis: Basis::Exact { unresolved } }, distribution }
}

/// The paired difference of a variant from its baseline, both played.
pub(crate) fn paired(page: &Page, baseline: &Tally, variant: &Tally, pair: &PairTally) -> Difference {
    let share = |word, pair: &PairedProportion| Paired {
        difference: Contest::from(pair).at_every_look(page.level(word)),
        variance_saved: pair.variance_saved(),
    };
    let counted = |word, baseline: &Counts, variant: &Counts, difference: &Moments| {
        let (baseline, variant) = (baseline.moments(), variant.moments());
        Paired {
            difference: difference_at_every_look(&baseline, &variant, difference, page.level(word)),
            variance_saved: variance_saved(&baseline, &variant, difference),
        }
    };
    let won = |side| Word::Win(Some(side));
    let measures = baseline.measures.iter().zip(&variant.measures).zip(&pair.measures).enumerate();
    Difference {
        win: BySide { blue: share(won(Side::Blue), &pair.win.blue), red: share(won(Side::Red), &pair.win.red) },
        draw: share(Word::Win(None), &pair.draw),
        turns: counted(Word::Turns, &baseline.turns, &variant.turns, &pair.turns),
        measures: measures
            .map(|(i, ((baseline, variant), pair))| counted(Word::Measure(i), baseline, variant, pair))
            .collect(),
        changed: Some(pair.changed),
    }
}

/// The difference of a variant from its baseline, both solved.
pub(crate) fn subtracted(baseline: &Numbers, variant: &Numbers) -> Difference {
    let minus = |variant: &Estimate, baseline: &Estimate| Paired {
        difference: Estimate {
            value: variant.value - baseline.value,
            basis: Basis::Exact { unresolved: unresolved(variant) + unresolved(baseline) },
        },
        variance_saved: None,
    };
    let share = |variant: &Estimate, baseline: &Estimate| {
        let paired = minus(variant, baseline);
        Paired { difference: paired.difference.within(-1.0, 1.0), ..paired }
    };
    let measures = variant.measures.iter().zip(&baseline.measures);
    Difference {
        win: BySide::from_fn(|side| share(&variant.win[side], &baseline.win[side])),
        draw: share(&variant.draw, &baseline.draw),
        turns: minus(&variant.turns.mean, &baseline.turns.mean),
        measures: measures.map(|(variant, baseline)| minus(&variant.mean, &baseline.mean)).collect(),
        changed: None,
    }
}

fn unresolved(estimate: &Estimate) -> f64 {
    match estimate.basis {
        Basis::Exact { unresolved } => unresolved,
        Basis::Sampled { low, high, .. } => high - low,
    }
}
