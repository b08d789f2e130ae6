//! The house style of charts: type, colours, sizes. Everything that is a matter of taste belongs here.

use plotters::style::RGBColor;

/// The font that SVG names: where DejaVu is missing, Verdana has its widths.
pub(super) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// Size of the title, in pixels of the em square like all font sizes here.
pub(super) const TITLE: f64 = 18.0;
/// Size of numbers in a heat map.
pub(super) const NUMBER: f64 = 15.0;
/// Size of subtitles, axis titles and values.
pub(super) const BODY: f64 = 13.0;
/// Size of tick labels and notes.
pub(crate) const SMALL: f64 = 12.0;
/// The smallest readable size.
pub(super) const TINY: f64 = 10.0;

/// Width of every chart and height of most, in pixels.
pub(super) const SIZE: (u32, u32) = (960, 600);
/// Free space around everything.
pub(super) const MARGIN: i32 = 22;
/// Most pixels for a label beside an axis or in a legend.
pub(super) const LABEL: i32 = 230;

/// Paper.
pub(super) const PAPER: RGBColor = RGBColor(255, 255, 255);
/// Titles and values.
pub(super) const INK: RGBColor = RGBColor(34, 40, 49);
/// Subtitles, tick labels.
pub(super) const FAINT: RGBColor = RGBColor(96, 104, 114);
/// Grid lines.
pub(super) const GRID: RGBColor = RGBColor(228, 231, 235);
/// Axes and zero lines.
pub(super) const AXIS: RGBColor = RGBColor(140, 148, 158);
/// Blue's own colour.
pub(super) const BLUE: RGBColor = RGBColor(51, 102, 153);
/// Red's own colour.
pub(super) const RED: RGBColor = RGBColor(190, 82, 82);

/// A side's own colour.
pub(super) const fn side(side: engage::Side) -> RGBColor {
    match side {
        engage::Side::Blue => BLUE,
        engage::Side::Red => RED,
    }
}

/// One of `count` shades of a colour, from the colour itself to a light one.
pub(super) fn lighter(colour: RGBColor, index: usize, count: usize) -> RGBColor {
    between(&[colour, PAPER], 0.7 * index as f64 / count.max(1) as f64)
}

/// The hostages' own colour.
pub(super) const HOSTAGES: RGBColor = RGBColor(190, 140, 20);

/// Series colours that people with any colour vision can distinguish (after Paul Tol's muted scheme, darkened for
/// lines).
const SERIES: [RGBColor; 12] = [
    RGBColor(51, 34, 136),
    RGBColor(204, 102, 119),
    RGBColor(42, 150, 136),
    RGBColor(190, 160, 60),
    RGBColor(17, 119, 51),
    RGBColor(136, 34, 85),
    RGBColor(90, 170, 215),
    RGBColor(120, 120, 50),
    RGBColor(214, 110, 30),
    RGBColor(110, 110, 118),
    RGBColor(170, 68, 153),
    RGBColor(120, 190, 90),
];

/// Light to dark, for quantities from little to much.
const SEQUENTIAL: [RGBColor; 5] = [
    RGBColor(247, 250, 240),
    RGBColor(190, 222, 214),
    RGBColor(110, 176, 190),
    RGBColor(52, 112, 156),
    RGBColor(28, 48, 96),
];

/// Light to dark for heat over a plan, where walls are dark and the sides are blue and red (after ColorBrewer's YlOrBr).
const HEAT: [RGBColor; 5] = [
    RGBColor(255, 244, 196),
    RGBColor(254, 208, 110),
    RGBColor(247, 152, 50),
    RGBColor(212, 92, 18),
    RGBColor(146, 40, 8),
];

/// Red through paper to blue, for chances to win: white is an even fight.
const DIVERGING: [RGBColor; 5] = [
    RGBColor(158, 50, 56),
    RGBColor(226, 152, 140),
    RGBColor(247, 246, 243),
    RGBColor(140, 178, 212),
    RGBColor(38, 84, 138),
];

/// How a number becomes a colour in a heat map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ramp {
    /// From little to much.
    Sequential,
    /// From red's advantage to blue's.
    BlueWins,
    /// From blue's advantage to red's.
    RedWins,
}

impl Ramp {
    /// The colour at a place from 0 to 1.
    pub(super) fn at(self, place: f64) -> RGBColor {
        match self {
            Ramp::Sequential => between(&SEQUENTIAL, place),
            Ramp::BlueWins => between(&DIVERGING, place),
            Ramp::RedWins => between(&DIVERGING, 1.0 - place),
        }
    }
}

/// The colour of a series without an order: a hue of its own, repeated after the last hue.
pub(super) const fn series(index: usize) -> RGBColor {
    SERIES[index % SERIES.len()]
}

/// The colour of open verdicts.
pub(super) const OPEN: RGBColor = RGBColor(196, 140, 30);

/// The colour of one of `count` steps of one swept number, light to dark.
pub(super) fn ordered(index: usize, count: usize) -> RGBColor {
    let last = count.saturating_sub(1).max(1);
    // The lightest fifth would vanish on paper.
    between(&SEQUENTIAL, 0.3 + 0.7 * index as f64 / last as f64)
}

/// The colour of one of `count` steps of heat over a plan, light to dark.
pub(super) fn heat(index: usize, count: usize) -> RGBColor {
    between(&HEAT, index as f64 / count.saturating_sub(1).max(1) as f64)
}

/// Ink that is readable on a background, even if dark pages invert both.
pub(super) fn ink_on(ground: RGBColor) -> RGBColor {
    let RGBColor(r, g, b) = ground;
    let luminance = 0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b);
    if luminance < 140.0 { PAPER } else { RGBColor(0, 0, 0) }
}

fn between(stops: &[RGBColor], place: f64) -> RGBColor {
    let place = if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.0 } * (stops.len() - 1) as f64;
    let index = (place as usize).min(stops.len() - 2);
    let (from, to, part) = (stops[index], stops[index + 1], place - index as f64);
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}
