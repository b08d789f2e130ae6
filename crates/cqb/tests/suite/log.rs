//! What a log states: `docs/logs/cqb.md` lists every verb with its facts.

use std::collections::{BTreeMap, BTreeSet};

use engage::Step;
use serde_json::json;

use crate::ground::{any_map, battle_on};
use crate::play::transcripts;
use crate::player::ahead::ordered_to_stay;

/// The facts of each verb, by the table.
fn table() -> BTreeMap<String, BTreeSet<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/logs/cqb.md");
    let text = std::fs::read_to_string(path).expect("docs/logs/cqb.md");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
        let quoted = |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
        // A fact stands before the colon or in a list of them; what stands behind a colon are values and parts.
        let names = cells[2].split(';').flat_map(|part| quoted(part.split(':').next().unwrap_or_default()));
        (quoted(cells[0])[0].clone(), names.collect())
    };
    rows.map(row).collect()
}

/// Engagements on open ground and on maps, under many rules.
pub(crate) fn engagements() -> Vec<Vec<Step>> {
    let mut all = Vec::new();
    for (blue, red, rules) in [
        (json!({ "doctrine": "hold", "count": 2 }), json!({ "doctrine": "close", "count": 2 }), json!({})),
        (json!({ "doctrine": "aim" }), json!({ "doctrine": "stand", "weapon": "smg" }), json!({ "luck": "on" })),
        (
            json!({ "flesh_wounds": 1, "weapon_dropped": true, "jammed": true }),
            json!({ "wound": "strong_arm", "knocked_down": true }),
            json!({ "recovery_test": "easy", "order": "simultaneous" }),
        ),
    ] {
        let more = json!({
            "blue": { "team": blue }, "red": { "gunman": red }, "rules": rules,
            "field": { "range": 24, "hostages": 1 }, "turn_limit": 30,
        });
        all.extend(transcripts(more, 40));
    }
    all.push(ordered_to_stay(json!({ "blue": { "team": { "player": "ahead", "playouts": 8 } } })).replay(1, 0).1);
    for number in 0..3000 {
        let Some((_, map, scenario)) = any_map(number) else { continue };
        all.push(battle_on(&map, &scenario).replay(number, 0).1);
    }
    all
}

/// Every verb of the table occurs, every verb that occurs is in the table, and all its steps have the facts that the table names.
#[test]
fn verbs_and_facts_are_those_of_the_table() {
    let table = table();
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let engagements = engagements();
    for step in engagements.iter().flatten() {
        let facts: BTreeSet<String> = step.facts.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(facts.len(), step.facts.len(), "a fact twice: {step:?}");
        let listed = table.get(step.verb).unwrap_or_else(|| panic!("`{}` is not in the table: {step:?}", step.verb));
        assert_eq!(&facts, listed, "{}", step.verb);
        assert!(!step.clause.is_empty() && !step.text.is_empty(), "{step:?}");
        *met.entry(step.verb.to_owned()).or_default() += 1;
    }
    let missing: Vec<&String> = table.keys().filter(|verb| !met.contains_key(*verb)).collect();
    assert!(missing.is_empty(), "{missing:?} never occur; {met:?}");
    assert!(engagements.len() > 300, "{}", engagements.len());
}
