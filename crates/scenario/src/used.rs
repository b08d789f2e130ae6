//! Where a clause or a key of a ruleset is used, and how to set a key.

use engage::{Clause, Coverage, Ruleset};
use serde_json::{Value, json};

use crate::key::{Key, entry};
use crate::keys::{KeyRow, Section};
use crate::values::text;

/// The heading of the keys of squads.
const SQUADS: &str = "[blue.NAME] and [red.NAME]";

/// Where a clause is used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClauseUse {
    /// What the automatic player does instead, or why it is not played; empty if it is played.
    pub instead: String,
    /// How the rulebook is read where it leaves room.
    pub readings: Vec<String>,
    /// The keys that cite it, with what they mean.
    pub keys: Vec<String>,
    /// The reasons of options without a key that cites it.
    pub options: Vec<String>,
    /// What its tests check, apart from its title.
    pub held: Vec<String>,
    /// Where it is played and tested.
    pub source: Vec<String>,
}

/// Where a key is used, and how it is set.
#[derive(Clone, Debug, Default)]
pub struct KeyUse {
    /// The clauses that it cites, in the rulebook's order.
    pub clauses: Vec<Clause>,
    /// Why an option of the rules has its default.
    pub why: Option<String>,
    /// A table or a list of the rules as printed, in the form of a file; empty for other keys.
    pub printed: String,
    /// How it is set on the command line, in a file, in a variant and in situations.
    pub set: Vec<String>,
}

impl ClauseUse {
    /// Where a clause of a ruleset with these keys is used.
    #[must_use]
    pub fn of(ruleset: &Ruleset, clause: &Clause, sections: &[Section]) -> ClauseUse {
        let clauses = &ruleset.clauses();
        let is_played = clause.coverage() == Coverage::Played;
        let plain = |text: &str| text.replace('`', "");
        let readings = readings(ruleset).filter(|reading| cited(clauses, reading, clause));
        let rows = sections.iter().flat_map(|section| section.rows.iter().map(move |row| (section, row)));
        let citing = rows.filter(|(_, row)| cites(clauses, row).iter().any(|one| one.id == clause.id));
        // The meaning of a key says more about the rule than its name.
        let about = |(section, row): (&Section, &KeyRow)| {
            format!("{} {}: {}. {}", section.heading, row.path, row.label, row.about).trim_end().to_owned()
        };
        let mut source = Vec::new();
        if is_played {
            source.push(format!("played in {}", plain(clause.place)));
            if !clause.tests.is_empty() {
                source.push(format!("tested by {}", plain(clause.tests)));
            }
        }
        ClauseUse {
            instead: if is_played { String::new() } else { plain(clause.place) },
            readings: readings.map(|reading| plain(&reading)).collect(),
            keys: citing.map(about).collect(),
            options: options(ruleset, clauses, clause),
            held: held(clause),
            source,
        }
    }
}

impl KeyUse {
    /// Where a key of a ruleset is used: a row of one of its sections.
    #[must_use]
    pub fn of(ruleset: &Ruleset, sections: &[Section], heading: &str, row: &KeyRow) -> KeyUse {
        let is_rule = heading == "[rules]";
        let why = ruleset.rows().find(|cells| is_rule && cells[0] == format!("`{}`", row.path));
        let rules = (ruleset.rules)();
        let table = row.path.split('[').next().unwrap_or(&row.path);
        let value = table.split('.').try_fold(&rules, |at, word| at.get(word));
        let table_value = value.filter(|value| is_rule && (value.is_object() || value.is_array()));
        let nested = |value: &Value| table.split('.').rev().fold(value.clone(), |inner, word| json!({ word: inner }));
        KeyUse {
            clauses: cites(&ruleset.clauses(), row),
            why: why.map(|[_, _, why, _]| why.replace('`', "")),
            printed: table_value.map(|value| rules_in_toml(nested(value))).unwrap_or_default(),
            set: set(sections, heading, row, table_value),
        }
    }
}

