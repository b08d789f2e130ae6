//! Describes where a clause or a key of a ruleset is used, and how to set a key.

use std::fmt::Write;

use engage::{Clause, Coverage, Ruleset};
use scenario::{KeyRow, Section};
use serde_json::{Value, json};

use crate::output;

/// Describes the use of a clause: where it is played, or what the automatic player does instead, and the keys that cite
/// it.
pub(crate) fn clause_used(ruleset: &Ruleset, clause: &Clause, sections: &[Section]) -> String {
    let mut text = String::new();
    let clauses = &ruleset.clauses();
    let is_played = clause.coverage() == Coverage::Played;
    if !is_played {
        line(&mut text, &clause.place.replace('`', ""));
    }
    let readings: Vec<String> = readings(ruleset).filter(|reading| cited(clauses, reading, clause)).collect();
    if !readings.is_empty() {
        let _ = writeln!(text, "\n  How it is read");
        readings.iter().for_each(|reading| line(&mut text, &reading.replace('`', "")));
    }
    let mut keys = String::new();
    for section in sections {
        for row in section.rows.iter().filter(|row| cites(clauses, row).iter().any(|one| one.id == clause.id)) {
            // The meaning of a key says more about the rule than its name.
            let about = format!("{} {}: {}. {}", section.heading, row.path, row.label, row.about);
            line(&mut keys, about.trim_end());
        }
    }
    if !keys.is_empty() {
        let _ = write!(text, "\n  Keys that change or mention it\n{keys}");
    }
    let options = options(ruleset, clauses, clause);
    if !options.is_empty() {
        let _ = writeln!(text, "\n  Why the options have their defaults");
        options.iter().for_each(|option| line(&mut text, option));
    }
    let held = held(clause);
    if !held.is_empty() {
        let _ = writeln!(text, "\n  What its tests check");
        held.iter().for_each(|what| line(&mut text, what));
    }
    if is_played {
        let _ = writeln!(text, "\n  In the source");
        line(&mut text, &format!("played in {}", clause.place.replace('`', "")));
        if !clause.tests.is_empty() {
            line(&mut text, &format!("tested by {}", clause.tests.replace('`', "")));
        }
    }
    text
}

