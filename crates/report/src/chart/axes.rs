//! Grid lines, tick labels and axis titles.

use plotters::prelude::DrawingBackend;

use super::canvas::{Canvas, Drawn, Look, Rect, broken, fitted};
use super::scale::Scale;
use super::style::{AXIS, BODY, FAINT, GRID, SMALL};
use super::type_face::width;

/// Pixels below a plot for tick labels and the axis title.
pub(super) const BELOW: i32 = 70;
/// Pixels above a plot for the title of its vertical axis.
pub(super) const ABOVE: i32 = 26;

/// Room for the tick labels of a vertical axis.
pub(super) fn tick_room(scale: &Scale) -> i32 {
    scale.ticks.iter().map(|tick| width(&scale.label(*tick), SMALL, false)).max().unwrap_or(0) + 12
}

/// A vertical axis: horizontal grid lines, their labels, and a horizontal title above them.
pub(super) fn vertical<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    scale: &Scale,
    title: &str,
    plot: Rect,
) -> Drawn<DB> {
    for tick in &scale.ticks {
        let y = plot.y(scale.place(*tick));
        canvas.line((plot.left, y), (plot.right, y), GRID, 1)?;
        canvas.text(&scale.label(*tick), (plot.left - 8, y), Look::right(SMALL, FAINT))?;
    }
    let left = plot.left - tick_room(scale);
    let title = fitted(title, BODY, false, plot.right - left);
    canvas.text(&title, (left, plot.top - 18), Look::left(BODY, FAINT))?;
    canvas.line((plot.left, plot.bottom), (plot.right, plot.bottom), AXIS, 1)
}

/// A horizontal axis of numbers with vertical grid lines.
pub(super) fn horizontal<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    scale: &Scale,
    title: &str,
    plot: Rect,
) -> Drawn<DB> {
    let labels: Vec<String> = scale.ticks.iter().map(|tick| scale.label(*tick)).collect();
    let places: Vec<f64> = scale.ticks.iter().map(|tick| scale.place(*tick)).collect();
    for place in &places {
        let x = plot.x(*place);
        canvas.line((x, plot.top), (x, plot.bottom), GRID, 1)?;
    }
    labels_below(canvas, &labels, &places, plot.width(), plot)?;
    title_below(canvas, title, plot)
}

/// Labels under the plot, each centred on its place. If they would touch, only every second, third, … is drawn.
pub(super) fn labels_below<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    labels: &[String],
    places: &[f64],
    slot: i32,
    plot: Rect,
) -> Drawn<DB> {
    let labels: Vec<Vec<String>> = labels.iter().map(|label| broken(label, SMALL, false, slot.max(40), 3)).collect();
    let mut free_from = i32::MIN;
    for (lines, place) in labels.iter().zip(places) {
        let x = plot.x(*place);
        let half = lines.iter().map(|line| width(line, SMALL, false)).max().unwrap_or(0) / 2 + 4;
        if x - half >= free_from {
            for (line, y) in lines.iter().zip((plot.bottom + 13..).step_by(14)) {
                canvas.text(line, (x, y), Look::centre(SMALL, FAINT))?;
            }
            free_from = x + half;
        }
    }
    Ok(())
}

/// The title of a horizontal axis.
pub(super) fn title_below<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, title: &str, plot: Rect) -> Drawn<DB> {
    let title = broken(title, BODY, false, plot.width().max(120), 2);
    for (line, y) in title.iter().zip((plot.bottom + 58..).step_by(16)) {
        canvas.text(line, (plot.x(0.5), y), Look::centre(BODY, FAINT))?;
    }
    Ok(())
}
