//! What a figure may be told to do, and when it is asked (GGG-seq-1).

use field::{Cell, Facing, Figures, Room};

use crate::figure::Pace;
use crate::grenade::Grenade;

/// The order given to a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It tells these hostages to follow it, each by its number (GGG-host-1).
    Call(Figures),
    /// Its orders for a turn.
    Order(Order),
    /// It goes on into the room ahead.
    GoOn,
    /// It halts before the room ahead and opens the door, if there is one.
    Halt,
    /// How it stands where it has come to rest.
    Rest(Rest),
    /// It fires at an enemy.
    Fire(usize),
    /// It holds its fire.
    HoldFire,
}

/// Orders for a turn (GGG-seq-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Its pace (GGG-move-2).
    pub pace: Pace,
    /// Where it goes.
    pub way: Way,
    /// What it does besides.
    pub act: Act,
}

/// Where a figure goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It stays.
    Stays,
    /// Straight to a cell, or beside it if it is occupied: by the shortest way if something is between.
    To(Cell),
    /// Along the prepared way to a goal, no further than this many thousandths of an inch before it.
    Goal {
        /// The goal, by its number.
        goal: u8,
        /// Thousandths of an inch.
        short: u32,
    },
}

/// What a figure does in a turn besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// It fires if it may and sees anybody; a sniper aims or reloads.
    Fire,
    /// It throws a grenade (GGG-gren-3).
    Throw {
        /// What it throws.
        grenade: Grenade,
        /// Where to.
        aim: Cell,
    },
    /// It plants the bomb that it carries (GGG-bomb-2).
    Plant,
    /// It defuses a bomb, by number (GGG-bomb-5).
    Defuse(u8),
}

/// How a figure stands where it has come to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// Where it looks (GGG-move-4).
    pub facing: Facing,
    /// Whether it hides (GGG-see-8).
    pub hides: bool,
    /// Whether it takes up a bomb that lies beside it (GGG-bomb-1).
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

/// What a figure is asked for, in the order of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Which of these hostages it tells to follow it: [`Action::Call`].
    Call(Figures),
    /// Its orders: [`Action::Order`].
    Order,
    /// Whether it goes on, on its way to a goal, through an opening into a room: [`Action::GoOn`] or [`Action::Halt`].
    Enter {
        /// Where it has come to.
        at: Cell,
        /// The room ahead.
        room: Room,
    },
    /// How it stands where it has come to rest: [`Action::Rest`].
    Rest {
        /// Whether it has moved.
        moved: bool,
    },
    /// At which of these enemies it fires: [`Action::Fire`] or [`Action::HoldFire`].
    Fire(Figures),
}

/// What a player may note down of what happens to a figure between two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// On its way it has come to a cell where it could stop.
    Came(Cell),
    /// It has looked around (GGG-see-7).
    Looked,
    /// It has thrown a grenade at a cell.
    Threw(Grenade, Cell),
}
