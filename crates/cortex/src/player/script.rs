//! A player for tests and examples: everybody does what has been told, one thing after the other, and nothing else.

use std::collections::{BTreeMap, VecDeque};

use super::choose::{Knowledge, Player};
use crate::action::{Action, Ask};

/// What everybody has been told to do, by number in the battle, blue first.
#[derive(Clone, Debug, Default)]
pub struct Script(BTreeMap<usize, VecDeque<Action>>);

impl Script {
    /// No orders: no member does anything.
    #[must_use]
    pub fn new() -> Script {
        Script::default()
    }

    /// Adds to what somebody does: each action waits for a question that it answers, any other question is answered with nothing. What
    /// takes the activation waits for that, and so does [`Action::Nothing`]: a go in which nothing is done.
    #[must_use]
    pub fn does(mut self, figure: usize, actions: impl IntoIterator<Item = Action>) -> Script {
        self.0.entry(figure).or_default().extend(actions);
        self
    }

    /// Whether all that was told has been done, or tried.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.values().all(VecDeque::is_empty)
    }
}

impl Player for Script {
    fn choose(&mut self, knows: &Knowledge<'_>, ask: Ask) -> Action {
        let told = self.0.get_mut(&knows.me());
        told.and_then(|told| told.pop_front_if(|action| answers(knows, ask, action))).unwrap_or(Action::Nothing)
    }
}

fn answers(knows: &Knowledge<'_>, ask: Ask, action: &Action) -> bool {
    match (action, ask, knows) {
        (Action::Nothing, ..) => matches!(ask, Ask::Go { .. }),
        (Action::Suppress { .. } | Action::Deploy(_), Ask::Free { .. }, Knowledge::Firefight(view)) => {
            view.may(ask, action)
        }
        _ => ask.takes(action),
    }
}
