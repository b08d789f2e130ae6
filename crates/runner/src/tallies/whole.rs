//! Checks whether tallies read from a file are possible. A checksum only detects incomplete or altered files, not
//! invented ones.

use std::collections::BTreeMap;

use engage::{Ruleset, Side};
use stats::{Basis, Counts, Estimate, Moments};

use super::{CellTally, Solution, Tallies};
use crate::Error;
use crate::cells::Numbers;
use crate::door::{Order, TaskTallies};
use crate::result::Method;
use crate::tally::{PairTally, Scoring, Tally};

/// More engagements of a cell than any scenario may ask for, and few enough that no sum overflows.
const MOST: u64 = 1 << 44;

/// The number of values that a count can take: counts have 16 bits.
const MOST_BINS: usize = 1 << 16;

/// The tolerance for sums of solved probabilities.
const ROUNDING: f64 = 1e-6;

/// Fails with `what` unless it holds.
fn must(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

impl Tallies {
    /// Checks that all counts add up, so that the tallies can be merged and resumed with this ruleset.
    pub(super) fn whole(&self, ruleset: &Ruleset) -> Result<(), String> {
        let range = match self.part() {
            None => (0, MOST),
            Some(part) if part.is_valid() && part.engagements <= MOST => part.range(),
            Some(part) => return Err(format!("{part} is impossible")),
        };
        let scoring = Scoring::of(ruleset);
        let told = |cell: &CellTally, what: String| format!("the counts of cell {} do not add up: {what}", cell.cell);
        let cells = || self.cells.iter().chain(&self.others);
        cells().try_for_each(|cell| cell.counted(&scoring, range).map_err(|what| told(cell, what)))?;
        let baselines = cells().filter(|cell| cell.baseline.is_none()).map(|cell| (cell.cell.as_str(), cell));
        let baselines: BTreeMap<&str, &CellTally> = baselines.collect();
        cells().try_for_each(|cell| {
            let baseline = cell.baseline.as_deref().and_then(|baseline| baselines.get(baseline));
            cell.paired(&scoring, baseline.copied()).map_err(|what| told(cell, what))
        })
    }
}

impl TaskTallies {
    /// Checks that the counts or scores of an order of this ruleset, which another process performed, add up.
    ///
    /// # Errors
    /// [`Error::Returned`] if they do not, or are those of another order.
    pub fn check(&self, order: &Order, ruleset: &Ruleset) -> Result<(), Error> {
        let (scoring, task) = (Scoring::of(ruleset), &order.task);
        let checked = || {
            if order.payoff.is_some() {
                must(self.scores.len() == task.cells.len() && self.tallies.is_empty(), "they are of other cells")?;
                let are_all = |scores: &Vec<u8>| scores.len() as u64 == task.to - task.from;
                must(self.scores.iter().all(are_all), "they are of other engagements")?;
                return must(
                    self.scores.iter().flatten().all(|&halves| halves <= 2),
                    "an engagement is worth too much",
                );
            }
            must(self.scores.is_empty(), "they are scores")?;
            must(self.tallies.len() == task.cells.len(), "they are of other cells")?;
            let cells = self.tallies.iter().enumerate().map(|(place, (tally, pair))| CellTally {
                cell: String::new(),
                baseline: (place > 0).then(String::new),
                solution: None,
                engagements: (task.from, task.to),
                tally: tally.clone(),
                pair: pair.clone(),
            });
            let cells: Vec<CellTally> = cells.collect();
            cells.iter().try_for_each(|cell| {
                cell.counted(&scoring, (task.from, task.to))?;
                cell.paired(&scoring, cells.first().filter(|_| cell.baseline.is_some()))
            })
        };
        checked().map_err(Error::Returned)
    }
}

impl CellTally {
    /// Checks its own counts and its solution.
    fn counted(&self, scoring: &Scoring, range: (u64, u64)) -> Result<(), String> {
        let (from, to) = self.engagements;
        must(range.0 == from && from <= to && to <= range.1, "its engagements differ from those of its file")?;
        let Tally { endings, turns, measures, drawn } = &self.tally;
        must(endings.bins().len() == scoring.endings(), "it has other endings than its ruleset")?;
        must(measures.len() == scoring.measures(), "it has other measures than its ruleset")?;
        let whole = |counts: &Counts| sum(counts.bins()) == Some(to - from);
        must(whole(endings), "its endings do not add up to its engagements")?;
        must(measures.iter().chain([turns]).all(whole), "a histogram does not add up to its engagements")?;
        let of_pairs =
            |ending: usize| sum(&drawn.iter().filter_map(|pair| pair.bins().get(ending).copied()).collect::<Vec<_>>());
        let add_up = (0..scoring.endings()).all(|ending| of_pairs(ending) == Some(endings.bins()[ending]));
        let as_many = drawn.iter().all(|pair| pair.bins().len() == scoring.endings());
        must(drawn.is_empty() || (as_many && add_up), "the endings of its pairs of doctrines do not add up")?;
        let ends = |counts: &Counts| counts.bins().len() <= MOST_BINS && counts.bins().last() != Some(&0);
        must(measures.iter().chain([turns]).all(ends), "a histogram goes on after its largest value")?;
        match &self.solution {
            Some(Solution::Exact(numbers)) => solved(scoring, numbers),
            _ => Ok(()),
        }
    }

    /// Checks its paired counts against the baseline, of which more engagements may have been counted since.
    fn paired(&self, scoring: &Scoring, baseline: Option<&CellTally>) -> Result<(), String> {
        let pair = match (&self.baseline, &self.pair) {
            (None, None) => return Ok(()),
            (Some(_), Some(pair)) => pair,
            _ => return Err("a variant is paired with its baseline, and a baseline with nothing".to_owned()),
        };
        let PairTally { win, draw, turns, measures, changed } = pair;
        must(measures.len() == scoring.measures(), "it has other measures than its ruleset")?;
        let (n, same) =
            (self.engagements.1 - self.engagements.0, |one: &&CellTally| one.engagements == self.engagements);
        let baseline = baseline.filter(same).map(|baseline| &baseline.tally);
        for (winner, table) in [(Some(Side::Blue), win.blue), (Some(Side::Red), win.red), (None, *draw)] {
            let bins = [table.both, table.baseline_only, table.variant_only, table.neither];
            must(sum(&bins) == Some(n), "a table of wins does not add up to its engagements")?;
            let won = |tally: &Tally| tally.won(scoring, winner);
            must(table.both + table.variant_only == won(&self.tally), "a table of wins disagrees with its endings")?;
            let as_baseline = |tally: &Tally| table.both + table.baseline_only == won(tally);
            must(baseline.is_none_or(as_baseline), "a table of wins disagrees with its baseline")?;
            let apart = table.baseline_only + table.variant_only;
            let changes = "its changed engagements are fewer than its changed wins or more than its engagements";
            must((apart..=n).contains(changed), changes)?;
        }
        let own = [&self.tally.turns].into_iter().chain(&self.tally.measures);
        for (place, (moments, own)) in [turns].into_iter().chain(measures).zip(own).enumerate() {
            must(possible(moments, n), "sums of differences are impossible")?;
            let theirs = baseline.map(|tally| if place == 0 { &tally.turns } else { &tally.measures[place - 1] });
            let apart = |theirs: &Counts| own.moments().sum - theirs.moments().sum == moments.sum;
            must(theirs.is_none_or(apart), "a sum of differences disagrees with its histograms")?;
        }
        Ok(())
    }
}

/// A sum that did not overflow.
fn sum(counts: &[u64]) -> Option<u64> {
    counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count))
}

