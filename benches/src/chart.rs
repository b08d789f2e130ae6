//! The chart of how the cost of an engagement grows.

use std::error::Error;

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;

use crate::growth::{Growth, Line, ends};

/// The colour of each ruleset.
const COLOURS: [(&str, RGBColor); 6] = [
    ("CQB", RGBColor(0x1f, 0x77, 0xb4)),
    ("Fireteam II", RGBColor(0x2c, 0xa0, 0x2c)),
    ("Go! Go! Go!", RGBColor(0xff, 0x7f, 0x0e)),
    ("Chain Reaction", RGBColor(0xd6, 0x27, 0x28)),
    ("Cortex, fireteams", RGBColor(0x94, 0x67, 0xbd)),
    ("Cortex, firefights", RGBColor(0x8c, 0x56, 0x4b)),
];

const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);
const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);

/// The most labels of an axis.
const LABELS: usize = 8;

/// Draws three panels as SVG, with both axes logarithmic, and a legend below.
///
/// # Errors
/// When plotters cannot draw it.
pub fn chart(growths: &[Growth; 3]) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (1200, 460)).into_drawing_area();
        root.fill(&WHITE)?;
        let (above, below) = root.split_vertically(410);
        for (panel, growth) in above.split_evenly((1, 3)).iter().zip(growths) {
            draw(panel, growth)?;
        }
        let mut left = 40;
        for (ruleset, colour) in COLOURS {
            below.draw(&PathElement::new([(left, 20), (left + 26, 20)], colour.stroke_width(3)))?;
            below.draw(&Text::new(ruleset, (left + 34, 12), (FONT, 16).into_font().color(&INK)))?;
            left += 60 + 9 * i32::try_from(ruleset.len())?;
        }
    }
    Ok(svg)
}

fn draw(panel: &DrawingArea<SVGBackend<'_>, Shift>, growth: &Growth) -> Result<(), Box<dyn Error>> {
    let relative = |line: &Line| -> Vec<(f64, f64)> {
        let first = line.points.first().map_or(1.0, |point| point.1);
        line.points.iter().map(|(x, y)| (x.log2(), (y / first).log2())).collect()
    };
    let all: Vec<(f64, f64)> = growth.lines.iter().flat_map(relative).collect();
    let (left, right) = ends(all.iter().map(|point| point.0));
    let (lowest, highest) = ends(all.iter().map(|point| point.1));
    let mut chart = ChartBuilder::on(panel)
        .caption(growth.with, (FONT, 17).into_font().color(&INK))
        .margin(12)
        .x_label_area_size(34)
        .y_label_area_size(44)
        .build_cartesian_2d(left..right, lowest.min(0.0) - 0.1..highest.max(right - left) + 0.1)?;
    // Whole powers of two alone are written.
    let power = |value: &f64| {
        let whole = (value - value.round()).abs() < 1e-6;
        if whole { format!("{:.0}", value.exp2()) } else { String::new() }
    };
    chart
        .configure_mesh()
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(INK)
        .label_style((FONT, 14).into_font().color(&INK))
        .x_labels(LABELS)
        .y_labels(LABELS)
        .x_label_formatter(&power)
        .y_label_formatter(&power)
        .draw()?;
    let linear = [(left, 0.0), (right, right - left)];
    chart.draw_series([DashedPathElement::new(linear, 6, 5, INK.stroke_width(1))])?;
    for line in &growth.lines {
        let colour = COLOURS.iter().find(|(ruleset, _)| *ruleset == line.ruleset).map_or(INK, |(_, colour)| *colour);
        chart.draw_series([PathElement::new(relative(line), colour.stroke_width(2))])?;
        chart.draw_series(relative(line).into_iter().map(|point| Circle::new(point, 3, colour.filled())))?;
    }
    Ok(())
}
