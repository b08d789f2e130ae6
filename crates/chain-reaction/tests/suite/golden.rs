//! The golden records: values worked out apart from this program.

use std::collections::BTreeSet;
use std::path::Path;

use testkit::golden::{Record, records};

fn all() -> Vec<Record> {
    records(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/chain_reaction.json"))
}

#[test]
fn every_record_comes_out_right() {
    let records = all();
    let wrong: Vec<String> = records.iter().filter_map(|record| record.check(&chain_reaction::RULESET).err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(records.len(), 53);
}

#[test]
fn every_kind_has_a_record() {
    let records = all();
    let recorded: BTreeSet<&str> = records.iter().map(Record::kind).collect();
    let answered: BTreeSet<&str> = chain_reaction::RULESET.kinds.iter().map(|kind| kind.id).collect();
    assert_eq!(recorded, answered);
}
