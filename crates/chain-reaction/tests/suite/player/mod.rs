//! The players: each key of a doctrine changes something.

mod ahead;
mod habits;

use engage::Step;
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
    // Few fights come to a melee that somebody could break off.
    let many = |key: &str| if key == "breaks_off" { 15_000 } else { 1500 };
    let played = |key: &str, value: &Value| outcomes(&*with(key, value), 1, many(key));
    let told = |key: &str, value: &Value| {
        let battle = with(key, value);
        let steps = (0..1500).flat_map(|engagement| battle.replay(1, engagement).1);
        // A prisoner is lost like a dead figure, so only the log differs.
        steps.filter(|step| step.clause == "CR-kill-1").map(|step| step.text).collect::<Vec<_>>()
    };
    let usual = outcomes(&*with("charge", &json!("always")), 1, 15_000);
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
        ("slow_within", json!(0)),
        ("rally", json!("never")),
        ("care_within", json!(0)),
        ("fetch", json!("never")),
        ("fetch", json!("always")),
        ("danger_within", json!(0)),
        ("deploy", json!("apart")),
        ("grenades", json!(false)),
        ("player", json!("steady")),
    ] {
        let changes = match key {
            "captures" => told(key, &value) != told("charge", &json!("always")),
            _ => played(key, &value) != usual[..many(key)],
        };
        if !changes {
            idle.push(key);
        }
    }
    assert!(idle.is_empty(), "{idle:?}");
}

/// A patrol of two groups, with more said of both.
fn patrol(more: &Value) -> Box<dyn engage::Battle> {
    let squad = testkit::setup::with(json!({ "count": 4, "rep": 4, "grenades": true }), more.clone());
    battle(&json!({
        "field": { "terrain": "rolled", "patrol": {} },
        "blue": { "one": squad.clone(), "two": squad },
        "turn_limit": 60,
    }))
}

#[test]
fn keys_of_patrols_change_something() {
    let usual = outcomes(&*patrol(&json!({})), 1, 60);
    for (key, value) in [
        ("scouts", json!(true)),
        ("leader_in_front", json!(true)),
        ("holds_against", json!(0)),
        ("patience", json!(1)),
        ("hunt_within", json!(0)),
        ("clear_within", json!(0)),
        ("slow_within", json!(0)),
    ] {
        assert!(outcomes(&*patrol(&json!({ key: value })), 1, 60) != usual, "{key} = {value}");
    }
}

/// Steps of some patrols, an engagement each.
fn told(key: &str, value: &str) -> Vec<Vec<Step>> {
    let battle = patrol(&json!({ key: value }));
    (0..80).map(|engagement| battle.replay(2, engagement).1).collect()
}

/// A figure that ducks back takes a wounded friend along in any case; a player fetches one besides, and only if it may.
#[test]
fn wounded_friends_are_fetched() {
    let fetched = |policy: &str| {
        let all = told("fetch", policy);
        let chosen = |steps: &[Step]| {
            let pairs = steps.windows(2);
            let chosen = pairs.filter(|pair| {
                let [takes, then] = pair else { return false };
                let own = takes.figure.is_some_and(|figure| figure < 8);
                own && takes.text.starts_with("picks up") && (then.text != "ducks back" || then.figure != takes.figure)
            });
            chosen.count()
        };
        all.iter().map(|steps| chosen(steps)).sum::<usize>()
    };
    assert_eq!(fetched("never"), 0);
    let (when_unseen, always) = (fetched("when_unseen"), fetched("always"));
    assert!(when_unseen > 0 && always > when_unseen, "{when_unseen} {always}");
}

/// Friends who have hunkered down carry on again more often if somebody goes to them.
#[test]
fn hunkered_friends_are_rallied() {
    let rallied = |policy: &str| {
        let all = told("rally", policy);
        let own = |step: &&Step| step.figure.is_some_and(|figure| figure < 8) && step.clause == "CR-rally-1";
        all.iter().flatten().filter(own).count()
    };
    let (goes, stays) = (rallied("when_unseen"), rallied("never"));
    assert!(10 * goes > 11 * stays, "{goes} {stays}");
}
