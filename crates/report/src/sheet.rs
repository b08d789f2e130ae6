//! One shape for everything that is shown: axes, columns of quantities, and a row for each point.
//!
//! A run and a table of odds both become a sheet, so that tables, charts and pages are written once. The variants of a
//! run are the last axis of its sheet.

use std::collections::{BTreeMap, BTreeSet};

use engage::{Manner, Side};
use runner::{Axis, Cell, Method, OddsTable, Run};
use stats::{Basis, Estimate};

use crate::capital::capital;
use crate::number::{Unit, grouped};

/// The name under which the cells of the rules as given stand beside their variants.
pub(crate) const BASELINE: &str = "baseline";

/// Standard errors on each side of a sampled answer that make its 95 % interval.
pub(crate) const Z_95: f64 = 1.959_963_984_540_054;

/// Outcomes of situations that are shown first, in this order.
const HEADLINES: [&str; 7] = ["incapacitated", "hit", "A_wins", "B_wins", "A_first", "B_first", "pass"];

/// A quantity that has a value in every row.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// The word used in data, such as `blue.win`.
    pub(crate) id: String,
    /// The words used in titles.
    pub(crate) title: String,
    /// What it is counted in.
    pub(crate) unit: Unit,
    /// Whether it belongs in a short table.
    pub(crate) headline: bool,
}

impl Column {
    fn new(id: &str, title: &str, unit: Unit, headline: bool) -> Column {
        Column { id: id.to_owned(), title: title.to_owned(), unit, headline }
    }

    /// The title with its unit.
    pub(crate) fn heading(&self) -> String {
        match self.unit {
            Unit::Share => format!("{}, %", capital(&self.title)),
            Unit::Count => capital(&self.title),
        }
    }
}

/// The answer at one point.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Index of the value on each axis of the sheet.
    pub(crate) point: Vec<usize>,
    /// Engagements played; none where the row was solved.
    pub(crate) played: Option<u64>,
    /// One value a column; none for an outcome that an answer leaves out because it cannot occur.
    pub(crate) values: Vec<Option<Estimate>>,
    /// The values as fractions, where they are known as such.
    pub(crate) fractions: Vec<Option<String>>,
}

/// Axes, columns and rows.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// The swept keys, outermost first, then the variants if there are any.
    pub(crate) axes: Vec<Axis>,
    /// Whether the last axis is the variants.
    pub(crate) has_variants: bool,
    /// The quantities.
    pub(crate) columns: Vec<Column>,
    /// The points in row-major order of the axes; those a stopped run has not reached are missing.
    pub(crate) rows: Vec<Row>,
}

impl Sheet {
    /// The sheet of a run: chances to win, measures, turns, endings.
    pub(crate) fn of_run(run: &Run) -> Sheet {
        let mut axes = run.axes.clone();
        let has_variants = !run.variants.is_empty();
        if has_variants {
            let values = std::iter::once(BASELINE.to_owned()).chain(run.variants.iter().cloned()).collect();
            axes.push(Axis { key: "variant".to_owned(), values });
        }
        let endings = distinct_endings(run);
        let rows = run.cells.iter().map(|cell| {
            let mut point = cell.point.clone();
            if has_variants {
                point.push(cell.variant.map_or(0, |variant| variant + 1));
            }
            let values: Vec<_> = Side::ALL
                .iter()
                .map(|&side| Some(cell.win[side]))
                .chain(cell.measures.iter().map(|measure| Some(measure.mean)))
                .chain([Some(cell.turns.mean)])
                .chain(endings.iter().map(|&(i, _)| cell.endings.get(i).copied()))
                .collect();
            let fractions = vec![None; values.len()];
            Row { point, played: engagements(cell), values, fractions }
        });
        Sheet { axes, has_variants, rows: rows.collect(), columns: run_columns(run, &endings) }
    }

