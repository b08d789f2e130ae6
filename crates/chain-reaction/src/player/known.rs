//! Where the automatic player believes enemies to be.

use engage::Inches;
use field::Cell;

use crate::figure::Status;
use crate::knowledge::Knowledge;

/// The squares of known enemies that have not been driven away.
pub(super) fn known<K: Knowledge>(knows: &K) -> impl Iterator<Item = Cell> {
    let about = knows.enemies().iter().filter(|&enemy| knows.status(enemy).fights());
    about.filter_map(|enemy| knows.last_seen(enemy))
}

/// Known enemies that are believed ready to fire, and their squares.
pub(super) fn ready<K: Knowledge>(knows: &K) -> impl Iterator<Item = (usize, Cell)> {
    let sighted = knows.enemies().iter().filter_map(|enemy| Some((enemy, knows.sighting(enemy)?)));
    sighted.filter(|(_, sighting)| sighting.state == Status::CarryingOn).map(|(enemy, sighting)| (enemy, sighting.cell))
}

/// The distance from a square to the nearest known enemy.
pub(super) fn far_off<K: Knowledge>(knows: &K, square: Cell) -> Inches {
    known(knows).map(|there| knows.length(square, there)).min().unwrap_or(Inches::from_thousandths(i32::MAX))
}

/// Whether a known enemy sees a square.
pub(super) fn is_watched<K: Knowledge>(knows: &K, square: Cell) -> bool {
    known(knows).any(|there| knows.is_under_fire(there, square).is_some())
}
