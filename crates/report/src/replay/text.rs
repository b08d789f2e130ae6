//! A replay as text: the log, with the plan before the first turn and after each.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use engage::{Map, Side};
use field::{Cell, Ground};
use runner::{Replay, Scene, State};

use super::{FALLEN, clouds, doors, labels, squads};
use crate::plan::{Shown, grid, inked};

/// Gas, over floor.
const GAS: char = '░';
/// Smoke, over floor.
const SMOKE: char = '▒';
/// Where lists of figures are broken.
const WIDTH: usize = 100;

/// A replay for reading: the log, and where it is fought on a map the plan before the first turn and after each. Colours
/// are those of terminals.
#[must_use]
pub fn replay_text(replay: &Replay, coloured: bool) -> String {
    let Some(map) = replay.map.as_deref() else { return replay.to_string() };
    let labels = labels(replay);
    let scenes: Vec<Scene> = replay.scenes().collect();
    let mut text = format!("{}\n", replay.heading());
    let mut turns = replay.turns();
    let before = if turns.first().is_some_and(|(turn, _)| *turn == 0) { turns.remove(0).1 } else { 0..0 };
    if !before.is_empty() {
        let _ = writeln!(text, "\n{}", Replay::turn_heading(0));
    }
    replay.steps[before.clone()].iter().for_each(|step| text += &replay.entry(step));
    plan(&mut text, replay, map, &labels, &scenes[before.end], coloured);
    key(&mut text, replay, map, &labels, coloured);
    for (turn, steps) in turns {
        let _ = writeln!(text, "\n{}", Replay::turn_heading(turn));
        replay.steps[steps.clone()].iter().for_each(|step| text += &replay.entry(step));
        plan(&mut text, replay, map, &labels, &scenes[steps.end], coloured);
        gone(&mut text, replay, &labels, &scenes[steps.end]);
    }
    let _ = writeln!(text, "\n{}", replay.ending);
    text
}

/// The colour of a side on a terminal.
const fn ink(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Blue) => "1;94",
        Some(Side::Red) => "1;91",
        None => "1;93",
    }
}

/// The plan as it is after a step. Who stands hides who lies in the same square.
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
    text.push('\n');
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

/// Who is which character, squad by squad, and what the other symbols mean.
fn key(text: &mut String, replay: &Replay, map: &Map, labels: &[char], coloured: bool) {
    text.push('\n');
    for squad in squads(replay) {
        let mut line = 0;
        for number in squad {
            let figure = &replay.figures[number];
            let length = figure.name.chars().count() + 5;
            if line > 0 && line + length > WIDTH {
                text.push('\n');
                line = 0;
            }
            let gap = if line == 0 { "" } else { "   " };
            let label = inked(labels[number], ink(figure.side), coloured);
            let _ = write!(text, "{gap}{label} {}", figure.name);
            line += length;
        }
        text.push('\n');
    }
    let mut symbols = vec![format!("{FALLEN} out of the fight")];
    let [gas, smoke] = clouds(replay);
    symbols.extend(gas.then(|| format!("{GAS} gas")));
    symbols.extend(smoke.then(|| format!("{SMOKE} smoke")));
    let last = replay.scenes().last().unwrap_or_default();
    symbols.extend(Shown::with_doors(map, doors(&last)).key());
    let _ = writeln!(text, "{}", symbols.join("   "));
}

/// Who is out of the fight, and who has left.
fn gone(text: &mut String, replay: &Replay, labels: &[char], scene: &Scene) {
    for (state, word) in [(State::Down, "out of the fight"), (State::Left, "left the map")] {
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
