//! Makes new situations with the required parameters of a kind, each with a valid value.

use std::path::Path;

use engage::schema::follow;
use engage::{Fault, Kind, Problem, Ruleset};
use serde_json::{Map, Value, json};

use super::{NewScenario, Wishes, place, written};
use crate::check::check;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::key::Key;
use crate::map::{Beside, Named};
use crate::names::below;
use crate::place::{Place, Spot};
use crate::schema::{schema, titled_words};
use crate::source::Source;

/// The most keys that a new situation gets.
const MOST_KEYS: usize = 60;

/// The text of a new file with a situation. Every key in it has a comment, and the situation has been checked.
///
/// # Errors
/// Every mistake in the wishes, each with its option.
pub fn begin_situation(
    ruleset: &'static Ruleset,
    kind: &'static Kind,
    wishes: &Wishes,
    directory: &Path,
) -> Result<String, Diagnostics> {
    let nothing = Place::new(Spot::Set(0), Spot::Set(0));
    let document = Document { value: Value::Object(Map::new()), place: nothing };
    let mut draft = NewScenario { document, said: Vec::new(), mistakes: Vec::new() };
    draft.say(format!("--ruleset {} --situation {}", ruleset.id, kind.id), |document, number| {
        let title = wishes.title.as_deref().map_or(kind.label, str::trim);
        let mut situation = example(ruleset, kind);
        situation["kind"] = json!(kind.id);
        let own = [("title", json!(title)), ("ruleset", json!(ruleset.id)), ("situation", situation)];
        own.into_iter().try_for_each(|(word, value)| place(document, number, &[word], value))
    });
    draft.set(ruleset, wishes);
    let name = "the new situation";
    let NewScenario { document, said, mistakes } = draft;
    let source = Source { name: name.to_owned(), text: String::new(), sets: said };
    check(
        &document,
        &[],
        &[ruleset],
        &mut Named::new(Beside::Folder(directory), name),
        mistakes,
        &engage::Stop::default(),
    )
    .map(|_| written::situation(ruleset, kind, &document.value))
    .map_err(|mistakes| source.diagnostics(mistakes))
}

/// The parameters that a kind requires, found by answering repeatedly and adding what is missing.
fn example(ruleset: &'static Ruleset, kind: &Kind) -> Value {
    let root = schema(&[ruleset]);
    let cases = root["allOf"][0]["then"]["properties"]["situation"]["allOf"].as_array();
    let case = cases.and_then(|all| all.iter().find(|case| case["if"]["properties"]["kind"]["const"] == kind.id));
    let table = case.map(|case| &case["then"]).unwrap_or(&Value::Null);
    let rules = (ruleset.rules)();
    let mut given = json!({});
    for _ in 0..MOST_KEYS {
        let lacks = |problem: Problem| match problem.fault {
            Fault::Missing(word) => Some((problem.key, word)),
            _ => None,
        };
        let lacking = kind.ask(&given).err().and_then(|problems| problems.into_iter().find_map(lacks));
        let Some((table_of, word)) = lacking else { break };
        let key = Key::find(&table_of, &given).join(&word);
        let schema = key.parts().iter().try_fold(table, |at, part| below(follow(&root, at).1, part));
        let Some(schema) = schema else { break };
        if key.put(&mut given, value(&root, &rules, schema)).is_err() {
            break;
        }
    }
    given
}

/// A valid value of a schema: its example, its first word, or a small number.
fn value(root: &Value, rules: &Value, field: &Value) -> Value {
    let inner = follow(root, field).1;
    let said = |word: &str| [field, inner].into_iter().find_map(|one| one.get(word));
    if let Some(example) = said("examples").and_then(|examples| examples.get(0)) {
        return example.clone();
    }
    if let Some((word, _)) = titled_words(inner).and_then(|words| words.into_iter().next()) {
        return word.into();
    }
    if let Some(tables) = said("x-names").and_then(Value::as_array) {
        let names = tables.iter().filter_map(|table| rules.get(table.as_str()?)?.as_object());
        return names.flat_map(Map::keys).next().map_or(Value::Null, |name| name.as_str().into());
    }
    let either = ["anyOf", "oneOf"].into_iter().find_map(|word| inner[word].as_array());
    if let Some(first) = either.and_then(|either| either.first()).filter(|_| inner.get("properties").is_none()) {
        return value(root, rules, first);
    }
    match inner["type"].as_str() {
        Some("integer") => {
            let least = said("minimum").and_then(Value::as_i64).unwrap_or(0);
            let most = said("maximum").and_then(Value::as_i64).unwrap_or(i64::MAX);
            4.clamp(least, most.max(least)).into()
        }
        Some("number") => {
            let most = said("maximum").and_then(Value::as_f64).unwrap_or(f64::MAX);
            if most < 6.0 { json!(most) } else { json!(6) }
        }
        Some("boolean") => false.into(),
        Some("array") => json!([value(root, rules, &inner["items"])]),
        Some("string") => "x".into(),
        // A value of several types is recognised by its number.
        None if inner.get("properties").is_none() => 1.into(),
        _ => json!({}),
    }
}
