//! Horizontal bars with whiskers, so that names of any length can be read.

use plotters::prelude::DrawingBackend;
use stats::Estimate;

use super::axes::{self, BELOW};
use super::canvas::{Canvas, Drawn, Look, Rect, broken, fitted, widest};
use super::kinds::Bars;
use super::legend::{self, Key, legend};
use super::scale::Scale;
use super::style::{AXIS, BODY, FAINT, INK, LABEL, MARGIN, SMALL};
use super::type_face::width;
use crate::number;

/// Pixels from bar to bar in a group, fewer if there are many bars.
fn pitch(bars: &Bars) -> i32 {
    let count = i32::try_from(bars.groups.len() * bars.series.len()).unwrap_or(i32::MAX).max(1);
    (1000 / count).clamp(5, 26)
}

/// Pixels between groups.
const GAP: i32 = 14;

/// Pixels above the first bar for the axis title.
const TOP: i32 = 26;

pub(super) fn height(bars: &Bars) -> u32 {
    // Leave room for names of up to three lines.
    let lines = |label: &String| i32::try_from(broken(label, BODY, false, LABEL, 3).len()).unwrap_or(1);
    let lines = bars.groups.iter().map(lines).max().unwrap_or(1);
    let group = (pitch(bars) * i32::try_from(bars.series.len()).unwrap_or(1) + GAP).max(16 * lines + 4);
    let groups = i32::try_from(bars.groups.len()).unwrap_or(1);
    let height = MARGIN + 60 + TOP + group * groups + BELOW + MARGIN;
    let legend = legend::height(bars.series.iter().map(|series| series.name.as_str()));
    u32::try_from(height.clamp(300, 4000)).unwrap_or(300) + legend
}

pub(super) fn draw<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, bars: &Bars, body: Rect) -> Drawn<DB> {
    let entries: Vec<_> = bars.series.iter().map(|series| (series.name.as_str(), series.colour)).collect();
    let body = legend(canvas, &bars.legend, &entries, Key::Square, body)?;
    let values = || bars.series.iter().flat_map(|series| series.values.iter().flatten());
    let scale = Scale::of(values().chain(&bars.also), bars.unit, true);
    let labels: Vec<Vec<String>> = bars.groups.iter().map(|label| broken(label, BODY, false, LABEL, 3)).collect();
    let texts: Vec<String> = values().map(|value| number::full(value, bars.unit)).collect();
    let plot = Rect {
        left: body.left + widest(labels.iter().flatten(), BODY) + 12,
        top: body.top + TOP,
        right: body.right - widest(&texts, SMALL) - 16,
        bottom: body.bottom - BELOW,
    };
    let y_title = fitted(&bars.y_title, BODY, false, body.width());
    canvas.text(&y_title, (body.left, plot.top - 18), Look::left(BODY, FAINT))?;
    axes::horizontal(canvas, &scale, &bars.x_title, plot)?;
    let group = plot.height() as f64 / bars.groups.len().max(1) as f64;
    for (g, label) in labels.iter().enumerate() {
        let top = f64::from(plot.top) + group * g as f64;
        canvas.lines(label, (plot.left - 8, (top + group / 2.0) as i32), Look::right(BODY, INK))?;
        let pitch = (group - f64::from(GAP)) / bars.series.len().max(1) as f64;
        for (s, series) in bars.series.iter().enumerate() {
            let middle = top + f64::from(GAP) / 2.0 + pitch * (s as f64 + 0.5);
            let colour = bars.colours.get(g).copied().unwrap_or(series.colour);
            if let Some(Some(value)) = series.values.get(g) {
                let bar = Bar { value, middle: middle as i32, pitch: pitch as i32, colour };
                draw_bar(canvas, bars, &scale, plot, &bar)?;
            }
        }
    }
    let zero = plot.x(scale.place(0.0));
    canvas.line((zero, plot.top), (zero, plot.bottom), AXIS, 1)
}

/// One bar.
struct Bar<'e> {
    value: &'e Estimate,
    /// The middle of its thickness, and the space for it.
    middle: i32,
    pitch: i32,
    colour: plotters::style::RGBColor,
}

fn draw_bar<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    bars: &Bars,
    scale: &Scale,
    plot: Rect,
    &Bar { value, middle, pitch, colour }: &Bar<'_>,
) -> Drawn<DB> {
    let place = |v: f64| plot.x(scale.place(v * bars.unit.scale()));
    let half = (pitch * 2 / 5).clamp(1, 11);
    let (zero, end) = (plot.x(scale.place(0.0)), place(value.value));
    canvas.rect((zero.min(end), middle - half), (zero.max(end), middle + half), colour)?;
    let (low, high) = number::bounds(value);
    if !number::is_exact(value) {
        canvas.whisker_across(middle, place(low), place(high), (half - 2).max(1), INK)?;
    }
    let text = number::full(value, bars.unit);
    let tall_enough = pitch >= 13 && width(&text, SMALL, false) > 0;
    if tall_enough { canvas.text(&text, (place(high).max(end) + 8, middle), Look::left(SMALL, INK)) } else { Ok(()) }
}
