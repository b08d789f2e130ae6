//! The rulebook as data: every table and option. `Default` is the rulebook as printed.

use std::collections::BTreeMap;

use engage::Inches;
use field::Mover;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::figure::{Movement, Posture};
use crate::options::*;
use crate::table::{ASSAULT_RIFLE, Arm, Automatic, Cell, Single, automatic, single};

/// How men move: solid things block, and everything else is open ground (FT-move-11); a door is pushed open in passing.
pub(crate) const MOVER: Mover = Mover::UNHINDERED;

/// Every table and option of the rulebook; what a scenario leaves out is as printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The row of the assault rifle's single shots; one cell may be a misprint (FT-fire-4a).
    pub assault_rifle_single_row: AssaultRifleRow,
    /// A blank cell of a firing table (FT-fire-3).
    pub blank_cell: BlankCell,
    /// For whom the double six hits up to 12" only (FT-pin-5).
    pub double_six_limit: DoubleSixLimit,
    /// What a snap shot adds to the number needed (FT-hit-7).
    #[schemars(range(min = -20, max = 20))]
    pub snap_shot_penalty: i8,
    /// Whether a burst may be fired after a normal move (FT-hit-7).
    pub auto_snap: Allowed,
    /// Whether firing at a target counts as aiming at it (FT-hit-8).
    pub aim_while_firing: Refused,
    /// Whether a man may aim in a move in which he has moved (FT-hit-8).
    pub aim_after_move: Refused,
    /// What makes a man lose his aim (FT-hit-9).
    pub aim_lost: AimLost,
    /// Whether a pinned man may aim (FT-hit-10).
    pub pinned_may_aim: Allowed,
    /// Where the beaten zone lies (FT-beat-2).
    pub beaten_zone_anchor: BeatenZoneAnchor,
    /// What a burst may be aimed at (FT-beat-2).
    pub burst_aim_point: BurstAimPoint,
    /// The range of a burst (FT-beat-3).
    pub beaten_zone_range: BeatenZoneRange,
    /// Figures in the beaten zone behind solid walls (FT-beat-4).
    pub beaten_zone_walls: BeatenZoneWalls,
    /// Whether a number two fires his own weapon (FT-fire-6).
    pub number_two_duty: NumberTwoDuty,
    /// Whether a bipod is of use after a normal move (FT-fire-7).
    pub bipod_after_move: Refused,
    /// A natural 1 of the saving throw (FT-save-3).
    pub save_natural_one: SaveNaturalOne,
    /// Whether a wound pins as well (FT-eff-6).
    pub wound_also_pins: Refused,
    /// From whom a pinned man may run (FT-pin-2).
    pub pinned_flee_from: PinnedFleeFrom,
    /// Whether a pinned man who lies down may get up to run (FT-pin-2).
    pub pinned_may_stand: PinnedMayStand,
    /// When pinned men throw (FT-unpin-5).
    pub unpin_when: UnpinWhen,
    /// Whether the leader must see the man who throws (FT-unpin-5).
    pub unpin_needs_sight: Refused,
    /// The men whom a superior in sight helps (FT-unpin-4).
    pub superior_helps: SuperiorHelps,
    /// Who leads when the leader is lost (FT-unpin-6).
    pub leader_lost: LeaderLost,
    /// Equal dice for the first move (FT-seq-2).
    pub initiative_tie: InitiativeTie,
    /// What each side adds to its die for the first move (FT-seq-3).
    pub initiative_bonus: InitiativeBonus,
    /// How a side's turn goes (FT-seq-4).
    pub turn_structure: TurnStructure,
    /// When targets are named (FT-seq-4).
    pub target_declaration: TargetDeclaration,
    /// How far a man rushes (FT-move-2).
    pub rush_distance: RushDistance,
    /// When a man may go prone (FT-move-4).
    pub go_prone_when: GoProneWhen,
    /// What is left of a rush after standing up (FT-move-6).
    pub stand_then_rush: StandThenRush,
    /// What standing up and going nowhere counts as (FT-move-6).
    pub stand_up_counts_as: StandUpCountsAs,
    /// The speed of a vehicle that makes up no whole die (FT-move-8, FT-move-9).
    pub vehicle_part_dice: VehiclePartDice,
    /// Whether a grenade may be thrown in a move with a rush (FT-gren-2).
    pub grenade_after_rush: Allowed,
    /// When a grenade explodes (FT-gren-3).
    pub grenade_explodes: GrenadeExplodes,
    /// The row of a man who crawled (FT-gren-4).
    pub grenade_prone_rush_row: GrenadeProneRush,
    /// The targets of a throw (FT-gren-10).
    pub grenade_new_target: GrenadeNewTarget,
    /// Hard cover between a figure and the burst (FT-gren-12).
    pub grenade_blast_cover: GrenadeBlastCover,

    /// Distances of movement on foot, in inches (FT-move-1 to FT-move-3, FT-eff-1).
    pub moves: Moves,
    /// The least distance that counts as a normal move, in inches (FT-move-12).
    pub least_move: Inches,
    /// The least distance that counts as a rush, in inches (FT-move-12).
    pub least_rush: Inches,
    /// Speed for each die of a vehicle across country, in miles an hour (FT-move-8, FT-move-9).
    pub vehicle_dice: VehicleDice,
    /// Numbers needed for single shots, by weapon and range column; a scenario's own weapons are added (FT-fire-4).
    pub single: BTreeMap<String, Single>,
    /// Numbers needed for automatic fire and beaten zones, by weapon; a scenario's own weapons are added (FT-fire-5).
    pub automatic: BTreeMap<String, Automatic>,
    /// What is added to the number needed (FT-fire-6, FT-pin-4).
    pub additions: Additions,
    /// What is deducted from the dice of a wounded firer (FT-eff-1).
    #[schemars(range(min = -20, max = 20))]
    pub wound_deduction: i8,
    /// How far a pinned firer's double six hits whatever the number, in inches (FT-pin-5).
    pub double_six_reach: Inches,
    /// Saving throws by the target's latest move (FT-save-2).
    pub save: Save,
    /// What total concealment by soft cover adds to the die (FT-save-3).
    #[schemars(range(min = -20, max = 20))]
    pub concealed_save: i8,
    /// What hard cover takes off the leader's factor (FT-unpin-2).
    #[schemars(range(min = -20, max = 20))]
    pub unpin_hard_cover: i8,
    /// The effect of an unsaved hit by the die (FT-eff-1 to FT-eff-3).
    pub effect: [Effect; 6],
    /// How far a grenade is thrown, in inches (FT-gren-1).
    pub throw_reach: Inches,
    /// Radii of the blast circles, in inches (FT-gren-5, FT-gren-6).
    pub blast: Blast,
    /// Within this distance of the thrower, in inches, one is in communication with him, besides those who see him (FT-gren-3).
    pub communication: Inches,
    /// Results in the primary blast circle by the die (FT-gren-7).
    pub primary: Circle,
    /// Results in the secondary blast circle by the die (FT-gren-8).
    pub secondary: Circle,
}

