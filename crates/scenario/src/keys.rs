//! Lists the keys of a schema with label, allowed values, default and meaning, for the reference and for the terminal.

use std::collections::BTreeMap;

use engage::schema::{choices, follow};
use engage::{Ruleset, label};
use serde_json::Value;

use crate::schema::{schema, words};

/// A part of scenario files and its keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The table of the keys, such as `[field]`.
    pub heading: String,
    /// Its description.
    pub about: String,
    /// The keys; keys of inner tables follow their table.
    pub rows: Vec<KeyRow>,
}

/// A key.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyRow {
    /// The key relative to the section; `NAME` is a placeholder for a name that the author chooses, `[]` for any
    /// element of a list.
    pub path: String,
    /// Its label.
    pub label: String,
    /// Its allowed values in words, with range and unit.
    pub takes: String,
    /// The allowed words, if these are all.
    pub choices: Vec<Choice>,
    /// The allowed names from the rulebook; a scenario may add others.
    pub names: Vec<Choice>,
    /// Its value if it is left out.
    pub default: Option<Value>,
    /// Whether it is required.
    pub required: bool,
    /// Its meaning.
    pub about: String,
}

impl KeyRow {
    /// A text with its label, allowed values and meaning, and the meanings of its words, if they have any.
    #[must_use]
    pub fn explained(&self) -> (String, Vec<(String, String)>) {
        let choice = |choice: &Choice| {
            let made = choice.label == label(&choice.word);
            let said = choice.about.to_lowercase().contains(&choice.label.to_lowercase());
            let about = if made || said { choice.about.clone() } else { format!("{}. {}", choice.label, choice.about) };
            (choice.word.clone(), about)
        };
        let explained = self.choices.iter().any(|choice| !choice.about.is_empty());
        let takes = if explained { String::new() } else { format!(": {}", self.takes.replace('`', "")) };
        let choices = if explained { self.choices.iter().map(choice).collect() } else { Vec::new() };
        // A description that begins with the label needs no label before it.
        let named = takes.is_empty() && self.about.starts_with(&self.label);
        let label = if named { String::new() } else { format!("{}{takes}. ", self.label) };
        (format!("{label}{}", self.about), choices)
    }
}

/// An allowed word of a key.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The word.
    pub word: String,
    /// Its label.
    pub label: String,
    /// Its meaning; may be empty.
    pub about: String,
}

/// The parts of a ruleset's scenario files: play and mission, field, squads, rules, and the situations by kind.
#[must_use]
pub fn sections(ruleset: &'static Ruleset) -> Vec<Section> {
    let schema = schema(&[ruleset]);
    let mut keys = Keys::new(&schema);
    let frame = ["play", "mission"].map(|word| keys.section(&format!("[{word}]"), &schema["properties"][word]));
    let own = keys.of_ruleset(ruleset, &schema["allOf"][0]["then"]["properties"], &str::to_owned);
    frame.into_iter().chain(own).collect()
}

/// Reads sections from a schema.
pub(crate) struct Keys<'s> {
    pub(crate) schema: &'s Value,
    /// Definitions that have a section, with its heading.
    pub(crate) sections: BTreeMap<&'s str, String>,
    /// The rules as printed, in which names are looked up.
    printed: Value,
}

