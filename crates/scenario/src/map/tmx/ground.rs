//! Reads the ground: the kind of each tile.

use std::collections::BTreeMap;

use tiled::{LayerTile, PropertyValue};

use super::sheet::{GROUND, Sheet};
use super::tileset::Tileset;
use super::xml;
use crate::map::draft::{Square, in_words};
use crate::map::kind::Kind;
use crate::mistake::Mistake;

/// The property of a tile that gives its kind, in place of its class.
const KIND: &str = "kind";

/// The bits of a tile's number for rotating and flipping, which do not affect its kind.
const TURNED: u32 = 0xE000_0000;

/// The kinds of all squares; `None` if one has no kind.
pub(super) fn kinds(
    sheet: &Sheet<'_, '_>,
    map: &tiled::Map,
    tilesets: &[Tileset<'_, '_>],
    mistakes: &mut Vec<Mistake>,
) -> Option<Vec<Kind>> {
    let index = sheet.layers.iter().position(|layer| layer.attribute("name") == Some(GROUND))?;
    let layer = map.get_layer(index)?.as_tile_layer()?;
    let mut reader = GroundReader { tilesets, known: BTreeMap::new(), shared: BTreeMap::new(), mistakes };
    let mut kinds = Vec::new();
    for (square, &number) in sheet.ground.numbers.iter().enumerate() {
        let square = (square / sheet.width, square % sheet.width);
        let tile = layer.get_tile(square.1 as i32, square.0 as i32);
        kinds.extend(reader.kind(tile, number, square));
    }
    for (what, (square, count)) in reader.shared {
        let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
        mistakes.push(Mistake::of(&[GROUND], sheet.ground.place(square), format!("{}{what}{more}", in_words(square))));
    }
    (kinds.len() == sheet.width * sheet.height).then_some(kinds)
}

struct GroundReader<'r, 'd, 't> {
    tilesets: &'r [Tileset<'d, 't>],
    /// Tiles seen so far, by tileset and number.
    known: BTreeMap<(usize, u32), Option<Kind>>,
    /// Mistakes of squares by their message: the first square, and their number.
    shared: BTreeMap<String, (Square, usize)>,
    mistakes: &'r mut Vec<Mistake>,
}

impl GroundReader<'_, '_, '_> {
    /// The kind of a square, from its tile and the tile's number in the file.
    fn kind(&mut self, tile: Option<LayerTile<'_>>, number: u32, square: Square) -> Option<Kind> {
        let wrong = match tile {
            None if number & !TURNED == 0 => format!("no tile: draw `{}` where nobody can go", Kind::Wall.name()),
            None => format!("tile {} is in no tileset", number & !TURNED),
            Some(tile) => {
                let (index, id) = (tile.tileset_index(), tile.id());
                if let Some(&Some(kind)) = self.known.get(&(index, id)) {
                    return Some(kind);
                }
                match kind(&tile, self.tilesets.get(index)) {
                    Ok(kind) => {
                        self.known.insert((index, id), Some(kind));
                        return Some(kind);
                    }
                    Err(Wrong::Here(what)) => what,
                    Err(Wrong::Tile(mistake)) => {
                        // Reported once, not for every square.
                        if self.known.insert((index, id), None).is_none() {
                            self.mistakes.push(*mistake);
                        }
                        return None;
                    }
                }
            }
        };
        self.shared.entry(wrong).or_insert((square, 0)).1 += 1;
        None
    }
}

/// A mistake of a tile.
enum Wrong {
    /// It has no kind; its use is reported as a mistake.
    Here(String),
    /// It names a kind that does not exist; the mistake is reported at that name.
    Tile(Box<Mistake>),
}

/// The kind of a tile: its property `kind`, otherwise its class.
fn kind(tile: &LayerTile<'_>, tileset: Option<&Tileset<'_, '_>>) -> Result<Kind, Wrong> {
    let found = tile.get_tile();
    let word = found.as_ref().and_then(|found| match found.properties.get(KIND) {
        Some(PropertyValue::StringValue(word)) => Some(word.trim()),
        Some(_) => None,
        None => Some(found.user_type.trim()),
    });
    let word = word.filter(|word| !word.is_empty()).ok_or_else(|| Wrong::Here(kindless(tile)))?;
    Kind::named(word).ok_or_else(|| {
        let known = Kind::ALL.map(|kind| format!("`{}`", kind.name())).join(", ");
        let message = format!("tile {}: there is no kind `{word}`, expected one of {known}", tile.id());
        let Some(tileset) = tileset else { return Wrong::Here(message) };
        let node = tileset.tile(tile.id()).unwrap_or(tileset.node);
        let at = xml::property_node(node, KIND).map(|property| xml::value(property, "value"));
        let class = if node.has_attribute("class") { "class" } else { "type" };
        let wrong = Mistake::at(at.unwrap_or_else(|| xml::value(node, class)), message);
        Wrong::Tile(Box::new(match tileset.file {
            Some(file) => file.at_fault(vec![wrong]),
            None => wrong,
        }))
    })
}

/// The message for a tile without a kind.
fn kindless(tile: &LayerTile<'_>) -> String {
    let (id, name) = (tile.id(), &tile.get_tileset().name);
    if id >= tile.get_tileset().tilecount && tile.get_tile().is_none() {
        return format!("tile {id} is not in the tileset `{name}`");
    }
    format!("tile {id} of the tileset `{name}` has no kind: give it one as its class, such as `{}`", Kind::Floor.name())
}
