//! The common form of all results: axes, columns of quantities, and a row for each point.
//!
//! A run and a table of odds both become a sheet, so that tables, charts and pages are written once. The variants of a
//! run are the last axis of its sheet.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use engage::{Breaks, BySide, Manner, Measured, Side, Win};
use runner::{Answered, Axis, Cell, Intervals, Method, OddsTable, Paired, Reached, Run};
use scenario::{About, Correction};
use stats::{Basis, Estimate, Level, ProportionInterval};

use crate::number::{self, Unit, grouped};
use crate::who::Names;

/// With a smaller share of draws, one side's chance to win is about one minus the other's.
pub(crate) const FEW_DRAWS: f64 = 0.02;

/// The name of the baseline beside its variants.
pub(crate) const BASELINE: &str = "baseline";

/// A quantity that has a value in every row.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// The id used in data, such as `blue.win`.
    pub(crate) id: String,
    /// The label, such as `Blue wins`.
    pub(crate) label: String,
    /// The unit in which it is shown.
    pub(crate) unit: Unit,
    /// The things counted, such as `figures`; empty for shares and if there is no word for them.
    pub(crate) counted: String,
    /// Whether its numbers are means.
    pub(crate) is_mean: bool,
    /// The side that the number belongs to.
    pub(crate) side: Option<Side>,
    /// Whether it belongs in a short table.
    pub(crate) headline: bool,
    /// Whether it is shown outside of data formats; draws that never happen are not.
    pub(crate) shown: bool,
}

impl Column {
    pub(crate) fn share(id: &str, label: &str) -> Column {
        Column {
            id: id.to_owned(),
            label: label.to_owned(),
            unit: Unit::Share,
            counted: String::new(),
            is_mean: false,
            side: None,
            headline: false,
            shown: true,
        }
    }

    pub(crate) fn mean(id: &str, label: &str, counted: &str) -> Column {
        let counted = counted.to_owned();
        Column { unit: Unit::Count, counted, is_mean: true, ..Column::share(id, label) }
    }

    /// The label with the unit of its numbers.
    pub(crate) fn heading(&self) -> String {
        match (self.unit, self.is_mean) {
            (Unit::Share, _) => format!("{}, %", self.label),
            (Unit::Count, true) => format!("{}, mean", self.label),
            (Unit::Count, false) => self.label.clone(),
        }
    }
}

/// The results at one point.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Index of the value on each axis of the sheet.
    pub(crate) point: Vec<usize>,
    /// Engagements played; `None` if the row was solved.
    pub(crate) played: Option<u64>,
    /// One value for each column; `None` for an outcome that cannot occur at this point.
    pub(crate) values: Vec<Option<Estimate>>,
    /// The values as fractions, if they are known as such.
    pub(crate) fractions: Vec<Option<String>>,
    /// The share of engagements with 0, 1, 2, … for each column; empty for a column that is not a count.
    pub(crate) distributions: Vec<Vec<f64>>,
    /// The comparison with the baseline; `None` for a baseline.
    pub(crate) compared: Option<Compared>,
    /// How well each requested precision is reached.
    pub(crate) aims: Vec<Reached>,
    /// Where play changes along each swept key; `None` if unknown.
    pub(crate) breaks: Vec<Option<Breaks>>,
}

/// A variant against its baseline over the same engagements.
#[derive(Clone, Debug)]
pub(crate) struct Compared {
    /// Its index among the variants.
    pub(crate) variant: usize,
    /// Engagements in which any count differed; `None` if both were solved.
    pub(crate) changed: Option<u64>,
    /// The difference in each column; `None` for endings.
    pub(crate) paired: Vec<Option<Paired>>,
}

impl Row {
    /// A row of values without engagements; each value carries its own basis.
    pub(crate) fn of(point: Vec<usize>, values: Vec<Option<Estimate>>) -> Row {
        let count = values.len();
        Row {
            point,
            played: None,
            values,
            fractions: vec![None; count],
            distributions: vec![Vec::new(); count],
            compared: None,
            aims: Vec::new(),
            breaks: Vec::new(),
        }
    }

