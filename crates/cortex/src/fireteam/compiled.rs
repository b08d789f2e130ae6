//! How a fight of fireteams is put to the driver, which plays, replays and solves it.

use chance::Step;
use engage::{Battle, ExactFight, Figure, Outcome, Unsolved, game};

use super::battle::Fireteams;
use super::game::PlayedBattle;
use crate::ending;
use crate::player::{ByDoctrine, Players};

/// A fight of fireteams with its names.
#[derive(Debug)]
pub(crate) struct Compiled {
    figures: Vec<Figure>,
    battle: Fireteams,
}

impl Compiled {
    pub(crate) const fn new(figures: Vec<Figure>, battle: Fireteams) -> Compiled {
        Compiled { figures, battle }
    }

    /// Plays one engagement with these players, and tells each step of it.
    pub(crate) fn run_logged(&self, seed: u64, engagement: u64, players: impl Players) -> (Outcome, Vec<Step>) {
        game::replay(&PlayedBattle { battle: &self.battle, players }, seed, engagement)
    }
}

impl Battle for Compiled {
    fn figures(&self) -> &[Figure] {
        &self.figures
    }

    fn luck_numbers(&mut self) -> Option<&mut engage::LuckNumbers> {
        Some(&mut self.battle.luck)
    }

    fn ends(&self, ending: usize) -> bool {
        ending::possible(ending, &self.battle.breaks)
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        game::play(&PlayedBattle { battle: &self.battle, players: ByDoctrine }, seed, first, outcomes);
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        self.run_logged(seed, engagement, ByDoctrine)
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        Ok(game::exact(&PlayedBattle { battle: &self.battle, players: ByDoctrine }, budget)?)
    }
}
