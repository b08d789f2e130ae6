//! The rulebook as data: every option. `Default` is what is played where a scenario says nothing.

use chance::{Die, Limit};
use engage::{Problem, Rulebook};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::die::{Condition, Difficulty};
use crate::options::*;

/// The greatest limit of prepared assets that can be set: no pool holds more dice.
const MOST_PREPARED: u8 = 24;

/// The most prepared assets of a fireteam (CX1-factor-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "serde_json::Value", into = "serde_json::Value")]
pub enum PreparedLimit {
    /// One for each member.
    #[default]
    Members,
    /// So many; 0 is no limit.
    Number(u8),
}

impl TryFrom<serde_json::Value> for PreparedLimit {
    type Error = String;

    fn try_from(value: serde_json::Value) -> Result<PreparedLimit, String> {
        let number =
            value.as_u64().and_then(|number| u8::try_from(number).ok()).filter(|&number| number <= MOST_PREPARED);
        match (number, value.as_str()) {
            (Some(number), _) => Ok(PreparedLimit::Number(number)),
            (None, Some("members")) => Ok(PreparedLimit::Members),
            _ => Err(format!("{value}: expected `members` or 0 to {MOST_PREPARED}")),
        }
    }
}

impl JsonSchema for PreparedLimit {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PreparedLimit".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "oneOf": [{ "enum": ["members"] }, { "type": "integer", "minimum": 0, "maximum": MOST_PREPARED }] })
    }
}

impl From<PreparedLimit> for serde_json::Value {
    fn from(limit: PreparedLimit) -> serde_json::Value {
        match limit {
            PreparedLimit::Members => "members".into(),
            PreparedLimit::Number(number) => number.into(),
        }
    }
}

