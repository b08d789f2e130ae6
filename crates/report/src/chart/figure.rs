//! What a chart shows, free of pixels, and the frame around every chart: title, subtitle, legend.

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use stats::Estimate;

use super::canvas::{Canvas, Drawn, Ink, Look, Rect, fitted, widest};
use super::style::{self, BODY, FAINT, INK, LABEL, MARGIN, Ramp, SMALL, TITLE};
use super::type_face;
use super::{bars, forest, heat, heat_plan, lines, plan, steps};
use crate::number::Unit;

/// A chart before it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    /// What is shown over what.
    pub(super) title: String,
    /// The values of further axes for which it holds; empty where there are none.
    pub(super) held: String,
    /// How it was answered.
    pub(super) basis: String,
    /// The data in their kind of chart.
    pub(super) plot: Plot,
}

/// The kinds of charts.
#[derive(Clone, Debug)]
pub(super) enum Plot {
    /// A quantity over a swept number.
    Lines(Lines),
    /// A quantity over two axes, in colour and digits.
    Heat(Heat),
    /// A quantity over words.
    Bars(Bars),
    /// Shares of engagements over a count.
    Steps(Steps),
    /// Paired differences and their intervals.
    Forest(Forest),
    /// A map.
    Plan(plan::Plan),
    /// What was counted in each square of a map.
    HeatPlan(heat_plan::HeatPlan),
}

/// One line, or one bar of every group.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) name: String,
    pub(super) colour: RGBColor,
    /// A value for each place on the axis.
    pub(super) values: Vec<Option<Estimate>>,
}

#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub(super) x_title: String,
    pub(super) x_labels: Vec<String>,
    /// Where each label stands, from 0 to 1.
    pub(super) places: Vec<f64>,
    pub(super) y_title: String,
    pub(super) unit: Unit,
    pub(super) legend: String,
    pub(super) series: Vec<Series>,
    /// Values that are not drawn, but that the axis holds.
    pub(super) also: Vec<Estimate>,
}

#[derive(Clone, Debug)]
pub(super) struct Heat {
    pub(super) x_title: String,
    pub(super) x_labels: Vec<String>,
    pub(super) y_title: String,
    pub(super) y_labels: Vec<String>,
    pub(super) quantity: String,
    pub(super) unit: Unit,
    pub(super) ramp: Ramp,
    /// Values that are not drawn, but that the colours span.
    pub(super) also: Vec<Estimate>,
    /// Rows from the top.
    pub(super) cells: Vec<Vec<Option<Estimate>>>,
}

#[derive(Clone, Debug)]
pub(super) struct Bars {
    pub(super) x_title: String,
    pub(super) y_title: String,
    pub(super) groups: Vec<String>,
    pub(super) unit: Unit,
    pub(super) legend: String,
    pub(super) series: Vec<Series>,
    /// Values that are not drawn, but that the axis holds.
    pub(super) also: Vec<Estimate>,
}

/// The distribution of one quantity in several cells.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    pub(super) title: String,
    pub(super) x_title: String,
    /// Shares of 0, 1, 2, … for each step line of the legend; empty where there is none.
    pub(super) distributions: Vec<Vec<f64>>,
}

#[derive(Clone, Debug)]
pub(super) struct Steps {
    pub(super) panels: Vec<Panel>,
    pub(super) legend: String,
    pub(super) names: Vec<String>,
    pub(super) colours: Vec<RGBColor>,
    /// Whether all panels count the same quantity and so share their axis.
    pub(super) same_counts: bool,
}

#[derive(Clone, Debug)]
pub(super) struct ForestRow {
    pub(super) label: String,
    /// Whether it is the first of its point, which is set off from the one before.
    pub(super) first: bool,
    pub(super) difference: Estimate,
    pub(super) saved: String,
}

#[derive(Clone, Debug)]
pub(super) struct Forest {
    pub(super) label_title: String,
    pub(super) x_title: String,
    pub(super) unit: Unit,
    /// Whether more is better for blue.
    pub(super) good_for_blue: bool,
    pub(super) rows: Vec<ForestRow>,
}

impl Figure {
    /// The title with what is held fixed, which tells charts of one kind apart.
    pub(super) fn full_title(&self) -> String {
        if self.held.is_empty() { self.title.clone() } else { format!("{}: {}", self.title, self.held) }
    }

    /// Width and height in pixels; charts with a row for each name grow with their rows.
    pub(super) fn size(&self) -> (u32, u32) {
        let height = match &self.plot {
            Plot::Bars(bars) => bars::height(bars),
            Plot::Forest(forest) => forest::height(forest),
            Plot::Steps(steps) => steps::height(steps),
            Plot::Plan(plan) => plan::height(plan),
            Plot::HeatPlan(plan) => heat_plan::height(plan),
            Plot::Lines(_) | Plot::Heat(_) => style::SIZE.1,
        };
        (style::SIZE.0, height)
    }

    /// Draws the chart. The same for pixels and for SVG.
    pub(super) fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, ink: Ink) -> Drawn<DB> {
        let canvas = Canvas { area, ink };
        canvas.background()?;
        let (width, height) = canvas.size();
        let room = width - 2 * MARGIN;
        let title = fitted(&self.title, TITLE, true, room);
        canvas.text(&title, (MARGIN, MARGIN + 8), Look::left(TITLE, INK).bold())?;
        let held = if self.held.is_empty() { String::new() } else { format!("{}; ", self.held) };
        let subtitle = fitted(&format!("{held}{}", self.basis), BODY, false, room);
        canvas.text(&subtitle, (MARGIN, MARGIN + 34), Look::left(BODY, FAINT))?;
        let body = Rect { left: MARGIN, top: MARGIN + 60, right: width - MARGIN, bottom: height - MARGIN };
        match &self.plot {
            Plot::Lines(plot) => lines::draw(&canvas, plot, body)?,
            Plot::Heat(plot) => heat::draw(&canvas, plot, body)?,
            Plot::Bars(plot) => bars::draw(&canvas, plot, body)?,
            Plot::Steps(plot) => steps::draw(&canvas, plot, body)?,
            Plot::Forest(plot) => forest::draw(&canvas, plot, body)?,
            Plot::Plan(plot) => plan::draw(&canvas, plot, body)?,
            Plot::HeatPlan(plot) => heat_plan::draw(&canvas, plot, body)?,
        }
        area.present()
    }
}

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
    let names: Vec<String> = entries.iter().map(|(name, _)| fitted(name, SMALL, false, LABEL - 34)).collect();
    let heading = fitted(title, SMALL, false, LABEL);
    let width = (widest(&names, SMALL) + 34).max(type_face::width(&heading, SMALL, false));
    let left = body.right - width;
    let pitch = (body.height() / i32::try_from(entries.len() + 1).unwrap_or(1)).clamp(10, 22);
    canvas.text(&heading, (left, body.top + 2), Look::left(SMALL, FAINT))?;
    for (i, ((_, colour), name)) in entries.iter().zip(&names).enumerate() {
        let y = body.top + 2 + pitch * i32::try_from(i + 1).unwrap_or(0);
        match key {
            Key::Square => canvas.rect((left + 4, y - 6), (left + 18, y + 6), *colour)?,
            Key::Line => canvas.line((left, y), (left + 24, y), *colour, 3)?,
            Key::Mark => {
                canvas.line((left, y), (left + 24, y), *colour, 2)?;
                canvas.mark((left + 12, y), i, *colour)?;
            }
        }
        canvas.text(name, (left + 32, y), Look::left(SMALL, INK))?;
    }
    Ok(Rect { right: left - 24, ..body })
}
