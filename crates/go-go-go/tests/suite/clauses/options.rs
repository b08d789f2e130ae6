//! Every option is set to each of its other values by a test of its clause, and every value is understood in a scenario.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::json;

use super::accounted::options;
use super::{Assault, open};

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

/// Options that are numbers are named by a test as well.
#[test]
fn every_number_that_is_a_reading_is_tried() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/clauses");
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let text: String = files.map(|path| fs::read_to_string(path).expect("a file")).collect();
    for number in
        ["wound_limit", "he_stun_turns", "grenade_max_range", "follow_distance", "bomb_count", "capture_within"]
    {
        assert!(text.contains(&format!("\"{number}\":")), "{number}");
    }
}

/// Every value of every option is understood in a scenario, and no other.
#[test]
fn scenarios_take_every_option() {
    let room = open(9, 20, &[(4, 2, 'b'), (4, 12, 'r')]);
    let compiles =
        |option: &str, value: &str| Assault::new(&room, json!({ "rules": { option: value } })).compiles().is_ok();
    for (option, values) in options() {
        assert!(values.iter().all(|value| compiles(&option, value)), "{option}: {values:?}");
        assert!(!compiles(&option, "otherwise"), "{option}");
    }
    assert!(options().len() >= 30);
}
