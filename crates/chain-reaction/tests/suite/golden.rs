//! The golden records: values worked out apart from this program.

use std::path::Path;

use testkit::golden::records;

/// Every record whose kind there is comes out right.
#[test]
fn every_record_comes_out_right() {
    let records = records(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/chain_reaction.json"));
    let kinds = chain_reaction::RULESET.kinds;
    let known = records.iter().filter(|record| kinds.iter().any(|kind| kind.id == record.kind()));
    let wrong: Vec<String> = known.filter_map(|record| record.check(&chain_reaction::RULESET).err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(records.len(), 53);
}
