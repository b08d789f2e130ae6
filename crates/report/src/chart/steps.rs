//! Distributions of counts: step lines of several cells in panels side by side, filled if there is only one.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

use super::axes::{self, ABOVE, BELOW};
use super::canvas::{At, Canvas, Drawn, Look, Rect, broken};
use super::kinds::{Panel, Steps};
use super::legend::{self, Key, legend};
use super::scale::Scale;
use super::style::{BODY, INK, SIZE};

/// A tail with less than this share of engagements is not drawn.
const TAIL: f64 = 0.001;

/// Pixels between panels.
const GAP: i32 = 26;

fn rows_and_across(steps: &Steps) -> (usize, usize) {
    let count = steps.panels.len().max(1);
    let across = match count {
        1..=3 => count,
        4 => 2,
        _ => 3,
    };
    (count.div_ceil(across), across)
}

pub(super) fn height(steps: &Steps) -> u32 {
    let panels = match rows_and_across(steps).0 {
        1 => 460,
        2 => SIZE.1 + 80,
        rows => 200 + 240 * u32::try_from(rows).unwrap_or(1),
    };
    panels + legend::height(steps.names.iter().map(String::as_str))
}

pub(super) fn draw<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, steps: &Steps, body: Rect) -> Drawn<DB> {
    let entries: Vec<_> = steps.names.iter().map(String::as_str).zip(steps.colours.iter().copied()).collect();
    let body = legend(canvas, &steps.legend, &entries, Key::Line, body)?;
    let (rows, across) = rows_and_across(steps);
    let most =
        steps.panels.iter().flat_map(|panel| panel.distributions.iter().flatten()).fold(0.0, |a: f64, &b| a.max(b));
    let y_scale = Scale::over(0.0, if most > 0.0 { most * 100.0 } else { 100.0 }, 4);
    let last_of_all = steps.panels.iter().map(last_count).max().unwrap_or(0);
    for (i, panel) in steps.panels.iter().enumerate() {
        let (r, c) = ((i / across) as f64, (i % across) as f64);
        let place = Rect {
            left: body.x(c / across as f64),
            right: body.x((c + 1.0) / across as f64) - if i % across + 1 < across { GAP } else { 0 },
            top: body.y(1.0 - r / rows as f64),
            bottom: body.y(1.0 - (r + 1.0) / rows as f64) - if i / across + 1 < rows { GAP / 2 } else { 0 },
        };
        let last = if steps.same_counts { last_of_all } else { last_count(panel) };
        draw_panel(canvas, panel, &steps.colours, &y_scale, last, place)?;
    }
    Ok(())
}

/// The largest count that is drawn: beyond it lies less than [`TAIL`] in every cell.
fn last_count(panel: &Panel) -> usize {
    let of_one = |shares: &Vec<f64>| {
        let mut beyond = 0.0;
        (0..shares.len()).rev().find(|&i| {
            beyond += shares[i];
            beyond >= TAIL
        })
    };
    panel.distributions.iter().filter_map(of_one).max().unwrap_or(0).max(1)
}

fn draw_panel<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    panel: &Panel,
    colours: &[RGBColor],
    y_scale: &Scale,
    last: usize,
    place: Rect,
) -> Drawn<DB> {
    let title = broken(&panel.title, BODY, true, place.width(), 2);
    let further = title.len().saturating_sub(1);
    for (line, y) in title.iter().zip((place.top + 2 - 14 * i32::try_from(further).unwrap_or(0)..).step_by(15)) {
        canvas.text(line, (place.left, y), Look::left(BODY, INK).bold())?;
    }
    let plot = Rect {
        left: place.left + axes::tick_room(y_scale),
        top: place.top + 24 + ABOVE,
        bottom: place.bottom - BELOW,
        right: place.right,
    };
    axes::vertical(canvas, y_scale, "engagements, %", plot)?;
    let counts = last + 1;
    // Only round counts are labelled if there are more than eight.
    let every = Scale::over(0.0, last as f64, 6).ticks.into_iter().filter(|t| t.fract() == 0.0 && *t <= last as f64);
    let ticks: Vec<f64> = if last <= 8 { (0..counts).map(|i| i as f64).collect() } else { every.collect() };
    let labels: Vec<String> = ticks.iter().map(|t| format!("{t:.0}")).collect();
    let places: Vec<f64> = ticks.iter().map(|t| (t + 0.5) / counts as f64).collect();
    axes::labels_below(canvas, &labels, &places, 60, plot)?;
    let cut = panel.distributions.iter().any(|shares| shares.iter().skip(counts).any(|share| *share > 0.0));
    let x_title = if cut { format!("{} (rarest 0.1 % left out)", panel.x_title) } else { panel.x_title.clone() };
    axes::title_below(canvas, &x_title, plot)?;
    let only_one = panel.distributions.len() == 1;
    for (shares, colour) in panel.distributions.iter().zip(colours) {
        if shares.iter().all(|share| *share <= 0.0) {
            continue;
        }
        let outline = outline(shares, counts, y_scale, plot);
        if only_one {
            canvas.polygon(outline.clone(), *colour, 0.35)?;
        }
        canvas.path(outline, *colour, 2)?;
    }
    Ok(())
}

/// The steps of a distribution, from the axis up and back to it.
fn outline(shares: &[f64], counts: usize, y_scale: &Scale, plot: Rect) -> Vec<At> {
    let mut points = vec![(plot.left, plot.bottom)];
    for i in 0..counts {
        let y = plot.y(y_scale.place(shares.get(i).copied().unwrap_or(0.0) * 100.0));
        points.push((plot.x(i as f64 / counts as f64), y));
        points.push((plot.x((i + 1) as f64 / counts as f64), y));
    }
    points.push((plot.right, plot.bottom));
    points
}
