//! A replay as JSON: the content of the log as values.

use std::collections::BTreeMap;

use engage::{Drawn, Fact, Luck, Map, Mark, Modifier, Side, Step};
use field::Room;
use runner::{Replay, Scene, State};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::error::Error;
use crate::json::schema_of;

/// The version of the format of replays. It rises when a part of it changes its meaning or is removed, not when
/// something is added.
const VERSION: u32 = 1;

/// One engagement of Beaten Zone, step by step.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Replay")]
struct Log<'r> {
    /// The version of this form.
    version: u32,
    /// The title of the scenario.
    title: &'r str,
    /// The ruleset's word.
    ruleset: &'r str,
    /// The version of the program.
    engine: &'r str,
    /// Hash of the scenario and of what its maps show.
    scenario_hash: &'r str,
    /// The seed.
    seed: u64,
    /// The number of the engagement, from 0.
    engagement: u64,
    /// The swept keys with the value of this cell, as text.
    point: BTreeMap<&'r str, &'r str>,
    /// The variant, or `baseline`.
    variant: &'r str,
    /// The figures by number, from 0, then third parties such as hostages.
    figures: Vec<LoggedFigure<'r>>,
    /// The map; null on open ground and in zones.
    map: Option<Plan<'r>>,
    /// The zones by number, from 0; null elsewhere.
    zones: Option<Vec<&'r str>>,
    /// The steps in order.
    steps: Vec<Entry<'r>>,
    /// How it ended.
    outcome: Outcome<'r>,
}

/// A figure or a third party.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Figure")]
struct LoggedFigure<'r> {
    /// Its name, such as `entry team 2`, with its colour if both sides have a squad of that name.
    name: &'r str,
    /// Its side; null for third parties.
    #[schemars(with = "Option<String>")]
    side: Option<Side>,
    /// Its squad, by the scenario's name for it.
    squad: &'r str,
}

/// A map.
#[derive(Debug, Serialize, JsonSchema)]
struct Plan<'r> {
    /// Its title.
    title: &'r str,
    /// Rows of squares; a square is an inch.
    rows: usize,
    /// Columns of squares.
    columns: usize,
    /// The square of each door, by the door's number.
    doors: Vec<Option<Place>>,
}

/// The position of a figure: the row and the column of a square, from 1, or a zone by number.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Place {
    /// Row and column.
    Square([u16; 2]),
    /// A zone.
    Zone(u16),
}

/// A step.
#[derive(Debug, Serialize, JsonSchema)]
struct Entry<'r> {
    /// The turn, from 1; 0 before the first.
    turn: u32,
    /// How deep the step lies in a chain of reactions; 0 if it is not a reaction.
    depth: u8,
    /// The figure that acts; null for steps of the whole table.
    figure: Option<u8>,
    /// The figure that the step concerns, if it is another.
    target: Option<u8>,
    /// What was done, in one word; the page of the ruleset's log says what each means.
    verb: &'r str,
    /// The clause applied.
    clause: &'r str,
    /// The same in the words of the log.
    text: String,
    /// The dice, cards and rows of tables drawn since the step before, in order.
    dice: Vec<Throw<'r>>,
    /// The target number; null if there is none.
    target_number: Option<i32>,
    /// The parts of the target number; they add up to it.
    modifiers: Vec<Part<'r>>,
    /// The other facts of the step, by name.
    facts: BTreeMap<&'r str, Stated<'r>>,
    /// What the step changes on the ground, in order.
    changes: Vec<Change<'r>>,
    /// The position of each figure before the step; null if it is not on the ground. Empty on open ground.
    at: Vec<Option<Place>>,
    /// The figures that are out of the fight before the step.
    down: Vec<usize>,
    /// The figures that have left unhurt before the step.
    left: Vec<usize>,
}

