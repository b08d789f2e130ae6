//! The legend of a chart.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

use super::canvas::{Canvas, Look, Rect, fitted, widest, wrapped};
use super::style::{FAINT, INK, LABEL, SMALL};
use super::type_face;

/// Between two lines of one name, at most.
const LINE: i32 = 15;

/// How a legend shows a series.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// A line with the series' mark.
    Mark,
    /// A filled square.
    Square,
    /// A line.
    Line,
}

/// Draws the legend at the right of the body, outside of the plot, and returns what is left of the body. A single
/// series needs none.
pub(super) fn legend<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    title: &str,
    entries: &[(&str, RGBColor)],
    key: Key,
    body: Rect,
) -> Result<Rect, plotters::drawing::DrawingAreaErrorKind<DB::ErrorType>> {
    if entries.len() < 2 {
        return Ok(body);
    }
    let lines = |name: &str| -> Vec<String> {
        wrapped(name, SMALL, LABEL - 34).iter().map(|line| fitted(line, SMALL, false, LABEL - 34)).collect()
    };
    let names: Vec<Vec<String>> = entries.iter().map(|(name, _)| lines(name)).collect();
    let heading = fitted(title, SMALL, false, LABEL);
    let width = (widest(names.iter().flatten(), SMALL) + 34).max(type_face::width(&heading, SMALL, false));
    let left = body.right - width;
    let all: usize = names.iter().map(Vec::len).sum();
    let pitch = (body.height() / i32::try_from(all + 1).unwrap_or(1)).clamp(10, 22);
    canvas.text(&heading, (left, body.top + 2), Look::left(SMALL, FAINT))?;
    let mut y = body.top + 2;
    for (i, ((_, colour), name)) in entries.iter().zip(&names).enumerate() {
        y += pitch;
        match key {
            Key::Square => canvas.rect((left + 4, y - 6), (left + 18, y + 6), *colour)?,
            Key::Line => canvas.line((left, y), (left + 24, y), *colour, 3)?,
            Key::Mark => {
                canvas.line((left, y), (left + 24, y), *colour, 2)?;
                canvas.mark((left + 12, y), i, *colour)?;
            }
        }
        for (number, line) in name.iter().enumerate() {
            y += if number > 0 { pitch.min(LINE) } else { 0 };
            canvas.text(line, (left + 32, y), Look::left(SMALL, INK))?;
        }
    }
    Ok(Rect { right: left - 24, ..body })
}
