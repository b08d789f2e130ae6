//! What a side remembers of the enemies that its figures have seen.

use field::{Cell, Figures};

/// Where, when and in what state a side last saw an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting<L = ()> {
    /// Where he stood.
    pub cell: Cell,
    /// The turn.
    pub turn: u16,
    /// His state as it lay open on the table then, as far as the ruleset's players use it.
    pub state: L,
}

/// The last sighting of each of up to `N` figures by the other side. A side is one person at the table: what one of its
/// figures has seen, all of it know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sightings<const N: usize, L = ()> {
    last: [Option<Sighting<L>>; N],
    /// Whose last sighting is known.
    seen: Figures,
}

impl<const N: usize, L> Default for Sightings<N, L> {
    fn default() -> Sightings<N, L> {
        Sightings { last: [const { None }; N], seen: Figures::NONE }
    }
}

impl<const N: usize, L> Sightings<N, L> {
    /// The last sighting of an enemy, by his number in the battle.
    #[inline]
    #[must_use]
    pub fn of(&self, enemy: usize) -> Option<&Sighting<L>> {
        self.last[enemy].as_ref()
    }

    /// Records an enemy as he is seen now.
    #[inline]
    pub fn note(&mut self, enemy: usize, sighting: Sighting<L>) {
        self.last[enemy] = Some(sighting);
        self.seen.insert(enemy);
    }

    /// Forgets an enemy, as when somebody has looked where he was last seen and he is not there.
    #[inline]
    pub fn forget(&mut self, enemy: usize) {
        self.last[enemy] = None;
        self.seen.remove(enemy);
    }

    /// The enemies, of those given, that have been seen in a turn or later.
    #[inline]
    #[must_use]
    pub fn since(&self, turn: u16, enemies: Figures) -> Figures {
        (enemies & self.seen).filter(|enemy| self.of(enemy).is_some_and(|sighting| sighting.turn >= turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_sighting_counts_until_it_is_forgotten() {
        let mut sightings = Sightings::<4>::default();
        let board = field::Board::new(2, 2, field::Ground::FLOOR).expect("sides within limits");
        let cell = board.cell(1, 1).expect("a square of the board");
        let seen = |turn| Sighting { cell, turn, state: () };
        sightings.note(1, seen(3));
        sightings.note(1, seen(5));
        sightings.note(2, seen(4));
        let enemies: Figures = Figures::below(4);
        assert_eq!(sightings.of(1), Some(&seen(5)));
        assert_eq!(sightings.since(5, enemies), Figures::one(1));
        sightings.forget(1);
        assert_eq!(sightings.of(1), None);
        assert_eq!(sightings.since(0, enemies), Figures::one(2));
    }
}
