//! Which charts a result deserves, from its shape.

use engage::{capital, lower};
use plotters::style::RGBColor;
use stats::{Basis, Estimate};

use super::figure::{Figure, Plot};
use super::kinds::{Bars, Forest, ForestRow, Heat, Lines, Panel, Series, Steps};
use super::scale;
use super::style::{self, Ramp};
use crate::frame::numeric;
use crate::layout::{self, Layout, spread};
use crate::number::{self, Unit};
use crate::sheet::{Column, FEW_DRAWS, Row, Sheet};
use crate::tables;

/// The most combinations of outer axes that get charts of their own, and the most panels and lines of a distribution.
const MAX_SHOWN: usize = 6;

/// The most lines or bars of a group, and the most bars of a chart.
const MAX_SERIES: usize = 12;
const MAX_BARS: usize = 72;

/// The fewest values of a map that stands beside lines or bars of the same.
const MIN_MAP: usize = 12;

/// The most rows of one forest plot.
const MAX_ROWS: usize = 30;

/// A figure with the word its file name is made of.
pub(super) type Named = (String, Figure);

/// The charts of a run.
pub(super) fn of_run(sheet: &Sheet) -> Vec<Named> {
    let mut shown = sheet.asked();
    if shown.is_empty() {
        shown.push(0);
    }
    // With a picture for each combination of further axes, one side's chances are enough to look through.
    if shown == [0] && !mirrored(sheet) && sheet.axes.len() < 3 {
        shown.push(1);
    }
    let losses: Vec<usize> = sheet.measures.clone().take(2).collect();
    let mut figures = match Layout::of(sheet) {
        None => {
            // That nobody wins is what the endings without a winner say one by one.
            let shown = |&i: &usize| sheet.columns[i].unit == Unit::Share && Some(i) != sheet.drawn();
            let shares = sheet.shown().filter(shown).collect();
            vec![("endings".to_owned(), outcome_bars(sheet, shares, "How it ends"))]
        }
        Some(at) if at.series.is_none() => {
            let both =
                |name: &str, columns: &[usize], title: &str| (name.to_owned(), compared(sheet, &at, columns, title));
            let mut figures = vec![both("wins", &sheet.winners(), "Who wins")];
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
    figures.extend(distributions(sheet));
    figures.extend(shown.iter().flat_map(|&column| forests(sheet, column)));
    figures
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
            let asked = sheet.asked();
            let shown = if asked.is_empty() { headlines.into_iter().take(3).collect() } else { asked };
            over_two_axes(sheet, &at, &shown, |_| Ramp::Sequential)
        }
    }
}

/// Whether one side wins exactly where the other does not, so that one chart says it all.
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
            let note = facet_note(sheet, at, &facets[facet], shown.len(), facets.len());
            let slug = &sheet.columns[column].id;
            let part = sheet.part(&at.facets, &facets[facet]);
            // A map of few values, or of variants, says what lines or bars say; where there are many pictures, one of either kind is
            // enough.
            let cells: usize = at.series.into_iter().chain([at.x]).map(|axis| sheet.axes[axis].values.len()).product();
            let mapped = !readable_as_series(&part, at) || !(sheet.has_variants || cells < MIN_MAP);
            if !mapped || (at.facets.is_empty() && readable_as_series(&part, at)) {
                figures.push((slug.clone(), by_series(sheet, &part, at, column, &facets[facet], &note)));
            }
            if mapped {
                let map = heat(sheet, &part, at, column, ramp(column), &facets[facet], &note);
                figures.push((format!("{slug} map"), map));
            }
        }
    }
    figures
}

/// Whether lines or bars can still be told apart; if not, the heat map says it all.
fn readable_as_series(sheet: &Sheet, at: &Layout) -> bool {
    let count = |axis: usize| sheet.axes[axis].values.len();
    let series = at.series.map_or(1, count);
    series <= MAX_SERIES && (numeric(&sheet.axes[at.x]).is_some() || series * count(at.x) <= MAX_BARS)
}

/// What is held fixed in a chart, and whether other combinations are left to the tables.
fn facet_note(sheet: &Sheet, at: &Layout, point: &[usize], shown: usize, of: usize) -> String {
    if at.facets.is_empty() {
        return String::new();
    }
    let some = if shown < of { format!(" ({shown} of {of} combinations drawn)") } else { String::new() };
    format!("{}{some}", layout::name(sheet, point, &at.facets))
}

