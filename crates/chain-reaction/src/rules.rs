//! The rulebook as data: every table and option. `Default` is the rulebook as printed.

use engage::{Inches, Problem, Rulebook};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::options::*;
use crate::weapon::Weapons;

/// The most dice that count as passed (CR-dice-2).
pub const MOST_PASSED: u8 = 2;
/// The highest Rep (CR-rep-1).
pub const MOST_REP: u8 = 6;

/// Every table and option of the rulebook; what a scenario leaves out is as printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Whether reaction fire needs its target in the front half (CR-fig-3).
    pub facing_limits_fire: bool,
    /// Whether figures that the program makes up are given attributes (CR-attr-1).
    pub attributes: bool,
    /// Which dice of a Marksman's shot count for running dry (CR-attr-marksman).
    pub marksman_ammo: MarksmanAmmo,
    /// What a figure with Nerves of Steel does that should duck back (CR-attr-nerves).
    pub nerves_of_steel: NervesOfSteel,
    /// What a Born Leader's friends take from him (CR-attr-born).
    pub born_leader_friends: BornLeaderFriends,
    /// What the friends of a Born Leader follow who is a Star and chose (CR-attr-born).
    pub born_leader_star: BornLeaderStar,
    /// Whether a Born Leader's friends follow him on In Sight too (CR-attr-born).
    pub born_leader_in_sight: bool,
    /// The numbers that two lists leave out (CR-recruit-1).
    pub recruit_gap: RecruitGap,
    /// What the best of each team carries in a force that the program rolls (CR-list-military).
    pub support_weapons: SupportWeapons,
    /// Whether large forces have rocket launchers (CR-list-insurgents).
    pub rockets: bool,
    /// Who leads from the start, with a Leader Die (CR-lead-4).
    pub leaders: Leaders,
    /// In which order the figures of a group act (CR-act-2).
    pub order_in_group: OrderInGroup,
    /// Whether who fired as a reaction in its own activation may still fire of its own will (CR-act-3).
    pub active_fire_after_reaction: ActiveFireAfterReaction,
    /// How the figures of an active group fire (CR-act-3).
    pub active_fire: ActiveFire,
    /// Who counts as having moved fast (CR-fast-3).
    pub fast_means: FastMeans,
    /// What counts of the two dice of the closest group (CR-focus-1).
    pub focus_closest: FocusClosest,
    /// How long a group keeps its focus (CR-focus-2).
    pub focus_lasts: FocusLasts,
    /// Whether a hidden watcher may hold its fire to the end of the move (CR-insight-3).
    pub ambush: bool,
    /// How often a group tests against one figure in one activation (CR-insight-3).
    pub in_sight_repeat: InSightRepeat,
    /// Whether involuntary moves trigger In Sight (CR-insight-1).
    pub involuntary_in_sight: bool,
    /// Who of a group tests when one of it has been missed (CR-rf-2).
    pub received_fire_testers: ReceivedFireTesters,
    /// What a charger is that stopped to snap fire (CR-rf-3).
    pub stopped_charger: StoppedCharger,
    /// When an outgunned figure ducks back (CR-rf-4).
    pub outgunned_on: OutgunnedOn,
    /// How far a charge goes (CR-wtc-2).
    pub charge_move: ChargeMove,
    /// When a hunkered figure rallies (CR-rally-2).
    pub rally_tests: RallyTests,
    /// How far a figure goes to hunker down, in inches, or `any` (CR-status-hunker).
    pub hunker_distance: HunkerDistance,
    /// How far a figure retires, in inches (CR-status-retire).
    pub retire_distance: Inches,
    /// Whether who finds no place to retire to may leave the table (CR-status-retire).
    pub retire_off_table: bool,
    /// From whom a figure is hidden that ducked back or hunkered down in cover (CR-react-5).
    pub ducked_hidden_from: DuckedHiddenFrom,
    /// Whether a figure is seen that ducked back and found no cover (CR-status-duck).
    pub ducked_in_open: DuckedInOpen,
    /// What recovering from duck back costs (CR-status-duck).
    pub duck_recovery: DuckRecovery,
    /// What a figure does in the activation in which its stun ends (CR-status-stun).
    pub stun_recovery: StunRecovery,
    /// Whether a stunned figure lies on the ground (CR-status-stun).
    pub stunned_prone: bool,
    /// Whether friends block the line of sight (CR-los-1).
    pub friends_block_sight: bool,
    /// The outgunned ranking of two pistols fired at once (CR-og-2).
    pub twin_ranking: TwinRanking,
    /// When a grenade counts for who is outgunned (CR-og-2).
    pub grenade_ranking: GrenadeRanking,
    /// Several hits on one figure (CR-dmg-3).
    pub multiple_hits: MultipleHits,
    /// Whether dispatching or capturing takes Wanting to Charge first (CR-kill-1).
    pub finish_needs_charge: bool,
    /// How a launcher hits its spot (CR-blast-3).
    pub launcher_to_hit: LauncherToHit,
    /// What becomes of a round whose firer passed no die (CR-blast-3).
    pub launcher_fumble: LauncherFumble,
    /// What a gun is worth in melee to who has no melee weapon (CR-melee-1).
    pub gun_butt: GunButt,
    /// How often the type of terrain is rolled (CR-terrain-2).
    pub terrain_type: TerrainType,
    /// The number that the third note on buildings gives twice (CR-terrain-3).
    pub buildings_note_3: BuildingsNote3,
    /// Which table moves possible enemy forces (CR-pef-move).
    #[schemars(title = "Movement of possible enemy forces")]
    pub pef_movement: PefMovement,
    /// Which dice number the enemy (CR-num-formula).
    #[schemars(title = "Dice for the number of enemies")]
    pub pef_numbers: PefNumbers,
    /// Which side names the table of numbers (CR-num-military).
    #[schemars(title = "Table of numbers")]
    pub how_many_table: HowManyTable,
    /// What “N times as many more” means (CR-num-military).
    #[schemars(title = "So many times as many more")]
    pub as_many_more: AsManyMore,
    /// How halves are rounded (CR-num-military).
    pub half_rounding: HalfRounding,
    /// Which figures of the patrol count for the numbers of the enemy (CR-num-military).
    pub patrol_count: PatrolCount,
    /// Whether a patrol has to resolve every possible enemy force (CR-patrol-1).
    #[schemars(title = "A patrol resolves every force")]
    pub patrol_needs_pefs: bool,
    /// What an enemy found by a scout is (CR-scout-2).
    pub scout_enemy: ScoutEnemy,
    /// How far a scout goes (CR-scout-1).
    pub scout_move: ScoutMove,
    /// What dice of activation bring reinforcements (CR-reinf-1).
    pub reinforcements: Reinforcements,
    /// Which figures are compared when an enemy group moves by its table (CR-np-1).
    #[schemars(title = "Who outnumbers whom")]
    pub np_outnumbers: NpOutnumbers,
    /// Whether an enemy group that stays fires at whom it sees (CR-np-1).
    #[schemars(title = "Enemies who stay fire")]
    pub np_stay_fires: bool,

    /// What each weapon can do (CR-wpn-table).
    pub weapons: Weapons,
    /// How far a normal move goes, in inches (CR-move-1).
    pub normal_move: Inches,
    /// How far who ducks back goes at most, in inches (CR-status-duck).
    pub duck_distance: Inches,
    /// Within this distance of another member, in inches, a figure belongs to its group (CR-group-2).
    pub group_distance: Inches,
    /// Within this distance of a casualty, in inches, friends test Man Down (CR-mandown-1).
    pub man_down_distance: Inches,
    /// How far an Athlete throws, in inches (CR-attr-athlete).
    pub athlete_throw: Inches,
    /// How far a Marksman hits with a bolt action rifle, in inches (CR-attr-marksman).
    pub marksman_range: Inches,
    /// How near chargers are to their targets when those test, in inches (CR-bc-1).
    pub charged_at: Inches,
    /// How far a blast circle is across, in inches (CR-blast-1).
    pub blast_circle: Inches,
    /// How near to a friend or the firer no launcher is fired at a spot, in inches (CR-blast-3).
    pub launcher_clearance: Inches,
    /// Within this distance of a rocket launcher, in inches, a comrade loads it (CR-wpn-rl).
    pub loader_distance: Inches,
    /// How far members of a group go on in sight of the enemy before he tests, in inches (CR-insight-1).
    pub in_sight_move: Inches,
    /// The cost of a door, in inches, and of an obstacle that a figure climbs over, on which the rulebook is silent (CR-bldg-4).
    pub door_cost: Inches,
    /// How far one sees inside woods and rough ground by day, in inches (CR-los-2).
    pub sight_inside: Inches,
    /// How far one sees inside woods and rough ground at night, in inches (CR-los-2).
    pub sight_inside_at_night: Inches,
    /// How far one sees at night, in inches (CR-los-2).
    pub sight_at_night: Inches,
    /// How far one sees in fog or heavy rain by day, in inches (CR-los-2).
    pub sight_in_fog: Inches,
    /// How far one sees in fog or heavy rain at night, in inches (CR-los-2).
    pub sight_in_fog_at_night: Inches,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            facing_limits_fire: false,
            attributes: false,
            marksman_ammo: MarksmanAmmo::default(),
            nerves_of_steel: NervesOfSteel::default(),
            born_leader_friends: BornLeaderFriends::default(),
            born_leader_star: BornLeaderStar::default(),
            born_leader_in_sight: false,
            recruit_gap: RecruitGap::default(),
            support_weapons: SupportWeapons::default(),
            rockets: false,
            leaders: Leaders::default(),
            order_in_group: OrderInGroup::default(),
            active_fire_after_reaction: ActiveFireAfterReaction::default(),
            active_fire: ActiveFire::default(),
            fast_means: FastMeans::default(),
            focus_closest: FocusClosest::default(),
            focus_lasts: FocusLasts::default(),
            ambush: false,
            in_sight_repeat: InSightRepeat::default(),
            involuntary_in_sight: false,
            received_fire_testers: ReceivedFireTesters::default(),
            stopped_charger: StoppedCharger::default(),
            outgunned_on: OutgunnedOn::default(),
            charge_move: ChargeMove::default(),
            rally_tests: RallyTests::default(),
            hunker_distance: HunkerDistance::default(),
            retire_distance: Inches::whole(12),
            retire_off_table: true,
            ducked_hidden_from: DuckedHiddenFrom::default(),
            ducked_in_open: DuckedInOpen::default(),
            duck_recovery: DuckRecovery::default(),
            stun_recovery: StunRecovery::default(),
            stunned_prone: true,
            friends_block_sight: true,
            twin_ranking: TwinRanking::default(),
            grenade_ranking: GrenadeRanking::default(),
            multiple_hits: MultipleHits::default(),
            finish_needs_charge: false,
            launcher_to_hit: LauncherToHit::default(),
            launcher_fumble: LauncherFumble::default(),
            gun_butt: GunButt::default(),
            terrain_type: TerrainType::default(),
            buildings_note_3: BuildingsNote3::default(),
            pef_movement: PefMovement::default(),
            pef_numbers: PefNumbers::default(),
            how_many_table: HowManyTable::default(),
            as_many_more: AsManyMore::default(),
            half_rounding: HalfRounding::default(),
            patrol_count: PatrolCount::default(),
            patrol_needs_pefs: false,
            scout_enemy: ScoutEnemy::default(),
            scout_move: ScoutMove::default(),
            reinforcements: Reinforcements::default(),
            np_outnumbers: NpOutnumbers::default(),
            np_stay_fires: true,
            weapons: Weapons::default(),
            normal_move: Inches::whole(8),
            duck_distance: Inches::whole(6),
            group_distance: Inches::whole(4),
            man_down_distance: Inches::whole(2),
            athlete_throw: Inches::whole(9),
            marksman_range: Inches::whole(60),
            charged_at: Inches::whole(3),
            blast_circle: Inches::whole(5),
            launcher_clearance: Inches::whole(3),
            loader_distance: Inches::whole(2),
            in_sight_move: Inches::whole(2),
            door_cost: Inches::whole(2),
            sight_inside: Inches::whole(12),
            sight_inside_at_night: Inches::whole(6),
            sight_at_night: Inches::whole(12),
            sight_in_fog: Inches::whole(12),
            sight_in_fog_at_night: Inches::whole(6),
        }
    }
}

impl Rules {
    /// How far from its spot a burst reaches (CR-blast-1).
    #[must_use]
    pub const fn blast_radius(&self) -> Inches {
        Inches::from_thousandths(self.blast_circle.thousandths() / 2)
    }
}

impl Rulebook for Rules {
    fn problems(&self, at: &str) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (key, stats) in self.weapons.all() {
            if !key.ends_with("launcher") && key != "grenade" && stats.targets == 0 {
                problems.push(Problem::new(
                    format!("{at}weapons.{key}.targets"),
                    "a weapon that is aimed at targets needs a die",
                ));
            }
            if stats.targets > 4 {
                problems.push(Problem::new(format!("{at}weapons.{key}.targets"), "expected at most 4 dice"));
            }
            if stats.impact > 6 {
                problems.push(Problem::new(format!("{at}weapons.{key}.impact"), "expected at most 6"));
            }
        }
        problems
    }
}
