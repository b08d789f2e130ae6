//! What the rules ask of players, and what players answer.

use engage::Side;

use crate::handling::Handling;

/// What a player is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Who rolls for the first go of a firefight (CX2-init-3); [`Action::Name`].
    Initiative,
    /// Which side goes first, chosen by the roll's winner; [`Action::First`].
    First,
    /// Who of the side has his go next (CX2-init-1); [`Action::Name`].
    Next,
    /// What is done freely before one acts; asked again until the answer is [`Action::Nothing`].
    Free {
        /// Whether something has been done freely already.
        again: bool,
    },
    /// What is done with the go.
    Go {
        /// The lot that was drawn, if one was asked for ([`Action::Draw`]).
        lot: Option<u8>,
    },
    /// How the dice of a roll are handled; [`Action::Handle`].
    Dice {
        /// Whether the roll is one's own go, not one that is resisted.
        acts: bool,
    },
    /// Whether a medic tries for somebody who has fallen (CX2-spec-3); [`Action::Tend`].
    Tend {
        /// His Quality Die.
        die: chance::Die,
        /// How often it has been tried for him.
        tries: u8,
    },
}

/// An attack (CX2-attack-1), with what specialists add to it. Several figures are bits of a number, figure 0 the lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attack {
    /// The target, by number in the battle.
    pub target: usize,
    /// A grenadier's further targets, in the order of their numbers (CX2-spec-2).
    pub others: u16,
    /// Dice bought for a grenadier (CX2-spec-2).
    pub grenades: u8,
    /// Whether a marksman passes by the armour (CX2-spec-5).
    pub marksman: bool,
    /// Whether a flamethrower is used (CX2-spec-1).
    pub flames: bool,
}

/// What is deployed (CX2-spec-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Machine {
    /// A turret.
    Turret,
    /// A surveillance drone.
    Drone,
}

/// What a player answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing.
    Nothing,
    /// This one, by his number in the battle.
    Name(usize),
    /// This side goes first.
    First(Side),
    /// The dice are handled so.
    Handle(Handling),
    /// A lot is drawn first, a number below this one; the question is then asked again.
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
    /// A machine gunner suppresses these (CX2-spec-6).
    Suppress {
        /// The targets, as bits.
        targets: u16,
    },
    /// A gunner's conditions are dropped (CX2-spec-6).
    Drop,
    /// A turret or a drone is deployed (CX2-spec-4).
    Deploy(Machine),
    /// A surveillance drone flies to the next zone (CX2-spec-4).
    Fly {
        /// The drone.
        drone: usize,
        /// The zone by its number.
        to: u8,
    },
    /// A surveillance drone is recalled (CX2-spec-4).
    Recall {
        /// The drone.
        drone: usize,
    },
    /// A medic tries (CX2-spec-3).
    Tend,
}

impl Ask {
    /// Whether an answer is of the kind that is asked for.
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

    /// Edge Points that it costs.
    #[must_use]
    pub const fn price(&self) -> u16 {
        self.grenades as u16 + self.others.count_ones() as u16 + self.marksman as u16 + self.flames as u16
    }
}
