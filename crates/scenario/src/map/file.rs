//! The content of a map file, as serde reads it.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

use crate::map::kind::Kind;

/// A map of Beaten Zone: a drawing of the ground, a second drawing with marks, and the meaning of the marks.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Map")]
pub(crate) struct MapFile {
    /// A title, shown above the map.
    #[schemars(length(min = 1))]
    pub(crate) title: Option<String>,
    /// The place and what can be played on it, in a sentence or two.
    #[serde(default)]
    pub(crate) about: String,
    /// The ground as a drawing between `'''` and `'''`: a line for each row, a character for each square of one inch.
    pub(crate) map: Option<String>,
    /// Symbols of your own, or another meaning for one of the program's: `c = "low wall"`. A symbol is one printable ASCII
    /// character.
    #[serde(default)]
    pub(crate) legend: BTreeMap<String, Kind>,
    /// A second drawing of the same size: a mark on every square that is part of a room, an area or stairs. A blank, `.` and
    /// symbols that repeat the map mark nothing, so that it can start as a copy of the map.
    pub(crate) marks: Option<String>,
    /// Rooms by name, with their marks: `vault = "v"`. One mark anywhere in a room is enough: the room reaches as far
    /// as a figure can go without passing doors, doorways and windows. If two names share one open space, mark every square.
    #[serde(default)]
    pub(crate) rooms: BTreeMap<String, String>,
    /// Areas by name. With marks, `blue = "b"`, an area is exactly the marked squares; with a list of rooms,
    /// `inside = ["hall", "vault"]`, it is their squares. Areas may overlap. Figures begin in `blue`, `red` and `hostages`; these three may not overlap.
    #[serde(default)]
    pub(crate) areas: BTreeMap<String, Squares>,
    /// Stairs by name. A mark stands on exactly two squares and joins them; each further mark makes another pair of stairs.
    #[serde(default)]
    pub(crate) stairs: BTreeMap<String, String>,
}

/// The allowed values of an area, for messages.
const SQUARES: &str = "marks as text or a list of rooms";

/// The squares of an area.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, extend("x-takes" = SQUARES))]
pub(crate) enum Squares {
    /// Those with one of these marks.
    Marked(String),
    /// Those of rooms by name.
    Rooms(Vec<String>),
}

impl<'de> Deserialize<'de> for Squares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Squares, D::Error> {
        deserializer.deserialize_any(SquaresVisitor)
    }
}

struct SquaresVisitor;

impl<'de> Visitor<'de> for SquaresVisitor {
    type Value = Squares;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SQUARES)
    }

    fn visit_str<E>(self, marks: &str) -> Result<Squares, E> {
        Ok(Squares::Marked(marks.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rooms: A) -> Result<Squares, A::Error> {
        let mut names = Vec::new();
        while let Some(name) = rooms.next_element()? {
            names.push(name);
        }
        Ok(Squares::Rooms(names))
    }
}
