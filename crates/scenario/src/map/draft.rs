//! A map as drawn, independent of the file format, and its possible mistakes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engage::Map;
use field::{Builder, Mistake as Wrong, Pass};

use crate::frame::is_name;
use crate::key::Key;
use crate::map::kind::Kind;

/// The areas in which figures begin: one for each side, and one for hostages.
pub(crate) const DEPLOYMENT: [&str; 3] = ["blue", "red", "hostages"];

/// A square, by row and column from 0.
pub(crate) type Square = (usize, usize);

/// The text for a square at the beginning of a message.
pub(crate) fn in_words((row, column): Square) -> String {
    format!("row {}, column {}: ", row + 1, column + 1)
}

/// The subject of a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// The ground.
    Ground,
    /// A room by name.
    Room(String),
    /// An area by name.
    Area(String),
    /// Stairs by name.
    Stairs(String),
}

/// A mistake in a draft, for the reader of the format to locate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flaw {
    /// Its subject.
    pub(crate) subject: Subject,
    /// Where, if it has a place on the map.
    pub(crate) square: Option<Square>,
    /// What is wrong.
    pub(crate) message: String,
    /// What to do.
    pub(crate) help: Option<String>,
}

impl Flaw {
    fn new(subject: Subject, square: Option<Square>, message: impl Into<String>) -> Flaw {
        Flaw { subject, square, message: message.into(), help: None }
    }

    fn help(mut self, help: impl Into<String>) -> Flaw {
        self.help = Some(help.into());
        self
    }
}

/// An area: squares, and all squares of some rooms by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct DraftArea {
    pub(crate) name: String,
    pub(crate) squares: Vec<Square>,
    pub(crate) rooms: Vec<usize>,
}

/// The names that rooms, areas and stairs have so far.
#[derive(Debug, Default)]
pub(crate) struct TakenNames(BTreeMap<String, Key>);

impl TakenNames {
    /// Records the name in a key, and returns its mistakes.
    pub(crate) fn add(&mut self, key: &Key) -> Vec<String> {
        let name = key.parts().last().map_or("", String::as_str);
        let mut wrong = Vec::new();
        if !is_name(name) || name.contains(['.', '[', ']', '"', '\'']) {
            let message = "a name has 1 to 64 characters and no dots, quotes, brackets or control characters";
            wrong.push(message.to_owned());
        }
        if let Some(other) = self.0.insert(name.to_lowercase(), key.clone()) {
            wrong.push(format!("`{other}` has that name already"));
        }
        wrong
    }
}

/// A map as drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) title: String,
    pub(crate) about: String,
    /// Columns; at least one.
    pub(crate) width: usize,
    /// Row by row; at least one row.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) rooms: Vec<(String, Vec<Square>)>,
    pub(crate) areas: Vec<DraftArea>,
    pub(crate) stairs: Vec<(String, [Square; 2])>,
    /// Whether stairs are named at all, correctly or not.
    pub(crate) has_levels: bool,
}

impl Draft {
    /// The finished map.
    pub(crate) fn build(mut self) -> Result<Map, Vec<Flaw>> {
        let mut flaws = self.walls();
        if flaws.is_empty() {
            flaws = self.overlaps();
        }
        if flaws.is_empty() {
            flaws = self.fill_rooms();
        }
        self.resolve();
        flaws.extend(self.deployment());
        let mut builder = Builder::new(self.width, self.height());
        for (square, kind) in self.kinds.iter().enumerate() {
            builder.set(square / self.width, square % self.width, kind.ground());
        }
        if !flaws.is_empty() {
            // Names with mistakes, which were reported before, are left out.
            let wrong = builder.build().err().into_iter().flatten();
            // Without its stairs a level is unreachable, which is not worth another message.
            let wrong = wrong.filter(|wrong| !self.has_levels || !matches!(wrong, Wrong::Unreachable { .. }));
            flaws.extend(wrong.map(|wrong| self.flaw(wrong)));
            return Err(flaws);
        }
        let (rooms, areas) = self.name(&mut builder);
        match builder.build() {
            Ok(plan) => {
                let cell = |(row, column): Square| plan.cell(row, column);
                let stairs = self
                    .stairs
                    .iter()
                    .filter_map(|(name, [from, to])| Some((name.clone(), [cell(*from)?, cell(*to)?])));
                let stairs = stairs.collect();
                Ok(Map {
                    title: self.title,
                    about: self.about,
                    plan: Arc::new(plan),
                    rooms,
                    areas,
                    stairs,
                    known: engage::KnownGround::default(),
                })
            }
            Err(wrong) => {
                let lost = self.has_levels && self.stairs.is_empty();
                let wrong = wrong.into_iter().filter(|wrong| !lost || !matches!(wrong, Wrong::Unreachable { .. }));
                Err(wrong.map(|wrong| self.flaw(wrong)).collect())
            }
        }
    }

