//! `[units]`: squads whose costs `price` asks. A unit is the only squad of a side with other values of some keys.

use engage::Side;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::document::Document;
use crate::frame::{UNITS, is_name};
use crate::key::Key;
use crate::mistake::Mistake;
use crate::place::Place;
use crate::target::{Target, leaves};

/// The key of the figures of a squad.
pub(crate) const COUNT: &str = "count";

/// The most units.
pub(crate) const MAX_UNITS: usize = 24;

/// A squad whose cost is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// The figures of one unit.
    pub figures: u32,
    /// The keys that it sets in the squad of its side, with their values.
    pub sets: Vec<(String, Value)>,
}

/// The name of a unit that the ruleset refuses, and the reason.
pub type Refused = (String, String);

/// A unit with the places of its keys.
pub(crate) struct Listed<'p> {
    pub(crate) name: String,
    /// The key in the squad, the key in the file, the value and its place.
    sets: Vec<(Key, Key, Value, &'p Place)>,
}

impl Listed<'_> {
    /// The unit without places.
    pub(crate) fn unit(&self) -> Unit {
        let is_count = |key: &Key| *key == Key::of(&[COUNT]);
        let figures = self.sets.iter().find(|(key, ..)| is_count(key)).and_then(|(_, _, value, _)| value.as_u64());
        let others = self.sets.iter().filter(|(key, ..)| !is_count(key));
        Unit {
            name: self.name.clone(),
            figures: figures.and_then(|figures| u32::try_from(figures).ok()).unwrap_or(1),
            sets: others.map(|(key, _, value, _)| (key.to_string(), value.clone())).collect(),
        }
    }

    /// The keys that it sets for a squad.
    pub(crate) fn targets<'t>(&'t self, side: Side, squad: &str) -> Vec<(Target<'t>, Value)> {
        let head = Key::of(&[side.name(), squad]);
        let target = |(key, written, value, place): &'t (Key, Key, Value, &Place)| {
            let key = key.below(&head);
            (Target { given: key.clone(), key, written: written.clone(), place }, value.clone())
        };
        self.sets.iter().map(target).collect()
    }
}

/// Reads the units.
pub(crate) fn read(document: &Document) -> (Vec<Listed<'_>>, Vec<Mistake>) {
    let head = Key::of(&[UNITS]);
    let mut mistakes = Vec::new();
    let Some(table) = document.value.get(UNITS).and_then(Value::as_object) else { return (Vec::new(), mistakes) };
    if table.len() > MAX_UNITS {
        let message = format!("{} units: at most {MAX_UNITS} are compared", table.len());
        mistakes.push(Mistake::new(&document.place.nearest(&head).key, &head, message));
        return (Vec::new(), mistakes);
    }
    let mut found = Vec::new();
    for (name, value) in table {
        let own = head.join(name);
        let place = document.place.nearest(&own);
        if !is_name(name) {
            let message = "a unit's name has 1 to 64 characters and no control characters";
            mistakes.push(Mistake::new(&place.key, &own, message));
        }
        let Some(keys) = value.as_object() else {
            let message = "a unit is a table of keys of a squad, such as weapon = \"rifle\"";
            mistakes.push(Mistake::new(place.of_value(), &own, message));
            continue;
        };
        let mut sets = Vec::new();
        for (written, key, value) in leaves(&own, keys) {
            let place = document.place.nearest(&written);
            match key {
                Ok(key) => sets.push((key, written, value.clone(), place)),
                Err(message) => mistakes.push(Mistake::new(&place.key, &written, message)),
            }
        }
        found.push(Listed { name: name.clone(), sets });
    }
    (found, mistakes)
}

/// The name of the only squad of a side.
///
/// # Errors
/// If it has none, or several.
pub(crate) fn lone_squad(document: &Value, side: Side) -> Result<&str, String> {
    let mut names = document.get(side.name()).and_then(Value::as_object).into_iter().flat_map(Map::keys);
    match (names.next(), names.next()) {
        (Some(name), None) => Ok(name),
        _ => Err(format!("{} needs exactly one squad, which the units replace", side.name())),
    }
}