/// The notes of a ruleset's account about its interpretation of the rulebook: list items and paragraphs.
fn readings(ruleset: &Ruleset) -> impl Iterator<Item = String> {
    let paragraphs = ruleset.accounts.split("\n\n").filter(|text| !text.starts_with(['|', '#']));
    let items = paragraphs.flat_map(|text| text.strip_prefix("- ").unwrap_or(text).split("\n- "));
    items.map(|item| item.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Options without a key that cites the clause, if the account names the clause as their reason.
fn options(ruleset: &Ruleset, clauses: &[Clause], clause: &Clause) -> Vec<String> {
    let options = ruleset.rows().filter(|cells| cells[0].starts_with('`') && cited(clauses, cells[2], clause));
    options.map(|[key, words, why, _]| format!("rules.{key}, {words}: {why}").replace('`', "")).collect()
}

/// What the tests of a clause check, from their names: `cx0_4_keeping_for_effect` becomes `keeping for effect`. Leaves
/// out words that the title already says.
fn held(clause: &Clause) -> Vec<String> {
    let prefix = format!("{}_", clause.id.to_lowercase().replace(['-', '.'], "_"));
    let names = clause.tests.split('`').filter_map(|name| name.strip_prefix(&prefix));
    let words = names.map(|name| name.replace('_', " "));
    words.filter(|words| *words != clause.title && !words.starts_with("and ")).collect()
}

/// Whether a text cites a clause.
fn cited(clauses: &[Clause], text: &str, clause: &Clause) -> bool {
    clauses_in(clauses, [text].into_iter()).iter().any(|one| one.id == clause.id)
}

/// The first entry of a table of the rules that is not itself a table, with its path.
fn first_entry(table: &Value) -> Option<(String, &Value)> {
    let (name, value) = table.as_object()?.iter().find(|(_, value)| !value.is_null())?;
    Some(first_entry(value).map_or((name.clone(), value), |(below, value)| (format!("{name}.{below}"), value)))
}

/// Describes a key: the clauses that it cites, the reason for an option, the printed value of a table, and how to set
/// it.
pub(crate) fn key_used(ruleset: &Ruleset, sections: &[Section], heading: &str, row: &KeyRow) -> String {
    let mut text = String::new();
    let clauses = cites(&ruleset.clauses(), row);
    if !clauses.is_empty() {
        let _ = writeln!(text, "\n  Clauses");
    }
    for clause in clauses {
        line(&mut text, &format!("{} {} ({})", clause.id, clause.title, coverage(clause.coverage())));
    }
    let is_rule = heading == "[rules]";
    if is_rule && let Some([_, _, why, _]) = ruleset.rows().find(|cells| cells[0] == format!("`{}`", row.path)) {
        let _ = writeln!(text, "\n  Why the default");
        line(&mut text, &why.replace('`', ""));
    }
    let rules = (ruleset.rules)();
    let table = row.path.split('[').next().unwrap_or(&row.path);
    let value = table.split('.').try_fold(&rules, |at, word| at.get(word));
    let table_value = value.filter(|value| is_rule && (value.is_object() || value.is_array()));
    if let Some(value) = table_value {
        let nested = table.split('.').rev().fold(value.clone(), |inner, word| json!({ word: inner }));
        let _ = write!(text, "\n  As printed\n\n{}", printed(nested));
    }
    set(&mut text, sections, heading, row, table_value);
    text
}

/// Describes how to set a key on the command line, in a file and in a variant; for a `table` or list of the rules, how
/// to set one entry.
fn set(text: &mut String, sections: &[Section], heading: &str, row: &KeyRow, table: Option<&Value>) {
    let head = match heading {
        "[blue.NAME] and [red.NAME]" => "red.NAME",
        _ if heading.starts_with("[situation]") => return,
        _ => heading.trim_matches(['[', ']']),
    };
    let default = row.default.as_ref().filter(|value| !value.is_object() && !value.is_null());
    let other = row
        .choices
        .iter()
        .chain(&row.names)
        .map(|choice| Value::from(choice.word.as_str()))
        .find(|word| Some(word) != default);
    let list = table.and_then(Value::as_array);
    let first = table.filter(|_| !row.path.contains(".NAME")).and_then(|table| first_entry(table));
    let (path, value) = match list.and_then(|list| list.first()) {
        None if first.is_some() => {
            first.map_or_else(Default::default, |(below, value)| (format!("{}.{below}", row.path), Some(value.clone())))
        }
        Some(Value::Object(first)) => {
            let (column, named) = first.iter().next().unzip();
            let entry =
                format!("[{}={}]", column.map_or("", String::as_str), named.map(scenario::text).unwrap_or_default());
            let (last, value) = first.iter().next_back().unzip();
            let whole = format!("{}{entry}.{}", row.path, last.map_or("", String::as_str));
            let path = if row.path.contains("[]") { row.path.replacen("[]", &entry, 1) } else { whole };
            (path, value.cloned())
        }
        Some(first) => (format!("{}[0]", row.path), Some(first.clone())),
        None => {
            (row.path.clone(), other.filter(|_| !default.is_some_and(Value::is_array)).or_else(|| default.cloned()))
        }
    };
    let [plain, quoted] = match &value {
        Some(value @ Value::String(_)) => [scenario::text(value), value.to_string()],
        Some(value) => [value.to_string(), value.to_string()],
        None => ["VALUE".to_owned(), "VALUE".to_owned()],
    };
    let table = if head == "red.NAME" { "[red.NAME] or [blue.NAME]".to_owned() } else { format!("[{head}]") };
    let own = if path.contains(['[', '.']) { format!("\"{path}\"") } else { path.clone() };
    let _ = writeln!(text, "\n  How to set it");
    line(text, &format!("--set \"{head}.{path}={plain}\""));
    line(text, &format!("below {table}: {own} = {quoted}"));
    if head != "play" || path == "turn_limit" {
        line(text, &format!("in a variant: \"{head}.{path}\" = {quoted}; in a sweep: a list of values"));
    }
    if head == "rules" {
        let own = sections.iter().filter(|section| section.rows.iter().any(|row| row.path == "options"));
        let kinds: Vec<&str> = own.filter_map(|section| section.heading.split('"').nth(1)).collect();
        if !kinds.is_empty() {
            line(text, &format!("in situations as situation.options.{path}: {}", kinds.join(", ")));
        }
    }
}

/// The clauses cited in the description of a key, in the rulebook's order.
fn cites(clauses: &[Clause], row: &KeyRow) -> Vec<Clause> {
    clauses_in(clauses, [row.about.as_str()].into_iter().chain(row.choices.iter().map(|choice| choice.about.as_str())))
}

/// The clauses cited in some texts, in the rulebook's order.
fn clauses_in<'t>(clauses: &[Clause], texts: impl Iterator<Item = &'t str>) -> Vec<Clause> {
    let sign = |c: char| !(c.is_ascii_alphanumeric() || "-._".contains(c));
    let words: Vec<&str> = texts.flat_map(|text| text.split(sign)).map(|word| word.trim_end_matches('.')).collect();
    // The id of a chapter means all its clauses.
    let is_clause = |word: &str| clauses.iter().any(|clause| clause.id == word);
    let within = |clause: &Clause, word: &str| {
        let rest = clause.id.strip_prefix(word).filter(|_| word.contains('-') && !is_clause(word));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let cited = |clause: &&Clause| words.iter().any(|word| *word == clause.id || within(clause, word));
    clauses.iter().filter(cited).copied().collect()
}

/// A line below a heading, indented.
pub(crate) fn line(text: &mut String, what: &str) {
    let _ = writeln!(text, "    {}", wrapped(what, 4, 6));
}

/// Text wrapped at spaces to the width of the terminal.
pub(crate) fn wrapped(text: &str, begin: usize, indent: usize) -> String {
    scenario::wrapped(text, usize::from(output::width()).max(40), begin, &" ".repeat(indent))
}

pub(crate) const fn coverage(coverage: Coverage) -> &'static str {
    match coverage {
        Coverage::Played => "played",
        Coverage::LeftToPeople => "left to people",
        Coverage::NotYet => "not played yet",
    }
}

/// Rules as printed, in the form of a file.
pub(crate) fn printed(rules: Value) -> String {
    toml::to_string(&json!({ "rules": without_nulls(rules) })).unwrap_or_default()
}

/// TOML has no null: an option that is off by default is left out of the file.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(table) => {
            let kept = table.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(key, value)| (key, without_nulls(value))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_nulls).collect()),
        other => other,
    }
}