/// One column over the x axis, a series for each value of the series axis; the axis holds the values of the whole sheet,
/// so that charts of one quantity compare.
fn by_series(whole: &Sheet, part: &Sheet, at: &Layout, column: usize, facet: &[usize], note: &str) -> Figure {
    let title = &part.columns[column].label;
    let Some(axis) = at.series else {
        return compared(part, at, &[column], title);
    };
    let names = &part.axes[axis].labels;
    let colour = series_colours(part, axis);
    let series = names.iter().enumerate().map(|(i, name)| {
        let base = layout::with(facet, axis, i);
        Series { name: name.clone(), colour: colour(i), values: along(part, at.x, &base, column) }
    });
    let title = format!("{title} by {} and {}", lower(&part.axes[at.x].label), lower(&part.axes[axis].label));
    let plot = plot(part, at.x, column, part.axes[axis].heading(), (series.collect(), values(whole, column)));
    Figure { title, held: note.to_owned(), basis: part.basis(), plot }
}

/// Every value of a column.
fn values(sheet: &Sheet, column: usize) -> Vec<Estimate> {
    sheet.rows.iter().filter_map(|row| row.values[column]).collect()
}

/// Several columns over the only axis, a series each.
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

/// Lines over numbers, bars over words. The values of `also` are not drawn, but the axis holds them.
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
            Plot::Lines(Lines { x_title, x_labels, places, y_title: quantity, unit, legend, series, also })
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

