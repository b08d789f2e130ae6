//! The golden records against the twins: neither uses the code of the crate.

use std::path::PathBuf;

use super::TWINS;

fn path() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/go_go_go.json"))
}

#[test]
fn golden_records_come_out_of_the_twins() {
    TWINS.hold_golden(&path());
}

/// What is not said is as the digest has it, unless it has to be said.
#[test]
fn grid_of_records_with_something_unsaid() {
    TWINS.hold_unsaid(&path(), &["missing key", "there is no figure"]);
}
