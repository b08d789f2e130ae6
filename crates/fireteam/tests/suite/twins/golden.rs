//! The golden records against the twins: two witnesses who have not met the crate.

use std::path::Path;

use serde_json::Value;
use testkit::Fraction;

use super::share::Share;
use super::{Worth, twin, word};

fn records() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/fireteam.json");
    let text = std::fs::read_to_string(path).expect("the golden file");
    serde_json::from_str(&text).expect("a list of records")
}

#[test]
fn golden_records_come_out_of_the_twins() {
    let mut wrong = Vec::new();
    for record in records() {
        let id = word(&record, "id", "");
        let p = &record["parameters"];
        let twin = twin(word(p, "kind", ""), p);
        for (outcome, expected) in record["expected"].as_object().expect("outcomes") {
            let expected: Fraction = expected.as_str().expect("a fraction").parse().expect("a fraction");
            let worth = twin.get(outcome).cloned().unwrap_or(Worth::Exact(Share::NONE));
            if !worth.is(&expected) {
                wrong.push(format!("{id}: {outcome} is {worth:?}, expected {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