impl Default for Rules {
    fn default() -> Rules {
        use Effect::{Dead, Nothing, Pinned, Serious, Wounded};
        Rules {
            assault_rifle_single_row: AssaultRifleRow::default(),
            blank_cell: BlankCell::default(),
            double_six_limit: DoubleSixLimit::default(),
            snap_shot_penalty: 0,
            auto_snap: Allowed::default(),
            aim_while_firing: Refused::default(),
            aim_after_move: Refused::default(),
            aim_lost: AimLost::default(),
            pinned_may_aim: Allowed::default(),
            beaten_zone_anchor: BeatenZoneAnchor::default(),
            burst_aim_point: BurstAimPoint::default(),
            beaten_zone_range: BeatenZoneRange::default(),
            beaten_zone_walls: BeatenZoneWalls::default(),
            number_two_duty: NumberTwoDuty::default(),
            bipod_after_move: Refused::default(),
            save_natural_one: SaveNaturalOne::default(),
            wound_also_pins: Refused::default(),
            pinned_flee_from: PinnedFleeFrom::default(),
            pinned_may_stand: PinnedMayStand::default(),
            unpin_when: UnpinWhen::default(),
            unpin_needs_sight: Refused::default(),
            superior_helps: SuperiorHelps::default(),
            leader_lost: LeaderLost::default(),
            initiative_tie: InitiativeTie::default(),
            initiative_bonus: InitiativeBonus::default(),
            turn_structure: TurnStructure::default(),
            target_declaration: TargetDeclaration::default(),
            rush_distance: RushDistance::default(),
            go_prone_when: GoProneWhen::default(),
            stand_then_rush: StandThenRush::default(),
            stand_up_counts_as: StandUpCountsAs::default(),
            vehicle_part_dice: VehiclePartDice::default(),
            grenade_after_rush: Allowed::default(),
            grenade_explodes: GrenadeExplodes::default(),
            grenade_prone_rush_row: GrenadeProneRush::default(),
            grenade_new_target: GrenadeNewTarget::default(),
            grenade_blast_cover: GrenadeBlastCover::default(),
            moves: Moves::default(),
            least_move: Inches::whole(1),
            least_rush: Inches::whole(2),
            vehicle_dice: VehicleDice::default(),
            single: single(),
            automatic: automatic(),
            additions: Additions::default(),
            wound_deduction: 2,
            double_six_reach: Inches::whole(12),
            save: Save {
                covered: ByMovement { stationary: 2, moving: 3, rushing: 3 },
                standing: ByMovement { stationary: 5, moving: 4, rushing: 3 },
            },
            concealed_save: 1,
            unpin_hard_cover: 1,
            effect: [Wounded, Wounded, Serious, Serious, Serious, Dead],
            throw_reach: Inches::whole(3),
            blast: Blast::default(),
            communication: Inches::whole(6),
            primary: Circle {
                standing_or_rushing: [Wounded, Wounded, Serious, Serious, Dead, Dead],
                normal_move: [Pinned, Wounded, Wounded, Serious, Serious, Dead],
                prone: [Pinned, Pinned, Wounded, Serious, Serious, Dead],
            },
            secondary: Circle {
                standing_or_rushing: [Pinned, Pinned, Wounded, Wounded, Serious, Dead],
                normal_move: [Nothing, Pinned, Pinned, Pinned, Wounded, Serious],
                prone: [Nothing, Nothing, Pinned, Pinned, Pinned, Pinned],
            },
        }
    }
}

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