    /// The paired difference of a column; `None` for a baseline and for endings.
    pub(crate) fn paired(&self, column: usize) -> Option<Paired> {
        self.compared.as_ref()?.paired.get(column).copied().flatten()
    }

    /// The value of a column.
    pub(crate) fn value(&self, column: usize) -> Option<Estimate> {
        self.values.get(column).copied().flatten()
    }
}

/// Axes, columns and rows.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// The swept keys, outermost first, then the variants if there are any.
    pub(crate) axes: Vec<Axis>,
    /// Whether the last axis is the variants.
    pub(crate) has_variants: bool,
    /// The names of the variants.
    pub(crate) variants: Vec<String>,
    /// The variants, by index, that set only values which the baseline already has.
    pub(crate) idle: Vec<usize>,
    /// The subject of the question.
    pub(crate) about: About,
    /// The names of the sides within a sentence, such as `the gunmen`.
    pub(crate) sides: BySide<String>,
    /// The name of the baseline within a sentence.
    pub(crate) baseline: String,
    /// Whether the run was stopped before it was complete.
    pub(crate) interrupted: bool,
    /// The quantities.
    pub(crate) columns: Vec<Column>,
    /// The columns of each side's chance to win; `None` for a situation.
    pub(crate) wins: Option<BySide<usize>>,
    /// The columns of a run's measures; the first two are the losses of blue and red.
    pub(crate) measures: Range<usize>,
    /// The columns of a run's endings.
    endings: Range<usize>,
    /// How the intervals of a run are computed; `None` for answers that are exact or have intervals of their own.
    pub(crate) intervals: Option<Intervals>,
    /// The points in row-major order of the axes. Points that a stopped run has not reached are missing.
    pub(crate) rows: Vec<Row>,
}

impl Sheet {
    /// The sheet of a run: chances to win and of a draw, measures, turns, endings.
    pub(crate) fn of_run(run: &Run) -> Sheet {
        let mut axes = run.axes.clone();
        let has_variants = !run.variants.is_empty();
        if has_variants {
            let values: Vec<String> =
                std::iter::once(BASELINE.to_owned()).chain(run.variants.iter().cloned()).collect();
            let (key, label) = ("variant".to_owned(), "Variant".to_owned());
            let mut labels = values.clone();
            labels[0].clone_from(&run.labels.baseline);
            axes.push(Axis { key, label, unit: String::new(), labels, values });
        }
        let endings = distinct_endings(run);
        let columns = run_columns(run, &endings);
        let first = Side::ALL.len() + 1;
        let names = Names::of(&run.provenance);
        Sheet {
            axes,
            has_variants,
            variants: run.variants.clone(),
            idle: run.idle.clone(),
            about: run.about.clone(),
            sides: BySide::from_fn(|side| names.side(side)),
            baseline: names.baseline(),
            interrupted: run.interrupted,
            rows: run.cells.iter().map(|cell| run_row(cell, has_variants, &endings)).collect(),
            wins: Some(BySide { blue: 0, red: 1 }),
            measures: first..first + run.measures.len(),
            endings: columns.len() - endings.len()..columns.len(),
            columns,
            intervals: Some(run.intervals),
        }
    }

    /// The sheet of a table of odds: a column for every outcome of any answer, in the order of their first appearance.
    pub(crate) fn of_odds(table: &OddsTable) -> Sheet {
        let rows = table.cells.iter().map(|Answered { point, answer, .. }| {
            let by_id: BTreeMap<&str, &engage::Value> = answer.values.iter().map(|v| (v.outcome.as_str(), v)).collect();
            let found = || table.findings.iter().map(|finding| by_id.get(finding.id.as_str()).copied());
            let values = table.findings.iter().zip(found()).map(|(finding, value)| {
                let value = value.map_or(Estimate::exact(0.0), |value| estimate(value, answer.manner));
                Some(match finding.measured {
                    Measured::Chance => value.within(0.0, 1.0),
                    Measured::Mean(_) => value.within(0.0, f64::INFINITY),
                    Measured::Number => value,
                })
            });
            Row {
                played: match answer.manner {
                    Manner::Sampled { engagements, .. } => Some(engagements),
                    Manner::Exact | Manner::Chain { .. } => None,
                },
                fractions: found().map(|value| value?.fraction.as_ref().map(fraction)).collect(),
                ..Row::of(point.clone(), values.collect())
            }
        });
        let rows = rows.collect();
        Sheet { about: table.about.clone(), ..Sheet::of_rows(table.axes.clone(), odds_columns(table), rows) }
    }

