//! Two runs side by side.

use runner::Run;

use crate::number;
use crate::sheet::{Column, Sheet};
use crate::tables::Table;
use crate::terminal;

/// The headline quantities of the first baselines of two runs, side by side. They are unpaired, and may be of different
/// rulesets: which figures are equivalent, the table does not say.
#[must_use]
pub fn side_by_side(runs: [&Run; 2], width: u16) -> String {
    let sheets = runs.map(Sheet::of_run);
    let mut ids: Vec<(String, String)> = Vec::new();
    for sheet in &sheets {
        for column in sheet.headlines() {
            let Column { id, .. } = &sheet.columns[column];
            if !ids.iter().any(|(known, _)| known == id) {
                ids.push((id.clone(), sheet.columns[column].heading()));
            }
        }
    }
    let shown = |sheet: &Sheet, id: &str| {
        let column = sheet.column(id)?;
        let value = sheet.rows.first()?.values[column]?;
        Some(number::full(&value, sheet.columns[column].unit))
    };
    let row = |(id, heading): &(String, String)| {
        let values = sheets.each_ref().map(|sheet| shown(sheet, id).unwrap_or_default());
        std::iter::once(heading.clone()).chain(values).collect()
    };
    let title = |run: &Run| format!("{} ({})", run.provenance.title, run.provenance.ruleset);
    let table = Table {
        caption: String::new(),
        header: vec!["Side by side".to_owned(), title(runs[0]), title(runs[1])],
        rows: ids.iter().map(row).collect(),
        words: 1,
        verdicts: 0,
    };
    let note =
        "Two fights of two rulesets, each on its own luck. Whether their figures are equivalent is for you to say.";
    terminal::wrapped(note, width) + &terminal::drawn(&table, width)
}
