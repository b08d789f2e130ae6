//! Markdown for a document or a repository.

use engage::plain;

use crate::chart::Chart;
use crate::report::Report;
use crate::tables::Table;
use crate::words::Facts;

impl Report<'_> {
    /// The report as Markdown: the answer in sentences, the headline tables, each chart with its description as a link
    /// to `NAME.svg` beside the file, every quantity, and the provenance.
    #[must_use]
    pub fn markdown(&self, charts: &[Chart]) -> String {
        let from = self.provenance();
        let mut parts = vec![format!("# {}\n", escaped(&from.title))];
        if !from.question.is_empty() {
            parts.push(format!("{}\n", escaped(&from.question)));
        }
        parts.push(self.sentences().map(|sentence| format!("- {}\n", escaped(sentence))).collect());
        parts.extend(self.headline.iter().chain(&self.endings).chain(&self.doctrines).map(table));
        parts.extend(links(charts));
        let titled =
            [("Differences from the baseline", &self.every_difference), ("Every quantity", &self.every_quantity)];
        for (title, shown) in titled {
            parts.extend(shown.iter().map(|shown| format!("## {title}\n\n{}", table(shown))));
        }
        parts.push("## Where the results come from\n".to_owned());
        parts.push(fact_list(&self.facts));
        parts.join("\n")
    }
}

/// Facts as a list.
pub(crate) fn fact_list(facts: &Facts) -> String {
    facts.iter().map(|(label, fact)| format!("- {label}: {}\n", escaped(fact))).collect()
}

fn links(charts: &[Chart]) -> impl Iterator<Item = String> {
    charts.iter().map(|chart| {
        let about = if chart.about.is_empty() { String::new() } else { format!("\n{}\n", escaped(&chart.about)) };
        format!("![{}]({}.svg)\n{about}", escaped(&chart.title), chart.name)
    })
}

/// A pipe table with its caption.
pub(crate) fn table(table: &Table) -> String {
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

/// Text escaped for Markdown, on one line.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '#' => out.extend(['\\', c]),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            c => out.push(c),
        }
    }
    out
}
