//! Tables for a terminal: plain text without colour, at a given width.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table as Comfy, Width};
use engage::plain;

use crate::report::Report;
use crate::tables::{self, Table};
use crate::who;
use crate::words::{Facts, HEAT};

/// The width of tables without a terminal, and of sentences in a wider terminal.
pub const READABLE: u16 = 120;

/// Longer names are wrapped at spaces if a table is too wide.
pub(crate) const LONG_NAME: usize = 12;

/// Spaces after a column, within its width.
const PADDING: u16 = 2;

/// Characters between the texts of two columns: the padding, and a line that is not drawn.
const GAP: u16 = PADDING + 1;

/// The only line is the one below the header.
const LINES: &str = "     ──            ";

/// The most lines of grids in a terminal; the report has the rest.
const MAX_LINES: usize = 50;

/// The number of hash digits shown; the report has all of them.
const HASH_DIGITS: usize = 16;

impl Report<'_> {
    /// The report for a terminal: title, question, answer, headline quantities, differences and provenance.
    ///
    /// `width` is the number of columns of the terminal, [`u16::MAX`] for tables as wide as necessary. A grid that does
    /// not fit becomes a list; a list that does not fit loses its last columns, which are named below it.
    #[must_use]
    pub fn table(&self, width: u16) -> String {
        let mut shown = fitting(self, width);
        shown.extend(self.endings.clone());
        shown.extend(self.doctrines.clone());
        shown.extend(self.differences.clone());
        let from = self.provenance();
        let mut text = format!("{}\n", plain(&from.title));
        if !from.question.is_empty() {
            text.push_str(&wrapped(&plain(&from.question), width));
        }
        for line in who::lines(from) {
            text.push_str(&wrapped(&plain(&line), width));
        }
        if !self.answer.sentences.is_empty() {
            text.push('\n');
        }
        for sentence in self.sentences() {
            text.push_str(&wrapped(&plain(sentence), width));
        }
        for table in &shown {
            text.push('\n');
            if !table.caption.is_empty() {
                text.push_str(&wrapped(&plain(&table.caption), width));
            }
            text.push_str(&drawn(table, width));
        }
        text.push('\n');
        text.push_str(&facts_below(&self.facts, width));
        text
    }
}

/// Facts below a table, without the one about heat maps, which appear only in the report.
pub(crate) fn facts_below(facts: &Facts, width: u16) -> String {
    let facts = facts.iter().filter(|(label, _)| *label != HEAT);
    let facts = facts.map(|(label, fact)| plain(&format!("{}: {}", label.to_lowercase(), short(label, fact))));
    gathered(facts, width)
}

/// The headline tables if each fits, otherwise one list; at most [`MAX_LINES`] lines of grids.
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

/// Width without any wrapping.
fn natural_width(table: &Table) -> usize {
    let lines = || std::iter::once(&table.header).chain(&table.rows);
    let widths = (0..table.header.len()).map(|i| lines().map(|line| line[i].chars().count()).max().unwrap_or(0));
    widths.map(|width| width + usize::from(GAP)).sum()
}

/// The least width of each column: headers and long names may wrap at spaces, numbers never.
fn least_widths(table: &Table) -> Vec<u16> {
    let longest_word = |text: &String| text.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
    let width = |i: usize| {
        let cells = || table.rows.iter().map(|row| &row[i]);
        let whole = cells().map(|cell| cell.chars().count()).max().unwrap_or(0);
        let names = i < table.words || i >= table.header.len() - table.verdicts;
        let least = if names && whole > LONG_NAME {
            cells().map(longest_word).max().unwrap_or(0).max(LONG_NAME)
        } else {
            whole
        };
        u16::try_from(least.max(longest_word(&table.header[i]))).unwrap_or(u16::MAX).saturating_add(GAP)
    };
    (0..table.header.len()).map(width).collect()
}

/// The columns that fit a terminal: all columns of words, and as many leading columns of numbers as fit.
fn kept(table: &Table, widths: &[u16], width: u16) -> Vec<usize> {
    let numbers = table.words..table.header.len() - table.verdicts;
    let names: u16 = (0..widths.len()).filter(|i| !numbers.contains(i)).map(|i| widths[i]).fold(0, u16::saturating_add);
    // There is no line after the last column.
    let room = width.saturating_add(GAP - PADDING).saturating_sub(names);
    let mut taken = 0_u16;
    let fits = |&i: &usize| {
        taken = taken.saturating_add(widths[i]);
        i == numbers.start || taken <= room
    };
    let end = numbers.start + numbers.clone().take_while(fits).count();
    (0..widths.len()).filter(|i| *i < end || *i >= numbers.end).collect()
}

/// Facts side by side, separated by bars; a fact is not split unless it is longer than a line.
fn gathered(facts: impl Iterator<Item = String>, width: u16) -> String {
    let mut lines: Vec<String> = Vec::new();
    for fact in facts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + fact.chars().count() <= usize::from(width.min(READABLE)) => {
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

/// The table as text. Columns that do not fit are left out and named below it.
pub(crate) fn drawn(table: &Table, width: u16) -> String {
    let widths = least_widths(table);
    let kept = kept(table, &widths, width);
    let mut comfy = Comfy::new();
    comfy.load_preset(LINES).set_content_arrangement(ContentArrangement::Dynamic).set_width(width.max(20));
    let line = |cells: &[String]| kept.iter().map(|&i| plain(&cells[i])).collect::<Vec<_>>();
    comfy.set_header(line(&table.header));
    comfy.add_rows(table.rows.iter().map(|row| line(row)));
    for (column, &i) in comfy.column_iter_mut().zip(&kept) {
        column.set_padding((0, PADDING)).set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(widths[i] - 1)));
        if i >= table.words {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text: String = comfy.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    let left_out: Vec<String> =
        (0..table.header.len()).filter(|i| !kept.contains(i)).map(|i| plain(&table.header[i])).collect();
    if !left_out.is_empty() {
        let told = format!("No room for: {}. A wider terminal or --wide shows all.", left_out.join("; "));
        text.push_str(&wrapped(&told, width));
    }
    text
}

/// Text wrapped at spaces to the width of the terminal, as far as the words allow.
pub(crate) fn wrapped(text: &str, width: u16) -> String {
    let width = usize::from(width.clamp(20, READABLE));
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
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
