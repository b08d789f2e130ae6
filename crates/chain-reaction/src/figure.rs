//! The state of a figure in a battle (section 4 of the digest).

use field::Figures;

/// Maximum number of figures on both sides together.
pub(crate) const MEN: usize = 64;

const _: () = assert!(MEN <= field::MAX_FIGURES);

/// The number that stands for no figure.
pub(crate) const NOBODY: u8 = u8::MAX;

/// The status of a figure (CR-status).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// It acts and reacts (CR-status-on).
    #[default]
    CarryingOn,
    /// It has ducked back (CR-status-duck).
    Ducked,
    /// It has retired or hunkered down, and must be rallied (CR-status-hunker).
    Hunkered,
    /// It is stunned (CR-status-stun).
    Stunned,
    /// It is wounded and takes no part (CR-status-out).
    Out,
    /// It is a captive of the enemy (CR-kill-1).
    Captured {
        /// Whether it was out of the fight.
        wounded: bool,
    },
    /// It is dead (CR-status-dead).
    Dead,
    /// It has cheated death and left the table (CR-star-2).
    CheatedDeath,
    /// It has retired off the table: a runaway (CR-after-1).
    RanAway,
    /// It has not come into play yet (CR-num-1).
    Absent,
}

impl Status {
    /// Whether enemies that see it can shoot at it.
    #[must_use]
    pub const fn is_target(self) -> bool {
        matches!(self, Status::CarryingOn | Status::Ducked | Status::Hunkered | Status::Stunned)
    }

    /// Whether its side has lost it for this battle.
    #[must_use]
    pub const fn is_lost(self) -> bool {
        !self.is_target() && !matches!(self, Status::Absent)
    }

    /// Whether it has ducked back or hunkered down.
    #[must_use]
    pub const fn cowers(self) -> bool {
        matches!(self, Status::Ducked | Status::Hunkered)
    }

    /// Whether its side has not lost it yet: it carries on, has ducked or is stunned (CR-patrol-1).
    #[must_use]
    pub const fn fights(self) -> bool {
        matches!(self, Status::CarryingOn | Status::Ducked | Status::Stunned)
    }

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Status::CarryingOn => "ready",
            Status::Ducked => "ducked",
            Status::Hunkered => "retired",
            Status::Stunned => "stunned",
            Status::Out => "out",
            Status::Captured { .. } => "captured",
            Status::Dead => "dead",
            Status::CheatedDeath => "cheats death",
            Status::RanAway => "ran away",
            Status::Absent => "absent",
        }
    }
}

/// A figure in a battle: one man (CR-fig-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own, as the rulebook has them")]
pub struct Figure {
    /// Its Rep now (CR-rep-1).
    pub rep: u8,
    /// Its status.
    pub status: Status,
    /// Whether it lies on the ground, where it found no cover (CR-status-duck).
    pub prone: bool,
    /// Whether it is a hero (CR-hero-1).
    pub hero: bool,
    /// How many of its weapons in hand are out of ammunition (CR-ammo-1).
    pub empty: u8,
    /// Enemies that do not see it and that it does not see (CR-react-5).
    pub hidden_from: Figures,
    /// How it charges (CR-wtc-1).
    pub charge: Charge,
    /// Whether it has left its given cover to charge.
    pub exposed: bool,
    /// Whether it carries a wounded friend (CR-wound-3).
    pub retrieving: bool,
    /// Whether it counts as having moved fast until its next activation (CR-fast-3).
    pub fast: bool,
    /// Whether it has its second weapon in hand (CR-fig-4).
    pub second: bool,
    /// How many of its weapons not in hand are out of ammunition.
    pub other_empty: u8,
    /// Whether its launcher, which fires once a turn, has been fired, or its rocket launcher is not loaded again yet
    /// (CR-wpn-gl, CR-wpn-rl).
    pub spent: bool,
    /// Its post in a campaign.
    pub post: Post,
}

/// A figure's post in a campaign (CR-lead-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Post {
    /// Its original post.
    #[default]
    AsListed,
    /// A recruit that leads nobody.
    Follows,
    /// A Leader.
    Leads,
    /// The overall Leader of its force.
    Commands {
        /// Whether it was a Leader in its own right before.
        leads: bool,
    },
}

/// How a figure charges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Charge {
    /// It does not.
    #[default]
    None,
    /// It is on its way (CR-rf-3).
    Charging,
    /// It has stopped to snap fire and still counts as a charger (CR-rf-3).
    Stopped,
}

impl Figure {
    /// The state after the charge has ended.
    #[must_use]
    pub(crate) const fn after_charge(self) -> Figure {
        Figure { charge: Charge::None, ..self }
    }
}
