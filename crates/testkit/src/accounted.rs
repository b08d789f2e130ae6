//! Checks that `RULES.md`, the code and the tests of a ruleset agree.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use engage::schemars::SchemaGenerator;
use engage::{Clause, Coverage, Ruleset};
use serde_json::Value;

/// A ruleset and the folder of its crate, with `RULES.md`, `src` and `tests/suite`.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    /// The ruleset.
    pub ruleset: &'static Ruleset,
    /// The folder.
    pub home: &'static str,
}

impl Account {
    fn home(&self) -> &Path {
        Path::new(self.home)
    }

    fn played(&self) -> impl Iterator<Item = Clause> {
        self.ruleset.clauses().into_iter().filter(|clause| clause.coverage() == Coverage::Played)
    }

    /// Checks that the rows of the tables of clauses are the clauses of the ruleset, each with its own number and a
    /// title, and that the tables have `count` rows.
    ///
    /// # Panics
    /// If they are not.
    pub fn lists_every_clause(&self, count: usize) {
        let clauses = self.ruleset.clauses();
        let ids: Vec<&str> = clauses.iter().map(|clause| clause.id).collect();
        let tables = self.ruleset.accounts.split("\n\n").filter(|text| text.starts_with("| Clause |"));
        // The first two lines of a table are its head.
        let rows: Vec<&str> = tables.flat_map(|table| table.lines().skip(2)).collect();
        let listed: Vec<&str> = rows.iter().map(|row| row.split('|').nth(1).unwrap_or_default().trim()).collect();
        assert_eq!(ids, listed);
        assert_eq!(ids.len(), count);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), count, "a number is there twice");
        for (clause, row) in clauses.iter().zip(rows) {
            assert!(!clause.title.is_empty() && !clause.place.is_empty(), "{row}");
            assert_eq!(row.matches('|').count(), 5, "{row}");
        }
    }

    /// Checks that a clause which leaves a choice to people says what the automatic player does, and that a clause
    /// which is played says where.
    ///
    /// # Panics
    /// If a row does not.
    pub fn says_who_plays(&self) {
        for clause @ Clause { id, place, .. } in self.ruleset.clauses() {
            match clause.coverage() {
                Coverage::LeftToPeople => {
                    assert!(place.contains("; ") && place.contains("the automatic player"), "{id}: {place}");
                }
                Coverage::NotYet => {}
                Coverage::Played => assert!(!in_backticks(place).is_empty(), "{id}: {place}"),
            }
        }
    }

    /// Checks that everything `RULES.md` names exists: the files and, in the file named before it, each function or
    /// type.
    ///
    /// # Panics
    /// If something does not exist.
    pub fn points_at_what_there_is(&self) {
        for Clause { id, place, tests, .. } in self.ruleset.clauses() {
            let mut text = String::new();
            for name in in_backticks(place) {
                if name.ends_with(".rs") {
                    let path = self.home().join("src").join(name);
                    text = fs::read_to_string(path).unwrap_or_else(|_| panic!("{id}: no {name}"));
                } else {
                    let name = name.rsplit("::").next().unwrap_or(name);
                    assert!(text.contains(name), "{id}: no {name} in the file before it");
                }
            }
            for name in in_backticks(tests).into_iter().filter(|name| name.ends_with(".rs")) {
                let found = ["tests/suite", "src"].iter().any(|folder| self.home().join(folder).join(name).exists());
                assert!(found, "{id}: no {name}");
            }
        }
    }

    /// Checks that every clause that is played is cited by code, directly or by its chapter, and by a test in a file
    /// that `RULES.md` names.
    ///
    /// # Panics
    /// If a clause is not.
    pub fn cites_what_is_played(&self) {
        let read = |path: &PathBuf| fs::read_to_string(path).expect("a file");
        let code: String = sources(&self.home().join("src")).iter().map(read).collect();
        for Clause { id, tests, .. } in self.played() {
            assert!(names(&code, id) || chapter(id).is_some_and(|chapter| names(&code, chapter)), "no code cites {id}");
            let suite = self.home().join("tests/suite");
            let cites = |file: &&str| fs::read_to_string(suite.join(file)).is_ok_and(|text| names(&text, id));
            assert!(in_backticks(tests).iter().any(cites), "no test of {tests} cites {id}");
        }
    }

    /// Checks that every row of a clause that is played names an item that its code defines, as
    /// `` `file.rs` `function` ``, and a test that cites the clause in its name, its comment or its body, as
    /// `` `clauses/file.rs` `test` ``; every test named must exist.
    ///
    /// # Panics
    /// If a row does not.
    pub fn names_code_and_tests(&self) {
        let mut wrong = Vec::new();
        for Clause { id, place, tests, .. } in self.played() {
            let src = self.home().join("src");
            if !named(place, &[&src]).iter().any(|(text, name)| defines(text, name)) {
                wrong.push(format!("{id}: {place}: no function or type that its file defines"));
            }
            let tests = named(tests, &[&self.home().join("tests/suite"), &src]);
            let bodies: Vec<(&str, Option<&str>)> =
                tests.iter().map(|(text, name)| (*name, test_named(text, name))).collect();
            wrong.extend(
                bodies.iter().filter(|(_, body)| body.is_none()).map(|(name, _)| format!("{id}: no test {name}")),
            );
            if !bodies.iter().any(|(_, body)| body.is_some_and(|body| names(body, id))) {
                wrong.push(format!("{id}: no test named that cites it"));
            }
        }
        assert!(wrong.is_empty(), "{} faults in RULES.md:\n{}", wrong.len(), wrong.join("\n"));
    }

    /// Checks that `RULES.md` lists every option with all its values, the default first, and at least `least`
    /// options.
    ///
    /// # Panics
    /// If an option is missing, or there are fewer.
    pub fn lists_every_option(&self, least: usize) {
        let (text, options) = (self.ruleset.accounts, self.options());
        assert!(options.len() >= least, "{} options", options.len());
        for (option, values) in options {
            let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
            let row = format!("| `{option}` | {} |", values.join(", "));
            assert!(text.contains(&row), "no row {row}");
        }
    }

    /// The options by name, each with its values, from the schema that editors use; the default comes first.
    ///
    /// # Panics
    /// If a default is not among its values.
    #[must_use]
    pub fn options(&self) -> Vec<(String, Vec<String>)> {
        let mut generator = SchemaGenerator::default();
        let _ = (self.ruleset.schema)(&mut generator);
        let definitions = generator.take_definitions(true);
        let rules = (self.ruleset.rules)();
        let mut options = Vec::new();
        for (key, schema) in definitions["Rules"]["properties"].as_object().expect("properties") {
            let reference = schema["$ref"].as_str().or_else(|| schema["allOf"][0]["$ref"].as_str()).unwrap_or_default();
            let definition =
                reference.rsplit('/').next().and_then(|name| definitions.get(name)).unwrap_or(&Value::Null);
            let Some(default) = rules[key].as_str() else { continue };
            let mut values: Vec<String> = words(definition);
            values.sort_by_key(|value| value != default);
            assert_eq!(values.first().map(String::as_str), Some(default), "{key}");
            options.push((key.clone(), values));
        }
        options
    }
}

