//! A player for tests: every figure does what it is told, and stands still when it is told nothing.

use std::collections::{BTreeMap, VecDeque};

use crate::action::{Action, Ask};
use crate::knowledge::Knowledge;
use crate::player::choose::Player;
use crate::player::memory::Memory;

/// For each figure, by its number, what it is to do: one action for each question that it answers. To any other question the
/// answer is no.
#[derive(Clone, Debug, Default)]
pub struct Script(BTreeMap<usize, VecDeque<Action>>);

impl Script {
    /// Everybody stands still.
    #[must_use]
    pub fn new() -> Script {
        Script::default()
    }

    /// What a figure does next, after what it has been told already.
    #[must_use]
    pub fn tell(mut self, figure: usize, actions: impl IntoIterator<Item = Action>) -> Script {
        self.0.entry(figure).or_default().extend(actions);
        self
    }

    /// Whether everything has been done.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.values().all(VecDeque::is_empty)
    }
}

impl Player for Script {
    fn choose(&mut self, knowledge: &Knowledge<'_>, _memory: &mut Memory, ask: Ask) -> Action {
        let next = self.0.get_mut(&knowledge.me()).and_then(|actions| actions.pop_front_if(|action| ask.takes(action)));
        next.unwrap_or_default()
    }
}
