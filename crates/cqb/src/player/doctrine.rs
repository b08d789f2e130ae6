//! The choices of a doctrine, as scenarios name them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The player that leads a squad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// The automatic player, which follows all the keys of a doctrine.
    #[default]
    Standard,
    /// A simple player: each figure keeps its place and fires at the nearest enemy it sees.
    Steady,
    /// On a map: weighs the doctrine against others in play-outs before each go.
    Ahead,
}

/// A doctrine by name; a squad's own keys change single choices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// Stand and fire, aiming first whenever that has the better odds.
    #[default]
    Stand,
    /// Stand and fire, never aiming.
    Snap,
    /// Stand and fire, always aiming first.
    Aim,
    /// Close in to 6" at Normal speed, then stand and fire.
    Close,
    /// Go on Hold until an enemy is within 12", and interrupt any enemy that acts.
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
    /// When an aimed fire action is more than `aim_gain` percent as likely as a plain one to put its target out of
    /// action; also while the figure cannot fire, if aimed fire is likelier at all.
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

/// Which enemy to fire at, among those not down. Ties go to the nearest, then to the one opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetChoice {
    /// The nearest.
    Nearest,
    /// All at the same enemy: the first on the roster.
    Focus,
    /// The enemy with the most wounds.
    Weakest,
    /// The enemy of the best ability.
    Dangerous,
    /// Any of them, by lot.
    Random,
}

/// What a figure does on a map when it sees no enemy that it may fire at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Orders {
    /// Stays where it is, on Hold, whatever happens.
    Stay,
    /// Stays where it is, on Hold, until comrades need help.
    #[default]
    Guard,
    /// Stays on Hold until shots are fired, then goes from room to room.
    Respond,
    /// Goes from room to room until all have been looked into, then searches every nook.
    Assault,
    /// Pursues its side's mission: goes from room to room, or to the mission's place.
    Mission,
}

/// When a figure outside a room throws its grenades, if an enemy is already in view.
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
