//! Checks a map's XML before `tiled` reads it.

use field::MAX_SIDE;
use roxmltree::{Document, Node};

use super::packed::Tiles;
use super::tileset::{LONGEST_SIDE, check_all, no_templates};
use super::xml;
use crate::mistake::Mistake;
use crate::words::nearest;

/// The name of the tile layer with the ground.
pub(super) const GROUND: &str = "map";

/// The names of the object layers, which are those of tables of a map.
pub(super) const TABLES: [&str; 3] = ["rooms", "areas", "stairs"];

/// The elements that `tiled` counts as layers.
const LAYERS: [&str; 4] = ["layer", "objectgroup", "imagelayer", "group"];

/// A map's XML that `tiled` can read safely, and its meaning.
pub(super) struct Sheet<'d, 't> {
    /// The element of the map.
    pub(super) root: Node<'d, 't>,
    /// Columns, 1 to 128.
    pub(super) width: usize,
    /// Rows, 1 to 128.
    pub(super) height: usize,
    /// The layers that `tiled` finds, in its order.
    pub(super) layers: Vec<Node<'d, 't>>,
    /// The tiles of the ground.
    pub(super) ground: Tiles,
}

impl<'d, 't> Sheet<'d, 't> {
    /// Checks a map; `None` if it has mistakes or no ground.
    pub(super) fn read(document: &'d Document<'t>, mistakes: &mut Vec<Mistake>) -> Option<Sheet<'d, 't>> {
        let root = document.root_element();
        if !root.has_tag_name("map") {
            let message = format!("a Tiled map begins with `<map>`, not `<{}>`", root.tag_name().name());
            mistakes.push(Mistake::at(xml::tag(root), message));
            return None;
        }
        no_templates(document, mistakes);
        check_all(root, mistakes);
        shape(root, mistakes);
        let [width, height] = ["width", "height"].map(|side| xml::number(root, side, 1..MAX_SIDE as u32 + 1, mistakes));
        for side in ["tilewidth", "tileheight"] {
            xml::number(root, side, 1..LONGEST_SIDE + 1, mistakes);
        }
        let layers: Vec<Node<'d, 't>> =
            root.children().filter(|child| LAYERS.contains(&child.tag_name().name())).collect();
        names(&layers, mistakes);
        let size = (width? as usize, height? as usize);
        let mut ground = None;
        for layer in root.descendants().filter(|node| node.has_tag_name("layer")) {
            match Tiles::read(layer, size) {
                Ok(tiles) if layer.parent() == Some(root) && layer.attribute("name") == Some(GROUND) => {
                    ground = Some(tiles);
                }
                Ok(_) => {}
                Err(mistake) => mistakes.push(mistake),
            }
        }
        if ground.is_none() && mistakes.is_empty() {
            mistakes.push(no_ground(root));
        }
        Some(Sheet { root, width: size.0, height: size.1, layers, ground: ground? })
    }
}

/// Checks that a map is a finite orthogonal grid of squares.
fn shape(root: Node<'_, '_>, mistakes: &mut Vec<Mistake>) {
    if let Some(other) = root.attribute("orientation").filter(|&found| found != "orthogonal") {
        let message = format!("the orientation is `{other}`, expected `orthogonal`");
        mistakes.push(Mistake::at(xml::value(root, "orientation"), message));
    }
    if root.attribute("infinite").is_some_and(|infinite| infinite != "0") {
        let message = "an infinite map, expected one of fixed size";
        let help = "clear Infinite in Map > Map Properties";
        mistakes.push(Mistake::at(xml::value(root, "infinite"), message).help(help));
    }
}

/// Checks that every layer with a meaning exists only once, has the right type, has no offset and is not inside a
/// group.
fn names(layers: &[Node<'_, '_>], mistakes: &mut Vec<Mistake>) {
    let mut known: Vec<&str> = Vec::new();
    for layer in layers {
        let (kind, name) = (layer.tag_name().name(), layer.attribute("name").unwrap_or_default());
        let at = || xml::value(*layer, "name");
        let expected = if name == GROUND { "layer" } else { "objectgroup" };
        let means_something = name == GROUND || TABLES.contains(&name);
        if means_something && kind != expected {
            let expected = if name == GROUND { "a layer of tiles" } else { "a layer of objects" };
            let message = format!("`{name}` must be {expected}, but this layer is of another kind");
            mistakes.push(Mistake::of(&[name], at(), message));
        } else if means_something && known.contains(&name) {
            mistakes.push(Mistake::of(&[name], at(), format!("there is a layer `{name}` already")));
        } else if kind == "objectgroup" && !means_something {
            let tables = TABLES.map(|table| format!("`{table}`")).join(", ");
            mistakes
                .push(Mistake::at(at(), format!("no layer of objects is called `{name}`, expected one of {tables}")));
        } else if means_something && ["offsetx", "offsety"].iter().any(|side| moved(*layer, side)) {
            mistakes.push(Mistake::of(&[name], xml::tag(*layer), "the layer is moved, expected no offset"));
        }
        if means_something {
            known.push(name);
        }
        let hidden =
            layer.descendants().filter(|inner| kind == "group" && inner.has_tag_name(expected_in_group(*inner)));
        for inner in hidden {
            let name = inner.attribute("name").unwrap_or_default();
            let message = format!("`{name}` is inside a group; layers in groups are not read");
            mistakes.push(Mistake::of(&[name], xml::value(inner, "name"), message));
        }
    }
}

/// Whether a layer is displayed with an offset.
fn moved(layer: Node<'_, '_>, side: &str) -> bool {
    layer.attribute(side).is_some_and(|offset| offset.parse() != Ok(0.0_f32))
}

/// The XML element of a layer with this name; empty if the name has no meaning.
fn expected_in_group(layer: Node<'_, '_>) -> &'static str {
    match layer.attribute("name") {
        Some(GROUND) => "layer",
        Some(name) if TABLES.contains(&name) => "objectgroup",
        _ => "",
    }
}

/// The mistake of a map without a ground.
fn no_ground(root: Node<'_, '_>) -> Mistake {
    let layers: Vec<&str> = xml::inside(root, "layer").filter_map(|layer| layer.attribute("name")).collect();
    let mistake = Mistake::of(&[GROUND], xml::tag(root), format!("a map needs a layer of tiles called `{GROUND}`"));
    match (nearest(GROUND, layers.iter().copied()), layers.as_slice()) {
        (Some(near), _) | (None, &[near]) => mistake.help(format!("is it `{near}`?")),
        _ => mistake,
    }
}