impl<'s> Keys<'s> {
    /// No section yet.
    pub(crate) fn new(schema: &'s Value) -> Keys<'s> {
        Keys { schema, sections: BTreeMap::new(), printed: Value::Null }
    }

    /// The sections of a ruleset from the properties of its case, with headings made from the tables of the keys.
    pub(crate) fn of_ruleset(
        &mut self,
        ruleset: &Ruleset,
        properties: &'s Value,
        heading: &dyn Fn(&str) -> String,
    ) -> Vec<Section> {
        self.printed = (ruleset.rules)();
        let squads = &properties["blue"]["additionalProperties"];
        let mut sections = vec![
            self.section(&heading("[field]"), &properties["field"]),
            self.section(&heading("[blue.NAME] and [red.NAME]"), squads),
            self.section(&heading("[rules]"), &properties["rules"]),
        ];
        let cases = properties["situation"]["allOf"].as_array();
        for (kind, case) in ruleset.kinds.iter().zip(cases.into_iter().flatten()) {
            sections.push(self.section(&heading(&format!("[situation] with kind = \"{}\"", kind.id)), &case["then"]));
        }
        sections
    }

    /// The section of a schema, which later sections refer to.
    pub(crate) fn section(&mut self, heading: &str, schema: &'s Value) -> Section {
        let (name, object) = follow(self.schema, schema);
        if let Some(name) = name {
            self.sections.insert(name, heading.to_owned());
        }
        let kind = object["properties"]["kind"]["description"].as_str();
        let about = kind.or_else(|| [schema, object].into_iter().find_map(|one| one["description"].as_str()));
        let mut rows = Vec::new();
        let mut long = Vec::new();
        self.rows("", object, None, &mut rows, &mut long);
        self.sections.extend(long.into_iter().map(|(name, key)| (name, format!("`{key}` in {heading}"))));
        Section { heading: heading.to_owned(), about: about.unwrap_or_default().to_owned(), rows }
    }

    /// The rows of an object's keys, each followed by those of inner objects. The names of tables with many keys are
    /// added to `long`; they get sections of their own.
    fn rows(
        &self,
        prefix: &str,
        object: &'s Value,
        defaults: Option<&'s Value>,
        rows: &mut Vec<KeyRow>,
        long: &mut Vec<(&'s str, String)>,
    ) {
        const DEEPEST: usize = 6;
        const MANY: usize = 12;
        let required = object["required"].as_array();
        for (key, schema) in object["properties"].as_object().into_iter().flatten() {
            if key == "kind" && schema.get("const").is_some() {
                continue;
            }
            let (name, inner) = follow(self.schema, schema);
            let default = defaults.and_then(|table| table.get(key)).or_else(|| schema.get("default"));
            let path = format!("{prefix}{key}");
            let known = name.is_some_and(|name| self.sections.contains_key(name));
            rows.push(KeyRow {
                label: schema["title"].as_str().map_or_else(|| label(key), str::to_owned),
                takes: self.takes(schema),
                choices: if known { Vec::new() } else { self.choices(inner) },
                names: self.names(schema, inner),
                default: default.cloned(),
                required: default.is_none() && required.is_some_and(|all| all.iter().any(|one| one == key)),
                about: schema["description"].as_str().or(inner["description"].as_str()).unwrap_or("").to_owned(),
                path: path.clone(),
            });
            if known || prefix.matches('.').count() >= DEEPEST {
                continue;
            }
            let (steps, inside) = self.inside(inner);
            let defaults = if steps.is_empty() { default } else { None };
            let many = inner["properties"].as_object().is_some_and(|keys| keys.len() > MANY);
            long.extend(name.filter(|_| many).map(|name| (name, path.clone())));
            self.rows(&format!("{path}{steps}."), inside, defaults, rows, long);
        }
    }

    /// The path suffix for elements of a list or entries of a table, and their schema.
    fn inside(&self, schema: &'s Value) -> (&'static str, &'s Value) {
        if schema["additionalProperties"].is_object() {
            (".NAME", follow(self.schema, &schema["additionalProperties"]).1)
        } else if schema["items"].is_object() {
            ("[]", follow(self.schema, &schema["items"]).1)
        } else {
            ("", schema)
        }
    }

    /// The allowed values of a key in words: type, range and unit.
    pub(crate) fn takes(&self, schema: &Value) -> String {
        let (name, inner) = follow(self.schema, schema);
        let number = engage::schema::number(schema, inner);
        if let Some(tables) = named_in(schema) {
            let names: String = self.printed_names(&tables).iter().map(|name| format!("`{name}`, ")).collect();
            return format!("{names}or another name in `rules.{}`", tables.join("` or `rules."));
        }
        let schema = inner;
        if let Some(section) = name.and_then(|name| self.sections.get(name)) {
            let what = if words(schema).is_some() { "word" } else { "table" };
            return format!("{what}: see {section}");
        }
        if let Some(words) = words(schema) {
            return words.iter().map(|(word, _)| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        }
        for any in ["anyOf", "oneOf"] {
            if let Some(choices) = schema[any].as_array().filter(|_| schema.get("properties").is_none()) {
                return choices.iter().map(|choice| self.takes(choice)).collect::<Vec<_>>().join(" or ");
            }
        }
        if let Some(types) = schema["type"].as_array() {
            return types.iter().filter_map(Value::as_str).map(plain).collect::<Vec<_>>().join(" or ");
        }
        if let Some(number) = number {
            return number;
        }
        match schema["type"].as_str() {
            Some("string") => {
                schema["examples"][0].as_str().map_or("text".to_owned(), |example| format!("text such as `{example}`"))
            }
            Some("boolean") => "`true` or `false`".to_owned(),
            Some("array") if schema["items"].is_object() => format!("list of {}", self.takes(&schema["items"])),
            Some("array") => "list".to_owned(),
            Some("object") if schema["additionalProperties"].is_object() => {
                format!("table by name: {}", self.takes(&schema["additionalProperties"]))
            }
            Some("object") => "table".to_owned(),
            _ => "any value".to_owned(),
        }
    }

    /// The names in some tables of the rulebook, each once.
    fn printed_names(&self, tables: &[&str]) -> Vec<&String> {
        let mut names: Vec<&String> = Vec::new();
        for name in tables.iter().filter_map(|table| self.printed[table].as_object()).flat_map(serde_json::Map::keys) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The names from tables of the rulebook that a key allows.
    fn names(&self, schema: &Value, inner: &Value) -> Vec<Choice> {
        let Some(tables) = named_in(schema) else { return Vec::new() };
        let labels = [schema, inner].into_iter().find_map(|one| one["x-labels"].as_object());
        let called = |name: &str| Some(labels?.get(name)?.as_str()?.to_owned());
        let choice = |name: &String| Choice {
            word: name.clone(),
            label: called(name).unwrap_or_else(|| label(name)),
            about: String::new(),
        };
        self.printed_names(&tables).into_iter().map(choice).collect()
    }

    /// The words that a key, or an element of its list, allows.
    fn choices(&self, schema: &'s Value) -> Vec<Choice> {
        let schema = if schema["items"].is_object() { follow(self.schema, &schema["items"]).1 } else { schema };
        let choice = |(word, choice): (&str, &Value)| {
            let text = |key: &str| choice[key].as_str().map(str::to_owned);
            let label = text("title").unwrap_or_else(|| label(word));
            Choice { word: word.to_owned(), label, about: text("description").unwrap_or_default() }
        };
        choices(schema).unwrap_or_default().into_iter().map(choice).collect()
    }
}

/// The tables of the rules whose entries are the allowed names of a key.
fn named_in(schema: &Value) -> Option<Vec<&str>> {
    Some(schema["x-names"].as_array()?.iter().filter_map(Value::as_str).collect())
}

/// A type of JSON in TOML's words.
fn plain(word: &str) -> &str {
    match word {
        "array" => "list",
        "object" => "table",
        "integer" => "whole number",
        "string" => "text",
        other => other,
    }
}
