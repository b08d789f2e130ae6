//! A chart before it is drawn, and the frame around every chart: title and subtitle.

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::prelude::DrawingBackend;

use super::canvas::{Canvas, Drawn, Ink, Look, Rect, fitted};
use super::kinds::{Bars, Forest, Heat, Lines, Steps};
use super::style::{self, BODY, FAINT, INK, MARGIN, TITLE};
use super::{bars, forest, heat, heat_plan, lines, plan, steps, zones};

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
    /// The zones of a battle.
    Zones(zones::Graph),
}

impl Figure {
    /// The title with what is held fixed, which tells charts of one kind apart.
    pub(super) fn full_title(&self) -> String {
        if self.held.is_empty() { self.title.clone() } else { format!("{}, {}", self.title, self.held) }
    }

    /// Width and height in pixels; charts with a row for each name grow with their rows.
    pub(super) fn size(&self) -> (u32, u32) {
        let height = match &self.plot {
            Plot::Bars(bars) => bars::height(bars),
            Plot::Forest(forest) => forest::height(forest),
            Plot::Steps(steps) => steps::height(steps),
            Plot::Plan(plan) => plan::height(plan),
            Plot::HeatPlan(plan) => heat_plan::height(plan),
            Plot::Zones(graph) => zones::height(graph),
            Plot::Lines(plot) => lines::height(plot),
            Plot::Heat(_) => style::SIZE.1,
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
            Plot::Zones(plot) => zones::draw(&canvas, plot, body)?,
        }
        area.present()
    }
}
