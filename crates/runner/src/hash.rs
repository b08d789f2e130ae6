//! The hash of the counts and solutions of a run.

use std::collections::BTreeMap;

use engage::{BySide, Ruleset};
use serde::Serialize;
use stats::{Counts, Moments, PairedProportion};

use crate::cells::Numbers;
use crate::tallies::CellTally;
use crate::tally::{PairTally, Tally};

/// The hashed part of a cell: integers and bits that do not depend on levels, intervals or labels.
#[derive(Serialize)]
struct Hashed {
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<Values<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<Values<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paired: Option<HashedPair>,
}

/// Endings and histograms. Zeros are left out, so that a ruleset may gain endings and measures without changing the
/// hash of fights in which these never occur.
#[derive(Serialize)]
struct Values<T> {
    endings: BTreeMap<&'static str, T>,
    turns: Vec<(usize, T)>,
    measures: BTreeMap<&'static str, Vec<(usize, T)>>,
}

/// A variant against its baseline.
#[derive(Serialize)]
struct HashedPair {
    win: BySide<[u64; 4]>,
    turns: (i128, u128),
    measures: BTreeMap<&'static str, (i128, u128)>,
    changed: u64,
}

/// How often each ending and each count occurred.
struct Bins<'b, S> {
    endings: Vec<S>,
    turns: &'b [S],
    measures: Vec<&'b [S]>,
}

/// The values that are not zero, each converted by `value`.
fn values<S: Copy + PartialEq + Default, T>(
    ruleset: &Ruleset,
    Bins { endings, turns, measures }: Bins<'_, S>,
    value: impl Fn(S) -> T,
) -> Values<T> {
    let happens = |one: S| one != S::default();
    let histogram = |bins: &[S]| {
        let bins = bins.iter().copied().enumerate().filter(|&(_, bin)| happens(bin));
        bins.map(|(count, bin)| (count, value(bin))).collect()
    };
    let endings = ruleset.endings.iter().map(|ending| ending.id).zip(endings).filter(|&(_, one)| happens(one));
    let measures = ruleset.measures.iter().map(|measure| measure.id).zip(measures);
    let measures = measures.filter(|(_, bins)| bins.iter().skip(1).any(|&bin| happens(bin)));
    Values {
        endings: endings.map(|(id, one)| (id, value(one))).collect(),
        turns: histogram(turns),
        measures: measures.map(|(id, bins)| (id, histogram(bins))).collect(),
    }
}

fn solved(ruleset: &Ruleset, numbers: &Numbers) -> Values<String> {
    let endings = numbers.endings.iter().map(|ending| ending.value).collect();
    let measures = numbers.measures.iter().map(|measure| &measure.distribution[..]).collect();
    let bits = |share: f64| format!("{:016x}", share.to_bits());
    values(ruleset, Bins { endings, turns: &numbers.turns.distribution, measures }, bits)
}

fn counted(ruleset: &Ruleset, tally: &Tally) -> Values<u64> {
    let measures = tally.measures.iter().map(Counts::bins).collect();
    let bins = Bins { endings: tally.endings.bins().to_vec(), turns: tally.turns.bins(), measures };
    values(ruleset, bins, |count| count)
}

impl HashedPair {
    fn of(ruleset: &Ruleset, pair: &PairTally) -> HashedPair {
        let win = |PairedProportion { both, baseline_only, variant_only, neither }| {
            [both, baseline_only, variant_only, neither]
        };
        let sums = |Moments { sum, sum_of_squares, .. }: &Moments| (*sum, *sum_of_squares);
        let measures = ruleset.measures.iter().map(|measure| measure.id).zip(pair.measures.iter().map(sums));
        HashedPair {
            win: BySide { blue: win(pair.win.blue), red: win(pair.win.red) },
            turns: sums(&pair.turns),
            measures: measures.filter(|(_, sums)| *sums != (0, 0)).collect(),
            changed: pair.changed,
        }
    }
}

/// The hash of the data behind a run's numbers, 16 hexadecimal digits; `docs/results.md` describes it. It covers each
/// cell's exact solution, or otherwise its counts, and for a cell played against its baseline (`paired`) the paired
/// counts.
pub(crate) fn of(
    ruleset: &Ruleset,
    cells: &[CellTally],
    solution: &[Option<Numbers>],
    paired: impl Fn(usize) -> bool,
) -> Result<String, serde_json::Error> {
    let cells = cells.iter().zip(solution).enumerate().map(|(index, (cell, solution))| Hashed {
        solved: solution.as_ref().map(|numbers| solved(ruleset, numbers)),
        counted: solution.is_none().then(|| counted(ruleset, &cell.tally)),
        paired: cell.pair.as_ref().filter(|_| paired(index)).map(|pair| HashedPair::of(ruleset, pair)),
    });
    let hash = blake3::hash(&serde_json::to_vec(&cells.collect::<Vec<_>>())?).to_hex();
    Ok(hash[..16].to_owned())
}