/// Results in a blast circle by the die, 1 to 6.
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

impl Circle {
    /// The row for a man's posture and latest move; who crawled is prone, or under an option rushing (FT-gren-4).
    #[must_use]
    pub const fn row(&self, posture: Posture, movement: Movement, crawler: GrenadeProneRush) -> &[Effect; 6] {
        match (posture, movement, crawler) {
            (Posture::Prone, Movement::Rushing, GrenadeProneRush::Rushing) => &self.standing_or_rushing,
            (Posture::Prone, _, _) => &self.prone,
            (Posture::Standing, Movement::Moving, _) => &self.normal_move,
            (Posture::Standing, Movement::Stationary | Movement::Rushing, _) => &self.standing_or_rushing,
        }
    }
}

impl Rules {
    /// The rows of a weapon, as the options have them (FT-fire-2, FT-fire-4a).
    ///
    /// # Errors
    /// What is wrong with the name.
    pub fn arm(&self, weapon: &str) -> Result<Arm, String> {
        let single = self.single.get(weapon).map(|row| {
            let cells = row.cells();
            match self.assault_rifle_single_row {
                AssaultRifleRow::ShiftedLeft if weapon == ASSAULT_RIFLE => {
                    [cells[1], cells[2], cells[3], cells[4], cells[5], Cell::default()]
                }
                AssaultRifleRow::SixInchAsTwelve if weapon == ASSAULT_RIFLE => {
                    [cells[1], cells[1], cells[2], cells[3], cells[4], cells[5]]
                }
                _ => cells,
            }
        });
        let automatic = self.automatic.get(weapon).copied();
        if single.is_none() && automatic.is_none() {
            let known: Vec<String> = self.weapons().map(|name| format!("`{name}`")).collect();
            return Err(format!("unknown weapon `{weapon}`, expected one of {}", known.join(", ")));
        }
        Ok(Arm {
            single,
            automatic: automatic.map(|row| row.cells()),
            zone: automatic.map(|row| (row.width, row.depth)),
        })
    }

    /// The names of all weapons, in alphabetical order.
    fn weapons(&self) -> impl Iterator<Item = &String> {
        let others = self.automatic.keys().filter(|name| !self.single.contains_key(*name));
        let mut names: Vec<&String> = self.single.keys().chain(others).collect();
        names.sort();
        names.into_iter()
    }
}

impl engage::Rulebook for Rules {
    fn problems(&self, at: &str) -> Vec<engage::Problem> {
        let mut problems = Vec::new();
        let mut report = |key: &str, message: &str| problems.push(engage::Problem::new(format!("{at}{key}"), message));
        for (key, value) in [("blue", self.initiative_bonus.blue), ("red", self.initiative_bonus.red)] {
            if !(-20..=20).contains(&value) {
                report(&format!("initiative_bonus.{key}"), "expected -20 to 20");
            }
        }
        for (key, value) in [
            ("snap_shot_penalty", self.snap_shot_penalty),
            ("wound_deduction", self.wound_deduction),
            ("concealed_save", self.concealed_save),
            ("unpin_hard_cover", self.unpin_hard_cover),
            ("additions.no_number_two", self.additions.no_number_two),
            ("additions.pinned", self.additions.pinned),
            ("additions.pinned_in_hard_cover", self.additions.pinned_in_hard_cover),
        ] {
            if !(-20..=20).contains(&value) {
                report(key, "expected -20 to 20");
            }
        }
        for (row, by) in [("covered", &self.save.covered), ("standing", &self.save.standing)] {
            for (key, value) in [("stationary", by.stationary), ("moving", by.moving), ("rushing", by.rushing)] {
                if !(0..=7).contains(&value) {
                    report(&format!("save.{row}.{key}"), "expected 0 (always saves) to 7 (never)");
                }
            }
        }
        if self.effect.iter().any(|effect| matches!(effect, Effect::Pinned)) {
            report(
                "effect",
                "`pinned` is no effect of an unsaved hit, expected `nothing`, `wounded`, `serious` or `dead`",
            );
        }
        if self.vehicle_dice.tracked == 0 || self.vehicle_dice.wheeled == 0 {
            report("vehicle_dice", "expected at least 1 mph for a die");
        }
        for (name, row) in &self.automatic {
            if row.width <= Inches::default() || row.depth <= Inches::default() {
                report(&format!("automatic.{name}"), "expected a beaten zone: `width` and `depth` in inches");
            }
        }
        problems
    }
}
