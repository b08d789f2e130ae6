//! The chart of levers: the strongest, each with its two strongest changes.

use engage::Side;

use super::figure::{Figure, Named, Plot};
use super::kinds::{Effect, Forest, ForestRow};
use crate::levers::Ranking;
use crate::number::Unit;

/// The most levers that are drawn.
const DRAWN: usize = 12;

/// The effects of the strongest levers, the longest first; empty if none matters.
pub(super) fn of_levers(ranking: &Ranking<'_>) -> Vec<Named> {
    let (unit, label, side) = ranking.measured();
    let raises = side.unwrap_or(Side::Blue);
    let rows: Vec<ForestRow> = ranking
        .drawn(DRAWN)
        .map(|(label, effect, first)| ForestRow {
            label,
            first,
            difference: effect.difference,
            judged: match effect.verdict {
                stats::Verdict::More => Effect::Helps(raises),
                stats::Verdict::Less => Effect::Helps(raises.enemy()),
                stats::Verdict::Equal | stats::Verdict::TooSmall => Effect::TooSmall,
                stats::Verdict::CannotTell { .. } => Effect::Open,
            },
        })
        .collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let counted = if unit == Unit::Share { ", percentage points" } else { "" };
    let forest = Forest {
        x_title: format!("{label}: with the change minus without{counted}"),
        unit,
        legend: "Effect".to_owned(),
        meanings: vec![
            (Effect::Helps(raises), format!("raises “{label}”")),
            (Effect::Helps(raises.enemy()), format!("lowers “{label}”")),
            (Effect::TooSmall, "too small to matter".to_owned()),
            (Effect::Open, "cannot tell yet".to_owned()),
        ],
        rows,
    };
    let title = format!("{label}: the strongest levers");
    let figure = Figure { title, held: String::new(), basis: ranking.basis(), plot: Plot::Forest(forest) };
    vec![("levers".to_owned(), figure)]
}
