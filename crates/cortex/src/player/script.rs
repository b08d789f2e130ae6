//! A player for tests and examples: every figure carries out its orders, one after the other, and nothing else.

use std::collections::{BTreeMap, VecDeque};

use super::choose::{Knowledge, Player};
use crate::action::{Action, Ask};

/// The orders of each figure, by its number in the battle, blue first.
#[derive(Clone, Debug, Default)]
pub struct Script(BTreeMap<usize, VecDeque<Action>>);

impl Script {
    /// No orders: no member does anything.
    #[must_use]
    pub fn new() -> Script {
        Script::default()
    }

    /// Adds orders for a figure. Each action waits for a question that it answers; any other question gets no action.
    /// An action that takes the activation waits for the go, and so does [`Action::Nothing`]: a go without an action.
    #[must_use]
    pub fn does(mut self, figure: usize, actions: impl IntoIterator<Item = Action>) -> Script {
        self.0.entry(figure).or_default().extend(actions);
        self
    }

    /// Whether all orders have been carried out or tried.
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
