//! Paired differences from the baseline: each variant has a row with a point and its interval in the colour of its
//! verdict, beside the zero line.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

use super::axes::{self, BELOW};
use super::canvas::{Canvas, Drawn, Look, Rect, broken, widest};
use super::kinds::{Effect, Forest, ForestRow};
use super::legend::{self, Key, legend};
use super::scale::Scale;
use super::style::{self, AXIS, BODY, FAINT, GRID, INK, MARGIN, OPEN, SMALL};
use super::type_face::width;
use crate::number;

/// Pixels from row to row, more where names take three lines.
fn pitch(forest: &Forest) -> i32 {
    let lines = forest.rows.iter().map(|row| broken(&row.label, BODY, false, NAMES, LINES).len()).max().unwrap_or(1);
    30.max(17 * i32::try_from(lines).unwrap_or(1))
}

/// Pixels above the first row for the titles of the columns.
const TOP: i32 = 30;

/// Most pixels for the names of rows, and most lines of each.
const NAMES: i32 = 330;
const LINES: usize = 4;

impl Effect {
    fn colour(self) -> RGBColor {
        match self {
            Effect::Helps(side) => style::side(side),
            Effect::MoreDraws | Effect::FewerDraws => INK,
            Effect::TooSmall => AXIS,
            Effect::Open => OPEN,
        }
    }
}

/// The verdicts that occur, each with its colour.
fn entries(forest: &Forest) -> Vec<(&str, RGBColor)> {
    let met = |judged: &Effect| forest.rows.iter().any(|row| row.judged == *judged);
    forest
        .meanings
        .iter()
        .filter(|(judged, _)| met(judged))
        .map(|(judged, name)| (name.as_str(), judged.colour()))
        .collect()
}

pub(super) fn height(forest: &Forest) -> u32 {
    let rows = i32::try_from(forest.rows.len()).unwrap_or(1);
    let plot =
        u32::try_from((MARGIN + 60 + TOP + pitch(forest) * rows + 10 + BELOW + MARGIN).clamp(240, 4000)).unwrap_or(240);
    let entries = entries(forest);
    plot + legend::height(entries.iter().map(|(name, _)| *name))
}

pub(super) fn draw<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, forest: &Forest, body: Rect) -> Drawn<DB> {
    let body = legend(canvas, &forest.legend, &entries(forest), Key::Square, body)?;
    // Zero is always in the picture, even if every variant lies on one side of it.
    let zero = stats::Estimate::exact(0.0);
    let values = forest.rows.iter().map(|row| &row.difference).chain([&zero]);
    let scale = symmetric_if_flat(values, forest);
    let labels: Vec<Vec<String>> =
        forest.rows.iter().map(|row| broken(&row.label, BODY, false, NAMES, LINES)).collect();
    let texts: Vec<String> = forest.rows.iter().map(|row| number::signed(&row.difference, forest.unit)).collect();
    let text_room = widest(&texts, SMALL).max(width("difference", SMALL, false));
    let label_room = labels.iter().flatten().map(|label| width(label, BODY, false)).max().unwrap_or(0);
    let plot = Rect {
        left: body.left + label_room + 14,
        top: body.top + TOP,
        right: body.right - text_room - 22,
        bottom: body.bottom - BELOW,
    };
    canvas.text("difference", (body.right, plot.top - 14), Look::right(SMALL, FAINT))?;
    axes::horizontal(canvas, &scale, &forest.x_title, plot)?;
    let x = plot.x(scale.place(0.0));
    canvas.line((x, plot.top), (x, plot.bottom), AXIS, 2)?;
    for (i, (row, (label, text))) in forest.rows.iter().zip(labels.iter().zip(&texts)).enumerate() {
        let y = plot.y(1.0 - (i as f64 + 0.5) / forest.rows.len() as f64);
        if row.first && i > 0 {
            let above = plot.y(1.0 - i as f64 / forest.rows.len() as f64);
            canvas.line((body.left, above), (body.right, above), GRID, 1)?;
        }
        canvas.lines(label, (plot.left - 10, y), Look::right(BODY, INK))?;
        canvas.text(text, (body.right, y), Look::right(SMALL, INK))?;
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
    let colour = row.judged.colour();
    let place = |value: f64| plot.x(scale.place(value * forest.unit.scale()));
    canvas.whisker_across(y, place(low), place(high), 5, colour)?;
    canvas.mark((place(row.difference.value), y), 0, colour)
}
