//! A player: it is asked what a figure does.

use std::cell::RefCell;

use super::doctrine::PlayerKind;
use super::{standard, steady};
use crate::action::{Action, Ask};
use crate::knowledge::Knowledge;

/// A player of any number of figures, one at a time.
pub trait Player {
    /// What a figure does that is asked; what it may not do is not done.
    fn choose(&mut self, knows: &dyn Knowledge, ask: Ask) -> Action;
}

/// The players of a battle.
pub(crate) trait Players: Copy {
    /// Whether they do only what is legal.
    const TRUSTED: bool;

    /// What a figure does that is asked.
    fn choose<K: Knowledge>(&mut self, knows: &K, ask: Ask) -> Action;
}

/// Everybody is in the hand of one player.
#[derive(Clone, Copy)]
pub(crate) struct ExternalPlayer<'a, 'p>(pub(crate) &'a RefCell<&'p mut dyn Player>);

impl Players for ExternalPlayer<'_, '_> {
    const TRUSTED: bool = false;

    fn choose<K: Knowledge>(&mut self, knows: &K, ask: Ask) -> Action {
        self.0.borrow_mut().choose(knows, ask)
    }
}

/// Every squad is played as its doctrine says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByDoctrine;

impl Players for ByDoctrine {
    const TRUSTED: bool = true;

    fn choose<K: Knowledge>(&mut self, knows: &K, ask: Ask) -> Action {
        match knows.doctrine().player {
            PlayerKind::Standard => standard::choose(knows, ask),
            PlayerKind::Steady => steady::choose(knows, ask),
        }
    }
}
