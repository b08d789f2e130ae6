//! Variants against the baseline.

use engage::Side;
use stats::Verdict;

use super::figure::{Figure, Named, Plot};
use super::kinds::{Effect, Forest, ForestRow};
use crate::number::Unit;
use crate::sheet::{Row, Sheet};

/// The most rows of a forest plot.
const MAX_ROWS: usize = 16;

/// The paired differences of one column; `None` if no variant changed anything in it.
pub(super) fn forest(sheet: &Sheet, column: usize) -> Option<Named> {
    let quantity = &sheet.columns[column];
    let mut rows = Vec::new();
    for row in sheet.compared() {
        if let Some(paired) = row.paired(column) {
            rows.push(ForestRow {
                label: named(sheet, &row.point),
                first: !sheet.is_ranked() && rows.len() % (sheet.variants.len().max(1)) == 0,
                difference: paired.difference,
                judged: judged(sheet, column, row, &paired.difference),
            });
        }
    }
    let all = rows.len();
    rows.retain(|row| row.difference.value != 0.0 || row.judged == Effect::Open);
    let moved = rows.len();
    if moved == 0 {
        return None;
    }
    if moved > MAX_ROWS {
        rows.sort_by(|one, other| other.difference.value.abs().total_cmp(&one.difference.value.abs()));
        rows.truncate(MAX_ROWS);
        rows.iter_mut().for_each(|row| row.first = false);
    }
    let unchanged = (moved < all).then(|| format!("{} of {all} changed nothing and are not drawn", all - moved));
    let cut = (moved > MAX_ROWS).then(|| format!("{MAX_ROWS} of {moved} drawn: the largest differences"));
    let meanings = meanings(sheet);
    // A single colour has no legend.
    let alike = rows.iter().all(|row| row.judged == rows[0].judged);
    let meaning = meanings.iter().find(|(judged, _)| alike && *judged == rows[0].judged);
    let meaning = meaning.map(|(_, name)| format!("all {}: {name}", rows.len())).filter(|_| rows.len() > 1);
    let paired = format!("same engagements, paired; {}", sheet.basis());
    let basis: Vec<String> = [meaning, unchanged, cut, Some(paired)].into_iter().flatten().collect();
    let counted = if quantity.unit == Unit::Share { ", percentage points" } else { "" };
    let forest = Forest {
        x_title: format!("{}: variant minus baseline{counted}", quantity.label),
        unit: quantity.unit,
        legend: "Verdict".to_owned(),
        meanings,
        rows,
    };
    let title = format!("{}: each variant against {}", quantity.label, sheet.baseline);
    let figure = Figure { title, held: String::new(), basis: basis.join("; "), plot: Plot::Forest(forest) };
    Some((format!("{} difference", quantity.id), figure))
}

/// A variant and the point at which it is compared: `soft armour · Range 12 in · Rifle`. Words go without the name of
/// their key.
fn named(sheet: &Sheet, point: &[usize]) -> String {
    let value = |axis: usize| {
        let label = sheet.label(point, axis);
        let is_word = label.parse::<f64>().is_err() && !["yes", "no"].contains(&label);
        if is_word { label.to_owned() } else { sheet.axes[axis].with(point[axis]) }
    };
    let last = sheet.axes.len().saturating_sub(1);
    std::iter::once(last).chain(0..last).map(value).collect::<Vec<_>>().join(" · ")
}

/// The verdict on a difference: for the quantity asked about whether it matters, for others only whether its sign is
/// certain.
fn judged(sheet: &Sheet, column: usize, row: &Row, difference: &stats::Estimate) -> Effect {
    let quantity = &sheet.columns[column];
    let baseline = sheet.baseline_of(row).and_then(|row| row.value(column)).filter(|_| sheet.about.is_of(&quantity.id));
    let matters = baseline.map_or(0.0, |baseline| sheet.margin(column, &baseline));
    let more = match Verdict::of(difference, matters) {
        Verdict::More => true,
        Verdict::Less => false,
        Verdict::Equal | Verdict::TooSmall => return Effect::TooSmall,
        Verdict::CannotTell { .. } => return Effect::Open,
    };
    // Fewer wins of a side need not be wins of the other: they may be draws.
    let own = sheet.wins.and_then(|wins| Side::ALL.into_iter().find(|&side| wins[side] == column));
    if let (Some(wins), Some(own)) = (sheet.wins, own) {
        let other = row.paired(wins[own.enemy()]).map(|paired| paired.difference);
        let as_much = |other: stats::Estimate| match Verdict::of(&other, matters) {
            Verdict::More => more,
            Verdict::Less => !more,
            _ => false,
        };
        if other.is_some_and(as_much) {
            return if more { Effect::FewerDraws } else { Effect::MoreDraws };
        }
    }
    // A larger chance of a side helps that side, larger losses of a side help its enemy. More of a quantity without a
    // side counts as good for the side of the question.
    let own = quantity.side.unwrap_or(sheet.about.view);
    let good = if quantity.unit == Unit::Count && quantity.side.is_some() { own.enemy() } else { own };
    Effect::Helps(if more { good } else { good.enemy() })
}

/// The meanings of the colours.
fn meanings(sheet: &Sheet) -> Vec<(Effect, String)> {
    let helps = |side: Side| (Effect::Helps(side), format!("good for {}", sheet.sides[side]));
    vec![
        helps(sheet.about.view),
        helps(sheet.about.view.enemy()),
        (Effect::MoreDraws, "more draws: bad for both".to_owned()),
        (Effect::FewerDraws, "fewer draws: good for both".to_owned()),
        (Effect::TooSmall, "too small to matter".to_owned()),
        (Effect::Open, "cannot tell yet".to_owned()),
    ]
}
