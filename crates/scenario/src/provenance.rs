//! What a reader needs to trust a result: the rules changed, and the scenario's hash.

use engage::Ruleset;
use field::Cell;
use serde_json::{Map, Value, json};

use crate::body::{Axis, Body, Variant};
use crate::key::Key;
use crate::values::text;

/// The rules changed by the document, its sweep and its variants: key, printed, played.
pub(crate) fn rules_changed(
    ruleset: &Ruleset,
    body: &Body,
    axes: &[Axis],
    variants: &[Variant],
    document: &Value,
) -> Vec<(String, String, String)> {
    let head = match body {
        Body::Fight(_) => Key::of(&["rules"]),
        Body::Situation { .. } => Key::of(&["situation", "options"]),
    };
    let mut printed = (ruleset.rules)();
    if let (Body::Situation { .. }, Some(options)) = (body, printed.get("options")) {
        printed = options.clone();
    }
    let mut changed = Vec::new();
    if let Some(played) = head.get(document) {
        compare(&head, Some(&printed), played, &mut changed);
    }
    let swept = axes.iter().map(|axis| (axis.key.as_str(), format!("swept: {}", axis.texts().join("; "))));
    let varied = variants.iter().flat_map(|variant| {
        let changes = variant.changes.iter();
        changes.map(|(key, value)| (key.as_str(), format!("{} in \"{}\"", text(value), variant.name)))
    });
    for (word, played) in swept.chain(varied) {
        let Some(rule) = Key::parse(word).ok().and_then(|key| key.strip(&head)) else { continue };
        changed.push((word.to_owned(), rule.get(&printed).map_or("not printed".to_owned(), text), played));
    }
    changed
}

/// Lists the values that differ, down to what is not a table.
fn compare(key: &Key, printed: Option<&Value>, played: &Value, changed: &mut Vec<(String, String, String)>) {
    match played {
        Value::Object(table) => {
            for (word, value) in table {
                compare(&key.join(word), printed.and_then(|printed| printed.get(word)), value, changed);
            }
        }
        _ if printed == Some(played) => {}
        _ => changed.push((key.to_string(), printed.map_or("not printed".to_owned(), text), text(played))),
    }
}

/// The first 16 hexadecimal digits of the BLAKE3 hash of the document in a form that has only one text, with what its maps
/// show.
pub(crate) fn hash(document: &Value, maps: &[(String, Value)]) -> String {
    let ordered = ["sweep", "variants"].map(|word| document.get(word).map(listed));
    let mut rest = document.as_object().cloned().unwrap_or_default();
    rest.retain(|word, _| !["sweep", "variants"].contains(&word.as_str()));
    let mut canonical = vec![sorted(&Value::Object(rest)), json!(ordered)];
    canonical.extend(maps.iter().map(|map| json!(map)));
    let canonical = Value::Array(canonical);
    blake3::hash(canonical.to_string().as_bytes()).to_hex()[..16].to_owned()
}

/// Everything of a map that can make a difference, and its title and words.
pub(crate) fn of_map(map: &engage::Map) -> Value {
    let plan = &map.plan;
    let name = |row, column| crate::Kind::of(plan.ground(row, column)).map(crate::Kind::name);
    let row = |row| (0..plan.width()).map(|column| name(row, column)).collect::<Vec<_>>();
    let place = |cell: Cell| (plan.position(cell).row, plan.position(cell).column);
    let places = |cells: &field::CellSet| cells.iter().map(place).collect::<Vec<_>>();
    json!({
        "title": map.title,
        "about": map.about,
        "ground": (0..plan.height()).map(row).collect::<Vec<_>>(),
        "rooms": map.rooms().map(|(name, room)| json!([name, places(plan.cells_of(room))])).collect::<Vec<_>>(),
        "areas": map.areas().map(|(name, area)| json!([name, plan.area(area).map(places)])).collect::<Vec<_>>(),
        "stairs": map.stairs().map(|(name, ends)| json!([name, ends.map(place)])).collect::<Vec<_>>(),
    })
}

/// A table as a list of its entries, whose order counts.
fn listed(table: &Value) -> Value {
    match table {
        Value::Object(table) => table.iter().map(|(word, value)| json!([word, listed(value)])).collect(),
        other => other.clone(),
    }
}

/// The same value with the keys of every table in alphabetical order.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(table) => {
            let mut entries: Vec<_> = table.iter().collect();
            entries.sort_by_key(|(word, _)| *word);
            Value::Object(entries.into_iter().map(|(word, value)| (word.clone(), sorted(value))).collect::<Map<_, _>>())
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}
