//! A player for tests and examples: each man carries out his orders, one after the other, and nothing else.
//!
//! ```
//! use fireteam::action::Action;
//! use fireteam::fire::Mode;
//! use fireteam::player::Script;
//! use serde_json::json;
//!
//! let man = json!({ "weapon": "rifle" });
//! let setup = json!({ "field": { "first_move": "blue" }, "blue": { "one": man }, "red": { "other": man }, "turn_limit": 3 });
//! let mut script = Script::new().does(0, [Action::Aim { target: 1 }, Action::fire(1, Mode::Single)]);
//! let (_, steps) = fireteam::play_out(&setup, None, 1, 0, &mut script).unwrap();
//! let told: Vec<&str> = steps.iter().filter(|step| step.figure == Some(0)).map(|step| &*step.text).collect();
//! assert!(told[0] == "aims" && told[1].starts_with("aimed shot: ") && script.is_over());
//! ```

use std::collections::{BTreeMap, VecDeque};

use super::choose::Player;
use super::memory::Memory;
use crate::action::{Action, Ask};
use crate::knowledge::Knowledge;

/// The orders of each man, by his number among the battle's figures, blue first.
#[derive(Clone, Debug, Default)]
pub struct Script(BTreeMap<usize, VecDeque<Action>>);

impl Script {
    /// No orders: no man does anything.
    #[must_use]
    pub fn new() -> Script {
        Script::default()
    }

    /// Adds orders for a man. Each action waits for a question that it answers; any other question gets no action.
    /// [`Action::Nothing`] answers every question.
    #[must_use]
    pub fn does(mut self, man: usize, actions: impl IntoIterator<Item = Action>) -> Script {
        self.0.entry(man).or_default().extend(actions);
        self
    }

    /// Whether all orders have been carried out or tried.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.values().all(VecDeque::is_empty)
    }
}

impl Player for Script {
    fn choose(&mut self, knows: &dyn Knowledge, _memory: &mut Memory, ask: Ask) -> Action {
        let Some(told) = self.0.get_mut(&knows.me()) else { return Action::Nothing };
        let next = match ask {
            // The target named is fired or aimed at later.
            Ask::Name => told.front().copied().filter(|action| ask.takes(action)),
            _ => told.pop_front_if(|action| ask.takes(action)),
        };
        next.unwrap_or(Action::Nothing)
    }
}
