//! Selects the charts of a result by its shape.

use engage::{capital, lower};
use scenario::Asks;
use stats::Estimate;

use super::colours::{colour, series_colours};
use super::compare::forest;
use super::distributions::distributions;
use super::figure::{Figure, Named, Plot};
use super::kinds::{Bars, Heat, LineMarks, Lines, Series};
use super::scale;
use super::style::{self, Ramp};
use crate::frame::numeric;
use crate::layout::{self, Layout, spread};
use crate::number::{self, Unit};
use crate::sheet::{FEW_DRAWS, Row, Sheet};

/// The most combinations of outer axes that get charts of their own.
const MAX_SHOWN: usize = 6;

/// The most lines or bars of a group, and the most bars of a chart.
const MAX_SERIES: usize = 12;
const MAX_BARS: usize = 72;

/// The fewest values of a heat map that is drawn in addition to lines or bars.
const MIN_MAP: usize = 12;

/// The charts of a run, first the one that answers its question.
pub(super) fn of_run(sheet: &Sheet) -> Vec<Named> {
    let asked = sheet.main();
    let mut shown = vec![asked];
    // The other side's chances get their own chart only if they are not simply the complement. With a chart for each
    // combination of further axes, one side is enough.
    if asked < 2 && !mirrored(sheet) && sheet.axes.len() < 3 {
        shown.push(1 - asked);
    }
    let losses: Vec<usize> = sheet.measures.clone().take(2).collect();
    let mut figures = match Layout::of(sheet) {
        None => {
            // The endings without a winner already show the draws one by one.
            let shown = |&i: &usize| sheet.columns[i].unit == Unit::Share && Some(i) != sheet.drawn();
            let shares = sheet.shown().filter(shown).collect();
            vec![("endings".to_owned(), outcome_bars(sheet, shares, "How it ends"))]
        }
        Some(at) if at.series.is_none() => {
            let both =
                |name: &str, columns: &[usize], title: &str| (name.to_owned(), compared(sheet, &at, columns, title));
            let all = if mirrored(sheet) { vec![asked.min(1)] } else { sheet.winners() };
            let title = if all.len() == 1 { sheet.columns[all[0]].label.as_str() } else { "Who wins" };
            let mut figures = vec![both("wins", &all, title)];
            if asked > 1 {
                figures.insert(0, both(&sheet.columns[asked].id, &[asked], &sheet.columns[asked].label));
            }
            if !losses.is_empty() {
                figures.push(both("losses", &losses, "Mean losses"));
            }
            let endings = sheet.endings();
            if !endings.is_empty() {
                figures.push(both("endings", &endings, "How it ends"));
            }
            figures
        }
        Some(at) => {
            let ramp = |column| match column {
                0 => Ramp::BlueWins,
                1 => Ramp::RedWins,
                _ => Ramp::Sequential,
            };
            over_two_axes(sheet, &at, &shown, ramp)
        }
    };
    if let Some(asks) = sheet.about.asks.filter(|asks| asks.is_place()) {
        let half = asked < 2;
        figures.iter_mut().filter(|_| half).for_each(|(_, figure)| seek(figure, asks));
    }
    figures.extend(shown.iter().filter_map(|&column| forest(sheet, column)));
    figures.extend(distributions(sheet));
    let id = &sheet.columns[asked].id;
    let first = answering(sheet, id).into_iter().find_map(|name| figures.iter().position(|(word, _)| *word == name));
    if let Some(first) = first {
        figures[..=first].rotate_right(1);
    }
    figures
}

/// The names of the charts that answer the question about a quantity, the best first.
fn answering(sheet: &Sheet, id: &str) -> Vec<String> {
    let [difference, map, wins] = [format!("{id} difference"), format!("{id} map"), "wins".to_owned()];
    let id = id.to_owned();
    match sheet.about.asks {
        Some(Asks::Who) => vec!["endings".to_owned(), wins, id],
        Some(asks) if asks.compares() => vec![difference, map, id, wins],
        Some(asks) if asks.is_place() => vec![id, wins, map],
        Some(_) => vec![map, id, wins],
        None if sheet.swept().is_empty() => vec![difference, id, wins],
        None => vec![map, id, wins],
    }
}

/// Marks one half, and the values between which each line crosses it.
fn seek(figure: &mut Figure, asks: Asks) {
    let Plot::Lines(lines) = &mut figure.plot else { return };
    if lines.unit != Unit::Share {
        return;
    }
    const HALF: f64 = 0.5;
    lines.sought.level = Some(HALF);
    lines.also.push(Estimate::exact(HALF));
    let [series] = lines.series.as_slice() else { return };
    let known: Vec<(f64, &str, Estimate)> = (lines.places.iter().zip(&lines.x_labels).zip(&series.values))
        .filter_map(|((place, label), value)| Some((*place, label.as_str(), (*value)?)))
        .collect();
    // A line certainly crosses only between values whose intervals lie on different sides.
    let side = |value: &Estimate| match number::bounds(value) {
        (low, _) if low > HALF => Some(true),
        (_, high) if high < HALF => Some(false),
        _ => None,
    };
    let sure: Vec<&(f64, &str, Estimate)> = known.iter().filter(|(.., value)| side(value).is_some()).collect();
    let crossed = sure.windows(2).filter(|pair| side(&pair[0].2) != side(&pair[1].2));
    let (mut between, mut told) = (Vec::new(), Vec::new());
    for pair in crossed {
        between.push((pair[0].0, pair[1].0));
        told.push(format!("between {} and {}", pair[0].1, pair[1].1));
    }
    lines.sought.between = between;
    if !told.is_empty() {
        let what = if asks == Asks::FromWhere { "turns" } else { "the fight turns" };
        figure.basis = format!("{what} {}; {}", told.join(" and "), figure.basis);
    }
}

