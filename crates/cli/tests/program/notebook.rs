//! The examples on the page about results as data work.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::common::{root, run};

/// Every block of Python on the page, one after the other.
fn notebook() -> String {
    let page = fs::read_to_string(root().join("docs/results.md")).expect("the page");
    let blocks = page.split("```python\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.collect::<Vec<_>>().join("\n")
}

#[test]
#[ignore = "needs Python with pandas, polars and pyarrow"]
fn the_notebook_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = root().join("scenarios/cqb/body-armour.toml");
    run(folder.path(), &["run", &scenario.display().to_string(), "--engagements", "8192", "-q"], 0);
    let python = Command::new("python3").arg("-c").arg(notebook()).current_dir(folder.path()).output().expect("Python");
    let (said, wrong) = (String::from_utf8_lossy(&python.stdout), String::from_utf8_lossy(&python.stderr));
    assert!(python.status.success(), "{said}\n{wrong}");
    assert!(
        said.contains("Won by the trooper, %") && said.contains("“soft, plates and helmet” raises it in"),
        "{said}"
    );
}

/// Reads every table of a folder as CSV and as Parquet, and combines both.
const BOTH: &str = r#"
import glob
import pandas as pd
import polars as pl

tables = sorted(glob.glob("results/**/*.csv", recursive=True))
for path in tables:
    other = path.replace(".csv", ".parquet")
    parquet = pl.read_parquet(other)
    csv = pl.read_csv(path, schema=pl.read_parquet_schema(other))
    assert csv.schema == parquet.schema and csv.equals(parquet), path
    assert pl.concat([csv, parquet]).height == 2 * parquet.height, path
    assert all(type in (pl.Int64, pl.Float64, pl.String, pl.Boolean) for type in parquet.dtypes), path
    # What is guessed from the texts is the same but where nothing is there to guess from.
    guessed = pl.read_csv(path, infer_schema_length=None)
    for column, type in parquet.schema.items():
        assert guessed.schema[column] == type or guessed[column].null_count() == guessed.height, (path, column)
    frame = pd.read_parquet(other)
    assert (frame["cell"] - 1).min() >= -1, path
print(len(tables), "tables")
"#;

#[test]
#[ignore = "needs Python with pandas, polars and pyarrow"]
fn csv_and_parquet_are_one_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = |name: &str| root().join(format!("scenarios/{name}.toml")).display().to_string();
    for name in ["cqb/bank-stun-grenades", "cqb/body-armour", "go_go_go/stand-or-move"] {
        run(folder.path(), &["run", &scenario(name), "--engagements", "256", "--precision", "none", "-q"], 0);
    }
    run(folder.path(), &["run", &scenario("cqb/hit-table"), "-q"], 0);
    let vary = ["--vary", "red.novices.count", "--engagements", "4096", "-q"];
    run(folder.path(), &[&["balance", &scenario("cqb/elite-team")][..], &vary].concat(), 0);
    let python = Command::new("python3").arg("-c").arg(BOTH).current_dir(folder.path()).output().expect("Python");
    let (said, wrong) = (String::from_utf8_lossy(&python.stdout), String::from_utf8_lossy(&python.stderr));
    assert!(python.status.success() && said.contains("12 tables"), "{said}\n{wrong}");
}

/// A row of a table by its columns.
fn row(csv: &str, number: usize) -> BTreeMap<String, String> {
    let mut lines = csv.lines().map(|line| line.split(',').map(str::to_owned));
    let names = lines.next().expect("a header");
    names.zip(lines.nth(number).expect("a row")).collect()
}

#[test]
fn what_is_certain_is_exact_to_the_last_digit() {
    let folder = tempfile::tempdir().expect("a folder");
    // No figure can hit another, and the fight ends with its sixtieth turn; both walk past each other.
    let too_far = "ruleset = \"chain_reaction\"\n[field]\nrange = 500\n[blue.a]\nrep = 4\nweapon = \"pistol\"\n\
    [red.b]\nrep = 4\nweapon = \"pistol\"\n";
    let walking =
        "ruleset = \"go_go_go\"\n[field]\nrange = 12\n[blue.a]\npace = \"normal\"\n[red.b]\npace = \"normal\"\n";
    for (name, text) in [("far", too_far), ("walking", walking)] {
        fs::write(folder.path().join(name), format!("title = \"{name}\"\n{text}")).expect("written");
        let shown = |format| run(folder.path(), &["run", name, "--no-report", "-q", "--format", format], 0).0;
        let csv = shown("csv");
        let found = row(&csv, 0);
        assert_eq!(found["method"], "exact", "{csv}");
        let sum: f64 =
            ["blue.win", "red.win", "draw"].iter().map(|word| found[*word].parse::<f64>().expect(word)).sum();
        assert!((sum - 1.0).abs() < 1e-15, "{csv}");
        if name == "far" {
            assert_eq!(
                (found["draw"].as_str(), found["draw.high"].as_str(), found["turns"].as_str()),
                ("1.0", "1.0", "60.0")
            );
            let table = shown("table");
            assert!(table.contains("100 % exact") && !table.contains("99.99"), "{table}");
        }
        for text in [csv, shown("json")] {
            assert!(!text.contains("-0.0,") && !text.contains("-0.0\n"), "{text}");
        }
    }
}

#[test]
fn tables_of_two_results_join_by_id_and_seed() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "title = \"t\"\nruleset = \"cqb\"\n[play]\nengagements = 64\n[field]\nrange = 12\n[blue.a]\nability = \"elite\"\nweapon = \"smg\"\n\
    [red.b]\nability = \"novice\"\nweapon = \"pistol\"\n";
    fs::write(folder.path().join("one.toml"), text).expect("written");
    let other = text.replace("title = \"t\"", "title = \"another\"").replace("range = 12", "range = 6");
    fs::write(folder.path().join("other.toml"), other + "[sweep]\n\"field.range\" = [6, 12]\n").expect("written");
    let csv = |args: &[&str]| {
        run(folder.path(), &[&["run"][..], args, &["--no-report", "-q", "--format", "csv"]].concat(), 0).0
    };
    let key = |row: &BTreeMap<String, String>| (row["id"].clone(), row["seed"].clone());
    let plain = row(&csv(&["one.toml"]), 0);
    for same in
        [&["one.toml", "--seed", "1"][..], &["one.toml", "--precision", "none"], &["one.toml", "--engagements", "64"]]
    {
        assert_eq!(row(&csv(same), 0), plain, "{same:?}");
    }
    let swept = csv(&["other.toml"]);
    assert_eq!(key(&row(&swept, 1)), key(&plain), "the same cell of another file");
    assert_eq!(row(&swept, 1)["blue.win"], plain["blue.win"]);
    assert_ne!(key(&row(&swept, 0)).0, key(&plain).0);
    assert_ne!(key(&row(&csv(&["one.toml", "--set", "rules.to_hit_base=9"]), 0)).0, key(&plain).0);
}

#[test]
fn every_column_of_every_table_is_on_the_page() {
    let page = fs::read_to_string(root().join("docs/results.md")).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    let scenarios = ["cqb/bank-stun-grenades", "cqb/hit-table"].map(|name| format!("scenarios/{name}.toml"));
    for scenario in scenarios {
        let scenario = root().join(scenario).display().to_string();
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
        // Quantities and swept keys have the ids of the scenario and the ruleset.
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
