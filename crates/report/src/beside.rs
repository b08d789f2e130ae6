//! Two runs side by side.

use maud::html;
use runner::Run;

use crate::html::table;
use crate::number;
use crate::sheet::{Column, Sheet};
use crate::tables::Table;
use crate::terminal;

/// What can be said of two fights of two rulesets.
const NOTE: &str =
    "Two fights of two rulesets, each on its own luck. Whether their figures are equivalent is for you to say.";

/// The headline quantities of the first baselines of two runs, side by side, as text. They are unpaired, and may be of
/// different rulesets: which figures are equivalent, the table does not say.
#[must_use]
pub fn side_by_side(runs: [&Run; 2], width: u16) -> String {
    terminal::wrapped(NOTE, width) + &terminal::drawn(&quantities(runs), width)
}

/// The same as a part of a page.
#[must_use]
pub fn side_by_side_html(runs: [&Run; 2]) -> String {
    html! { p { (NOTE) } (table(&quantities(runs), "beside")) }.into_string()
}

fn quantities(runs: [&Run; 2]) -> Table {
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
    Table {
        caption: String::new(),
        header: vec!["Side by side".to_owned(), title(runs[0]), title(runs[1])],
        rows: ids.iter().map(row).collect(),
        words: 1,
        verdicts: 0,
    }
}
