//! The arrows between the crates.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{cargo, root, text};

/// The allowed dependencies of each crate inside the workspace: nothing above it, and no ruleset on another one.
const ARROWS: [(&str, &[&str]); 17] = [
    ("chance", &[]),
    ("field", &[]),
    ("stats", &[]),
    ("engage", &["chance", "field"]),
    ("cqb", &["chance", "engage", "field"]),
    ("chain-reaction", &["chance", "engage", "field"]),
    ("cortex", &["chance", "engage", "field"]),
    ("fireteam", &["chance", "engage", "field"]),
    ("go-go-go", &["chance", "engage", "field"]),
    ("scenario", &["chain-reaction", "cortex", "cqb", "engage", "field", "fireteam", "go-go-go", "stats"]),
    ("runner", &["engage", "scenario", "stats"]),
    ("search", &["engage", "runner", "scenario", "stats"]),
    ("report", &["engage", "field", "runner", "scenario", "search", "stats"]),
    ("serve", &["engage", "report", "runner", "scenario", "search", "stats"]),
    ("cli", &["engage", "report", "runner", "scenario", "search", "serve", "stats"]),
    ("python", &["engage", "report", "runner", "scenario", "search"]),
    ("testkit", &["engage", "field"]),
];

/// Libraries that only certain crates may use: `scenario` reads and writes TOML, `report` makes pages and
/// charts, `runner` has threads, `cli` has the terminal, `serve`
/// answers requests, `python` is the door for Python.
const DOORS: [(&str, &[&str]); 8] = [
    ("toml", &["scenario"]),
    ("polars", &["report"]),
    ("plotters", &["report"]),
    ("rayon", &["runner"]),
    ("clap", &["cli"]),
    ("indicatif", &["cli"]),
    ("hyper", &["serve"]),
    ("pyo3", &["python"]),
];

/// Each crate of `crates/` with the dependencies of its shipped code, without those of its tests.
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
fn the_arrows_are_those_that_are_used() {
    let found = dependencies();
    assert_eq!(found.len(), ARROWS.len(), "every crate has its arrows: {:?}", found.keys());
    for (name, arrows) in ARROWS {
        let ours: Vec<&str> =
            found[name].iter().map(String::as_str).filter(|needed| found.contains_key(*needed)).collect();
        assert_eq!(ours, arrows, "{name} depends on other crates than it says here");
        let code = code_of(name);
        for needed in ours {
            assert!(code.contains(&format!("{}::", needed.replace('-', "_"))), "{name} has no use for {needed}");
        }
    }
}

#[test]
fn the_picture_of_the_crates_has_all_of_them() {
    let picture = text("docs/pictures/house.svg");
    for (name, _) in ARROWS {
        assert!(picture.contains(&format!(">{name}</text>")), "docs/pictures/house.svg lacks {name}");
    }
}

/// The code of a crate.
fn code_of(name: &str) -> String {
    let mut code = String::new();
    let mut folders = vec![root().join("crates").join(name).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                code += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    code
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
