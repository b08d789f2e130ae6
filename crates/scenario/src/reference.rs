//! The reference of scenario files, written from their schema.

use std::collections::BTreeMap;
use std::fmt::Write;

use engage::Ruleset;
use serde_json::{Map, Value};

use crate::frame::given_in_words;
use crate::schema::{referenced, schema, schema_of_maps};
use crate::values::text;

/// Defaults longer than this are left to the rulebook.
const LONGEST_DEFAULT: usize = 60;

const INTRODUCTION: &str = "\
# Scenario files

<!-- Written by the program from the types that read scenario files; a test compares. -->

A scenario is a TOML file. It describes a fight of two sides, or one situation that is answered exactly. An unknown key, a
value out of range or an impossible combination is an error; nothing is filled in silently.

- Any key can be set from the command line: `--set red.gunmen.count=6`. Words need no quotes; `--set` wins over the file.
- A dotted key starts at the top of the file. A part with a dot in it stands in quotes: `rules.weapons.\"5.56 mm\".round`.
- A name of your own (of a squad or a variant) has 1 to 64 characters; that of a squad no dots, quotes or brackets.

";

/// The heading of the section on playing.
const PLAY: &str = "`[play]`";

/// The heading of the section on missions.
const MISSION: &str = "`[mission]`";

const MAPS: &str = "\
## Maps

A ruleset that plays on maps has a key `map` in `[field]`: the path of a [map file](maps.md), from the directory that the scenario
lies in, such as `map = \"../maps/bank.toml\"`. It can be swept and varied like any other key, and a path given with `--set` starts
from the scenario's directory too. Mistakes in a map are shown where they stand in the map's file. A scenario's hash
changes with what its maps show, not with their comments and layout.

";

/// `GIVEN` stands for the tables that a ruleset is given.
const SWEEPS: &str = "\
## `[sweep]` and `[variants]`

```toml
[sweep]                                  # 4 × 2 = 8 points; the first key is the outermost
\"field.range\" = [3, 6, 12, 24]
\"red.gunmen.ability\" = [\"novice\", \"elite\"]

[variants.\"in plates\"]                   # with the baseline 2 × 8 = 16 cells
\"red.gunmen.armour\" = [\"soft\", \"plates\"]
```

In a fight, keys of GIVEN and `play.turn_limit` can be swept and varied; in a
situation, keys of `situation` except `kind` can be swept. No two of them may set the same key or part of it. There are at
most 10,000 cells, 16 swept keys and 100 keys in a variant. A table as a value replaces the whole table in a sweep; in a
variant each of its keys is set by itself.

";

/// The reference as Markdown: every key with its type, default and meaning.
#[must_use]
pub fn reference(registry: &[&'static Ruleset]) -> String {
    let schema = schema(registry);
    let mut writer = Writer { schema: &schema, sections: BTreeMap::new(), out: INTRODUCTION.to_owned() };
    let own = [("play", PLAY), ("mission", MISSION)].map(|(key, heading)| (&schema["properties"][key], heading));
    for (table, heading) in own {
        if let (Some(name), _) = writer.follow(table) {
            writer.sections.insert(name, heading.to_owned());
        }
    }
    writer.section("The file", 2, &schema);
    for (table, heading) in own {
        writer.section(heading, 2, table);
    }
    writer.out.push_str(MAPS);
    writer.out.push_str(&SWEEPS.replace("GIVEN", &given_in_words()));
    for (ruleset, case) in registry.iter().zip(schema["allOf"].as_array().into_iter().flatten()) {
        writer.ruleset(ruleset, &case["then"]["properties"]);
    }
    writer.out
}

/// The heading of the section on kinds of ground.
const KINDS: &str = "Kinds of ground";

/// The reference of map files as Markdown: every key, and every kind of ground with what it does.
#[must_use]
pub fn reference_of_maps() -> String {
    let schema = schema_of_maps();
    let mut writer = Writer { schema: &schema, sections: BTreeMap::new(), out: String::new() };
    writer.sections.insert("Kind", KINDS.to_owned());
    writer.section("The keys of a map file", 2, &schema);
    let _ = writeln!(writer.out, "## {KINDS}\n\n| Word | Symbol | What it is |\n|---|---|---|");
    for (word, about) in words(&schema["definitions"]["Kind"]).unwrap_or_default() {
        let symbol = crate::Kind::named(word).and_then(|kind| kind.ground().symbol()).unwrap_or(' ');
        let _ = writeln!(writer.out, "| {word} | `{symbol}` | {} |", about.unwrap_or(""));
    }
    writer.out
}

struct Writer<'s> {
    schema: &'s Value,
    /// Definitions that have a section, with its heading.
    sections: BTreeMap<&'s str, String>,
    out: String,
}