/// The charts of a table of odds.
pub(super) fn of_odds(sheet: &Sheet) -> Vec<Named> {
    let shares: Vec<usize> = (0..sheet.columns.len()).filter(|&i| sheet.columns[i].unit == Unit::Share).collect();
    let headlines = sheet.headlines();
    match Layout::of(sheet) {
        _ if shares.is_empty() => Vec::new(),
        None => vec![("outcomes".to_owned(), outcome_bars(sheet, shares, "Chance of each outcome"))],
        Some(at) if at.series.is_none() => {
            let shown: Vec<usize> = shares.into_iter().take(8).collect();
            vec![("outcomes".to_owned(), compared(sheet, &at, &shown, "Chance of each outcome"))]
        }
        Some(at) => {
            let shown: Vec<usize> =
                sheet.asked().map_or_else(|| headlines.into_iter().take(3).collect(), |asked| vec![asked]);
            over_two_axes(sheet, &at, &shown, |_| Ramp::Sequential)
        }
    }
}

/// Whether almost every fight has a winner, so that one side's chart shows everything.
fn mirrored(sheet: &Sheet) -> bool {
    let sum = |row: &Row| Some(row.values[0]?.value + row.values[1]?.value);
    sheet.rows.iter().filter_map(sum).all(|sum| (sum - 1.0).abs() < FEW_DRAWS)
}

/// For each combination of the outer axes and each column: lines or bars, a heat map, or both.
pub(super) fn over_two_axes(sheet: &Sheet, at: &Layout, columns: &[usize], ramp: impl Fn(usize) -> Ramp) -> Vec<Named> {
    let facets = layout::points(sheet, &at.facets);
    let shown = spread(facets.len(), MAX_SHOWN);
    let mut figures = Vec::new();
    for &column in columns {
        for &facet in &shown {
            let point = &facets[facet];
            let note = facet_note(sheet, at, point, shown.len(), facets.len());
            let slug = &sheet.columns[column].id;
            let facet = Facet { part: sheet.part(&at.facets, point), point, note };
            let part = &facet.part;
            // A heat map of few values, or of variants, only repeats lines or bars. If there are many facets, one chart
            // of either kind is enough.
            let cells: usize = at.series.into_iter().chain([at.x]).map(|axis| sheet.axes[axis].values.len()).product();
            let varied = sheet.has_variants && [at.series, Some(at.x)].contains(&Some(sheet.axes.len() - 1));
            let mapped = !readable_as_series(part, at) || !(varied || cells < MIN_MAP);
            if !mapped || (at.facets.is_empty() && readable_as_series(part, at)) {
                figures.push((slug.clone(), by_series(sheet, &facet, at, column)));
            }
            if mapped {
                let map = heat(sheet, &facet, at, column, ramp(column));
                figures.push((format!("{slug} map"), map));
            }
        }
    }
    figures
}

/// A combination of the outer axes.
struct Facet<'f> {
    /// The rows of the sheet that belong to it.
    part: Sheet,
    /// Its index on each axis.
    point: &'f [usize],
    /// The note that names it.
    note: String,
}

/// Whether lines or bars can still be distinguished; if not, the heat map replaces them.
fn readable_as_series(sheet: &Sheet, at: &Layout) -> bool {
    let count = |axis: usize| sheet.axes[axis].values.len();
    let series = at.series.map_or(1, count);
    series <= MAX_SERIES && (numeric(&sheet.axes[at.x]).is_some() || series * count(at.x) <= MAX_BARS)
}

/// Names the values held fixed in a chart, and says whether other combinations appear only in tables.
fn facet_note(sheet: &Sheet, at: &Layout, point: &[usize], shown: usize, of: usize) -> String {
    if at.facets.is_empty() {
        return String::new();
    }
    let some = if shown < of { format!(" ({shown} of {of} combinations drawn)") } else { String::new() };
    format!("{}{some}", layout::name(sheet, point, &at.facets))
}

/// One column over the x axis, with a series for each value of the series axis. The value axis spans the whole sheet,
/// so that charts of one quantity can be compared.
fn by_series(whole: &Sheet, facet: &Facet<'_>, at: &Layout, column: usize) -> Figure {
    let part = &facet.part;
    let title = &part.columns[column].label;
    let Some(axis) = at.series else {
        return compared(part, at, &[column], title);
    };
    let names = &part.axes[axis].labels;
    let colour = series_colours(part, axis);
    let series = names.iter().enumerate().map(|(i, name)| {
        let base = layout::with(facet.point, axis, i);
        Series { name: name.clone(), colour: colour(i), values: along(part, at.x, &base, column) }
    });
    let title = format!("{title} by {} and {}", lower(&part.axes[at.x].label), lower(&part.axes[axis].label));
    let plot = plot(part, at.x, column, part.axes[axis].heading(), (series.collect(), values(whole, column)));
    Figure { title, held: facet.note.clone(), basis: part.basis(), plot }
}

