//! Reads maps drawn in TOML: makes a draft of the document, and turns its flaws into mistakes at their squares.

use std::collections::BTreeMap;

use engage::{Fault, Map, Problem};
use field::MAX_SIDE;
use serde_json::Value;

use crate::document::Document;
use crate::key::Key;
use crate::map::draft::{Draft, DraftArea, Flaw, Square, Subject, TakenNames};
use crate::map::drawing::{Drawing, called};
use crate::map::file::{MapFile, Squares};
use crate::map::kind::Kind;
use crate::mistake::Mistake;
use crate::place::Spot;
use crate::problems;

/// Reads the map in a document; `text` is its source.
pub(crate) fn read(text: &str, document: &Document) -> Result<Map, Vec<Mistake>> {
    let reading = problems::all(&document.value, engage::read::<MapFile>);
    let mistakes = reading.problems.iter().map(|problem| of_shape(problem, document)).collect();
    let document = &*document.as_meant(&reading.meant);
    let mut reader = DrawnReader { text, document, taken: reading.taken, mistakes };
    let Some(file) = reading.value else { return Err(reader.mistakes) };
    let draft = reader.draft(file);
    match draft {
        Some((draft, drawings)) => match draft.build() {
            Ok(map) if reader.mistakes.is_empty() => Ok(map),
            Ok(_) => Err(reader.mistakes),
            Err(flaws) => {
                let located = flaws.into_iter().map(|flaw| reader.locate(flaw, &drawings));
                let located: Vec<Mistake> = located.collect();
                Err(reader.mistakes.into_iter().chain(located).collect())
            }
        },
        None => Err(reader.mistakes),
    }
}

/// What a file draws, whatever else is wrong with it.
pub(super) struct Outline<'t> {
    pub(super) map: Drawing<'t>,
    /// The kinds of its squares, row by row.
    pub(super) kinds: Vec<Kind>,
    pub(super) marks: Option<Drawing<'t>>,
    /// The file's own symbols.
    pub(super) legend: BTreeMap<char, Kind>,
    pub(super) file: MapFile,
}

/// Reads the drawings of a document; `text` is its source.
///
/// # Errors
/// The mistakes found, if the ground cannot be read.
pub(super) fn outline<'t>(text: &'t str, document: &Document) -> Result<Outline<'t>, Vec<Mistake>> {
    let reading = problems::all(&document.value, engage::read::<MapFile>);
    let mistakes = reading.problems.iter().map(|problem| of_shape(problem, document)).collect();
    let document = &*document.as_meant(&reading.meant);
    let mut reader = DrawnReader { text, document, taken: reading.taken, mistakes };
    let outline = reading.value.and_then(|file| {
        let legend = reader.legend(&file.legend);
        let map = reader.map(&file)?;
        map.size().map_err(|found| reader.mistakes.extend(found)).ok()?;
        let kinds = reader.ground(&map, &legend)?;
        let marks = file.marks.as_ref().and_then(|marks| reader.drawing("marks", marks));
        Some(Outline { map, kinds, marks, legend, file })
    });
    outline.ok_or(reader.mistakes)
}

/// The mistake of a key or value that does not fit the file's schema.
fn of_shape(problem: &Problem, document: &Document) -> Mistake {
    let key = Key::find(&problem.key, &document.value);
    let place = document.place.nearest(&key);
    let spot = if matches!(problem.fault, Fault::UnknownKey(_)) { &place.key } else { place.of_value() };
    Mistake::new(spot, &key, &problem.message)
}

/// The drawings of a file.
struct Drawings<'t> {
    map: Drawing<'t>,
    marks: Option<Drawing<'t>>,
}

struct DrawnReader<'t, 'd> {
    text: &'t str,
    document: &'d Document,
    /// Keys of the wrong type, which were reported before.
    taken: Vec<Key>,
    mistakes: Vec<Mistake>,
}