    /// A sheet of other rows than those of a run or of odds.
    pub(crate) fn of_rows(axes: Vec<Axis>, columns: Vec<Column>, rows: Vec<Row>) -> Sheet {
        Sheet {
            axes,
            has_variants: false,
            variants: Vec::new(),
            idle: Vec::new(),
            about: About::default(),
            sides: BySide::default(),
            baseline: String::new(),
            interrupted: false,
            columns,
            wins: None,
            measures: 0..0,
            endings: 0..0,
            intervals: None,
            rows,
        }
    }

    /// The sheet without its variants.
    pub(crate) fn baseline(&self) -> Sheet {
        let mut sheet = self.clone();
        if sheet.has_variants {
            sheet.has_variants = false;
            sheet.axes.pop();
            sheet.rows.retain(|row| row.point.last() == Some(&0));
            sheet.rows.iter_mut().for_each(|row| _ = row.point.pop());
        }
        sheet
    }

    /// The swept keys among its axes, without the variants.
    pub(crate) fn swept(&self) -> std::ops::Range<usize> {
        0..self.axes.len() - usize::from(self.has_variants)
    }

    /// The shown column with this id.
    pub(crate) fn column(&self, word: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.shown && column.id == word)
    }

    /// The columns that are shown outside of data formats.
    pub(crate) fn shown(&self) -> impl Iterator<Item = usize> {
        (0..self.columns.len()).filter(|&column| self.columns[column].shown)
    }

    /// The columns of the winner: each side and, if there are any, draws.
    pub(crate) fn winners(&self) -> Vec<usize> {
        (0..self.measures.start).filter(|&column| self.columns[column].shown).collect()
    }

    /// The column of draws, if there are any.
    pub(crate) fn drawn(&self) -> Option<usize> {
        self.column(Win::by(None).id)
    }

    /// Whether there are enough variants to rank them by their effect.
    pub(crate) fn is_ranked(&self) -> bool {
        self.variants.len() >= RANKED
    }

    /// The rows of variants in the order of display: that of the scenario or, with many variants, the largest effect on
    /// a side's chance to win first.
    pub(crate) fn compared(&self) -> Vec<&Row> {
        let size = |row: &&Row| {
            let win = |column: usize| row.paired(column).map_or(0.0, |paired| paired.difference.value.abs());
            self.wins.map_or(0.0, |wins| win(wins.blue).max(win(wins.red)))
        };
        let mut rows: Vec<&Row> = self.rows.iter().filter(|row| row.compared.is_some()).collect();
        if self.is_ranked() {
            rows.sort_by(|one, other| size(other).total_cmp(&size(one)));
        }
        rows
    }

    /// The sheet with only the rows that agree with a point on some axes.
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
        self.row(point)?.value(column)
    }

    /// The text of a point's value on an axis.
    pub(crate) fn label<'a>(&'a self, point: &[usize], axis: usize) -> &'a str {
        let index = point.get(axis).copied().unwrap_or(usize::MAX);
        self.axes[axis].labels.get(index).map_or("?", String::as_str)
    }

    /// The column of the quantity asked about; `None` if the scenario names none.
    pub(crate) fn asked(&self) -> Option<usize> {
        self.column(self.about.quantity.as_ref()?)
    }

    /// Columns of the short table, by index.
    pub(crate) fn headlines(&self) -> Vec<usize> {
        self.shown().filter(|&i| self.columns[i].headline).collect()
    }

    /// Whether every value of a column is exact, and its unresolved probability does not affect the digits shown.
    pub(crate) fn all_exact(&self, column: usize) -> bool {
        let unit = self.columns[column].unit;
        let exact = |value: &Estimate| number::is_exact(value) && number::margin(value, unit).is_empty();
        self.rows.iter().filter_map(|row| row.values.get(column)?.as_ref()).all(exact)
    }

    /// How the rows were answered, and their intervals: `1,000,000 engagements a cell, 95 % intervals` or `exact`.
    pub(crate) fn basis(&self) -> String {
        let played = self.rows.iter().any(|row| row.played.is_some());
        if played { format!("{}, {}", self.answered(), described(self.intervals.as_ref())) } else { self.answered() }
    }

    /// The level of each interval.
    pub(crate) fn level(&self) -> Level {
        self.intervals.map_or(Level::default(), |intervals| intervals.each)
    }

    /// The level at which all statements about the page's cells hold together.
    pub(crate) fn page_level(&self) -> Level {
        self.intervals.map_or(Level::default(), |intervals| intervals.level)
    }

    /// The level of each interval in per cent: `95 %`.
    pub(crate) fn level_shown(&self) -> String {
        format!("{} %", percent(self.level()))
    }

    /// How often an interval holds, in runs: `95 of 100`.
    pub(crate) fn holds(&self) -> String {
        let share = self.intervals.map_or(Level::default(), |intervals| intervals.level).share();
        let runs = (2..8)
            .map(|digits| 10_u64.pow(digits))
            .find(|&runs| (share * runs as f64 - (share * runs as f64).round()).abs() < 1e-6);
        let runs = runs.unwrap_or(10_000_000);
        format!("{} of {runs}", (share * runs as f64).round())
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
            if self.rows.iter().any(|row| row.played.is_none()) { "exact if solved, otherwise " } else { "" };
        format!("{some_exact}{count} engagements{cell}")
    }
}

