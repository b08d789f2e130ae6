//! Values checked against the schema of the type that reads them.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use crate::schema::{choices, follow, number, without_null};
use crate::{Fault, Problem};

/// The schema of a type, with everything that its references lead to.
#[derive(Debug)]
pub struct Shape {
    root: Value,
    schema: Value,
}

impl Shape {
    /// The shape that a schema describes.
    #[must_use]
    pub fn new(schema: impl FnOnce(&mut SchemaGenerator) -> Schema) -> Shape {
        let mut generator = SchemaSettings::draft07().into_generator();
        let mut schema = schema(&mut generator).to_value();
        let mut root = serde_json::json!({ "definitions": generator.take_definitions(true) });
        without_null(&mut schema);
        without_null(&mut root);
        Shape { root, schema }
    }

    /// The shape of a type, made only once.
    #[must_use]
    pub fn of<T: JsonSchema + 'static>() -> Arc<Shape> {
        static KNOWN: Mutex<BTreeMap<TypeId, Arc<Shape>>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || Arc::new(Shape::new(SchemaGenerator::subschema_for::<T>));
        Arc::clone(known.entry(TypeId::of::<T>()).or_insert_with(make))
    }

    /// Everything in which a value does not match the schema: missing and unknown keys, unknown words, wrong types, and
    /// numbers outside their ranges. What a type checks by itself is left to it.
    #[must_use]
    pub fn problems(&self, value: &Value) -> Vec<Problem> {
        let mut problems = Vec::new();
        self.walk(&self.schema, value, &mut String::new(), &mut problems);
        problems
    }

    /// The keys that a value sets to something other than their default although they count elsewhere: the `x-on` of
    /// their schema is not in `here`.
    #[must_use]
    pub fn misplaced(&self, value: &Value, here: &[&str]) -> Vec<Problem> {
        let mut problems = Vec::new();
        self.keys(&self.schema, value, &mut String::new(), &mut |key, schema, value| {
            let elsewhere = schema["x-on"].as_str().filter(|on| !here.contains(on));
            if let Some(on) = elsewhere.filter(|_| schema.get("default") != Some(value)) {
                problems.push(Problem::new(key, on_message(on)));
            }
        });
        problems
    }

    /// The keys of the table that dotted words lead to from the top, each with its schema; a word may be any name where the table is one
    /// of names. Empty if there is no such table.
    pub fn keys_of(&self, table: &str) -> impl Iterator<Item = (&str, &Value)> {
        let words = table.split('.').filter(|word| !word.is_empty());
        let schema = words.fold(self.follow(&self.schema), |schema, word| {
            property(schema, word).map_or(&Value::Null, |schema| self.follow(schema))
        });
        schema["properties"].as_object().into_iter().flatten().map(|(key, schema)| (&**key, schema))
    }

    /// A schema, or the one that it refers to.
    #[must_use]
    pub fn follow<'s>(&'s self, schema: &'s Value) -> &'s Value {
        follow(&self.root, schema).1
    }

    /// Visits every key of a value that has a schema, with that schema.
    fn keys<'s>(
        &'s self,
        schema: &'s Value,
        value: &Value,
        here: &mut String,
        visit: &mut impl FnMut(&str, &'s Value, &Value),
    ) {
        let inner = self.follow(schema);
        let length = here.len();
        for (word, value) in value.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()) {
            let Some(schema) = property(inner, word) else { continue };
            step(here, word);
            visit(here, schema, value);
            self.keys(schema, value, here, visit);
            here.truncate(length);
        }
    }

    fn walk(&self, schema: &Value, value: &Value, here: &mut String, problems: &mut Vec<Problem>) {
        let inner = self.follow(schema);
        if let Some(words) = choices(inner) {
            return problems.extend(wrong_word(&words, value).map(|problem| Problem { key: here.clone(), ..problem }));
        }
        let report = |problems: &mut Vec<Problem>, fault, message| {
            problems.push(Problem::new(here.as_str(), message).of(fault));
        };
        if let Some(number) = value.as_number()
            && let Some(nearest) = self.outside(schema, value)
        {
            let what = if number.is_f64() { "number" } else { "integer" };
            let message = format!("invalid value: {what} `{number}`, expected {}", self.expected(schema));
            return report(problems, Fault::Range(nearest), message);
        }
        if !self.takes(schema, value) {
            let message = format!("invalid type: {}, expected {}", in_words(value), self.expected(schema));
            return report(problems, Fault::Shape, message);
        }
        match value {
            Value::Object(table) if is(inner, "object") => self.walk_table(inner, table, here, problems),
            Value::Array(items) if inner["items"].is_object() => {
                let length = here.len();
                for (place, value) in items.iter().enumerate() {
                    here.push_str(&format!("[{place}]"));
                    self.walk(&inner["items"], value, here, problems);
                    here.truncate(length);
                }
            }
            _ => {}
        }
    }

    fn walk_table(
        &self,
        schema: &Value,
        table: &serde_json::Map<String, Value>,
        here: &mut String,
        problems: &mut Vec<Problem>,
    ) {
        let length = here.len();
        let closed = schema["additionalProperties"] == false;
        // An unknown key may be a misspelling of the missing one.
        if table.keys().all(|word| !closed || property(schema, word).is_some()) {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            for word in required.filter(|word| table.get(*word).is_none_or(Value::is_null)) {
                let message = format!("missing key `{word}`");
                problems.push(Problem::new(here.as_str(), message).of(Fault::Missing(word.to_owned())));
            }
        }
        // Null means that a key is left out.
        for (word, value) in table.iter().filter(|(_, value)| !value.is_null()) {
            step(here, word);
            match property(schema, word) {
                Some(schema) => self.walk(schema, value, here, problems),
                None if closed => {
                    let known = schema["properties"].as_object().into_iter().flat_map(serde_json::Map::keys);
                    let known: Vec<String> = known.cloned().collect();
                    let message = format!("unknown key `{word}`, {}", one_of(known.iter().map(String::as_str)));
                    problems.push(Problem::new(here.as_str(), message).of(Fault::UnknownKey(known)));
                }
                None => {}
            }
            here.truncate(length);
        }
    }

    /// Whether a schema accepts values of the type of this one. A schema without types accepts all values, or those
    /// that it lists.
    fn takes(&self, schema: &Value, value: &Value) -> bool {
        let inner = self.follow(schema);
        if let Some(all) = alternatives(inner) {
            return all.iter().any(|one| self.takes(one, value));
        }
        let types: Vec<&str> = match &inner["type"] {
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            one => one.as_str().into_iter().collect(),
        };
        let takes = |word: &str| match (word, value) {
            ("integer", Value::Number(number)) => !number.is_f64(),
            ("number", Value::Number(_))
            | ("string", Value::String(_))
            | ("boolean", Value::Bool(_))
            | ("array", Value::Array(_))
            | ("object", Value::Object(_)) => true,
            _ => false,
        };
        let listed = || inner["enum"].as_array().is_none_or(|all| all.contains(value));
        if types.is_empty() { listed() } else { types.into_iter().any(takes) }
    }

    /// The nearest number in the range of a schema, if a number lies outside it.
    fn outside(&self, schema: &Value, value: &Value) -> Option<Value> {
        let inner = self.follow(schema);
        if let Some(all) = alternatives(inner) {
            let mut of_numbers = all.iter().filter(|one| self.takes(one, value)).map(|one| self.outside(one, value));
            let first = of_numbers.next()??;
            return of_numbers.all(|one| one.is_some()).then_some(first);
        }
        // A number that is not whole is a mistake of another kind.
        if !self.takes(schema, value) {
            return None;
        }
        let limit = |word: &str| [schema, inner].into_iter().find_map(|one| one.get(word));
        let below = limit("minimum").filter(|least| is_less(value, least));
        below.or_else(|| limit("maximum").filter(|most| is_less(most, value))).cloned()
    }

    /// What a schema accepts, in the words of a message: `a whole number of turns from 1 to 100`, `true or false`,
    /// `a list`; in the words of its `x-takes`, if it has one.
    fn expected(&self, schema: &Value) -> String {
        let inner = self.follow(schema);
        if let Some(said) = inner["x-takes"].as_str() {
            return said.to_owned();
        }
        if let Some(all) = alternatives(inner) {
            let mut all: Vec<String> = all.iter().map(|one| self.expected(one)).collect();
            all.dedup();
            return all.join(" or ");
        }
        if let Some(number) = number(schema, inner) {
            return format!("a {number}");
        }
        if let Some(words) = choices(inner) {
            return words.iter().map(|(word, _)| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        }
        match inner["type"].as_str() {
            Some("boolean") => "true or false".to_owned(),
            Some("string") => "a text".to_owned(),
            Some("array") => "a list".to_owned(),
            _ => match inner["properties"].as_object().and_then(|keys| keys.keys().next()) {
                Some(example) => format!("a table with keys such as `{example}`"),
                None => "a table".to_owned(),
            },
        }
    }
}