/// All values of a column.
fn values(sheet: &Sheet, column: usize) -> Vec<Estimate> {
    sheet.rows.iter().filter_map(|row| row.values[column]).collect()
}

/// Several columns over the only axis, each as a series.
pub(super) fn compared(sheet: &Sheet, at: &Layout, columns: &[usize], title: &str) -> Figure {
    let base = vec![0; sheet.axes.len()];
    let series = columns.iter().enumerate().map(|(i, &column)| Series {
        name: sheet.columns[column].label.clone(),
        colour: colour(sheet, columns, i),
        values: along(sheet, at.x, &base, column),
    });
    let title = format!("{title} by {}", lower(&sheet.axes[at.x].label));
    let plot = plot(sheet, at.x, columns[0], String::new(), (series.collect(), Vec::new()));
    Figure { title, held: String::new(), basis: sheet.basis(), plot }
}

/// Lines over numbers, bars over words. The values of `also` are not drawn, but the axis spans them.
fn plot(sheet: &Sheet, x: usize, column: usize, legend: String, (series, also): (Vec<Series>, Vec<Estimate>)) -> Plot {
    let axis = &sheet.axes[x];
    let unit = sheet.columns[column].unit;
    let one_quantity = !legend.is_empty() || series.len() == 1;
    let quantity = match unit {
        _ if one_quantity => sheet.columns[column].heading(),
        Unit::Share => "Share of engagements, %".to_owned(),
        Unit::Count => capital(format!("mean {}", sheet.columns[column].counted).trim()),
    };
    match numeric(axis) {
        Some(numbers) => {
            let places = scale::places(Some(&numbers), numbers.len());
            let (x_title, x_labels) = (axis.heading(), axis.labels.clone());
            let sought = LineMarks::default();
            Plot::Lines(Lines { x_title, x_labels, places, y_title: quantity, unit, legend, series, also, sought })
        }
        None => {
            let groups = axis.labels.clone();
            Plot::Bars(Bars {
                x_title: quantity,
                y_title: axis.heading(),
                groups,
                unit,
                legend,
                series,
                colours: Vec::new(),
                also,
            })
        }
    }
}

/// One column over two axes, a coloured square for each pair of values.
fn heat(whole: &Sheet, facet: &Facet<'_>, at: &Layout, column: usize, ramp: Ramp) -> Figure {
    let sheet = &facet.part;
    let down = at.series.unwrap_or(at.x);
    let rows = 0..sheet.axes[down].values.len();
    let quantity = &sheet.columns[column];
    Figure {
        title: format!(
            "{} over {} and {}",
            quantity.label,
            lower(&sheet.axes[down].label),
            lower(&sheet.axes[at.x].label)
        ),
        held: facet.note.clone(),
        basis: sheet.basis(),
        plot: Plot::Heat(Heat {
            x_title: sheet.axes[at.x].heading(),
            x_labels: sheet.axes[at.x].labels.clone(),
            y_title: sheet.axes[down].heading(),
            y_labels: sheet.axes[down].labels.clone(),
            quantity: if quantity.unit == Unit::Share { "%" } else { "mean" }.to_owned(),
            unit: quantity.unit,
            ramp,
            also: values(whole, column),
            cells: rows.map(|r| along(sheet, at.x, &layout::with(facet.point, down, r), column)).collect(),
        }),
    }
}

/// Bars of several columns of a single point.
fn outcome_bars(sheet: &Sheet, columns: Vec<usize>, title: &str) -> Figure {
    let row = sheet.rows.first();
    let values = columns.iter().map(|&column| row.and_then(|row| row.values[column])).collect();
    let unit = Unit::Share;
    let series = vec![Series { name: String::new(), colour: style::BLUE, values }];
    let sided = columns.iter().any(|&column| sheet.columns[column].side.is_some());
    let own = |&column: &usize| sheet.columns[column].side.map_or(style::AXIS, style::side);
    let colours = columns.iter().filter(|_| sided).map(own).collect();
    let groups = columns.iter().map(|&column| sheet.columns[column].label.clone()).collect();
    let bars = Bars {
        x_title: "Share, %".to_owned(),
        y_title: String::new(),
        groups,
        unit,
        legend: String::new(),
        series,
        colours,
        also: Vec::new(),
    };
    Figure { title: title.to_owned(), held: String::new(), basis: sheet.basis(), plot: Plot::Bars(bars) }
}

/// The values of a column along an axis.
fn along(sheet: &Sheet, axis: usize, base: &[usize], column: usize) -> Vec<Option<Estimate>> {
    (0..sheet.axes[axis].values.len()).map(|i| sheet.value(&layout::with(base, axis, i), column)).collect()
}
