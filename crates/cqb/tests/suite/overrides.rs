//! Every table and option can be set from a scenario, and what is wrong in one is named by its key.

use engage::Problem;
use serde_json::{Value, json};
use testkit::setup::merge;

use crate::accounted::options;
use crate::play::{battle, outcomes, scenario};

fn problems(more: Value) -> Vec<Problem> {
    (cqb::RULESET.compile)(&scenario(more), None).err().unwrap_or_default()
}

/// One problem with one key.
#[track_caller]
fn refused(more: Value, key: &str) -> String {
    let problems = problems(more.clone());
    assert_eq!(problems.len(), 1, "{more}: {problems:?}");
    assert_eq!(problems[0].key, key, "{more}: {problems:?}");
    problems[0].message.clone()
}

#[test]
fn every_value_of_every_option_is_accepted() {
    let options = options();
    assert_eq!(options.len(), 44);
    for (option, values) in options {
        assert!(values.len() >= 2, "{option}");
        for value in values {
            assert!(problems(json!({ "rules": { option.as_str(): value } })).is_empty(), "{option} = {value}");
        }
        let message = refused(json!({ "rules": { option.as_str(): "sideways" } }), &format!("rules.{option}"));
        assert!(message.contains("sideways"), "{message}");
    }
}

/// Setting what is printed changes nothing; setting every table in full is accepted.
#[test]
fn the_rulebook_as_printed_can_be_written_out() {
    let printed = (cqb::RULESET.rules)();
    let written = battle(&scenario(json!({ "rules": printed })));
    let left_out = battle(&scenario(json!({})));
    assert_eq!(outcomes(&*written, 1, 2000), outcomes(&*left_out, 1, 2000));
}

/// Every number of every table, moved by one: accepted, and read back as set.
#[test]
fn every_table_can_be_changed() {
    let printed = (cqb::RULESET.rules)();
    let tables: Vec<(&String, &Value)> =
        printed.as_object().expect("tables").iter().filter(|(_, value)| !value.is_string()).collect();
    assert!(tables.len() > 20);
    for (key, table) in tables {
        match table {
            Value::Object(rows) if key != "weapons" => {
                for (row, value) in rows {
                    let number = value.as_i64().unwrap_or_else(|| panic!("{key}.{row}"));
                    // Up from nothing or one, else down: so every deck and rate stays possible.
                    let changed = if (0..=1).contains(&number) { number + 1 } else { number - 1 };
                    let rules = json!({ key.as_str(): { row.as_str(): changed } });
                    assert!(problems(json!({ "rules": rules })).is_empty(), "{key}.{row} = {changed}");
                    let read: cqb::rules::Rules = serde_json::from_value(rules).expect("rules");
                    let back = serde_json::to_value(read).expect("rules");
                    assert_eq!(back[key][row], json!(changed));
                }
                refused(
                    json!({ "rules": { key.as_str(): { "no such row": 1 } } }),
                    &format!("rules.{key}.no such row"),
                );
            }
            Value::Number(number) => {
                let changed = number.as_i64().expect("whole") + 1;
                assert!(problems(json!({ "rules": { key.as_str(): changed } })).is_empty(), "{key}");
            }
            _ => assert!(problems(json!({ "rules": { key.as_str(): table } })).is_empty(), "{key}"),
        }
    }
}

/// A changed table is played, not only read: every hit falls on the place that the table names.
#[test]
fn a_changed_table_is_played() {
    let zero = testkit::Fraction::new(0, 1);
    let p = json!({ "weapon": "rifle", "options": { "location": vec!["leg"; 13] } });
    assert_eq!(crate::play::odds("shot", &p, "incapacitated"), zero);
    let own = json!({ "rules": { "weapons": { "blowpipe": { "category": "junk", "fire": "slow", "recoil": "light", "round": "pistol" } } } });
    let mut fight = scenario(own);
    merge(&mut fight, json!({ "blue": { "team": { "weapon": "blowpipe" } } }));
    assert!((cqb::RULESET.compile)(&fight, None).is_ok(), "a weapon of the scenario's own beside the rulebook's");
}

