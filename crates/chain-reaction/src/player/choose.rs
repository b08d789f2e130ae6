//! Players: they choose the actions of figures.

use std::cell::RefCell;

use super::doctrine::PlayerKind;
use super::{standard, steady};
use crate::action::{Action, Ask};
use crate::knowledge::Knowledge;

/// A player of any number of figures, one at a time.
pub trait Player {
    /// The action chosen for a figure; illegal actions are ignored.
    fn choose(&mut self, knows: &dyn Knowledge, ask: Ask) -> Action;
}

/// The players of a battle.
pub(crate) trait Players: Copy {
    /// Whether they do only what is legal.
    const TRUSTED: bool;

    /// The action chosen for a figure.
    fn choose<K: Knowledge>(&mut self, knows: &K, ask: Ask) -> Action;
}

/// One player controls all figures.
#[derive(Clone, Copy)]
pub(crate) struct ExternalPlayer<'a, 'p>(pub(crate) &'a RefCell<&'p mut dyn Player>);

impl Players for ExternalPlayer<'_, '_> {
    const TRUSTED: bool = false;

    fn choose<K: Knowledge>(&mut self, knows: &K, ask: Ask) -> Action {
        self.0.borrow_mut().choose(knows, ask)
    }
}

/// Each squad is played according to its doctrine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByDoctrine;

impl Players for ByDoctrine {
    const TRUSTED: bool = true;

    fn choose<K: Knowledge>(&mut self, knows: &K, ask: Ask) -> Action {
        match knows.doctrine().player {
            PlayerKind::Standard | PlayerKind::Ahead => standard::choose(knows, ask),
            PlayerKind::Steady => steady::choose(knows, ask),
        }
    }
}
