//! Whether tallies merge exactly, and whether intervals hold as often as they claim. The figures measured here are the
//! ones printed in `docs/statistics.md`.

mod enumerated;
mod looked;
mod luck;
mod merging;
mod stopped;

/// Checks that the document has a measured row in one of its tables.
#[track_caller]
fn documented(row: &str) {
    let document = include_str!("../../../../docs/statistics.md");
    assert!(document.lines().any(|line| line == row), "docs/statistics.md lacks this row:\n{row}");
}