/// Each name in a cell, with the text of the file named before it, from one of these folders.
fn named<'c>(cell: &'c str, folders: &[&Path]) -> Vec<(String, &'c str)> {
    let mut text = String::new();
    let mut found = Vec::new();
    for name in in_backticks(cell) {
        if name.ends_with(".rs") {
            text = folders.iter().find_map(|folder| fs::read_to_string(folder.join(name)).ok()).unwrap_or_default();
        } else {
            found.push((text.clone(), name));
        }
    }
    found
}

/// Whether a file defines a function, a type or a constant, whose name may include that of its type, as in
/// `Rules::pack`.
fn defines(text: &str, name: &str) -> bool {
    let name = name.rsplit("::").next().unwrap_or(name);
    let kinds = ["fn", "struct", "enum", "trait", "type", "const", "static"];
    // Rules are declared in a macro.
    kinds.iter().any(|kind| has_word(text, &format!("{kind} {name}"))) || text.contains(&format!("\n    {name} {{\n"))
}

/// Whether a text contains these words, where the last one is not the beginning of a longer word.
fn has_word(text: &str, words: &str) -> bool {
    let ends = |at: usize| !text[at + words.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    text.match_indices(words).any(|(at, _)| ends(at))
}

/// A test of a file by its name: its comment, its attributes and its body.
fn test_named<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let at = text.find(&format!("fn {name}("))?;
    let start = text[..at].rfind("\n\n").map_or(0, |blank| blank + 2);
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let indent = &text[line..][..text[line..].len() - text[line..].trim_start().len()];
    let end = text[at..].find(&format!("\n{indent}}}")).map_or(text.len(), |end| at + end);
    text[start..at].contains("#[test]").then(|| &text[start..end])
}

/// Every Rust file below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_path_buf()];
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
    let function = clause.to_lowercase().replace(['-', '.'], "_");
    cited(clause, char::is_alphanumeric) || cited(&format!("{function}_"), |c| c.is_ascii_digit())
}

/// The clause that a lettered part belongs to, such as `CQB-5.3.4` of `CQB-5.3.4a`.
fn chapter(clause: &str) -> Option<&str> {
    let chapter = clause.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    (chapter != clause && chapter.ends_with(|last: char| last.is_ascii_digit())).then_some(chapter)
}

fn in_backticks(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
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
