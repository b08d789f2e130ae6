//! Heat maps: a quantity over two axes, as colour and as digits.

use plotters::prelude::DrawingBackend;

use super::axes;
use super::canvas::{Canvas, Drawn, Look, Rect, broken, fitted, widest};
use super::kinds::Heat;
use super::scale::Scale;
use super::style::{self, BODY, FAINT, GRID, INK, LABEL, NUMBER, Ramp, SMALL, TINY};
use super::type_face::width;
use crate::number::{self, Unit};

/// Width of the colour bar with its labels.
const BAR: i32 = 96;

/// Pixels of a row whose name takes two lines.
const TWO_LINES: usize = 36;

pub(super) fn height(heat: &Heat) -> u32 {
    let long = heat.y_labels.iter().any(|label| broken(label, BODY, false, LABEL, 2).len() > 1);
    let rows = if long { heat.y_labels.len() * TWO_LINES + 180 } else { 0 };
    u32::try_from(rows).unwrap_or(0).max(style::SIZE.1)
}

pub(super) fn draw<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, heat: &Heat, body: Rect) -> Drawn<DB> {
    let values = || heat.cells.iter().flatten().flatten();
    let scale = match (heat.ramp, heat.unit) {
        // White must mean an even fight, so the scale always has the whole range.
        (Ramp::BlueWins | Ramp::RedWins, Unit::Share) => Scale::over(0.0, 100.0, 5),
        _ => Scale::of(values().chain(&heat.also), heat.unit, true),
    };
    let y_labels: Vec<Vec<String>> = heat.y_labels.iter().map(|label| broken(label, BODY, false, LABEL, 2)).collect();
    let plot = Rect {
        left: body.left + widest(y_labels.iter().flatten(), BODY) + 12,
        top: body.top + axes::ABOVE,
        right: body.right - BAR,
        bottom: body.bottom - axes::BELOW,
    };
    let y_title = fitted(&heat.y_title, BODY, false, plot.right - body.left);
    canvas.text(&y_title, (body.left, plot.top - 16), Look::left(BODY, FAINT))?;
    let rows = heat.cells.len().max(1) as f64;
    let across = heat.x_labels.len().max(1) as f64;
    for (r, label) in y_labels.iter().enumerate() {
        let y = plot.y(1.0 - (r as f64 + 0.5) / rows);
        canvas.lines(label, (plot.left - 8, y), Look::right(BODY, INK))?;
    }
    for (r, row) in heat.cells.iter().enumerate() {
        for (c, value) in row.iter().enumerate() {
            let (r, c) = (r as f64, c as f64);
            let cell = Rect {
                left: plot.x(c / across) + 1,
                right: plot.x((c + 1.0) / across) - 1,
                top: plot.y(1.0 - r / rows) + 1,
                bottom: plot.y(1.0 - (r + 1.0) / rows) - 1,
            };
            draw_cell(canvas, heat, &scale, value.as_ref(), cell)?;
        }
    }
    let places: Vec<f64> = (0..heat.x_labels.len()).map(|c| (c as f64 + 0.5) / across).collect();
    axes::labels_below(canvas, &heat.x_labels, &places, plot.width() / across as i32 - 6, plot)?;
    axes::title_below(canvas, &heat.x_title, plot)?;
    draw_bar(canvas, heat, &scale, Rect { left: plot.right + 26, right: plot.right + 44, ..plot })
}

/// One cell: its number and, where there is room, its interval beneath.
fn draw_cell<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    heat: &Heat,
    scale: &Scale,
    value: Option<&stats::Estimate>,
    cell: Rect,
) -> Drawn<DB> {
    let Some(value) = value.filter(|value| value.value.is_finite()) else {
        canvas.rect((cell.left, cell.top), (cell.right, cell.bottom), GRID)?;
        let centre = (cell.left + cell.width() / 2, cell.top + cell.height() / 2);
        return canvas.text("–", centre, Look::centre(BODY, FAINT));
    };
    let ground = heat.ramp.at(scale.place(value.value * heat.unit.scale()));
    canvas.rect((cell.left, cell.top), (cell.right, cell.bottom), ground)?;
    let ink = style::ink_on(ground);
    let (number, margin) = (number::plain(value, heat.unit), number::margin(value, heat.unit));
    let roomy = width(&number, NUMBER, false) + 8 <= cell.width() && cell.height() >= 26;
    let size = if roomy { NUMBER } else { TINY };
    if width(&number, size, false) + 2 > cell.width() || cell.height() < 13 {
        return Ok(());
    }
    let (x, y) = (cell.left + cell.width() / 2, cell.top + cell.height() / 2);
    let both = cell.height() >= 44 && width(&margin, SMALL, false) + 4 <= cell.width();
    if margin.is_empty() || !both {
        return canvas.text(&number, (x, y), Look::centre(size, ink));
    }
    canvas.text(&number, (x, y - 8), Look::centre(size, ink))?;
    canvas.text(&margin, (x, y + 12), Look::centre(SMALL, ink))
}

/// The bar that explains the colours.
fn draw_bar<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, heat: &Heat, scale: &Scale, bar: Rect) -> Drawn<DB> {
    const BANDS: usize = 40;
    for band in 0..BANDS {
        let (from, to) = (band as f64 / BANDS as f64, (band + 1) as f64 / BANDS as f64);
        canvas.rect((bar.left, bar.y(to)), (bar.right, bar.y(from)), heat.ramp.at((from + to) / 2.0))?;
    }
    for tick in &scale.ticks {
        canvas.text(&scale.label(*tick), (bar.right + 8, bar.y(scale.place(*tick))), Look::left(SMALL, FAINT))?;
    }
    let room = BAR + 120;
    let title = fitted(&heat.quantity, SMALL, false, room);
    canvas.text(&title, (bar.right + 52, bar.top - 16), Look::right(SMALL, FAINT))
}
