//! Lines over a swept number, with intervals as bands and whiskers.

use plotters::prelude::DrawingBackend;
use stats::Estimate;

use super::axes::{self, ABOVE, BELOW};
use super::canvas::{At, Canvas, Drawn, Look, Rect};
use super::kinds::{Lines, Series};
use super::legend::{self, Key, legend};
use super::scale::Scale;
use super::style::{AXIS, GRID, INK, OPEN, SMALL};
use crate::number::{bounds, is_exact};

/// The height without a legend, in pixels. Lines need less height than other charts.
const PLOT: u32 = 500;

pub(super) fn height(lines: &Lines) -> u32 {
    PLOT + legend::height(lines.series.iter().map(|series| series.name.as_str()))
}

pub(super) fn draw<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, lines: &Lines, body: Rect) -> Drawn<DB> {
    let entries: Vec<_> = lines.series.iter().map(|series| (series.name.as_str(), series.colour)).collect();
    let body = legend(canvas, &lines.legend, &entries, Key::Mark, body)?;
    let values = lines.series.iter().flat_map(|series| series.values.iter().flatten()).chain(&lines.also);
    let scale = Scale::of(values, lines.unit, false);
    let plot = Rect {
        left: body.left + axes::tick_room(&scale),
        top: body.top + ABOVE,
        bottom: body.bottom - BELOW,
        right: body.right,
    };
    axes::vertical(canvas, &scale, &lines.y_title, plot)?;
    // Points keep clear of the edges.
    let inner = Rect { left: plot.left + 24, right: plot.right - 24, ..plot };
    for place in &lines.places {
        canvas.line((inner.x(*place), plot.top), (inner.x(*place), plot.bottom), GRID, 1)?;
    }
    axes::labels_below(canvas, &lines.x_labels, &lines.places, 120, inner)?;
    axes::title_below(canvas, &lines.x_title, plot)?;
    sought(canvas, lines, &scale, plot, inner)?;
    for (i, series) in lines.series.iter().enumerate() {
        draw_series(canvas, lines, series, i, &scale, inner)?;
    }
    Ok(())
}

/// Draws the level asked about, the ranges in which a curve crosses it, and a marked value.
fn sought<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    lines: &Lines,
    scale: &Scale,
    plot: Rect,
    inner: Rect,
) -> Drawn<DB> {
    for (from, to) in &lines.sought.between {
        let (from, to) = (inner.x(*from), inner.x(*to));
        let corners = vec![(from, plot.top), (to, plot.top), (to, plot.bottom), (from, plot.bottom)];
        canvas.polygon(corners, OPEN, 0.14)?;
    }
    if let Some(level) = lines.sought.level {
        let y = inner.y(scale.place(level * lines.unit.scale()));
        canvas.line((plot.left, y), (plot.right, y), AXIS, 2)?;
    }
    if let Some((place, name)) = &lines.sought.own {
        let x = inner.x(*place);
        canvas.line((x, plot.top), (x, plot.bottom), INK, 1)?;
        let look = if *place > 0.6 { Look::right(SMALL, INK) } else { Look::left(SMALL, INK) };
        let beside = if *place > 0.6 { -6 } else { 6 };
        canvas.text(name, (x + beside, plot.top + 8), look)?;
    }
    Ok(())
}

fn draw_series<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    lines: &Lines,
    series: &Series,
    shape: usize,
    scale: &Scale,
    inner: Rect,
) -> Drawn<DB> {
    let y = |value: f64| inner.y(scale.place(value * lines.unit.scale()));
    let known = || {
        let finite = |(place, value): (&f64, &Option<Estimate>)| Some((inner.x(*place), (*value)?));
        lines.places.iter().zip(&series.values).filter_map(finite).filter(|(_, e)| e.value.is_finite())
    };
    let ends: Vec<(At, At)> = known().map(|(x, e)| ((x, y(bounds(&e).0)), (x, y(bounds(&e).1)))).collect();
    let (low, high): (Vec<At>, Vec<At>) = ends.into_iter().unzip();
    canvas.band(&high, &low, series.colour)?;
    canvas.path(known().map(|(x, e)| (x, y(e.value))).collect(), series.colour, 2)?;
    for ((x, estimate), (low, high)) in known().zip(low.iter().zip(&high)) {
        if !is_exact(&estimate) {
            canvas.whisker_up(x, low.1, high.1, series.colour)?;
        }
        canvas.mark((x, y(estimate.value)), shape, series.colour)?;
    }
    Ok(())
}