    fn height(&self) -> usize {
        self.kinds.len() / self.width.max(1)
    }

    /// The kind of a square, if it is on the map.
    fn kind(&self, (row, column): Square) -> Option<Kind> {
        (column < self.width).then(|| self.kinds.get(row * self.width + column).copied()).flatten()
    }

    /// Whether a square can belong to a room.
    fn is_inside(&self, square: Square) -> bool {
        self.kind(square).is_some_and(|kind| kind.ground().pass != Pass::No && !kind.ground().opening)
    }

    /// Mistakes of named squares that no figure can enter.
    fn walls(&self) -> Vec<Flaw> {
        let rooms = self.rooms.iter().map(|(name, squares)| (Subject::Room(name.clone()), squares.as_slice()));
        let areas = self.areas.iter().map(|area| (Subject::Area(area.name.clone()), area.squares.as_slice()));
        let stairs = self.stairs.iter().map(|(name, ends)| (Subject::Stairs(name.clone()), ends.as_slice()));
        let mut flaws = Vec::new();
        for (subject, squares) in rooms.chain(areas).chain(stairs) {
            let kind = |square: &Square| self.kind(*square).unwrap_or(Kind::Wall);
            let closed = |square: &&Square| kind(square).ground().pass == Pass::No;
            if let Some(first) = squares.iter().find(closed) {
                let more = squares.iter().filter(closed).count() - 1;
                let more = if more == 0 { String::new() } else { format!(" (and {more} more)") };
                let message = format!("the ground here is {}, which nobody can enter{more}", kind(first).name());
                flaws.push(Flaw::new(subject, Some(*first), message));
            } else if let Subject::Room(_) = subject
                && !squares.is_empty()
                && !squares.iter().any(|&square| self.is_inside(square))
            {
                let message = "only doors, doorways and windows are marked, which belong to no room";
                flaws.push(Flaw::new(subject, squares.first().copied(), message));
            }
        }
        flaws
    }

    /// Mistakes of squares that belong to two rooms.
    fn overlaps(&self) -> Vec<Flaw> {
        let mut room_of: Vec<Option<&str>> = vec![None; self.kinds.len()];
        let mut flaws = Vec::new();
        for (name, squares) in &self.rooms {
            let taken =
                |&&(row, column): &&Square| room_of[row * self.width + column].is_some_and(|other| other != name);
            if let Some(&(row, column)) = squares.iter().find(taken) {
                let other = room_of[row * self.width + column].unwrap_or_default();
                let message = format!("in `{name}` and in `{other}`: a square is in one room");
                flaws.push(Flaw::new(Subject::Room(name.clone()), Some((row, column)), message));
            }
            squares.iter().for_each(|&(row, column)| room_of[row * self.width + column] = Some(name));
        }
        flaws
    }

    /// Extends every room to its whole open space.
    fn fill_rooms(&mut self) -> Vec<Flaw> {
        let mut room_of: Vec<Option<usize>> = vec![None; self.kinds.len()];
        for (number, (_, squares)) in self.rooms.iter().enumerate() {
            for &(row, column) in squares {
                room_of[row * self.width + column] = Some(number);
            }
        }
        let mut flaws = Vec::new();
        let mut seen = vec![false; self.kinds.len()];
        for first in 0..self.kinds.len() {
            let first = (first / self.width, first % self.width);
            let space = self.open_space(first, &mut seen);
            let number = |&(row, column): &Square| room_of[row * self.width + column];
            let named: BTreeSet<usize> = space.iter().filter_map(number).collect();
            let bare: Vec<Square> = space.iter().copied().filter(|square| number(square).is_none()).collect();
            match (named.len(), bare.iter().min()) {
                (0, _) | (_, None) => {}
                (1, _) => named.iter().for_each(|&room| self.rooms[room].1.extend(&bare)),
                (_, Some(&square)) => {
                    let names: Vec<&str> = named.iter().map(|&room| self.rooms[room].0.as_str()).collect();
                    let names = names.join("` and `");
                    let message = format!(
                        "`{names}` share one open space, in which this square{} has no mark",
                        if bare.len() > 1 { format!(" (and {} more)", bare.len() - 1) } else { String::new() }
                    );
                    let room = Subject::Room(self.rooms[*named.iter().next().unwrap_or(&0)].0.clone());
                    flaws.push(
                        Flaw::new(room, Some(square), message).help("mark every square, or put a doorway between"),
                    );
                }
            }
        }
        for (_, squares) in &mut self.rooms {
            squares.sort_unstable();
            squares.dedup();
        }
        flaws
    }

