//! The rules as data: options, numbers and tables. An option lets a scenario choose between readings of the text; its
//! first value is what the rulebook prints, or the default reading.

use engage::Inches;

use crate::tables::Blast::{Nothing, Out, Stunned, Wounded};
use crate::tables::*;

engage::options! {
    /// Whether something that the text does not mention is allowed, or counts.
    Allowed {
        /// No.
        No,
        /// Yes.
        Yes,
    }
    /// Whether the reading that an option names holds.
    Holds {
        /// Yes.
        Yes,
        /// No.
        No,
    }
}

engage::rules! {
    /// Every table and option of the rulebook. Whatever a scenario leaves out is as printed.
    #[derive(Copy)]
    Rules {
        /// How natural 1s and 6s count in spotting, hitting and throwing; on effect dice they never matter (GGG-die-3).
        natural_rolls: NaturalRolls {
            /// They count as plain numbers.
            Plain,
            /// A natural 6 always succeeds.
            SixSucceeds,
            /// A natural 1 always fails.
            OneFails,
            /// A natural 6 always succeeds and a natural 1 always fails.
            Both,
        },
        /// Whose wounds and stun lower the effect die of fire (GGG-die-4).
        fire_effect_penalty: FireEffectPenalty {
            /// Nobody's.
            None,
            /// The target's.
            Target,
            /// The firer's.
            Firer,
        },
        /// Whose wounds and stun lower the effect dice of grenades (GGG-die-4).
        grenade_effect_penalty: GrenadeEffectPenalty {
            /// Nobody's.
            None,
            /// The victim's.
            Target,
        },
        /// Whether the thrower's penalties apply to the scatter dice (GGG-die-4).
        scatter_penalty: Allowed,
        /// How a distance between the two range bands counts (GGG-fire-3).
        range_gap: RangeGap {
            /// As long range.
            Long,
            /// As short range.
            Short,
            /// As long range from halfway on.
            Nearest,
        },
        /// The sniper's row of the fire table (GGG-fire-2).
        sniper_row: SniperRow {
            /// As printed: better at long range than at short range.
            Printed,
            /// The other way round: better at short range.
            Swapped,
        },
        /// Whether a figure can hide while moving (GGG-see-8).
        hiding_while_moving: HidingWhileMoving {
            /// No.
            No,
            /// Yes, at stealthy pace.
            Stealthy,
        },
        /// What happens to a hiding figure that fires (GGG-fire-7).
        hider_firing: HiderFiring {
            /// It stays hidden.
            StaysHidden,
            /// It does not count as hiding for fire at it in that turn.
            Revealed,
        },
        /// Number of wounds that puts a figure out of action; 0 for no limit (GGG-eff-4).
        #[schemars(extend("x-unit" = "wounds"))]
        wound_limit: u8 in 0..=6 = 0,
        /// Where a throw lands that falls short by more than its length (GGG-gren-7).
        short_throw: ShortThrow {
            /// At the thrower's feet.
            StopsAtThrower,
            /// Possibly behind the thrower.
            MayPassBehind,
        },
        /// Number of turns for which high explosive stuns a figure (GGG-stun-2).
        he_stun_turns "HE stun turns": u8 in 1..=10 = 3,
        /// From which turn the turns of a stunned figure are counted (GGG-stun-3).
        stun_clock: StunClock {
            /// From the turn after the burst.
            NextTurn,
            /// From the turn of the burst.
            ThisTurn,
        },
        /// What happens to a stunned figure that is stunned again (GGG-stun-4).
        stun_repeat: StunRepeat {
            /// The longer time counts.
            Refresh,
            /// The times add up.
            Extend,
        },
        /// Whether setting up a sniper rifle counts as aiming (GGG-snipe-6).
        setup_is_aiming: Holds,
        /// Whether a turn of reloading without moving serves as setting up (GGG-snipe-8).
        reload_serves_as_setup: Holds,
        /// When the Counter-Terrorists are lost (GGG-mis-5).
        ct_lost_when "CTs lost when": CtLostWhen {
            /// When each of them has been hit, even if only wounded.
            AllHit,
            /// When each of them is out of action.
            AllOut,
        },
        /// Who wins when both teams fail at the same moment (GGG-mis-4).
        both_fail: BothFail {
            /// Nobody.
            Draw,
            /// The Counter-Terrorists.
            #[schemars(title = "Counter-Terrorists")]
            Ct,
            /// The Terrorists.
            Terrorists,
        },
        /// What the Terrorists must have done in time (GGG-dm-3).
        bomb_deadline: BombDeadline {
            /// The bomb must have gone off.
            Detonated,
            /// The bomb must have been planted; it may go off later.
            Planted,
        },
        /// What happens to a bomb defused at the end of the turn in which it is due (GGG-bomb-6).
        bomb_tie: BombTie {
            /// It is defused.
            Defused,
            /// It goes off.
            Explodes,
        },
        /// How the mission ends if time is up and the VIP is alive but has not escaped (GGG-am-6).
        vip_timeout "VIP timeout": VipTimeout {
            /// The Counter-Terrorists have bungled the mission.
            #[schemars(title = "CTs have bungled the mission")]
            CtBungled,
            /// It is a draw.
            Draw,
            /// The Terrorists lose.
            TerroristsLose,
        },

        /// When figures fire (GGG-seq-1).
        fire_timing: FireTiming {
            /// After all movement, by pace.
            AfterMovement,
            /// Stationary figures fire before anybody moves, stealthy figures once they have moved, then the others.
            StationaryFirst,
        },
        /// Whether a figure that throws a grenade may also fire (GGG-seq-2).
        grenade_plus_fire: Allowed,
        /// How long an enemy stays spotted (GGG-see-7).
        spotting_memory: SpottingMemory {
            /// For one turn.
            EachTurn,
            /// As long as the enemy stays in sight and not behind the observer.
            UntilLost,
        },
        /// Whether a figure may fire at an enemy that only a comrade has spotted (GGG-see-7).
        spotting_shared: SpottingShared {
            /// No.
            No,
            /// Yes, if the enemy is in sight of the figure and not behind it.
            Team,
        },
        /// What smoke does (GGG-gren-10).
        smoke_sight: SmokeSight {
            /// Nobody sees into it, out of it or through it.
            Blocks,
            /// A figure in it or behind it counts as hiding.
            Hides,
        },
        /// The farthest throw, in inches; 0 for no limit (GGG-gren-14).
        grenade_max_range: Inches,
        /// Where a grenade lands that scatters into a wall (GGG-gren-7).
        scatter_wall: ScatterWall {
            /// In front of the wall.
            Stops,
            /// Beyond the wall.
            Passes,
        },
        /// How near a figure must be to a hostage to tell it to follow, in inches (GGG-host-1).
        follow_distance: Inches = Inches::whole(2),
        /// Number of bombs that the Terrorists have (GGG-bomb-1).
        bomb_count: u8 in 1..=2 = 1,
        /// Whether a figure that plants or defuses a bomb may also fire (GGG-bomb-5).
        work_while_fighting: Allowed,
        /// What undoes work on a bomb besides leaving it (GGG-bomb-5).
        work_interrupted_by: WorkInterruptedBy {
            /// Nothing.
            Leaving,
            /// Any wound or stun.
            AnyHit,
        },
        /// Whether Terrorists are taken prisoner (GGG-mis-6).
        capture: Capture {
            /// No.
            None,
            /// Stunned Terrorists are, by a Counter-Terrorist within reach whom none of their comrades sees.
            Helpless,
        },
        /// How near a Counter-Terrorist must be to take a prisoner, in inches (GGG-mis-6).
        capture_within: Inches = Inches::whole(1),
        /// Whose hits on Counter-Terrorists count towards their loss (GGG-mis-5).
        ct_loss_by "CT losses by": CtLossBy {
            /// Anybody's.
            Any,
            /// Only the Terrorists'.
            Terrorists,
        },
        /// What shots that miss may hit (GGG-host-5).
        stray_fire: StrayFire {
            /// Nothing.
            Off,
            /// A hostage near the target or in the line of fire, on a 1 of a further die: a house rule.
            NearMiss,
        },
        /// Whether the VIP has an automatic weapon (GGG-am-1).
        vip_armed "VIP armed": Allowed,
        /// Whether the VIP counts among the Counter-Terrorists whose loss fails the mission (GGG-am-1).
        vip_counts_as_ct "VIP counts as CT": Allowed,

        /// How far figures move in a turn, in inches (GGG-move-1, GGG-move-3).
        moves: Moves,
        /// How far the footsteps of a figure at normal pace can be heard, in inches (GGG-sound-1).
        hearing: Inches = Inches::whole(10),
        /// Degrees to either side of the facing within which everything is seen (GGG-see-1).
        front_arc: f64 in 0..=180 "degrees" = 22.5,
        /// Degrees to either side of the facing within which a figure rolls to spot (GGG-see-2).
        spotting_arc: f64 in 0..=180 "degrees" = 90.0,
        /// What the die must reach to spot an enemy (GGG-see-3).
        spotting: Spotting,
        /// The greatest distance that is short range, in inches (GGG-fire-2).
        short_range: Inches = Inches::whole(5),
        /// The least distance that is long range, in inches (GGG-fire-2).
        long_range: Inches = Inches::whole(6),
        /// What the die must reach to hit (GGG-fire-2).
        fire: Fire,
        /// Penalties to dice (GGG-see-4, GGG-fire-4, GGG-fire-5, GGG-eff-3, GGG-stun-1, GGG-gren-5).
        penalties: Penalties,
        /// What each complete turn of aiming adds to a sniper's die (GGG-snipe-6).
        aim_bonus: i8 in 0..=6 = 1,
        /// The highest effect die of a hit that puts the target out of action (GGG-eff-1).
        out_up_to "Out of action up to": i8 in 0..=6 = 2,
        /// What the die must reach for a grenade to be on target (GGG-gren-4).
        throw "Throw on target": i8 in -10..=20 = 4,
        /// Radius of every grenade, in inches (GGG-gren-8).
        radius: Inches = Inches::whole(4),
        /// What high explosive does for each roll of the die, 1 to 6 (GGG-gren-11).
        he "HE": [Blast; 6] = [Stunned, Stunned, Wounded, Wounded, Out, Out],
        /// What a stun grenade does for each roll of the die, 1 to 6 (GGG-gren-12).
        stun "Stun grenade": [Blast; 6] = [Nothing, Nothing, Stunned, Stunned, Stunned, Stunned],
        /// Number of turns for which a stun grenade stuns a figure (GGG-gren-12).
        stun_turns: u8 in 1..=10 = 3,
        /// Complete turns that planting (GGG-bomb-2) or defusing (GGG-bomb-5) a bomb takes.
        work_turns: u16 in 1..=1000 = 2,
        /// Turns from the end of planting to the explosion (GGG-bomb-3).
        #[schemars(extend("x-unit" = "turns"))]
        fuse: u16 in 1..=1000 = 8,
        /// Number of turns of a mission (GGG-mis-1).
        #[schemars(extend("x-unit" = "turns"))]
        time: u16 in 1..=1000 = 30,
    }
}
