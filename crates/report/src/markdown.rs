//! Markdown for a document or a repository.

use runner::{Heat, OddsTable, Provenance, Run};

use crate::chart::Chart;
use crate::sheet::Sheet;
use crate::tables::{self, Table};
use crate::words::{self, Facts};

/// A run as Markdown: the headline tables, each chart as a link to `NAME.svg` beside the file with what it says, every
/// quantity, and where it comes from.
#[must_use]
pub fn run_markdown(run: &Run, charts: &[Chart], heats: &[Heat]) -> String {
    let sheet = Sheet::of_run(run);
    let mut parts = opening(&run.provenance, &words::run_headline(run, &sheet));
    parts.extend(tables::headline(&sheet).iter().map(table));
    parts.extend(tables::endings(&sheet).iter().map(table));
    parts.extend(links(charts));
    if let Some(differences) = tables::differences_long(run, &sheet) {
        parts.push("## Differences from the baseline\n".to_owned());
        parts.push(table(&differences));
    }
    close(parts, &sheet, &words::run_facts(run, &sheet, heats))
}

/// A table of odds as Markdown, like [`run_markdown`].
#[must_use]
pub fn odds_markdown(odds: &OddsTable, charts: &[Chart]) -> String {
    let sheet = Sheet::of_odds(odds);
    let mut parts = opening(&odds.provenance, &words::odds_headline(&sheet));
    parts.extend(tables::headline(&sheet).iter().map(table));
    parts.extend(links(charts));
    close(parts, &sheet, &words::odds_facts(odds, &sheet))
}

fn opening(from: &Provenance, headline: &[String]) -> Vec<String> {
    let mut parts = vec![format!("# {}\n", escaped(&from.title))];
    if !from.question.is_empty() {
        parts.push(format!("{}\n", escaped(&from.question)));
    }
    parts.push(headline.iter().map(|sentence| format!("- {}\n", escaped(sentence))).collect());
    parts
}

fn links(charts: &[Chart]) -> impl Iterator<Item = String> {
    charts.iter().map(|chart| {
        let about = if chart.about.is_empty() { String::new() } else { format!("\n{}\n", escaped(&chart.about)) };
        format!("![{}]({}.svg)\n{about}", escaped(&chart.title), chart.name)
    })
}

fn close(mut parts: Vec<String>, sheet: &Sheet, facts: &Facts) -> String {
    if !sheet.axes.is_empty() {
        let every: Vec<usize> = (0..sheet.columns.len()).collect();
        parts.push("## Every quantity\n".to_owned());
        parts.push(table(&tables::list(sheet, &every)));
    }
    parts.push("## Where it comes from\n".to_owned());
    parts.push(facts.iter().map(|(label, fact)| format!("- {label}: {}\n", escaped(fact))).collect());
    parts.join("\n")
}

/// A pipe table with its caption.
fn table(table: &Table) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = |i: usize| if i < table.words { "---" } else { "---:" }.to_owned();
    let rules: Vec<String> = (0..table.header.len()).map(rule).collect();
    let caption = if table.caption.is_empty() { String::new() } else { format!("**{}**\n\n", escaped(&table.caption)) };
    let rows: String = table.rows.iter().map(|row| line(row)).collect();
    format!("{caption}{}| {} |\n{rows}", line(&table.header), rules.join(" | "))
}

/// Text that Markdown takes as text.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '#' => out.extend(['\\', c]),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