    /// All squares that can be reached from a square without passing an opening, except those already `seen`.
    fn open_space(&self, first: Square, seen: &mut [bool]) -> Vec<Square> {
        let mut space = Vec::new();
        let mut waiting = vec![first];
        while let Some((row, column)) = waiting.pop() {
            if !self.is_inside((row, column)) || std::mem::replace(&mut seen[row * self.width + column], true) {
                continue;
            }
            space.push((row, column));
            waiting.extend([(row + 1, column), (row, column + 1)]);
            waiting.extend(row.checked_sub(1).map(|row| (row, column)));
            waiting.extend(column.checked_sub(1).map(|column| (row, column)));
        }
        space
    }

    /// Gives areas the squares of the rooms that they list.
    fn resolve(&mut self) {
        for area in &mut self.areas {
            let rooms = area.rooms.iter().filter_map(|&room| self.rooms.get(room));
            area.squares.extend(rooms.flat_map(|(_, squares)| squares));
        }
    }

    /// Mistakes in the areas in which figures begin.
    fn deployment(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        let mut taken: Vec<(Square, &str)> = Vec::new();
        for area in self.areas.iter().filter(|area| DEPLOYMENT.contains(&area.name.as_str())) {
            let subject = || Subject::Area(area.name.clone());
            if !area.squares.is_empty() && !area.squares.iter().any(|&square| self.is_inside(square)) {
                let message = format!("no room to deploy: all of `{}` is doors, doorways and windows", area.name);
                flaws.push(Flaw::new(subject(), area.squares.first().copied(), message));
            }
            let shared = |square: &Square| taken.iter().find(|(other, _)| other == square).map(|(_, name)| *name);
            if let Some((square, other)) = area.squares.iter().find_map(|square| Some((*square, shared(square)?))) {
                let message = format!("in `{}` and in `{other}`, where figures of each begin", area.name);
                flaws.push(Flaw::new(subject(), Some(square), message));
            }
            taken.extend(area.squares.iter().map(|&square| (square, area.name.as_str())));
        }
        flaws
    }

    /// Adds the rooms, areas and stairs to a builder.
    #[expect(clippy::type_complexity, reason = "two lists of names with numbers")]
    fn name(&self, builder: &mut Builder) -> (Vec<(String, field::Room)>, Vec<(String, field::Area)>) {
        let rooms = self.rooms.iter().map(|(name, squares)| {
            (name.clone(), builder.room(squares.iter().copied().filter(|&square| self.is_inside(square))))
        });
        let rooms = rooms.collect();
        let areas = self.areas.iter();
        let areas = areas.map(|area| (area.name.clone(), builder.area(area.squares.iter().copied()))).collect();
        for (_, [from, to]) in &self.stairs {
            builder.stairs(*from, *to);
        }
        (rooms, areas)
    }

    /// Converts a mistake that the crate `field` found.
    fn flaw(&self, wrong: Wrong) -> Flaw {
        let square = wrong.place();
        match wrong {
            Wrong::NoGround => {
                let message = "nobody can stand anywhere: a map needs floor, or other ground that figures enter";
                Flaw::new(Subject::Ground, None, message)
            }
            Wrong::Unreachable { cells, .. } => {
                let squares = if cells == 1 { "one square".to_owned() } else { format!("{cells} squares") };
                let inside = self.named_in(square.unwrap_or_default());
                let inside = if inside.is_empty() { String::new() } else { format!(" (here is {inside})") };
                let message = format!("{squares} that cannot be reached from the rest of the map{inside}");
                Flaw::new(Subject::Ground, square, message)
                    .help("draw a door `+`, a doorway `'` or stairs, or make it wall")
            }
            Wrong::TwoStairs { .. } => {
                let at = |ends: &[Square; 2]| square.is_some_and(|square| ends.contains(&square));
                let name = self.stairs.iter().rev().find(|(_, ends)| at(ends)).map(|(name, _)| name.clone());
                Flaw::new(Subject::Stairs(name.unwrap_or_default()), square, "stairs lead from this square already")
            }
            other => Flaw::new(Subject::Ground, square, other.to_string()),
        }
    }

    /// The names of the rooms and areas around a square, in words.
    fn named_in(&self, square: Square) -> String {
        let space = self.open_space(square, &mut vec![false; self.kinds.len()]);
        let rooms = self.rooms.iter().map(|(name, squares)| ("room", name, squares));
        let areas = self.areas.iter().map(|area| ("area", &area.name, &area.squares));
        let inside = rooms.chain(areas).filter(|(.., squares)| squares.iter().any(|square| space.contains(square)));
        let words: Vec<String> = inside.map(|(what, name, _)| format!("{what} `{name}`")).collect();
        words.join(", ")
    }
}
