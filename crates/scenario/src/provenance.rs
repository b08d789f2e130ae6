//! The provenance of a result: the changed rules, and the hashes of the scenario and its cells.

use engage::Ruleset;
use field::Cell;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::body::{Axis, Body, Variant};
use crate::frame::{DOCTRINES, UNITS};
use crate::key::Key;
use crate::names::{Name, Names};
use crate::values::text;

/// A rule that differs from the rulebook as printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleChange {
    /// The key.
    pub key: String,
    /// The value printed, as text.
    pub printed: String,
    /// The value played; all values of a rule that is swept or varied.
    pub played: String,
    /// The change with labels: `Joker fire: redraw (printed: jam)`.
    pub told: String,
}

/// The rules changed by the document, its sweep and its variants.
pub(crate) fn rules_changed(
    ruleset: &Ruleset,
    names: &Names,
    body: &Body,
    axes: &[Axis],
    variants: &[Variant],
    document: &Value,
) -> Vec<RuleChange> {
    let head = match body {
        Body::Fight(_) => Key::of(&["rules"]),
        Body::Situation { .. } => Key::of(&["situation", "options"]),
    };
    let mut printed = (ruleset.rules)();
    if let (Body::Situation { .. }, Some(options)) = (body, printed.get("options")) {
        printed = options.clone();
    }
    let mut changes = RuleChanges { names, head: head.clone(), printed, found: Vec::new() };
    if let Some(played) = head.get(document) {
        changes.compare(&head, played);
    }
    for axis in axes {
        let told = |value: &Value| changes.names.value(&axis.key, value);
        let told = axis.values.iter().map(told).collect::<Vec<_>>().join("; ");
        changes.add(&axis.key, format!("swept: {}", axis.texts().join("; ")), format!("swept: {told}"));
    }
    for (variant, (key, value)) in variants.iter().flat_map(|one| one.changes.iter().map(move |set| (one, set))) {
        let in_variant = |value: String| format!("{value} in \"{}\"", variant.name);
        changes.add(key, in_variant(text(value)), in_variant(changes.names.value(key, value)));
    }
    changes.found
}

struct RuleChanges<'n> {
    names: &'n Names,
    /// The table of the rules.
    head: Key,
    printed: Value,
    found: Vec<RuleChange>,
}

impl RuleChanges<'_> {
    /// Adds the values that differ, in this table and its inner tables.
    fn compare(&mut self, key: &Key, played: &Value) {
        let rule = key.strip(&self.head).unwrap_or_default();
        match played {
            Value::Object(table) => table.iter().for_each(|(word, value)| self.compare(&key.join(word), value)),
            // If a list of tables is as long as the printed one, compare it entry by entry.
            Value::Array(items)
                if items.iter().all(Value::is_object)
                    && rule
                        .get(&self.printed)
                        .and_then(Value::as_array)
                        .is_some_and(|list| list.len() == items.len()) =>
            {
                let entries = items.iter().enumerate();
                entries.for_each(|(place, item)| self.compare(&key.join(&format!("[{place}]")), item));
            }
            _ if rule.get(&self.printed) == Some(played) => {}
            _ => {
                let key = key.to_string();
                self.add(&key, text(played), self.names.value(&key, played));
            }
        }
    }

    /// Adds a key, if it belongs to the rules.
    fn add(&mut self, key: &str, played: String, told: String) {
        let Some(rule) = Key::parse(key).ok().and_then(|key| key.strip(&self.head)) else { return };
        let Name { label, unit } = self.names.key(key);
        let (printed, shown) = match rule.get(&self.printed) {
            Some(Value::Null) => ("none".to_owned(), "none".to_owned()),
            Some(printed) => (text(printed), self.names.value(key, printed)),
            None => ("not printed".to_owned(), "nothing".to_owned()),
        };
        let unit = if unit.is_empty() { unit } else { format!(" {}", engage::short_unit(&unit)) };
        let told = format!("{label}: {told}{unit} (printed: {shown}{unit})");
        self.found.push(RuleChange { key: key.to_owned(), printed, played, told });
    }
}

/// The first 16 hexadecimal digits of the BLAKE3 hash of the document in a canonical form, with the content of its
/// maps.
pub(crate) fn hash(document: &Value, maps: &[(String, Value)]) -> String {
    let mut ordered = ["sweep", "variants"].map(|word| document.get(word).map(listed)).to_vec();
    let led = document.get(DOCTRINES).filter(|doctrines| doctrines.as_object().is_none_or(|sides| !sides.is_empty()));
    ordered.extend(led.map(|doctrines| Some(listed(doctrines))));
    let mut rest = document.as_object().cloned().unwrap_or_default();
    // The question, the name of the baseline and the units of `price` do not change any number.
    rest.retain(|word, _| !["sweep", "variants", DOCTRINES, UNITS, "answer", "baseline"].contains(&word.as_str()));
    let mut canonical = vec![sorted(&Value::Object(rest)), json!(ordered)];
    canonical.extend(maps.iter().map(|map| json!(map)));
    let canonical = Value::Array(canonical);
    digits(&canonical)
}

/// Hash of the ruleset's input for a cell or a case, independent of the order of its keys.
pub(crate) fn of_given(ruleset: &Ruleset, given: &Value) -> String {
    digits(&json!([ruleset.id, sorted(given)]))
}

/// Hash of the ruleset's input for a cell whose figures draw luck by these numbers rather than by their own.
pub(crate) fn of_luck(given: &str, numbers: &[u8]) -> String {
    digits(&json!([given, numbers]))
}

/// The id of a cell or a case, from the hash of its ruleset's input and another distinction: the content of its map, or
/// the id of its kind.
///
/// It begins with a letter, so that no program that reads tables mistakes it for a number.
pub(crate) fn id(given: &str, beside: Option<&str>) -> String {
    let mut id = digits(&json!([given, beside]));
    id.replace_range(..1, "c");
    id
}

/// The id of a cell in which the sides draw how they play, from the ids and the weights of its pairs.
pub(crate) fn of_mix(pairs: &[String], weights: &[u32]) -> String {
    id(&digits(&json!([pairs, weights])), None)
}

/// Hash of the content of a map.
pub(crate) fn of_shown(shown: &Value) -> String {
    digits(shown)
}

fn digits(canonical: &Value) -> String {
    blake3::hash(canonical.to_string().as_bytes()).to_hex()[..16].to_owned()
}

/// Everything in a map that can affect a result, and its title and names.
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

/// A table as a list of its entries, in which the order matters.
fn listed(table: &Value) -> Value {
    match table {
        Value::Object(table) => table.iter().map(|(word, value)| json!([word, listed(value)])).collect(),
        other => other.clone(),
    }
}

/// The value with the keys of every table in alphabetical order.
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
