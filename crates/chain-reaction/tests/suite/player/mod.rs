//! The players: each key of a doctrine changes something.

use serde_json::{Value, json};

use crate::play::{battle, battle_on, fight, fight_in_the_yard, outcomes};

/// What becomes of 500 engagements with more said of blue.
fn played(blue: Value) -> Vec<engage::Outcome> {
    let more = json!({
        "blue": { "team": blue },
        "red": { "foe": { "cover": true }, "open": { "rep": 3, "count": 2, "weapon": "pistol", "group": "foe" } },
        "field": { "range": 10 },
    });
    outcomes(&*battle(&fight(3, 2, more)), 1, 500)
}

#[test]
fn each_key_changes_something() {
    let usual = played(json!({}));
    for (key, value) in [
        ("player", json!("steady")),
        ("target", json!("nearest")),
        ("target", json!("first")),
        ("dice", json!("all_but_one")),
        ("spread", json!("each")),
        ("pop_up", json!("never")),
    ] {
        assert!(played(json!({ key: value })) != usual, "{key} = {value}");
    }
    assert!(played(json!({ "player": "standard", "target": "exposed", "dice": "all" })) == usual);
}

#[test]
fn keys_of_stars_change_something() {
    let star = |more: Value| played(testkit::setup::with(json!({ "star": true, "rep": 4, "weapon": "pistol" }), more));
    assert!(star(json!({ "star_choice": "ducks" })) != star(json!({})));
    assert!(star(json!({ "cheats_death": false })) != star(json!({})));
}

#[test]
fn keys_of_maps_change_something() {
    let (map, scenario) = fight_in_the_yard();
    let with = |key: &str, value: &Value| {
        let mut scenario = scenario.clone();
        scenario["rules"] = json!({ "ambush": true });
        for side in ["blue", "red"] {
            let squads = scenario[side].as_object_mut().expect("squads");
            squads["team"]["count"] = json!(3);
            squads.values_mut().for_each(|squad| squad[key] = value.clone());
        }
        battle_on(&map, &scenario)
    };
    let played = |key: &str, value: &Value| outcomes(&*with(key, value), 1, 1500);
    let told = |key: &str, value: &Value| {
        let battle = with(key, value);
        let steps = (0..1500).flat_map(|engagement| battle.replay(1, engagement).1);
        // Who is taken prisoner is lost like who is killed, so only what is told differs.
        steps.filter(|step| step.clause == "CR-kill-1").map(|step| step.text).collect::<Vec<_>>()
    };
    let usual = played("charge", &json!("always"));
    let mut idle = Vec::new();
    for (key, value) in [
        ("charge", json!("never")),
        ("charge", json!("when_dry")),
        ("orders", json!("hold")),
        ("throw", json!("never")),
        ("captures", json!(false)),
        ("breaks_off", json!(false)),
        ("fast", json!(false)),
        ("goes_prone", json!(false)),
        ("ambush", json!("never")),
        ("least_advance", json!(6)),
        ("cover_worth", json!(0)),
        ("cover_search", json!(0)),
        ("grenade_catch", json!(1)),
        ("deploy", json!("apart")),
        ("grenades", json!(false)),
        ("player", json!("steady")),
    ] {
        let changes = match key {
            "captures" => told(key, &value) != told("charge", &json!("always")),
            _ => played(key, &value) != usual,
        };
        if !changes {
            idle.push(key);
        }
    }
    assert!(idle.is_empty(), "{idle:?}");
}