/// What is wrong with a value that should be one of some words.
fn wrong_word(words: &[(&str, &Value)], value: &Value) -> Option<Problem> {
    let Some(given) = value.as_str() else {
        return Some(Problem::new("", format!("invalid type: {}, expected a word", in_words(value))).of(Fault::Shape));
    };
    let known: Vec<String> = words.iter().map(|(word, _)| (*word).to_owned()).collect();
    // A choice may have other spellings, which no message lists.
    let also = |choice: &Value| choice["x-also"].as_array().is_some_and(|also| also.iter().any(|word| word == given));
    if words.iter().any(|(word, choice)| *word == given || also(choice)) {
        return None;
    }
    let message = format!("unknown word `{given}`, {}", one_of(known.iter().map(String::as_str)));
    Some(Problem::new("", message).of(Fault::UnknownWord(known)))
}

/// What is wrong with a key that counts elsewhere.
fn on_message(on: &str) -> String {
    match on {
        "open" => "applies to open ground only; leave it out on a map".to_owned(),
        "patrol" => "applies only to a side that patrols: set `field.patrol`".to_owned(),
        "map" => "needs ground: set `field.map`".to_owned(),
        _ => "needs ground: set `field.map` or `field.terrain`".to_owned(),
    }
}

/// The alternatives of a schema that is not a choice of words.
fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    ["anyOf", "oneOf"].into_iter().find_map(|word| schema[word].as_array()).filter(|_| choices(schema).is_none())
}

