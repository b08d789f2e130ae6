//! Shapes and text in pixels, on either backend.

use engage::plain;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, TextStyle};

use super::style::{self, FAMILY};
use super::type_face::{self, width};

/// The SVG backend divides font sizes by this.
const SVG_SIZE: f64 = 1.24;

/// What drawing returns.
pub(super) type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// A place in pixels from the upper left corner.
pub(super) type At = (i32, i32);

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl Rect {
    pub(super) const fn width(&self) -> i32 {
        self.right - self.left
    }

    pub(super) const fn height(&self) -> i32 {
        self.bottom - self.top
    }

    /// The horizontal place of a share of the width.
    pub(super) fn x(&self, share: f64) -> i32 {
        self.left + (f64::from(self.width()) * share).round() as i32
    }

    /// The vertical place of a share of the height, from the bottom.
    pub(super) fn y(&self, share: f64) -> i32 {
        self.bottom - (f64::from(self.height()) * share).round() as i32
    }
}

/// The look of text, and which of its points is placed; vertically it is always the middle.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) size: f64,
    pub(super) colour: RGBColor,
    pub(super) bold: bool,
    pub(super) h: HPos,
}

impl Look {
    /// Text that begins at its place, centred on its height.
    pub(super) const fn left(size: f64, colour: RGBColor) -> Look {
        Look { size, colour, bold: false, h: HPos::Left }
    }

    /// Text that ends at its place, centred on its height.
    pub(super) const fn right(size: f64, colour: RGBColor) -> Look {
        Look { h: HPos::Right, ..Look::left(size, colour) }
    }

    /// Text centred on its place.
    pub(super) const fn centre(size: f64, colour: RGBColor) -> Look {
        Look { h: HPos::Center, ..Look::left(size, colour) }
    }

    /// The same in bold.
    pub(super) const fn bold(self) -> Look {
        Look { bold: true, ..self }
    }
}

/// The width of the widest of several texts, at most [`style::LABEL`].
pub(super) fn widest<'a>(texts: impl IntoIterator<Item = &'a String>, size: f64) -> i32 {
    texts.into_iter().map(|text| width(text, size, false)).max().unwrap_or(0).min(style::LABEL)
}

/// Text cut to a width, with an ellipsis where it was cut.
pub(crate) fn fitted(text: &str, size: f64, bold: bool, room: i32) -> String {
    let text = plain(text);
    if width(&text, size, bold) <= room {
        return text;
    }
    // No chart has room for more characters than this.
    let mut kept: Vec<char> = text.chars().take(200).collect();
    loop {
        let shown: String = kept.iter().collect::<String>().trim_end().to_owned() + "…";
        if kept.pop().is_none() || width(&shown, size, bold) <= room {
            return shown;
        }
    }
}

/// A name broken at its words into lines of at most `room` pixels.
pub(crate) fn wrapped(name: &str, size: f64, room: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size, false) <= room => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Text in lines that fit a width, at most `most` of them; only the last line is cut.
pub(super) fn broken(text: &str, size: f64, bold: bool, room: i32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let text = plain(text);
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|longer| lines.len() == most || width(longer, size, bold) <= room) {
            Some(longer) => _ = lines.last_mut().map(|line| *line = longer),
            None => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| fitted(line, size, bold, room)).collect()
}

/// How text is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// As text, for a backend that keeps it.
    Text,
    /// As pixels. The drawing library sets glyphs without their bearings, which is visible at these sizes.
    Pixels,
}

/// The whole picture.
pub(super) struct Canvas<'a, DB: DrawingBackend> {
    pub(super) area: &'a DrawingArea<DB, Shift>,
    pub(super) ink: Ink,
}

