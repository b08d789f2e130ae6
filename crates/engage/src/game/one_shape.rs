//! A battle that has one shape.

use std::hash::Hash;

use chance::{KnownDeck, Step};

use super::shape::Game;
use crate::{Battle, ExactFight, Figure, Outcome, Unsolved};

/// A battle that has one shape, with nothing prepared for speed: a game and its figures.
#[derive(Clone, Debug)]
pub struct OneShape<G> {
    /// The figures, blue's first.
    pub figures: Vec<Figure>,
    /// How it is fought.
    pub game: G,
}

impl<G: Game + Send + Sync> Battle for OneShape<G>
where
    G::State<KnownDeck>: Eq + Hash,
{
    fn figures(&self) -> &[Figure] {
        &self.figures
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        super::play(&self.game, seed, first, outcomes);
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        super::replay(&self.game, seed, engagement)
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        Ok(super::exact(&self.game, budget)?)
    }
}
