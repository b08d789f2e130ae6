//! Charts of how often each count of losses and turns occurs.

use engage::lower;
use plotters::style::RGBColor;
use stats::{Basis, Estimate};

use super::colours::series_colours;
use super::figure::{Figure, Named, Plot};
use super::kinds::{Panel, Steps};
use super::style;
use crate::layout::{self, Layout, spread};
use crate::number::{self, Unit};
use crate::sheet::{Column, Sheet};

/// The most lines of a distribution, and its most panels.
const MAX_LINES: usize = 8;
const MAX_PANELS: usize = 6;

/// Charts of losses and turns. With one axis or none they are panels of one chart; with two axes each has its own
/// chart, with a panel for each value of the series.
pub(super) fn distributions(sheet: &Sheet) -> Vec<Named> {
    let counted: Vec<usize> = sheet.measures.clone().take(2).chain([sheet.measures.end]).collect();
    let Some(at) = Layout::of(sheet) else {
        let panels: Vec<Panel> = counted.iter().map(|&q| panel(sheet, q, &[vec![]], None)).collect();
        let (legend, names, colours) = (String::new(), Vec::new(), Vec::new());
        return losses_and_turns(sheet, Steps { panels, legend, names, colours, same_counts: false });
    };
    // Variants are compared with each other, so they share a panel.
    let at = match at.series {
        Some(series) if sheet.has_variants => Layout { x: series, series: Some(at.x), ..at },
        _ => at,
    };
    let lines = drawn(sheet, at.x, MAX_LINES);
    let names: Vec<String> = lines.iter().map(|&i| sheet.axes[at.x].labels[i].clone()).collect();
    let over = |base: &[usize]| -> Vec<Vec<usize>> { lines.iter().map(|&i| layout::with(base, at.x, i)).collect() };
    let legend = sheet.axes[at.x].heading();
    // The colours that they have in other charts, which show all of them.
    let colours: Vec<RGBColor> = lines.iter().map(|&i| series_colours(sheet, at.x)(i)).collect();
    let Some(axis) = at.series else {
        let base = vec![0; sheet.axes.len()];
        let panels = counted.iter().map(|&q| panel(sheet, q, &over(&base), None)).collect();
        let some = left_out(sheet, at.x, lines.len());
        let each = Steps { panels, legend, names, colours, same_counts: false };
        return held(losses_and_turns(sheet, each), &some);
    };
    // With further keys there would be too many charts to look through; the data have all numbers.
    if !at.facets.is_empty() {
        return Vec::new();
    }
    let shown = drawn(sheet, axis, MAX_PANELS);
    let some = [left_out(sheet, at.x, lines.len()), left_out(sheet, axis, shown.len())];
    let some = some.into_iter().filter(|some| !some.is_empty()).collect::<Vec<_>>().join("; ");
    let mut figures = Vec::new();
    for &q in &counted {
        let base = vec![0; sheet.axes.len()];
        let panels = shown.iter().map(|&i| panel(sheet, q, &over(&layout::with(&base, axis, i)), Some((axis, i))));
        let Column { id, label: title, .. } = &sheet.columns[q];
        let title = format!("{title} by {} and {}", lower(&sheet.axes[axis].label), lower(&sheet.axes[at.x].label));
        let (legend, names, colours) = (legend.clone(), names.clone(), colours.clone());
        let each = Steps { panels: panels.collect(), legend, names, colours, same_counts: true };
        figures.extend(steps(&format!("{id} distribution"), &title, sheet, each));
    }
    held(figures, &some)
}

/// The values of an axis to draw, at most `most`: of variants the baseline and those with the largest effects, of other
/// values a selection that includes both ends.
fn drawn(sheet: &Sheet, axis: usize, most: usize) -> Vec<usize> {
    let count = sheet.axes[axis].values.len();
    let varied = sheet.has_variants && axis + 1 == sheet.axes.len();
    if count <= most || !varied {
        return spread(count, most);
    }
    let mut size: Vec<(usize, f64)> =
        (0..sheet.variants.len()).map(|variant| (variant + 1, moved(sheet, variant))).collect();
    size.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut drawn: Vec<usize> = size.into_iter().take(most - 1).map(|(place, _)| place).chain([0]).collect();
    drawn.sort_unstable();
    drawn
}

/// The largest change of a side's chance to win under a variant.
fn moved(sheet: &Sheet, variant: usize) -> f64 {
    let own = sheet
        .compared()
        .into_iter()
        .filter(|row| row.compared.as_ref().is_some_and(|compared| compared.variant == variant));
    let moves =
        own.flat_map(|row| sheet.wins.into_iter().flat_map(|wins| [row.paired(wins.blue), row.paired(wins.red)]));
    moves.flatten().map(|paired| paired.difference.value.abs()).fold(0.0, f64::max)
}

/// The note for an axis if not all its values are drawn.
fn left_out(sheet: &Sheet, axis: usize, drawn: usize) -> String {
    let count = sheet.axes[axis].values.len();
    let varied = sheet.has_variants && axis + 1 == sheet.axes.len();
    match (drawn < count, varied) {
        (false, _) => String::new(),
        (true, true) => format!("{drawn} of {count} drawn: the baseline and those that move the chance to win most"),
        (true, false) => format!("{drawn} of {count} values of {} drawn", lower(&sheet.axes[axis].label)),
    }
}

/// Adds to figures a note about what they leave out.
fn held(mut figures: Vec<Named>, some: &str) -> Vec<Named> {
    for (_, figure) in &mut figures {
        figure.basis = if some.is_empty() { figure.basis.clone() } else { format!("{some}; {}", figure.basis) };
    }
    figures
}

/// How often each count of losses and turns occurs, and how often at least each.
fn losses_and_turns(sheet: &Sheet, each: Steps) -> Vec<Named> {
    let tails = Steps { panels: each.panels.iter().map(Panel::at_least).collect(), ..each.clone() };
    let each = steps("distributions", "Losses and turns", sheet, each);
    let tails = steps("at least", "Losses and turns: at least this number", sheet, tails);
    each.into_iter().chain(tails).collect()
}

/// A panel with the distributions of one quantity at several points.
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
fn steps(name: &str, title: &str, sheet: &Sheet, mut steps: Steps) -> Option<Named> {
    // For counts of 0 and 1 the mean already says everything.
    let says = |distribution: &Vec<f64>| distribution.iter().skip(2).any(|&share| share > 0.0);
    if !steps.panels.iter().any(|panel| panel.distributions.iter().any(says)) {
        return None;
    }
    if steps.names.len() < 2 {
        steps.colours = vec![style::BLUE];
    }
    let plot = Plot::Steps(steps);
    let answered = format!("{}{}", sheet.answered(), worst_margin(sheet));
    Some((name.to_owned(), Figure { title: title.to_owned(), held: String::new(), basis: answered, plot }))
}

/// The largest margin of a sampled share; a share of one half is the least certain.
fn worst_margin(sheet: &Sheet) -> String {
    sheet.rows.iter().filter_map(|row| row.played).min().filter(|least| *least > 0).map_or(String::new(), |least| {
        let half = sheet.level().z() * 0.5 / (least as f64).sqrt();
        let half = Estimate { value: 0.5, basis: Basis::Sampled { low: 0.5 - half, high: 0.5 + half, n: least } };
        format!(", each share within {} points ({})", number::margin(&half, Unit::Share), sheet.level_shown())
    })
}
