//! The rules as data: options, which are readings of the text that a scenario may choose between, and numbers and tables. The first value
//! of an option is what the rulebook prints, or the reading that is played by default.

use engage::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::weapon::Weapons;

engage::options! {
    /// How the figures of a squad begin a battle (CR-status).
    Begins {
        /// Carrying on (CR-status-on).
        CarryingOn,
        /// Ducked back where they begin: in cover, or prone where there is none (CR-status-duck).
        DuckedBack,
        /// Hunkered down where they begin, until they are rallied (CR-status-hunker).
        HunkeredDown,
        /// Stunned (CR-status-stun).
        Stunned,
        /// Out of the fight: they lie wounded where they begin (CR-status-out).
        OutOfTheFight,
    }
}

/// How far a figure goes to hunker down (CR-status-hunker).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum HunkerDistance {
    /// So many inches.
    Within(Inches),
    /// Any distance.
    Unlimited(Unlimited),
}

impl Default for HunkerDistance {
    fn default() -> HunkerDistance {
        HunkerDistance::Within(Inches::whole(12))
    }
}

engage::options! {
    /// No limit.
    Unlimited {
        /// Any distance.
        Any,
    }
}

engage::rules! {
    /// Every table and option of the rulebook; what a scenario leaves out is as printed.
    Rules {
        /// Whether reaction fire needs its target in the front half (CR-fig-3).
        facing_limits_fire: bool = false,
        /// Whether figures that the program makes up are given attributes (CR-attr-1).
        attributes: bool = false,
        /// Which dice of a Marksman's shot count for running dry (CR-attr-marksman).
        marksman_ammo: MarksmanAmmo {
            /// All that were rolled.
            AllDice,
            /// The one that is kept.
            KeptDie,
        },
        /// What a figure with Nerves of Steel does that should duck back (CR-attr-nerves).
        nerves_of_steel: NervesOfSteel {
            /// It stays and does not fire.
            Hold,
            /// It returns fire.
            ReturnFire,
        },
        /// What a Born Leader's friends take from him (CR-attr-born).
        born_leader_friends: BornLeaderFriends {
            /// What he does.
            Result,
            /// The number of dice that he passed.
            Passes,
        },
        /// What the friends of a Born Leader follow who is a Star and chose (CR-attr-born).
        born_leader_star: BornLeaderStar {
            /// What he chose.
            Follow,
            /// What he would have rolled.
            Roll,
        },
        /// Whether a Born Leader's friends follow him on In Sight too (CR-attr-born).
        born_leader_in_sight: bool = false,
        /// The numbers that two lists leave out (CR-recruit-1).
        recruit_gap: RecruitGap {
            /// They belong to the row that spans them.
            Range,
            /// They are rolled again.
            Reroll,
        },
        /// What the best of each team carries in a force that the program rolls (CR-list-military).
        support_weapons: SupportWeapons {
            /// A squad automatic weapon.
            Saw,
            /// A grenade launcher.
            Launcher,
            /// What everybody carries.
            None,
        },
        /// Whether large forces have rocket launchers (CR-list-insurgents).
        rockets: bool = false,
        /// Who leads from the start, with a Leader Die (CR-lead-4).
        leaders: Leaders {
            /// The best of every starting group of two or more, besides those whom their list names.
            EveryGroup,
            /// Those whom their list names.
            Listed,
            /// The same as `every_group`, and every figure that starts alone.
            EveryGroupAndLone,
        },
        /// In which order the figures of a group act (CR-act-2).
        order_in_group: OrderInGroup {
            /// Who fires without moving, then the movers together, then who recovers.
            Kind,
            /// By Rep, the movers one by one.
            Rep,
        },
        /// Whether who fired as a reaction in its own activation may still fire of its own will (CR-act-3).
        active_fire_after_reaction: ActiveFireAfterReaction {
            /// It may.
            Allowed,
            /// It may not.
            UsedUp,
        },
        /// How the figures of an active group fire (CR-act-3).
        active_fire: ActiveFire {
            /// One after the other, reactions in between.
            FigureByFigure,
            /// All at once.
            WholeGroup,
        },
        /// Who counts as having moved fast (CR-fast-3).
        fast_means: FastMeans {
            /// Who passed a die of the test and moved.
            PassedTest,
            /// Who went farther than a normal move.
            MovedFarther,
        },
        /// What counts of the two dice of the closest group (CR-focus-1).
        focus_closest: FocusClosest {
            /// Their sum.
            Sum,
            /// The better one.
            Best,
        },
        /// How long a group keeps its focus (CR-focus-2).
        focus_lasts: FocusLasts {
            /// Until it is lost.
            UntilLost,
            /// To the end of the activation.
            Activation,
        },
        /// Whether a hidden watcher may hold its fire to the end of the move (CR-insight-3).
        ambush: bool = false,
        /// How often a group tests against one figure in one activation (CR-insight-3).
        in_sight_repeat: InSightRepeat {
            /// Once.
            Once,
            /// Each time that it appears.
            EachAppearance,
        },
        /// Whether involuntary moves trigger In Sight (CR-insight-1).
        involuntary_in_sight: bool = false,
        /// Who of a group tests when one of it has been missed (CR-rf-2).
        received_fire_testers: ReceivedFireTesters {
            /// Figures in sight of the shooter.
            InSight,
            /// All of it.
            WholeGroup,
            /// Those who were shot at.
            TargetsOnly,
        },
        /// What a charger is that stopped to snap fire (CR-rf-3).
        stopped_charger: StoppedCharger {
            /// A figure like any other.
            Ordinary,
            /// Still a charger.
            Charger,
        },
        /// When an outgunned figure ducks back (CR-rf-4).
        outgunned_on: OutgunnedOn {
            /// When it has passed two dice.
            #[serde(rename = "pass_2")]
            Pass2,
            /// When it has passed any.
            #[serde(rename = "pass_1_too")]
            Pass1Too,
        },
        /// How far a charge goes (CR-wtc-2).
        charge_move: ChargeMove {
            /// A normal move, or a fast one tested for before.
            NormalOrFast,
            /// A normal move.
            Normal,
        },
        /// When a hunkered figure rallies (CR-rally-2).
        rally_tests: RallyTests {
            /// For each friend that joins it, and in each later activation in which one is with it.
            JoiningAndStaying,
            /// For each friend that joins it.
            Joining,
        },
        /// How far a figure goes to hunker down, in inches, or `any` (CR-status-hunker).
        hunker_distance: HunkerDistance,
        /// How far a figure retires, in inches (CR-status-retire).
        retire_distance: Inches = Inches::whole(12),
        /// Whether who finds no place to retire to may leave the table (CR-status-retire).
        retire_off_table: bool = true,
        /// From whom a figure is hidden that ducked back or hunkered down in cover (CR-react-5).
        ducked_hidden_from: DuckedHiddenFrom {
            /// From its causes, and from the enemies its cover protects against.
            Cover,
            /// From its causes.
            Cause,
            /// From all.
            Everyone,
        },
        /// Whether a figure is seen that ducked back and found no cover (CR-status-duck).
        ducked_in_open: DuckedInOpen {
            /// By all, as a prone target.
            Seen,
            /// By nobody who caused it.
            Hidden,
        },
        /// What recovering from duck back costs (CR-status-duck).
        duck_recovery: DuckRecovery {
            /// The move.
            InsteadOfMoving,
            /// Nothing.
            Free,
        },
        /// What a figure does in the activation in which its stun ends (CR-status-stun).
        stun_recovery: StunRecovery {
            /// It acts as any other.
            Acts,
            /// Nothing.
            SpendsActivation,
        },
        /// Whether a stunned figure lies on the ground (CR-status-stun).
        stunned_prone: bool = true,
        /// Whether friends block the line of sight (CR-los-1).
        friends_block_sight: bool = true,
        /// The outgunned ranking of two pistols fired at once (CR-og-2).
        twin_ranking: TwinRanking {
            /// That of one.
            Weapon,
            /// That of their dice together.
            Dice,
        },
        /// When a grenade counts for who is outgunned (CR-og-2).
        grenade_ranking: GrenadeRanking {
            /// When it is thrown.
            WhenThrown,
            /// When it could be.
            InReach,
        },
        /// Several hits on one figure (CR-dmg-3).
        multiple_hits: MultipleHits {
            /// All are rolled and the worst stands.
            Worst,
            /// They are rolled until one puts it out of the fight.
            StopWhenOut,
        },
        /// Whether dispatching or capturing takes Wanting to Charge first (CR-kill-1).
        finish_needs_charge: bool = false,
        /// How a launcher hits its spot (CR-blast-3).
        launcher_to_hit: LauncherToHit {
            /// As a thrown grenade.
            GrenadeTable,
            /// By one die on the hit table.
            OneDie,
        },
        /// What becomes of a round whose firer passed no die (CR-blast-3).
        launcher_fumble: LauncherFumble {
            /// Nothing.
            Lost,
            /// It bursts at his feet.
            Dropped,
        },
        /// What a gun is worth in melee to who has no melee weapon (CR-melee-1).
        gun_butt: GunButt {
            /// Nothing.
            None,
            /// An improvised weapon, for two hands if it is a long arm.
            Improvised,
        },
        /// How often the type of terrain is rolled (CR-terrain-2).
        terrain_type: TerrainType {
            /// For each section.
            PerSection,
            /// Once.
            WholeTable,
        },
        /// The number that the third note on buildings gives twice (CR-terrain-3).
        buildings_note_3: BuildingsNote3 {
            /// It means one building.
            #[serde(rename = "one_to_4")]
            OneTo4,
            /// It means two.
            #[serde(rename = "one_to_3")]
            OneTo3,
        },
        /// Which table moves possible enemy forces (CR-pef-move).
        pef_movement "Movement of possible enemy forces": PefMovement {
            /// That of the running text.
            Body,
            /// That of the reference pages.
            Sheet,
        },
        /// Which dice number the enemy (CR-num-formula).
        pef_numbers "Dice for the number of enemies": PefNumbers {
            /// Those of the running text.
            Body,
            /// Those of the reference pages.
            Sheet,
        },
        /// Which side names the table of numbers (CR-num-military).
        how_many_table "Table of numbers": HowManyTable {
            /// The patrol.
            PatrolSide,
            /// Its enemy.
            EnemySide,
        },
        /// What “N times as many more” means (CR-num-military).
        as_many_more "So many times as many more": AsManyMore {
            /// So many times as many.
            Times,
            /// So many times as many on top.
            Plus,
        },
        /// How halves are rounded (CR-num-military).
        half_rounding: HalfRounding {
            /// Up.
            Up,
            /// Down.
            Down,
        },
        /// Which figures of the patrol count for the numbers of the enemy (CR-num-military).
        patrol_count: PatrolCount {
            /// Those still with it.
            Now,
            /// Those that entered.
            Start,
        },
        /// Whether a patrol has to resolve every possible enemy force (CR-patrol-1).
        patrol_needs_pefs "A patrol resolves every force": bool = false,
        /// What an enemy found by a scout is (CR-scout-2).
        scout_enemy: ScoutEnemy {
            /// Rolled as a possible enemy force, false alarms read as stragglers.
            PefNoAlarm,
            /// Rolled as a possible enemy force.
            Pef,
            /// Stragglers.
            Stragglers,
        },
        /// How far a scout goes (CR-scout-1).
        scout_move: ScoutMove {
            /// As far as its group might.
            AsGroup,
            /// As far as it likes.
            Unlimited,
        },
        /// What dice of activation bring reinforcements (CR-reinf-1).
        reinforcements: Reinforcements {
            /// None.
            None,
            /// Doubles bring a possible enemy force.
            Doubles,
            /// A total of seven brings figures.
            Seven,
        },
        /// Which figures are compared when an enemy group moves by its table (CR-np-1).
        np_outnumbers "Who outnumbers whom": NpOutnumbers {
            /// The group with the whole of the other side.
            GroupAgainstSide,
            /// The sides.
            SideAgainstSide,
            /// The group with those it sees.
            GroupAgainstSeen,
        },
        /// Whether an enemy group that stays fires at whom it sees (CR-np-1).
        np_stay_fires "Enemies who stay fire": bool = true,

        /// What each weapon can do (CR-wpn-table).
        weapons: Weapons,
        /// How far a normal move goes, in inches (CR-move-1).
        normal_move: Inches = Inches::whole(8),
        /// How far who ducks back goes at most, in inches (CR-status-duck).
        duck_distance: Inches = Inches::whole(6),
        /// Within this distance of another member, in inches, a figure belongs to its group (CR-group-2).
        group_distance: Inches = Inches::whole(4),
        /// Within this distance of a casualty, in inches, friends test Man Down (CR-mandown-1).
        man_down_distance: Inches = Inches::whole(2),
        /// How far an Athlete throws, in inches (CR-attr-athlete).
        athlete_throw: Inches = Inches::whole(9),
        /// How far a Marksman hits with a bolt action rifle, in inches (CR-attr-marksman).
        marksman_range: Inches = Inches::whole(60),
        /// How near chargers are to their targets when those test, in inches (CR-bc-1).
        charged_at: Inches = Inches::whole(3),
        /// How far a blast circle is across, in inches (CR-blast-1).
        blast_circle: Inches = Inches::whole(5),
        /// How near to a friend or the firer no launcher is fired at a spot, in inches (CR-blast-3).
        launcher_clearance: Inches = Inches::whole(3),
        /// Within this distance of a rocket launcher, in inches, a comrade loads it (CR-wpn-rl).
        loader_distance: Inches = Inches::whole(2),
        /// How far members of a group go on in sight of the enemy before he tests, in inches (CR-insight-1).
        in_sight_move: Inches = Inches::whole(2),
        /// The cost of a door, in inches, and of an obstacle that a figure climbs over, on which the rulebook is silent (CR-bldg-4).
        door_cost: Inches = Inches::whole(2),
        /// How far one sees inside woods and rough ground by day, in inches (CR-los-2).
        sight_inside: Inches = Inches::whole(12),
        /// How far one sees inside woods and rough ground at night, in inches (CR-los-2).
        sight_inside_at_night: Inches = Inches::whole(6),
        /// How far one sees at night, in inches (CR-los-2).
        sight_at_night: Inches = Inches::whole(12),
        /// How far one sees in fog or heavy rain by day, in inches (CR-los-2).
        sight_in_fog: Inches = Inches::whole(12),
        /// How far one sees in fog or heavy rain at night, in inches (CR-los-2).
        sight_in_fog_at_night: Inches = Inches::whole(6),
    }
}
