//! `beatenzone rules`

use std::fmt::Write;

use engage::{Coverage, Finding, Kind, Ruleset, Side, WINS, heading};
use scenario::{KeyRow, RULESETS, sections};
use serde_json::Value;

use crate::args::RulesArgs;
use crate::commands::{did_you_mean, ruleset};
use crate::failure::Failure;
use crate::output;

/// Defaults longer than this stand in the tables at the end.
const LONGEST_DEFAULT: usize = 60;

/// Lists the rulesets, or describes one, or what of it bears a word.
pub(crate) fn rules(args: &RulesArgs) -> Result<(), Failure> {
    let Some(name) = &args.ruleset else {
        let line = |ruleset: &&Ruleset| format!("{}  {}\n", ruleset.id, ruleset.title);
        return output::print(&RULESETS.iter().map(line).collect::<String>());
    };
    let ruleset = ruleset(name)?;
    let parts = parts(ruleset);
    let Some(word) = &args.word else { return output::print(&description(ruleset, &parts)?) };
    let found = parts.iter().map(|part| part.about(word)).collect::<String>();
    if found.is_empty() {
        let words = parts.iter().flat_map(|part| part.entries.iter().map(|entry| entry.word.as_str()));
        let near = did_you_mean(word, words);
        return Err(Failure::Usage(format!("nothing of `{name}` is called `{word}`{near}")));
    }
    output::print(found.trim_start())
}

/// A part of the description.
struct Part {
    title: String,
    entries: Vec<Entry>,
}

/// Something with a word of its own.
struct Entry {
    word: String,
    /// What follows the word in its line.
    beside: String,
    /// What it is, below.
    about: String,
    /// Words below it with what they mean.
    choices: Vec<(String, String)>,
}

impl Part {
    /// The entries that a word is about: one of that name if there is any, else all in whose names it is found.
    fn about(&self, word: &str) -> String {
        let called =
            |entry: &&Entry| entry.word.eq_ignore_ascii_case(word) || entry.word.ends_with(&format!(".{word}"));
        let within = |entry: &&Entry| entry.word.to_lowercase().contains(&word.to_lowercase());
        let mut found: Vec<&Entry> = self.entries.iter().filter(called).collect();
        if found.is_empty() {
            found = self.entries.iter().filter(within).collect();
        }
        if found.is_empty() { String::new() } else { written(&self.title, &found) }
    }
}

fn description(ruleset: &Ruleset, parts: &[Part]) -> Result<String, Failure> {
    let mut text = format!("{}: {}\n", ruleset.id, ruleset.title);
    for part in parts {
        text.push_str(&written(&part.title, &part.entries.iter().collect::<Vec<_>>()));
    }
    text.push_str("\nOptions and tables with the values printed in the rulebook\n\n");
    let rules = serde_json::json!({ "rules": without_nulls((ruleset.rules)()) });
    text.push_str(&toml::to_string(&rules).map_err(|error| Failure::Machine(error.to_string()))?);
    Ok(text)
}

fn parts(ruleset: &'static Ruleset) -> Vec<Part> {
    let clause = |clause: &engage::Clause| {
        let about = format!("{} ({})", clause.title, coverage(clause.coverage));
        Entry { word: clause.id.to_owned(), beside: about, about: String::new(), choices: Vec::new() }
    };
    let count = |coverage| ruleset.clauses.iter().filter(|clause| clause.coverage == coverage).count();
    let counts = [Coverage::Played, Coverage::LeftToPeople, Coverage::NotYet].map(|one| (count(one), coverage(one)));
    let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
    let counts = counts.collect::<Vec<_>>().join(", ");
    let ending = |ending: &engage::Ending| named(ending.id, ending.label, "", ending.about);
    let measure = |measure: &engage::Measure| named(measure.id, measure.label, measure.unit, measure.about);
    let wins = WINS.map(|win| {
        let who = win.winner.map_or("nobody", Side::name);
        named(win.id, win.label, "", &format!("any ending that {who} wins"))
    });
    let own = |ending: &&engage::Ending| WINS.iter().all(|win| win.id != ending.id);
    let turns = named("turns", "Turns", "turns", "turns begun");
    let mut parts = vec![
        Part { title: format!("Clauses: {counts}"), entries: ruleset.clauses.iter().map(clause).collect() },
        Part { title: "Situations (odds)".to_owned(), entries: ruleset.kinds.iter().map(kind).collect() },
        Part {
            title: "Endings".to_owned(),
            entries: wins.into_iter().chain(ruleset.endings.iter().filter(own).map(ending)).collect(),
        },
        Part { title: "Measures".to_owned(), entries: ruleset.measures.iter().map(measure).chain([turns]).collect() },
    ];
    let keys = sections(ruleset).into_iter().map(|section| {
        let about = if section.about.is_empty() { String::new() } else { format!(": {}", section.about) };
        Part { title: format!("{}{about}", section.heading), entries: section.rows.iter().map(key).collect() }
    });
    parts.extend(keys);
    parts
}

fn named(word: &str, label: &str, unit: &str, about: &str) -> Entry {
    Entry {
        word: word.to_owned(),
        beside: format!("{}: {about}", heading(label, unit)),
        about: String::new(),
        choices: Vec::new(),
    }
}

fn kind(kind: &Kind) -> Entry {
    let finding = |finding: &Finding| (finding.id.to_owned(), finding.heading());
    let about = format!("{}. {}", kind.label, kind.about);
    let choices = kind.findings.iter().map(finding).collect();
    Entry { word: kind.id.to_owned(), beside: String::new(), about, choices }
}

/// A key with its default, its label, what it takes and what it means.
fn key(row: &KeyRow) -> Entry {
    let default = match &row.default {
        Some(Value::Object(_) | Value::Null) => String::new(),
        Some(default) => format!("= {default}"),
        None if row.required => "(required)".to_owned(),
        None => String::new(),
    };
    let default = if default.len() > LONGEST_DEFAULT { "= as printed".to_owned() } else { default };
    let (about, choices) = row.told();
    Entry { word: row.path.clone(), beside: default, about, choices }
}

fn written(title: &str, entries: &[&Entry]) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "\n{}", wrapped(title, 0, 0));
    let width = |words: &mut dyn Iterator<Item = &String>| words.map(|word| word.chars().count()).max().unwrap_or(0);
    let in_line = entries.iter().all(|entry| entry.about.is_empty());
    let first = if in_line { width(&mut entries.iter().map(|entry| &entry.word)) } else { 0 };
    for Entry { word, beside, about, choices } in entries {
        let line = format!("  {word:first$}{}{beside}", if in_line { "  " } else { " " });
        let _ = writeln!(text, "{}", wrapped(line.trim_end(), 0, if in_line { first + 4 } else { 6 }));
        if !about.is_empty() {
            let _ = writeln!(text, "      {}", wrapped(about.trim_end(), 6, 6));
        }
        let second = width(&mut choices.iter().map(|(word, _)| word));
        for (word, about) in choices {
            let line = format!("        {word:second$}  {about}");
            let _ = writeln!(text, "{}", wrapped(line.trim_end(), 0, second + 10));
        }
    }
    text
}

/// Text broken at blanks to the width of the terminal.
fn wrapped(text: &str, begin: usize, indent: usize) -> String {
    scenario::wrapped(text, usize::from(output::width()).max(40), begin, &" ".repeat(indent))
}

const fn coverage(coverage: Coverage) -> &'static str {
    match coverage {
        Coverage::Played => "played",
        Coverage::LeftToPeople => "left to people",
        Coverage::NotYet => "not played yet",
    }
}

/// TOML has no null: an option that is off by default stands in the file as nothing.
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
