//! Players: the interface through which the rules ask them.

use std::cell::RefCell;

use crate::action::{Action, Ask};
use crate::player::doctrine::Doctrine;
use crate::{firefight, fireteam};

/// What a player knows when asked: the state of the fight, for the figure or fireteam asked about.
#[derive(Clone, Copy, Debug)]
pub enum Knowledge<'a> {
    /// A fight of fireteams (Part I).
    Fireteams(fireteam::FireteamView<'a>),
    /// A firefight (Part II).
    Firefight(firefight::FirefightView<'a>),
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

    /// The doctrine of its player.
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
    /// The action chosen for the member asked about. Illegal answers are ignored.
    fn choose(&mut self, knows: &Knowledge<'_>, ask: Ask) -> Action;
}

/// The players of an engagement.
pub(crate) trait Players: Copy {
    /// Whether their answers are always legal.
    const TRUSTED: bool;

    /// The action chosen for the member asked about.
    fn choose(&self, knows: Knowledge<'_>, ask: Ask) -> Action;
}

/// One player for both sides.
#[derive(Clone, Copy)]
pub(crate) struct ExternalPlayer<'a, 'p>(pub(crate) &'a RefCell<&'p mut dyn Player>);

impl Players for ExternalPlayer<'_, '_> {
    const TRUSTED: bool = false;

    fn choose(&self, knows: Knowledge<'_>, ask: Ask) -> Action {
        self.0.borrow_mut().choose(&knows, ask)
    }
}
