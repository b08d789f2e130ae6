//! The Reaction Tests Table: what the number of dice passed means (CR-tests).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::options::{NervesOfSteel, OutgunnedOn};
use crate::rules::Rules;

/// A reaction test. Focus has a table of its own (CR-focus-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Test {
    /// Whether a figure moves farther than a normal move (CR-fast-1).
    #[serde(rename = "fast move")]
    FastMove,
    /// An enemy has come into sight (CR-insight-1).
    #[serde(rename = "in sight")]
    InSight,
    /// The figure has been shot at and missed (CR-rf-1).
    #[serde(rename = "received fire")]
    ReceivedFire,
    /// Whether the figure dares to charge (CR-wtc-1).
    #[serde(rename = "wanting to charge")]
    WantingToCharge,
    /// The figure is being charged (CR-bc-1).
    #[serde(rename = "being charged")]
    BeingCharged,
    /// A friend has come to a hunkered figure (CR-rally-1).
    #[serde(rename = "rally")]
    Rally,
    /// A friend has gone down (CR-mandown-1).
    #[serde(rename = "man down")]
    ManDown,
    /// The force's overall Leader is lost (CR-leaderlost-1).
    #[serde(rename = "leader lost")]
    LeaderLost,
    /// The figure has been knocked to the ground (CR-recover-1).
    #[serde(rename = "recover from knock down")]
    Recover,
}

impl Test {
    /// Whether a Leader adds his die (CR-lead-3).
    #[must_use]
    pub const fn has_leader_die(self) -> bool {
        use Test::{BeingCharged, FastMove, Rally, ReceivedFire, WantingToCharge};
        matches!(self, FastMove | ReceivedFire | WantingToCharge | BeingCharged | Rally)
    }

    /// Whether a Star chooses how many dice he passes (CR-star-3).
    #[must_use]
    pub const fn is_starred(self) -> bool {
        !matches!(self, Test::FastMove | Test::InSight | Test::Recover)
    }

    /// Whether snake eyes make a figure a hero, and heroes pass it automatically (CR-hero-1).
    #[must_use]
    pub const fn makes_heroes(self) -> bool {
        self.is_starred() && !matches!(self, Test::Rally)
    }

    /// The rulebook's name for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Test::FastMove => "fast move",
            Test::InSight => "in sight",
            Test::ReceivedFire => "received fire",
            Test::WantingToCharge => "wanting to charge",
            Test::BeingCharged => "being charged",
            Test::Rally => "rally",
            Test::ManDown => "man down",
            Test::LeaderLost => "leader lost",
            Test::Recover => "recover from knock down",
        }
    }

    /// The clause of the test.
    #[must_use]
    pub const fn clause(self) -> &'static str {
        match self {
            Test::FastMove => "CR-fast-2",
            Test::InSight => "CR-insight-1",
            Test::ReceivedFire => "CR-rf-1",
            Test::WantingToCharge => "CR-wtc-1",
            Test::BeingCharged => "CR-bc-1",
            Test::Rally => "CR-rally-1",
            Test::ManDown => "CR-mandown-1",
            Test::LeaderLost => "CR-leaderlost-1",
            Test::Recover => "CR-recover-1",
        }
    }
}

/// What a figure does after a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reaction {
    /// It can move twice its normal move (CR-fast-2).
    Double,
    /// It can move one and a half times its normal move (CR-fast-2).
    Half,
    /// It can move its normal move (CR-fast-2).
    Normal,
    /// It stays in place (CR-fast-2).
    Stay,
    /// It fires (CR-insight-1).
    Fire,
    /// It snap fires from where it is (CR-status-snap).
    SnapFire,
    /// It cannot fire (CR-insight-1).
    NoFire,
    /// It returns fire (CR-rf-5).
    ReturnFire,
    /// It goes on with what it was doing (CR-rf-1).
    Continue,
    /// It ducks back (CR-status-duck).
    DuckBack,
    /// It stays and does not fire (CR-rf-4).
    Hold,
    /// It retires (CR-status-retire).
    Retire,
    /// It charges (CR-wtc-1).
    Charge,
    /// It neither moves nor fires (CR-wtc-3).
    Halt,
    /// It fires, then fights (CR-bc-1).
    FireAndMelee,
    /// It fights (CR-bc-1).
    Melee,
    /// It carries on (CR-status-on).
    #[default]
    CarryOn,
    /// It hunkers down (CR-status-hunker).
    HunkerDown,
    /// It halts and loses its focus (CR-leaderlost-1).
    HaltAndLoseFocus,
    /// It is stunned (CR-status-stun).
    Stunned,
    /// It is out of the fight (CR-status-out).
    Out,
    /// It is dead (CR-status-dead).
    Dead,
}

