//! Paired differences from the baseline: a point and its interval beside the zero line, a row for each variant.

use plotters::prelude::DrawingBackend;

use super::axes::{self, BELOW};
use super::canvas::{Canvas, Drawn, Look, Rect, fitted, widest};
use super::kinds::{Forest, ForestRow};
use super::scale::Scale;
use super::style::{AXIS, BLUE, BODY, FAINT, GRID, INK, LABEL, MARGIN, RED, SMALL};
use super::type_face::width;
use crate::number;

/// Pixels from row to row.
const PITCH: i32 = 28;

/// Pixels above the first row for the titles of the columns.
const TOP: i32 = 30;

const SAVED: &str = "variance";

pub(super) fn height(forest: &Forest) -> u32 {
    let rows = i32::try_from(forest.rows.len()).unwrap_or(1);
    u32::try_from((MARGIN + 60 + TOP + PITCH * rows + 14 + BELOW + MARGIN).clamp(280, 4000)).unwrap_or(280)
}

pub(super) fn draw<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, forest: &Forest, body: Rect) -> Drawn<DB> {
    // Zero belongs to the picture even where every variant lies on one side of it.
    let zero = stats::Estimate::exact(0.0);
    let values = forest.rows.iter().map(|row| &row.difference).chain([&zero]);
    let scale = symmetric_if_flat(values, forest);
    let labels: Vec<String> = forest.rows.iter().map(|row| fitted(&row.label, BODY, false, LABEL + 70)).collect();
    let texts: Vec<String> = forest.rows.iter().map(|row| number::signed(&row.difference, forest.unit)).collect();
    let saved: Vec<String> = forest.rows.iter().map(|row| row.saved.clone()).collect();
    let saved_room = widest(&saved, SMALL).max(width(SAVED, SMALL, false));
    let text_room = widest(&texts, SMALL).max(width("difference", SMALL, false));
    let label_room = labels.iter().map(|label| width(label, BODY, false)).max().unwrap_or(0);
    let plot = Rect {
        left: body.left + label_room + 14,
        top: body.top + TOP,
        right: body.right - saved_room - text_room - 44,
        bottom: body.bottom - BELOW,
    };
    let title = fitted(&forest.label_title, SMALL, false, plot.width());
    canvas.text(&title, (body.left, plot.top - 14), Look::left(SMALL, FAINT))?;
    canvas.text("difference", (plot.right + 18 + text_room, plot.top - 14), Look::right(SMALL, FAINT))?;
    canvas.text(SAVED, (body.right, plot.top - 14), Look::right(SMALL, FAINT))?;
    axes::horizontal(canvas, &scale, &forest.x_title, plot)?;
    let x = plot.x(scale.place(0.0));
    canvas.line((x, plot.top), (x, plot.bottom), AXIS, 2)?;
    for (i, (row, (label, text))) in forest.rows.iter().zip(labels.iter().zip(&texts)).enumerate() {
        let y = plot.y(1.0 - (i as f64 + 0.5) / forest.rows.len() as f64);
        if row.first && i > 0 {
            let above = plot.y(1.0 - i as f64 / forest.rows.len() as f64);
            canvas.line((body.left, above), (body.right, above), GRID, 1)?;
        }
        canvas.text(label, (plot.left - 10, y), Look::right(BODY, INK))?;
        canvas.text(text, (plot.right + 18 + text_room, y), Look::right(SMALL, INK))?;
        canvas.text(&row.saved, (body.right, y), Look::right(SMALL, INK))?;
        draw_row(canvas, forest, row, &scale, y, plot)?;
    }
    Ok(())
}

fn symmetric_if_flat<'a>(values: impl Iterator<Item = &'a stats::Estimate>, forest: &Forest) -> Scale {
    let ends: Vec<f64> = values
        .flat_map(|e| [number::bounds(e).0, number::bounds(e).1])
        .filter(|end| end.is_finite())
        .map(|end| end * forest.unit.scale())
        .collect();
    let low = ends.iter().copied().fold(0.0, f64::min);
    let high = ends.iter().copied().fold(0.0, f64::max);
    if high - low > 1e-9 { Scale::over(low, high, 6) } else { Scale::over(-1.0, 1.0, 4) }
}

fn draw_row<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    forest: &Forest,
    row: &ForestRow,
    scale: &Scale,
    y: i32,
    plot: Rect,
) -> Drawn<DB> {
    if !row.difference.value.is_finite() {
        return Ok(());
    }
    let (low, high) = number::bounds(&row.difference);
    let colour = match (low > 0.0, high < 0.0) {
        (true, _) if forest.good_for_blue => BLUE,
        (_, true) if !forest.good_for_blue => BLUE,
        (true, _) | (_, true) => RED,
        _ => AXIS,
    };
    let place = |value: f64| plot.x(scale.place(value * forest.unit.scale()));
    canvas.whisker_across(y, place(low), place(high), 5, colour)?;
    canvas.mark((place(row.difference.value), y), 0, colour)
}
