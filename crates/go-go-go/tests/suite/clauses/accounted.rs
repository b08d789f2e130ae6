//! `RULES.md`, the list of clauses, the code and the tests hold each other to account.

use std::fs;
use std::path::{Path, PathBuf};

use engage::{Clause, Coverage};
use schemars::SchemaGenerator;
use serde_json::Value;

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The rows of the table of clauses: number, title, where, tested by.
fn rows() -> Vec<[String; 4]> {
    let rules = fs::read_to_string(home().join("RULES.md")).expect("RULES.md");
    let cells = |line: &str| {
        let mut cells = line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned());
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    };
    rules.lines().filter(|line| line.starts_with("| GGG-")).map(cells).collect()
}

/// Every Rust file below a folder.
fn sources(folder: &str) -> Vec<PathBuf> {
    let mut folders = vec![home().join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Whether a text names a clause, by its number or within the name of a test.
fn names(text: &str, clause: &str) -> bool {
    let cited = |needle: &str, more: fn(char) -> bool| {
        text.match_indices(needle).any(|(at, _)| !text[at + needle.len()..].chars().next().is_some_and(more))
    };
    let function = clause.to_lowercase().replace('-', "_");
    cited(clause, char::is_alphanumeric) || cited(&format!("{function}_"), |c| c.is_ascii_digit())
}

fn in_backticks(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn rules_md_lists_every_clause() {
    let clauses: Vec<(&str, &str)> = go_go_go::RULESET.clauses.iter().map(|clause| (clause.id, clause.title)).collect();
    let rows = rows();
    let listed: Vec<(&str, &str)> = rows.iter().map(|row| (row[0].as_str(), row[1].as_str())).collect();
    assert_eq!(clauses, listed);
    assert_eq!(clauses.len(), 108);
}

#[test]
fn coverage_is_as_rules_md_says() {
    for (Clause { id, coverage, .. }, [_, _, place, _]) in go_go_go::RULESET.clauses.iter().zip(&rows()) {
        let left = place.starts_with("left to people; ");
        match coverage {
            Coverage::LeftToPeople => assert!(left && place.contains("the automatic player"), "{id}: {place}"),
            Coverage::Played => assert!(!left && !in_backticks(place).is_empty(), "{id}: {place}"),
        }
    }
}

/// What `RULES.md` names is there: the files, and in the file before it each function or type.
#[test]
fn rules_md_points_at_what_there_is() {
    for [id, _, place, tests] in rows() {
        let mut text = String::new();
        for name in in_backticks(&place) {
            if name.ends_with(".rs") {
                text = fs::read_to_string(home().join("src").join(name)).unwrap_or_else(|_| panic!("{id}: no {name}"));
            } else {
                let name = name.rsplit("::").next().unwrap_or(name);
                assert!(text.contains(name), "{id}: no {name} in the file before it");
            }
        }
        for name in in_backticks(&tests) {
            let found = home().join("tests/suite").join(name).exists() || home().join("src").join(name).exists();
            assert!(found, "{id}: no {name}");
        }
    }
}

/// Every clause that is played is cited by code besides the list, and by a test in a file that `RULES.md` names.
#[test]
fn clauses_played_are_cited() {
    let read = |path: &PathBuf| fs::read_to_string(path).expect("a file");
    let code: String = sources("src").iter().filter(|path| !path.ends_with("clauses.rs")).map(read).collect();
    for (Clause { id, coverage, .. }, [_, _, _, tests]) in go_go_go::RULESET.clauses.iter().zip(&rows()) {
        assert!(names(&code, id), "no code cites {id}");
        if *coverage != Coverage::Played {
            continue;
        }
        let cited = in_backticks(tests)
            .iter()
            .any(|file| fs::read_to_string(home().join("tests/suite").join(file)).is_ok_and(|text| names(&text, id)));
        assert!(cited, "no test of {tests} cites {id}");
    }
}

/// Every option stands in `RULES.md` with all its values, the default first.
#[test]
fn rules_md_lists_every_option() {
    let text = fs::read_to_string(home().join("RULES.md")).expect("RULES.md");
    let options = options();
    assert!(options.len() > 30);
    for (option, values) in options {
        let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        let row = format!("| `{option}` | {} |", values.join(", "));
        assert!(text.contains(&row), "no row {row}");
    }
}

/// The options by name with their values, from the schema that editors use; the default is put first.
pub(super) fn options() -> Vec<(String, Vec<String>)> {
    let mut generator = SchemaGenerator::default();
    let _ = (go_go_go::RULESET.schema)(&mut generator);
    let definitions = generator.take_definitions(true);
    let rules = (go_go_go::RULESET.rules)();
    let mut options = Vec::new();
    for (key, schema) in definitions["Rules"]["properties"].as_object().expect("properties") {
        let reference = schema["$ref"].as_str().or_else(|| schema["allOf"][0]["$ref"].as_str()).unwrap_or_default();
        let definition = reference.rsplit('/').next().and_then(|name| definitions.get(name)).unwrap_or(&Value::Null);
        let Some(default) = rules[key].as_str() else { continue };
        let mut values: Vec<String> = words(definition);
        values.sort_by_key(|value| value != default);
        assert_eq!(values.first().map(String::as_str), Some(default), "{key}");
        options.push((key.clone(), values));
    }
    options
}

/// The words an enum's schema allows.
fn words(definition: &Value) -> Vec<String> {
    let listed = definition["enum"].as_array().into_iter().flatten();
    let one_of = definition["oneOf"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|row| row["enum"].as_array().into_iter().flatten().chain(row.get("const")));
    listed.chain(one_of).filter_map(|word| word.as_str().map(str::to_owned)).collect()
}
