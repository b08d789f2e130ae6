//! Writes a scenario as text, with a comment for each key from its declaration.

use std::collections::BTreeSet;
use std::fmt::Write;

use engage::{Kind, Ruleset, Side};
use serde_json::{Map, Value};

use crate::keys::{KeyRow, Keys, Section, sections};
use crate::schema::schema;
use crate::values::{in_toml, key_in_toml, text as plain};
use crate::wrap::wrapped;

/// The most characters of a line with a comment.
const WIDTH: usize = 80;

/// The rows of the keys below a heading.
fn rows<'s>(sections: &'s [Section], heading: &str) -> &'s [KeyRow] {
    sections.iter().find(|section| section.heading == heading).map_or(&[], |section| section.rows.as_slice())
}

/// The text of a file with a situation.
pub(super) fn situation(ruleset: &'static Ruleset, kind: &Kind, document: &Value) -> String {
    let schema = schema(&[ruleset]);
    let frame = Keys::new(&schema).section("", &schema);
    let own = sections(ruleset);
    let mut writer = ScenarioWriter { ruleset, frame: &frame.rows, out: String::new(), known: BTreeSet::new() };
    writer.begin(
        &frame.about,
        &[
            ("check FILE".to_owned(), "finds mistakes"),
            ("run FILE".to_owned(), "answers it"),
            (format!("rules {} {}", ruleset.id, kind.id), "explains the question"),
        ],
    );
    writer.keys("", document.as_object(), &frame.rows, "");
    writer.heading(&format!("{}: {}", kind.label, kind.about), &["situation"]);
    let _ = writeln!(writer.out, "kind = {}", in_toml(&kind.id.into()));
    let mut table = document["situation"].as_object().cloned().unwrap_or_default();
    table.shift_remove("kind");
    let rows = rows(&own, &format!("[situation] with kind = \"{}\"", kind.id));
    writer.keys("situation", Some(&table), rows, "");
    for (name, value) in table.iter().filter(|(_, value)| is_table(value)) {
        writer.heading("", &["situation", name]);
        writer.keys("situation", value.as_object(), rows, &format!("{name}."));
    }
    if let Some(sweep) = document.get("sweep").and_then(Value::as_object) {
        writer.out.push('\n');
        writer.comment(&writer.about("sweep"));
        writer.swept(sweep);
    }
    writer.out
}

/// The text of a scenario file.
pub(super) fn text(ruleset: &'static Ruleset, document: &Value) -> String {
    let schema = schema(&[ruleset]);
    let frame = Keys::new(&schema).section("", &schema);
    let own = sections(ruleset);
    let rows = |heading: &str| rows(&own, heading);
    let (squad, rules) = (rows("[blue.NAME] and [red.NAME]"), rows("[rules]"));
    let mut writer = ScenarioWriter { ruleset, frame: &frame.rows, out: String::new(), known: BTreeSet::new() };
    writer.begin(
        &frame.about,
        &[
            ("check FILE".to_owned(), "finds mistakes, and says what would be played"),
            ("run FILE".to_owned(), "plays it"),
            (format!("rules {}", ruleset.id), "explains every key, option and table"),
        ],
    );
    writer.keys("", document.as_object(), &frame.rows, "");
    for head in ["play", "field", "mission"] {
        writer.table(head, &document[head], rows(&format!("[{head}]")));
    }
    Side::ALL.into_iter().for_each(|side| writer.squads(side, &document[side.name()], squad));
    writer.table("rules", &document["rules"], rules);
    writer.sweep(document);
    writer.variants(document, rules);
    writer.out
}

struct ScenarioWriter<'w> {
    ruleset: &'static Ruleset,
    frame: &'w [KeyRow],
    out: String,
    /// The keys that have been explained.
    known: BTreeSet<String>,
}

