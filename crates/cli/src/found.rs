//! Looks up a word of a ruleset that is not the name of a key: as a value of keys, as a row of a table, or in
//! descriptions.

use std::fmt::Write;

use engage::Ruleset;
use scenario::{Choice, KeyRow, Section, rules_in_toml};
use serde_json::{Value, json};

use crate::used::{line, wrapped};

/// Groups of words that players use for the same thing.
const ALIKE: [&[&str]; 9] = [
    &["initiative", "first", "order", "sequence", "activation", "reaction", "simultaneous"],
    &["armour", "armor", "vest", "save", "protection"],
    &["wound", "wounds", "damage", "hurt", "injury", "trauma"],
    &["morale", "nerve", "break", "breaks", "pinned", "suppression", "panic"],
    &["weapon", "weapons", "gun", "firearm"],
    &["range", "distance"],
    &["move", "movement", "speed", "pace"],
    &["jam", "jams", "malfunction", "misfire"],
    &["skill", "ability", "quality", "rep", "training"],
];

/// Whether two words are equal apart from capitals and separators.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    plain(one) == plain(other)
}

/// A word in lower case, with spaces between its parts.
fn plain(word: &str) -> String {
    word.trim().to_lowercase().replace(['_', '-'], " ")
}

/// The keys that allow a word as a value, and the rows of printed tables with that name; empty if there are none.
pub(crate) fn as_value(ruleset: &Ruleset, sections: &[Section], word: &str) -> String {
    let fits = |choice: &&Choice| is_same(&choice.word, word) || is_same(&choice.label, word);
    let mut text = String::new();
    let mut told: Vec<(&str, &str)> = Vec::new();
    for section in sections {
        for row in &section.rows {
            let Some(choice) = row.choices.iter().chain(&row.names).find(fits) else { continue };
            // Situations share these keys and words.
            if told.contains(&(row.path.as_str(), choice.word.as_str())) {
                continue;
            }
            told.push((&row.path, &choice.word));
            text.push_str(&value(section, row, choice, sections));
        }
    }
    let mut rows = Vec::new();
    rows_of(&(ruleset.rules)(), word, &mut Vec::new(), &mut rows);
    for (path, row) in rows {
        let nested = path.iter().rev().fold(row.clone(), |inner, part| json!({ part: inner }));
        let _ = write!(text, "\nRow of a table, as printed\n\n{}", rules_in_toml(nested));
    }
    text
}

/// A key with one of its allowed values.
fn value(section: &Section, row: &KeyRow, choice: &Choice, sections: &[Section]) -> String {
    let mut text = String::new();
    let KeyRow { path, label, about, .. } = row;
    let is_list = row.takes.starts_with("list");
    let shown = if is_list { format!("[\"{}\"]", choice.word) } else { format!("\"{}\"", choice.word) };
    let _ = writeln!(text, "\nValue of {path}, below {}", section.heading);
    line(&mut text, &format!("{path} = {shown}"));
    let what = if choice.about.is_empty() { choice.label.clone() } else { choice.about.clone() };
    line(&mut text, what.trim_end());
    line(&mut text, &format!("{label}: {}", about.trim_end()));
    let others = row.choices.iter().chain(&row.names).filter(|other| other.word != choice.word);
    let others: Vec<&str> = others.map(|other| other.word.as_str()).collect();
    if !others.is_empty() {
        line(&mut text, &format!("besides {}", others.join(", ")));
    }
    let head = match section.heading.as_str() {
        "[blue.NAME] and [red.NAME]" => "red.NAME".to_owned(),
        heading if heading.starts_with("[situation]") => "situation".to_owned(),
        heading => heading.trim_matches(['[', ']']).to_owned(),
    };
    if !path.contains(['[', '.']) || head == "rules" {
        let plain = if is_list { shown.replace('"', "'") } else { choice.word.clone() };
        line(&mut text, &format!("--set \"{head}.{path}={plain}\""));
    }
    let same =
        sections.iter().filter(|other| other.heading.starts_with("[situation]") && other.heading != section.heading);
    let kinds = same.filter(|other| other.rows.iter().any(|one| one.path == *path && takes(one, choice)));
    let kinds: Vec<&str> = kinds.filter_map(|other| other.heading.split('"').nth(1)).collect();
    if !kinds.is_empty() {
        line(&mut text, &format!("also in situations: {}", kinds.join(", ")));
    }
    text
}

fn takes(row: &KeyRow, choice: &Choice) -> bool {
    row.choices.iter().chain(&row.names).any(|one| one.word == choice.word)
}

/// The rows of nested tables for a word: tables of that name, and list entries that contain that text.
fn rows_of(value: &Value, word: &str, path: &mut Vec<String>, found: &mut Vec<(Vec<String>, Value)>) {
    match value {
        Value::Object(table) => {
            for (name, inner) in table {
                path.push(name.clone());
                if is_same(name, word) && path.len() > 1 && inner.is_object() {
                    found.push((path.clone(), inner.clone()));
                } else {
                    rows_of(inner, word, path, found);
                }
                path.pop();
            }
        }
        Value::Array(items) => {
            let bears =
                |item: &&Value| item.as_object().is_some_and(|row| row.values().any(|text| is_text(text, word)));
            let rows: Vec<Value> = items.iter().filter(bears).cloned().collect();
            if !rows.is_empty() {
                found.push((path.clone(), rows.into()));
            }
        }
        _ => {}
    }
}

fn is_text(value: &Value, word: &str) -> bool {
    value.as_str().is_some_and(|text| is_same(text, word))
}

/// Whether a text mentions a word or one of its synonyms.
pub(crate) fn speaks_of(text: &str, word: &str) -> bool {
    let asked = plain(word);
    let alike = ALIKE.iter().find(|words| words.contains(&asked.as_str()));
    let mut words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    match alike {
        Some(alike) => words.any(|word| alike.contains(&word.as_str())),
        None => format!(" {} ", words.collect::<Vec<_>>().join(" ")).contains(&format!(" {asked} ")),
    }
}

/// A line about one thing that mentions a word.
pub(crate) fn mention(word: &str, about: &str) -> String {
    let first = about.split_once(". ").map_or(about, |(first, _)| first);
    format!("  {}\n", wrapped(&format!("{word}  {first}"), 2, 6))
}

#[cfg(test)]
mod tests {
    use super::{is_same, speaks_of};

    #[test]
    fn words_are_the_same_however_they_are_written() {
        assert!(is_same("submachine gun", "Submachine_Gun") && is_same("hand-to-hand", "hand to hand"));
        assert!(!is_same("smg", "smg+"));
    }

    #[test]
    fn texts_speak_of_whole_words_and_of_others_for_the_same() {
        assert!(speaks_of("the order of fire", "Initiative") && speaks_of("Armour worn", "armor"));
        assert!(speaks_of("no fire at who crosses an opening", "opening") && !speaks_of("reopening", "opening"));
    }
}