/// Whether `n` differences of 16 bits can have these sums.
fn possible(moments: &Moments, n: u64) -> bool {
    let &Moments { n: own, sum, sum_of_squares: squares } = moments;
    let (size, n) = (sum.unsigned_abs(), u128::from(n));
    let most = u128::from(u16::MAX);
    // A square is at least as large as its number and has the same parity; the last line is the Cauchy–Schwarz
    // inequality.
    u128::from(own) == n
        && size <= squares
        && squares <= most.pow(2) * n
        && size % 2 == squares % 2
        && size.checked_pow(2).zip(squares.checked_mul(n)).is_some_and(|(sum, squares)| sum <= squares)
}

/// Checks that these can be the numbers of an exact solution.
fn solved(scoring: &Scoring, numbers: &Numbers) -> Result<(), String> {
    let Numbers { method, win, draw, endings, turns, measures, drawn: _ } = numbers;
    let Method::Exact { unresolved, .. } = *method else { return Err("its solution is not exact".to_owned()) };
    must(endings.len() == scoring.endings(), "its solution has other endings than its ruleset")?;
    must(measures.len() == scoring.measures(), "its solution has other measures than its ruleset")?;
    let is_share = |share: f64| (-ROUNDING..=1.0 + ROUNDING).contains(&share);
    let is_exact = |one: &Estimate| matches!(one.basis, Basis::Exact { .. });
    let shares = || endings.iter().chain(win.iter()).chain([draw]);
    must(shares().all(|one| is_exact(one) && is_share(one.value)), "a solved chance is impossible")?;
    must(is_share(unresolved), "the unresolved part of its solution is impossible")?;
    let is_all = |sum: f64| (sum + unresolved - 1.0).abs() <= ROUNDING;
    must(is_all(endings.iter().map(|one| one.value).sum()), "its solved endings do not add up to 1")?;
    for side in Side::ALL {
        let won = endings.iter().zip(scoring.wins(side)).filter(|(_, wins)| **wins);
        let won: f64 = won.map(|(one, _)| one.value).sum();
        must((won - win[side].value).abs() <= ROUNDING, "its solved wins disagree with its endings")?;
    }
    for quantity in measures.iter().chain([turns]) {
        let bins = &quantity.distribution;
        must(bins.len() <= MOST_BINS && bins.iter().all(|&bin| is_share(bin)), "a solved distribution is impossible")?;
        must(is_all(bins.iter().sum()), "a solved distribution does not add up to 1")?;
        let mean: f64 = bins.iter().enumerate().map(|(count, share)| count as f64 * share).sum();
        let near = (mean - quantity.mean.value).abs() <= ROUNDING * mean.max(1.0);
        must(is_exact(&quantity.mean) && near, "a solved mean disagrees with its distribution")?;
    }
    Ok(())
}
