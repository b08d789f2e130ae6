//! Tables of text, shared by the terminal, Markdown and the page.

use engage::Side;
use runner::{Axis, Run};
use stats::{Estimate, Verdict};

use crate::layout::{self, Layout};
use crate::number::{self, Unit};
use crate::sheet::{Column, Sheet};
use crate::words;

/// The most values of an axis side by side.
const MAX_ACROSS: usize = 12;

/// A table of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// What it shows.
    pub(crate) caption: String,
    /// Titles of the columns.
    pub(crate) header: Vec<String>,
    /// The rows.
    pub(crate) rows: Vec<Vec<String>>,
    /// The number of leading columns that hold words rather than numbers.
    pub(crate) words: usize,
    /// The number of final columns that hold verdicts.
    pub(crate) verdicts: usize,
}

/// The headline quantities in the most readable form. With two or more swept keys each quantity has a grid, with one
/// key each value has a row, and without a key each quantity has a row. The quantity asked about comes first.
pub(crate) fn headline(sheet: &Sheet) -> Vec<Table> {
    let asked = sheet.asked();
    let others = sheet.headlines().into_iter().filter(|column| asked != Some(*column));
    let columns: Vec<usize> = asked.into_iter().chain(others).collect();
    match Layout::of(sheet) {
        Some(at) if at.series.is_some() && sheet.axes[at.x].values.len() <= MAX_ACROSS => {
            columns.into_iter().map(|column| grid(sheet, &at, column)).collect()
        }
        Some(_) => vec![list(sheet, &columns)],
        None => vec![single(sheet)],
    }
}

/// A row for each point with the given columns.
pub(crate) fn list(sheet: &Sheet, columns: &[usize]) -> Table {
    let axes = sheet.axes.len();
    let mut header: Vec<String> = sheet.axes.iter().map(Axis::heading).collect();
    header.extend(columns.iter().map(|&column| heading(sheet, column)));
    let rows = sheet.rows.iter().map(|row| {
        let labels = (0..axes).map(|axis| sheet.label(&row.point, axis).to_owned());
        labels.chain(columns.iter().map(|&column| cell(sheet, row.values[column], column))).collect()
    });
    Table { caption: String::new(), header, rows: rows.collect(), words: axes, verdicts: 0 }
}

/// Every quantity at every point, unless there is only one point.
pub(crate) fn every(sheet: &Sheet) -> Option<Table> {
    (!sheet.axes.is_empty()).then(|| list(sheet, &sheet.shown().collect::<Vec<_>>()))
}

/// A table of the endings, if there are many: a row for each, with the values of the only axis as columns.
pub(crate) fn endings(sheet: &Sheet) -> Option<Table> {
    let endings = sheet.endings();
    let axis = sheet.axes.first().filter(|_| !endings.is_empty())?;
    let mut header = vec![String::new()];
    header.extend(axis.labels.iter().cloned());
    let rows = endings.iter().map(|&column| {
        let values = (0..axis.values.len()).map(|x| cell(sheet, sheet.value(&[x], column), column));
        std::iter::once(sheet.columns[column].label.clone()).chain(values).collect()
    });
    let caption = format!("How it ends, % (across: {})", axis.heading());
    Some(Table { caption, header, rows: rows.collect(), words: 1, verdicts: 0 })
}