/// Every option; what a scenario leaves out is the default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Equal totals (CX0-6).
    pub ties: Ties,
    /// The least that an empty track takes (CX0-10).
    pub harm_floor: HarmFloor,
    /// The dice of a test where nobody resists (CX0-12).
    pub test_difficulty: Difficulty,
    /// An effect die equal to the die attacked (CX0-14).
    pub recover_equal: RecoverEqual,
    /// An effect die that does not remove the die attacked (CX0-14).
    pub recover_partial: RecoverPartial,
    /// When the umpire makes a complication of hitches (CX0-16).
    pub hitches: Hitches,
    /// How the rolls of a turn go in Part I (CX1-seq-1).
    pub cqb_exchange: Exchange,
    /// Who has the initiative in Part I (CX1-seq-1).
    pub initiative: Party,
    /// A leader without the Tactics specialisation (CX1-pc-2).
    pub no_tactics: NoTactics,
    /// A leader out of action (CX1-pc-2).
    pub leader_down: LeaderDown,
    /// A CQB specialisation equal to Direct Action (CX1-pc-3).
    pub cqb_equal: CqbEqual,
    /// Which injury dice feed the enemy pool (CX1-factor-1).
    pub injury_dice: InjuryDice,
    /// The most prepared assets of a fireteam (CX1-factor-3): `members`, or a number; 0 is no limit.
    pub prepared_limit: PreparedLimit,
    /// Who owns which number (CX1-harm-1).
    pub numbers: OwnedNumbers,
    /// The numbers of a member who goes out (CX1-harm-1).
    pub fallen_numbers: FallenNumbers,
    /// Whom the nominal d4 strikes (CX1-harm-3).
    pub nominal_target: NominalTarget,
    /// A further die on a Complication (CX1-harm-8).
    pub complication_sum: ComplicationSum,
    /// A Complication that was not needed (CX1-harm-8).
    pub complication_spent: ComplicationSpent,
    /// Steps over the threshold (CX1-harm-9).
    pub surplus: Surplus,
    /// Points of margin for one more effect die, 0 for none (CX1-effect-2).
    #[schemars(range(min = 0, max = 20))]
    pub extra_effect_every: u8,
    /// How enemies are grouped (CX2-scope-4).
    pub grouping: Grouping,
    /// Who goes first in Part II (CX2-init-2).
    pub first: First,
    /// Who goes first in the next turn (CX2-init-1).
    pub new_turn_first: NewTurnFirst,
    /// A tie for initiative (CX2-init-3).
    pub initiative_tie: InitiativeTie,
    /// The range dice at one zone, and at two or more (CX2-zone-1).
    pub range_dice: [Condition; 2],
    /// How cover counts (CX2-zone-3).
    pub cover: Cover,
    /// What a flanking success does (CX2-zone-4).
    pub flank_effect: FlankEffect,
    /// Activations that a border takes (CX2-zone-5).
    #[schemars(range(min = 1, max = 100))]
    pub border_cost: u8,
    /// When specialisations count (CX2-attack-1).
    pub specialisations: Specialisations,
    /// The umpire’s points; none stands for one for each player character (CX2-unit-3).
    #[schemars(range(min = 0, max = 1000))]
    pub edge_points: Option<u16>,
    /// Which member of a Quality Die falls (CX2-unit-3).
    pub specialist_loss: SpecialistLoss,
    /// Whether On Fire is a drawback too (CX2-spec-1).
    pub fire_hampers: bool,
    /// What a medic rolls (CX2-spec-3).
    pub medic_pool: MedicPool,
    /// Whom a medic reaches (CX2-spec-3).
    pub medic_reach: MedicReach,
    /// What deploying a drone takes (CX2-spec-4).
    pub drone_deploy: DroneDeploy,
    /// When a turret may first activate (CX2-spec-4).
    pub turret_activates: TurretActivates,
    /// For whom the price of drones doubles (CX2-spec-4).
    pub drone_cost_scope: DroneCostScope,
    /// How much a drone stands (CX2-spec-4).
    pub drone_durability: DroneDurability,
    /// Whether drones have cover (CX2-spec-4).
    pub drone_cover: bool,
    /// A surveillance drone whose operator falls (CX2-spec-4).
    pub drone_without_operator: DroneWithoutOperator,
    /// What suppressing takes (CX2-spec-6).
    pub suppress_cost: SuppressCost,
    /// Where a Suppressed die counts (CX2-spec-6).
    pub suppressed_applies: SuppressedApplies,
    /// Whether a defender who wins does harm (CX2-attack-3).
    pub riposte: bool,
    /// Effect dice on a unit in Part II (CX2-attack-4).
    pub firefight_effect_dice: FirefightEffectDice,
    /// The limit of one injury (CX2-attack-4).
    pub injury_cap: InjuryCap,
    /// The track of harm in Part II (CX2-attack-5).
    pub harm_track: HarmTrack,
    /// Effect dice on a character (CX2-attack-5).
    pub effect_dice_vs_character: EffectDiceVsCharacter,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            ties: Ties::default(),
            harm_floor: HarmFloor::default(),
            test_difficulty: Difficulty::default(),
            recover_equal: RecoverEqual::default(),
            recover_partial: RecoverPartial::default(),
            hitches: Hitches::default(),
            cqb_exchange: Exchange::default(),
            initiative: Party::default(),
            no_tactics: NoTactics::default(),
            leader_down: LeaderDown::default(),
            cqb_equal: CqbEqual::default(),
            injury_dice: InjuryDice::default(),
            prepared_limit: PreparedLimit::default(),
            numbers: OwnedNumbers::default(),
            fallen_numbers: FallenNumbers::default(),
            nominal_target: NominalTarget::default(),
            complication_sum: ComplicationSum::default(),
            complication_spent: ComplicationSpent::default(),
            surplus: Surplus::default(),
            extra_effect_every: 3,
            grouping: Grouping::default(),
            first: First::default(),
            new_turn_first: NewTurnFirst::default(),
            initiative_tie: InitiativeTie::default(),
            range_dice: [Condition(Some(Die::D8)), Condition(Some(Die::D10))],
            cover: Cover::default(),
            flank_effect: FlankEffect::default(),
            border_cost: 1,
            specialisations: Specialisations::default(),
            edge_points: None,
            specialist_loss: SpecialistLoss::default(),
            fire_hampers: true,
            medic_pool: MedicPool::default(),
            medic_reach: MedicReach::default(),
            drone_deploy: DroneDeploy::default(),
            turret_activates: TurretActivates::default(),
            drone_cost_scope: DroneCostScope::default(),
            drone_durability: DroneDurability::default(),
            drone_cover: false,
            drone_without_operator: DroneWithoutOperator::default(),
            suppress_cost: SuppressCost::default(),
            suppressed_applies: SuppressedApplies::default(),
            riposte: false,
            firefight_effect_dice: FirefightEffectDice::default(),
            injury_cap: InjuryCap::default(),
            harm_track: HarmTrack::default(),
            effect_dice_vs_character: EffectDiceVsCharacter::default(),
        }
    }
}

impl Rulebook for Rules {
    fn problems(&self, at: &str) -> Vec<Problem> {
        let free = self.border_cost == 0;
        free.then(|| Problem::new(format!("{at}border_cost"), "expected at least 1")).into_iter().collect()
    }
}

impl Rules {
    /// The least that an empty track takes (CX0-10).
    pub(crate) const fn floor(&self) -> Die {
        match self.harm_floor {
            HarmFloor::D6 => Die::D6,
            HarmFloor::D4 => Die::D4,
        }
    }

    /// Effect dice by the margin, with some bought (CX1-effect-1 to -3).
    pub(crate) const fn by_margin(&self, bought: u8) -> Limit {
        Limit::Margin { least: bought.saturating_add(1), every: self.extra_effect_every }
    }

    /// Effect dice on a unit in Part II (CX2-attack-4, CX2-attack-7).
    pub(crate) const fn on_unit(&self, bought: u8) -> Limit {
        match self.firefight_effect_dice {
            FirefightEffectDice::AllRemaining => Limit::All,
            FirefightEffectDice::Margin => self.by_margin(bought),
        }
    }

    /// Effect dice on a character in Part II (CX2-attack-5, CX2-attack-7).
    pub(crate) const fn on_character(&self, bought: u8) -> Limit {
        match self.effect_dice_vs_character {
            EffectDiceVsCharacter::One => Limit::ONE,
            EffectDiceVsCharacter::Margin => self.by_margin(bought),
        }
    }
}
