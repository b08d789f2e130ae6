//! What a result says in sentences, and where it comes from.

use runner::{Heat, OddsTable, Provenance, Run};

use crate::frame;
use crate::heat;
use crate::layout;
use crate::number::{self, Unit};
use crate::sheet::Sheet;
use crate::tables;

/// The result in a few sentences: the headline quantities with their extremes, and the largest effect of a variant.
pub(crate) fn run_headline(run: &Run, sheet: &Sheet) -> Vec<String> {
    let mut sentences: Vec<String> = (0..2).filter_map(|column| extremes(sheet, column)).collect();
    sentences.extend(largest_effect(run, sheet));
    sentences.extend(not_reached(run, sheet));
    if run.interrupted {
        sentences
            .push("The run was stopped before it was complete; the intervals hold for what was played.".to_owned());
    }
    sentences
}

/// The headline outcomes of a table of odds with their extremes.
pub(crate) fn odds_headline(sheet: &Sheet) -> Vec<String> {
    sheet.headlines().into_iter().take(3).filter_map(|column| extremes(sheet, column)).collect()
}

/// Where a quantity is smallest and largest.
fn extremes(sheet: &Sheet, column: usize) -> Option<String> {
    let quantity = sheet.columns.get(column)?;
    let valued = || sheet.rows.iter().filter_map(|row| Some((row, row.values[column]?)));
    let (least, low) = valued().min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let (most, high) = valued().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let axes: Vec<usize> = (0..sheet.axes.len()).collect();
    let title = &quantity.label;
    let shown = |e| spoken(&e, quantity.unit);
    if sheet.rows.len() == 1 {
        return Some(format!("{title}: {}.", shown(low)));
    }
    if low.value.total_cmp(&high.value).is_eq() {
        return Some(format!("{title}: {} everywhere.", shown(low)));
    }
    let at = |row: &crate::sheet::Row| layout::name(sheet, &row.point, &axes);
    Some(format!("{title}: from {} ({}) to {} ({}).", shown(low), at(least), shown(high), at(most)))
}

/// A number as it is said: `86.3 % ±0.1`, `28.57 % exact`.
fn spoken(estimate: &stats::Estimate, unit: Unit) -> String {
    let number = number::plain(estimate, unit);
    let margin = number::margin(estimate, unit);
    let trust = if margin.is_empty() { "exact" } else { &margin };
    format!("{number}{} {trust}", unit.suffix())
}

fn largest_effect(run: &Run, sheet: &Sheet) -> Option<String> {
    let axes: Vec<usize> = (0..sheet.axes.len()).collect();
    let effects =
        run.cells.iter().zip(&sheet.rows).filter_map(|(cell, row)| Some((cell.difference.as_ref()?.win.blue, row)));
    let (paired, row) = effects.max_by(|a, b| a.0.difference.value.abs().total_cmp(&b.0.difference.value.abs()))?;
    let saved = tables::saved(paired.variance_saved);
    let saved = if saved.is_empty() {
        saved
    } else {
        format!("; pairing divided the variance by {}", &saved['÷'.len_utf8()..])
    };
    Some(format!(
        "Largest effect on Blue’s chance to win: {} points ({}){saved}.",
        number::signed(&paired.difference, Unit::Share),
        layout::name(sheet, &row.point, &axes)
    ))
}

/// The precision that was asked for: `Blue wins ±0.1 %, red figures lost ±0.02`; none where none was.
fn precision(run: &Run, sheet: &Sheet) -> Option<String> {
    let aims = run.cells.iter().map(|cell| &cell.aims).find(|aims| !aims.is_empty())?;
    let told = |aim: &runner::Reached| {
        let column = sheet.columns.iter().find(|column| column.id == aim.quantity);
        let ending = || run.endings.iter().find(|ending| ending.id == aim.quantity).map(|ending| &ending.label);
        let label = column.map(|column| &column.label).or_else(ending).unwrap_or(&aim.quantity);
        let unit = column.map_or(Unit::Share, |column| column.unit);
        let width = (aim.width * unit.scale() * 1e9).round() / 1e9;
        format!("{label} ±{width}{}", unit.suffix())
    };
    Some(aims.iter().map(told).collect::<Vec<_>>().join(", "))
}

