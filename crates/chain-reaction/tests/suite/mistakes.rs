//! Mistakes in setups are named by their key.

use serde_json::{Value, json};

use crate::play::fight;

#[track_caller]
fn mistakes(more: Value) -> Vec<String> {
    let problems = (chain_reaction::RULESET.compile)(&fight(2, 2, more), None).err().expect("a mistake");
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn each_mistake_names_its_key() {
    for (more, key) in [
        (json!({ "turn_limit": 0 }), "turn_limit"),
        (json!({ "turn_limit": 1001 }), "turn_limit"),
        (json!({ "blue": { "team": { "count": 0 } } }), "blue"),
        (json!({ "blue": { "team": { "count": 17 } } }), "blue.team.count"),
        (json!({ "blue": { "team": { "count": 10 }, "two": { "count": 10, "rep": 3 } } }), "blue"),
        (json!({ "red": { "foe": { "rep": 0 } } }), "red.foe.rep"),
        (json!({ "red": { "foe": { "rep": 7 } } }), "red.foe.rep"),
        (json!({ "red": { "foe": { "weapon": "grenade" } } }), "red.foe.weapon"),
        (json!({ "red": { "foe": { "twin": true } } }), "red.foe.twin"),
        (json!({ "red": { "foe": { "group": "nobody" } } }), "red.foe.group"),
        (
            json!({ "red": { "foe": { "group": "b" }, "b": { "rep": 3, "group": "c" }, "c": { "rep": 3 } } }),
            "red.foe.group",
        ),
        (json!({ "rules": { "weapons": { "pistol": { "targets": 5 } } } }), "rules.weapons.pistol.targets"),
        (json!({ "rules": { "weapons": { "pistol": { "targets": 0 } } } }), "rules.weapons.pistol.targets"),
        (json!({ "rules": { "weapons": { "pistol": { "impact": 7 } } } }), "rules.weapons.pistol.impact"),
    ] {
        let mistakes = mistakes(more.clone());
        assert!(mistakes.iter().any(|mistake| mistake.starts_with(key)), "{more}: {mistakes:?}");
    }
}

#[test]
fn a_side_needs_figures() {
    let mut scenario = fight(1, 1, json!({}));
    scenario["red"] = json!({});
    let problems = (chain_reaction::RULESET.compile)(&scenario, None).err().expect("a mistake");
    assert!(problems.iter().any(|problem| problem.to_string().starts_with("red")), "{problems:?}");
}
