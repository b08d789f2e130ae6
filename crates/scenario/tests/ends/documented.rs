//! The ranges that the schema documents for keys of scenario files: the ends of every value, and every place of a
//! value.

use engage::Ruleset;
use serde_json::{Map, Value, json};

/// Lengths to try for lists without a length in the schema; they exceed every length stated in words.
const LENGTHS: [usize; 8] = [1, 3, 4, 5, 6, 8, 16, 24];

/// The deepest nesting of tables that is followed.
const DEEPEST: usize = 12;

/// One part of a place in a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    Key(String),
    First,
}

/// A place in a value.
pub(crate) type Place = Vec<Part>;

/// The schema of a ruleset, with the rules as printed.
pub(crate) struct Documented {
    root: Value,
    printed: Value,
}

/// An end of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    Least,
    Most,
}

impl Documented {
    pub(crate) fn of(ruleset: &'static Ruleset) -> Documented {
        Documented { root: scenario::schema(&[ruleset]), printed: (ruleset.rules)() }
    }

    /// The schema of everything that the ruleset reads itself.
    fn own(&self) -> &Value {
        &self.root["allOf"][0]["then"]["properties"]
    }

    /// The schema of a kind's parameters.
    pub(crate) fn kind(&self, kind: &str) -> &Value {
        let cases = self.own()["situation"]["allOf"].as_array().unwrap();
        &cases.iter().find(|case| case["if"]["properties"]["kind"]["const"] == kind).unwrap()["then"]
    }

    /// The schema of a table of the ruleset's input.
    pub(crate) fn given(&self, word: &str) -> &Value {
        &self.own()[word]
    }

    /// The schema of `[play]`.
    pub(crate) fn play(&self) -> &Value {
        &self.root["properties"]["play"]
    }

    /// The schema that another one refers to.
    pub(crate) fn follow<'s>(&'s self, mut schema: &'s Value) -> &'s Value {
        loop {
            if let Some([one]) = schema["allOf"].as_array().map(Vec::as_slice)
                && schema.get("properties").is_none()
            {
                schema = one;
            }
            let Some(name) = schema["$ref"].as_str() else { return schema };
            schema = &self.root["definitions"][name.strip_prefix("#/definitions/").unwrap()];
        }
    }

    /// A limit of a number, from the key or from its type.
    pub(crate) fn limit<'s>(&'s self, schema: &'s Value, word: &str) -> Option<&'s Value> {
        [schema, self.follow(schema)].into_iter().find_map(|one| one.get(word))
    }

