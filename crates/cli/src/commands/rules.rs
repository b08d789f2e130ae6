//! `beatenzone rules`

use std::fmt::Write;

use engage::{Coverage, Ruleset};
use scenario::{RULESETS, nearest};
use serde_json::Value;

use crate::args::RulesArgs;
use crate::failure::Failure;
use crate::output;

/// Lists the rulesets, or describes one.
pub(crate) fn rules(args: &RulesArgs) -> Result<(), Failure> {
    let Some(name) = &args.ruleset else {
        let line = |ruleset: &&Ruleset| format!("{}  {}\n", ruleset.id, ruleset.title);
        return output::print(&RULESETS.iter().map(line).collect::<String>());
    };
    match RULESETS.iter().find(|ruleset| ruleset.id == name) {
        Some(ruleset) => output::print(&description(ruleset)?),
        None => {
            let known: Vec<&str> = RULESETS.iter().map(|ruleset| ruleset.id).collect();
            let near = nearest(name, known.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
            let near = near.unwrap_or_default();
            Err(Failure::Usage(format!("there is no ruleset `{name}`, expected one of {}{near}", known.join(", "))))
        }
    }
}

fn description(ruleset: &Ruleset) -> Result<String, Failure> {
    let mut text = format!("{}: {}\n\nClauses\n", ruleset.id, ruleset.title);
    section(&mut text, ruleset.clauses.iter().map(|clause| (clause.id, coverage(clause.coverage), clause.title)));
    let count = |coverage| ruleset.clauses.iter().filter(|clause| clause.coverage == coverage).count();
    let counts =
        [Coverage::Played, Coverage::LeftToPeople].map(|one| format!("{} {}", count(one), coverage(one))).join(", ");
    let _ = writeln!(text, "  {counts}");
    text.push_str("\nSituations (odds)\n");
    section(&mut text, ruleset.kinds.iter().map(|kind| (kind.id, "", kind.about)));
    text.push_str("\nEndings\n");
    section(&mut text, ruleset.endings.iter().map(|ending| (ending.id, "", ending.title)));
    text.push_str("\nMeasures\n");
    section(&mut text, ruleset.measures.iter().map(|measure| (measure.id, "", measure.title)));
    text.push_str("\nOptions and tables, with the values printed in the rulebook\n\n");
    let rules = serde_json::json!({ "rules": without_nulls((ruleset.rules)()) });
    text.push_str(&toml::to_string(&rules).map_err(|error| Failure::Machine(error.to_string()))?);
    Ok(text)
}

/// Lines of three columns, the first two as wide as they need to be.
fn section<'r>(text: &mut String, rows: impl Iterator<Item = (&'r str, &'r str, &'r str)>) {
    let rows: Vec<_> = rows.collect();
    let first = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
    let second = rows.iter().map(|row| row.1.chars().count()).max().unwrap_or(0);
    let gap = if second == 0 { "" } else { "  " };
    for (id, kind, title) in rows {
        let _ = writeln!(text, "  {id:first$}{gap}{kind:second$}  {title}");
    }
}

const fn coverage(coverage: Coverage) -> &'static str {
    match coverage {
        Coverage::Played => "played",
        Coverage::LeftToPeople => "left to people",
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
