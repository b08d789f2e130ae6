//! Makes the JSON Schema of scenario files from the types that read them.

use engage::schema::{choices, referenced, without_null};
use engage::{Kind, Ruleset};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::frame::{Frame, GIVEN};
use crate::map::MapFile;

/// The JSON Schema, draft 7, of the scenario files of some rulesets: the frame, and each ruleset's own part.
///
/// It is for editors, and slightly stricter than the program: it demands a required key even if a sweep supplies it.
#[must_use]
pub fn schema(registry: &[&'static Ruleset]) -> Value {
    let mut generator = SchemaSettings::draft07().into_generator();
    let frame = generator.subschema_for::<Frame>().to_value();
    let parts: Vec<Part> = registry.iter().map(|ruleset| Part::new(ruleset, &mut generator)).collect();
    let mut definitions = generator.take_definitions(true);
    let mut root = resolved(&frame, &definitions);
    let cases: Vec<Value> = parts.iter().map(|part| part.case(&definitions)).collect();
    for part in [&frame].into_iter().chain(parts.iter().map(|part| &part.setup)) {
        if let Some(name) = referenced(part) {
            definitions.shift_remove(name);
        }
    }
    let mut whole = Map::new();
    whole.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    whole.append(&mut root);
    let ids: Vec<&str> = registry.iter().map(|ruleset| ruleset.id).collect();
    // The program itself reports a scenario without these.
    whole.insert("required".to_owned(), json!(["title", "ruleset"]));
    let properties = &mut whole["properties"];
    properties["ruleset"]["enum"] = json!(ids);
    properties["sweep"]["additionalProperties"] =
        json!({"type": ["array", "object"], "minItems": 1, "minProperties": 1});
    properties["variants"]["additionalProperties"] = json!({"type": "object", "minProperties": 1});
    properties["labels"]["additionalProperties"] = json!({"type": ["string", "object"]});
    for side in ["blue", "red"] {
        properties[side]["minProperties"] = json!(1);
        properties[side]["propertyNames"] = json!({"pattern": "^[^.\\[\\]\"']{1,64}$"});
    }
    let fight = json!({"required": ["blue", "red"], "not": {"required": ["situation"]}});
    whole.insert("oneOf".to_owned(), json!([fight, {"required": ["situation"]}]));
    whole.insert("allOf".to_owned(), Value::Array(cases));
    whole.insert("definitions".to_owned(), Value::Object(definitions));
    let mut whole = Value::Object(whole);
    without_null(&mut whole);
    whole
}

/// The JSON Schema, draft 7, of map files.
#[must_use]
pub fn schema_of_maps() -> Value {
    let mut generator = SchemaSettings::draft07().into_generator();
    let file = generator.subschema_for::<MapFile>().to_value();
    let mut definitions = generator.take_definitions(true);
    let mut root = resolved(&file, &definitions);
    if let Some(name) = referenced(&file) {
        definitions.shift_remove(name);
    }
    let mut whole = Map::new();
    whole.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    whole.append(&mut root);
    // The program itself reports a map without these.
    whole.insert("required".to_owned(), json!(["title", "map"]));
    let properties = &mut whole["properties"];
    properties["legend"]["propertyNames"] = json!({"pattern": "^[!-~]$"});
    for table in ["rooms", "areas", "stairs"] {
        properties[table]["propertyNames"] = json!({"pattern": "^[^.\\[\\]\"']{1,64}$"});
    }
    whole.insert("definitions".to_owned(), Value::Object(definitions));
    let mut whole = Value::Object(whole);
    without_null(&mut whole);
    whole
}

/// The schemas of a ruleset.
struct Part {
    ruleset: &'static Ruleset,
    setup: Value,
    kinds: Vec<(&'static Kind, Value)>,
}

impl Part {
    fn new(ruleset: &'static Ruleset, generator: &mut SchemaGenerator) -> Part {
        let setup = (ruleset.schema)(generator).to_value();
        let kinds = ruleset.kinds.iter().map(|kind| (kind, (kind.schema)(generator).to_value())).collect();
        Part { ruleset, setup, kinds }
    }

    /// The condition for files that name this ruleset, and their schema.
    fn case(&self, definitions: &Map<String, Value>) -> Value {
        let setup = resolved(&self.setup, definitions);
        let mut properties = Map::new();
        for word in GIVEN {
            if let Some(mut schema) = setup.get("properties").and_then(|all| all.get(word)).cloned() {
                // The parts have their own defaults, which an editor shows at their use.
                schema.as_object_mut().map(|schema| schema.shift_remove("default"));
                properties.insert(word.to_owned(), schema);
            }
        }
        properties.insert("situation".to_owned(), self.situation(definitions));
        json!({
            "if": {"properties": {"ruleset": {"const": self.ruleset.id}}, "required": ["ruleset"]},
            "then": {"title": self.ruleset.title, "properties": properties},
        })
    }

    fn situation(&self, definitions: &Map<String, Value>) -> Value {
        let ids: Vec<&str> = self.kinds.iter().map(|(kind, _)| kind.id).collect();
        let cases: Vec<Value> = self.kinds.iter().map(|(kind, schema)| kind_case(kind, schema, definitions)).collect();
        json!({
            "type": "object",
            "required": ["kind"],
            "properties": {"kind": {"type": "string", "enum": ids, "description": "What is computed."}},
            "allOf": cases,
        })
    }
}

/// The condition for situations of one kind, and their schema.
fn kind_case(kind: &Kind, schema: &Value, definitions: &Map<String, Value>) -> Value {
    let mut parameters = resolved(schema, definitions);
    let mut properties = Map::new();
    properties.insert("kind".to_owned(), json!({"const": kind.id, "description": kind.about}));
    if let Some(Value::Object(own)) = parameters.get_mut("properties") {
        for schema in own.values_mut().filter_map(Value::as_object_mut) {
            // Otherwise the whole rulebook would appear as a default for every kind.
            schema.retain(|word, value| word != "default" || !value.is_object());
        }
        properties.append(own);
    }
    parameters.insert("properties".to_owned(), Value::Object(properties));
    json!({"if": {"properties": {"kind": {"const": kind.id}}, "required": ["kind"]}, "then": parameters})
}

/// The title of a field, without the side if the field belongs to one side only.
pub(crate) fn title(field: &Value) -> Option<String> {
    let title = field["title"].as_str()?;
    let Some(side) = field["x-side"].as_str() else { return Some(title.to_owned()) };
    let own = title.strip_prefix(&engage::label(side)).and_then(|rest| rest.strip_prefix("'s "));
    Some(own.map_or_else(|| title.to_owned(), engage::capital))
}

/// The words of a choice with their descriptions; `None` if the schema is not a choice.
pub(crate) fn words(schema: &Value) -> Option<Vec<(&str, Option<&str>)>> {
    Some(choices(schema)?.into_iter().map(|(word, choice)| (word, choice["description"].as_str())).collect())
}

/// The words of a choice with their labels; `None` if the schema is not a choice.
pub(crate) fn titled_words(schema: &Value) -> Option<Vec<(&str, String)>> {
    let named = |(word, choice): (_, &Value)| {
        (word, choice["title"].as_str().map_or_else(|| engage::label(word), str::to_owned))
    };
    Some(choices(schema)?.into_iter().map(named).collect())
}

/// The definition a schema refers to, or the schema itself.
fn resolved(schema: &Value, definitions: &Map<String, Value>) -> Map<String, Value> {
    let definition = referenced(schema).and_then(|name| definitions.get(name)).unwrap_or(schema);
    definition.as_object().cloned().unwrap_or_default()
}