impl Reaction {
    /// The word for it; distances assume a normal move of 8" (CR-fast-2).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reaction::Double => "16 inches",
            Reaction::Half => "12 inches",
            Reaction::Normal => "8 inches",
            Reaction::Stay => "stay",
            Reaction::Fire => "fire",
            Reaction::SnapFire => "snap fire",
            Reaction::NoFire => "no fire",
            Reaction::ReturnFire => "return fire",
            Reaction::Continue => "continue",
            Reaction::DuckBack => "duck back",
            Reaction::Hold => "hold",
            Reaction::Retire => "retire",
            Reaction::Charge => "charge",
            Reaction::Halt => "halt",
            Reaction::FireAndMelee => "fire and melee",
            Reaction::Melee => "melee",
            Reaction::CarryOn => "carry on",
            Reaction::HunkerDown => "hunker down",
            Reaction::HaltAndLoseFocus => "halt and lose focus",
            Reaction::Stunned => "stunned",
            Reaction::Out => "out",
            Reaction::Dead => "dead",
        }
    }

    /// Whether it fires, in snap fire or not.
    #[must_use]
    pub const fn fires(self) -> bool {
        matches!(self, Reaction::Fire | Reaction::SnapFire | Reaction::ReturnFire)
    }
}

impl fmt::Display for Reaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a figure's row depends on, apart from the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own, as the table has them")]
pub struct Circumstances {
    /// It is in cover against the cause.
    pub cover: bool,
    /// The enemy's weapon ranks higher than its own (CR-og-2). This does not count for Stars, chargers and figures that
    /// carry a wounded friend.
    pub outgunned: bool,
    /// It has a loaded weapon that reaches an enemy in sight (CR-rf-4).
    pub able: bool,
    /// It is charging (CR-rf-3).
    pub charging: bool,
    /// It carries a wounded friend (CR-wound-5).
    pub retrieving: bool,
    /// It is charged from the rear (CR-bc-1).
    pub rear: bool,
    /// A friend within 4" carries on (CR-mandown-1).
    pub others_carrying_on: bool,
    /// It is a Star (CR-star-4).
    pub star: bool,
    /// It has Nerves of Steel (CR-attr-nerves).
    pub nerves: bool,
    /// It is Slow (CR-attr-slow).
    pub slow: bool,
}

impl Circumstances {
    /// Whether the enemy's higher ranking makes it duck (CR-og-2).
    const fn is_outgunned(&self) -> bool {
        self.outgunned && !self.star && !self.charging && !self.retrieving
    }

    /// Duck Back, or Hold for a figure with Nerves of Steel (CR-attr-nerves).
    const fn duck(&self) -> Reaction {
        if self.nerves { Reaction::Hold } else { Reaction::DuckBack }
    }

    /// A reaction with fire, or another one if the figure cannot fire (CR-rf-4).
    const fn if_able(&self, fire: Reaction, else_: Reaction) -> Reaction {
        if self.able { fire } else { else_ }
    }
}

/// The cell of the table for a number of dice passed, 0 to 2.
#[must_use]
pub fn read(rules: &Rules, test: Test, passed: u8, here: &Circumstances) -> Reaction {
    use Reaction as R;
    match (test, passed) {
        (Test::FastMove, 2..) if !here.slow => R::Double,
        (Test::FastMove, 1..) => {
            if here.cover {
                R::Normal
            } else {
                R::Half
            }
        }
        (Test::FastMove, 0) => {
            if here.cover {
                R::Stay
            } else {
                R::Normal
            }
        }
        (Test::InSight, 2..) => here.if_able(R::Fire, R::NoFire),
        (Test::InSight, 1) => here.if_able(R::SnapFire, R::NoFire),
        (Test::InSight, 0) => R::NoFire,
        (Test::ReceivedFire, _) => received_fire(rules, passed, here),
        (Test::WantingToCharge, 1) if here.cover => here.if_able(R::SnapFire, R::Halt),
        (Test::WantingToCharge, 1..) => R::Charge,
        (Test::WantingToCharge, 0) => R::Halt,
        (Test::BeingCharged, 2..) if !here.rear => here.if_able(R::FireAndMelee, R::Melee),
        (Test::BeingCharged, 1..) => R::Melee,
        (Test::Rally, 1) if !here.cover => R::Retire,
        (Test::ManDown, 1) if !here.others_carrying_on => here.duck(),
        (Test::Rally | Test::ManDown, 1..) | (Test::LeaderLost, 2..) => R::CarryOn,
        (Test::Rally, 0) => R::HunkerDown,
        (Test::LeaderLost, 1) => R::HaltAndLoseFocus,
        (Test::BeingCharged | Test::ManDown | Test::LeaderLost, 0) => R::Retire,
        (Test::Recover, 2..) => R::Stunned,
        (Test::Recover, 1) => R::Out,
        (Test::Recover, 0) => R::Dead,
    }
}

/// The row of Received Fire: the first matching case in the printed order (CR-rf-1).
fn received_fire(rules: &Rules, passed: u8, here: &Circumstances) -> Reaction {
    // With Nerves of Steel an outgunned figure may read on: it does what the row says for figures that are not
    // outgunned (CR-attr-nerves, Clarification 55).
    let outgunned = here.is_outgunned() && !(here.nerves && rules.nerves_of_steel == NervesOfSteel::ReturnFire);
    match passed {
        0 => Reaction::Retire,
        1 if here.charging => here.if_able(Reaction::SnapFire, Reaction::Hold),
        _ if here.charging || here.retrieving => Reaction::Continue,
        1 if here.cover && !(outgunned && rules.outgunned_on == OutgunnedOn::Pass1Too) => {
            here.if_able(Reaction::SnapFire, Reaction::Hold)
        }
        1 => here.duck(),
        _ if outgunned => here.duck(),
        _ => here.if_able(Reaction::ReturnFire, Reaction::Hold),
    }
}