impl ScenarioWriter<'_> {
    fn comment(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}", wrapped(&format!("# {text}"), WIDTH, 0, "# "));
    }

    /// Writes the opening comment: what the file is, and the commands for it.
    fn begin(&mut self, about: &str, commands: &[(String, &str)]) {
        self.comment(&format!("{about} Text after a # is a comment."));
        let width = commands.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
        for (command, about) in commands {
            let _ = writeln!(self.out, "#   beatenzone {command:width$}  {about}");
        }
        self.out.push('\n');
    }

    fn swept(&mut self, sweep: &Map<String, Value>) {
        let _ = writeln!(self.out, "[sweep]");
        sweep.iter().for_each(|(word, values)| _ = writeln!(self.out, "{} = {}", key_in_toml(word), in_toml(values)));
    }

    /// Writes the heading of a table, after a comment.
    fn heading(&mut self, about: &str, path: &[&str]) {
        self.out.push('\n');
        if !about.is_empty() {
            self.comment(about);
        }
        let path = path.iter().map(|part| key_in_toml(part)).collect::<Vec<_>>();
        let _ = writeln!(self.out, "[{}]", path.join("."));
    }

    fn about(&self, path: &str) -> String {
        self.frame.iter().find(|row| row.path == path).map_or(String::new(), |row| row.about.clone())
    }

    /// Writes a table of the top level and the tables in it.
    fn table(&mut self, head: &str, value: &Value, rows: &[KeyRow]) {
        let Some(table) = value.as_object().filter(|table| !table.is_empty()) else { return };
        let (inner, own): (Vec<_>, Vec<_>) = table.iter().partition(|(_, value)| is_table(value));
        if !own.is_empty() {
            self.heading(&self.about(head), &[head]);
            self.keys(head, Some(table), rows, "");
        }
        for (name, value) in inner {
            let about = rows.iter().find(|row| row.path == *name).map_or("", |row| row.about.as_str());
            self.heading(about, &[head, name]);
            self.keys(head, value.as_object(), rows, &format!("{name}."));
        }
    }

    fn squads(&mut self, side: Side, value: &Value, rows: &[KeyRow]) {
        let mut about = self.about(side.name());
        for (name, squad) in value.as_object().into_iter().flatten() {
            self.heading(&about, &[side.name(), name]);
            about.clear();
            self.keys("squad", squad.as_object(), rows, "");
        }
    }

    /// Writes the keys of a table that are not tables: declared keys in the order of their declarations, each explained
    /// at its first use, then the other keys.
    fn keys(&mut self, head: &str, table: Option<&Map<String, Value>>, rows: &[KeyRow], prefix: &str) {
        let place = |word: &str| rows.iter().position(|row| row.path.strip_prefix(prefix) == Some(word));
        let mut keys: Vec<_> = table.into_iter().flatten().filter(|(_, value)| !is_table(value)).collect();
        keys.sort_by_key(|(word, _)| place(word));
        for (word, value) in &keys {
            if let Some(row) = place(word).map(|place| &rows[place])
                && self.known.insert(format!("{head} {}", row.path))
            {
                self.explain(row);
            }
            let _ = writeln!(self.out, "{} = {}", key_in_toml(word), in_toml(value));
        }
        let other = |row: &&KeyRow| {
            let word = row.path.strip_prefix(prefix).filter(|word| !word.contains('.'));
            word.is_some_and(|word| !keys.iter().any(|(known, _)| *known == word))
        };
        let others: Vec<&KeyRow> = rows.iter().filter(other).collect();
        if let (false, Some(first)) = (head.is_empty(), others.first())
            && self.known.insert(format!("{head} {prefix}"))
        {
            let words: Vec<&str> = others.iter().map(|row| &row.path[prefix.len()..]).collect();
            let about = format!("beatenzone rules {} {}", self.ruleset.id, first.path);
            self.comment(&format!("Other keys: {}. To look one up: `{about}`.", words.join(", ")));
        }
    }

    /// Writes the comment of a key: its meaning, and the meaning of each of its words.
    fn explain(&mut self, row: &KeyRow) {
        let (about, choices) = row.explained();
        let default = row.default.as_ref().filter(|default| !default.is_object() && **default != Value::Null);
        let default = default.map(plain).filter(|default| !default.is_empty());
        let default = default.map_or(String::new(), |default| format!(" Default: {default}."));
        self.comment(&format!("{}{default}", about.trim_end()));
        let width = choices.iter().map(|(word, _)| word.chars().count()).max().unwrap_or(0);
        for (word, about) in choices {
            let line = format!("#   {word:width$}  {about}");
            let _ =
                writeln!(self.out, "{}", wrapped(line.trim_end(), WIDTH, 0, &format!("#{}", " ".repeat(width + 5))));
        }
    }

    fn sweep(&mut self, document: &Value) {
        self.out.push('\n');
        self.comment(&self.about("sweep"));
        match document.get("sweep").and_then(Value::as_object) {
            Some(sweep) => self.swept(sweep),
            None => {
                let squad = |side: Side| {
                    let (name, squad) = document[side.name()].as_object()?.iter().next()?;
                    Some((format!("{}.{name}.count", side.name()), squad["count"].as_u64()?))
                };
                let Some((word, count)) = Side::ALL.into_iter().rev().find_map(squad) else { return };
                let counts: Vec<u64> = (count.saturating_sub(2).max(1)..=count).collect();
                let _ = writeln!(self.out, "# [sweep]\n# {} = {}", key_in_toml(&word), in_toml(&counts.into()));
            }
        }
    }

    fn variants(&mut self, document: &Value, rules: &[KeyRow]) {
        self.out.push('\n');
        self.comment(&format!(
            "{} A variant that sets a key of `rules` tests a house rule; its difference from the baseline is the verdict.",
            self.about("variants")
        ));
        let Some(variants) = document.get("variants").and_then(Value::as_object) else {
            if let Some((path, word)) = rules.iter().find_map(other_value) {
                let word = in_toml(&word.into());
                let _ = writeln!(
                    self.out,
                    "# [variants.\"a house rule\"]\n# {} = {word}",
                    key_in_toml(&format!("rules.{path}"))
                );
            }
            return;
        };
        for (place, (name, sets)) in variants.iter().enumerate() {
            let line = if place == 0 { "" } else { "\n" };
            let _ = writeln!(self.out, "{line}[variants.{}]", key_in_toml(name));
            for (word, value) in sets.as_object().into_iter().flatten() {
                let _ = writeln!(self.out, "{} = {}", key_in_toml(word), in_toml(value));
            }
        }
    }
}

/// A value of an option other than its default.
fn other_value(row: &KeyRow) -> Option<(&str, &str)> {
    let default = row.default.as_ref()?.as_str()?;
    let other = row.choices.iter().find(|choice| choice.word != default)?;
    (!row.path.contains('.')).then_some((row.path.as_str(), other.word.as_str()))
}

fn is_table(value: &Value) -> bool {
    value.as_object().is_some_and(|table| !table.is_empty())
}
