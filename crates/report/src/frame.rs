//! Tidy frames for notebooks: unrounded, with one row for each cell, count or difference.

use engage::Manner;
use polars::prelude::{Column, DataFrame, NamedFrom, Series};
use runner::{Axis, Cell, Heat, Method, OddsTable, Provenance, Run, What, Who};
use stats::{Estimate, Level};

use crate::error::Error;
use crate::number::{self, bounds};
use crate::sheet::{BASELINE, Sheet};

/// One row for each cell: its number, `id` and `seed`, a column for each axis, `variant`, `method`, `engagements`,
/// `states`, `unresolved`, `complete`, each quantity with its value, `.low` and `.high`, then the ruleset and the
/// version of the program. Shares are between 0 and 1. The interval of an exact value is the value itself, extended
/// upwards by the unresolved probability.
///
/// # Errors
/// [`Error::Frame`] when an axis has the name of another column.
pub fn cells(run: &Run) -> Result<DataFrame, Error> {
    let sheet = Sheet::of_run(run);
    let every: Vec<&Cell> = run.cells.iter().collect();
    let numbers: Vec<usize> = (0..every.len()).collect();
    let solved = |cell: &&Cell| match cell.method {
        Method::Exact { states, unresolved } => (states, unresolved),
        Method::Sampled { .. } => (0, 0.0),
    };
    let mut columns = place(run, &numbers);
    let how = How {
        methods: every.iter().map(|cell| method(cell.method)).collect(),
        solved: every.iter().map(solved).collect(),
        complete: every.iter().map(|cell| cell.complete).collect(),
    };
    columns.extend(answers(&sheet, how));
    with_origin(columns, every.len(), &run.provenance)
}

/// How each row was answered.
struct How {
    methods: Vec<&'static str>,
    /// The states of the solution and its unresolved probability; zeros without a solution.
    solved: Vec<(u64, f64)>,
    complete: Vec<bool>,
}

/// How the rows of a sheet were answered, and their quantities.
fn answers(sheet: &Sheet, how: How) -> Vec<Column> {
    let mut columns = vec![
        strings("method", how.methods.into_iter()),
        counts("engagements", sheet.rows.iter().map(|row| row.played.unwrap_or(0))),
        counts("states", how.solved.iter().map(|(states, _)| *states)),
        floats("unresolved", how.solved.iter().map(|(_, unresolved)| Some(*unresolved))),
        Series::new("complete".into(), how.complete).into(),
    ];
    for (i, column) in sheet.columns.iter().enumerate() {
        let values: Vec<Option<Estimate>> = sheet.rows.iter().map(|row| row.values.get(i).copied().flatten()).collect();
        columns.extend(estimates(&column.id, &format!("{}.", column.id), &values));
        // A column of fractions is useful only if not all of them are whole numbers.
        if sheet.rows.iter().any(|row| row.fractions[i].as_ref().is_some_and(|fraction| fraction.contains('/'))) {
            let fractions: Vec<Option<&str>> = sheet.rows.iter().map(|row| row.fractions[i].as_deref()).collect();
            columns.push(Series::new(format!("{}.fraction", column.id).into(), fractions).into());
        }
    }
    columns
}

/// A frame of these columns, followed by the ruleset and the version of the program.
pub(crate) fn with_origin(mut columns: Vec<Column>, rows: usize, from: &Provenance) -> Result<DataFrame, Error> {
    let text = |name, text: &str| strings(name, std::iter::repeat_n(text, rows));
    columns.extend([text("ruleset", &from.ruleset), text("engine", &from.version)]);
    Ok(DataFrame::new(rows, columns)?)
}

/// The first columns of every table: the number of each row's cell, and the key for joining tables, which is the cell's
/// id with the seed.
pub(crate) fn key<'a>(from: &Provenance, cells: impl Iterator<Item = (usize, &'a str)>) -> Vec<Column> {
    let (numbers, ids): (Vec<usize>, Vec<&str>) = cells.unzip();
    let rows = numbers.len();
    vec![
        counts("cell", numbers.into_iter().map(|number| number as u64)),
        strings("id", ids.into_iter()),
        counts("seed", std::iter::repeat_n(from.seed, rows)),
    ]
}

/// The word for how a cell was answered.
pub(crate) const fn method(method: Method) -> &'static str {
    match method {
        Method::Exact { .. } => "exact",
        Method::Sampled { .. } => "sampled",
    }
}

