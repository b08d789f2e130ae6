//! A player for tests and examples: each figure carries out its listed actions in order, and does nothing else.

use std::collections::{BTreeMap, VecDeque};

use super::choose::Player;
use crate::action::{Action, Ask};
use crate::knowledge::Knowledge;

/// The actions listed for each figure; figures are numbered as in the battle, blue first.
#[derive(Clone, Debug, Default)]
pub struct Script(BTreeMap<usize, VecDeque<Action>>);

impl Script {
    /// No orders: no figure does anything.
    #[must_use]
    pub fn new() -> Script {
        Script::default()
    }

    /// Adds an action to a figure's script. Each action waits for a question that it answers; any other question is
    /// answered with nothing. [`Action::Nothing`] answers every question.
    #[must_use]
    pub fn does(mut self, figure: usize, actions: impl IntoIterator<Item = Action>) -> Script {
        self.0.entry(figure).or_default().extend(actions);
        self
    }

    /// Whether every listed action has been carried out, or tried.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.values().all(VecDeque::is_empty)
    }
}

impl Player for Script {
    fn choose(&mut self, knows: &dyn Knowledge, ask: Ask) -> Action {
        let told = self.0.get_mut(&knows.me()).and_then(|told| told.pop_front_if(|action| ask.takes(action)));
        told.unwrap_or(Action::Nothing)
    }
}