/// A row of a table: key, value, default, meaning.
type Row = [String; 4];

impl<'s> Writer<'s> {
    fn ruleset(&mut self, ruleset: &Ruleset, properties: &'s Value) {
        let id = ruleset.id;
        let _ = writeln!(self.out, "## Ruleset `{id}`: {}\n", ruleset.title);
        self.section(&format!("`[field]` ({id})"), 3, &properties["field"]);
        self.section(&format!("`[blue.NAME]` and `[red.NAME]` ({id})"), 3, &properties["blue"]["additionalProperties"]);
        self.section(&format!("`[rules]` ({id})"), 3, &properties["rules"]);
        let kinds = properties["situation"]["allOf"].as_array();
        for (kind, case) in ruleset.kinds.iter().zip(kinds.into_iter().flatten()) {
            self.section(&format!("`[situation]` with `kind = \"{}\"` ({id})", kind.id), 3, &case["then"]);
        }
    }

    /// A heading and the table of a schema's keys.
    fn section(&mut self, heading: &str, level: usize, schema: &'s Value) {
        let (name, object) = self.follow(schema);
        if let Some(name) = name {
            self.sections.insert(name, heading.to_owned());
        }
        let about = [schema, object].into_iter().find_map(|one| one["description"].as_str());
        let _ = writeln!(self.out, "{} {heading}\n", "#".repeat(level));
        let about_kind = object["properties"]["kind"]["description"].as_str();
        for about in about_kind.into_iter().chain(about.filter(|_| about_kind.is_none())) {
            let _ = writeln!(self.out, "{about}\n");
        }
        let mut rows = Vec::new();
        self.rows("", object, None, &mut rows);
        if !rows.is_empty() {
            self.out.push_str("| Key | Value | Default | Meaning |\n|---|---|---|---|\n");
        }
        for row in &rows {
            let _ = writeln!(self.out, "| {} |", row.each_ref().map(|cell| cell.replace('|', "\\|")).join(" | "));
        }
        self.out.push('\n');
    }

    /// The schema that a reference leads to, with the last definition's name.
    fn follow(&self, mut schema: &'s Value) -> (Option<&'s str>, &'s Value) {
        let mut name = None;
        for _ in 0..8 {
            if let Some([one]) = schema["allOf"].as_array().map(Vec::as_slice)
                && schema.get("properties").is_none()
            {
                schema = one;
            }
            let Some(next) = referenced(schema) else { break };
            name = Some(next);
            schema = &self.schema["definitions"][next];
        }
        (name, schema)
    }

    /// The rows of an object's keys, with those of objects inside below them.
    fn rows(&self, prefix: &str, object: &'s Value, defaults: Option<&'s Value>, rows: &mut Vec<Row>) {
        const DEEPEST: usize = 6;
        let required = object["required"].as_array();
        for (key, schema) in object["properties"].as_object().into_iter().flatten() {
            if key == "kind" && schema.get("const").is_some() {
                continue;
            }
            let (name, inner) = self.follow(schema);
            let default = defaults.and_then(|table| table.get(key)).or_else(|| schema.get("default"));
            let shown = match default {
                _ if required.is_some_and(|all| all.iter().any(|one| one == key)) && default.is_none() => {
                    "required".to_owned()
                }
                Some(default) => short(default),
                None => String::new(),
            };
            let path = format!("{prefix}{key}");
            let mut meaning = schema["description"].as_str().or(inner["description"].as_str()).unwrap_or("").to_owned();
            meaning.push_str(&self.choices(inner));
            rows.push([format!("`{path}`"), self.kind(schema), shown, meaning]);
            let known = name.is_some_and(|name| self.sections.contains_key(name));
            if known || prefix.matches('.').count() >= DEEPEST {
                continue;
            }
            let (steps, inside) = self.inside(inner);
            let defaults = if steps.is_empty() { default } else { None };
            self.rows(&format!("{path}{steps}."), inside, defaults, rows);
        }
    }

