//! A map file that is being drawn: its text is all there is.

use std::collections::BTreeMap;
use std::ops::Range;

use field::MAX_SIDE;
use serde_json::Value;

use super::draft::{DEPLOYMENT, Square};
use super::drawing::Drawing;
use super::drawn::{Outline, outline};
use super::file::Squares;
use super::kind::Kind;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::input::open;
use crate::key::Key;
use crate::place::{Place, Spot};

/// What a name on a map is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Squares for a purpose: where a side begins, an exit, the place of a bomb.
    Area,
    /// A room, up to its doors, doorways and windows.
    Room,
    /// Pairs of squares that are joined.
    Stairs,
}

impl Naming {
    /// All.
    pub const ALL: [Naming; 3] = [Naming::Area, Naming::Room, Naming::Stairs];

    /// The table of map files that has these names.
    #[must_use]
    pub const fn table(self) -> &'static str {
        match self {
            Naming::Area => "areas",
            Naming::Room => "rooms",
            Naming::Stairs => "stairs",
        }
    }
}

/// A name on a map, with what it is given to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The kind of thing.
    pub naming: Naming,
    /// The name.
    pub name: String,
    /// Its marks. An area of whole rooms has none.
    pub(super) marks: String,
    /// The rooms of an area of whole rooms.
    pub rooms: Vec<String>,
}
/// Rows of a drawing, and where each is in the text.
pub(super) type Rows = Vec<(Range<usize>, Vec<char>)>;

/// A map file that is being drawn.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub(super) text: String,
    pub(super) document: Document,
    pub(super) rows: Rows,
    kinds: Vec<Kind>,
    pub(super) marks: Option<Rows>,
    pub(super) legend: BTreeMap<char, Kind>,
    pub(super) given: Vec<Given>,
}

impl Sketch {
    /// The most rows and columns.
    pub const MOST: usize = MAX_SIDE;

    /// The fewest rows and columns of a new map, on which both sides have a place.
    pub const LEAST: usize = 4;

    /// The areas in which figures begin.
    pub const DEPLOYMENT: [&str; 3] = DEPLOYMENT;

    /// Reads the text of a map file called `name`. Its ground must be readable; whatever else is wrong can be mended by
    /// edits, and [`parse_map`](crate::parse_map) says what it is.
    ///
    /// # Errors
    /// The mistakes, if the ground cannot be read.
    pub fn read(name: &str, text: &str) -> Result<Sketch, Diagnostics> {
        let (source, read) = open(name, text.as_bytes(), &[], &[])?;
        let read = read.and_then(|opened| {
            let Outline { map, kinds, marks, legend, file } = outline(&source.text, &opened.document)?;
            let given = Naming::ALL.into_iter().flat_map(|naming| {
                let names = opened.document.value.get(naming.table()).and_then(Value::as_object);
                let names: Vec<String> = names.into_iter().flat_map(|names| names.keys().cloned()).collect();
                let file = &file;
                names.into_iter().filter_map(move |name| {
                    let (marks, rooms) = match naming {
                        Naming::Room => (file.rooms.get(&name)?.clone(), Vec::new()),
                        Naming::Stairs => (file.stairs.get(&name)?.clone(), Vec::new()),
                        Naming::Area => match file.areas.get(&name)? {
                            Squares::Marked(marks) => (marks.clone(), Vec::new()),
                            Squares::Rooms(rooms) => (String::new(), rooms.clone()),
                        },
                    };
                    Some(Given { naming, name, marks, rooms })
                })
            });
            let (given, rows, marks) = (given.collect(), rows(&map), marks.as_ref().map(rows));
            Ok((opened.document, rows, kinds, marks, legend, given))
        });
        let (document, rows, kinds, marks, legend, given) = read.map_err(|mistakes| source.diagnostics(mistakes))?;
        Ok(Sketch { text: source.text, document, rows, kinds, marks, legend, given })
    }