/// The chances to win with each pair of doctrines that is drawn, with a row for each pair in each cell.
pub(crate) fn doctrines(run: &Run, sheet: &Sheet) -> Option<Table> {
    let wins = sheet.wins?;
    let pairs = run.provenance.card.pairs();
    let sides: Vec<Side> =
        Side::ALL.into_iter().filter(|&side| !run.provenance.card.doctrines[side].is_empty()).collect();
    let all: u32 = pairs.iter().map(|(_, weight)| weight).sum();
    let mut header: Vec<String> = sheet.axes.iter().map(Axis::heading).collect();
    header.extend(sides.iter().map(|side| format!("Doctrine of {}", engage::label(side.name()))));
    let words = header.len();
    header.push("Drawn, %".to_owned());
    header.extend([wins.blue, wins.red].map(|column| sheet.columns[column].heading()));
    let mut rows = Vec::new();
    for (cell, row) in run.cells.iter().zip(&sheet.rows) {
        for (drawn, (pair, weight)) in cell.drawn.iter().zip(&pairs) {
            let point = (0..sheet.axes.len()).map(|axis| sheet.label(&row.point, axis).to_owned());
            let names = sides.iter().map(|&side| pair[side].map(|led| led.name.clone()).unwrap_or_default());
            let share = format!("{:.1}", 100.0 * f64::from(*weight) / f64::from(all));
            let won = drawn.win.iter().map(|win| number::full(win, Unit::Share));
            rows.push(point.chain(names).chain([share]).chain(won).collect());
        }
    }
    (!rows.is_empty()).then_some(Table {
        caption: "With each pair of doctrines".to_owned(),
        header,
        rows,
        words,
        verdicts: 0,
    })
}

/// A grid of one quantity over all axes, with one axis as columns.
fn grid(sheet: &Sheet, at: &Layout, column: usize) -> Table {
    let down: Vec<usize> = at.facets.iter().copied().chain(at.series).collect();
    let across = &sheet.axes[at.x];
    let mut header: Vec<String> = down.iter().map(|&axis| sheet.axes[axis].heading()).collect();
    header.extend(across.labels.iter().cloned());
    let rows = layout::points(sheet, &down).into_iter().map(|point| {
        let labels = down.iter().map(|&axis| sheet.label(&point, axis).to_owned());
        let values =
            (0..across.values.len()).map(|x| cell(sheet, sheet.value(&layout::with(&point, at.x, x), column), column));
        labels.chain(values).collect()
    });
    let caption = format!("{} (across: {})", heading(sheet, column), across.heading());
    Table { caption, header, rows: rows.collect(), words: down.len(), verdicts: 0 }
}

/// Every quantity of a single point, one row each, with fractions if they are known.
fn single(sheet: &Sheet) -> Table {
    let fractions = sheet.rows.iter().any(|row| row.fractions.iter().any(Option::is_some));
    let mut header = vec!["Quantity".to_owned(), "Value".to_owned()];
    if fractions {
        header.push("Fraction".to_owned());
    }
    let rows = sheet.rows.iter().flat_map(|row| {
        sheet.shown().map(move |i| {
            let column = &sheet.columns[i];
            let value = row.values[i].map_or(String::new(), |e| number::full(&e, column.unit));
            let mut cells = vec![column.heading(), value];
            if fractions {
                cells.push(row.fractions[i].clone().unwrap_or_default());
            }
            cells
        })
    });
    Table { caption: String::new(), header, rows: rows.collect(), words: 1, verdicts: 0 }
}

/// The differences from the baseline in the quantity asked about and in the chances to win, with a row for each variant
/// at each point.
pub(crate) fn differences_short(sheet: &Sheet) -> Option<Table> {
    let wins = sheet.wins?;
    let mut header: Vec<String> = sheet.axes.iter().map(Axis::heading).collect();
    let asked = sheet.about.quantity.as_ref().and_then(|word| sheet.column(word));
    let first = asked.filter(|&asked| asked != wins.blue && asked != wins.red);
    let columns: Vec<usize> = first.into_iter().chain([wins.blue, wins.red]).collect();
    for column in columns.iter().map(|&column| &sheet.columns[column]) {
        header.push(format!("{}, {}", column.label, points_of(column.unit)));
        header.push("Saved".to_owned());
    }
    if asked.is_some() {
        header.push("Verdict".to_owned());
    }
    let mut rows = Vec::new();
    for row in sheet.compared() {
        let mut cells: Vec<String> = (0..sheet.axes.len()).map(|a| sheet.label(&row.point, a).to_owned()).collect();
        for &column in &columns {
            let (own, unit) = (row.paired(column), sheet.columns[column].unit);
            cells.push(own.map_or_else(String::new, |paired| number::signed(&paired.difference, unit)));
            cells.push(own.map_or_else(String::new, |paired| saved(paired.variance_saved)));
        }
        if let Some(asked) = asked {
            cells.push(sheet.judged(row, asked).map_or_else(String::new, |judged| verdict(judged.verdict)));
        }
        rows.push(cells);
    }
    let ranked = if sheet.is_ranked() { ", the largest first" } else { "" };
    let margin = asked.map_or_else(String::new, |asked| {
        format!("; a change of “{}” matters from {} on", sheet.columns[asked].label, sheet.margin_said(asked))
    });
    let saved = "saved: the factor by which pairing divided the variance";
    let caption = format!("Difference from the baseline{ranked}{margin}; {saved}");
    (!rows.is_empty()).then_some(Table {
        caption,
        header,
        rows,
        words: sheet.axes.len(),
        verdicts: asked.is_some().into(),
    })
}

