//! `beatenzone rules`

use std::fmt::Write;

use engage::{Clause, Coverage, Finding, Kind, Ruleset, Side, WINS, heading};
use scenario::{KeyRow, RULESETS, Section, coverage, did_you_mean, row_of, rules_in_toml, sections};
use serde_json::Value;

use crate::args::RulesArgs;
use crate::commands::ruleset;
use crate::failure::Failure;
use crate::found::{as_value, is_same, mention, speaks_of};
use crate::output;
use crate::used::{clause_used, key_used, wrapped};

/// Longer defaults appear in the tables at the end.
const LONGEST_DEFAULT: usize = 60;

/// Lists the rulesets, describes one, or looks up a term in one.
pub(crate) fn rules(args: &RulesArgs) -> Result<(), Failure> {
    let Some(name) = &args.ruleset else {
        let line = |ruleset: &&Ruleset| format!("{}  {}\n", ruleset.id, ruleset.title);
        return output::print(&RULESETS.iter().map(line).collect::<String>());
    };
    let ruleset = ruleset(name)?;
    let sections = sections(ruleset);
    let parts = parts(ruleset, &sections);
    let Some(word) = &args.word else { return output::print(&description(ruleset, &parts)) };
    let asked = Term::new(word);
    let all = || parts.iter().flat_map(|part| part.entries.iter().map(move |entry| (part, entry)));
    let key = row_of(&sections, word, None).map(|(section, row)| (section.heading.as_str(), row.path.as_str()));
    let is = |part: &Part<'_>, entry: &Entry<'_>| {
        asked.is(part, entry) || key == Some((part.heading.as_str(), entry.word.as_str()))
    };
    let called = all().any(|(part, entry)| is(part, entry));
    let mut text = String::new();
    for part in &parts {
        let fits = |entry: &&Entry| if called { is(part, entry) } else { asked.is_within(entry) };
        let found: Vec<&Entry> = part.entries.iter().filter(fits).collect();
        if !found.is_empty() {
            text.push_str(&written(&part.title, &found));
        }
        for entry in found.iter().filter(|_| called) {
            let more = match &entry.what {
                What::Clause(clause) => clause_used(ruleset, clause, &sections),
                What::Key(row) => key_used(ruleset, &sections, &part.heading, row),
                What::Other => String::new(),
            };
            text.push_str(&more);
        }
    }
    let value = as_value(ruleset, &sections, word);
    text = match called || value.is_empty() {
        true => text + &value,
        // An exact name takes precedence over entries that only contain the word.
        false => value,
    };
    if text.is_empty() {
        text = mentions(name, word, &parts, &sections)?;
    }
    output::print(text.trim_start())
}

/// Entries that mention a word which is not the name of anything.
fn mentions(ruleset: &str, word: &str, parts: &[Part<'_>], sections: &[Section]) -> Result<String, Failure> {
    let mut text = String::new();
    for part in parts {
        let speaks = |entry: &&Entry| {
            let choices = entry.choices.iter().map(|(_, about)| about.as_str());
            let texts = [entry.word.as_str(), &entry.beside, &entry.about].into_iter().chain(choices);
            texts.into_iter().any(|text| speaks_of(text, word))
        };
        for entry in part.entries.iter().filter(speaks) {
            let about = if entry.about.is_empty() { &entry.beside } else { &entry.about };
            let below = if part.heading.is_empty() { String::new() } else { format!("{} ", part.heading) };
            text.push_str(&mention(&format!("{below}{}", entry.word), about));
        }
    }
    let keys = parts.iter().flat_map(|part| part.entries.iter().map(|entry| entry.word.as_str()));
    let rows = sections.iter().flat_map(|section| &section.rows);
    let values = rows.flat_map(|row| row.choices.iter().chain(&row.names).map(|choice| choice.word.as_str()));
    let near = did_you_mean(word, keys.chain(values));
    if text.is_empty() {
        return Err(Failure::Usage(format!("`{ruleset}` has nothing called `{word}`{near}")));
    }
    let near = if near.is_empty() { "." } else { &near };
    Ok(format!("`{ruleset}` has nothing called `{word}`{near} These entries mention it or something similar:\n{text}"))
}

/// The term looked up.
struct Term {
    /// The table of the key, if it is a complete key.
    table: Option<String>,
    /// The word, or the rest of the key with list entries as `[]`.
    word: String,
}

impl Term {
    fn new(word: &str) -> Term {
        let mut plain = String::new();
        let mut inside = false;
        for c in word.chars() {
            inside &= c != ']';
            plain.extend(Some(c).filter(|_| !inside));
            inside |= c == '[';
        }
        let (table, rest) = match plain.split_once('.') {
            Some((head @ ("blue" | "red"), rest)) => match rest.split_once('.') {
                Some((_, rest)) => (Some(head), rest.to_owned()),
                None => (None, plain.clone()),
            },
            Some((head @ ("play" | "field" | "mission" | "rules"), rest)) => (Some(head), rest.to_owned()),
            _ => (None, plain.clone()),
        };
        Term { table: table.map(|table| format!("[{table}")), word: rest }
    }

    /// Whether it is the name of an entry.
    fn is(&self, part: &Part<'_>, entry: &Entry<'_>) -> bool {
        let here = self.table.as_ref().is_none_or(|table| {
            part.heading.starts_with(table.as_str()) || table == "[red" && part.heading.starts_with("[blue")
        });
        here && (is_same(&entry.word, &self.word) || entry.word.ends_with(&format!(".{}", self.word)))
    }

    /// Whether the name of an entry contains it.
    fn is_within(&self, entry: &Entry<'_>) -> bool {
        entry.word.to_lowercase().contains(&self.word.to_lowercase())
    }
}

/// A part of the description.
struct Part<'s> {
    /// The table of the keys, such as `[rules]`; empty if the entries are not keys.
    heading: String,
    title: String,
    entries: Vec<Entry<'s>>,
}

