//! The actions of a figure, in the rulebook's terms, and the questions put to a player.

use engage::Inches;
use field::{Cell, Door, Figures, Room};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::figure::Condition;
use crate::fire::hit::AimAt;
use crate::fire::target::Number;
use crate::weapon::Fire;

/// How to move (CQB-4a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Crawl or stealthy.
    Crawl,
    /// Normal.
    Normal,
    /// Fast; the figure may not fire in the next turn.
    Fast,
}

/// A kind of grenade (CQB-6, CQB-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grenade {
    /// A stun grenade.
    Stun,
    /// Gas.
    Gas,
}

/// A fire action (CQB-5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attack {
    /// The enemies to fire at: if there are several, one is chosen by lot.
    pub at: Figures,
    /// The location named (CQB-5.3.3a); if it does not show, the easiest location that does (CQB-5.3.7).
    pub aim_at: AimAt,
    /// The category the weapon is fired as (CQB-5.1a).
    pub fire: Fire,
    /// The most shots, or bursts; rates of fire are maxima (CQB-5.1a).
    pub rate: u8,
}

/// What a figure does with its go, or a player's answer to a question that comes up during it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Action {
    /// Does nothing. As an answer to any question it means no.
    #[default]
    Idle,
    /// Gets up after a knock-down (CQB-5.5.4f).
    Recover,
    /// Picks up its weapon (CQB-5.5.4d).
    PickUp,
    /// Clears a jam (CQB-9a).
    Clear,
    /// Passes and goes on Hold, or stays on it (CQB-3c).
    Hold,
    /// Goes on Hold to wait for others (CQB-3c).
    Wait,
    /// Declares an aim (CQB-5.3.2a).
    Aim,
    /// Fires (CQB-5.1).
    Fire(Attack),
    /// Comes forward on open ground, and may fire as well if `move_and_fire` allows it (CQB-3a, CQB-4a).
    Advance {
        /// The distance, no more than the pace allows.
        by: Inches,
        /// How.
        pace: Pace,
        /// Whether it means to fire as well.
        and_fire: bool,
    },
    /// Moves on a map: [`Ask::Step`] then asks for each square of the way (CQB-4a).
    Move {
        /// How.
        pace: Pace,
        /// Whether it means to fire as well, if `move_and_fire` allows it (CQB-3a).
        and_fire: bool,
    },
    /// Steps to this adjacent square (CQB-4a).
    Step(Cell),
    /// Moves to a free adjacent square (CQB-4a).
    StepAside(Cell),
    /// Opens a door (CQB-4c).
    Open(Door),
    /// Throws a grenade into a room (CQB-6d).
    Throw(Room, Grenade),
    /// Works on the bomb (CQB-8a).
    Defuse,
    /// Tries to interrupt (CQB-3d).
    Interrupt,
    /// Ends its fire action before its rate of fire is used up (CQB-5.1a).
    Cease,
}

impl Action {
    /// Whether the figure fires, or means to.
    #[must_use]
    pub const fn fires(&self) -> bool {
        matches!(self, Action::Fire(_) | Action::Advance { and_fire: true, .. })
    }

    /// Whether it puts the figure on Hold.
    #[must_use]
    pub const fn holds(&self) -> bool {
        matches!(self, Action::Hold | Action::Wait)
    }
}

/// A move on a map under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Where it began.
    pub start: Cell,
    /// The present square; the figure may be only passing through it.
    pub here: Cell,
    /// The last square in which it can end.
    pub rest: Cell,
    /// The distance left.
    pub left: Inches,
    /// Whether an enemy has come into view: the move then ends in the next square the figure can stop in.
    pub met: bool,
    /// A square that the figure tried to enter and found taken by an unseen enemy.
    pub taken: Option<Cell>,
}

/// A question to a player. An action that does not answer the question means no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// What the figure does with its go (CQB-3a).
    Act {
        /// Whether it has interrupted, and so acts before another figure (CQB-3d).
        first: bool,
    },
    /// Whether to try to interrupt: [`Action::Interrupt`] (CQB-3d).
    Interrupt {
        /// The figure that acts.
        actor: usize,
        /// The action it has declared.
        action: Action,
    },
    /// Whether to try to act immediately, because an enemy has come into view: [`Action::Interrupt`] (CQB-3d).
    Meet {
        /// The figure that has come into view.
        actor: usize,
    },
    /// The next square of a move: [`Action::Step`] (CQB-4a).
    Step(Walk),
    /// Whether to fire after a move: [`Action::Fire`] (CQB-3a).
    FireToo,
    /// Whether to turn the rest of a fire action on another enemy, between shots or bursts: [`Action::Fire`], where
    /// only the target and the location count (CQB-5.3.6c); or to end it: [`Action::Cease`] (CQB-5.1a).
    Switch {
        /// The present target.
        from: usize,
        /// Its condition, as the firer sees it.
        seen: Condition,
        /// The location named so far.
        aim_at: AimAt,
        /// The next shot, if it is fired at the present target.
        next: Number,
    },
    /// Whether to aim, at the end of a turn in which that costs no action: [`Action::Aim`] (CQB-5.3.2a).
    AimToo,
}

impl Ask {
    /// Whether an action is an answer to it.
    #[must_use]
    pub const fn takes(&self, action: &Action) -> bool {
        match self {
            Ask::Act { .. } => !matches!(action, Action::Step(_) | Action::Interrupt | Action::Cease),
            Ask::Interrupt { .. } | Ask::Meet { .. } => matches!(action, Action::Interrupt),
            Ask::Step(_) => matches!(action, Action::Step(_)),
            Ask::FireToo => matches!(action, Action::Fire(_)),
            Ask::Switch { .. } => matches!(action, Action::Fire(_) | Action::Cease),
            Ask::AimToo => matches!(action, Action::Aim),
        }
    }
}