/// One row for each cell, quantity and count: `share` is the share of engagements in which `quantity` was `count`.
///
/// # Errors
/// [`Error::Frame`] when an axis has the name of another column.
pub fn distributions(run: &Run) -> Result<DataFrame, Error> {
    let sheet = Sheet::of_run(run);
    let mut owners = Vec::new();
    let (mut quantities, mut count, mut share) = (Vec::new(), Vec::new(), Vec::new());
    for (number, row) in sheet.rows.iter().enumerate() {
        for (column, distribution) in sheet.columns.iter().zip(&row.distributions) {
            for (k, part) in distribution.iter().enumerate() {
                owners.push(number);
                quantities.push(column.id.as_str());
                count.push(k as u64);
                share.push(Some(*part));
            }
        }
    }
    let mut columns = place(run, &owners);
    columns.push(strings("quantity", quantities.into_iter()));
    columns.push(counts("count", count.into_iter()));
    columns.push(floats("share", share.into_iter()));
    Ok(DataFrame::new(owners.len(), columns)?)
}

/// One row for each cell and quantity: the paired difference of a variant from its baseline with its interval. The
/// quantity that the scenario asks about also has a `verdict`: `more` or `less` if the difference matters, otherwise
/// `too_small` or `cannot_tell`.
///
/// # Errors
/// [`Error::Frame`] when an axis has the name of another column.
pub fn differences(run: &Run) -> Result<DataFrame, Error> {
    let sheet = Sheet::of_run(run);
    let mut owners = Vec::new();
    let (mut quantities, mut values, mut saved, mut verdicts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (number, row) in sheet.rows.iter().enumerate() {
        for (i, column) in sheet.columns.iter().enumerate() {
            let Some(paired) = row.paired(i) else { continue };
            owners.push(number);
            verdicts.push(sheet.judged(row, i).filter(|_| column.headline).map(|judged| judged.verdict.word()));
            quantities.push(column.id.as_str());
            values.push(Some(paired.difference));
            saved.push(paired.variance_saved);
        }
    }
    let mut columns = place(run, &owners);
    columns.push(strings("quantity", quantities.into_iter()));
    columns.extend(estimates("difference", "", &values));
    columns.push(floats("variance_saved", saved.into_iter()));
    columns.push(Series::new("verdict".into(), verdicts).into());
    Ok(DataFrame::new(owners.len(), columns)?)
}

/// One row for each cell, side, quantity and square with a count above zero: `side` (`blue`, `red` or `hostages`),
/// `quantity` (`falls`, `shots` or `moves`), `row` and `column` from 1, the name of the `room` if it has one, `count`
/// over all engagements `replayed`, and the `mean` per engagement with `low` and `high`.
///
/// # Errors
/// [`Error::Frame`] when an axis has the name of another column.
pub fn heat(run: &Run, heats: &[Heat]) -> Result<DataFrame, Error> {
    let layers =
        heats.iter().flat_map(|heat| Who::ALL.map(|who| What::ALL.map(|what| (heat, who, what))).into_iter().flatten());
    let squares = layers.flat_map(|(heat, who, what)| {
        let counted = heat.layer(who, what).counts().zip(heat.map.plan.all().iter());
        counted.filter(|(count, _)| *count > 0).map(move |(count, cell)| (heat, who, what, count, cell))
    });
    let squares: Vec<_> = squares.collect();
    let owners: Vec<usize> = squares.iter().map(|(heat, ..)| heat.cell).collect();
    let mut columns = place(run, &owners);
    columns.push(strings("side", squares.iter().map(|(_, who, ..)| who.name())));
    columns.push(strings("quantity", squares.iter().map(|(_, _, what, ..)| what.name())));
    let at = |(heat, .., cell): &(&Heat, Who, What, u64, field::Cell)| heat.map.plan.position(*cell);
    columns.push(counts("row", squares.iter().map(|square| u64::from(at(square).row) + 1)));
    columns.push(counts("column", squares.iter().map(|square| u64::from(at(square).column) + 1)));
    let rooms: Vec<Option<&str>> =
        squares.iter().map(|(heat, .., cell)| heat.map.name_of(heat.map.plan.room(*cell)?)).collect();
    columns.push(Series::new("room".into(), rooms).into());
    columns.push(counts("count", squares.iter().map(|(_, _, _, count, _)| *count)));
    columns.push(counts("replayed", squares.iter().map(|(heat, ..)| heat.engagements)));
    let mean = |(heat, who, what, _, cell): &(&Heat, Who, What, u64, field::Cell)| {
        Some(heat.layer(*who, *what).cell(cell.index()).estimate_of_counts(Level::default()))
    };
    columns.extend(estimates("mean", "", &squares.iter().map(mean).collect::<Vec<_>>()));
    Ok(DataFrame::new(owners.len(), columns)?)
}

/// One row for each point, as in [`cells`]. An outcome known as a fraction also has a column `.fraction`, in lowest
/// terms, and `method` may be `chain`.
///
/// # Errors
/// [`Error::Frame`] when an axis has the name of another column.
pub fn odds(table: &OddsTable) -> Result<DataFrame, Error> {
    let sheet = Sheet::of_odds(table);
    let rows = sheet.rows.len();
    let points: Vec<&[usize]> = sheet.rows.iter().map(|row| row.point.as_slice()).collect();
    let ids = table.cells.iter().map(|cell| cell.id.as_str());
    let mut columns = key(&table.provenance, ids.enumerate());
    columns.extend(table.axes.iter().enumerate().map(|(i, axis)| axis_column(axis, i, &points)));
    columns.push(strings("variant", std::iter::repeat_n(BASELINE, rows)));
    let solved = |manner| match manner {
        Manner::Chain { states, unresolved } => (states as u64, unresolved),
        Manner::Exact | Manner::Sampled { .. } => (0, 0.0),
    };
    let how = How {
        methods: table.cells.iter().map(|cell| manner(cell.answer.manner)).collect(),
        solved: table.cells.iter().map(|cell| solved(cell.answer.manner)).collect(),
        complete: vec![true; rows],
    };
    columns.extend(answers(&sheet, how));
    with_origin(columns, rows, &table.provenance)
}

/// The word for how an answer was reached.
pub(crate) const fn manner(manner: Manner) -> &'static str {
    match manner {
        Manner::Exact => "exact",
        Manner::Chain { .. } => "chain",
        Manner::Sampled { .. } => "sampled",
    }
}

