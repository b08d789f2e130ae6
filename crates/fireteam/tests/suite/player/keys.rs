//! The numbers that a player goes by: each has a range, and changes what it is about.

use serde_json::{Value, json};

use crate::play::{attack_on_the_farm, battle_on, farm, outcomes};

/// What is wrong with a squad that has a key.
pub(super) fn mistake(on_a_map: bool, key: &str, value: Value) -> String {
    let mut squad = json!({ "weapon": "rifle" });
    squad[key] = value;
    let other = json!({ "weapon": "rifle" });
    let mut scenario = json!({ "blue": { "team": squad }, "red": { "foe": other }, "turn_limit": 9 });
    if on_a_map {
        scenario["field"] = json!({ "map": "farm-field.toml" });
    }
    let map = on_a_map.then(farm);
    let problems = (fireteam::RULESET.compile)(&scenario, map.as_ref()).err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[test]
fn numbers_have_a_range() {
    for (key, least, most, unit) in [
        ("aim_gain", 0, 10_000, "percent"),
        ("bounds", 2, 16, "men"),
        ("fight_within", 0, 1000, "inches"),
        ("posts", 1, 64, "posts"),
        ("playouts", 8, 1024, "play-outs"),
        ("post_radius", 0, 100, "inches"),
    ] {
        let expected = format!("of {unit} from {least} to {most}");
        let refused = |value: i32| {
            let said = mistake(true, key, json!(value));
            assert!(said.starts_with(&format!("blue.team.{key}: ")) && said.ends_with(&expected), "{said}");
        };
        refused(most + 1);
        assert_eq!([least, most].map(|value| mistake(true, key, json!(value))), ["", ""], "{key}");
        if least > 0 {
            refused(least - 1);
        }
        if key != "aim_gain" {
            let ground = format!("blue.team.{key}: needs ground: set `field.map`");
            assert_eq!(mistake(false, key, json!(most)), ground);
        }
    }
}

#[test]
fn numbers_left_out_are_the_usual_ones() {
    let map = farm();
    // All of the enemy are to be put out, so places are searched.
    let scenario = || {
        let mut scenario = attack_on_the_farm();
        scenario.as_object_mut().expect("a table").remove("mission");
        scenario
    };
    let of = |key: &str, value: Value| {
        let mut scenario = scenario();
        scenario["blue"]["rifles"][key] = value;
        outcomes(&*battle_on(&map, &scenario), 1, 200)
    };
    let usual = outcomes(&*battle_on(&map, &scenario()), 1, 200);
    for (key, value, other) in [
        ("aim_gain", 200.0, 110.0),
        ("bounds", 2.0, 5.0),
        ("fight_within", 12.0, 1.0),
        ("posts", 12.0, 1.0),
        ("post_radius", 1.5, 6.0),
    ] {
        let number = |number: f64| if number.fract() == 0.0 { json!(number as u64) } else { json!(number) };
        assert!(of(key, number(value)) == usual, "{key}");
        assert!(of(key, number(other)) != usual, "{key}");
    }
}

/// Who plays a squad is a key like any other.
#[test]
fn squads_may_have_different_players() {
    let map = farm();
    let mut scenario = attack_on_the_farm();
    scenario["red"]["rifles"]["player"] = json!("steady");
    let steady = outcomes(&*battle_on(&map, &scenario), 1, 200);
    assert!(steady != outcomes(&*battle_on(&map, &attack_on_the_farm()), 1, 200));
    assert!(mistake(true, "player", json!("cunning")).contains("standard"));
}