    /// The sheet of a table of odds: a column for every outcome that occurs in any answer, in the order of their first
    /// mention.
    pub(crate) fn of_odds(table: &OddsTable) -> Sheet {
        let mut ids: Vec<&str> = Vec::new();
        let mut seen = BTreeSet::new();
        for value in table.cells.iter().flat_map(|(_, answer)| &answer.values) {
            if seen.insert(value.outcome.as_str()) {
                ids.push(&value.outcome);
            }
        }
        let rows = table.cells.iter().map(|(point, answer)| {
            let by_id: BTreeMap<&str, &engage::Value> = answer.values.iter().map(|v| (v.outcome.as_str(), v)).collect();
            let found = || ids.iter().map(|id| by_id.get(id).copied());
            Row {
                point: point.clone(),
                played: match answer.manner {
                    Manner::Sampled { engagements, .. } => Some(engagements),
                    Manner::Exact | Manner::Chain { .. } => None,
                },
                values: found()
                    .map(|value| Some(value.map_or(Estimate::exact(0.0), |v| estimate(v, answer.manner))))
                    .collect(),
                fractions: found().map(|value| value?.fraction.as_ref().map(fraction)).collect(),
            }
        });
        let rows: Vec<Row> = rows.collect();
        let columns = odds_columns(&ids, &rows);
        Sheet { axes: table.axes.clone(), has_variants: false, columns, rows }
    }

    /// The rows that agree with a point on some axes; everything else stays as it is.
    pub(crate) fn part(&self, axes: &[usize], point: &[usize]) -> Sheet {
        let agrees = |row: &&Row| axes.iter().all(|&axis| row.point.get(axis) == point.get(axis));
        Sheet { rows: self.rows.iter().filter(agrees).cloned().collect(), ..self.clone() }
    }

    /// The row of a point.
    pub(crate) fn row(&self, point: &[usize]) -> Option<&Row> {
        self.rows.iter().find(|row| row.point == point)
    }

    /// The value of a column at a point.
    pub(crate) fn value(&self, point: &[usize], column: usize) -> Option<Estimate> {
        self.row(point)?.values.get(column).copied().flatten()
    }

    /// The text of a point's value on an axis.
    pub(crate) fn label<'a>(&'a self, point: &[usize], axis: usize) -> &'a str {
        let index = point.get(axis).copied().unwrap_or(usize::MAX);
        self.axes[axis].values.get(index).map_or("?", String::as_str)
    }

    /// Columns of the short table, by index.
    pub(crate) fn headlines(&self) -> Vec<usize> {
        (0..self.columns.len()).filter(|&i| self.columns[i].headline).collect()
    }

    /// Whether every value of a column is exact.
    pub(crate) fn all_exact(&self, column: usize) -> bool {
        self.rows.iter().filter_map(|row| row.values.get(column)?.as_ref()).all(crate::number::is_exact)
    }

    /// How the rows were answered and what their intervals are: `1,000,000 engagements a cell, 95 % intervals` or `exact`.
    pub(crate) fn basis(&self) -> String {
        let intervals = if self.rows.iter().any(|row| row.played.is_some()) { ", 95 % intervals" } else { "" };
        self.answered() + intervals
    }

    /// How the rows were answered: `1,000,000 engagements a cell` or `exact`.
    pub(crate) fn answered(&self) -> String {
        let played: BTreeSet<u64> = self.rows.iter().filter_map(|row| row.played).collect();
        let (Some(&least), Some(&most)) = (played.first(), played.last()) else {
            return "exact".to_owned();
        };
        let count = if least == most { grouped(most) } else { format!("{} to {}", grouped(least), grouped(most)) };
        let cell = if self.rows.len() > 1 { " a cell" } else { "" };
        let some_exact =
            if self.rows.iter().any(|row| row.played.is_none()) { "exact where solved, else " } else { "" };
        format!("{some_exact}{count} engagements{cell}")
    }
}

/// Engagements behind a cell; none when it was solved.
pub(crate) fn engagements(cell: &Cell) -> Option<u64> {
    match cell.method {
        Method::Exact { .. } => None,
        Method::Sampled { engagements } => Some(engagements),
    }
}

/// A run with so many endings has a table and a chart of them.
const MANY_ENDINGS: usize = 4;