impl<'t> DrawnReader<'t, '_> {
    /// Everything that was drawn, if the ground has no mistakes.
    fn draft(&mut self, file: MapFile) -> Option<(Draft, Drawings<'t>)> {
        let title = file.title.as_deref().unwrap_or("").trim().to_owned();
        if title.is_empty() && !self.is_reported("title") {
            self.at_key(&Key::of(&["title"]), "a map needs a title");
        }
        let legend = self.legend(&file.legend);
        let map = self.map(&file);
        let size = map.as_ref().map(Drawing::size).transpose();
        let size = size.map_err(|found| self.mistakes.extend(found)).ok().flatten();
        let kinds = map.as_ref().filter(|_| size.is_some()).and_then(|map| self.ground(map, &legend));
        let marks = file.marks.as_ref().and_then(|marks| self.drawing("marks", marks));
        let meanings = self.meanings(&file);
        let squares = match (&marks, &map, size) {
            (Some(marks), Some(map), Some(size)) => self.marked(marks, map, size, &meanings),
            _ => None,
        };
        // Without readable marks their meanings cannot be checked.
        let no_marks = file.marks.is_none() && !self.is_reported("marks");
        let marked = squares.or_else(|| no_marks.then(BTreeMap::new));
        let ((width, _), kinds, map) = (size?, kinds?, map?);
        let mut draft = Draft {
            title,
            about: file.about.trim().to_owned(),
            width,
            kinds,
            has_levels: !self.order("stairs").is_empty(),
            ..Draft::default()
        };
        if let Some(marked) = marked {
            self.names(&file, &meanings, &marked, &mut draft);
            if !self.mistakes.is_empty() {
                // Consequences of mistakes in names are not reported; the ground can still be checked.
                (draft.rooms, draft.areas, draft.stairs) = Default::default();
            }
        }
        Some((draft, Drawings { map, marks }))
    }

    fn is_reported(&self, word: &str) -> bool {
        self.taken.contains(&Key::of(&[word]))
    }

    fn at_key(&mut self, key: &Key, message: impl Into<String>) {
        self.mistakes.push(Mistake::new(self.document.place.nearest(key).of_value(), key, message));
    }

    fn at_name(&mut self, key: &Key, message: impl Into<String>) {
        self.mistakes.push(Mistake::new(&self.document.place.nearest(key).key, key, message));
    }

    /// The drawing of the ground.
    fn map(&mut self, file: &MapFile) -> Option<Drawing<'t>> {
        if file.map.is_none() && !self.is_reported("map") {
            self.at_key(&Key::of(&["map"]), "a map needs a drawing: map = ''' … '''");
        }
        self.drawing("map", file.map.as_deref()?)
    }

    fn drawing(&mut self, word: &str, value: &str) -> Option<Drawing<'t>> {
        let key = Key::of(&[word]);
        let Spot::File(written) = self.document.place.nearest(&key).value.clone() else { return None };
        Drawing::read(self.text, written, value, key).map_err(|mistake| self.mistakes.push(mistake)).ok()
    }

    /// The file's own symbols.
    fn legend(&mut self, legend: &BTreeMap<String, Kind>) -> BTreeMap<char, Kind> {
        let mut symbols = BTreeMap::new();
        for (word, &kind) in legend {
            let mut characters = word.chars();
            match (characters.next(), characters.next()) {
                (Some(symbol), None) if symbol.is_ascii_graphic() => _ = symbols.insert(symbol, kind),
                _ => {
                    let message = "a symbol is one printable ASCII character, not a blank";
                    self.at_name(&Key::of(&["legend", word]), message);
                }
            }
        }
        symbols
    }

    /// The kinds of all squares; `None` if a symbol has no meaning.
    fn ground(&mut self, map: &Drawing<'_>, legend: &BTreeMap<char, Kind>) -> Option<Vec<Kind>> {
        let mut kinds = Vec::new();
        let mut unknown: BTreeMap<char, (Square, usize)> = BTreeMap::new();
        for (row, column, symbol) in map.symbols() {
            match legend.get(&symbol).copied().or_else(|| Kind::of_symbol(symbol)) {
                Some(kind) => kinds.push(kind),
                None => unknown.entry(symbol).or_insert(((row, column), 0)).1 += 1,
            }
        }
        let sound = unknown.is_empty();
        for (symbol, (square, count)) in unknown {
            let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
            let mistake = map.mistake(square, format!("{}{more}", called(symbol)));
            let own = symbol.is_ascii_graphic();
            self.mistakes.push(if own {
                let quote = if symbol.is_ascii_alphanumeric() {
                    ""
                } else if symbol == '"' {
                    "'"
                } else {
                    "\""
                };
                mistake.help(format!("give it a meaning in [legend], such as {quote}{symbol}{quote} = \"floor\""))
            } else {
                mistake
            });
        }
        sound.then_some(kinds)
    }

    /// The marks in use, each with the keys of the names that use it.
    fn meanings(&mut self, file: &MapFile) -> BTreeMap<char, Vec<Key>> {
        let mut meanings: BTreeMap<char, Vec<Key>> = BTreeMap::new();
        let mut names = TakenNames::default();
        for table in ["rooms", "areas", "stairs"] {
            for name in self.order(table) {
                let key = Key::of(&[table, &name]);
                if self.taken.contains(&key) {
                    continue;
                }
                for message in names.add(&key) {
                    self.at_name(&key, message);
                }
                for mark in marks_of(file, table, &name).chars() {
                    self.mark(mark, &key, table, &mut meanings);
                }
            }
        }
        meanings
    }

    fn mark(&mut self, mark: char, key: &Key, table: &str, meanings: &mut BTreeMap<char, Vec<Key>>) {
        if !mark.is_ascii_alphanumeric() {
            self.at_key(key, format!("`{mark}` is not a mark: marks are letters and digits"));
            return;
        }
        let keys = meanings.entry(mark).or_default();
        let alone = |key: &Key| key.parts().first().is_some_and(|table| table != "areas");
        let same = keys.iter().find(|other| other.parts().first().is_some_and(|other| other == table)).cloned();
        keys.push(key.clone());
        if let Some(other) = same.filter(|other| alone(other)) {
            self.at_key(key, format!("`{mark}` marks `{other}` already"));
        }
    }

    /// The names in a table, in the order of the file.
    fn order(&self, table: &str) -> Vec<String> {
        let names = self.document.value.get(table).and_then(Value::as_object);
        names.map(|names| names.keys().cloned().collect()).unwrap_or_default()
    }

    /// The squares of each mark; `None` if the drawing of marks has mistakes.
    fn marked(
        &mut self,
        marks: &Drawing<'_>,
        map: &Drawing<'_>,
        (width, height): (usize, usize),
        meanings: &BTreeMap<char, Vec<Key>>,
    ) -> Option<BTreeMap<char, Vec<Square>>> {
        let before = self.mistakes.len();
        if marks.height() != height {
            let message = format!("{} rows of marks, expected {height} as in the map", marks.height());
            self.mistakes.push(marks.mistake((height.min(marks.height()), 0), message));
        }
        let used: String = map.symbols().map(|(.., symbol)| symbol).collect();
        for (mark, keys) in meanings.iter().filter(|(mark, _)| used.contains(**mark)) {
            let message = format!("`{mark}` is drawn in the map, expected a mark that the map does not use");
            self.at_key(&keys[0], message);
        }
        let mut squares: BTreeMap<char, Vec<Square>> = BTreeMap::new();
        let mut unknown: BTreeMap<char, (Square, usize)> = BTreeMap::new();
        for (row, column, mark) in marks.symbols() {
            if column == width && row < height.min(MAX_SIDE) {
                let found = marks.row(row).chars().count();
                let message = format!("row {} of the marks has {found} squares, that of the map {width}", row + 1);
                self.mistakes.push(marks.mistake((row, column), message));
            }
            let nothing = mark == ' ' || mark == '.' || map.row(row).chars().nth(column) == Some(mark);
            if nothing || column >= width || row >= height {
                continue;
            }
            if meanings.contains_key(&mark) {
                squares.entry(mark).or_default().push((row, column));
            } else {
                unknown.entry(mark).or_insert(((row, column), 0)).1 += 1;
            }
        }
        // A mark may belong to a name that could not be read.
        let lost =
            |key: &Key| key.parts().first().is_some_and(|table| ["rooms", "areas", "stairs"].contains(&table.as_str()));
        if self.taken.iter().any(lost) {
            unknown.clear();
        }
        for (mark, (square, count)) in unknown {
            let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
            let what = if mark == '\t' || !mark.is_ascii() {
                called(mark)
            } else {
                format!("`{mark}` marks nothing: no room, area or stairs has it, and the map draws something else here")
            };
            self.mistakes.push(marks.mistake(square, format!("{what}{more}")));
        }
        (self.mistakes.len() == before).then_some(squares)
    }

    /// Puts rooms, areas and stairs into the draft.
    fn names(
        &mut self,
        file: &MapFile,
        meanings: &BTreeMap<char, Vec<Key>>,
        marked: &BTreeMap<char, Vec<Square>>,
        draft: &mut Draft,
    ) {
        let squares = |marks: &str| -> Vec<Square> {
            let all = marks.chars().filter(|mark| meanings.contains_key(mark));
            all.filter_map(|mark| marked.get(&mark)).flatten().copied().collect()
        };
        for name in self.order("rooms") {
            let Some(marks) = file.rooms.get(&name) else { continue };
            let found = squares(marks);
            if found.is_empty() {
                self.drawn_nowhere("rooms", &name, marks);
            }
            draft.rooms.push((name, found));
        }
        for name in self.order("areas") {
            match file.areas.get(&name) {
                Some(Squares::Marked(marks)) => {
                    let found = squares(marks);
                    if found.is_empty() {
                        self.drawn_nowhere("areas", &name, marks);
                    } else {
                        draft.areas.push(DraftArea { name, squares: found, rooms: Vec::new() });
                    }
                }
                Some(Squares::Rooms(rooms)) => {
                    let rooms = self.rooms_listed(&name, rooms, &draft.rooms);
                    draft.areas.push(DraftArea { name, squares: Vec::new(), rooms });
                }
                None => {}
            }
        }
        for name in self.order("stairs") {
            let Some(marks) = file.stairs.get(&name) else { continue };
            if marks.is_empty() {
                self.drawn_nowhere("stairs", &name, marks);
            }
            for mark in marks.chars() {
                match marked.get(&mark).map_or(&[][..], Vec::as_slice) {
                    &[from, to] => draft.stairs.push((name.clone(), [from, to])),
                    other => {
                        let message =
                            format!("`{mark}` is drawn {} times, expected twice: at both ends of stairs", other.len());
                        self.at_key(&Key::of(&["stairs", &name]), message);
                    }
                }
            }
        }
    }

    fn drawn_nowhere(&mut self, table: &str, name: &str, marks: &str) {
        let message = match marks.len() {
            0 => "named without a mark".to_owned(),
            1 => format!("named, but its mark `{marks}` is drawn nowhere"),
            _ => format!("named, but none of its marks `{marks}` is drawn anywhere"),
        };
        self.at_key(&Key::of(&[table, name]), message);
    }

    /// The numbers of the rooms that an area lists.
    fn rooms_listed(&mut self, area: &str, listed: &[String], rooms: &[(String, Vec<Square>)]) -> Vec<usize> {
        let key = Key::of(&["areas", area]);
        if listed.is_empty() {
            self.at_key(&key, "an empty area: expected marks as text or a list of rooms");
        }
        let mut numbers = Vec::new();
        for (index, name) in listed.iter().enumerate() {
            match rooms.iter().position(|(known, _)| known == name) {
                Some(number) => numbers.push(number),
                None => {
                    let known: Vec<String> = rooms.iter().map(|(name, _)| format!("`{name}`")).collect();
                    let known = if known.is_empty() { "none is named".to_owned() } else { known.join(", ") };
                    let message = format!("there is no room `{name}`, expected one of {known}");
                    self.at_key(&key.join(&format!("[{index}]")), message);
                }
            }
        }
        numbers
    }

    /// A flaw of the draft as a mistake at its place in the drawings.
    fn locate(&self, flaw: Flaw, drawings: &Drawings<'_>) -> Mistake {
        let (key, drawing) = match &flaw.subject {
            Subject::Ground => (Key::of(&["map"]), Some(&drawings.map)),
            Subject::Room(name) => (Key::of(&["rooms", name]), drawings.marks.as_ref()),
            Subject::Area(name) => (Key::of(&["areas", name]), drawings.marks.as_ref()),
            Subject::Stairs(name) => (Key::of(&["stairs", name]), drawings.marks.as_ref()),
        };
        let spot = match (drawing, flaw.square) {
            (Some(drawing), Some((row, column))) => drawing.spot(row, column),
            _ => self.document.place.nearest(&key).key.clone(),
        };
        let mistake = Mistake::new(&spot, &key, flaw.message);
        match flaw.help {
            Some(help) => mistake.help(help),
            None => mistake,
        }
    }
}

/// The marks of a name.
fn marks_of<'f>(file: &'f MapFile, table: &str, name: &str) -> &'f str {
    match table {
        "rooms" => file.rooms.get(name).map_or("", String::as_str),
        "stairs" => file.stairs.get(name).map_or("", String::as_str),
        _ => match file.areas.get(name) {
            Some(Squares::Marked(marks)) => marks,
            _ => "",
        },
    }
}
