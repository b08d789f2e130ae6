//! The rulebook as data: every table and option. `Default` is the rulebook as printed; distances are in inches (GGG-gen-4).

use engage::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::figure::Pace;
use crate::options::*;

engage::options! {
    /// What a burst does to a figure.
    Blast {
        /// Nothing.
        Nothing,
        /// It is stunned.
        Stunned,
        /// It has a wound more.
        Wounded,
        /// It is out of action.
        #[schemars(title = "Out of action")]
        Out,
    }
}

/// Every table and option of the rulebook; what a scenario leaves out is as printed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Natural ones and sixes (GGG-die-3).
    pub natural_rolls: NaturalRolls,
    /// Whose penalties lower the effect die of fire (GGG-die-4).
    pub fire_effect_penalty: FireEffectPenalty,
    /// Whose penalties lower the effect dice of grenades (GGG-die-4).
    pub grenade_effect_penalty: GrenadeEffectPenalty,
    /// Whether the thrower's penalties touch the scatter dice (GGG-die-4).
    pub scatter_penalty: Allowed,
    /// A distance between the two range bands (GGG-fire-3).
    pub range_gap: RangeGap,
    /// The sniper's row of the fire table (GGG-fire-2).
    pub sniper_row: SniperRow,
    /// Whether one hides while moving (GGG-see-8).
    pub hiding_while_moving: HidingWhileMoving,
    /// A hiding figure that fires (GGG-fire-7).
    pub hider_firing: HiderFiring,
    /// Wounds that put a figure out of action; 0 for no limit (GGG-eff-4).
    #[schemars(range(max = 6))]
    #[schemars(extend("x-unit" = "wounds"))]
    pub wound_limit: u8,
    /// A throw that falls short by more than its length (GGG-gren-7).
    pub short_throw: ShortThrow,
    /// Turns that high explosive stuns (GGG-stun-2).
    #[schemars(title = "HE stun turns")]
    #[schemars(range(min = 1, max = 10))]
    pub he_stun_turns: u8,
    /// When the turns of a stunned figure begin (GGG-stun-3).
    pub stun_clock: StunClock,
    /// Stunned while stunned (GGG-stun-4).
    pub stun_repeat: StunRepeat,
    /// Whether setting up a sniper rifle counts as aiming (GGG-snipe-6).
    pub setup_is_aiming: Holds,
    /// Whether a turn of reloading without moving serves as setting up (GGG-snipe-8).
    pub reload_serves_as_setup: Holds,
    /// When the Counter-Terrorists are lost (GGG-mis-5).
    #[schemars(title = "CTs lost when")]
    pub ct_lost_when: CtLostWhen,
    /// Both teams fail at the same moment (GGG-mis-4).
    pub both_fail: BothFail,
    /// What the Terrorists must have done in time (GGG-dm-3).
    pub bomb_deadline: BombDeadline,
    /// Defused at the end of the turn in which it is due (GGG-bomb-6).
    pub bomb_tie: BombTie,
    /// The time is up and the VIP alive and not away (GGG-am-6).
    #[schemars(title = "VIP timeout")]
    pub vip_timeout: VipTimeout,

    /// When figures fire (GGG-seq-1).
    pub fire_timing: FireTiming,
    /// Whether a figure that throws may also fire (GGG-seq-2).
    pub grenade_plus_fire: Allowed,
    /// How long a spotting lasts (GGG-see-7).
    pub spotting_memory: SpottingMemory,
    /// Whether one may fire at what only a comrade has spotted (GGG-see-7).
    pub spotting_shared: SpottingShared,
    /// What smoke does (GGG-gren-10).
    pub smoke_sight: SmokeSight,
    /// The farthest throw, in inches; 0 for no limit (GGG-gren-14).
    pub grenade_max_range: Inches,
    /// A grenade that scatters into a wall (GGG-gren-7).
    pub scatter_wall: ScatterWall,
    /// How near somebody must be to a hostage to have it follow, in inches (GGG-host-1).
    pub follow_distance: Inches,
    /// Bombs that the Terrorists have, 1 or 2 (GGG-bomb-1).
    #[schemars(range(min = 1, max = 2))]
    pub bomb_count: u8,
    /// Whether a figure that plants or defuses may also fire (GGG-bomb-5).
    pub work_while_fighting: Allowed,
    /// What undoes work on a bomb besides leaving it (GGG-bomb-5).
    pub work_interrupted_by: WorkInterruptedBy,
    /// Whether Terrorists are taken prisoner (GGG-mis-6).
    pub capture: Capture,
    /// How near a Counter-Terrorist must be for that, in inches (GGG-mis-6).
    pub capture_within: Inches,
    /// Whose harm to Counter-Terrorists counts for their loss (GGG-mis-5).
    #[schemars(title = "CT losses by")]
    pub ct_loss_by: CtLossBy,
    /// Shots that miss (GGG-host-5).
    pub stray_fire: StrayFire,
    /// Whether the VIP has an automatic weapon (GGG-am-1).
    #[schemars(title = "VIP armed")]
    pub vip_armed: Allowed,
    /// Whether the VIP is one of the Counter-Terrorists whose loss loses the mission (GGG-am-1).
    #[schemars(title = "VIP counts as CT")]
    pub vip_counts_as_ct: Allowed,

    /// How far figures move in a turn, in inches (GGG-move-1, GGG-move-3).
    pub moves: Moves,
    /// How far the footsteps of a figure at normal pace are heard, in inches (GGG-sound-1).
    pub hearing: Inches,
    /// Degrees to either side of the facing within which everything is seen (GGG-see-1).
    #[schemars(extend("x-unit" = "degrees"))]
    pub front_arc: f64,
    /// Degrees to either side within which one rolls to spot (GGG-see-2).
    #[schemars(extend("x-unit" = "degrees"))]
    pub spotting_arc: f64,
    /// What the die must come to in spotting (GGG-see-3).
    pub spotting: Spotting,
    /// Up to this distance, in inches, a range is short (GGG-fire-2).
    pub short_range: Inches,
    /// From this distance on, in inches, it is long (GGG-fire-2).
    pub long_range: Inches,
    /// What the die must come to in firing (GGG-fire-2).
    pub fire: Fire,
    /// What is taken off dice (GGG-see-4, GGG-fire-4, GGG-fire-5, GGG-eff-3, GGG-stun-1, GGG-gren-5).
    pub penalties: Penalties,
    /// What each complete turn of aiming adds to a sniper's die (GGG-snipe-6).
    #[schemars(range(min = 0, max = 6))]
    pub aim_bonus: i8,
    /// The highest effect die of a hit that puts the target out of action (GGG-eff-1).
    #[schemars(title = "Out of action up to")]
    #[schemars(range(min = 0, max = 6))]
    pub out_up_to: i8,
    /// What the die must come to for a grenade to be on target (GGG-gren-4).
    #[schemars(title = "Throw on target")]
    #[schemars(range(min = -10, max = 20))]
    pub throw: i8,
    /// Radius of every grenade, in inches (GGG-gren-8).
    pub radius: Inches,
    /// What high explosive does by the die (GGG-gren-11).
    #[schemars(title = "HE")]
    pub he: [Blast; 6],
    /// What a stun grenade does by the die (GGG-gren-12).
    #[schemars(title = "Stun grenade")]
    pub stun: [Blast; 6],
    /// Turns that a stun grenade stuns (GGG-gren-12).
    #[schemars(range(min = 1, max = 10))]
    pub stun_turns: u8,
    /// Complete turns that planting takes (GGG-bomb-2), and defusing (GGG-bomb-5).
    #[schemars(range(min = 1, max = 1000))]
    pub work_turns: u16,
    /// Turns from the end of planting to the explosion (GGG-bomb-3).
    #[schemars(extend("x-unit" = "turns"))]
    #[schemars(range(min = 1, max = 1000))]
    pub fuse: u16,
    /// Turns of a mission (GGG-mis-1).
    #[schemars(extend("x-unit" = "turns"))]
    #[schemars(range(min = 1, max = 1000))]
    pub time: u16,
}

