//! The tables of the rulebook, as printed.

use engage::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

engage::table! {
    /// The lowest card of each ability's deck, 1 (ace) to 4 (CQB-2.1a).
    LowestCard: u8 {
        /// Jacks, queens and kings are removed.
        #[schemars(range(min = 1, max = 4))]
        novice = 1,
        /// Aces, queens and kings are removed.
        #[schemars(range(min = 1, max = 4))]
        experienced = 2,
        /// Aces, twos and kings are removed.
        #[schemars(range(min = 1, max = 4))]
        veteran = 3,
        /// Aces, twos and threes are removed.
        #[schemars(range(min = 1, max = 4))]
        elite = 4,
    }
}

engage::table! {
    /// Jokers in a deck by luck, 0 to 3 (CQB-2.2b).
    Jokers: u8 {
        /// A 5 on the average die.
        #[schemars(range(max = 3))]
        good = 1,
        /// A 3 or 4, or luck not in use.
        #[schemars(range(max = 3))]
        average = 2,
        /// A 2.
        #[schemars(range(max = 3))]
        bad = 3,
    }
}

engage::table! {
    /// Distance of a move in inches (CQB-4a).
    Moves: Inches {
        /// Crawl or stealthy.
        crawl = Inches::whole(3),
        /// Normal.
        normal = Inches::whole(6),
        /// Fast.
        fast = Inches::whole(12),
    }
}

engage::table! {
    /// Shots, or bursts, in a fire action (CQB-5.1a).
    Rate: u8 {
        /// Shots, every other turn.
        #[schemars(range(min = 1, max = 10))]
        slow = 1,
        /// Shots.
        #[schemars(range(min = 1, max = 10))]
        rapid = 1,
        /// Shots.
        #[schemars(range(min = 1, max = 10))]
        semi = 3,
        /// Bursts of the weapon's burst length.
        #[schemars(range(min = 1, max = 10))]
        burst = 2,
        /// Bursts, each of one average die of rounds.
        #[schemars(range(min = 1, max = 10))]
        auto = 3,
    }
}

engage::table! {
    /// Modifiers for movement in the turn before (CQB-5.3.1).
    Moved: i8, -20..=20 {
        /// A firer that moved up to the Normal distance.
        firer = 2,
        /// A firer that moved Fast, if it may fire at all (CQB-4b).
        firer_fast = 2,
        /// A target that moved up to the Normal distance.
        target = 1,
        /// A target that moved farther.
        target_fast = 2,
    }
}

engage::table! {
    /// Aiming modifiers (CQB-5.3.2b).
    Aim: i8, -20..=20 {
        /// Junk gun.
        junk = 0,
        /// General pistol.
        general_pistol = -1,
        /// Target pistol.
        target_pistol = -2,
        /// SMG.
        #[schemars(title = "SMG")]
        smg = -3,
        /// SMG+.
        #[schemars(title = "SMG+")]
        smg_plus = -4,
        /// Poor rifle.
        poor_rifle = -3,
        /// General rifle.
        rifle = -5,
        /// Sniper rifle.
        sniper_rifle = -6,
        /// Shotgun; the printed table has no line for it.
        shotgun = 0,
        /// Telescopic sight, in addition to the weapon's modifier, for the first shot.
        scope = -1,
    }
}

engage::table! {
    /// Modifiers for naming a location (CQB-5.3.3a).
    Named: i8, -20..=20 {
        /// Brain stem.
        brain_stem = 4,
        /// Head.
        head = 2,
        /// Either arm.
        arm = 2,
        /// Leg.
        leg = 1,
        /// Torso.
        torso = 1,
    }
}

engage::table! {
    /// Target numbers of tasks (CQB-8a).
    Difficulty: i8, 0..=30 {
        /// Easy.
        easy = 4,
        /// Moderate.
        moderate = 6,
        /// Difficult.
        difficult = 8,
        /// Very difficult.
        very_difficult = 10,
    }
}

/// A range band (CQB-5.3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Its upper bound, inclusive.
    pub up_to: Inches,
    /// Its modifier.
    #[schemars(range(min = -20, max = 20))]
    pub modifier: i8,
}

/// A location of the random location table (CQB-5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BodyPart {
    /// A leg.
    Leg,
    /// The weak arm.
    WeakArm,
    /// The strong arm.
    StrongArm,
    /// The head.
    Head,
    /// The torso where hard plates would cover it.
    TorsoUnderPlates,
    /// The torso where hard plates would not cover it.
    TorsoOutsidePlates,
}

impl BodyPart {
    /// Whether it is part of the torso.
    #[must_use]
    pub const fn is_torso(self) -> bool {
        matches!(self, BodyPart::TorsoUnderPlates | BodyPart::TorsoOutsidePlates)
    }
}