/// The differences from the baseline in every quantity, with a row for each quantity of each variant at each point.
pub(crate) fn differences_long(sheet: &Sheet) -> Option<Table> {
    let axes = sheet.axes.len();
    let mut header: Vec<String> = sheet.axes.iter().map(Axis::heading).collect();
    header.extend(["Quantity", "Difference", "Variance saved"].map(str::to_owned));
    let mut rows = Vec::new();
    for row in &sheet.rows {
        for (column, paired) in sheet.shown().filter_map(|column| Some((&sheet.columns[column], row.paired(column)?))) {
            let unit = column.unit;
            let mut cells: Vec<String> = (0..axes).map(|a| sheet.label(&row.point, a).to_owned()).collect();
            let title = if unit == Unit::Share { column.label.clone() } else { column.heading() };
            cells.push(if unit == Unit::Share { format!("{title}, points") } else { title });
            cells.push(number::signed(&paired.difference, unit));
            cells.push(saved(paired.variance_saved));
            rows.push(cells);
        }
    }
    (!rows.is_empty()).then_some(Table { caption: String::new(), header, rows, words: axes + 1, verdicts: 0 })
}

/// A verdict in a cell: `matters`, `too small`, `cannot tell, needs 40,000`.
fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::More | Verdict::Less => "matters".to_owned(),
        Verdict::Equal => "equal".to_owned(),
        Verdict::TooSmall => "too small".to_owned(),
        Verdict::CannotTell { needed: None } => "cannot tell".to_owned(),
        Verdict::CannotTell { needed: Some(needed) } => {
            format!("cannot tell, needs {}", number::grouped(words::rounded(needed)))
        }
    }
}

/// The factor by which pairing reduced the variance: `÷4.3`; empty if nothing was sampled.
pub(crate) fn saved(times: Option<f64>) -> String {
    match times {
        Some(times) if times.is_infinite() => "÷∞".to_owned(),
        Some(times) if times >= 99.5 => format!("÷{times:.0}"),
        Some(times) if times.is_finite() => format!("÷{times:.1}"),
        _ => String::new(),
    }
}

/// The unit of a difference of a quantity.
pub(crate) const fn points_of(unit: Unit) -> &'static str {
    match unit {
        Unit::Share => "points",
        Unit::Count => "mean",
    }
}

/// The title of a column, with `exact` if that holds for all its values.
fn heading(sheet: &Sheet, column: usize) -> String {
    let title = sheet.columns[column].heading();
    if sheet.all_exact(column) { format!("{title}, exact") } else { title }
}

/// The text of a value in a column with the title [`heading`].
fn cell(sheet: &Sheet, value: Option<Estimate>, column: usize) -> String {
    let Column { unit, .. } = sheet.columns[column];
    match value {
        None => String::new(),
        Some(value) if sheet.all_exact(column) => {
            let margin = number::margin(&value, unit);
            let number = number::plain(&value, unit);
            if margin.is_empty() { number } else { format!("{number} {margin}") }
        }
        Some(value) => number::full(&value, unit),
    }
}