/// The cells in which something that was to be known is not, each by its index.
fn unknown(run: &Run) -> Vec<usize> {
    (0..run.cells.len()).filter(|&cell| run.cells[cell].aims.iter().any(|aim| !aim.reached)).collect()
}

/// How many cells are not as precise as asked for, and what the worst would need.
fn not_reached(run: &Run, sheet: &Sheet) -> Option<String> {
    let asked = precision(run, sheet)?;
    let missed = unknown(run);
    let need = |cell: &usize| run.cells[*cell].aims.iter().filter_map(|aim| aim.needed).max();
    let worst = missed.iter().copied().max_by_key(need)?;
    let axes: Vec<usize> = (0..sheet.axes.len()).collect();
    let place = match sheet.rows.len() {
        1 => "It".to_owned(),
        count => format!("{} of {count} cells; {}", missed.len(), layout::name(sheet, &sheet.rows[worst].point, &axes)),
    };
    let engagements =
        need(&worst).map(|needed| format!(" would need about {} engagements", number::grouped(rounded(needed))));
    Some(format!("Not yet as precise as asked for ({asked}): {place}{}.", engagements.unwrap_or_default()))
}

/// A number that is not known well, to two digits.
fn rounded(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    number.div_ceil(unit).saturating_mul(unit)
}

/// Where a result comes from, as label and text.
pub(crate) type Facts = Vec<(&'static str, String)>;

/// The label of what heat maps rest on.
pub(crate) const HEAT: &str = "Heat maps";

/// What a reader needs to repeat a run.
pub(crate) fn run_facts(run: &Run, sheet: &Sheet, heats: &[Heat]) -> Facts {
    let mut facts = facts(&run.provenance, sheet);
    facts.extend(heat::fact(run, heats).map(|fact| (HEAT, fact)));
    if let Some(asked) = precision(run, sheet) {
        let reached = run.cells.len() - unknown(run).len();
        facts.push(("Precision", format!("{asked}: reached in {reached} of {} cells", run.cells.len())));
    }
    facts.push(("Result hash", run.result_hash.clone()));
    if run.interrupted {
        facts.push(("Note", "stopped before it was complete".to_owned()));
    }
    facts
}

/// What a reader needs to repeat a table of odds.
pub(crate) fn odds_facts(table: &OddsTable, sheet: &Sheet) -> Facts {
    let mut facts = facts(&table.provenance, sheet);
    facts.insert(1, ("Situation", format!("{} ({})", table.label, table.kind)));
    let chains = table.cells.iter().filter(|(_, answer)| frame::manner(answer.manner) == "chain").count();
    if chains > 0 {
        facts.insert(2, ("Solved as a chain", format!("{chains} of {} points", table.cells.len())));
    }
    facts
}

fn facts(from: &Provenance, sheet: &Sheet) -> Facts {
    of_provenance(from, sheet.basis(), sheet.rows.iter().any(|row| row.played.is_some()))
}

/// What a reader needs to repeat what was answered in some way, and with luck or without.
pub(crate) fn of_provenance(from: &Provenance, answered: String, with_luck: bool) -> Facts {
    let mut facts = vec![("Rules", format!("{} ({})", from.rulebook, from.ruleset)), ("Answered", answered)];
    if with_luck {
        facts.push(("Seed", from.seed.to_string()));
    }
    let changed: Vec<&str> = from.rules_changed.iter().map(|change| change.told.as_str()).collect();
    facts.push(("Rules changed", if changed.is_empty() { "none".to_owned() } else { changed.join("; ") }));
    facts.push(("Version", from.version.clone()));
    facts.push(("Scenario hash", from.scenario_hash.clone()));
    facts
}
