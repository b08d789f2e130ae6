//! The arrows between the crates.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::cargo;

/// What each crate may depend on inside the workspace: nothing above it, and no ruleset another one.
const ARROWS: [(&str, &[&str]); 12] = [
    ("chance", &[]),
    ("field", &[]),
    ("stats", &[]),
    ("engage", &["chance", "field", "stats"]),
    ("cqb", &["chance", "field", "stats", "engage"]),
    ("fireteam", &["chance", "field", "engage"]),
    ("go-go-go", &["chance", "field", "engage"]),
    ("scenario", &["field", "engage", "cqb", "fireteam", "go-go-go"]),
    ("runner", &["engage", "stats", "scenario"]),
    ("report", &["field", "engage", "stats", "scenario", "runner"]),
    ("cli", &["engage", "stats", "scenario", "runner", "report"]),
    ("testkit", &["chance", "stats", "engage"]),
];

/// Libraries that stay behind one door: TOML is read by `scenario` (and printed by `cli`), pages and charts are made by
/// `report`, threads belong to `runner`, the terminal to `cli`.
const DOORS: [(&str, &[&str]); 6] = [
    ("toml", &["scenario", "cli"]),
    ("polars", &["report"]),
    ("plotters", &["report"]),
    ("rayon", &["runner"]),
    ("clap", &["cli"]),
    ("indicatif", &["cli"]),
];

/// Each crate of `crates/` with what its shipped code, not its tests, depends on.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let metadata: Value = serde_json::from_str(&cargo(&["metadata", "--no-deps", "--format-version", "1"])).unwrap();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let shipped = packages.filter(|package| word(&package["manifest_path"]).contains("/crates/"));
    shipped
        .map(|package| {
            let normal = package["dependencies"].as_array().unwrap().iter().filter(|needed| needed["kind"].is_null());
            (word(&package["name"]), normal.map(|needed| word(&needed["name"])).collect())
        })
        .collect()
}

#[test]
fn the_arrows_point_one_way() {
    let found = dependencies();
    assert_eq!(found.len(), ARROWS.len(), "every crate has its arrows: {:?}", found.keys());
    for (name, allowed) in ARROWS {
        for needed in &found[name] {
            let ours = found.contains_key(needed);
            assert!(!ours || allowed.contains(&needed.as_str()), "{name} must not depend on {needed}");
        }
    }
}

#[test]
fn each_large_library_has_one_door() {
    let found = dependencies();
    for (library, doors) in DOORS {
        for (name, needs) in &found {
            assert!(!needs.contains(library) || doors.contains(&name.as_str()), "{name} must not know {library}");
        }
        assert!(doors.iter().all(|door| found[*door].contains(library)), "{library} is behind {doors:?} no more");
    }
}