    /// The text of a new map: open floor with an area for either side.
    ///
    /// # Errors
    /// A sentence, if a number is outside [`Sketch::LEAST`] to [`Sketch::MOST`].
    pub fn blank(rows: usize, columns: usize) -> Result<String, String> {
        sides(rows, columns)?;
        let floor = ".".repeat(columns);
        let map = format!("{floor}\n").repeat(rows);
        let begin = rows.saturating_sub(6) / 2;
        let begins = format!("bb{}rr\n", ".".repeat(columns - 4));
        let marks: String = (0..rows)
            .map(|row| if (begin..begin + 6).contains(&row) { begins.clone() } else { format!("{floor}\n") })
            .collect();
        Ok(format!(
            "title = \"A new map\"\n\nmap = '''\n{map}'''\n\n\
             # The same drawing with marks on it; [rooms] and [areas] say what each mark means.\nmarks = '''\n{marks}'''\n\n\
             [areas]\nblue = \"b\"\nred = \"r\"\n"
        ))
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The title; empty if there is none.
    #[must_use]
    pub fn title(&self) -> &str {
        self.document.value.get("title").and_then(Value::as_str).unwrap_or_default()
    }

    /// What is said about the place.
    #[must_use]
    pub fn about(&self) -> &str {
        self.document.value.get("about").and_then(Value::as_str).unwrap_or_default()
    }

    /// How many rows it has.
    #[must_use]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// How many columns it has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, |(_, row)| row.len())
    }

    /// The kind of a square; wall outside.
    #[must_use]
    pub fn kind(&self, row: usize, column: usize) -> Kind {
        let inside = column < self.width();
        self.kinds.get(row * self.width() + column).copied().filter(|_| inside).unwrap_or(Kind::Wall)
    }

    /// The names of areas, rooms and stairs, in the order of the file.
    #[must_use]
    pub fn given(&self) -> &[Given] {
        &self.given
    }

    /// The names that a square is marked with.
    pub fn given_to(&self, row: usize, column: usize) -> impl Iterator<Item = &Given> {
        let mark = self.mark(row, column);
        self.given.iter().filter(move |given| mark.is_some_and(|mark| given.marks.contains(mark)))
    }

    /// The squares marked with a name.
    #[must_use]
    pub fn squares(&self, given: &Given) -> Vec<Square> {
        let every = (0..self.height()).flat_map(|row| (0..self.width()).map(move |column| (row, column)));
        every.filter(|&(row, column)| self.mark(row, column).is_some_and(|mark| given.marks.contains(mark))).collect()
    }

    /// The square at a character of a line of the text, both from 1.
    #[must_use]
    pub fn square_at(&self, line: usize, column: usize) -> Option<Square> {
        let start = |row: &Range<usize>| self.text[..row.start].matches('\n').count() + 1;
        let of = |rows: &Rows| {
            rows.first()
                .map(|(row, _)| start(row))
                .filter(|&first| (first..first + rows.len()).contains(&line))
                .map(|first| line - first)
        };
        let row = of(&self.rows).or_else(|| self.marks.as_ref().and_then(of))?;
        (row < self.height() && (1..=self.width()).contains(&column)).then(|| (row, column - 1))
    }

    /// What marks a square; `None` if nothing does.
    fn mark(&self, row: usize, column: usize) -> Option<char> {
        let marks = self.marks.as_ref()?;
        let mark = *marks.get(row)?.1.get(column)?;
        let nothing = [' ', '.'].contains(&mark) || self.rows.get(row)?.1.get(column) == Some(&mark);
        Some(mark).filter(|_| !nothing)
    }

    /// The quotes that end the drawing of the map: which, and how many.
    pub(super) fn quotes(&self) -> (char, usize) {
        let Spot::File(at) = &self.place("map").value else { return ('\'', 0) };
        let written = self.text.get(at.clone()).unwrap_or("");
        let quote = written.chars().next().unwrap_or('\'');
        (quote, if written.starts_with(&quote.to_string().repeat(3)) { 3 } else { 1 })
    }

    /// Where a key at the top of the file is.
    pub(super) fn place(&self, key: &str) -> &Place {
        self.document.place.nearest(&Key::of(&[key]))
    }
}

/// Checks the number of rows and columns.
pub(super) fn sides(rows: usize, columns: usize) -> Result<(), String> {
    let (least, most) = (Sketch::LEAST, Sketch::MOST);
    if [rows, columns].iter().all(|side| (least..=most).contains(side)) {
        Ok(())
    } else {
        Err(format!("{rows} rows and {columns} columns, expected {least} to {most} of both"))
    }
}

/// The rows of a drawing.
fn rows(drawing: &Drawing<'_>) -> Rows {
    let place = |row| match drawing.spot(row, 0) {
        Spot::File(at) => at.start..at.start + drawing.row(row).len(),
        Spot::Set(_) => 0..0,
    };
    (0..drawing.height()).map(|row| (place(row), drawing.row(row).chars().collect())).collect()
}
