//! Reads the numbers of a layer's tiles in any encoding.

use std::io::Read;
use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::bufread::{GzDecoder, ZlibDecoder};
use roxmltree::Node;

use super::xml;
use crate::map::draft::{Square, in_words};
use crate::mistake::Mistake;
use crate::words::nearest;

/// The compressions of numbers in Base64; the empty one is uncompressed.
const COMPRESSIONS: [&str; 3] = ["", "zlib", "gzip"];

/// The tiles of a layer.
pub(super) struct Tiles {
    width: usize,
    /// The number of each tile, row by row; 0 for no tile.
    pub(super) numbers: Vec<u32>,
    /// The place of each in the file, if it is listed as text.
    places: Vec<Range<usize>>,
    /// Where the layer's data begin.
    tag: Range<usize>,
}

impl Tiles {
    /// Reads the tiles of a layer, which must have the size of the map.
    pub(super) fn read(layer: Node<'_, '_>, (width, height): (usize, usize)) -> Result<Tiles, Mistake> {
        for (side, expected) in [("width", width), ("height", height)] {
            if layer.attribute(side).and_then(|found| found.parse().ok()) != Some(expected) {
                let message = format!("`{side}` of the layer, expected {expected} as that of the map");
                return Err(Mistake::at(xml::value(layer, side), message));
            }
        }
        let mut all = xml::inside(layer, "data");
        let (Some(data), None) = (all.next(), all.next()) else {
            return Err(Mistake::at(xml::tag(layer), "a layer of tiles has one list of them, `<data>`"));
        };
        let text = plain(data)?;
        let mut tiles = Tiles { width, numbers: Vec::new(), places: Vec::new(), tag: xml::tag(data) };
        match (data.attribute("encoding"), data.attribute("compression")) {
            (Some("csv"), None | Some("")) => tiles.listed(text, data, height)?,
            (Some("base64"), packing) => tiles.packed(text, data, packing.unwrap_or(""), height)?,
            (other, _) => {
                let shown = other.map_or("no encoding".to_owned(), |other| format!("the encoding `{other}`"));
                let message = format!("{shown}, expected `csv` or `base64`: the map's Tile Layer Format");
                return Err(Mistake::at(xml::value(data, "encoding"), message));
            }
        }
        Ok(tiles)
    }

    /// The place of a square, otherwise the start of the layer's data.
    pub(super) fn place(&self, (row, column): Square) -> Range<usize> {
        self.places.get(row * self.width + column).unwrap_or(&self.tag).clone()
    }

    /// Reads numbers separated by commas, one line for each row.
    fn listed(&mut self, (text, start): (&str, usize), data: Node<'_, '_>, height: usize) -> Result<(), Mistake> {
        let mut at = start;
        for piece in text.split(',') {
            let number = piece.trim();
            let before = piece.len() - piece.trim_start().len();
            let place = at + before..at + before + number.len().max(1);
            let read = number.parse().map_err(|_| {
                let square = in_words((self.numbers.len() / self.width, self.numbers.len() % self.width));
                let what = match number {
                    "" => "a tile number is missing after the comma".to_owned(),
                    other => format!("`{other}` is not a tile number"),
                };
                Mistake::at(place.clone(), format!("{square}{what}"))
            });
            self.numbers.push(read?);
            self.places.push(place);
            at += piece.len() + 1;
        }
        let wanted = self.width * height;
        if self.numbers.len() == wanted {
            return Ok(());
        }
        let rows: Vec<&str> = text.trim().lines().collect();
        let squares = |row: &str| row.trim().trim_end_matches(',').split(',').count();
        let ragged = rows.iter().position(|row| squares(row) != self.width).filter(|_| rows.len() == height);
        Err(match ragged {
            Some(row) => {
                let first: usize = rows[..row].iter().map(|row| squares(row)).sum();
                let found = squares(rows[row]);
                let message = format!("row {} has {found} squares, expected {}", row + 1, self.width);
                let last = (first + found.min(self.width)).min(self.places.len()) - 1;
                Mistake::at(self.places[last].clone(), message)
            }
            None => {
                let message = format!("{} squares, expected {wanted}: {} by {height}", self.numbers.len(), self.width);
                Mistake::at(xml::tag(data), message)
            }
        })
    }

    /// Reads numbers of four bytes in Base64, possibly compressed. It unpacks at most as much as the map can hold.
    fn packed(
        &mut self,
        (text, _): (&str, usize),
        data: Node<'_, '_>,
        packing: &str,
        height: usize,
    ) -> Result<(), Mistake> {
        let wanted = self.width * height * 4;
        let wrong = |message: String| Mistake::at(xml::tag(data), message);
        let bytes = STANDARD.decode(text.trim()).map_err(|error| wrong(format!("not in Base64: {error}")))?;
        let limit = wanted as u64 + 1;
        let mut unpacked = Vec::new();
        let read = match packing {
            "" => (&bytes[..]).take(limit).read_to_end(&mut unpacked),
            "zlib" => ZlibDecoder::new(&bytes[..]).take(limit).read_to_end(&mut unpacked),
            "gzip" => GzDecoder::new(&bytes[..]).take(limit).read_to_end(&mut unpacked),
            other => {
                let message = format!("the compression `{other}`, expected `zlib`, `gzip` or none");
                let mistake = Mistake::at(xml::value(data, "compression"), message);
                return Err(match nearest(other, COMPRESSIONS) {
                    Some(near) => mistake.help(format!("did you mean `{near}`?")),
                    None => mistake.help("choose CSV as the map's Tile Layer Format"),
                });
            }
        };
        read.map_err(|error| wrong(format!("cannot be unpacked as {packing}: {error}")))?;
        if unpacked.len() != wanted {
            let found = if unpacked.len() > wanted { "more".to_owned() } else { (unpacked.len() / 4).to_string() };
            let message = format!("{found} squares, expected {}: {} by {height}", wanted / 4, self.width);
            return Err(wrong(message));
        }
        let numbers =
            unpacked.chunks_exact(4).map(|four| four.iter().rev().fold(0, |all, &one| all << 8 | u32::from(one)));
        self.numbers = numbers.collect();
        Ok(())
    }
}

/// The literal text of an element without other content, and where it begins.
fn plain<'d>(data: Node<'d, '_>) -> Result<(&'d str, usize), Mistake> {
    let mut children = data.children();
    let (Some(child), None) = (children.next(), children.next()) else {
        let message = "the tiles as elements, expected numbers: choose CSV as the map's Tile Layer Format";
        return Err(Mistake::at(xml::tag(data), message));
    };
    let range = child.range();
    let written = &data.document().input_text()[range.clone()];
    if child.is_text() && child.text().is_some_and(|text| text == written.replace("\r\n", "\n")) {
        return Ok((written, range.start));
    }
    Err(Mistake::at(range, "the tiles of a layer are plain numbers or Base64"))
}
