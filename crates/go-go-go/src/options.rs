//! The rules as data: options, which are readings of the text that a scenario may choose between, and numbers and tables. The first value
//! of an option is what the rulebook prints, or the reading that is played by default.

use engage::Inches;

use crate::tables::Blast::{Nothing, Out, Stunned, Wounded};
use crate::tables::*;

engage::options! {
    /// Whether something is allowed, or counts, that the text does not speak of.
    Allowed {
        /// No.
        No,
        /// Yes.
        Yes,
    }
    /// Whether something holds as the text is read here.
    Holds {
        /// Yes.
        Yes,
        /// No.
        No,
    }
}

engage::rules! {
    /// Every table and option of the rulebook; what a scenario leaves out is as printed.
    #[derive(Copy)]
    Rules {
        /// Natural rolls of spotting, hitting and throwing; never of effect dice (GGG-die-3).
        natural_rolls: NaturalRolls {
            /// Plain arithmetic.
            Plain,
            /// A 6 succeeds whatever is needed.
            SixSucceeds,
            /// A 1 fails whatever is needed.
            OneFails,
            /// Both.
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
        /// Whether the thrower's penalties touch the scatter dice (GGG-die-4).
        scatter_penalty: Allowed,
        /// A distance between the two range bands (GGG-fire-3).
        range_gap: RangeGap {
            /// Long.
            Long,
            /// Short.
            Short,
            /// Long from half way on.
            Nearest,
        },
        /// The sniper's row of the fire table (GGG-fire-2).
        sniper_row: SniperRow {
            /// As printed: better far than near.
            Printed,
            /// The other way round.
            Swapped,
        },
        /// Whether one hides while moving (GGG-see-8).
        hiding_while_moving: HidingWhileMoving {
            /// No.
            No,
            /// Stealthily.
            Stealthy,
        },
        /// A hiding figure that fires (GGG-fire-7).
        hider_firing: HiderFiring {
            /// Stays hidden.
            StaysHidden,
            /// Does not count as hiding for fire at it in that turn.
            Revealed,
        },
        /// Wounds that put a figure out of action; 0 for no limit (GGG-eff-4).
        #[schemars(extend("x-unit" = "wounds"))]
        wound_limit: u8 in 0..=6 = 0,
        /// A throw that falls short by more than its length (GGG-gren-7).
        short_throw: ShortThrow {
            /// Falls at the thrower's feet.
            StopsAtThrower,
            /// May fall behind him.
            MayPassBehind,
        },
        /// Turns that high explosive stuns (GGG-stun-2).
        he_stun_turns "HE stun turns": u8 in 1..=10 = 3,
        /// When the turns of a stunned figure begin (GGG-stun-3).
        stun_clock: StunClock {
            /// With the turn after the burst.
            NextTurn,
            /// With the turn of the burst.
            ThisTurn,
        },
        /// Stunned while stunned (GGG-stun-4).
        stun_repeat: StunRepeat {
            /// The longer time holds.
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
            /// When each has been hit, if only wounded.
            AllHit,
            /// When each is out of action.
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
            /// It must have been planted, and may run on.
            Planted,
        },
        /// Defused at the end of the turn in which it is due (GGG-bomb-6).
        bomb_tie: BombTie {
            /// Defused.
            Defused,
            /// It goes off.
            Explodes,
        },
        /// The time is up and the VIP alive and not away (GGG-am-6).
        vip_timeout "VIP timeout": VipTimeout {
            /// The Counter-Terrorists have bungled it.
            #[schemars(title = "CTs have bungled it")]
            CtBungled,
            /// A draw.
            Draw,
            /// The Terrorists lose.
            TerroristsLose,
        },

        /// When figures fire (GGG-seq-1).
        fire_timing: FireTiming {
            /// After all movement, by pace.
            AfterMovement,
            /// Stationary figures before anybody moves, then stealthy ones when they have moved, then the others.
            StationaryFirst,
        },
        /// Whether a figure that throws may also fire (GGG-seq-2).
        grenade_plus_fire: Allowed,
        /// How long a spotting lasts (GGG-see-7).
        spotting_memory: SpottingMemory {
            /// For the turn.
            EachTurn,
            /// While the enemy stays in sight and not behind.
            UntilLost,
        },
        /// Whether one may fire at what only a comrade has spotted (GGG-see-7).
        spotting_shared: SpottingShared {
            /// No.
            No,
            /// Yes, if one has it in sight and before one.
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
        /// A grenade that scatters into a wall (GGG-gren-7).
        scatter_wall: ScatterWall {
            /// Stops before it.
            Stops,
            /// Lands beyond it.
            Passes,
        },
        /// How near somebody must be to a hostage to have it follow, in inches (GGG-host-1).
        follow_distance: Inches = Inches::whole(2),
        /// Bombs that the Terrorists have, 1 or 2 (GGG-bomb-1).
        bomb_count: u8 in 1..=2 = 1,
        /// Whether a figure that plants or defuses may also fire (GGG-bomb-5).
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
            /// Those who are stunned, within reach of a Counter-Terrorist and seen by no comrade.
            Helpless,
        },
        /// How near a Counter-Terrorist must be for that, in inches (GGG-mis-6).
        capture_within: Inches = Inches::whole(1),
        /// Whose harm to Counter-Terrorists counts for their loss (GGG-mis-5).
        ct_loss_by "CT losses by": CtLossBy {
            /// Anybody's.
            Any,
            /// That of Terrorists only.
            Terrorists,
        },
        /// Shots that miss (GGG-host-5).
        stray_fire: StrayFire {
            /// Hit nobody.
            Off,
            /// Hit a hostage near the target, or in the line of fire, on a 1 of a further die: a house rule.
            NearMiss,
        },
        /// Whether the VIP has an automatic weapon (GGG-am-1).
        vip_armed "VIP armed": Allowed,
        /// Whether the VIP is one of the Counter-Terrorists whose loss loses the mission (GGG-am-1).
        vip_counts_as_ct "VIP counts as CT": Allowed,

        /// How far figures move in a turn, in inches (GGG-move-1, GGG-move-3).
        moves: Moves,
        /// How far the footsteps of a figure at normal pace are heard, in inches (GGG-sound-1).
        hearing: Inches = Inches::whole(10),
        /// Degrees to either side of the facing within which everything is seen (GGG-see-1).
        front_arc: f64 in 0..=180 "degrees" = 22.5,
        /// Degrees to either side within which one rolls to spot (GGG-see-2).
        spotting_arc: f64 in 0..=180 "degrees" = 90.0,
        /// What the die must come to in spotting (GGG-see-3).
        spotting: Spotting,
        /// Up to this distance, in inches, a range is short (GGG-fire-2).
        short_range: Inches = Inches::whole(5),
        /// From this distance on, in inches, it is long (GGG-fire-2).
        long_range: Inches = Inches::whole(6),
        /// What the die must come to in firing (GGG-fire-2).
        fire: Fire,
        /// What is taken off dice (GGG-see-4, GGG-fire-4, GGG-fire-5, GGG-eff-3, GGG-stun-1, GGG-gren-5).
        penalties: Penalties,
        /// What each complete turn of aiming adds to a sniper's die (GGG-snipe-6).
        aim_bonus: i8 in 0..=6 = 1,
        /// The highest effect die of a hit that puts the target out of action (GGG-eff-1).
        out_up_to "Out of action up to": i8 in 0..=6 = 2,
        /// What the die must come to for a grenade to be on target (GGG-gren-4).
        throw "Throw on target": i8 in -10..=20 = 4,
        /// Radius of every grenade, in inches (GGG-gren-8).
        radius: Inches = Inches::whole(4),
        /// What high explosive does by the die (GGG-gren-11).
        he "HE": [Blast; 6] = [Stunned, Stunned, Wounded, Wounded, Out, Out],
        /// What a stun grenade does by the die (GGG-gren-12).
        stun "Stun grenade": [Blast; 6] = [Nothing, Nothing, Stunned, Stunned, Stunned, Stunned],
        /// Turns that a stun grenade stuns (GGG-gren-12).
        stun_turns: u8 in 1..=10 = 3,
        /// Complete turns that planting takes (GGG-bomb-2), and defusing (GGG-bomb-5).
        work_turns: u16 in 1..=1000 = 2,
        /// Turns from the end of planting to the explosion (GGG-bomb-3).
        #[schemars(extend("x-unit" = "turns"))]
        fuse: u16 in 1..=1000 = 8,
        /// Turns of a mission (GGG-mis-1).
        #[schemars(extend("x-unit" = "turns"))]
        time: u16 in 1..=1000 = 30,
    }
}
