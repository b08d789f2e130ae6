//! The actions of a figure, and the questions put to its player (GGG-seq-1).

use field::{Cell, Facing, Figures, Room};

use crate::figure::Pace;
use crate::grenade::Grenade;

/// A player's answer for a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Tells these hostages, each by its number, to follow (GGG-host-1).
    Call(Figures),
    /// Its orders for a turn.
    Order(Order),
    /// Goes on into the room ahead.
    GoOn,
    /// Halts before the room ahead and opens its door, if there is one.
    Halt,
    /// The posture of the figure where it has come to rest.
    Rest(Rest),
    /// Fires at an enemy.
    Fire(usize),
    /// Holds its fire.
    HoldFire,
}

/// Orders for a turn (GGG-seq-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Its pace (GGG-move-2).
    pub pace: Pace,
    /// Where it goes.
    pub way: Way,
    /// What it does besides moving.
    pub act: Act,
}

/// Where a figure goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Stays.
    Stays,
    /// Straight to a cell, or beside it if it is occupied; by the shortest way if something is in between.
    To(Cell),
    /// Along the prepared way to a goal, stopping at a distance before it.
    Goal {
        /// The goal, by its number.
        goal: u8,
        /// The distance before the goal to stop at, in thousandths of an inch.
        short: u32,
    },
}

/// What a figure does in a turn besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Fires if it may and sees an enemy; a sniper aims or reloads.
    Fire,
    /// Throws a grenade (GGG-gren-3).
    Throw {
        /// The kind of grenade.
        grenade: Grenade,
        /// The cell aimed at.
        aim: Cell,
    },
    /// Plants the bomb that it carries (GGG-bomb-2).
    Plant,
    /// Defuses the bomb with this number (GGG-bomb-5).
    Defuse(u8),
}

/// The posture of a figure where it has come to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// Its facing (GGG-move-4).
    pub facing: Facing,
    /// Whether it hides (GGG-see-8).
    pub hides: bool,
    /// Whether it takes up a bomb next to it (GGG-bomb-1).
    pub takes_bomb: bool,
}

impl Order {
    /// Stays, and fires at what it sees.
    pub const STAY: Order = Order { pace: Pace::Stationary, way: Way::Stays, act: Act::Fire };

    /// Stays and does something.
    #[must_use]
    pub const fn doing(act: Act) -> Order {
        Order { act, ..Order::STAY }
    }

    /// Goes somewhere at a pace, and fires at what it sees.
    #[must_use]
    pub const fn go(pace: Pace, way: Way) -> Order {
        Order { pace, way, act: Act::Fire }
    }
}

impl Default for Order {
    fn default() -> Order {
        Order::STAY
    }
}

/// The questions to a figure's player, in the order of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Which of these hostages it tells to follow it: [`Action::Call`].
    Call(Figures),
    /// Its orders: [`Action::Order`].
    Order,
    /// Whether it goes on through an opening into a room, on its way to a goal: [`Action::GoOn`] or [`Action::Halt`].
    Enter {
        /// The cell it has reached.
        at: Cell,
        /// The room ahead.
        room: Room,
    },
    /// Its posture where it has come to rest: [`Action::Rest`].
    Rest {
        /// Whether it has moved.
        moved: bool,
    },
    /// Which of these enemies it fires at: [`Action::Fire`] or [`Action::HoldFire`].
    Fire(Figures),
}

/// An event between two questions that a player may record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The figure has reached a cell on its way where it could stop.
    Came(Cell),
    /// The figure has looked around (GGG-see-7).
    Looked,
    /// The figure has thrown a grenade at a cell.
    Threw(Grenade, Cell),
}