impl Default for Rules {
    fn default() -> Rules {
        use Blast::{Nothing, Out, Stunned, Wounded};
        Rules {
            natural_rolls: NaturalRolls::default(),
            fire_effect_penalty: FireEffectPenalty::default(),
            grenade_effect_penalty: GrenadeEffectPenalty::default(),
            scatter_penalty: Allowed::default(),
            range_gap: RangeGap::default(),
            sniper_row: SniperRow::default(),
            hiding_while_moving: HidingWhileMoving::default(),
            hider_firing: HiderFiring::default(),
            wound_limit: 0,
            short_throw: ShortThrow::default(),
            he_stun_turns: 3,
            stun_clock: StunClock::default(),
            stun_repeat: StunRepeat::default(),
            setup_is_aiming: Holds::default(),
            reload_serves_as_setup: Holds::default(),
            ct_lost_when: CtLostWhen::default(),
            both_fail: BothFail::default(),
            bomb_deadline: BombDeadline::default(),
            bomb_tie: BombTie::default(),
            vip_timeout: VipTimeout::default(),
            fire_timing: FireTiming::default(),
            grenade_plus_fire: Allowed::default(),
            spotting_memory: SpottingMemory::default(),
            spotting_shared: SpottingShared::default(),
            smoke_sight: SmokeSight::default(),
            grenade_max_range: Inches::default(),
            scatter_wall: ScatterWall::default(),
            follow_distance: Inches::whole(2),
            bomb_count: 1,
            work_while_fighting: Allowed::default(),
            work_interrupted_by: WorkInterruptedBy::default(),
            capture: Capture::default(),
            capture_within: Inches::whole(1),
            ct_loss_by: CtLossBy::default(),
            stray_fire: StrayFire::default(),
            vip_armed: Allowed::default(),
            vip_counts_as_ct: Allowed::default(),
            moves: Moves::default(),
            hearing: Inches::whole(10),
            front_arc: 22.5,
            spotting_arc: 90.0,
            spotting: Spotting::default(),
            short_range: Inches::whole(5),
            long_range: Inches::whole(6),
            fire: Fire::default(),
            penalties: Penalties::default(),
            aim_bonus: 1,
            out_up_to: 2,
            throw: 4,
            radius: Inches::whole(4),
            he: [Stunned, Stunned, Wounded, Wounded, Out, Out],
            stun: [Nothing, Nothing, Stunned, Stunned, Stunned, Stunned],
            stun_turns: 3,
            work_turns: 2,
            fuse: 8,
            time: 30,
        }
    }
}

