//! A chart before it is drawn, and the frame around every chart: title and subtitle.

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::prelude::DrawingBackend;

use super::canvas::{Canvas, Drawn, Ink, Look, Rect, broken};
use super::kinds::{Bars, Forest, Heat, Lines, Series, Steps};
use super::style::{self, BODY, FAINT, INK, MARGIN, TITLE};
use super::{bars, forest, heat, heat_plan, lines, plan, steps, zones};

/// Pixels from line to line of a title, and of a subtitle.
const TITLE_PITCH: u32 = 22;
const BODY_PITCH: u32 = 17;

/// A chart before it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    /// The title: the quantity and the axis it is shown over.
    pub(super) title: String,
    /// The values of further axes for which it holds; empty if there are none.
    pub(super) held: String,
    /// How it was answered.
    pub(super) basis: String,
    /// The kind of chart with its data.
    pub(super) plot: Plot,
}

/// A figure with the word from which its file name is made.
pub(super) type Named = (String, Figure);

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
    Plan(plan::MapDrawing),
    /// Counts in each square of a map.
    HeatPlan(heat_plan::HeatPlan),
    /// The zones of a battle.
    Zones(zones::Graph),
}

impl Figure {
    /// The title with the values held fixed, which distinguishes charts of one kind.
    pub(super) fn full_title(&self) -> String {
        if self.held.is_empty() { self.title.clone() } else { format!("{}, {}", self.title, self.held) }
    }

    /// Whether it would show only zeros.
    pub(super) fn is_of_noughts(&self) -> bool {
        let none = |series: &[Series]| {
            let mut values = series.iter().flat_map(|series| series.values.iter().flatten());
            values.all(|value| value.value == 0.0) && !series.is_empty()
        };
        match &self.plot {
            Plot::Lines(lines) => none(&lines.series),
            Plot::Bars(bars) => none(&bars.series),
            Plot::Heat(heat) => heat.cells.iter().flatten().flatten().all(|value| value.value == 0.0),
            Plot::Steps(_) | Plot::Forest(_) | Plot::Plan(_) | Plot::HeatPlan(_) | Plot::Zones(_) => false,
        }
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
            Plot::Heat(map) => heat::height(map),
        };
        let more = self.head().map(|lines| u32::try_from(lines.len()).unwrap_or(1).saturating_sub(1));
        (style::SIZE.0, height + TITLE_PITCH * more[0] + BODY_PITCH * more[1])
    }

    /// The lines of the title and those of the subtitle.
    fn head(&self) -> [Vec<String>; 2] {
        let room = i32::try_from(style::SIZE.0).unwrap_or(i32::MAX) - 2 * MARGIN;
        let held = if self.held.is_empty() { String::new() } else { format!("{}; ", self.held) };
        [broken(&self.title, TITLE, true, room, 3), broken(&format!("{held}{}", self.basis), BODY, false, room, 4)]
    }

    /// Draws the chart, alike for pixels and SVG.
    pub(super) fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, ink: Ink) -> Drawn<DB> {
        let canvas = Canvas { area, ink };
        canvas.background()?;
        let (width, height) = canvas.size();
        let [title, subtitle] = self.head();
        let mut y = MARGIN + 8;
        for line in &title {
            canvas.text(line, (MARGIN, y), Look::left(TITLE, INK).bold())?;
            y += TITLE_PITCH as i32;
        }
        y += 26 - TITLE_PITCH as i32;
        for line in &subtitle {
            canvas.text(line, (MARGIN, y), Look::left(BODY, FAINT))?;
            y += BODY_PITCH as i32;
        }
        let top = y + 26 - BODY_PITCH as i32;
        let body = Rect { left: MARGIN, top, right: width - MARGIN, bottom: height - MARGIN };
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
