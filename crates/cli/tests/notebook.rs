//! The page about results as data does what it says.

#![allow(clippy::disallowed_methods, reason = "tests start the program and read files")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::run;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every block of Python on the page, one after the other.
fn notebook() -> String {
    let page = fs::read_to_string(repository().join("docs/results.md")).expect("the page");
    let blocks = page.split("```python\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.collect::<Vec<_>>().join("\n")
}

#[test]
#[ignore = "needs Python with pandas and polars"]
fn the_notebook_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = repository().join("scenarios/cqb/body-armour.toml");
    run(folder.path(), &["run", &scenario.display().to_string(), "--engagements", "8192", "-q"], 0);
    let python = Command::new("python3").arg("-c").arg(notebook()).current_dir(folder.path()).output().expect("Python");
    let (said, wrong) = (String::from_utf8_lossy(&python.stdout), String::from_utf8_lossy(&python.stderr));
    assert!(python.status.success(), "{said}\n{wrong}");
    assert!(said.contains("Blue wins, %") && said.contains("Blue wins more often with"), "{said}");
}

#[test]
fn every_column_of_every_table_is_on_the_page() {
    let page = fs::read_to_string(repository().join("docs/results.md")).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    let scenarios = ["cqb/bank-stun-grenades", "cqb/hit-table"].map(|name| format!("scenarios/{name}.toml"));
    for scenario in scenarios {
        let scenario = repository().join(scenario).display().to_string();
        let args = ["run", &scenario, "--engagements", "64", "-q"];
        let args = if scenario.contains("hit-table") { &args[..2] } else { &args[..] };
        run(folder.path(), args, 0);
    }
    let tables = |name: &str| fs::read_dir(folder.path().join("results").join(name)).expect("a report");
    let mut seen = 0;
    for file in tables("bank-stun-grenades").chain(tables("hit-table")).map(|entry| entry.expect("a file").path()) {
        if file.extension().is_none_or(|ending| ending != "csv") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a table");
        // Quantities and swept keys have the scenario's and the ruleset's words.
        let own = |column: &&str| !column.contains('.') && *column != "turns" && !is_word_of_cqb(column);
        for column in text.lines().next().unwrap_or_default().split(',').filter(own) {
            assert!(page.contains(&format!("`{column}`")), "{column} of {}", file.display());
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen} columns");
}

/// Whether a word is an ending or a finding of the ruleset.
fn is_word_of_cqb(word: &str) -> bool {
    scenario::RULESETS.iter().filter(|ruleset| ruleset.id == "cqb").any(|ruleset| {
        ruleset.endings.iter().any(|ending| ending.id == word)
            || ruleset.kinds.iter().any(|kind| kind.finding(word).is_some())
    })
}
