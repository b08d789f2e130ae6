//! A player: it is asked what its members do.

use std::cell::RefCell;

use crate::action::{Action, Ask};
use crate::player::doctrine::Doctrine;
use crate::{firefight, fireteam};

/// What a player knows when he is asked: how the fight stands, for the figure or fireteam that he is asked about.
#[derive(Clone, Copy, Debug)]
pub enum Knowledge<'a> {
    /// A fight of fireteams (Part I).
    Fireteams(fireteam::View<'a>),
    /// A firefight (Part II).
    Firefight(firefight::View<'a>),
}

impl<'a> Knowledge<'a> {
    /// The member asked about, by its number in the battle.
    #[must_use]
    pub const fn me(&self) -> usize {
        match self {
            Knowledge::Fireteams(view) => view.me(),
            Knowledge::Firefight(view) => view.me(),
        }
    }

    /// What the scenario says of how it is played.
    #[must_use]
    pub fn doctrine(&self) -> &'a Doctrine {
        match self {
            Knowledge::Fireteams(view) => view.doctrine(),
            Knowledge::Firefight(view) => view.doctrine(),
        }
    }
}

/// A player of any number of figures.
pub trait Player {
    /// What is done by whom he is asked about. What may not be done is not done.
    fn choose(&mut self, knows: &Knowledge<'_>, ask: Ask) -> Action;
}

/// The players of an engagement.
pub(crate) trait Players: Copy {
    /// Whether they do only what is legal.
    const TRUSTED: bool;

    /// What is done by whom they are asked about.
    fn choose(&self, knows: Knowledge<'_>, ask: Ask) -> Action;
}

/// Everybody is in the hand of one player.
#[derive(Clone, Copy)]
pub(crate) struct ExternalPlayer<'a, 'p>(pub(crate) &'a RefCell<&'p mut dyn Player>);

impl Players for ExternalPlayer<'_, '_> {
    const TRUSTED: bool = false;

    fn choose(&self, knows: Knowledge<'_>, ask: Ask) -> Action {
        self.0.borrow_mut().choose(&knows, ask)
    }
}