/// A throw, a card or a row of a table.
#[derive(Debug, Serialize, JsonSchema)]
struct Throw<'r> {
    /// The figure that draws, by number; for draws of the whole table, the number of a side or of the thing concerned.
    figure: u8,
    /// The purpose of the draw, in one word.
    purpose: &'r str,
    /// The dice thrown, or the name of the pool; empty for cards.
    of: &'r str,
    /// The faces of the dice; null for cards and rows.
    faces: Option<Vec<u32>>,
    /// The sides of a die of a pool of mixed dice; null elsewhere.
    sides: Option<u8>,
    /// The card, such as `9♥` or `joker`; null elsewhere.
    card: Option<String>,
    /// The row of a table, by its name; null elsewhere.
    row: Option<&'r str>,
}

/// A part of a target number.
#[derive(Debug, Serialize, JsonSchema)]
struct Part<'r> {
    /// What it is for.
    name: &'r str,
    /// The clause behind it.
    clause: &'r str,
    /// Its size.
    value: i32,
}

/// The value of a fact. Figures are given by their numbers, lengths in inches.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Stated<'r> {
    Flag(bool),
    Number(i64),
    Inches(f64),
    Word(&'r str),
    Figures(&'r [u8]),
    Places(Vec<Place>),
    List(Vec<Stated<'r>>),
    Parts(BTreeMap<&'r str, Stated<'r>>),
}

/// What a step changes on the ground.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "change", rename_all = "snake_case")]
enum Change<'r> {
    /// A figure is now at this position.
    Stands { figure: u8, at: Place },
    /// A figure is out of the fight at the place where it stood.
    Falls { figure: u8 },
    /// A figure has left the ground unhurt.
    Leaves { figure: u8 },
    /// A door, by number, is now open.
    Opens { door: u8 },
    /// A shot along a line.
    Shot { from: Place, to: Place },
    /// A grenade goes off in a room, by its name if it has one.
    Bursts { room: u8, name: Option<&'r str>, gas: bool },
    /// A figure faces another direction: rows down and columns to the right.
    Faces { figure: u8, rows: i8, columns: i8 },
    /// Smoke now covers a square.
    Smokes { at: Place },
}

/// How an engagement ended.
#[derive(Debug, Serialize, JsonSchema)]
struct Outcome<'r> {
    /// The ending's word.
    ending: &'r str,
    /// The winner; null in a draw.
    #[schemars(with = "Option<String>")]
    winner: Option<Side>,
    /// Turns begun.
    turns: u16,
    /// What is counted, by the words of results.
    measures: BTreeMap<&'r str, u16>,
}

/// The places of a replay.
struct Places<'r>(&'r Replay);

impl Places<'_> {
    fn place(&self, cell: u16) -> Option<Place> {
        match &self.0.map {
            Some(map) => square(map, cell),
            None => Some(Place::Zone(cell)),
        }
    }

    fn stated<'s>(&self, fact: &'s Fact) -> Stated<'s> {
        match fact {
            Fact::Flag(flag) => Stated::Flag(*flag),
            Fact::Number(number) => Stated::Number(*number),
            Fact::Inches(inches) => Stated::Inches(*inches),
            Fact::Word(word) => Stated::Word(word),
            Fact::Figures(figures) => Stated::Figures(figures),
            Fact::Cells(cells) => Stated::Places(cells.iter().filter_map(|&cell| self.place(cell)).collect()),
            Fact::List(facts) => Stated::List(facts.iter().map(|fact| self.stated(fact)).collect()),
            Fact::Parts(parts) => Stated::Parts(parts.iter().map(|(name, fact)| (*name, self.stated(fact))).collect()),
        }
    }

    fn change(&self, mark: Mark) -> Option<Change<'_>> {
        let name = |room: u8| {
            let map = self.0.map.as_ref()?;
            map.rooms().find(|(_, known): &(&str, Room)| known.index() == usize::from(room)).map(|(name, _)| name)
        };
        Some(match mark {
            Mark::Stands { figure, cell } => Change::Stands { figure, at: self.place(cell)? },
            Mark::Falls { figure } => Change::Falls { figure },
            Mark::Leaves { figure } => Change::Leaves { figure },
            Mark::Opens { door } => Change::Opens { door },
            Mark::Shot { from, to } => Change::Shot { from: self.place(from)?, to: self.place(to)? },
            Mark::Bursts { room, gas } => Change::Bursts { room, name: name(room), gas },
            Mark::Faces { figure, rows, columns } => Change::Faces { figure, rows, columns },
            Mark::Smokes { cell } => Change::Smokes { at: self.place(cell)? },
        })
    }

    fn entry<'s>(&'s self, step: &'s Step, before: &Scene) -> Entry<'s> {
        let open = self.0.map.is_none() && self.0.zones.is_none();
        let those = |state: State| (0..before.pieces.len()).filter(|&i| before.pieces[i].state == state).collect();
        let at = before.pieces.iter().filter(|_| !open).map(|piece| self.place(piece.cell?)).collect();
        Entry {
            turn: step.turn,
            depth: step.depth,
            figure: step.figure,
            target: step.target,
            verb: step.verb,
            clause: step.clause,
            text: self.0.says(step),
            dice: step.luck.iter().map(|luck| throw(self.0, luck)).collect(),
            target_number: step.target_number,
            modifiers: step.modifiers.iter().map(part).collect(),
            facts: step.facts.iter().map(|(name, fact)| (*name, self.stated(fact))).collect(),
            changes: step.marks.iter().filter_map(|&mark| self.change(mark)).collect(),
            at,
            down: those(State::Down),
            left: those(State::Left),
        }
    }
}