/// Describes intervals: `95 % intervals`, and how they are computed if not by default.
pub(crate) fn described(intervals: Option<&Intervals>) -> String {
    let Some(Intervals { level, shares, correction, .. }) = intervals else {
        return format!("{} % intervals", percent(Level::default()));
    };
    let together = match correction {
        Correction::None => "",
        Correction::Bonferroni => " that hold together over all cells",
    };
    let made = match shares {
        ProportionInterval::Wilson => String::new(),
        other => format!(" ({})", other.name()),
    };
    format!("{} % intervals{together}{made}", percent(*level))
}

/// A level in per cent, without noise from its binary form.
fn percent(level: Level) -> f64 {
    (level.share() * 1e9).round() / 1e7
}

/// The engagements of a cell; `None` if it was solved.
pub(crate) fn engagements(cell: &Cell) -> Option<u64> {
    match cell.method {
        Method::Exact { .. } => None,
        Method::Sampled { engagements } => Some(engagements),
    }
}

/// The fewest variants that are ranked by their effect.
const RANKED: usize = 5;

/// The fewest endings that get a table and a chart of their own.
const MANY_ENDINGS: usize = 4;

impl Sheet {
    /// The columns of a run's endings, if there are many and at most one key is swept or varied.
    pub(crate) fn endings(&self) -> Vec<usize> {
        if self.axes.len() == 1 && self.endings.len() >= MANY_ENDINGS {
            self.endings.clone().collect()
        } else {
            Vec::new()
        }
    }
}

/// The endings that differ from the chance to win of the same name, with the id of their column.
fn distinct_endings(run: &Run) -> Vec<(usize, String)> {
    let same = |i: usize, side: Side| run.cells.iter().all(|cell| cell.endings.get(i) == Some(&cell.win[side]));
    run.endings
        .iter()
        .enumerate()
        .filter_map(|(i, ending)| match Side::ALL.into_iter().find(|&side| ending.id == win_id(side)) {
            Some(side) if same(i, side) => None,
            Some(_) => Some((i, format!("ending.{}", ending.id))),
            None => Some((i, ending.id.clone())),
        })
        .collect()
}

/// The id of the chance that a side wins.
pub(crate) fn win_id(side: Side) -> String {
    Win::by(Some(side)).id.to_owned()
}