/// The columns that identify the cell of a row: its key, the axes and the variant.
fn place(run: &Run, owners: &[usize]) -> Vec<Column> {
    let ids = owners.iter().map(|&number| (number, run.cells[number].id.as_str()));
    let mut columns = key(&run.provenance, ids);
    let points: Vec<&[usize]> = owners.iter().map(|&number| run.cells[number].point.as_slice()).collect();
    columns.extend(run.axes.iter().enumerate().map(|(i, axis)| axis_column(axis, i, &points)));
    let variant = |&number: &usize| {
        let index = run.cells[number].variant;
        index.map_or(BASELINE, |v| run.variants.get(v).map_or("?", String::as_str))
    };
    columns.push(strings("variant", owners.iter().map(variant)));
    columns
}

/// An axis as integers, decimals or booleans if all its values are, otherwise as text.
pub(crate) fn axis_column(axis: &Axis, index: usize, points: &[&[usize]]) -> Column {
    let at = |point: &&[usize]| point.get(index).copied().unwrap_or(usize::MAX);
    let name = axis.key.as_str();
    if let Some(whole) = axis.values.iter().map(|v| v.parse::<i64>().ok()).collect::<Option<Vec<_>>>() {
        let values: Vec<Option<i64>> = points.iter().map(|p| whole.get(at(p)).copied()).collect();
        return Series::new(name.into(), values).into();
    }
    if is_truths(axis) {
        let truths: Vec<Option<bool>> =
            points.iter().map(|p| axis.values.get(at(p)).map(|value| value == "true")).collect();
        return Series::new(name.into(), truths).into();
    }
    if let Some(decimals) = numeric(axis) {
        return floats(name, points.iter().map(|p| decimals.get(at(p)).copied()));
    }
    let values: Vec<Option<&str>> = points.iter().map(|p| axis.values.get(at(p)).map(String::as_str)).collect();
    Series::new(name.into(), values).into()
}

/// Whether every value of an axis is true or false.
pub(crate) fn is_truths(axis: &Axis) -> bool {
    axis.values.iter().all(|value| value == "true" || value == "false")
}

/// The values of an axis as numbers, if all are finite numbers.
pub(crate) fn numeric(axis: &Axis) -> Option<Vec<f64>> {
    axis.values.iter().map(|v| v.parse::<f64>().ok().filter(|x| x.is_finite())).collect()
}

pub(crate) fn estimates(name: &str, prefix: &str, values: &[Option<Estimate>]) -> [Column; 3] {
    [
        floats(name, values.iter().map(|e| e.map(|e| e.value))),
        floats(&format!("{prefix}low"), values.iter().map(|e| e.map(|e| bounds(&e).0))),
        floats(&format!("{prefix}high"), values.iter().map(|e| e.map(|e| bounds(&e).1))),
    ]
}

pub(crate) fn strings<'a>(name: &str, values: impl Iterator<Item = &'a str>) -> Column {
    Series::new(name.into(), values.collect::<Vec<_>>()).into()
}

/// Counts as signed integers, so that they can be subtracted.
pub(crate) fn counts(name: &str, values: impl Iterator<Item = u64>) -> Column {
    Series::new(name.into(), values.map(|count| i64::try_from(count).unwrap_or(i64::MAX)).collect::<Vec<_>>()).into()
}

/// A column of numbers. As in JSON, infinite numbers are missing and zero has no sign.
pub(crate) fn floats(name: &str, values: impl Iterator<Item = Option<f64>>) -> Column {
    Series::new(name.into(), values.map(|value| value.and_then(number::data)).collect::<Vec<_>>()).into()
}