/// The row of a complete key such as `rules.weapons.smg.rate`, `red.gunmen.count` or `situation.range`, and its section; of
/// situations of this kind.
#[must_use]
pub fn row_of<'s>(sections: &'s [Section], key: &str, kind: Option<&str>) -> Option<(&'s Section, &'s KeyRow)> {
    let key = Key::parse(key).ok()?;
    let (heading, path) = match key.parts() {
        [side, _, rest @ ..] if ["blue", "red"].contains(&side.as_str()) => (SQUADS.to_owned(), rest),
        [head, rest @ ..] if head == "situation" => (format!("[situation] with kind = \"{}\"", kind?), rest),
        [head, rest @ ..] => (format!("[{head}]"), rest),
        [] => return None,
    };
    let section = sections.iter().find(|section| section.heading == heading)?;
    let is_row = |row: &&KeyRow, path: &[String]| {
        let mut words = row.path.split('.').flat_map(|word| match word.strip_suffix("[]") {
            Some(list) => vec![list, "[]"],
            None => vec![word],
        });
        let same = |part: &String| match words.next() {
            Some("NAME") => true,
            Some("[]") => entry(part).is_some(),
            word => word == Some(part.as_str()),
        };
        row.path.starts_with(path[0].as_str()) && path.iter().all(same) && words.next().is_none()
    };
    // An entry of a list without columns has no row of its own: it is in that of its list.
    let list = path.split_last().filter(|(last, list)| entry(last).is_some() && !list.is_empty()).map(|(_, list)| list);
    let mut paths = [Some(path), list].into_iter().flatten().filter(|path| !path.is_empty());
    Some((section, paths.find_map(|path| section.rows.iter().find(|row| is_row(row, path)))?))
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

/// How to set a key on the command line, in a file and in a variant; for a `table` or list of the rules, how to set one
/// entry.
fn set(sections: &[Section], heading: &str, row: &KeyRow, table: Option<&Value>) -> Vec<String> {
    let head = match heading {
        SQUADS => "red.NAME",
        _ if heading.starts_with("[situation]") => return Vec::new(),
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
            let entry = format!("[{}={}]", column.map_or("", String::as_str), named.map(text).unwrap_or_default());
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
        Some(value @ Value::String(_)) => [text(value), value.to_string()],
        Some(value) => [value.to_string(), value.to_string()],
        None => ["VALUE".to_owned(), "VALUE".to_owned()],
    };
    let table = if head == "red.NAME" { "[red.NAME] or [blue.NAME]".to_owned() } else { format!("[{head}]") };
    let own = if path.contains(['[', '.']) { format!("\"{path}\"") } else { path.clone() };
    let mut said = vec![format!("--set \"{head}.{path}={plain}\""), format!("below {table}: {own} = {quoted}")];
    if head != "play" || path == "turn_limit" {
        said.push(format!("in a variant: \"{head}.{path}\" = {quoted}; in a sweep: a list of values"));
    }
    if head == "rules" {
        let own = sections.iter().filter(|section| section.rows.iter().any(|row| row.path == "options"));
        let kinds: Vec<&str> = own.filter_map(|section| section.heading.split('"').nth(1)).collect();
        if !kinds.is_empty() {
            said.push(format!("in situations as situation.options.{path}: {}", kinds.join(", ")));
        }
    }
    said
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

/// How far a clause is played, in words.
#[must_use]
pub const fn coverage(coverage: Coverage) -> &'static str {
    match coverage {
        Coverage::Played => "played",
        Coverage::LeftToPeople => "left to people",
        Coverage::NotYet => "not played yet",
    }
}

/// Rules as printed, in the form of a file.
#[must_use]
pub fn rules_in_toml(rules: Value) -> String {
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use engage::Opening;

    use super::{KeyUse, row_of};
    use crate::{RULESETS, Scenario, Wishes, begin, sections};

    #[test]
    fn every_key_of_a_fight_has_its_row() {
        for ruleset in RULESETS {
            let sections = sections(ruleset);
            for opening in ruleset.openings.iter().filter(|opening| opening.id != Opening::MAP) {
                let text = begin(ruleset, opening, &Wishes::default(), Path::new("")).unwrap();
                let scenario = Scenario::parse("new.toml", text.as_bytes(), &[], RULESETS).unwrap();
                for setting in scenario.all_settings() {
                    assert!(row_of(&sections, &setting.key, None).is_some(), "{}: {}", ruleset.id, setting.key);
                }
            }
        }
    }

    #[test]
    fn keys_lead_to_the_clauses_that_they_cite() {
        let cqb = RULESETS.iter().find(|ruleset| ruleset.id == "cqb").unwrap();
        let sections = sections(cqb);
        let (section, row) = row_of(&sections, "rules.to_hit_base", None).unwrap();
        let used = KeyUse::of(cqb, &sections, &section.heading, row);
        assert_eq!(used.clauses.iter().map(|clause| clause.id).collect::<Vec<_>>(), ["CQB-5.3"]);
        assert_eq!(used.set[0], "--set \"rules.to_hit_base=8\"");
        for unknown in
            ["", "rules", "rules.", "rules.nothing", "red.gunmen", "situation.range", "rules.to_hit_base.more"]
        {
            assert!(row_of(&sections, unknown, None).is_none(), "{unknown}");
        }
        assert!(row_of(&sections, "situation.range", Some("to_hit")).is_some());
    }
}