/// The row of a cell, in the order of [`run_columns`].
fn run_row(cell: &Cell, has_variants: bool, endings: &[(usize, String)]) -> Row {
    let mut point = cell.point.clone();
    if has_variants {
        point.push(cell.variant.map_or(0, |variant| variant + 1));
    }
    let counted = || cell.measures.iter().chain([&cell.turns]);
    let chances = Side::ALL.iter().map(|&side| cell.win[side]).chain([cell.draw]);
    let values = chances.chain(counted().map(|quantity| quantity.mean)).map(Some);
    let values: Vec<_> = values.chain(endings.iter().map(|&(i, _)| cell.endings.get(i).copied())).collect();
    let mut row = Row {
        played: engagements(cell),
        aims: cell.aims.clone(),
        breaks: cell.breaks.clone(),
        ..Row::of(point, values)
    };
    let first = Side::ALL.len() + 1;
    for (place, quantity) in counted().enumerate() {
        row.distributions[first + place].clone_from(&quantity.distribution);
    }
    row.compared = cell.variant.zip(cell.difference.as_ref()).map(|(variant, difference)| {
        let wins = Side::ALL.iter().map(|&side| difference.win[side]);
        let paired = wins.chain([difference.draw]).chain(difference.measures.iter().copied()).chain([difference.turns]);
        let paired = paired.map(Some).chain(endings.iter().map(|_| None)).collect();
        Compared { variant, changed: difference.changed, paired }
    });
    row
}

fn run_columns(run: &Run, endings: &[(usize, String)]) -> Vec<Column> {
    let wins = Side::ALL.into_iter().map(|side| Column {
        side: Some(side),
        headline: true,
        ..Column::share(&win_id(side), &run.labels.win[side])
    });
    let drawn = run.cells.iter().any(|cell| cell.draw.value > 0.0);
    let draw = Column { headline: true, shown: drawn, ..Column::share(Win::by(None).id, &run.labels.draw) };
    let measures = run.measures.iter().enumerate().map(|(i, measure)| {
        let side = Side::ALL.get(i).copied();
        Column { side, headline: side.is_some(), ..Column::mean(&measure.id, &measure.label, &measure.unit) }
    });
    let turns = Column { headline: true, ..Column::mean("turns", &run.labels.turns, "turns") };
    // Endings with the same label are distinguished by their winner.
    let shared = |label: &str| run.endings.iter().filter(|ending| ending.label == label).count() > 1;
    let endings = endings.iter().map(|(i, id)| {
        let ending = &run.endings[*i];
        let winner = ending.winner.map_or(&run.labels.draw, |side| &run.labels.win[side]);
        let told = || format!("{} ({winner})", ending.label);
        let is_win = Side::ALL.into_iter().any(|side| ending.label == run.labels.win[side]);
        let label = match &ending.label {
            label if shared(label) => told(),
            label if is_win => format!("{label} outright"),
            label => label.clone(),
        };
        Column { side: ending.winner, ..Column::share(id, &label) }
    });
    wins.chain([draw]).chain(measures).chain([turns]).chain(endings).collect()
}

fn odds_columns(table: &OddsTable) -> Vec<Column> {
    let any_first = table.findings.iter().any(|finding| finding.first);
    let column = |finding: &runner::Finding| {
        let share = Column::share(&finding.id, &finding.label);
        let column = match finding.measured {
            Measured::Chance => share,
            Measured::Mean(unit) => Column::mean(&finding.id, &finding.label, unit),
            Measured::Number => Column { unit: Unit::Count, ..share },
        };
        Column { headline: if any_first { finding.first } else { finding.measured == Measured::Chance }, ..column }
    };
    table.findings.iter().map(column).collect()
}

fn estimate(value: &engage::Value, manner: Manner) -> Estimate {
    let basis = match manner {
        Manner::Exact => Basis::Exact { unresolved: 0.0 },
        Manner::Chain { unresolved, .. } => Basis::Exact { unresolved },
        Manner::Sampled { engagements, .. } => {
            let half = Level::default().z() * value.error;
            Basis::Sampled { low: value.decimal - half, high: value.decimal + half, n: engagements }
        }
    };
    Estimate { value: value.decimal, basis }
}

/// The text of a fraction; whole numbers have no denominator.
pub(crate) fn fraction((numerator, denominator): &(String, String)) -> String {
    if denominator == "1" { numerator.clone() } else { format!("{numerator}/{denominator}") }
}
