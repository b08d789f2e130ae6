//! The rules as data: options, which are readings of the text that a scenario may choose between, and numbers and
//! tables. The first value of an option is what the rulebook prints, or the reading that is played by default.

use chance::Die;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::die::{Condition, Difficulty};

engage::options! {
    /// Which two dice the actor keeps for the total (CX0-4).
    KeepDice {
        /// The two highest.
        BestTotal,
        /// Those that win and leave the largest dice for effect; the two highest if none win.
        MaxEffect,
        /// Those that leave the largest dice for effect, whether they win or not.
        BestEffect,
    }
    /// Which of several dice of equal size is the effect die (CX0-5).
    ShownTie {
        /// The one that shows the highest number.
        Highest,
        /// The one that shows the lowest.
        Lowest,
    }
    /// The member that an effect die takes out (CX1-harm-6).
    Removal {
        /// The combatant with the lowest Quality Die.
        Lowest,
        /// The best combatant that it can take out.
        BestReached,
    }
    /// The order of several effect dice on one unit (CX1-effect-5).
    EffectOrder {
        /// The order that leaves the fewest and weakest members.
        Best,
        /// The largest first.
        LargestFirst,
    }
    /// When a side withdraws.
    BreakAt {
        /// Never.
        Never,
        /// When half of its members or fewer are in action.
        Half,
        /// When a third of its members or fewer are in action.
        Third,
    }
}

/// The highest limit of prepared assets: no pool holds more dice.
const MOST_PREPARED: u8 = 24;

