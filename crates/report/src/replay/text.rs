//! A replay as text: the log, with the plan or the occupants of each zone before the first turn and after each turn.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;

use engage::{Map, Side, Zones, plain};
use field::{Cell, Ground};
use runner::{Actor, Provenance, Replay, Scene, State};

use super::{FALLEN, clouds, doors, in_words, labels, squads};
use crate::plan::{Shown, grid, inked};
use crate::terminal::{READABLE, wrapped};
use crate::who;
use crate::zones::said;

/// Gas, over floor.
const GAS: char = '░';
/// Smoke, over floor.
const SMOKE: char = '▒';
/// The width at which lists of figures are wrapped.
const WIDTH: usize = 100;

/// A replay as text: the log and, before the first turn and after each turn, the plan of its map or the occupants of
/// its zones. `from` provides who is who. If `coloured`, it contains terminal colour codes.
#[must_use]
pub fn replay_text(replay: &Replay, from: &Provenance, coloured: bool) -> String {
    if replay.map.is_none() && replay.zones.is_none() {
        return replay_log(replay, from);
    }
    let replay = &in_words(replay, &from.card);
    let labels = labels(replay);
    let scenes: Vec<Scene> = replay.scenes().collect();
    let mut text = head(replay, from);
    let mut turns = replay.turns();
    let before = if turns.first().is_some_and(|(turn, _)| *turn == 0) { turns.remove(0).1 } else { 0..0 };
    if !before.is_empty() {
        turn_log(&mut text, replay, 0, before.clone());
    }
    ground(&mut text, replay, &labels, &scenes[before.end], coloured);
    key(&mut text, replay, &labels, coloured);
    for (turn, steps) in turns {
        turn_log(&mut text, replay, turn, steps.clone());
        ground(&mut text, replay, &labels, &scenes[steps.end], coloured);
        gone(&mut text, replay, &labels, &scenes[steps.end]);
    }
    let _ = writeln!(text, "\n{}", replay.ending);
    text
}

/// The log alone, below who is who.
#[must_use]
pub fn replay_log(replay: &Replay, from: &Provenance) -> String {
    let replay = &in_words(replay, &from.card);
    let mut text = head(replay, from);
    for (turn, steps) in replay.turns() {
        turn_log(&mut text, replay, turn, steps);
    }
    let _ = writeln!(text, "\n{}", replay.ending);
    text
}

/// The heading: what is replayed and why, and who is who.
fn head(replay: &Replay, from: &Provenance) -> String {
    let who = who::lines(from);
    replay.head() + &who.iter().map(|line| wrapped(&plain(line), READABLE)).collect::<String>()
}

/// A turn of the log.
fn turn_log(text: &mut String, replay: &Replay, turn: u32, steps: Range<usize>) {
    let _ = writeln!(text, "\n{}", Replay::turn_heading(turn));
    replay.steps[steps].iter().for_each(|step| *text += &replay.entry(step));
}

/// The colour of a side on a terminal.
const fn ink(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Blue) => "1;94",
        Some(Side::Red) => "1;91",
        None => "1;93",
    }
}

/// Draws the state after a step.
fn ground(text: &mut String, replay: &Replay, labels: &[char], scene: &Scene, coloured: bool) {
    text.push('\n');
    if let Some(map) = &replay.map {
        plan(text, replay, map, labels, scene, coloured);
    } else if let Some(ground) = &replay.zones {
        zones(text, replay, ground, labels, scene, coloured);
    }
}

/// A line for each occupied zone, with standing figures before fallen ones.
fn zones(text: &mut String, replay: &Replay, zones: &Zones, labels: &[char], scene: &Scene, coloured: bool) {
    for (number, zone) in zones.zones().iter().enumerate() {
        let here = |&figure: &usize| scene.pieces[figure].cell.is_some_and(|cell| usize::from(cell) == number);
        let mut figures: Vec<usize> = (0..scene.pieces.len()).filter(here).collect();
        figures.sort_by_key(|&figure| scene.pieces[figure].state != State::Up);
        if !figures.is_empty() {
            let told = figures.into_iter().map(|figure| {
                let label = if scene.pieces[figure].state == State::Up { labels[figure] } else { FALLEN };
                (label, &replay.figures[figure])
            });
            names(text, &format!("{}: ", plain(&said(zone))), told, coloured);
        }
    }
}

