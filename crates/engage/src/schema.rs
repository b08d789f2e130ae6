//! How to read a JSON Schema: the only source for what a scenario's keys are called, accept and default to.

use serde_json::{Value, json};

/// The name of the definition that a schema refers to, if the schema is only a reference.
#[must_use]
pub fn referenced(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/definitions/")
}

/// The schema that this one leads to through its references in `root`, with the name of the last definition.
#[must_use]
pub fn follow<'s>(root: &'s Value, mut schema: &'s Value) -> (Option<&'s str>, &'s Value) {
    let mut name = None;
    for _ in 0..8 {
        if let Some([one]) = schema["allOf"].as_array().map(Vec::as_slice)
            && schema.get("properties").is_none()
        {
            schema = one;
        }
        let Some(next) = referenced(schema) else { break };
        name = Some(next);
        schema = &root["definitions"][next];
    }
    (name, schema)
}

/// The words of a choice, each with the schema that describes it further; `None` if the schema is not a choice.
#[must_use]
pub fn choices(schema: &Value) -> Option<Vec<(&str, &Value)>> {
    const NOTHING: &Value = &Value::Null;
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(|word| word.as_str().map(|word| (word, NOTHING))).collect();
    }
    let mut words = Vec::new();
    for choice in schema["oneOf"].as_array()? {
        match (choice["const"].as_str(), choice["enum"].as_array()) {
            (Some(word), _) => words.push((word, choice)),
            (None, Some(all)) => words.extend(all.iter().filter_map(Value::as_str).map(|word| (word, NOTHING))),
            (None, None) => return None,
        }
    }
    Some(words)
}

/// The number that a schema accepts, in words with its unit and range, such as `whole number of turns from 1 to 100`;
/// `inner` is the type that the schema refers to. `None` if the schema does not accept a number.
#[must_use]
pub fn number(schema: &Value, inner: &Value) -> Option<String> {
    let what = match inner["type"].as_str()? {
        "integer" => "whole number",
        "number" => "number",
        _ => return None,
    };
    let unit = [schema, inner].into_iter().find_map(|one| one["x-unit"].as_str());
    let unit = unit.map(|unit| format!(" of {unit}")).unwrap_or_default();
    let bounded = !schema["minimum"].is_null() || !schema["maximum"].is_null();
    Some(format!("{what}{unit}{}", limits(if bounded { schema } else { inner })))
}

/// The limits of a number in words.
fn limits(schema: &Value) -> String {
    let get = |word: &str| schema.get(word).map(Value::to_string);
    match (get("minimum"), get("maximum"), get("exclusiveMinimum"), get("exclusiveMaximum")) {
        (Some(low), Some(high), ..) => format!(" from {low} to {high}"),
        (Some(low), None, ..) => format!(" from {low}"),
        (None, Some(high), ..) => format!(" up to {high}"),
        (None, None, Some(low), Some(high)) => format!(" more than {low}, less than {high}"),
        _ => String::new(),
    }
}

/// Removes everything that allows null, which TOML does not have, and the line breaks of descriptions.
pub fn without_null(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(without_null),
        Value::Object(table) => {
            table.retain(|_, inner| !inner.is_null());
            if let Some(Value::Array(types)) = table.get_mut("type") {
                types.retain(|word| word != "null");
                if let [one] = types.as_slice() {
                    let one = one.clone();
                    table.insert("type".to_owned(), one);
                }
            }
            if let Some(Value::Array(choices)) = table.get_mut("anyOf") {
                choices.retain(|choice| *choice != json!({"type": "null"}));
                if choices.len() == 1 {
                    let choices = table.shift_remove("anyOf").unwrap_or_default();
                    table.insert("allOf".to_owned(), choices);
                }
            }
            if let Some(Value::String(text)) = table.get_mut("description") {
                *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            table.values_mut().for_each(without_null);
        }
        _ => {}
    }
}