impl Sheet {
    /// The columns of a run's endings, if there are many and at most one key is swept or varied.
    pub(crate) fn endings(&self) -> Vec<usize> {
        let turns = self.columns.iter().position(|column| column.id == TURNS);
        let endings: Vec<usize> = turns.map_or(Vec::new(), |turns| (turns + 1..self.columns.len()).collect());
        if self.axes.len() == 1 && endings.len() >= MANY_ENDINGS { endings } else { Vec::new() }
    }
}

/// The word for the number of turns.
const TURNS: &str = "turns";

/// Endings that say more than the chance to win of the same name does, with the name of their column.
pub(crate) fn distinct_endings(run: &Run) -> Vec<(usize, String)> {
    let same = |i: usize, side: Side| run.cells.iter().all(|cell| cell.endings.get(i) == Some(&cell.win[side]));
    run.endings
        .iter()
        .enumerate()
        .filter_map(|(i, (id, _))| match Side::ALL.into_iter().find(|&side| *id == win_id(side)) {
            Some(side) if same(i, side) => None,
            Some(_) => Some((i, format!("ending.{id}"))),
            None => Some((i, id.clone())),
        })
        .collect()
}

/// The word for the chance that a side wins.
pub(crate) fn win_id(side: Side) -> String {
    format!("{}.win", side.name())
}

/// The title of the chance that a side wins.
pub(crate) const fn win_title(side: Side) -> &'static str {
    match side {
        Side::Blue => "Blue wins",
        Side::Red => "Red wins",
    }
}

fn run_columns(run: &Run, endings: &[(usize, String)]) -> Vec<Column> {
    let wins = Side::ALL.into_iter().map(|side| Column::new(&win_id(side), win_title(side), Unit::Share, true));
    // The first two measures of every ruleset are blue's and red's losses.
    let measures = run.measures.iter().enumerate();
    let measures = measures.map(|(i, (id, title))| Column::new(id, &format!("{title}, mean"), Unit::Count, i < 2));
    let turns = Column::new(TURNS, "Turns, mean", Unit::Count, true);
    // Endings of one title are told apart by their words.
    let shared = |title: &str| endings.iter().filter(|(i, _)| run.endings[*i].1 == title).count() > 1;
    let endings = endings.iter().map(|(i, id)| {
        let (word, title) = &run.endings[*i];
        let title = if shared(title) { format!("{title} ({word})") } else { title.clone() };
        Column::new(id, &title, Unit::Share, false)
    });
    wins.chain(measures).chain([turns]).chain(endings).collect()
}

fn odds_columns(ids: &[&str], rows: &[Row]) -> Vec<Column> {
    let any_known = ids.iter().any(|id| HEADLINES.contains(id));
    let mut columns: Vec<Column> = Vec::with_capacity(ids.len());
    for (i, id) in ids.iter().enumerate() {
        let within_one = rows.iter().filter_map(|row| row.values[i]).all(|v| (0.0..=1.0).contains(&v.value));
        let counted = !within_one || id.starts_with("mean_") || *id == "target_number";
        let unit = if counted { Unit::Count } else { Unit::Share };
        let headline = if any_known { HEADLINES.contains(id) } else { unit == Unit::Share };
        columns.push(Column::new(id, &id.replace('_', " "), unit, headline));
    }
    columns
}

fn estimate(value: &engage::Value, manner: Manner) -> Estimate {
    let basis = match manner {
        Manner::Exact => Basis::Exact { unresolved: 0.0 },
        Manner::Chain { unresolved, .. } => Basis::Exact { unresolved },
        Manner::Sampled { engagements, .. } => {
            let half = Z_95 * value.error;
            Basis::Sampled { low: value.decimal - half, high: value.decimal + half, n: engagements }
        }
    };
    Estimate { value: value.decimal, basis }
}

/// A fraction in one word; whole numbers without a denominator.
pub(crate) fn fraction((numerator, denominator): &(String, String)) -> String {
    if denominator == "1" { numerator.clone() } else { format!("{numerator}/{denominator}") }
}
