//! The schema and the reference, which come from the types that read scenario files.

use scenario::{reference, reference_of, schema};
use serde_json::{Value, json};

use crate::read::REGISTRY;

fn at<'v>(schema: &'v Value, pointer: &str) -> &'v Value {
    schema.pointer(pointer).unwrap_or(&Value::Null)
}

#[test]
fn frame_and_ruleset_in_one_schema() {
    let schema = schema(REGISTRY);
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(schema["required"], json!(["title", "ruleset"]));
    assert_eq!(schema["properties"]["ruleset"]["enum"], json!(["toy"]));
    let toy = at(&schema, "/allOf/0");
    assert_eq!(at(toy, "/if/properties/ruleset/const"), "toy");
    assert_eq!(at(toy, "/then/properties/blue/additionalProperties/$ref"), "#/definitions/Squad");
    assert_eq!(at(&schema, "/properties/mission/allOf/0/$ref"), "#/definitions/Mission");
    let throw = at(toy, "/then/properties/situation/allOf/0/then");
    assert_eq!(
        (at(throw, "/properties/kind/const"), at(throw, "/properties/target/maximum")),
        (&json!("throw"), &json!(6))
    );
    assert_eq!(at(throw, "/additionalProperties"), false);
}

#[test]
fn every_reference_leads_somewhere_and_nothing_is_null() {
    fn walk(value: &Value, root: &Value) {
        match value {
            Value::Object(table) => {
                if let Some(Value::String(reference)) = table.get("$ref") {
                    assert!(root.pointer(reference.trim_start_matches('#')).is_some(), "{reference}");
                }
                table.values().for_each(|inner| walk(inner, root));
            }
            Value::Array(items) => items.iter().for_each(|inner| walk(inner, root)),
            other => assert!(!other.is_null()),
        }
    }
    let schema = schema(REGISTRY);
    walk(&schema, &schema);
    assert!(at(&schema, "/definitions/Setup").is_null(), "what is taken apart is not left behind");
}

#[test]
fn the_reference_has_a_row_for_every_key() {
    let text = reference(REGISTRY) + &REGISTRY.iter().map(|ruleset| reference_of(ruleset)).collect::<String>();
    for row in [
        "| `title` | Title | text | required | A title, shown above every table and chart. |",
        "| `play` | Play | table: see `[play]` |",
        "| `sweep` | Sweep | table by name: list or table |",
        "| `mission` | Mission | table: see `[mission]` |",
        "| `objective` | Objective | `eliminate`, `rescue`, `hold`, `escort`, `bomb`, `search` | `eliminate` | What is to be done.",
        "| `engagements` | Engagements | whole number from 1 to 1000000000000 | `1000000` |",
        "| `method` | Method | `auto`, `exact`, `sampled` | `auto` | Whether to solve exactly or to play. `auto`: Exactly if",
        "| `range` | Range | whole number of inches from 1 to 400 |  | Inches between the sides, 1 to 400. |",
        "| `armour` | Armour | list of `soft`, `helmet` |  | What it wears. `soft` (Soft vest): A vest. `helmet`: A helmet. |",
        "| `damage` | Damage | table by name: whole number from 0 to 255 | `{\"m16\":3,\"smg+\":2}` | Damage by weapon (TOY-3). |",
        "## `[situation]` with `kind = \"throw\"`\n\nOne throw of the die.\n\nOutcomes: `hit` (Hit, %).\n",
        "| `options` | Options | table: see `[rules]` |  | Options that differ from the rulebook as printed. |",
    ] {
        assert!(text.contains(row), "{row}\n{text}");
    }
}

#[test]
fn a_page_of_the_reference_begins_with_links_to_all_its_headings() {
    let cqb = *scenario::RULESETS.iter().find(|ruleset| ruleset.id == "cqb").expect("CQB");
    let shared = ["play", "sweep-and-variants"];
    let own = ["rules", "bluename-and-redname", "situation-with-kind--to_hit"];
    for (page, some) in [(reference(scenario::RULESETS), &shared[..]), (reference_of(cqb), &own)] {
        let headings = page.lines().filter(|line| line.starts_with("## ")).count();
        let contents = page.split("\n## ").find(|part| part.starts_with("Contents\n")).unwrap();
        let links: Vec<&str> = contents.split("](#").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
        let different: std::collections::BTreeSet<&str> = links.iter().copied().collect();
        assert_eq!((links.len(), different.len()), (headings - 1, headings - 1), "all but its own");
        assert!(some.iter().all(|link| different.contains(link)), "{some:?}");
    }
}