/// What the die must come to in spotting, by the target (GGG-see-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ByTarget {
    /// A target that moves, at whatever pace.
    #[schemars(range(min = -10, max = 20))]
    pub moving: i8,
    /// One that does not.
    #[schemars(range(min = -10, max = 20))]
    pub stationary: i8,
}

/// What the die must come to in spotting, by the observer and the target (GGG-see-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Spotting {
    /// An observer that moves, at whatever pace.
    pub moving: ByTarget,
    /// One that is stationary.
    pub stationary: ByTarget,
    /// One that hides.
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

/// What the die must come to in firing, by range (GGG-fire-2).
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

/// What the die must come to in firing, by the firer (GGG-fire-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fire {
    /// A firer that moves, at whatever pace.
    pub moving: ByRange,
    /// One that does not.
    pub stationary: ByRange,
    /// A sniper rifle.
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
    /// What is taken off dice.
    Penalties: i8 {
        /// A target that hides (GGG-see-4, GGG-fire-4).
        #[schemars(range(min = 0, max = 6))]
        hiding = 1,
        /// A target that moves, in firing (GGG-fire-5).
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

impl Rules {
    /// The row of the fire table for a firer without a sniper rifle.
    #[must_use]
    pub const fn firing(&self, pace: Pace) -> ByRange {
        match pace {
            Pace::Stationary => self.fire.stationary,
            Pace::Stealthy | Pace::Normal => self.fire.moving,
        }
    }

    /// Whether a figure may hide at this pace (GGG-see-8).
    #[must_use]
    pub const fn lets_hide(&self, pace: Pace) -> bool {
        match pace {
            Pace::Stationary => true,
            Pace::Stealthy => matches!(self.hiding_while_moving, HidingWhileMoving::Stealthy),
            Pace::Normal => false,
        }
    }

    /// Whether a distance is a long range (GGG-fire-3).
    #[must_use]
    pub fn is_long(&self, range: Inches) -> bool {
        if range <= self.short_range {
            return false;
        }
        range >= self.long_range
            || match self.range_gap {
                RangeGap::Long => true,
                RangeGap::Short => false,
                RangeGap::Nearest => {
                    2 * range.thousandths() >= self.short_range.thousandths() + self.long_range.thousandths()
                }
            }
    }
}

impl engage::Rulebook for Rules {
    fn problems(&self, at: &str) -> Vec<engage::Problem> {
        let mut problems = Vec::new();
        let mut report = |key: &str, message: &str| problems.push(engage::Problem::new(format!("{at}{key}"), message));
        if !matches!(self.wound_limit, 0 | 2..=6) {
            report("wound_limit", "expected 0 for no limit, or 2 to 6 wounds");
        }
        if !(1..=2).contains(&self.bomb_count) {
            report("bomb_count", "expected 1 or 2 bombs");
        }
        for (key, arc) in [("front_arc", self.front_arc), ("spotting_arc", self.spotting_arc)] {
            if !(0.0..=180.0).contains(&arc) {
                report(key, "expected 0 to 180 degrees to either side");
            }
        }
        if self.short_range > self.long_range {
            report("short_range", "expected no more than `long_range`");
        }
        for (key, value) in [
            ("penalties.hiding", self.penalties.hiding),
            ("penalties.moving", self.penalties.moving),
            ("penalties.wound", self.penalties.wound),
            ("penalties.stunned", self.penalties.stunned),
            ("penalties.opening", self.penalties.opening),
            ("aim_bonus", self.aim_bonus),
        ] {
            if !(0..=6).contains(&value) {
                report(key, "expected 0 to 6");
            }
        }
        for (key, turns) in [("he_stun_turns", self.he_stun_turns), ("stun_turns", self.stun_turns)] {
            if !(1..=10).contains(&turns) {
                report(key, "expected 1 to 10 turns");
            }
        }
        for (key, turns) in [("work_turns", self.work_turns), ("fuse", self.fuse), ("time", self.time)] {
            if !(1..=1000).contains(&turns) {
                report(key, "expected 1 to 1000 turns");
            }
        }
        problems
    }
}