/// The most prepared assets of a fireteam (CX1-factor-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "serde_json::Value", into = "serde_json::Value")]
pub enum PreparedLimit {
    /// One for each member.
    #[default]
    Members,
    /// A number; 0 means no limit.
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

engage::rules! {
    /// Every option; the default applies to what a scenario leaves out.
    Rules {
        /// Equal totals (CX0-6).
        ties: Ties {
            /// The opposition wins them.
            Opposition,
            /// The actor wins them.
            Actor,
            /// Nobody wins.
            Nobody,
        },
        /// The smallest die that an empty track takes (CX0-10).
        harm_floor: HarmFloor {
            /// A d6.
            D6,
            /// A d4.
            D4,
        },
        /// The dice that oppose a test if nobody resists it (CX0-12).
        test_difficulty: Difficulty,
        /// An effect die equal to the die attacked (CX0-14).
        recover_equal: RecoverEqual {
            /// It steps that die down.
            StepDown,
            /// It removes it.
            Remove,
        },
        /// An effect die that does not remove the die attacked (CX0-14).
        recover_partial: RecoverPartial {
            /// It steps that die down.
            StepDown,
            /// It does nothing.
            None,
        },
        /// When the umpire turns hitches into a complication (CX0-16).
        hitches: Hitches {
            /// Never.
            Never,
            /// Whenever there is a hitch.
            Always,
            /// When there are two hitches or more.
            TwoOrMore,
        },
        /// The rolls of a turn in Part I (CX1-seq-1).
        cqb_exchange: Exchange {
            /// Each side acts once.
            Alternate,
            /// One roll, whose winner harms the other side.
            Contest,
        },
        /// The side with the initiative in Part I (CX1-seq-1).
        initiative: Party {
            /// The players.
            Players,
            /// The umpire's side.
            Npcs,
        },
        /// A leader without the Tactics specialisation (CX1-pc-2).
        no_tactics: NoTactics {
            /// No die.
            None,
            /// A d4.
            D4,
        },
        /// A leader out of action (CX1-pc-2).
        leader_down: LeaderDown {
            /// The next in roster order leads.
            Successor,
            /// The member with the largest Tactics Die.
            Best,
            /// The fireteam has no Tactics Die from then on.
            Lost,
        },
        /// A CQB specialisation equal to Direct Action (CX1-pc-3).
        cqb_equal: CqbEqual {
            /// It steps Direct Action up.
            StepUp,
            /// It adds nothing.
            None,
        },
        /// Which injury dice feed the enemy pool (CX1-factor-1).
        injury_dice: InjuryDice {
            /// One for each injured member, the larger of his two dice.
            PerMember,
            /// Both dice of every member.
            EveryDie,
            /// One die, the mean of the members' dice.
            Average,
            /// One die, the largest.
            Highest,
        },
        /// The most prepared assets of a fireteam (CX1-factor-3): `members`, or a number; 0 means no limit.
        prepared_limit: PreparedLimit,
        /// Which member owns which number (CX1-harm-1).
        numbers: OwnedNumbers {
            /// Numbers go to one member after another, in roster order.
            RoundRobin,
            /// Each member owns consecutive numbers.
            Blocks,
            /// Numbers go to one member after another, in an order drawn before the fight.
            Shuffled,
        },
        /// The numbers of a member who is taken out (CX1-harm-1).
        fallen_numbers: FallenNumbers {
            /// All numbers are dealt again.
            Redeal,
            /// He keeps them, and effect dice that strike him are lost.
            Keep,
        },
        /// The member that the nominal d4 strikes (CX1-harm-3).
        nominal_target: NominalTarget {
            /// The owner of the number that a d4 shows.
            RollD4,
            /// The owner of the number that a d12 shows.
            RollD12,
        },
        /// A further effect die on a Complication (CX1-harm-8).
        complication_sum: ComplicationSum {
            /// Their steps are added up.
            Steps,
            /// A larger die replaces it, any other steps it up.
            StepUp,
        },
        /// A Complication that was not needed to take a combatant out (CX1-harm-8).
        complication_spent: ComplicationSpent {
            /// It is removed with him.
            Always,
            /// It stays.
            WhenNeeded,
        },
        /// Steps over the threshold (CX1-harm-9).
        surplus: Surplus {
            /// They are lost.
            Lost,
            /// They carry over to the next combatant.
            Carried,
        },
        /// Points of margin that give one more effect die; 0 means that none do (CX1-effect-2).
        extra_effect_every: u8 in 0..=20 = 3,
        /// How enemies are grouped (CX2-scope-4).
        grouping: Grouping {
            /// In units.
            Units,
            /// Each enemy by himself.
            Single,
        },
        /// Who goes first in Part II (CX2-init-2).
        first: First {
            /// The players.
            Players,
            /// The umpire's side.
            Npcs,
            /// The winner of the roll.
            Contest,
        },
        /// Who goes first in the next turn (CX2-init-1).
        new_turn_first: NewTurnFirst {
            /// The same side.
            Same,
            /// The other side.
            Swap,
        },
        /// A tie for initiative (CX2-init-3).
        initiative_tie: InitiativeTie {
            /// Like any other tie.
            Opposition,
            /// It is rolled again.
            Reroll,
        },
        /// The range dice at one zone, and at two or more (CX2-zone-1).
        range_dice: [Condition; 2] = [Condition(Some(Die::D8)), Condition(Some(Die::D10))],
        /// How cover counts (CX2-zone-3).
        cover: Cover {
            /// Everybody uses the zone's cover, without an action.
            Automatic,
            /// Only cover that an action has created counts.
            Created,
            /// The larger of the two.
            Larger,
            /// Both dice.
            TwoDice,
        },
        /// What a successful flanking does (CX2-zone-4).
        flank_effect: FlankEffect {
            /// It attacks the cover die.
            EffectDie,
            /// It removes all cover.
            Removes,
        },
        /// Activations that it takes to cross a border (CX2-zone-5).
        border_cost: u8 in 1..=100 = 1,
        /// When specialisations count (CX2-attack-1).
        specialisations: Specialisations {
            /// By range, in attack and in resistance.
            ByRange,
            /// Only in attack.
            AttackOnly,
        },
        /// The umpire’s Edge Points; left out, one for each player character (CX2-unit-3).
        edge_points: Option<u16> in 0..=1000 = None,
        /// Which of the members with a Quality Die falls (CX2-unit-3).
        specialist_loss: SpecialistLoss {
            /// Plain soldiers, then specialists from the last listed.
            PlainFirst,
            /// A random one.
            Random,
        },
        /// Whether On Fire is also a drawback (CX2-spec-1).
        fire_hampers: bool = true,
        /// What a medic rolls (CX2-spec-3).
        medic_pool: MedicPool {
            /// His unit's pool.
            Unit,
            /// His own die.
            MedicDie,
        },
        /// The fallen that a medic reaches (CX2-spec-3).
        medic_reach: MedicReach {
            /// Those in his zone.
            SameZone,
            /// Those of his unit.
            OwnUnit,
            /// All.
            Any,
        },
        /// What deploying a drone takes (CX2-spec-4).
        drone_deploy: DroneDeploy {
            /// The unit's activation.
            Action,
            /// Nothing.
            Free,
        },
        /// When a turret may first activate (CX2-spec-4).
        turret_activates: TurretActivates {
            /// In the turn in which it is deployed.
            SameTurn,
            /// In the next turn.
            NextTurn,
        },
        /// Which earlier drones double the price of the next one (CX2-spec-4).
        drone_cost_scope: DroneCostScope {
            /// Those of the same operator.
            Operator,
            /// Those of the whole side.
            Side,
        },
        /// How much damage a drone takes (CX2-spec-4).
        drone_durability: DroneDurability {
            /// It has one Quality Die of d6.
            Single,
            /// It has three Quality Dice of d6.
            ThreeDice,
        },
        /// Whether drones have cover (CX2-spec-4).
        drone_cover: bool = false,
        /// A surveillance drone whose operator falls (CX2-spec-4).
        drone_without_operator: DroneWithoutOperator {
            /// It is lost.
            Ends,
            /// It stays in play.
            Stays,
        },
        /// What suppressing takes (CX2-spec-6).
        suppress_cost: SuppressCost {
            /// The unit's activation.
            Action,
            /// Nothing.
            Free,
        },
        /// Where a Suppressed die counts (CX2-spec-6).
        suppressed_applies: SuppressedApplies {
            /// Against the bearer's actions, and in attacks on him.
            All,
            /// Against his actions only.
            OwnActions,
        },
        /// Whether a defender who wins does harm (CX2-attack-3).
        riposte: bool = false,
        /// Effect dice on a unit in Part II (CX2-attack-4).
        firefight_effect_dice: FirefightEffectDice {
            /// Every die left counts.
            AllRemaining,
            /// The margin gives their number.
            Margin,
        },
        /// The limit of one injury (CX2-attack-4).
        injury_cap: InjuryCap {
            /// One injury in each attack.
            PerAttack,
            /// One injury in each attack, and none on a unit with a Complication.
            Standing,
        },
        /// The track that takes harm in Part II (CX2-attack-5).
        harm_track: HarmTrack {
            /// Physical Trauma.
            Trauma,
            /// Physical Stress.
            Stress,
        },
        /// Effect dice on a character (CX2-attack-5).
        effect_dice_vs_character: EffectDiceVsCharacter {
            /// One counts.
            One,
            /// The margin gives their number.
            Margin,
        },
    }
}
