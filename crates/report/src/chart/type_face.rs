//! The type face: widths for the layout, pixels for bitmaps. It is built into the program, so that no system font is
//! needed and every machine draws the same.

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};

/// Half the height of a lower-case letter, as a share of the font size: the distance from the middle of text to its
/// base line.
const HALF_X_HEIGHT: f32 = 0.2735;

/// The face in one weight; `None` only if the built-in font were damaged.
fn face(bold: bool) -> Option<&'static FontRef<'static>> {
    static FACES: OnceLock<[Option<FontRef<'static>>; 2]> = OnceLock::new();
    let read = |bytes| FontRef::try_from_slice(bytes).ok();
    let faces = FACES.get_or_init(|| [read(dejavu::sans::regular()), read(dejavu::sans::bold())]);
    faces[usize::from(bold)].as_ref()
}

/// The scale at which the em square has `size` pixels.
fn scale(face: &FontRef<'_>, size: f64) -> PxScale {
    let em = face.units_per_em().unwrap_or(1000.0);
    PxScale::from(size as f32 * face.height_unscaled() / em)
}

/// Each glyph at its place from the start of the base line, and where the text ends.
fn set(text: &str, face: &FontRef<'_>, size: f64) -> (Vec<Glyph>, f32) {
    let scale = scale(face, size);
    let scaled = face.as_scaled(scale);
    let mut glyphs: Vec<Glyph> = Vec::new();
    let mut x = 0.0;
    for c in text.chars() {
        let id = face.glyph_id(c);
        x += glyphs.last().map_or(0.0, |last| scaled.kern(last.id, id));
        glyphs.push(id.with_scale_and_position(scale, point(x, 0.0)));
        x += scaled.h_advance(id);
    }
    (glyphs, x)
}

/// The width of text in pixels.
pub(super) fn width(text: &str, size: f64, bold: bool) -> i32 {
    face(bold).map_or(0, |face| set(text, face, size).1.ceil() as i32)
}

/// The pixels of text with their coverage, from 0 to 1; positions count from the start of the middle line.
pub(super) fn pixels(text: &str, size: f64, bold: bool) -> Vec<(i32, i32, f32)> {
    let Some(face) = face(bold) else {
        return Vec::new();
    };
    let base = (size as f32 * HALF_X_HEIGHT).round() as i32;
    let mut pixels = Vec::new();
    for outline in set(text, face, size).0.into_iter().filter_map(|glyph| face.outline_glyph(glyph)) {
        let corner = outline.px_bounds().min;
        outline.draw(|x, y, cover| {
            pixels.push((corner.x as i32 + x as i32, base + corner.y as i32 + y as i32, cover.clamp(0.0, 1.0)));
        });
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_weights_are_there_and_widen_with_text_and_size() {
        for bold in [false, true] {
            assert!(width("range", 12.0, bold) > 30, "{bold}");
            assert!(width("range 24", 12.0, bold) > width("range", 12.0, bold));
            assert!(width("range", 24.0, bold) > width("range", 12.0, bold));
            assert!(pixels("±÷…é", 12.0, bold).iter().any(|(_, _, cover)| *cover > 0.9));
        }
        assert_eq!(width("", 12.0, false), 0);
    }
}
