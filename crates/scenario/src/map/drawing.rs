//! Drawings: rows of characters, each with its place in the file.

use std::collections::BTreeMap;
use std::ops::Range;

use field::MAX_SIDE;

use crate::key::Key;
use crate::mistake::Mistake;
use crate::place::Spot;

/// A drawing in the text of a file.
#[derive(Clone, Debug)]
pub(crate) struct Drawing<'t> {
    /// The rows without line ends and trailing spaces, each with its start in the text.
    rows: Vec<(usize, &'t str)>,
    /// The key of the drawing.
    key: Key,
}

impl<'t> Drawing<'t> {
    /// The drawing that was `written` at some bytes of a text, including quotes, and read as `value`.
    pub(crate) fn read(text: &'t str, written: Range<usize>, value: &str, key: Key) -> Result<Drawing<'t>, Mistake> {
        let quoted = text.get(written.clone()).unwrap_or("");
        let quotes = ["'''", "\"\"\"", "'", "\""].into_iter().find(|quotes| quoted.starts_with(quotes)).unwrap_or("");
        let mut inside = quoted.strip_prefix(quotes).and_then(|rest| rest.strip_suffix(quotes)).unwrap_or("");
        if quotes.len() == 3 {
            inside = inside.strip_prefix("\r\n").or(inside.strip_prefix('\n')).unwrap_or(inside);
        }
        let plain = |text: &str| text.replace("\r\n", "\n");
        if plain(inside) != plain(value) {
            let spot = Spot::File(written);
            let message = "a drawing with escapes in it: each of its characters must stand for one square";
            return Err(Mistake::new(&spot, &key, message).help("write it between lines of '''"));
        }
        let start = inside.as_ptr() as usize - text.as_ptr() as usize;
        let mut rows = Vec::new();
        let mut at = start;
        for line in inside.split('\n') {
            rows.push((at, line.trim_end_matches(['\r', ' '])));
            at += line.len() + 1;
        }
        // The quotes that end a drawing are on a line of their own.
        if inside.ends_with('\n') || rows.len() == 1 && inside.is_empty() {
            rows.pop();
        }
        Ok(Drawing { rows, key })
    }

    /// How many rows it has.
    pub(crate) fn height(&self) -> usize {
        self.rows.len()
    }

    /// The characters of a row.
    pub(crate) fn row(&self, row: usize) -> &'t str {
        self.rows.get(row).map_or("", |&(_, line)| line)
    }

    /// Every character, by row and column.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = (usize, usize, char)> + '_ {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(row, (_, line))| line.chars().enumerate().map(move |(column, symbol)| (row, column, symbol)))
    }

    /// The place of a square, or the end of its row if the row is shorter.
    pub(crate) fn spot(&self, row: usize, column: usize) -> Spot {
        let last = self.rows.last().copied().unwrap_or((0, ""));
        let &(start, line) = self.rows.get(row).unwrap_or(&last);
        let mut characters = line.char_indices().skip(column);
        Spot::File(match characters.next() {
            Some((at, symbol)) => start + at..start + at + symbol.len_utf8(),
            None => start + line.len()..start + line.len(),
        })
    }

    /// A mistake at a square.
    pub(crate) fn mistake(&self, (row, column): (usize, usize), message: impl Into<String>) -> Mistake {
        Mistake::new(&self.spot(row, column), &self.key, message)
    }

    /// The columns and rows of the ground, if all rows have the same length and both numbers are in range.
    pub(crate) fn size(&self) -> Result<(usize, usize), Vec<Mistake>> {
        let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
        self.rows.iter().for_each(|(_, line)| *lengths.entry(line.chars().count()).or_default() += 1);
        let Some((&width, _)) = lengths.iter().max_by_key(|(_, rows)| **rows).filter(|(length, _)| **length > 0) else {
            return Err(vec![self.mistake((0, 0), "nothing is drawn: a map has at least one square")]);
        };
        let too_long =
            |what: &str, found: usize| format!("{found} {what}: a map has at most {MAX_SIDE} by {MAX_SIDE} squares");
        if width > MAX_SIDE {
            return Err(vec![self.mistake((0, MAX_SIDE), too_long("columns", width))]);
        }
        if self.height() > MAX_SIDE {
            return Err(vec![self.mistake((MAX_SIDE, 0), too_long("rows", self.height()))]);
        }
        let mut mistakes = Vec::new();
        for (row, (_, line)) in self.rows.iter().enumerate() {
            let found = line.chars().count();
            if found != width {
                let message = format!("row {} has {found} squares, expected {width} as in most rows", row + 1);
                mistakes.push(self.mistake((row, width.min(found)), message));
            }
        }
        if mistakes.is_empty() { Ok((width, self.height())) } else { Err(mistakes) }
    }
}

/// The name of a character of a drawing in messages.
pub(crate) fn called(symbol: char) -> String {
    match symbol {
        '\t' => "a tab, which is not a square: draw with single characters".to_owned(),
        ' ' => "a blank, which is not a square: draw `#` where nobody can go".to_owned(),
        _ if !symbol.is_ascii() => format!("`{symbol}` is not ASCII: a symbol is a plain letter, digit or sign"),
        _ => format!("unknown symbol `{symbol}`"),
    }
}
