//! Every option does what it says at least once: each value that is not played by default changes the answer or the fight that it
//! is there for. What it changes is tested with the clause.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::json;

use super::accounted::options;
use super::{odds, scenario};

/// Options of distance and dice that can be asked of `odds`: kind, parameters, outcome, option and value.
#[test]
fn options_change_what_they_are_about() {
    let far = json!({ "range_in": 24, "firer": { "weapon": "pistol" } });
    let crossing = json!({ "range_in": 24, "firer": { "weapon": "rifle" }, "distance_in": 20 });
    for (kind, parameters, outcome, option, value) in [
        ("hit", far, "hit", "blank_cell", json!("double_six_only")),
        (
            "hit",
            json!({ "range_in": 48, "firer": { "weapon": "rifle", "wounded": true } }),
            "hit",
            "double_six_limit",
            json!("everyone"),
        ),
        (
            "hit",
            json!({ "range_in": 24, "firer": { "weapon": "rifle", "shot": "snap" } }),
            "hit",
            "snap_shot_penalty",
            json!(1),
        ),
        (
            "hit",
            json!({ "range_in": 12, "firer": { "weapon": "smg", "shot": "snap" } }),
            "hit",
            "auto_snap",
            json!("no"),
        ),
        (
            "hit",
            json!({ "range_in": 36, "firer": { "weapon": "lmg", "shot": "snap" } }),
            "hit",
            "bipod_after_move",
            json!("yes"),
        ),
        (
            "save",
            json!({ "target": { "posture": "prone", "soft_concealed": true } }),
            "saved",
            "save_natural_one",
            json!("always_fails"),
        ),
        (
            "exposure",
            json!({ "range_in": 24, "firer": { "weapon": "rifle" }, "enemy_moves": 2 }),
            "wounded",
            "wound_also_pins",
            json!("yes"),
        ),
        ("rush", json!({ "distance_in": 3, "stand_up_first": true }), "covered", "stand_then_rush", json!("no")),
        (
            "vehicle",
            json!({ "running_gear": "tracked", "ground": "cross_country", "speed_mph": 15, "distance_in": 7 }),
            "covered",
            "vehicle_part_dice",
            json!("round_up"),
        ),
    ] {
        let mut changed = parameters.clone();
        changed["options"] = json!({ option: value });
        assert!(odds(kind, parameters, outcome) != odds(kind, changed, outcome), "{option} = {value}");
    }
    let mut late = crossing.clone();
    late["options"] = json!({ "unpin_when": "end_of_turn" });
    let safe = |parameters| {
        testkit::golden::answer(&fireteam::RULESET, "crossing", parameters).expect("an answer").values[0].decimal
    };
    assert!((safe(&crossing) - safe(&late)).abs() > 1e-3);
}

/// No option is without a test that sets it to each of its other values.
#[test]
fn every_value_of_every_option_is_tried() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/clauses");
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let text: String = files.map(|path| fs::read_to_string(path).expect("a file")).collect();
    let mut untried = BTreeSet::new();
    for (option, values) in options() {
        let named = text.contains(&format!("\"{option}\""));
        let tried = |value: &&String| named && text.contains(&format!("\"{value}\""));
        untried.extend(values[1..].iter().filter(|value| !tried(value)).map(|value| format!("{option} = {value}")));
    }
    assert!(untried.is_empty(), "{untried:?}");
}

/// Every value of every option is understood in a scenario, and no other.
#[test]
fn scenarios_take_every_option() {
    let compiles = |option: &str, value: &str| {
        (fireteam::RULESET.compile)(&scenario(json!({ "rules": { option: value } })), None).is_ok()
    };
    for (option, values) in options() {
        assert!(values.iter().all(|value| compiles(&option, value)), "{option}: {values:?}");
        assert!(!compiles(&option, "otherwise"), "{option}");
    }
}
