//! Reads rooms, areas and stairs: named shapes, each with the squares whose middles it covers.

use std::collections::BTreeSet;
use std::ops::Range;

use field::Pass;
use roxmltree::Node;
use tiled::{ObjectData, ObjectShape};

use super::sheet::{Sheet, TABLES};
use super::xml;
use crate::key::Key;
use crate::map::draft::{Draft, DraftArea, Square, TakenNames};
use crate::map::kind::Kind;
use crate::mistake::Mistake;
use crate::place::Spot;

/// The most objects in a layer, and the most corners of one.
const MOST_OBJECTS: usize = 256;
const MOST_CORNERS: usize = 100;

/// How far a shape may extend beyond the map's edge, in squares.
const SLACK: f64 = 0.5;

/// One name with all its objects.
struct NamedShape {
    table: &'static str,
    name: String,
    squares: BTreeSet<Square>,
    /// The objects, each with its squares.
    objects: Vec<(Range<usize>, Vec<Square>)>,
}

/// The shapes of a map in the order of the file.
pub(super) struct Drawn {
    shapes: Vec<NamedShape>,
}

/// Reads the object layers. If `kinds` is known, squares that no figure can enter are left out of shapes that also have
/// other squares.
pub(super) fn drawn(
    sheet: &Sheet<'_, '_>,
    map: &tiled::Map,
    kinds: Option<&[Kind]>,
    mistakes: &mut Vec<Mistake>,
) -> Drawn {
    let mut reader = ObjectReader { sheet, map, names: TakenNames::default(), shapes: Vec::new(), mistakes };
    TABLES.into_iter().for_each(|table| reader.layer(table));
    let mut shapes = reader.shapes;
    for shape in &mut shapes {
        if let Some(kinds) = kinds {
            shape.leave_walls(|(row, column)| kinds[row * sheet.width + column].ground().pass != Pass::No);
        }
        mistakes.extend(shape.wrong_stairs());
    }
    Drawn { shapes }
}

struct ObjectReader<'r, 'd, 't> {
    sheet: &'r Sheet<'d, 't>,
    map: &'r tiled::Map,
    names: TakenNames,
    shapes: Vec<NamedShape>,
    mistakes: &'r mut Vec<Mistake>,
}

impl ObjectReader<'_, '_, '_> {
    /// Reads the shapes of a layer, if the map has it.
    fn layer(&mut self, table: &'static str) {
        let index = self.sheet.layers.iter().position(|layer| layer.attribute("name") == Some(table));
        let layer = index.and_then(|index| Some((index, self.map.get_layer(index)?.as_object_layer()?)));
        let Some((index, layer)) = layer else { return };
        let nodes: Vec<Node<'_, '_>> = xml::inside(self.sheet.layers[index], "object").collect();
        if let Some(first) = nodes.get(MOST_OBJECTS) {
            let message = format!("{} objects: a layer has at most {MOST_OBJECTS}", nodes.len());
            self.mistakes.push(Mistake::of(&[table], xml::tag(*first), message));
            return;
        }
        for (node, object) in nodes.into_iter().zip(layer.object_data()) {
            let (name, at) = (object.name.trim(), xml::tag(node));
            if name.is_empty() {
                self.mistakes.push(Mistake::of(&[table], at, "an object without a name"));
                continue;
            }
            match squares(object, self.map, (self.sheet.width, self.sheet.height)) {
                Ok(squares) => self.shape(table, name, node).add(at, squares),
                Err(message) => self.mistakes.push(Mistake::of(&[table, name], at, message)),
            }
        }
    }

    /// The shape of a name, created at its first object.
    fn shape(&mut self, table: &'static str, name: &str, node: Node<'_, '_>) -> &mut NamedShape {
        let known = self.shapes.iter().position(|known| known.table == table && known.name == name);
        let number = known.unwrap_or(self.shapes.len());
        if known.is_none() {
            let key = [table, name];
            let told = self.names.add(&Key::of(&key)).into_iter();
            self.mistakes.extend(told.map(|message| Mistake::of(&key, xml::value(node, "name"), message)));
            self.shapes.push(NamedShape {
                table,
                name: name.to_owned(),
                squares: BTreeSet::new(),
                objects: Vec::new(),
            });
        }
        &mut self.shapes[number]
    }
}

impl NamedShape {
    fn add(&mut self, at: Range<usize>, squares: Vec<Square>) {
        self.squares.extend(&squares);
        self.objects.push((at, squares));
    }

    /// Leaves out squares that no figure can enter, unless there are no others.
    fn leave_walls(&mut self, is_ground: impl Fn(Square) -> bool) {
        if self.squares.iter().any(|&square| is_ground(square)) {
            self.squares.retain(|&square| is_ground(square));
        }
    }

