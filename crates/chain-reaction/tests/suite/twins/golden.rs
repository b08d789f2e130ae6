//! The situations of the golden records, which the crate answers as they have it: by the twins too.

use std::path::Path;

use serde_json::Value;
use testkit::twin::{all_agree, word};

use super::{KINDS, TWINS};

#[test]
fn golden_situations_come_out_of_the_twins() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/chain_reaction.json"));
    let records: Vec<Value> = serde_json::from_str(&text.expect("the golden file")).expect("a list of records");
    let ours = records.iter().filter(|record| KINDS.contains(&word(record, "kind", "")));
    all_agree(ours.filter_map(|record| TWINS.difference(word(record, "kind", ""), &record["parameters"])));
}