/// The schema of a key of a table.
fn property<'s>(schema: &'s Value, word: &str) -> Option<&'s Value> {
    let named = || Some(&schema["additionalProperties"]).filter(|entry| entry.is_object());
    schema["properties"].get(word).or_else(named)
}

fn is(schema: &Value, word: &str) -> bool {
    schema["type"] == word
}

/// Extends a path by a key.
fn step(here: &mut String, word: &str) {
    here.push_str(if here.is_empty() { "" } else { "." });
    here.push_str(word);
}

/// `` expected `a` or `b` ``, or `one of` if there are more.
fn one_of<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => "there are no keys here".to_owned(),
        [one] => format!("expected {one}"),
        [one, other] => format!("expected {one} or {other}"),
        all => format!("expected one of {}", all.join(", ")),
    }
}

/// A value as a message names it.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(value) => format!("boolean `{value}`"),
        Value::Number(number) if number.is_f64() => format!("number `{number}`"),
        Value::Number(number) => format!("integer `{number}`"),
        Value::String(text) => format!("string {text:?}"),
        Value::Array(_) => "list".to_owned(),
        Value::Object(_) => "table".to_owned(),
    }
}

/// Whether a number is less than another; whole numbers are compared to the last digit.
fn is_less(one: &Value, other: &Value) -> bool {
    let whole = |value: &Value| value.as_i64().map(i128::from).or(value.as_u64().map(i128::from));
    match (whole(one), whole(other)) {
        (Some(one), Some(other)) => one < other,
        _ => one.as_f64() < other.as_f64(),
    }
}
