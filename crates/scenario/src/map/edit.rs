//! Edits of a map file: an edit gives another text. What it does not concern, comments among it, stays as it was.

use std::collections::{BTreeMap, BTreeSet};

use field::Pass;
use serde_json::Value;

use super::amended::Amended;
use super::draft::{Square, TakenNames};
use super::kind::Kind;
use super::sketch::{Given, Naming, Sketch, sides};
use crate::key::Key;

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
impl Sketch {
    /// The map with a change.
    ///
    /// # Errors
    /// A sentence that says why it cannot be changed so.
    pub fn edited(&self, edit: &Edit) -> Result<Sketch, String> {
        let mut change = Change::new(self);
        change.make(edit)?;
        let text = change.written();
        let found = Sketch::read("map.toml", &text).map_err(|_| OTHERWISE.to_owned())?;
        // The text may be written in a way that edits do not know: dotted or inline tables, escapes.
        if change.is(&found) { Ok(found) } else { Err(OTHERWISE.to_owned()) }
    }
}

/// The message for an edit that would not give what it should.
const OTHERWISE: &str = "this file is written in a way that the drawing cannot change here: change its text instead";

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
    fn written(&self) -> String {
        let mut amended = Amended::new(self.old);
        amended.drawing(&self.old.rows, &self.rows);
        match &self.old.marks {
            Some(marks) => amended.drawing(marks, &self.marks),
            None if self.marks != self.rows => amended.marks(&self.marks),
            None => {}
        }
        for (symbol, kind) in &self.legend {
            if !self.old.legend.contains_key(symbol) {
                amended.entry("legend", &symbol.to_string(), &Value::from(kind.name()));
            }
        }
        for (number, old) in self.old.given.iter().enumerate() {
            match self.was.iter().position(|was| *was == Some(number)) {
                Some(now) => amended.given(old, &self.given[now]),
                None => amended.remove(&Key::of(&[old.naming.table(), &old.name])),
            }
        }
        for (given, _) in self.given.iter().zip(&self.was).filter(|(_, was)| was.is_none()) {
            amended.entry(given.naming.table(), &given.name, &Value::from(given.marks.as_str()));
        }
        for (key, said) in &self.said {
            amended.said(key, said);
        }
        amended.text()
    }
}

/// The symbol of floor where stairs are.
const STEPS: char = '<';
