//! A figure's condition and what hits do to it (CQB-5.5.4).

use engage::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::options::{ArmDrop, Knockdown};
use crate::rules::{BodyPart, Rules};

/// The effect of one hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// None: a joker that voids the hit (CQB-9a).
    Nothing,
    /// Stopped by armour (CQB-5.5.3).
    Stopped {
        /// Whether it still knocks the figure down (CQB-5.5.3b).
        knocks_down: bool,
    },
    /// A flesh wound (CQB-5.5.1).
    Flesh,
    /// The location is out of action and the figure knocked down (CQB-5.5.1, CQB-5.5.2).
    Out(BodyPart),
    /// A hit in the brain stem (CQB-5.3.3b).
    Fatal,
}

impl Effect {
    /// Makes effects equal that do not differ for a figure in this condition: a second out-of-action hit incapacitates
    /// wherever it strikes (CQB-5.5.4b), and a figure that is down suffers nothing more.
    #[inline]
    #[must_use]
    pub(crate) fn as_felt(self, seen: &Condition) -> Effect {
        match self {
            _ if seen.down => Effect::Nothing,
            Effect::Out(_) if seen.wounded() => Effect::Out(BodyPart::Head),
            Effect::Out(place) if place.is_torso() => Effect::Out(BodyPart::Head),
            effect => effect,
        }
    }
}

/// An out-of-action limb (CQB-1.3b). A second out-of-action hit anywhere incapacitates, so there is at most one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wound {
    /// None.
    #[default]
    None,
    /// A leg: the figure can only crawl (CQB-5.5.4c).
    Leg,
    /// The strong arm: the figure must use the weak hand (CQB-5.5.4d).
    StrongArm,
    /// The weak arm (CQB-5.5.4d).
    WeakArm,
}

impl Wound {
    /// Whether either arm is out.
    #[must_use]
    pub const fn is_arm(self) -> bool {
        matches!(self, Wound::StrongArm | Wound::WeakArm)
    }
}

/// The injuries of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Flesh wounds; they never incapacitate (CQB-5.5.4e).
    pub flesh: u8,
    /// The limb out of action.
    pub wound: Wound,
    /// Out of the fight: incapacitated, or dead by a hit in the brain stem (CQB-5.5.4a).
    pub down: bool,
    /// Knocked down and not up again (CQB-5.5.4f).
    pub knocked: bool,
    /// Its weapon lies on the ground (CQB-5.5.4d).
    pub dropped: bool,
}

/// Further flesh wounds change nothing: no deck holds a card high enough for a shot with this many.
pub(crate) const MOST_FLESH: u8 = 40;

impl Condition {
    /// Applies the effect of one hit. `two_handed` says whether the figure's weapon takes both hands.
    pub fn suffer(&mut self, effect: Effect, rules: &Rules, two_handed: bool) {
        if self.down {
            return;
        }
        match effect {
            Effect::Nothing | Effect::Stopped { knocks_down: false } => {}
            Effect::Stopped { knocks_down: true } => self.knock_down(rules),
            Effect::Flesh => self.flesh = (self.flesh + 1).min(MOST_FLESH),
            Effect::Fatal => self.down = true,
            Effect::Out(place) => self.out_of_action(place, rules, two_handed),
        }
    }

    /// CQB-5.5.4a to d.
    fn out_of_action(&mut self, place: BodyPart, rules: &Rules, two_handed: bool) {
        let wound = match place {
            BodyPart::Leg => Wound::Leg,
            BodyPart::StrongArm => Wound::StrongArm,
            BodyPart::WeakArm => Wound::WeakArm,
            BodyPart::Head | BodyPart::TorsoUnderPlates | BodyPart::TorsoOutsidePlates => Wound::None,
        };
        if wound == Wound::None || self.wound != Wound::None {
            self.down = true;
            return;
        }
        self.wound = wound;
        self.knock_down(rules);
        let drops = match rules.arm_drop {
            ArmDrop::Everything => wound.is_arm(),
            ArmDrop::ThatArm => wound == Wound::StrongArm || wound == Wound::WeakArm && two_handed,
        };
        self.dropped |= drops;
    }

    fn knock_down(&mut self, rules: &Rules) {
        self.knocked |= rules.knockdown == Knockdown::LoseAction;
    }

    /// Whether a limb is out of action.
    #[must_use]
    pub const fn wounded(&self) -> bool {
        !matches!(self.wound, Wound::None)
    }

    /// Penalty to any action: each flesh wound and the out-of-action limb (CQB-5.3.6a, CQB-5.5.4e).
    #[must_use]
    pub const fn wounds(&self) -> u8 {
        self.flesh + self.wounded() as u8
    }
}

/// How a figure moved in a turn (CQB-4a).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Travel {
    /// How far it went.
    pub gone: Gone,
    /// Whether it moved in Fast mode, at any distance.
    pub fast: bool,
}

/// How far a figure went, as the movement modifiers distinguish it (CQB-5.3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gone {
    /// Not at all.
    #[default]
    Nowhere,
    /// Up to 6".
    UpToNormal,
    /// More than 6".
    Farther,
}

impl Gone {
    /// The line of the movement table for a distance. The bound is the Normal distance, 6" as printed.
    #[must_use]
    pub fn of(distance: Inches, rules: &Rules) -> Gone {
        if distance == Inches::default() {
            Gone::Nowhere
        } else if distance <= rules.moves.normal {
            Gone::UpToNormal
        } else {
            Gone::Farther
        }
    }
}

/// A figure in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Figure {
    /// Its injuries.
    pub condition: Condition,
    /// Its weapon is jammed; its next action clears it (CQB-9a).
    pub jammed: bool,
    /// Turn ends left before a slow weapon can fire again (CQB-5.1a).
    pub reload: u8,
    /// It has declared an aim (CQB-5.3.2a).
    pub aiming: bool,
    /// It is on Hold (CQB-3c).
    pub on_hold: bool,
    /// It fired in the turn before, under `single_recoil = "series"` (CQB-5.3.5a).
    pub fired: bool,
    /// How it moved in the turn before (CQB-5.3.1).
    pub moved_last: Travel,
    /// How it has moved in this turn.
    pub moved_now: Travel,
    /// Its cell on a map, by number.
    pub place: u16,
    /// How far it has come towards the enemy's line.
    pub advance: Inches,
}

impl Figure {
    /// Applies the effect of one hit. A knock-down ends aim and Hold; a dropped weapon ends the aim (CQB-5.3.2a).
    pub fn suffer(&mut self, effect: Effect, rules: &Rules, two_handed: bool) {
        self.condition.suffer(effect, rules, two_handed);
        self.aiming &= !self.condition.knocked && !self.condition.dropped;
        self.on_hold &= !self.condition.knocked;
    }
}
