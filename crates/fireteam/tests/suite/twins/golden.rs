//! The golden records against the twins: two witnesses who have not met the crate.

use std::path::Path;

use serde_json::Value;
use testkit::Fraction;

use super::share::Share;
use super::{Worth, all_agree, difference, twin, word};

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

/// A value with something left out of it, once for each thing that it holds.
fn with_gaps(whole: &Value) -> Vec<Value> {
    let mut gaps = Vec::new();
    if let Value::Object(members) = whole {
        for name in members.keys() {
            let mut rest = members.clone();
            rest.remove(name);
            gaps.push(Value::Object(rest));
        }
    }
    let inside: Vec<(Value, String)> = match whole {
        Value::Object(members) => members.iter().map(|(name, member)| (member.clone(), format!("/{name}"))).collect(),
        Value::Array(members) => {
            members.iter().enumerate().map(|(place, member)| (member.clone(), format!("/{place}"))).collect()
        }
        _ => Vec::new(),
    };
    for (member, path) in inside {
        for gap in with_gaps(&member) {
            let mut around = whole.clone();
            *around.pointer_mut(&path).expect("a member") = gap;
            gaps.push(around);
        }
    }
    gaps
}

/// What is not said is as the digest has it, unless it has to be said.
#[test]
fn grid_of_records_with_something_unsaid() {
    let gaps = records().into_iter().flat_map(|record| {
        let mut p = record["parameters"].clone();
        let kind = p.as_object_mut().and_then(|p| p.remove("kind")).expect("a kind");
        let kind = kind.as_str().expect("a word");
        with_gaps(&p).into_iter().filter_map(|gap| difference(kind, &gap)).collect::<Vec<_>>()
    });
    all_agree(gaps.filter(|difference| !difference.contains("missing field")));
}
