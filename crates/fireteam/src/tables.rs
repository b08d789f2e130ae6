//! The tables of the rulebook, as printed.

use engage::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::figure::Movement;

engage::options! {
    /// What a hit or a blast does to a man (FT-seq-attack, FT-gren-9).
    Effect {
        /// Nothing.
        Nothing,
        /// He is pinned.
        Pinned,
        /// One wound; a second one is a serious wound.
        Wounded,
        /// A serious wound.
        Serious,
        /// Dead.
        Dead,
    }
}

engage::table! {
    /// Distances of movement on foot, in inches.
    Moves: Inches {
        /// A normal move (FT-move-1).
        normal = Inches::whole(3),
        /// A prone man's rush (FT-move-3).
        crawl = Inches::whole(1),
        /// Any move of a wounded man (FT-eff-1).
        wounded = Inches::whole(1),
    }
}

engage::table! {
    /// What each side adds to its die for the first move (FT-seq-3).
    InitiativeBonus: i8 {
        /// Blue.
        #[schemars(range(min = -20, max = 20))]
        blue = 0,
        /// Red.
        #[schemars(range(min = -20, max = 20))]
        red = 0,
    }
}

engage::table! {
    /// Speed for each die of a vehicle across country, in miles an hour.
    VehicleDice: u16 {
        /// Tracked (FT-move-8).
        #[schemars(extend("x-unit" = "mph"))]
        #[schemars(range(min = 1, max = 200))]
        tracked = 10,
        /// Wheeled (FT-move-9).
        #[schemars(extend("x-unit" = "mph"))]
        #[schemars(range(min = 1, max = 200))]
        wheeled = 15,
    }
}

engage::table! {
    /// What is added to the number needed.
    Additions: i8 {
        /// No number two, where the table has an asterisk (FT-fire-6).
        #[schemars(range(min = -20, max = 20))]
        no_number_two = 2,
        /// A pinned firer (FT-pin-4).
        #[schemars(range(min = -20, max = 20))]
        pinned = 3,
        /// A pinned firer in hard cover (FT-pin-4).
        #[schemars(range(min = -20, max = 20))]
        pinned_in_hard_cover = 2,
    }
}

engage::table! {
    /// Radii of the blast circles, in inches.
    Blast: Inches {
        /// The primary circle of every grenade (FT-gren-5).
        primary = Inches::whole(2),
        /// The secondary circle of a defensive grenade (FT-gren-6).
        secondary = Inches::whole(6),
    }
}

/// A row of the saving-throw table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ByMovement {
    /// Stationary.
    #[schemars(range(min = 0, max = 7))]
    pub stationary: i8,
    /// After a normal move.
    #[schemars(range(min = 0, max = 7))]
    pub moving: i8,
    /// After a rush.
    #[schemars(range(min = 0, max = 7))]
    pub rushing: i8,
}

impl ByMovement {
    /// The entry for a man's latest move.
    #[must_use]
    pub const fn after(&self, movement: Movement) -> i8 {
        match movement {
            Movement::Stationary => self.stationary,
            Movement::Moving => self.moving,
            Movement::Rushing => self.rushing,
        }
    }
}

/// Saving throws: the score that saves, or more (FT-save-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Save {
    /// Prone, or substantially protected by hard cover.
    pub covered: ByMovement,
    /// Standing.
    pub standing: ByMovement,
}

/// Results in a blast circle, by the die from 1 to 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Circle {
    /// Standing still, or rushing.
    pub standing_or_rushing: [Effect; 6],
    /// After a normal move.
    pub normal_move: [Effect; 6],
    /// Prone.
    pub prone: [Effect; 6],
}
