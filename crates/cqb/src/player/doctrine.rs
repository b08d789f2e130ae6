//! The words in which a scenario tells players what to do, and every number that they use.

use engage::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::action::Pace;
use crate::fire::hit::AimAt;
use crate::weapon::{Fire, Weapon};

/// Who leads a squad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Lead {
    /// The automatic player, which goes by all the keys of a doctrine.
    #[default]
    Standard,
    /// One that keeps its place and fires at the nearest enemy that it sees.
    Steady,
}

/// A doctrine by name; a squad's own keys change single choices of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// Stand and fire, aiming first whenever the odds are better for it.
    #[default]
    Stand,
    /// Stand and fire, never aiming.
    Snap,
    /// Aim first, always.
    Aim,
    /// Close in to 6" at Normal speed, then stand and fire.
    Close,
    /// Go on Hold until an enemy is within 12", and interrupt whoever acts.
    Hold,
}

/// When to declare an aim (CQB-5.3.2a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AimPolicy {
    /// Never.
    Never,
    /// Before every fire action.
    Always,
    /// When an aimed fire action is more than `aim_gain` percent as likely to put its target out of action as a plain one; also
    /// while no fire is possible, if it is likelier at all.
    WhenBetter,
}

impl AimPolicy {
    /// How a figure may come to fire: plain, aimed.
    pub(crate) const fn ways(self) -> &'static [bool] {
        match self {
            AimPolicy::Never => &[false],
            AimPolicy::Always => &[true],
            AimPolicy::WhenBetter => &[false, true],
        }
    }
}

/// Whom to shoot at, among the enemies not down. Ties go to the nearest, then to the one opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetChoice {
    /// The nearest.
    Nearest,
    /// All at the same one: the first on the roster.
    Focus,
    /// The one with most wounds.
    Weakest,
    /// The one of the best ability.
    Dangerous,
    /// Anybody.
    Random,
}

/// What a figure does on a map when it sees no enemy that it may shoot at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Orders {
    /// Stays where it is, on Hold.
    #[default]
    Guard,
    /// Stays on Hold until shots are fired, then goes from room to room.
    Respond,
    /// Goes from room to room until all have been looked into, and then again into every nook.
    Assault,
    /// Goes about the mission of its side: from room to room, or to the place that it is about.
    Mission,
}

/// When a figure before a room throws what it carries, if an enemy is in view already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Throw {
    /// It throws first and fires afterwards.
    First,
    /// It fires, and throws only into rooms where it sees nobody.
    Unseen,
}

/// What a figure on Hold tries to interrupt (CQB-3d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Interrupt {
    /// Any action of an enemy.
    Any,
    /// Only fire.
    Fire,
    /// Nothing.
    Never,
}

/// Every choice the automatic player makes for a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doctrine {
    /// Which player.
    pub player: Lead,
    /// When to aim.
    pub aim: AimPolicy,
    /// By [`AimPolicy::WhenBetter`]: how likely an aimed fire action must be to put its target out of action, in percent of a plain
    /// one.
    pub aim_gain: u16,
    /// The location to name.
    pub aim_at: AimAt,
    /// The rate to fire at.
    pub fire: Fire,
    /// The most shots, or bursts, in a fire action.
    pub rate: u8,
    /// Whom to shoot at.
    pub target: TargetChoice,
    /// Whether to fire the rest of a fire action at another target once the first is down.
    pub switch: bool,
    /// The distance to close to, if it moves at all.
    pub close_to: Option<Inches>,
    /// How to move.
    pub pace: Pace,
    /// Stay on Hold while every enemy is farther away than this.
    pub hold_until: Option<Inches>,
    /// What to interrupt while on Hold.
    pub interrupt: Interrupt,
    /// What to do on a map when no enemy is in view.
    pub orders: Orders,
    /// The greatest chance of a complete miss, in percent, with which to fire when a hostage stands in the line.
    pub risk: u8,
    /// How many figures stack up before a room that the side has not looked into.
    pub stack: u8,
    /// How near to its opening a figure stands that is stacked up before a room.
    pub stack_within: Inches,
    /// Turns that a figure waits for its stack to form before it goes in as it is, or for others to get out of its way.
    pub patience: u8,
    /// How many squares with others in them it reaches over, to open a door or to throw something.
    pub reach_over: u8,
    /// When to throw what it carries.
    pub throw: Throw,
}

impl Doctrine {
    /// A doctrine by name for a weapon.
    #[must_use]
    pub fn new(preset: Preset, weapon: &Weapon) -> Doctrine {
        let stand = Doctrine {
            player: Lead::default(),
            aim: AimPolicy::WhenBetter,
            aim_gain: 210,
            aim_at: AimAt::None,
            fire: weapon.fire,
            rate: u8::MAX,
            target: TargetChoice::Nearest,
            switch: false,
            close_to: None,
            pace: Pace::Normal,
            hold_until: None,
            interrupt: Interrupt::Any,
            orders: Orders::Guard,
            risk: 25,
            stack: 3,
            stack_within: Inches::whole(4),
            patience: 4,
            reach_over: 2,
            throw: Throw::First,
        };
        match preset {
            Preset::Stand => stand,
            Preset::Snap => Doctrine { aim: AimPolicy::Never, ..stand },
            Preset::Aim => Doctrine { aim: AimPolicy::Always, ..stand },
            Preset::Close => Doctrine { close_to: Some(Inches::whole(6)), ..stand },
            Preset::Hold => Doctrine { hold_until: Some(Inches::whole(12)), ..stand },
        }
    }
}