#[test]
fn impossible_tables_are_refused() {
    let rules = |rules: Value, key: &str| refused(json!({ "rules": rules }), &format!("rules.{key}"));
    rules(json!({ "range": [] }), "range");
    rules(json!({ "range": [{ "up_to": 12, "modifier": 0 }, { "up_to": 6, "modifier": 1 }] }), "range");
    rules(json!({ "range": [{ "up_to": 12, "modifier": 0 }, { "up_to": 12, "modifier": 1 }] }), "range");
    rules(json!({ "range": [{ "up_to": -1, "modifier": 0 }] }), "range[0].up_to");
    rules(json!({ "jokers": { "bad": 4 } }), "jokers.bad");
    rules(json!({ "lowest_card": { "elite": 5 } }), "lowest_card.elite");
    rules(json!({ "lowest_card": { "novice": 0 } }), "lowest_card.novice");
    rules(json!({ "average_die": [0, 1, 2, 3, 4, 5] }), "average_die[0]");
    rules(json!({ "rate": { "semi": 0 } }), "rate.semi");
    rules(json!({ "rate": { "auto": 11 } }), "rate.auto");
    rules(json!({ "recoil_heavy": vec![1; 256] }), "recoil_heavy");
    rules(json!({ "to_hit_base": "eight" }), "to_hit_base");
    rules(json!({ "to_hit_base": 200 }), "to_hit_base");
    rules(json!({ "to_hit_bass": 8 }), "to_hit_bass");
    let rifle = json!({ "category": "rifle", "fire": "burst", "recoil": "light", "round": "rifle", "burst_rounds": 4 });
    rules(json!({ "weapons": { "quick rifle": rifle } }), "weapons.quick rifle.burst_rounds");
    let laser = json!({ "category": "laser", "fire": "burst", "recoil": "light", "round": "rifle" });
    rules(json!({ "weapons": { "laser": laser } }), "weapons.laser.category");
}

#[test]
fn impossible_squads_are_refused() {
    let squad = |squad: Value, key: &str| refused(json!({ "red": { "gunman": squad } }), &format!("red.gunman.{key}"));
    assert!(
        squad(json!({ "weapon": "longbow" }), "weapon").contains("`sniper rifle`"),
        "the message lists what there is"
    );
    refused(json!({ "red": { "gunman": { "count": 0 } } }), "red");
    squad(json!({ "count": 17 }), "count");
    squad(json!({ "count": -1 }), "count");
    squad(json!({ "ability": "legendary" }), "ability");
    squad(json!({ "fire": "auto" }), "fire");
    squad(json!({ "rate": 0 }), "rate");
    squad(json!({ "armour": ["soft", "soft"] }), "armour");
    squad(json!({ "armour": ["cardboard"] }), "armour[0]");
    squad(json!({ "shows": ["none"] }), "shows");
    squad(json!({ "doctrine": "flee" }), "doctrine");
    squad(json!({ "close_to": -1 }), "close_to");
    squad(json!({ "nerves": 3 }), "nerves");
    assert!(problems(json!({ "red": { "gunman": { "weapon": "smg", "fire": "semi" } } })).is_empty());
    let category_only = json!({ "red": { "gunman": { "weapon": "smg", "fire": "semi" } }, "rules": { "select_fire": "category_only" } });
    refused(category_only, "red.gunman.fire");
}

#[test]
fn impossible_sides_and_fields_are_refused() {
    let mut empty = scenario(json!({}));
    empty["red"] = json!({});
    let problems = (cqb::RULESET.compile)(&empty, None).err().unwrap_or_default();
    assert_eq!(problems.iter().map(|problem| problem.key.as_str()).collect::<Vec<_>>(), ["red"]);
    let squad = json!({ "ability": "novice", "weapon": "pistol", "count": 9 });
    refused(json!({ "blue": { "one": squad, "two": squad } }), "blue");
    refused(json!({ "field": { "hostages": 17 } }), "field.hostages");
    refused(json!({ "field": { "range": -3 } }), "field.range");
    refused(json!({ "field": { "range": 10_001 } }), "field.range");
    refused(json!({ "field": { "blue_luck": "superb" } }), "field.blue_luck");
    refused(json!({ "turn_limit": 0 }), "turn_limit");
    refused(json!({ "turn_limit": 1001 }), "turn_limit");
}

/// Several mistakes are told at once.
#[test]
fn mistakes_are_told_together() {
    let more = json!({ "blue": { "team": { "count": 17 } }, "red": { "gunman": { "nerves": 3 } }, "turn_limit": 0 });
    let mut keys: Vec<String> = problems(more).into_iter().map(|problem| problem.key).collect();
    keys.sort();
    assert_eq!(keys, ["blue.team.count", "red.gunman.nerves", "turn_limit"]);
}
