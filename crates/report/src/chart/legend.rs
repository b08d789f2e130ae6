//! The legend of a chart.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

use super::canvas::{Canvas, Look, Rect, fitted};
use super::style::{FAINT, INK, SMALL};
use super::type_face;

/// The most pixels in width of a legend, so that it fits a narrow screen.
const ROOM: i32 = 600;

/// Pixels from line to line, and below the last line.
const PITCH: i32 = 20;

/// Pixels of the symbol before a name.
const KEY: i32 = 32;

/// Pixels between two columns.
const GAP: i32 = 22;

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

/// Names cut to the width of a column, the number of columns, and their width.
fn columns<'n>(names: impl Iterator<Item = &'n str>) -> (Vec<String>, usize, i32) {
    let names: Vec<String> = names.map(|name| fitted(name, SMALL, false, ROOM - KEY)).collect();
    let widest = names.iter().map(|name| type_face::width(name, SMALL, false)).max().unwrap_or(0);
    let width = KEY + widest + GAP;
    (names, usize::try_from(ROOM / width).unwrap_or(1).max(1), width)
}

/// The height of a legend in pixels.
pub(super) fn height<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> u32 {
    let count = names.len();
    if count < 2 {
        return 0;
    }
    let (_, across, _) = columns(names);
    u32::try_from(count.div_ceil(across) + 2).unwrap_or(0) * PITCH.unsigned_abs()
}

/// Draws the legend above the plot and returns the rest of the body. A single series has no legend.
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
    let (names, across, width) = columns(entries.iter().map(|(name, _)| *name));
    canvas.text(&fitted(title, SMALL, false, ROOM), (body.left, body.top + 2), Look::left(SMALL, FAINT))?;
    let coordinate = |count: usize| i32::try_from(count).unwrap_or(0);
    for (i, ((_, colour), name)) in entries.iter().zip(&names).enumerate() {
        let left = body.left + width * coordinate(i % across);
        let y = body.top + 2 + PITCH * (1 + coordinate(i / across));
        match key {
            Key::Square => canvas.rect((left + 4, y - 6), (left + 18, y + 6), *colour)?,
            Key::Line => canvas.line((left, y), (left + 24, y), *colour, 3)?,
            Key::Mark => {
                canvas.line((left, y), (left + 24, y), *colour, 2)?;
                canvas.mark((left + 12, y), i, *colour)?;
            }
        }
        canvas.text(name, (left + KEY, y), Look::left(SMALL, INK))?;
    }
    Ok(Rect { top: body.top + PITCH * coordinate(names.len().div_ceil(across) + 2), ..body })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_length_stay_in_their_columns() {
        for longest in [1, 10, 40, 80, 400] {
            let given = ["a".repeat(longest), "baseline".to_owned(), "w".repeat(longest / 2)];
            let (names, across, width) = columns(given.iter().map(String::as_str));
            assert!(names.iter().all(|name| KEY + type_face::width(name, SMALL, false) + GAP <= width), "{names:?}");
            assert!(across == 1 || width * i32::try_from(across).unwrap() <= ROOM, "{longest}");
            assert!(longest < 40 || across < 3, "{longest}");
        }
    }
}
