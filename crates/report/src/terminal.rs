//! Tables for a terminal: plain text without colour, as wide as it is told.

use comfy_table::{CellAlignment, ContentArrangement, Table as Comfy};

use crate::report::Report;
use crate::tables::{self, Table};
use crate::words::{Facts, HEAT};

/// No lines but one beneath the header.
const LINES: &str = "     ──            ";

/// Lines of grids in a terminal; the report has the rest.
const MAX_LINES: usize = 50;

/// Sentences in a terminal; the report has the rest.
const MAX_SENTENCES: usize = 5;

/// Hashes are told by this many of their digits; the report has them whole.
const HASH_DIGITS: usize = 16;

impl Report<'_> {
    /// A readable table: title, question, the answer, the headline quantities, differences, where it comes from.
    ///
    /// `width` is the number of columns of the terminal; a grid that does not fit becomes a list.
    #[must_use]
    pub fn table(&self, width: u16) -> String {
        let mut shown = fitting(self, width);
        shown.extend(self.endings.clone());
        shown.extend(self.differences.clone());
        let from = self.provenance();
        let mut text = format!("{}\n", printable(&from.title));
        if !from.question.is_empty() {
            text.push_str(&wrapped(&printable(&from.question), width));
        }
        if !self.answer.sentences.is_empty() {
            text.push('\n');
        }
        for sentence in self.answer.sentences.iter().take(MAX_SENTENCES) {
            text.push_str(&wrapped(&printable(sentence), width));
        }
        for table in &shown {
            text.push('\n');
            if !table.caption.is_empty() {
                text.push_str(&wrapped(&printable(&table.caption), width));
            }
            text.push_str(&drawn(table, width));
        }
        text.push('\n');
        text.push_str(&told(&self.facts, width));
        text
    }
}

/// Facts below a table. The squares that heat was counted in are in the report alone.
pub(crate) fn told(facts: &Facts, width: u16) -> String {
    let facts = facts.iter().filter(|(label, _)| *label != HEAT);
    let facts = facts.map(|(label, fact)| printable(&format!("{}: {}", label.to_lowercase(), short(label, fact))));
    gathered(facts, width)
}

/// The headline tables if each fits, else one list; of grids as many as a screen or two can hold.
fn fitting(report: &Report<'_>, width: u16) -> Vec<Table> {
    let sheet = &report.sheet;
    let mut grids = report.headline.clone();
    let mut lines = 0;
    grids.retain(|grid| {
        lines += grid.rows.len() + 4;
        lines <= MAX_LINES || lines == grid.rows.len() + 4
    });
    if grids.len() > 1 && grids.iter().any(|grid| natural_width(grid) > usize::from(width)) {
        vec![tables::list(sheet, &sheet.headlines())]
    } else {
        grids
    }
}

/// Width without any wrapping: two spaces around every column.
fn natural_width(table: &Table) -> usize {
    let lines = || std::iter::once(&table.header).chain(&table.rows);
    (0..table.header.len()).map(|i| lines().map(|line| line[i].chars().count()).max().unwrap_or(0) + 2).sum()
}

/// Facts side by side with a bar between them, each whole on a line unless it is longer than one.
fn gathered(facts: impl Iterator<Item = String>, width: u16) -> String {
    let mut lines: Vec<String> = Vec::new();
    for fact in facts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + fact.chars().count() <= usize::from(width) => {
                line.push_str(" | ");
                line.push_str(&fact);
            }
            _ => lines.push(fact),
        }
    }
    lines.iter().map(|line| wrapped(line, width)).collect()
}

fn short(label: &str, fact: &str) -> String {
    if label.ends_with("hash") { fact.chars().take(HASH_DIGITS).collect() } else { fact.to_owned() }
}

pub(crate) fn drawn(table: &Table, width: u16) -> String {
    let mut comfy = Comfy::new();
    comfy.load_preset(LINES).set_content_arrangement(ContentArrangement::Dynamic).set_width(width.max(20));
    comfy.set_header(table.header.iter().map(|text| printable(text)));
    comfy.add_rows(table.rows.iter().map(|row| row.iter().map(|text| printable(text))));
    for (i, column) in comfy.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if i >= table.words {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines: Vec<String> = comfy.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    lines.concat()
}

/// Text broken at spaces so that no line is longer than the terminal is wide, where words allow.
pub(crate) fn wrapped(text: &str, width: u16) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > usize::from(width.max(20)) {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines.push('\n');
    lines
}

/// Text without control characters, so that a name cannot steer the terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
