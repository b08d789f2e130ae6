//! The tables of the rulebook, as printed; distances are in inches (GGG-gen-4).

use engage::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

engage::options! {
    /// What a burst does to a figure.
    Blast {
        /// Nothing.
        Nothing,
        /// It is stunned.
        Stunned,
        /// It takes another wound.
        Wounded,
        /// It is out of action.
        #[schemars(title = "Out of action")]
        Out,
    }
}

/// What the die must reach to spot, by the target (GGG-see-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ByTarget {
    /// A target that moves, at whatever pace.
    #[schemars(range(min = -10, max = 20))]
    pub moving: i8,
    /// A target that does not move.
    #[schemars(range(min = -10, max = 20))]
    pub stationary: i8,
}

/// What the die must reach to spot, by the observer and the target (GGG-see-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Spotting {
    /// An observer that moves, at whatever pace.
    pub moving: ByTarget,
    /// A stationary observer.
    pub stationary: ByTarget,
    /// A hiding observer.
    pub hiding: ByTarget,
}

impl Default for Spotting {
    fn default() -> Spotting {
        Spotting {
            moving: ByTarget { moving: 4, stationary: 5 },
            stationary: ByTarget { moving: 2, stationary: 3 },
            hiding: ByTarget { moving: 3, stationary: 4 },
        }
    }
}

/// What the die must reach to hit, by range (GGG-fire-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ByRange {
    /// Short range.
    #[schemars(range(min = -10, max = 20))]
    pub short: i8,
    /// Long range.
    #[schemars(range(min = -10, max = 20))]
    pub long: i8,
}

/// What the die must reach to hit, by the firer (GGG-fire-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fire {
    /// A firer that moves, at whatever pace.
    pub moving: ByRange,
    /// A firer that does not move.
    pub stationary: ByRange,
    /// A firer with a sniper rifle.
    pub sniper: ByRange,
}

impl Default for Fire {
    fn default() -> Fire {
        Fire {
            moving: ByRange { short: 4, long: 6 },
            stationary: ByRange { short: 2, long: 3 },
            sniper: ByRange { short: 3, long: 1 },
        }
    }
}

engage::table! {
    /// How far figures move in a turn.
    Moves: Inches {
        /// At normal pace (GGG-move-1).
        normal = Inches::whole(6),
        /// Stealthily (GGG-move-1).
        stealthy = Inches::whole(2),
        /// At normal pace, stunned (GGG-move-3).
        normal_stunned = Inches::whole(3),
        /// Stealthily, stunned (GGG-move-3).
        stealthy_stunned = Inches::whole(1),
    }
}

engage::table! {
    /// Penalties to dice.
    Penalties: i8 {
        /// A target that hides (GGG-see-4, GGG-fire-4).
        #[schemars(range(min = 0, max = 6))]
        hiding = 1,
        /// A target that moves, when it is fired at (GGG-fire-5).
        #[schemars(range(min = 0, max = 6))]
        moving = 1,
        /// Each wound (GGG-eff-3).
        #[schemars(range(min = 0, max = 6))]
        wound = 1,
        /// Being stunned (GGG-stun-1).
        #[schemars(range(min = 0, max = 6))]
        stunned = 2,
        /// Throwing through a doorway or a window (GGG-gren-5).
        #[schemars(range(min = 0, max = 6))]
        opening = 1,
    }
}
