//! A map file that is being drawn: its text is all there is, and an edit gives another text. What an edit does not
//! concern, comments among it, stays as it was.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use field::{MAX_SIDE, Pass};
use serde_json::Value;

use super::draft::{DEPLOYMENT, Square, TakenNames};
use super::drawing::Drawing;
use super::drawn::{Outline, outline};
use super::file::Squares;
use super::kind::Kind;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::input::open;
use crate::key::Key;
use crate::place::Spot;
use crate::values::{in_toml, key_in_toml};

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
    marks: String,
    /// The rooms of an area of whole rooms.
    pub rooms: Vec<String>,
}

/// A change to a map. Squares are rows and columns from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Gives squares a kind of ground. Where nobody can stand any more, nothing is marked.
    Paint(Kind, Vec<Square>),
    /// Adds squares to a named area or room, or removes them.
    Mark {
        /// The kind of thing.
        naming: Naming,
        /// Its name.
        name: String,
        /// The squares.
        squares: Vec<Square>,
        /// Whether they are added.
        on: bool,
    },
    /// Joins two squares by stairs.
    Join(String, [Square; 2]),
    /// Adds a name without squares.
    Name(Naming, String),
    /// Gives another name to something.
    Rename(Naming, String, String),
    /// Removes a name with its marks.
    Remove(Naming, String),
    /// Makes the map of this number of rows and columns, at the right and below: what is added repeats the last ones.
    Resize(usize, usize),
    /// Sets the title.
    Title(String),
    /// Sets what is said about the place.
    About(String),
}

/// Rows of a drawing, and where each is in the text.
type Rows = Vec<(Range<usize>, Vec<char>)>;

/// A map file that is being drawn.
#[derive(Clone, Debug)]
pub struct Sketch {
    text: String,
    document: Document,
    rows: Rows,
    kinds: Vec<Kind>,
    marks: Option<Rows>,
    legend: BTreeMap<char, Kind>,
    given: Vec<Given>,
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

    /// The map with a change.
    ///
    /// # Errors
    /// A sentence that says why it cannot be changed so.
    pub fn edited(&self, edit: &Edit) -> Result<Sketch, String> {
        let mut change = Change::new(self);
        change.make(edit)?;
        let text = change.written()?;
        let found = Sketch::read("map.toml", &text).map_err(|_| OTHERWISE.to_owned())?;
        // The text may be written in a way that edits do not know: dotted or inline tables, escapes.
        if change.is(&found) { Ok(found) } else { Err(OTHERWISE.to_owned()) }
    }
}

/// The message for an edit that would not give what it should.
const OTHERWISE: &str = "this file is written in a way that the drawing cannot change here: change its text instead";

