//! What the rules ask of players, and what players answer.

use engage::Side;

use crate::handling::Handling;

/// A question to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The figure that rolls for the first go of a firefight (CX2-init-3); [`Action::Name`].
    Initiative,
    /// The side that goes first, chosen by the winner of the roll; [`Action::First`].
    First,
    /// The figure of the side that goes next (CX2-init-1); [`Action::Name`].
    Next,
    /// A free action before the go; asked again until the answer is [`Action::Nothing`].
    Free {
        /// Whether a free action came before.
        again: bool,
    },
    /// The action of the go.
    Go {
        /// The lot drawn, if the player asked for one ([`Action::Draw`]).
        lot: Option<u8>,
    },
    /// How to handle the dice of a roll; [`Action::Handle`].
    Dice {
        /// Whether the player rolls in his own go; he resists otherwise.
        acts: bool,
    },
    /// Whether a medic tries to bring a fallen member back (CX2-spec-3); [`Action::Tend`].
    Tend {
        /// His Quality Die.
        die: chance::Die,
        /// Attempts made for him so far.
        tries: u8,
    },
}

/// An attack (CX2-attack-1), with what specialists add to it. A set of figures is a bit mask, figure 0 the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attack {
    /// The target, by number in the battle.
    pub target: usize,
    /// A grenadier's further targets, in the order of their numbers (CX2-spec-2).
    pub others: u16,
    /// Dice bought for a grenadier (CX2-spec-2).
    pub grenades: u8,
    /// Whether a marksman bypasses the armour (CX2-spec-5).
    pub marksman: bool,
    /// Whether a flamethrower is used (CX2-spec-1).
    pub flames: bool,
}

/// A machine to deploy (CX2-spec-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Machine {
    /// A turret.
    Turret,
    /// A surveillance drone.
    Drone,
}

/// A player's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing.
    Nothing,
    /// Names a figure by its number in the battle.
    Name(usize),
    /// Lets this side go first.
    First(Side),
    /// Handles the dice this way.
    Handle(Handling),
    /// Draws a lot, a number below this one; then the question is asked again.
    Draw {
        /// How many lots there are, 1 or more.
        below: u8,
    },
    /// An attack.
    Attack(Attack),
    /// An attack on a target's cover (CX2-zone-4).
    Flank {
        /// The target of the flanking.
        target: usize,
    },
    /// A step to another zone (CX2-zone-5).
    Move {
        /// The zone by its number.
        to: u8,
    },
    /// Creates cover (CX2-zone-2).
    TakeCover,
    /// Puts a fire out (CX2-spec-1).
    PutOut,
    /// Shakes off Suppressed (CX2-spec-6).
    ShakeOff,
    /// A machine gunner suppresses these targets (CX2-spec-6).
    Suppress {
        /// The targets, as bits.
        targets: u16,
    },
    /// Drops a gunner's Suppressed conditions (CX2-spec-6).
    Drop,
    /// Deploys a turret or a drone (CX2-spec-4).
    Deploy(Machine),
    /// Flies a surveillance drone to the next zone (CX2-spec-4).
    Fly {
        /// The drone.
        drone: usize,
        /// The zone by its number.
        to: u8,
    },
    /// Recalls a surveillance drone (CX2-spec-4).
    Recall {
        /// The drone.
        drone: usize,
    },
    /// A medic tries (CX2-spec-3).
    Tend,
}

impl Ask {
    /// Whether the question takes this kind of answer.
    #[must_use]
    pub const fn takes(self, action: &Action) -> bool {
        match action {
            Action::Nothing => true,
            Action::Name(_) => matches!(self, Ask::Initiative | Ask::Next),
            Action::First(_) => matches!(self, Ask::First),
            Action::Handle(_) => matches!(self, Ask::Dice { .. }),
            Action::Tend => matches!(self, Ask::Tend { .. }),
            Action::Drop | Action::Fly { .. } | Action::Recall { .. } => matches!(self, Ask::Free { .. }),
            Action::Draw { below } => matches!(self, Ask::Go { lot: None }) && *below > 0,
            Action::Suppress { .. } | Action::Deploy(_) => matches!(self, Ask::Free { .. } | Ask::Go { .. }),
            Action::Attack(_)
            | Action::Flank { .. }
            | Action::Move { .. }
            | Action::TakeCover
            | Action::PutOut
            | Action::ShakeOff => matches!(self, Ask::Go { .. }),
        }
    }
}

impl Attack {
    /// On one target, without any specialist.
    #[must_use]
    pub fn on(target: usize) -> Attack {
        Attack { target, ..Attack::default() }
    }

    /// Whether specialists add anything to it.
    #[inline]
    pub(crate) const fn takes_specialists(&self) -> bool {
        self.grenades > 0 || self.others > 0 || self.marksman || self.flames
    }

    /// Its cost in Edge Points.
    #[must_use]
    pub const fn price(&self) -> u16 {
        self.grenades as u16 + self.others.count_ones() as u16 + self.marksman as u16 + self.flames as u16
    }
}