/// Figures with their characters, side by side after `head`, wrapped into lines.
fn names<'r>(text: &mut String, head: &str, figures: impl Iterator<Item = (char, &'r Actor)>, coloured: bool) {
    let indent = if head.is_empty() { "" } else { "    " };
    let (mut line, mut gap) = (head.chars().count(), "");
    *text += head;
    for (label, figure) in figures {
        let length = figure.name.chars().count() + 5;
        if !gap.is_empty() && line + length > WIDTH {
            let _ = write!(text, "\n{indent}");
            (line, gap) = (indent.len(), "");
        }
        let _ = write!(text, "{gap}{} {}", inked(label, ink(figure.side), coloured), figure.name);
        (line, gap) = (line + length, "   ");
    }
    text.push('\n');
}

/// The plan after a step. A standing figure hides a fallen one in the same square.
fn plan(text: &mut String, replay: &Replay, map: &Map, labels: &[char], scene: &Scene, coloured: bool) {
    let ground = Shown::with_doors(map, doors(scene));
    let mut drawn: BTreeMap<Cell, (char, &str)> = BTreeMap::new();
    for standing in [false, true] {
        for ((piece, figure), &label) in scene.pieces.iter().zip(&replay.figures).zip(labels) {
            let cell = piece.cell.and_then(|cell| map.plan.cell_numbered(cell.into()));
            if let Some(cell) = cell.filter(|_| (piece.state == State::Up) == standing) {
                drawn.insert(cell, (if standing { label } else { FALLEN }, ink(figure.side)));
            }
        }
    }
    let gas: BTreeSet<Cell> = map.plan.all().iter().filter(|&cell| gassed(map, scene, cell)).collect();
    grid(text, map, |row, column| {
        let cell = map.plan.cell(row, column);
        let figure = cell.and_then(|cell| drawn.get(&cell)).copied();
        let gas = cell.filter(|cell| gas.contains(cell)).map(|_| (GAS, "32"));
        let smoke = cell.filter(|cell| scene.smoke.contains(&(cell.index() as u16))).map(|_| (SMOKE, "90"));
        let (symbol, colour) = figure.or(smoke).or(gas).unwrap_or_else(|| ground.symbol(row, column));
        inked(symbol, colour, coloured)
    });
}

/// Whether a cell is bare floor in a room that holds gas.
fn gassed(map: &Map, scene: &Scene, cell: Cell) -> bool {
    let held = map.plan.room(cell).is_some_and(|room| scene.gas.iter().any(|&gas| usize::from(gas) == room.index()));
    held && map.plan.ground_of(cell) == Ground::FLOOR
}

/// The legend: the character of each figure, squad by squad, and the other symbols.
fn key(text: &mut String, replay: &Replay, labels: &[char], coloured: bool) {
    text.push('\n');
    for squad in squads(replay) {
        names(text, "", squad.into_iter().map(|number| (labels[number], &replay.figures[number])), coloured);
    }
    let mut symbols = vec![format!("{FALLEN} out of the fight")];
    if let Some(map) = &replay.map {
        let [gas, smoke] = clouds(replay);
        symbols.extend(gas.then(|| format!("{GAS} gas")));
        symbols.extend(smoke.then(|| format!("{SMOKE} smoke")));
        let last = replay.scenes().last().unwrap_or_default();
        symbols.extend(Shown::with_doors(map, doors(&last)).key());
    }
    let _ = writeln!(text, "{}", symbols.join("   "));
}

/// Lists the figures that are out of the fight and those that have left.
fn gone(text: &mut String, replay: &Replay, labels: &[char], scene: &Scene) {
    for (state, word) in [(State::Down, "out of the fight"), (State::Left, "has left")] {
        let those = scene.pieces.iter().zip(&replay.figures).zip(labels);
        let names: Vec<String> = those
            .filter(|((piece, _), _)| piece.state == state)
            .map(|((_, figure), label)| format!("{label} {}", figure.name))
            .collect();
        if !names.is_empty() {
            let _ = writeln!(text, "{word}: {}", names.join(", "));
        }
    }
}