/// The subject of an entry.
enum What<'s> {
    Clause(Clause),
    Key(&'s KeyRow),
    Other,
}

/// A named thing in the description.
struct Entry<'s> {
    what: What<'s>,
    word: String,
    /// The text after the word on its line.
    beside: String,
    /// The explanation below.
    about: String,
    /// Words below it with their meanings.
    choices: Vec<(String, String)>,
}

fn description(ruleset: &Ruleset, parts: &[Part<'_>]) -> String {
    let mut text = format!("{}: {}\n", ruleset.id, ruleset.title);
    for part in parts {
        text.push_str(&written(&part.title, &part.entries.iter().collect::<Vec<_>>()));
    }
    text.push_str("\nOptions and tables with the values printed in the rulebook\n\n");
    text.push_str(&rules_in_toml((ruleset.rules)()));
    text
}

fn parts<'s>(ruleset: &'static Ruleset, sections: &'s [Section]) -> Vec<Part<'s>> {
    let clause = |&clause: &Clause| {
        let about = format!("{} ({})", clause.title, coverage(clause.coverage()));
        Entry {
            what: What::Clause(clause),
            word: clause.id.to_owned(),
            beside: about,
            about: String::new(),
            choices: Vec::new(),
        }
    };
    let clauses = ruleset.clauses();
    let count = |coverage| clauses.iter().filter(|clause| clause.coverage() == coverage).count();
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
    let part = |title: &str, entries| Part { heading: String::new(), title: title.to_owned(), entries };
    let mut parts = vec![
        part(&format!("Clauses: {counts}"), clauses.iter().map(clause).collect()),
        part("Situations (odds)", ruleset.kinds.iter().map(kind).collect()),
        part("Endings", wins.into_iter().chain(ruleset.endings.iter().filter(own).map(ending)).collect()),
        part("Measures", ruleset.measures.iter().map(measure).chain([turns]).collect()),
    ];
    let keys = sections.iter().map(|section| {
        let about = if section.about.is_empty() { String::new() } else { format!(": {}", section.about) };
        let title = format!("{}{about}", section.heading);
        Part { heading: section.heading.clone(), title, entries: section.rows.iter().map(key).collect() }
    });
    parts.extend(keys);
    parts
}

fn named(word: &str, label: &str, unit: &str, about: &str) -> Entry<'static> {
    Entry {
        what: What::Other,
        word: word.to_owned(),
        beside: format!("{}: {about}", heading(label, unit)),
        about: String::new(),
        choices: Vec::new(),
    }
}

fn kind(kind: &Kind) -> Entry<'static> {
    let finding = |finding: &Finding| (finding.id.to_owned(), finding.heading());
    let about = format!("{}. {}", kind.label, kind.about);
    let choices = kind.findings.iter().map(finding).collect();
    Entry { what: What::Other, word: kind.id.to_owned(), beside: String::new(), about, choices }
}

/// A key with its default, label, allowed values and meaning.
fn key(row: &KeyRow) -> Entry<'_> {
    let default = match &row.default {
        Some(Value::Object(_) | Value::Null) => String::new(),
        Some(default) => format!("= {default}"),
        None if row.required => "(required)".to_owned(),
        None => String::new(),
    };
    let default = if default.len() > LONGEST_DEFAULT { "= as printed".to_owned() } else { default };
    let (about, choices) = row.explained();
    Entry { what: What::Key(row), word: row.path.clone(), beside: default, about, choices }
}

fn written(title: &str, entries: &[&Entry<'_>]) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "\n{}", wrapped(title, 0, 0));
    let width = |words: &mut dyn Iterator<Item = &String>| words.map(|word| word.chars().count()).max().unwrap_or(0);
    let in_line = entries.iter().all(|entry| entry.about.is_empty());
    let first = if in_line { width(&mut entries.iter().map(|entry| &entry.word)) } else { 0 };
    for Entry { word, beside, about, choices, .. } in entries {
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
