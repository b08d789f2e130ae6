//! Squads, which only the tables of the file make.

use serde_json::Value;

use crate::document::Document;
use crate::key::Key;
use crate::mistake::Mistake;
use crate::place::Spot;
use crate::words::nearest;

/// A key set over the file, by the command line, a sweep or a variant, that would make a squad: most likely a misspelt one. Squads are
/// made by the file's tables, and by a table in a variant or a sweep that is `whole` and named like no other.
pub(crate) fn unknown_squad(document: &Document, spot: &Spot, key: &Key, here: &Key, whole: bool) -> Option<Mistake> {
    let [side, name, ..] = key.parts() else { return None };
    let squads = document.value.get(side).and_then(Value::as_object)?;
    if !["blue", "red"].contains(&side.as_str()) || squads.is_empty() || squads.contains_key(name) {
        return None;
    }
    if whole && nearest(name, squads.keys().map(String::as_str)).is_none() {
        return None;
    }
    let known = squads.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let message = format!("there is no squad `{name}` in {side}, expected one of {known}");
    Some(Mistake::new(spot, here, message).did_you_mean(name, squads.keys().map(String::as_str)))
}
