//! The content of a map file, as serde reads it.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

use crate::map::kind::Kind;

/// A map of Beaten Zone: a drawing of the ground, a second one of marks over it, and what the marks mean.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Map")]
pub(crate) struct MapFile {
    /// A title, shown above the map.
    #[schemars(length(min = 1))]
    pub(crate) title: Option<String>,
    /// What the place is and what can be played on it, in a sentence or two.
    #[serde(default)]
    pub(crate) about: String,
    /// The ground, drawn: a line a row, a character a square of one inch, between `'''` and `'''`.
    pub(crate) map: Option<String>,
    /// Symbols of your own, or another meaning for one of the program's: `c = "low wall"`. A symbol is one printable ASCII
    /// character.
    #[serde(default)]
    pub(crate) legend: BTreeMap<String, Kind>,
    /// A second drawing of the same size: a mark on every square that is part of a room, an area or stairs. A blank, `.` and
    /// what repeats the map mark nothing, so that it can begin as a copy of the map.
    pub(crate) marks: Option<String>,
    /// Rooms by name, with their marks: `vault = "v"`. A mark or more anywhere in a room is enough, and the room reaches as far
    /// as one gets without going through doors, doorways and windows. Where two names share one open space, mark every square.
    #[serde(default)]
    pub(crate) rooms: BTreeMap<String, String>,
    /// Areas by name, with their marks, `blue = "b"`: exactly the squares marked; or a list of rooms: `inside = ["hall", "vault"]`.
    /// Areas may overlap. Figures begin in `blue`, `red` and `hostages`; these three may not overlap.
    #[serde(default)]
    pub(crate) areas: BTreeMap<String, Squares>,
    /// Stairs by name, each with a mark that stands on exactly two squares, which it joins; several marks are as many stairs.
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