    /// The mistake of stairs that do not join exactly two squares.
    fn wrong_stairs(&self) -> Option<Mistake> {
        let found = match self.squares.len() {
            _ if self.table != "stairs" => return None,
            2 => return None,
            1 => "one square".to_owned(),
            many => format!("{many} squares"),
        };
        let message = format!("drawn on {found}, expected two: both ends of stairs");
        Some(Mistake::of(&[self.table, &self.name], self.objects.first()?.0.clone(), message))
    }
}

impl Drawn {
    /// Adds all shapes to a draft.
    pub(super) fn put(&self, draft: &mut Draft) {
        for shape in &self.shapes {
            let (name, squares) = (shape.name.clone(), shape.squares.iter().copied().collect::<Vec<_>>());
            match (shape.table, squares.as_slice()) {
                ("rooms", _) => draft.rooms.push((name, squares)),
                ("areas", _) => draft.areas.push(DraftArea { name, squares, rooms: Vec::new() }),
                (_, &[from, to]) => draft.stairs.push((name, [from, to])),
                _ => {}
            }
        }
        draft.has_levels = !draft.stairs.is_empty();
    }

    /// The object of a name that covers a square, otherwise its first object.
    pub(super) fn spot(&self, table: &str, name: &str, square: Option<Square>) -> Spot {
        let shape = self.shapes.iter().find(|shape| shape.table == table && shape.name == name);
        let objects = shape.map_or(&[][..], |shape| &shape.objects);
        let covers =
            |(_, squares): &&(Range<usize>, Vec<Square>)| square.is_some_and(|square| squares.contains(&square));
        let object = objects.iter().find(covers).or(objects.first());
        Spot::File(object.map_or(0..0, |(at, _)| at.clone()))
    }
}

/// The squares whose middles an object covers, or the square of a point.
fn squares(object: &ObjectData, map: &tiled::Map, (width, height): (usize, usize)) -> Result<Vec<Square>, String> {
    let corners = corners(object, map)?;
    let inside = |value: f64, side: usize| value >= -SLACK && value <= side as f64 + SLACK;
    if !corners.iter().all(|&(across, down)| inside(across, width) && inside(down, height)) {
        return Err("reaches beyond the edge of the map".to_owned());
    }
    if let [(across, down)] = corners[..] {
        let square = |value: f64, side: usize| (value.floor().max(0.0) as usize).min(side - 1);
        return Ok(vec![(square(down, height), square(across, width))]);
    }
    let all = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    let covered: Vec<Square> = all.filter(|&square| covers(&corners, square)).collect();
    if covered.is_empty() { Err("covers the middle of no square".to_owned()) } else { Ok(covered) }
}

/// The corners of an object in squares, right and down; a point has one.
fn corners(object: &ObjectData, map: &tiled::Map) -> Result<Vec<(f64, f64)>, String> {
    let across = |pixels: f32| f64::from(pixels) / f64::from(map.tile_width);
    let down = |pixels: f32| f64::from(pixels) / f64::from(map.tile_height);
    let (x, y) = (across(object.x), down(object.y));
    let corners = match &object.shape {
        _ if object.tile_data().is_some() => return Err(unexpected("a tile")),
        ObjectShape::Point(..) => vec![(x, y)],
        ObjectShape::Rect { width, height } if *width <= 0.0 && *height <= 0.0 => vec![(x, y)],
        ObjectShape::Rect { width, height } => {
            let (right, bottom) = (x + across(*width), y + down(*height));
            vec![(x, y), (right, y), (right, bottom), (x, bottom)]
        }
        ObjectShape::Polygon { points } if points.len() > MOST_CORNERS => {
            return Err(format!("{} corners: a polygon has at most {MOST_CORNERS}", points.len()));
        }
        ObjectShape::Polygon { points } => {
            points.iter().map(|&(right, below)| (x + across(right), y + down(below))).collect()
        }
        ObjectShape::Ellipse { .. } => return Err(unexpected("an ellipse")),
        ObjectShape::Capsule { .. } => return Err(unexpected("a capsule")),
        ObjectShape::Polyline { .. } => return Err(unexpected("a line")),
        ObjectShape::Text { .. } => return Err(unexpected("a text")),
    };
    if object.rotation != 0.0 && corners.len() > 1 {
        return Err("a shape that is turned, expected an upright one or a polygon".to_owned());
    }
    Ok(corners)
}

/// The message for an unsupported kind of object.
fn unexpected(what: &str) -> String {
    format!("{what}, expected a rectangle, a polygon or a point")
}

/// Whether the middle of a square is inside a polygon: a line from there to the left crosses an odd number of its
/// sides.
fn covers(corners: &[(f64, f64)], (row, column): Square) -> bool {
    let (across, down) = (column as f64 + 0.5, row as f64 + 0.5);
    let before = corners.iter().cycle().skip(corners.len() - 1);
    let sides = corners.iter().zip(before).filter(|((x, y), (other_x, other_y))| {
        (*y > down) != (*other_y > down) && across > x + (down - y) * (other_x - x) / (other_y - y)
    });
    sides.count() % 2 == 1
}
