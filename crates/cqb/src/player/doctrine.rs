//! The choices of a doctrine, as scenarios name them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who leads a squad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
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
    /// The ways to fire under this policy: `false` is plain fire, `true` aimed.
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
