//! What the automatic player makes of where enemies are, as far as it knows.

use engage::Inches;
use field::Cell;

use crate::knowledge::Knowledge;

/// Where the enemies are who are known and have not been driven away.
pub(super) fn known<K: Knowledge>(knows: &K) -> impl Iterator<Item = Cell> {
    let about = knows.enemies().iter().filter(|&enemy| knows.status(enemy).fights());
    about.filter_map(|enemy| knows.last_seen(enemy))
}

/// How far a square is from the nearest of them.
pub(super) fn far_off<K: Knowledge>(knows: &K, square: Cell) -> Inches {
    known(knows).map(|there| knows.length(square, there)).min().unwrap_or(Inches::from_thousandths(i32::MAX))
}

/// Whether one of them sees a square.
pub(super) fn is_watched<K: Knowledge>(knows: &K, square: Cell) -> bool {
    known(knows).any(|there| knows.is_under_fire(there, square).is_some())
}