impl<DB: DrawingBackend> Canvas<'_, DB> {
    pub(super) fn size(&self) -> At {
        let (width, height) = self.area.dim_in_pixel();
        (i32::try_from(width).unwrap_or(i32::MAX), i32::try_from(height).unwrap_or(i32::MAX))
    }

    pub(super) fn text(&self, text: &str, at: At, look: Look) -> Drawn<DB> {
        match self.ink {
            _ if text.is_empty() => Ok(()),
            Ink::Pixels => self.set(text, at, look),
            Ink::Text => {
                let weight = if look.bold { FontStyle::Bold } else { FontStyle::Normal };
                let font = FontDesc::new(FontFamily::Name(FAMILY), look.size * SVG_SIZE, weight);
                let style = TextStyle::from(font).color(&look.colour).pos(Pos::new(look.h, VPos::Center));
                self.area.draw_text(text, &style, at)
            }
        }
    }

    /// Sets text pixel by pixel.
    fn set(&self, text: &str, at: At, look: Look) -> Drawn<DB> {
        let shift = match look.h {
            HPos::Left => 0,
            HPos::Center => width(text, look.size, look.bold) / 2,
            HPos::Right => width(text, look.size, look.bold),
        };
        let (right, bottom) = self.size();
        for (x, y, cover) in type_face::pixels(text, look.size, look.bold) {
            let (x, y) = (at.0 - shift + x, at.1 + y);
            if (0..right).contains(&x) && (0..bottom).contains(&y) {
                self.area.draw_pixel((x, y), &look.colour.mix(f64::from(cover)))?;
            }
        }
        Ok(())
    }

    /// Lines of text below each other, the middle of them at a place.
    pub(super) fn lines(&self, lines: &[String], at: At, look: Look) -> Drawn<DB> {
        let pitch = look.size as i32 + 3;
        let above = pitch * (i32::try_from(lines.len()).unwrap_or(1) - 1) / 2;
        for (line, y) in lines.iter().zip((at.1 - above..).step_by(usize::try_from(pitch).unwrap_or(1))) {
            self.text(line, (at.0, y), look)?;
        }
        Ok(())
    }

    pub(super) fn line(&self, from: At, to: At, colour: RGBColor, width: u32) -> Drawn<DB> {
        self.path(vec![from, to], colour, width)
    }

    pub(super) fn path(&self, points: Vec<At>, colour: RGBColor, width: u32) -> Drawn<DB> {
        self.area.draw(&PathElement::new(points, colour.stroke_width(width)))
    }

    pub(super) fn rect(&self, from: At, to: At, colour: RGBColor) -> Drawn<DB> {
        self.area.draw(&Rectangle::new([from, to], colour.filled()))
    }

    pub(super) fn polygon(&self, points: Vec<At>, colour: RGBColor, opacity: f64) -> Drawn<DB> {
        self.area.draw(&Polygon::new(points, colour.mix(opacity).filled()))
    }

    /// The mark of a series: one of four shapes, so that series differ not only in colour.
    pub(super) fn mark(&self, (x, y): At, shape: usize, colour: RGBColor) -> Drawn<DB> {
        match shape % 4 {
            0 => self.area.draw(&Circle::new((x, y), 4, colour.filled())),
            1 => self.rect((x - 4, y - 4), (x + 4, y + 4), colour),
            2 => self.polygon(vec![(x, y - 5), (x + 5, y + 4), (x - 5, y + 4)], colour, 1.0),
            _ => self.polygon(vec![(x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)], colour, 1.0),
        }
    }

    /// A vertical interval with caps.
    pub(super) fn whisker_up(&self, x: i32, low: i32, high: i32, colour: RGBColor) -> Drawn<DB> {
        self.line((x, low), (x, high), colour, 1)?;
        self.line((x - 4, low), (x + 4, low), colour, 1)?;
        self.line((x - 4, high), (x + 4, high), colour, 1)
    }

    /// A horizontal interval with caps.
    pub(super) fn whisker_across(&self, y: i32, low: i32, high: i32, cap: i32, colour: RGBColor) -> Drawn<DB> {
        self.line((low, y), (high, y), colour, 1)?;
        self.line((low, y - cap), (low, y + cap), colour, 1)?;
        self.line((high, y - cap), (high, y + cap), colour, 1)
    }

    /// A band between two lines.
    pub(super) fn band(&self, high: &[At], low: &[At], colour: RGBColor) -> Drawn<DB> {
        let around: Vec<At> = high.iter().chain(low.iter().rev()).copied().collect();
        if high.len() < 2 { Ok(()) } else { self.polygon(around, colour, 0.15) }
    }

    pub(super) fn background(&self) -> Drawn<DB> {
        self.area.fill(&style::PAPER)
    }
}