    /// The alternatives of a schema; `None` if it is a single type.
    fn alternatives<'s>(&self, inner: &'s Value) -> Option<&'s Vec<Value>> {
        let words = inner["oneOf"].as_array().filter(|_| inner.get("properties").is_none());
        inner["anyOf"].as_array().or(words)
    }

    /// The extreme values that a schema allows: each word, the smallest and the largest number, the shortest and the
    /// longest list.
    pub(crate) fn ends(&self, schema: &Value, depth: usize) -> Vec<Value> {
        let inner = self.follow(schema);
        if let Some(one) = inner.get("const") {
            return vec![one.clone()];
        }
        if let Some(words) = inner["enum"].as_array() {
            return words.clone();
        }
        if let Some(all) = self.alternatives(inner) {
            return all.iter().flat_map(|one| self.ends(one, depth)).collect();
        }
        let number = |least: Value, most: Value| {
            let limit = |word, otherwise| self.limit(schema, word).cloned().unwrap_or(otherwise);
            vec![limit("minimum", least), limit("maximum", most)]
        };
        match inner["type"].as_str() {
            Some("integer") => number(json!(0), json!(1_000_000_000)),
            Some("number") => number(json!(0), json!(1e9)),
            Some("boolean") => vec![json!(false), json!(true)],
            Some("string") => match schema["x-names"].as_array().or(inner["x-names"].as_array()) {
                Some(tables) => self.names(tables),
                None => vec![json!(""), json!("a"), json!("x".repeat(200))],
            },
            Some("array") => self.lists(inner, depth),
            _ => [End::Least, End::Most].map(|end| self.whole(schema, end, depth)).to_vec(),
        }
    }

    /// The names in tables of the rules.
    fn names(&self, tables: &[Value]) -> Vec<Value> {
        let tables = tables.iter().filter_map(|table| self.printed[table.as_str()?].as_object());
        tables.flat_map(Map::keys).map(|name| json!(name)).collect()
    }

    /// Lists of each length, with equal elements or with all extreme elements in turn.
    fn lists(&self, inner: &Value, depth: usize) -> Vec<Value> {
        let limit = |word: &str| inner[word].as_u64().map(|limit| limit as usize);
        let lengths = match (limit("minItems"), limit("maxItems")) {
            (least, Some(most)) => vec![least.unwrap_or(0).max(1), most],
            (_, None) => LENGTHS.to_vec(),
        };
        let items = match depth {
            DEEPEST => Vec::new(),
            _ => self.ends(&inner["items"], depth + 1),
        };
        let mut lists = vec![json!([])];
        for &length in &lengths {
            lists.extend(items.iter().map(|item| json!(vec![item; length])));
            if items.len() > 1 {
                lists.push(items.iter().cycle().take(length).cloned().collect());
            }
        }
        lists
    }

    /// A value with everything in it at one end of its range.
    pub(crate) fn whole(&self, schema: &Value, end: End, depth: usize) -> Value {
        let inner = self.follow(schema);
        if let Some(keys) = inner["properties"].as_object().filter(|_| depth < DEEPEST) {
            let own = keys.iter().filter(|(_, schema)| schema.get("const").is_none());
            return own.map(|(key, schema)| (key.clone(), self.whole(schema, end, depth + 1))).collect();
        }
        if inner["type"] == "object" || inner.get("type").is_none() && self.alternatives(inner).is_none() {
            return json!({});
        }
        if inner["type"] == "array" {
            let length = match end {
                End::Least => inner["minItems"].as_u64().unwrap_or(1),
                End::Most => inner["maxItems"].as_u64().unwrap_or(6),
            };
            return json!(vec![self.whole(&inner["items"], end, depth + 1); length as usize]);
        }
        let ends = self.ends(schema, depth);
        match end {
            End::Least => ends.first(),
            End::Most => ends.last(),
        }
        .cloned()
        .unwrap_or_default()
    }

    /// Every place of a single value below a schema, with its schema. For a list these are the list itself and the
    /// places in its first element.
    pub(crate) fn places<'s>(&'s self, schema: &'s Value) -> Vec<(Place, &'s Value)> {
        let mut places = Vec::new();
        self.below(schema, &mut Vec::new(), &mut places);
        places
    }

    fn below<'s>(&'s self, schema: &'s Value, here: &mut Place, places: &mut Vec<(Place, &'s Value)>) {
        let inner = self.follow(schema);
        if here.len() > DEEPEST {
            return;
        }
        if let Some(keys) = inner["properties"].as_object() {
            for (key, schema) in keys.iter().filter(|(_, schema)| schema.get("const").is_none()) {
                here.push(Part::Key(key.clone()));
                self.below(schema, here, places);
                here.pop();
            }
            return;
        }
        if inner["additionalProperties"].is_object() {
            // Entries of the rulebook are completed from it.
            let named = here.last().and_then(|part| match part {
                Part::Key(key) => self.printed[key].as_object()?.keys().next(),
                Part::First => None,
            });
            if let Some(name) = named {
                here.push(Part::Key(name.clone()));
                self.below(&inner["additionalProperties"], here, places);
                here.pop();
            }
            return;
        }
        places.push((here.clone(), schema));
        if inner["items"].is_object() && self.follow(&inner["items"])["properties"].is_object() {
            here.push(Part::First);
            self.below(&inner["items"], here, places);
            here.pop();
        }
    }
}

/// Sets a value at a place, creating tables but not lists on the way. Returns whether that was possible.
pub(crate) fn put(mut into: &mut Value, place: &[Part], value: Value) -> bool {
    for part in place {
        into = match part {
            Part::First => match into.get_mut(0) {
                Some(first) => first,
                None => return false,
            },
            Part::Key(key) => {
                if into.is_null() {
                    *into = json!({});
                }
                let Some(table) = into.as_object_mut() else { return false };
                table.entry(key).or_insert(Value::Null)
            }
        };
    }
    *into = value;
    true
}

/// Removes nulls, which TOML does not have.
pub(crate) fn without_null(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(without_null),
        Value::Object(table) => {
            table.retain(|_, inner| !inner.is_null());
            table.values_mut().for_each(without_null);
        }
        _ => {}
    }
}
