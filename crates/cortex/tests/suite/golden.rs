//! The golden records: values worked out apart from this program.

use std::path::Path;

use testkit::golden::{Record, records};

fn all() -> Vec<Record> {
    records(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/cortex.json"))
}

#[test]
fn every_record_comes_out_right() {
    let records = all();
    let wrong: Vec<String> = records.iter().filter_map(|record| record.check(&cortex::FIRETEAM).err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(records.len(), 31);
}

#[test]
fn every_kind_has_a_record() {
    let records = all();
    for kind in cortex::FIRETEAM.kinds {
        assert!(records.iter().any(|record| record.kind() == kind.id), "no golden record of kind `{}`", kind.id);
    }
}