fn heat(whole: &Sheet, sheet: &Sheet, at: &Layout, column: usize, ramp: Ramp, facet: &[usize], note: &str) -> Figure {
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
        held: note.to_owned(),
        basis: sheet.basis(),
        plot: Plot::Heat(Heat {
            x_title: sheet.axes[at.x].heading(),
            x_labels: sheet.axes[at.x].labels.clone(),
            y_title: sheet.axes[down].heading(),
            y_labels: sheet.axes[down].labels.clone(),
            quantity: quantity.heading(),
            unit: quantity.unit,
            ramp,
            also: values(whole, column),
            cells: rows.map(|r| along(sheet, at.x, &layout::with(facet, down, r), column)).collect(),
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

/// Colours of the values of an axis: light to dark for numbers, distinct hues for words.
fn series_colours(sheet: &Sheet, axis: usize) -> impl Fn(usize) -> RGBColor {
    let count = sheet.axes[axis].values.len();
    let in_order = numeric(&sheet.axes[axis]).is_some();
    move |i| if in_order { style::ordered(i, count) } else { style::series(i, count) }
}

/// The colour of one of several columns: its side's own, lighter for each further one of the same side, and grey for nobody's beside
/// the sides'.
fn colour(sheet: &Sheet, columns: &[usize], place: usize) -> RGBColor {
    let side = |column: usize| sheet.columns[column].side;
    let own = side(columns[place]);
    if columns.iter().all(|&column| side(column).is_none()) {
        return style::series(place, columns.len());
    }
    let alike: Vec<usize> = (0..columns.len()).filter(|&other| side(columns[other]) == own).collect();
    let index = alike.iter().position(|&other| other == place).unwrap_or(0);
    style::lighter(own.map_or(style::AXIS, style::side), index, alike.len())
}

/// Losses and turns: side by side for a single axis or none, for two a chart each with a panel for each value of the series.
fn distributions(sheet: &Sheet) -> Vec<Named> {
    let counted: Vec<usize> = sheet.measures.clone().take(2).chain([sheet.measures.end]).collect();
    let Some(at) = Layout::of(sheet) else {
        let panels: Vec<Panel> = counted.iter().map(|&q| panel(sheet, q, &[vec![]], None)).collect();
        return losses_and_turns(sheet, String::new(), panels, vec![], vec![]);
    };
    // Variants are compared with each other, so they share a panel.
    let at = match at.series {
        Some(series) if sheet.has_variants => Layout { x: series, series: Some(at.x), ..at },
        _ => at,
    };
    let lines = spread(sheet.axes[at.x].values.len(), MAX_SHOWN);
    let names: Vec<String> = lines.iter().map(|&i| sheet.axes[at.x].labels[i].clone()).collect();
    let over = |base: &[usize]| -> Vec<Vec<usize>> { lines.iter().map(|&i| layout::with(base, at.x, i)).collect() };
    let legend = sheet.axes[at.x].heading();
    // The colours that they have in other charts, where all of them are shown.
    let colours: Vec<RGBColor> = lines.iter().map(|&i| series_colours(sheet, at.x)(i)).collect();
    let Some(axis) = at.series else {
        let base = vec![0; sheet.axes.len()];
        let panels = counted.iter().map(|&q| panel(sheet, q, &over(&base), None)).collect();
        return losses_and_turns(sheet, legend, panels, names, colours);
    };
    // With further keys there would be more pictures than anybody looks through; the data have all of it.
    if !at.facets.is_empty() {
        return Vec::new();
    }
    let shown = spread(sheet.axes[axis].values.len(), MAX_SHOWN);
    let mut figures = Vec::new();
    for &q in &counted {
        let base = vec![0; sheet.axes.len()];
        let panels = shown.iter().map(|&i| panel(sheet, q, &over(&layout::with(&base, axis, i)), Some((axis, i))));
        let Column { id, label: title, .. } = &sheet.columns[q];
        let title = format!("{title} by {} and {}", lower(&sheet.axes[axis].label), lower(&sheet.axes[at.x].label));
        let data = (panels.collect(), names.clone(), colours.clone(), true);
        figures.extend(steps(&format!("{id} distribution"), &title, legend.clone(), sheet, data));
    }
    figures
}

/// How often each count of losses and turns is met, and how often at least so many.
fn losses_and_turns(
    sheet: &Sheet,
    legend: String,
    panels: Vec<Panel>,
    names: Vec<String>,
    colours: Vec<RGBColor>,
) -> Vec<Named> {
    let tails = panels.iter().map(Panel::at_least).collect();
    let (title, at_least) = ("Losses and turns", "Losses and turns: at least so many");
    let each = steps("distributions", title, legend.clone(), sheet, (panels, names.clone(), colours.clone(), false));
    let tails = steps("at least", at_least, legend, sheet, (tails, names, colours, false));
    each.into_iter().chain(tails).collect()
}

/// The distributions of one quantity at some points.
fn panel(sheet: &Sheet, quantity: usize, points: &[Vec<usize>], value: Option<(usize, usize)>) -> Panel {
    let Column { label, counted, .. } = &sheet.columns[quantity];
    let distribution =
        |point: &Vec<usize>| sheet.row(point).map(|row| row.distributions[quantity].clone()).unwrap_or_default();
    Panel {
        x_title: counted.clone(),
        title: value.map_or_else(|| label.clone(), |(axis, i)| sheet.axes[axis].with(i)),
        distributions: points.iter().map(distribution).collect(),
    }
}

/// A chart of distributions, unless all of them are empty.
fn steps(
    name: &str,
    title: &str,
    legend: String,
    sheet: &Sheet,
    (panels, names, colours, same_counts): (Vec<Panel>, Vec<String>, Vec<RGBColor>, bool),
) -> Option<Named> {
    // Of what happens once or not at all, the mean has said everything.
    let says = |distribution: &Vec<f64>| distribution.iter().skip(2).any(|&share| share > 0.0);
    if !panels.iter().any(|panel| panel.distributions.iter().any(says)) {
        return None;
    }
    let colours = if names.len() < 2 { vec![style::BLUE] } else { colours };
    let plot = Plot::Steps(Steps { panels, legend, names, colours, same_counts });
    let answered = format!("{}{}", sheet.answered(), worst_margin(sheet));
    Some((name.to_owned(), Figure { title: title.to_owned(), held: String::new(), basis: answered, plot }))
}

/// How far a sampled share can lie off at most: a share of one half is the least certain.
fn worst_margin(sheet: &Sheet) -> String {
    sheet.rows.iter().filter_map(|row| row.played).min().filter(|least| *least > 0).map_or(String::new(), |least| {
        let half = sheet.level().z() * 0.5 / (least as f64).sqrt();
        let half = Estimate { value: 0.5, basis: Basis::Sampled { low: 0.5 - half, high: 0.5 + half, n: least } };
        format!(", each share within {} points ({})", number::margin(&half, Unit::Share), sheet.level_shown())
    })
}

/// The paired differences of one column, in charts of at most [`MAX_ROWS`] rows.
fn forests(sheet: &Sheet, column: usize) -> Vec<Named> {
    let id = &sheet.columns[column].id;
    let mut rows = Vec::new();
    for row in sheet.compared() {
        if let Some(paired) = row.paired(column) {
            let labels: Vec<&str> = (0..sheet.axes.len()).map(|axis| sheet.label(&row.point, axis)).collect();
            rows.push(ForestRow {
                label: labels.join(" · "),
                first: !sheet.is_ranked() && rows.len() % (sheet.variants.len().max(1)) == 0,
                difference: paired.difference,
                saved: tables::saved(paired.variance_saved),
            });
        }
    }
    let keys: Vec<&str> = sheet.axes.iter().map(|axis| axis.label.as_str()).collect();
    let parts = rows.len().div_ceil(MAX_ROWS).max(1);
    // Parts of one length: a last one of a few rows would say nothing.
    let chunks = rows.chunks(rows.len().div_ceil(parts).max(1)).enumerate().map(|(part, rows)| {
        let (title, unit) = (&sheet.columns[column].label, sheet.columns[column].unit);
        let counted = if unit == Unit::Share { ", percentage points" } else { "" };
        let part = if parts > 1 { format!(" ({} of {parts})", part + 1) } else { String::new() };
        let forest = Forest {
            label_title: keys.join(" · "),
            x_title: format!("{title}: variant minus baseline{counted}"),
            unit,
            good_for_blue: column == 0,
            rows: rows.to_vec(),
        };
        let title = format!("{title}: effect of each variant{part}");
        let figure = Figure {
            title,
            held: String::new(),
            basis: format!("same engagements, paired; {}", sheet.basis()),
            plot: Plot::Forest(forest),
        };
        (format!("{id} difference"), figure)
    });
    chunks.collect()
}
