//! Nothing is allocated in play.

use engage::{Battle, Outcome};
use rand_pcg::Pcg64;
use serde_json::{Value, json};
use testkit::setup::merge;

use crate::accounted::options;
use crate::conservation::any_scenario;
use crate::play::{battle, scenario};

fn allocations(battle: &dyn Battle) -> u64 {
    let mut outcomes = vec![Outcome::default(); 50];
    testkit::allocations(|| battle.play(1, 0, &mut outcomes))
}

/// The probe works: compiling allocates, a replay allocates.
#[test]
fn the_probe_counts() {
    let duel = scenario(json!({}));
    let mut compiled = None;
    assert!(testkit::allocations(|| compiled = Some(battle(&duel))) > 0);
    let compiled = compiled.expect("a battle");
    assert!(testkit::allocations(|| drop(std::hint::black_box(compiled.replay(1, 0)))) > 0);
    assert_eq!(testkit::allocations(|| drop(std::hint::black_box(Box::new(0)))), 1);
}

fn fight(count: u8, more: Value) -> Value {
    let mut fight =
        scenario(json!({ "blue": { "team": { "count": count } }, "red": { "gunman": { "count": count } } }));
    merge(&mut fight, more);
    fight
}

/// Sixteen a side, of four squads each with all abilities and kinds of weapon.
fn mixed() -> Value {
    let squad = |ability: &str, weapon: &str, doctrine: &str| json!({ "count": 4, "ability": ability, "weapon": weapon, "doctrine": doctrine, "switch": true, "armour": ["soft"] });
    let side = json!({
        "a": squad("novice", "poor rifle", "hold"),
        "b": squad("experienced", "pistol", "close"),
        "c": squad("veteran", "smg+", "snap"),
        "d": squad("elite", "sniper rifle", "aim"),
    });
    json!({ "blue": side, "red": side, "field": { "range": 18, "hostages": 3 }, "turn_limit": 30 })
}

#[test]
fn play_allocates_nothing() {
    for (name, scenario) in [("1 v 1", fight(1, json!({}))), ("4 v 4", fight(4, json!({}))), ("16 v 16", mixed())] {
        assert_eq!(allocations(&*battle(&scenario)), 0, "{name}");
    }
}

/// Every value of every option, in a mixed fight of sixteen a side and in a duel.
#[test]
fn play_allocates_nothing_under_any_option() {
    for (option, values) in options() {
        for value in values {
            for mut scenario in [fight(1, json!({ "blue": { "team": { "weapon": "smg" } } })), mixed()] {
                merge(&mut scenario, json!({ "rules": { option.as_str(): value } }));
                assert_eq!(allocations(&*battle(&scenario)), 0, "{option} = {value}");
            }
        }
    }
}

#[test]
fn play_allocates_nothing_in_any_scenario() {
    let mut rng = Pcg64::new(41, 3);
    for _ in 0..100 {
        let scenario = any_scenario(&mut rng);
        assert_eq!(allocations(&*battle(&scenario)), 0, "{scenario}");
    }
}