/// The square of a cell of a map.
fn square(map: &Map, cell: u16) -> Option<Place> {
    let at = map.plan.position(map.plan.cell_numbered(cell.into())?);
    Some(Place::Square([u16::from(at.row) + 1, u16::from(at.column) + 1]))
}

fn throw<'r>(replay: &Replay, luck: &'r Luck) -> Throw<'r> {
    let purpose = replay.purposes.get(usize::from(luck.purpose)).copied().unwrap_or_default();
    let (faces, sides, card, row) = match &luck.drawn {
        Drawn::Faces(faces) => (Some(faces.clone()), None, None, None),
        Drawn::Die { sides, face } => (Some(vec![u32::from(*face)]), Some(*sides), None, None),
        Drawn::Card(card) => (None, None, Some(card.to_string()), None),
        Drawn::Row(row) => (None, None, None, Some(row.as_str())),
    };
    Throw { figure: luck.figure, purpose, of: &luck.from, faces, sides, card, row }
}

fn part(modifier: &Modifier) -> Part<'_> {
    Part { name: &modifier.name, clause: modifier.clause, value: modifier.value }
}

fn plan(map: &Map) -> Plan<'_> {
    let mut doors = vec![None; map.plan.doors()];
    for cell in map.plan.all().iter() {
        if let Some(door) = map.plan.door(cell) {
            doors[door.index()] = square(map, cell.index() as u16);
        }
    }
    Plan { title: &map.title, rows: map.plan.height(), columns: map.plan.width(), doors }
}

/// A replay as JSON that satisfies [`schema_of_replays`].
///
/// # Errors
/// [`Error::Json`] when a value has no JSON form.
pub fn replay_json(replay: &Replay) -> Result<String, Error> {
    let (places, from, counted) = (Places(replay), &replay.from, &replay.counted);
    let log = Log {
        version: VERSION,
        title: &replay.title,
        ruleset: from.ruleset,
        engine: from.version,
        scenario_hash: &from.scenario_hash,
        seed: from.seed,
        engagement: from.engagement,
        point: from.point.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect(),
        variant: from.variant.as_deref().unwrap_or("baseline"),
        figures: replay
            .figures
            .iter()
            .map(|actor| LoggedFigure { name: &actor.name, side: actor.side, squad: &actor.squad })
            .collect(),
        map: replay.map.as_deref().map(plan),
        zones: replay.zones.as_ref().map(|zones| zones.zones().iter().map(|zone| zone.name.as_str()).collect()),
        steps: replay.steps.iter().zip(replay.scenes()).map(|(step, before)| places.entry(step, &before)).collect(),
        outcome: Outcome {
            ending: counted.ending,
            winner: counted.winner,
            turns: counted.turns,
            measures: counted.measures.iter().copied().collect(),
        },
    };
    Ok(serde_json::to_string_pretty(&log)? + "\n")
}

/// The schema of replays as JSON.
#[must_use]
pub fn schema_of_replays() -> Value {
    schema_of::<Log<'_>>()
}
