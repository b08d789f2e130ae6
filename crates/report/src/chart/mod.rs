//! Charts as SVG and PNG, drawn by one set of functions for both.

mod axes;
mod bars;
mod best;
mod canvas;
mod colours;
mod compare;
mod distributions;
mod fair;
mod figure;
mod forest;
mod ground;
mod heat;
mod heat_plan;
mod heat_plans;
mod kinds;
mod legend;
mod levers;
mod lines;
mod pick_chart;
mod plan;
mod plans;
mod price;
mod region;
mod scale;
mod steps;
mod style;
mod type_face;
mod zones;

use std::collections::BTreeSet;

use engage::plain_lines;
use plotters::backend::{BitMapBackend, SVGBackend};
use plotters::drawing::IntoDrawingArea;

use crate::balance::Fair;
use crate::best::Doctrines;
use crate::error::Error;
use crate::levers::Ranking;
use crate::plan::Shown;
use crate::price::Prices;
use crate::report::{Report, Source};
use canvas::Ink;
pub(crate) use canvas::{fitted, wrapped};
use figure::{Figure, Named};
pub(crate) use style::SMALL;

/// A drawn chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The file name without its ending: lower-case letters, digits and hyphens, beginning with the chart's number.
    pub name: String,
    /// The title: the quantity and the axis it is shown over.
    pub title: String,
    /// A description in sentences; empty if the title is enough.
    pub about: String,
    /// The chart as an SVG document.
    pub svg: String,
    figure: Figure,
}

impl Chart {
    /// The chart as a PNG file, drawn anew: a page needs none.
    ///
    /// # Errors
    /// [`Error::Chart`] when the drawing library fails.
    pub fn png(&self) -> Result<Vec<u8>, Error> {
        let failed = |reason: String| Error::Chart { name: self.name.clone(), reason };
        let size = self.figure.size();
        let mut pixels = vec![0; size.0 as usize * size.1 as usize * 3];
        self.figure
            .draw(&BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area(), Ink::Pixels)
            .map_err(|e| failed(e.to_string()))?;
        encode(&pixels, size).map_err(|e| failed(e.to_string()))
    }
}

impl Report<'_> {
    /// The charts of this report, first the one that answers the question. A run has charts of wins, as lines or bars
    /// and as heat maps, of variants against the baseline, of the distributions of losses and turns, of its zones, and
    /// of the heat on its map for each counted cell. Odds have charts of the chance of each outcome.
    ///
    /// # Errors
    /// [`Error::Chart`] when the drawing library fails.
    pub fn charts(&self) -> Result<Vec<Chart>, Error> {
        draw_all(self.figures().into_iter())
    }

    /// The chart that answers the question; `None` if there is nothing to draw.
    ///
    /// # Errors
    /// [`Error::Chart`] when the drawing library fails.
    pub fn picture(&self) -> Result<Option<Chart>, Error> {
        let first = self.figures().into_iter().find(|((_, figure), _)| !figure.is_of_noughts());
        Ok(draw_all(first.into_iter())?.pop())
    }

    /// The figures with their descriptions; the one that answers the question always comes first.
    fn figures(&self) -> Vec<(Named, String)> {
        let plain = |figures: Vec<Named>| figures.into_iter().map(|named| (named, String::new()));
        match self.source {
            Source::Run(run, heats) => {
                let mut figures: Vec<_> = plain(pick_chart::of_run(&self.sheet)).collect();
                let zones: Vec<_> = run.ground.iter().map(ground::of_ground).collect();
                figures.splice(figures.len().min(1)..figures.len().min(1), zones);
                figures.extend(heat_plans::of_heats(&self.sheet, heats));
                figures
            }
            Source::Odds(_) => plain(pick_chart::of_odds(&self.sheet)).collect(),
        }
    }
}

impl Fair<'_> {
    /// A chart of the quantity over the values played, or of the fair values over the other swept keys.
    ///
    /// # Errors
    /// [`Error::Chart`] when the drawing library fails.
    pub fn charts(&self) -> Result<Vec<Chart>, Error> {
        draw_all(fair::of_fair(self).into_iter().map(|named| (named, String::new())))
    }
}

impl Ranking<'_> {
    /// A chart of the strongest levers; empty if none matters.
    ///
    /// # Errors
    /// [`Error::Chart`] when the drawing library fails.
    pub fn charts(&self) -> Result<Vec<Chart>, Error> {
        draw_all(levers::of_levers(self).into_iter().map(|named| (named, String::new())))
    }
}

impl Doctrines<'_> {
    /// A chart of the game of both sides; empty if there is only one pair of doctrines.
    ///
    /// # Errors
    /// [`Error::Chart`] when the drawing library fails.
    pub fn charts(&self) -> Result<Vec<Chart>, Error> {
        draw_all(best::of_doctrines(self).into_iter().map(|named| (named, String::new())))
    }
}

impl Prices<'_> {
    /// A chart of the costs.
    ///
    /// # Errors
    /// [`Error::Chart`] when the drawing library fails.
    pub fn charts(&self) -> Result<Vec<Chart>, Error> {
        draw_all(std::iter::once((price::of_prices(self), String::new())))
    }
}

/// The pictures of a map: the plan and, if requested, what a figure sees and reaches from a square.
///
/// # Errors
/// [`Error::Chart`] when the drawing library fails.
pub fn map_charts(shown: &Shown<'_>) -> Result<Vec<Chart>, Error> {
    draw_all(plans::of_map(shown).into_iter().map(|named| (named, String::new())))
}

/// Draws figures, each with its description.
fn draw_all(figures: impl Iterator<Item = (Named, String)>) -> Result<Vec<Chart>, Error> {
    let figures: Vec<(Named, String)> = figures.filter(|((_, figure), _)| !figure.is_of_noughts()).collect();
    let several: BTreeSet<String> = {
        let mut seen = BTreeSet::new();
        figures.iter().filter(|((word, _), _)| !seen.insert(word)).map(|((word, _), _)| word.clone()).collect()
    };
    let named = |(i, ((word, figure), about)): (usize, (Named, String))| {
        // If several charts show the same quantity, the name tells which cell each shows.
        let which = if several.contains(&word) { format!("{word} {}", which(&figure.held)) } else { word };
        draw(format!("{:02}-{}", i + 1, slug(&which)), figure, about)
    };
    figures.into_iter().enumerate().map(named).collect()
}

/// The values that a chart holds fixed, without the note about how many charts are drawn.
fn which(held: &str) -> &str {
    held.rsplit_once(" (").filter(|(_, told)| told.ends_with("drawn)")).map_or(held, |(which, _)| which)
}

fn draw(name: String, figure: Figure, about: String) -> Result<Chart, Error> {
    let mut svg = String::new();
    figure
        .draw(&SVGBackend::with_string(&mut svg, figure.size()).into_drawing_area(), Ink::Text)
        .map_err(|e| Error::Chart { name: name.clone(), reason: e.to_string() })?;
    Ok(Chart { name, title: figure.full_title(), about, svg: plain_lines(&svg), figure })
}

/// A word as part of a file name.
fn slug(word: &str) -> String {
    let parts = word.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let slug = parts.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    slug.chars().take(60).collect::<String>().trim_end_matches('-').to_owned()
}

/// Pixels as a PNG file.
fn encode(pixels: &[u8], (width, height): (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}
