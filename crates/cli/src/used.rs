//! What is printed about where a clause or a key of a ruleset is used, and how to set a key.

use std::fmt::Write;

use engage::{Clause, Ruleset};
use scenario::{ClauseUse, KeyRow, KeyUse, Section, coverage};

use crate::output;

/// Describes the use of a clause: where it is played, or what the automatic player does instead, and the keys that cite
/// it.
pub(crate) fn clause_used(ruleset: &Ruleset, clause: &Clause, sections: &[Section]) -> String {
    let ClauseUse { instead, readings, keys, options, held, source } = ClauseUse::of(ruleset, clause, sections);
    let mut text = String::new();
    if !instead.is_empty() {
        line(&mut text, &instead);
    }
    below(&mut text, "How it is read", &readings);
    below(&mut text, "Keys that change or mention it", &keys);
    below(&mut text, "Why the options have their defaults", &options);
    below(&mut text, "What its tests check", &held);
    below(&mut text, "In the source", &source);
    text
}

/// Describes a key: the clauses that it cites, the reason for an option, the printed value of a table, and how to set
/// it.
pub(crate) fn key_used(ruleset: &Ruleset, sections: &[Section], heading: &str, row: &KeyRow) -> String {
    let KeyUse { clauses, why, printed, set } = KeyUse::of(ruleset, sections, heading, row);
    let mut text = String::new();
    let cited = |clause: &Clause| format!("{} {} ({})", clause.id, clause.title, coverage(clause.coverage()));
    below(&mut text, "Clauses", &clauses.iter().map(cited).collect::<Vec<_>>());
    below(&mut text, "Why the default", why.as_slice());
    if !printed.is_empty() {
        let _ = write!(text, "\n  As printed\n\n{printed}");
    }
    below(&mut text, "How to set it", &set);
    text
}

/// Lines below a heading, if there are any.
fn below(text: &mut String, heading: &str, lines: &[String]) {
    if !lines.is_empty() {
        let _ = writeln!(text, "\n  {heading}");
        lines.iter().for_each(|what| line(text, what));
    }
}

/// A line below a heading, indented.
pub(crate) fn line(text: &mut String, what: &str) {
    let _ = writeln!(text, "    {}", wrapped(what, 4, 6));
}

/// Text wrapped at spaces to the width of the terminal.
pub(crate) fn wrapped(text: &str, begin: usize, indent: usize) -> String {
    scenario::wrapped(text, usize::from(output::width()).max(40), begin, &" ".repeat(indent))
}
