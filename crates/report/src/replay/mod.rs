//! A replay on the plan or in zones: as text, turn by turn, and as a page that steps through it.

pub(crate) mod ground;
mod ground_layer;
mod json;
mod page;
mod text;
mod zones;

use engage::{Side, Step};
use field::{Door, Doors, Ground};
use runner::{Replay, Scene};
use scenario::Card;

pub use json::{replay_json, schema_of_replays};
pub use page::replay_page;
pub use text::{replay_log, replay_text};

/// The character of a fallen figure.
const FALLEN: char = 'x';

/// The character of each figure: capitals for blue, small letters for red, digits for third parties. Symbols of the
/// ground are not used, and when a side has used up its characters its remaining figures share one.
fn labels(replay: &Replay) -> Vec<char> {
    let free = |letter: &char| Ground::of_symbol(*letter).is_none() && !letter.eq_ignore_ascii_case(&FALLEN);
    let mut blue = ('A'..='Z').filter(free);
    let mut red = ('a'..='z').filter(free);
    let mut others = ('1'..='9').filter(free);
    let label = |side: Option<Side>| match side {
        Some(Side::Blue) => blue.next().unwrap_or('@'),
        Some(Side::Red) => red.next().unwrap_or('$'),
        None => others.next().unwrap_or('*'),
    };
    replay.figures.iter().map(|figure| figure.side).map(label).collect()
}

/// The replay with the names of the sides in the texts of its steps.
fn in_words(replay: &Replay, card: &Card) -> Replay {
    let told = |step: &Step| Step { text: card.within(&step.text), ..step.clone() };
    Replay { steps: replay.steps.iter().map(told).collect(), ..replay.clone() }
}

/// The numbers of the figures, squad by squad.
fn squads(replay: &Replay) -> Vec<Vec<usize>> {
    let squad = |&number: &usize| (replay.figures[number].side, &replay.figures[number].squad);
    let numbers: Vec<usize> = (0..replay.figures.len()).collect();
    numbers.chunk_by(|a, b| squad(a) == squad(b)).map(<[usize]>::to_vec).collect()
}

/// The open doors of a scene, as the plan numbers them.
fn doors(scene: &Scene) -> Doors {
    scene.open.iter().filter_map(|&door| Door::new(door.into())).collect()
}

/// Whether gas occurs in a replay, and whether smoke does.
fn clouds(replay: &Replay) -> [bool; 2] {
    [replay.scenes().any(|scene| !scene.gas.is_empty()), replay.scenes().any(|scene| !scene.smoke.is_empty())]
}

/// The number of steps before the first turn, which set up the engagement.
fn opening(replay: &Replay) -> usize {
    replay.steps.iter().take_while(|step| step.turn == 0).count()
}