    /// What the keys of a list's elements or of a table's entries stand below, and their schema.
    fn inside(&self, schema: &'s Value) -> (&'static str, &'s Value) {
        if schema["additionalProperties"].is_object() {
            (".NAME", self.follow(&schema["additionalProperties"]).1)
        } else if schema["items"].is_object() {
            ("[]", self.follow(&schema["items"]).1)
        } else {
            ("", schema)
        }
    }

    /// The type in words.
    fn kind(&self, schema: &'s Value) -> String {
        let (name, schema) = self.follow(schema);
        if let Some(section) = name.and_then(|name| self.sections.get(name)) {
            let what = if words(schema).is_some() { "word" } else { "table" };
            return format!("{what}: see {section}");
        }
        if let Some(words) = words(schema) {
            return words.iter().map(|(word, _)| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        }
        for any in ["anyOf", "oneOf"] {
            if let Some(choices) = schema[any].as_array().filter(|_| schema.get("properties").is_none()) {
                return choices.iter().map(|choice| self.kind(choice)).collect::<Vec<_>>().join(" or ");
            }
        }
        if let Some(types) = schema["type"].as_array() {
            return types.iter().filter_map(Value::as_str).map(plain).collect::<Vec<_>>().join(" or ");
        }
        match schema["type"].as_str() {
            Some("integer") => format!("whole number{}", limits(schema)),
            Some("number") => format!("number{}", limits(schema)),
            Some("string") => "text".to_owned(),
            Some("boolean") => "`true` or `false`".to_owned(),
            Some("array") if schema["items"].is_object() => format!("list of {}", self.kind(&schema["items"])),
            Some("array") => "list".to_owned(),
            Some("object") if schema["additionalProperties"].is_object() => {
                format!("table by name: {}", self.kind(&schema["additionalProperties"]))
            }
            Some("object") => "table".to_owned(),
            _ => "any value".to_owned(),
        }
    }

    /// What each word of a choice means, where that is said.
    fn choices(&self, schema: &'s Value) -> String {
        let schema = if schema["items"].is_object() { self.follow(&schema["items"]).1 } else { schema };
        let words = words(schema).unwrap_or_default();
        let said = words.iter().filter_map(|(word, about)| about.map(|about| format!(" `{word}`: {about}")));
        said.collect()
    }
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

/// The words of a choice with their descriptions; none if the schema is something else.
fn words(schema: &Value) -> Option<Vec<(&str, Option<&str>)>> {
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(|word| word.as_str().map(|word| (word, None))).collect();
    }
    let mut words = Vec::new();
    for choice in schema["oneOf"].as_array()? {
        match (choice["const"].as_str(), choice["enum"].as_array()) {
            (Some(word), _) => words.push((word, choice["description"].as_str())),
            (None, Some(all)) => words.extend(all.iter().filter_map(Value::as_str).map(|word| (word, None))),
            (None, None) => return None,
        }
    }
    Some(words)
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

/// A default, if it is short enough for a table.
fn short(default: &Value) -> String {
    let shown = match default {
        Value::Object(table) if table.values().any(Value::is_object) => return names(table),
        Value::Object(_) | Value::Array(_) => format!("`{default}`"),
        Value::String(word) if word.is_empty() => String::new(),
        other => format!("`{}`", text(other)),
    };
    if shown.len() > LONGEST_DEFAULT { "as printed".to_owned() } else { shown }
}

fn names(table: &Map<String, Value>) -> String {
    table.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
