//! The rules as data: options, which are readings of the text that a scenario may choose between, and numbers and
//! tables. The first value of an option is what the rulebook prints, or the reading that is played by default.

use std::collections::BTreeMap;

use engage::Inches;

use crate::table::{Automatic, Single, automatic, single};
use crate::tables::Effect::{Dead, Nothing, Pinned, Serious, Wounded};
use crate::tables::*;

engage::options! {
    /// Whether something that the text does not forbid is allowed.
    Allowed {
        /// Allowed.
        Yes,
        /// Not allowed.
        No,
    }
    /// Whether a rule that the text does not state applies.
    Refused {
        /// It does not.
        No,
        /// It does.
        Yes,
    }
}

engage::rules! {
    /// Every table and option of the rulebook; what a scenario leaves out is as printed.
    Rules {
        /// The row of the assault rifle's single shots; one cell may be a misprint (FT-fire-4a).
        assault_rifle_single_row: AssaultRifleRow {
            /// As printed: no shot up to 6", then 5 to 12.
            AsPrinted,
            /// One column to the left: 5 up to 6", nothing beyond 48".
            ShiftedLeft,
            /// As printed, but the number for 12" also applies up to 6".
            SixInchAsTwelve,
        },
        /// A blank cell of a firing table, and a target beyond the last column (FT-fire-3).
        blank_cell: BlankCell {
            /// No shot.
            CannotFire,
            /// A shot that hits only on a double six.
            DoubleSixOnly,
        },
        /// The firers whose double six hits only up to 12" (FT-hit-2, FT-pin-5).
        double_six_limit: DoubleSixLimit {
            /// Pinned firers.
            PinnedOnly,
            /// All firers.
            Everyone,
        },
        /// What a snap shot adds to the number needed (FT-hit-7).
        snap_shot_penalty: i8 in -20..=20 = 0,
        /// Whether a burst may be fired after a normal move (FT-hit-7).
        auto_snap: Allowed,
        /// Whether firing at a target counts as aiming at it (FT-hit-8).
        aim_while_firing: Refused,
        /// Whether a man may aim in a move in which he has moved (FT-hit-8).
        aim_after_move: Refused,
        /// What makes a man lose his aim, besides firing, moving and losing the target (FT-hit-9).
        aim_lost: AimLost {
            /// Nothing.
            Never,
            /// Being pinned.
            Pinned,
            /// Being pinned or wounded.
            PinnedOrWounded,
        },
        /// Whether a pinned man may aim (FT-hit-10).
        pinned_may_aim: Allowed,
        /// Where the beaten zone lies (FT-beat-2).
        beaten_zone_anchor: BeatenZoneAnchor {
            /// Around the figure aimed at.
            Centred,
            /// From that figure onwards, away from the firer.
            NearEdge,
        },
        /// What a burst may be aimed at (FT-beat-2).
        burst_aim_point: BurstAimPoint {
            /// A visible enemy.
            Figure,
            /// Any point: the automatic player then also aims at the ground between two enemies.
            AnyPoint,
        },
        /// The range of a burst (FT-beat-3).
        beaten_zone_range: BeatenZoneRange {
            /// The range to the figure aimed at, for the whole zone.
            AimPoint,
            /// Each figure's own range.
            EachFigure,
        },
        /// Figures in the beaten zone behind solid walls (FT-beat-4).
        beaten_zone_walls: BeatenZoneWalls {
            /// They are left out.
            Blocked,
            /// They are tested like the others.
            All,
        },
        /// Whether a number two fires his own weapon (FT-fire-6).
        number_two_duty: NumberTwoDuty {
            /// He may fire it.
            MayFire,
            /// He must not fire it.
            MayNotFire,
        },
        /// Whether a bipod counts after a normal move (FT-fire-7).
        bipod_after_move: Refused,
        /// A natural 1 on the saving throw (FT-save-3).
        save_natural_one: SaveNaturalOne {
            /// A score like any other.
            NoSpecial,
            /// It fails.
            AlwaysFails,
        },
        /// Whether a wound also pins (FT-eff-6).
        wound_also_pins: Refused,
        /// The enemy that a pinned man may run from (FT-pin-2).
        pinned_flee_from: PinnedFleeFrom {
            /// The nearest enemy in sight.
            NearestVisible,
            /// The last man who shot or threw at him.
            LastShooter,
        },
        /// Whether a pinned man who lies down may get up to run (FT-pin-2).
        pinned_may_stand: PinnedMayStand {
            /// No.
            No,
            /// Yes, as the start of a rush.
            AsStartOfRush,
        },
        /// When pinned men throw to un-pin (FT-unpin-5).
        unpin_when: UnpinWhen {
            /// At the start of their side's turn.
            StartOfTurn,
            /// At its end.
            EndOfTurn,
        },
        /// Whether the leader must see the man who throws (FT-unpin-5).
        unpin_needs_sight: Refused,
        /// The men that a superior in sight helps (FT-unpin-4).
        superior_helps: SuperiorHelps {
            /// The leader.
            LeaderOnly,
            /// Everyone in the squad.
            WholeSquad,
        },
        /// Who leads when the leader is lost (FT-unpin-6).
        leader_lost: LeaderLost {
            /// The next in the list.
            NextInList,
            /// Nobody: the squad's men are no longer un-pinned.
            NoUnpin,
        },
        /// Equal dice for the first move (FT-seq-2).
        initiative_tie: InitiativeTie {
            /// Both roll again.
            Reroll,
            /// The order of the last pair is kept.
            KeepOrder,
        },
        /// What each side adds to its die for the first move (FT-seq-3).
        initiative_bonus: InitiativeBonus,
        /// The order of moves and fire in a side's turn (FT-seq-4).
        turn_structure: TurnStructure {
            /// All men move, then all fire.
            MoveThenFire,
            /// Each man moves and fires before the next.
            FigureByFigure,
        },
        /// When targets are named (FT-seq-4).
        target_declaration: TargetDeclaration {
            /// Shot by shot.
            OneByOne,
            /// All before the first shot; fire at a target that has already fallen is lost.
            AllFirst,
        },
        /// How far a man rushes (FT-move-2).
        rush_distance: RushDistance {
            /// Any distance up to the score.
            UpTo,
            /// Exactly the score, unless the way is shorter.
            Exact,
        },
        /// When a man may go prone (FT-move-4).
        go_prone_when: GoProneWhen {
            /// At any time, but not between a hit and its saving throw.
            AnyTime,
            /// Only in his own side's turn.
            OwnTurn,
        },
        /// How much of a rush remains after standing up (FT-move-6).
        stand_then_rush: StandThenRush {
            /// Half the roll.
            HalfRoll,
            /// Nothing.
            No,
        },
        /// What standing up without going anywhere counts as (FT-move-6).
        stand_up_counts_as: StandUpCountsAs {
            /// A move.
            Moving,
            /// No move.
            Stationary,
        },
        /// What speed left over after whole dice gives a vehicle (FT-move-8, FT-move-9).
        vehicle_part_dice: VehiclePartDice {
            /// Nothing.
            Drop,
            /// A whole die.
            RoundUp,
        },
        /// Whether a grenade may be thrown in a move with a rush (FT-gren-2).
        grenade_after_rush: Allowed,
        /// When a grenade explodes (FT-gren-3).
        grenade_explodes: GrenadeExplodes {
            /// At the end of the thrower's turn.
            EndOfOwnTurn,
            /// After that side's movement, before its fire.
            AfterOwnMovement,
            /// At the end of the pair of moves.
            EndOfPair,
        },
        /// The row of the blast tables for a man who crawled (FT-gren-4).
        grenade_prone_rush_row: GrenadeProneRush {
            /// Prone.
            Prone,
            /// Rushing.
            Rushing,
        },
        /// The targets of a throw (FT-gren-10).
        grenade_new_target: GrenadeNewTarget {
            /// Enemies in sight at the start of the thrower's turn.
            InSightAtTurnStart,
            /// Enemies in sight in the turn before.
            InSightLastTurn,
        },
        /// Hard cover between a figure and the burst (FT-gren-12).
        grenade_blast_cover: GrenadeBlastCover {
            /// It protects the figure from the blast, if it is solid.
            BlockedByHardCover,
            /// It does not count.
            Ignored,
        },

        /// Distances of movement on foot, in inches (FT-move-1 to FT-move-3, FT-eff-1).
        moves: Moves,
        /// The least distance that counts as a normal move, in inches (FT-move-12).
        least_move: Inches = Inches::whole(1),
        /// The least distance that counts as a rush, in inches (FT-move-12).
        least_rush: Inches = Inches::whole(2),
        /// Speed for each die of a vehicle across country, in miles an hour (FT-move-8, FT-move-9).
        vehicle_dice: VehicleDice,
        /// Numbers needed for single shots, by weapon and range column; a scenario's own weapons are added (FT-fire-4).
        single: BTreeMap<String, Single> = single(),
        /// Numbers needed for automatic fire and beaten zones, by weapon; a scenario's own weapons are added (FT-fire-5).
        automatic: BTreeMap<String, Automatic> = automatic(),
        /// What is added to the number needed (FT-fire-6, FT-pin-4).
        additions: Additions,
        /// What is deducted from the dice of a wounded firer (FT-eff-1).
        wound_deduction: i8 in -20..=20 = 2,
        /// Longest range at which a pinned firer's double six hits whatever the number, in inches (FT-pin-5).
        double_six_reach: Inches = Inches::whole(12),
        /// Saving throws by the target's latest move (FT-save-2).
        save: Save = Save {
                covered: ByMovement { stationary: 2, moving: 3, rushing: 3 },
                standing: ByMovement { stationary: 5, moving: 4, rushing: 3 },
            },
        /// What total concealment by soft cover adds to the die (FT-save-3).
        concealed_save: i8 in -20..=20 = 1,
        /// What hard cover takes off the leader's factor (FT-unpin-2).
        unpin_hard_cover: i8 in -20..=20 = 1,
        /// The effect of an unsaved hit, by the die (FT-eff-1 to FT-eff-3).
        effect: [Effect; 6] = [Wounded, Wounded, Serious, Serious, Serious, Dead],
        /// How far a grenade is thrown, in inches (FT-gren-1).
        throw_reach: Inches = Inches::whole(3),
        /// Radii of the blast circles, in inches (FT-gren-5, FT-gren-6).
        blast: Blast,
        /// Distance from the thrower within which men are in communication with him, in inches; men who see him are too
        /// (FT-gren-3).
        communication: Inches = Inches::whole(6),
        /// Results in the primary blast circle, by the die (FT-gren-7).
        primary: Circle = Circle {
                standing_or_rushing: [Wounded, Wounded, Serious, Serious, Dead, Dead],
                normal_move: [Pinned, Wounded, Wounded, Serious, Serious, Dead],
                prone: [Pinned, Pinned, Wounded, Serious, Serious, Dead],
            },
        /// Results in the secondary blast circle, by the die (FT-gren-8).
        secondary: Circle = Circle {
                standing_or_rushing: [Pinned, Pinned, Wounded, Wounded, Serious, Dead],
                normal_move: [Nothing, Pinned, Pinned, Pinned, Wounded, Serious],
                prone: [Nothing, Nothing, Pinned, Pinned, Pinned, Pinned],
            },
    }
}