/// Checks the number of rows and columns.
fn sides(rows: usize, columns: usize) -> Result<(), String> {
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

/// A sketch while it changes.
struct Change<'s> {
    old: &'s Sketch,
    rows: Vec<Vec<char>>,
    /// The marks, each row as long as that of the map.
    marks: Vec<Vec<char>>,
    legend: BTreeMap<char, Kind>,
    given: Vec<Given>,
    /// The name that each name had before; `None` for new ones.
    was: Vec<Option<usize>>,
    /// The title and what is said about the place, if they change.
    said: Vec<(&'static str, String)>,
}

impl<'s> Change<'s> {
    fn new(old: &'s Sketch) -> Change<'s> {
        let rows: Vec<Vec<char>> = old.rows.iter().map(|(_, row)| row.clone()).collect();
        let mark = |row: usize, column: usize| {
            let own = old.marks.as_ref().and_then(|marks| marks.get(row)?.1.get(column).copied());
            own.unwrap_or(rows[row][column])
        };
        let marks = (0..rows.len()).map(|row| (0..rows[row].len()).map(|column| mark(row, column)).collect()).collect();
        Change {
            old,
            marks,
            legend: old.legend.clone(),
            given: old.given.clone(),
            was: (0..old.given.len()).map(Some).collect(),
            said: Vec::new(),
            rows,
        }
    }

    fn make(&mut self, edit: &Edit) -> Result<(), String> {
        let inside = |&(row, column): &Square| row < self.old.height() && column < self.old.width();
        let squares = |squares: &[Square]| match squares.iter().all(inside) && !squares.is_empty() {
            true => Ok(()),
            false => Err("no square of the map was named".to_owned()),
        };
        match edit {
            Edit::Paint(kind, painted) => squares(painted).and_then(|()| self.paint(*kind, painted)),
            Edit::Mark { naming, name, squares: marked, on } => {
                squares(marked).and_then(|()| self.mark(*naming, name, marked, *on))
            }
            Edit::Join(name, ends) => squares(ends).and_then(|()| self.join(name, *ends)),
            Edit::Name(naming, name) => self.name(*naming, name),
            Edit::Rename(naming, name, other) => self.rename(*naming, name, other),
            Edit::Remove(naming, name) => self.remove(*naming, name),
            Edit::Resize(rows, columns) => self.resize(*rows, *columns),
            Edit::Title(title) => self.say("title", title),
            Edit::About(about) => self.say("about", about),
        }?;
        self.escape()?;
        self.settle();
        Ok(())
    }

    /// The name with this number.
    fn find(&self, naming: Naming, name: &str) -> Result<usize, String> {
        let found = self.given.iter().position(|given| given.naming == naming && given.name == name);
        found.ok_or_else(|| format!("there is no `{}.{name}`", naming.table()))
    }

    /// The kind that a symbol has in this file.
    fn meaning(&self, symbol: char) -> Option<Kind> {
        self.legend.get(&symbol).copied().or_else(|| Kind::of_symbol(symbol))
    }

    /// Whether a mark on a square marks nothing.
    fn is_bare(&self, (row, column): Square) -> bool {
        let mark = self.marks[row][column];
        [' ', '.'].contains(&mark) || mark == self.rows[row][column]
    }

    /// The names that a square is marked with.
    fn names(&self, square: Square) -> BTreeSet<usize> {
        let mark = self.marks[square.0][square.1];
        let named = |number: &usize| self.given[*number].marks.contains(mark);
        if self.is_bare(square) { BTreeSet::new() } else { (0..self.given.len()).filter(named).collect() }
    }

    /// Lets the marks of a square say nothing.
    fn clear(&mut self, (row, column): Square) {
        self.marks[row][column] = self.rows[row][column];
    }

    /// Draws a symbol. Where the marks repeat the map they go on repeating it.
    fn draw(&mut self, (row, column): Square, symbol: char) {
        if self.marks[row][column] == self.rows[row][column] {
            self.marks[row][column] = symbol;
        }
        self.rows[row][column] = symbol;
    }

    fn paint(&mut self, kind: Kind, squares: &[Square]) -> Result<(), String> {
        let symbol = self.symbol(kind, None)?;
        for &(row, column) in squares {
            if kind.ground().pass == Pass::No {
                self.lift((row, column))?;
                self.clear((row, column));
            }
            if self.meaning(self.rows[row][column]) != Some(kind) {
                self.draw((row, column), symbol);
            }
        }
        Ok(())
    }

    /// Gives another symbol to doorways where three in a row would end a drawing between quotes.
    fn escape(&mut self) -> Result<(), String> {
        let (quote, count) = self.old.quotes();
        let end: Vec<char> = std::iter::repeat_n(quote, count).collect();
        for row in 0..self.rows.len() {
            if !end.is_empty() && self.rows[row].windows(count).any(|some| some == end) {
                let kind = self.meaning(quote).unwrap_or(Kind::Floor);
                let other = self.symbol(kind, Some(quote))?;
                for column in 0..self.rows[row].len() {
                    if self.rows[row][column] == quote {
                        self.draw((row, column), other);
                    }
                }
            }
        }
        Ok(())
    }

    /// A symbol for a kind of ground, other than one that cannot be drawn.
    fn symbol(&mut self, kind: Kind, other_than: Option<char>) -> Result<char, String> {
        let usual = kind.ground().symbol().filter(|&usual| self.meaning(usual) == Some(kind));
        let own = self.legend.iter().filter(|(_, meant)| **meant == kind).map(|(symbol, _)| *symbol);
        let fits = |symbol: &char| Some(*symbol) != other_than;
        let is_mark = |symbol: char| self.given.iter().any(|given| given.marks.contains(symbol));
        let known: Vec<char> = usual.into_iter().chain(own).filter(fits).collect();
        if let Some(free) = known.iter().find(|&&symbol| !is_mark(symbol)) {
            return Ok(*free);
        }
        if let Some(&symbol) = known.first() {
            // A symbol is not a mark as well: the mark gives way.
            let mark = self.free(&kind.name().to_uppercase())?;
            for row in 0..self.rows.len() {
                for column in 0..self.rows[row].len() {
                    if self.marks[row][column] == symbol && !self.is_bare((row, column)) {
                        self.marks[row][column] = mark;
                    }
                }
            }
            self.given.iter_mut().for_each(|given| given.marks = given.marks.replace(symbol, &mark.to_string()));
            return Ok(symbol);
        }
        let symbol = self.free(&kind.name().to_uppercase())?;
        self.legend.insert(symbol, kind);
        Ok(symbol)
    }

    /// A letter or digit that is neither a symbol nor a mark, if possible the first of a name.
    fn free(&self, name: &str) -> Result<char, String> {
        let first = name.chars().filter(char::is_ascii_alphanumeric).take(1);
        let first = first.flat_map(|c| [c, c.to_ascii_lowercase(), c.to_ascii_uppercase()]);
        let drawn = |c: &char| self.rows.iter().chain(&self.marks).any(|row| row.contains(c));
        let taken = |c: &char| self.meaning(*c).is_some() || self.given.iter().any(|given| given.marks.contains(*c));
        let found = first.chain('a'..='z').chain('A'..='Z').chain('0'..='9').find(|c| !taken(c) && !drawn(c));
        found.ok_or_else(|| "every letter and digit means something on this map already".to_owned())
    }

    /// Takes stairs away that begin or end at a square. Its other names stay.
    fn lift(&mut self, (row, column): Square) -> Result<(), String> {
        let (mark, named) = (self.marks[row][column], self.names((row, column)));
        let (stairs, rest): (BTreeSet<usize>, BTreeSet<usize>) =
            named.into_iter().partition(|&number| self.given[number].naming == Naming::Stairs);
        if stairs.is_empty() {
            return Ok(());
        }
        for row in 0..self.rows.len() {
            for column in 0..self.rows[row].len() {
                if self.marks[row][column] == mark {
                    if self.rows[row][column] == STEPS && self.meaning(STEPS) == Some(Kind::Floor) {
                        self.rows[row][column] = Kind::Floor.ground().symbol().unwrap_or(STEPS);
                    }
                    self.set((row, column), &rest)?;
                }
            }
        }
        Ok(())
    }

    fn mark(&mut self, naming: Naming, name: &str, squares: &[Square], on: bool) -> Result<(), String> {
        let number = self.find(naming, name)?;
        if !self.given[number].rooms.is_empty() {
            let rooms = self.given[number].rooms.join("`, `");
            return Err(format!("the area `{name}` is whole rooms, `{rooms}`: its squares are theirs"));
        }
        let is_stairs = |change: &Change<'_>, number: &usize| change.given[*number].naming == Naming::Stairs;
        if naming == Naming::Stairs {
            return squares.iter().filter(|_| !on).try_for_each(|&square| self.lift(square));
        }
        let mut skipped = 0;
        for &(row, column) in squares {
            let mut named = self.names((row, column));
            // Both ends of stairs have one mark, so they belong to the same areas.
            let closed = self.meaning(self.rows[row][column]).is_none_or(|kind| kind.ground().pass == Pass::No);
            if on && closed || named.iter().any(|number| is_stairs(self, number)) {
                skipped += 1;
                continue;
            }
            if on && naming == Naming::Room {
                named.retain(|&other| self.given[other].naming != Naming::Room);
            }
            if on {
                _ = named.insert(number)
            } else {
                _ = named.remove(&number)
            }
            self.set((row, column), &named)?;
        }
        if skipped == squares.len() {
            return Err("nobody can stand there, or stairs begin there: nothing was marked".to_owned());
        }
        Ok(())
    }

    /// Gives a square the mark that stands for exactly these names.
    fn set(&mut self, (row, column): Square, named: &BTreeSet<usize>) -> Result<(), String> {
        let Some(&first) = named.last() else {
            self.clear((row, column));
            return Ok(());
        };
        let exact = |mark: &char| {
            (0..self.given.len()).all(|number| self.given[number].marks.contains(*mark) == named.contains(&number))
        };
        let is_drawn = |mark: &char| self.rows.iter().any(|row| row.contains(mark));
        let known = self.given[first].marks.chars().find(|mark| exact(mark) && !is_drawn(mark));
        let mark = match known {
            Some(mark) => mark,
            None => {
                let mark = self.free(&self.given[first].name)?;
                named.iter().for_each(|&number| self.given[number].marks.push(mark));
                mark
            }
        };
        self.marks[row][column] = mark;
        Ok(())
    }

    fn join(&mut self, name: &str, ends: [Square; 2]) -> Result<(), String> {
        let number = self.find(Naming::Stairs, name)?;
        if ends[0] == ends[1] {
            return Err("stairs join two squares".to_owned());
        }
        for (row, column) in ends {
            let kind = self.meaning(self.rows[row][column]).unwrap_or(Kind::Wall);
            if kind.ground().pass == Pass::No {
                return Err(format!("stairs end where figures stand, not on {}", kind.name()));
            }
            self.lift((row, column))?;
        }
        let [one, other] = ends.map(|end| self.names(end));
        let mut named: BTreeSet<usize> = one.intersection(&other).copied().collect();
        named.insert(number);
        // Each pair has a mark of its own, a digit if possible.
        let mark = self.free(&(self.given[number].marks.len() + 1).to_string())?;
        named.iter().for_each(|&number| self.given[number].marks.push(mark));
        for (row, column) in ends {
            self.marks[row][column] = mark;
            if self.meaning(self.rows[row][column]) == Some(Kind::Floor) && self.meaning(STEPS) == Some(Kind::Floor) {
                self.rows[row][column] = STEPS;
            }
        }
        Ok(())
    }

    fn name(&mut self, naming: Naming, name: &str) -> Result<(), String> {
        let name = name.trim();
        let mut taken = TakenNames::default();
        for given in &self.given {
            taken.add(&Key::of(&[given.naming.table(), &given.name]));
        }
        if let Some(wrong) = taken.add(&Key::of(&[naming.table(), name])).into_iter().next() {
            return Err(wrong);
        }
        self.given.push(Given { naming, name: name.to_owned(), marks: String::new(), rooms: Vec::new() });
        self.was.push(None);
        Ok(())
    }

    fn rename(&mut self, naming: Naming, name: &str, other: &str) -> Result<(), String> {
        let number = self.find(naming, name)?;
        let other = other.trim();
        if other == name {
            return Ok(());
        }
        let (old, was) = (self.given.remove(number), self.was.remove(number));
        self.name(naming, other)?;
        self.given.pop();
        self.was.pop();
        self.given.insert(number, Given { name: other.to_owned(), ..old });
        self.was.insert(number, was);
        if naming == Naming::Room {
            let listed = self.given.iter_mut().flat_map(|given| &mut given.rooms);
            listed.filter(|room| *room == name).for_each(|room| other.clone_into(room));
        }
        Ok(())
    }

    fn remove(&mut self, naming: Naming, name: &str) -> Result<(), String> {
        let number = self.find(naming, name)?;
        for row in 0..self.rows.len() {
            for column in 0..self.rows[row].len() {
                let mut named = self.names((row, column));
                if !named.contains(&number) {
                    continue;
                }
                if naming == Naming::Stairs {
                    self.lift((row, column))?;
                } else if !named.iter().any(|&number| self.given[number].naming == Naming::Stairs) {
                    named.remove(&number);
                    self.set((row, column), &named)?;
                }
            }
        }
        self.given.remove(number);
        self.was.remove(number);
        Ok(())
    }

    fn resize(&mut self, rows: usize, columns: usize) -> Result<(), String> {
        sides(rows, columns)?;
        for (row, marks) in self.rows.iter_mut().zip(&mut self.marks) {
            let last = row.last().copied().unwrap_or('.');
            row.resize(columns, last);
            marks.resize(columns, last);
        }
        let last = self.rows.last().cloned().unwrap_or_default();
        self.rows.resize(rows, last.clone());
        self.marks.resize(rows, last);
        // Stairs with one end are none.
        for row in 0..rows {
            for column in 0..columns {
                let mark = self.marks[row][column];
                let stairs =
                    self.names((row, column)).iter().any(|&number| self.given[number].naming == Naming::Stairs);
                if stairs && self.marks.iter().flatten().filter(|other| **other == mark).count() < 2 {
                    self.lift((row, column))?;
                }
            }
        }
        Ok(())
    }

    fn say(&mut self, key: &'static str, text: &str) -> Result<(), String> {
        self.said.push((key, text.trim().to_owned()));
        Ok(())
    }

    /// Takes marks that are drawn no more from their names.
    fn settle(&mut self) {
        let old: BTreeSet<char> = self.old.marks.iter().flatten().flat_map(|(_, row)| row.iter().copied()).collect();
        let new: BTreeSet<char> = self.marks.iter().flatten().copied().collect();
        for given in &mut self.given {
            given.marks.retain(|mark| new.contains(&mark) || !old.contains(&mark));
        }
    }

    /// Whether a file that was read is this one.
    fn is(&self, found: &Sketch) -> bool {
        let found_now = Change::new(found);
        let mut given: Vec<&Given> = self.given.iter().collect();
        given.sort_by_key(|given| Naming::ALL.iter().position(|naming| *naming == given.naming));
        let said = |(key, text): &(&str, String)| match *key {
            "title" => found.title() == text,
            _ => found.about() == text,
        };
        (&found_now.rows, &found_now.marks, &found_now.legend) == (&self.rows, &self.marks, &self.legend)
            && found.given.iter().eq(given)
            && self.said.iter().all(said)
    }

    /// The text with everything that changed.
    fn written(&self) -> Result<String, String> {
        let mut writer = Writer { sketch: self.old, changes: Vec::new() };
        writer.drawing(&self.old.rows, &self.rows);
        match &self.old.marks {
            Some(marks) => writer.drawing(marks, &self.marks),
            None if self.marks != self.rows => writer.marks(&self.marks),
            None => {}
        }
        for (symbol, kind) in &self.legend {
            if !self.old.legend.contains_key(symbol) {
                writer.entry("legend", &symbol.to_string(), &Value::from(kind.name()));
            }
        }
        for (number, old) in self.old.given.iter().enumerate() {
            match self.was.iter().position(|was| *was == Some(number)) {
                Some(now) => writer.given(old, &self.given[now]),
                None => writer.remove(&Key::of(&[old.naming.table(), &old.name])),
            }
        }
        for (given, _) in self.given.iter().zip(&self.was).filter(|(_, was)| was.is_none()) {
            writer.entry(given.naming.table(), &given.name, &Value::from(given.marks.as_str()));
        }
        for (key, text) in &self.said {
            writer.said(key, text);
        }
        Ok(writer.text())
    }
}

/// The symbol of floor where stairs are.
const STEPS: char = '<';

impl Sketch {
    /// The quotes that end the drawing of the map: which, and how many.
    fn quotes(&self) -> (char, usize) {
        let Spot::File(at) = &self.place("map").value else { return ('\'', 0) };
        let written = self.text.get(at.clone()).unwrap_or("");
        let quote = written.chars().next().unwrap_or('\'');
        (quote, if written.starts_with(&quote.to_string().repeat(3)) { 3 } else { 1 })
    }

    fn place(&self, key: &str) -> &crate::place::Place {
        self.document.place.nearest(&Key::of(&[key]))
    }
}

/// Collects what is to be replaced in a text.
struct Writer<'s> {
    sketch: &'s Sketch,
    changes: Vec<(Range<usize>, String)>,
}

impl Writer<'_> {
    /// The line end that the file uses.
    fn end(&self) -> &'static str {
        if self.sketch.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    fn put(&mut self, at: Range<usize>, text: String) {
        self.changes.push((at, text));
    }

    fn drawing(&mut self, old: &Rows, new: &[Vec<char>]) {
        let text = |row: &Vec<char>| row.iter().collect::<String>();
        if old.len() == new.len() {
            for ((at, before), now) in old.iter().zip(new) {
                // Blanks at the end of a row were no part of it.
                let same = before.len() <= now.len() && now.starts_with(before);
                let rest = now.get(before.len()..).unwrap_or_default();
                let bare = same && rest.iter().eq(self.repeated(old, at, before.len(), now.len()).iter());
                if before != now && !bare {
                    self.put(at.clone(), text(now));
                }
            }
        } else if let (Some((first, _)), Some((last, _))) = (old.first(), old.last()) {
            let rows: Vec<String> = new.iter().map(text).collect();
            self.put(first.start..last.end, rows.join(self.end()));
        }
    }

    /// What the map draws where a row of marks has ended.
    fn repeated(&self, old: &Rows, at: &Range<usize>, from: usize, to: usize) -> Vec<char> {
        let row = old.iter().position(|(place, _)| place == at).unwrap_or_default();
        self.sketch.rows.get(row).and_then(|(_, row)| row.get(from..to)).unwrap_or_default().to_vec()
    }

    /// Adds a drawing of marks after that of the map.
    fn marks(&mut self, marks: &[Vec<char>]) {
        let Spot::File(at) = self.sketch.place("map").value.clone() else { return };
        let end = self.end();
        let rows: String = marks.iter().map(|row| row.iter().collect::<String>() + end).collect();
        self.put(at.end..at.end, format!("{end}{end}marks = '''{end}{rows}'''"));
    }

    /// Adds an entry to a table.
    fn entry(&mut self, table: &str, name: &str, value: &Value) {
        let (text, end) = (&self.sketch.text, self.end());
        let written = format!("{} = {}", key_in_toml(name), in_toml(value));
        let place = self.sketch.document.place.keys.get(table);
        let last = place.and_then(|place| place.keys.values().max_by_key(|inner| file(&inner.value).end));
        let line = |at: usize| text[at..].find(['\r', '\n']).map_or(text.len(), |end| at + end);
        match (place, last) {
            (_, Some(last)) => {
                let (key, value) = (file(&last.key), file(&last.value));
                let begin = text[..key.start].rfind('\n').map_or(0, |at| at + 1);
                let before = &text[begin..key.start];
                if before.trim().is_empty() || before.trim_end().ends_with('.') {
                    let at = line(value.end);
                    self.put(at..at, format!("{end}{before}{written}"));
                } else {
                    self.put(value.end..value.end, format!(", {written}"));
                }
            }
            (Some(place), None) => {
                let at = line(file(&place.key).end);
                self.put(at..at, format!("{end}{written}"));
            }
            (None, None) => {
                let gap = if text.is_empty() || text.ends_with('\n') { "" } else { end };
                let again = self
                    .changes
                    .iter()
                    .any(|(at, added)| at.start == text.len() && added.contains(&format!("[{table}]")));
                let head = if again { String::new() } else { format!("{gap}{end}[{table}]{end}") };
                self.put(text.len()..text.len(), format!("{head}{written}{end}"));
            }
        }
    }

    /// Writes what has changed about a name.
    fn given(&mut self, old: &Given, new: &Given) {
        let key = Key::of(&[old.naming.table(), &old.name]);
        let place = self.sketch.document.place.nearest(&key).clone();
        if old.name != new.name {
            self.put(file(&place.key), key_in_toml(&new.name));
        }
        if old.marks != new.marks {
            self.put(file(&place.value), in_toml(&Value::from(new.marks.as_str())));
        }
        for ((was, now), item) in old.rooms.iter().zip(&new.rooms).zip(&place.items) {
            if was != now {
                self.put(file(&item.value), in_toml(&Value::from(now.as_str())));
            }
        }
    }

    /// Removes the lines of an entry.
    fn remove(&mut self, key: &Key) {
        let text = &self.sketch.text;
        let place = self.sketch.document.place.nearest(key);
        let (name, value) = (file(&place.key), file(&place.value));
        let begin = text[..name.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[value.end..].find('\n').map_or(text.len(), |end| value.end + end + 1);
        self.put(begin..end, String::new());
    }

    /// Writes a text at the top of the file.
    fn said(&mut self, key: &str, said: &str) {
        let value = in_toml(&Value::from(said));
        match self.sketch.document.place.keys.get(key) {
            Some(place) => self.put(file(&place.value), value),
            None => {
                let title = self.sketch.document.place.keys.get("title").filter(|_| key != "title");
                let at = title.map_or(0, |title| {
                    let end = file(&title.value).end;
                    self.sketch.text[end..].find('\n').map_or(self.sketch.text.len(), |line| end + line + 1)
                });
                self.put(at..at, format!("{key} = {value}{}", self.end()));
            }
        }
    }

    /// The text with all changes.
    fn text(mut self) -> String {
        // Those at one place stay in their order.
        self.changes.sort_by_key(|(at, _)| at.start);
        let mut text = String::new();
        let mut end = 0;
        for (at, new) in &self.changes {
            text.push_str(self.sketch.text.get(end..at.start).unwrap_or_default());
            text.push_str(new);
            end = at.end.max(end);
        }
        text.push_str(&self.sketch.text[end..]);
        text
    }
}

/// Bytes of the file.
fn file(spot: &Spot) -> Range<usize> {
    match spot {
        Spot::File(at) => at.clone(),
        Spot::Set(_) => 0..0,
    }
}
