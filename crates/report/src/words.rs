//! The provenance of a result in words, and whether it has the requested precision.

use runner::{Heat, OddsTable, Provenance};

use crate::frame;
use crate::heat;
use crate::layout;
use crate::number::{self, Unit};
use crate::sheet::{Row, Sheet};

/// The requested precision: `Blue wins ±0.1 %, red figures lost ±0.02`; `None` without a request.
fn precision(sheet: &Sheet) -> Option<String> {
    let aims = sheet.rows.iter().map(|row| &row.aims).find(|aims| !aims.is_empty())?;
    let told = |aim: &runner::Reached| {
        let column = sheet.columns.iter().find(|column| column.id == aim.quantity);
        let label = column.map_or(&aim.quantity, |column| &column.label);
        let unit = column.map_or(Unit::Share, |column| column.unit);
        format!("{label} ±{}{}", number::trimmed(aim.width * unit.scale()), unit.suffix())
    };
    Some(aims.iter().map(told).collect::<Vec<_>>().join(", "))
}

/// The rows that miss a requested precision.
fn unknown(sheet: &Sheet) -> Vec<&Row> {
    sheet.rows.iter().filter(|row| row.aims.iter().any(|aim| !aim.reached)).collect()
}

/// How many cells miss the requested precision, and the engagements that the worst needs.
pub(crate) fn not_reached(sheet: &Sheet) -> Option<String> {
    let asked = precision(sheet)?;
    let missed = unknown(sheet);
    let need = |row: &&Row| row.aims.iter().filter_map(|aim| aim.needed).max();
    let worst = missed.iter().copied().max_by_key(need)?;
    let axes: Vec<usize> = (0..sheet.axes.len()).collect();
    let place = match sheet.rows.len() {
        1 => "It".to_owned(),
        count => format!("{} of {count} cells; {}", missed.len(), layout::name(sheet, &worst.point, &axes)),
    };
    let engagements =
        need(&worst).map(|needed| format!(" would need about {} engagements", number::grouped(rounded(needed))));
    Some(format!("Not yet as precise as requested ({asked}): {place}{}.", engagements.unwrap_or_default()))
}

/// An estimate rounded up to two digits.
pub(crate) fn rounded(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    number.div_ceil(unit).saturating_mul(unit)
}

/// The provenance of a result: pairs of label and text.
pub(crate) type Facts = Vec<(&'static str, String)>;

/// The label of the fact about heat maps.
pub(crate) const HEAT: &str = "Heat maps";

/// What a reader needs to repeat a run.
pub(crate) fn run_facts(from: &Provenance, hash: &str, sheet: &Sheet, heats: &[Heat]) -> Facts {
    let mut facts = facts(from, sheet);
    facts.extend(heat::fact(sheet.rows.len(), heats).map(|fact| (HEAT, fact)));
    if let Some(asked) = precision(sheet) {
        let reached = sheet.rows.len() - unknown(sheet).len();
        facts.push(("Precision", format!("{asked}: reached in {reached} of {} cells", sheet.rows.len())));
    }
    facts.push(("Result hash", hash.to_owned()));
    if sheet.interrupted {
        facts.push(("Note", "stopped before it was complete".to_owned()));
    }
    facts
}

/// What a reader needs to repeat a table of odds.
pub(crate) fn odds_facts(table: &OddsTable, sheet: &Sheet) -> Facts {
    let mut facts = facts(&table.provenance, sheet);
    facts.insert(1, ("Situation", format!("{} ({})", table.label, table.kind)));
    let chains = table.cells.iter().filter(|cell| frame::manner(cell.answer.manner) == "chain").count();
    if chains > 0 {
        facts.insert(2, ("Solved as a chain", format!("{chains} of {} points", table.cells.len())));
    }
    facts
}

fn facts(from: &Provenance, sheet: &Sheet) -> Facts {
    of_provenance(from, sheet.basis(), sheet.rows.iter().any(|row| row.played.is_some()))
}

/// The facts a reader needs to repeat an answer; `with_luck` includes the seed.
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
