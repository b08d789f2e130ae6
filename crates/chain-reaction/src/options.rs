//! The rules as data: options, numbers and tables. An option is a reading of the text that a scenario can choose; its
//! first value is what the rulebook prints, or the default reading.

use engage::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::weapon::Weapons;

engage::options! {
    /// Status of a squad's figures at the start of a battle (CR-status).
    Begins {
        /// Carrying on (CR-status-on).
        CarryingOn,
        /// Ducked back where they start: in cover, or prone if there is no cover (CR-status-duck).
        DuckedBack,
        /// Hunkered down where they start, until they are rallied (CR-status-hunker).
        HunkeredDown,
        /// Stunned (CR-status-stun).
        Stunned,
        /// Out of the fight: they lie wounded where they start (CR-status-out).
        OutOfTheFight,
    }
}

/// Maximum distance a figure moves to hunker down (CR-status-hunker).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum HunkerDistance {
    /// This distance.
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
    /// Every table and option of the rulebook; values that a scenario leaves out are as printed.
    Rules {
        /// Whether a figure can fire in reaction only at targets in its front half (CR-fig-3).
        facing_limits_fire: bool = false,
        /// Whether figures that the program rolls get attributes (CR-attr-1).
        attributes: bool = false,
        /// Which dice of a Marksman's shot count towards running out of ammunition (CR-attr-marksman).
        marksman_ammo: MarksmanAmmo {
            /// All dice rolled.
            AllDice,
            /// The die that is kept.
            KeptDie,
        },
        /// What a figure with Nerves of Steel does instead of ducking back (CR-attr-nerves).
        nerves_of_steel: NervesOfSteel {
            /// It stays and does not fire.
            Hold,
            /// It returns fire.
            ReturnFire,
        },
        /// What friends copy from a Born Leader (CR-attr-born).
        born_leader_friends: BornLeaderFriends {
            /// His result.
            Result,
            /// The number of dice he passed.
            Passes,
        },
        /// What friends follow if the Born Leader is a Star and chose his result (CR-attr-born).
        born_leader_star: BornLeaderStar {
            /// His choice.
            Follow,
            /// The result he would have rolled.
            Roll,
        },
        /// Whether friends also follow a Born Leader on In Sight tests (CR-attr-born).
        born_leader_in_sight: bool = false,
        /// How to read the totals that two lists leave out (CR-recruit-1).
        recruit_gap: RecruitGap {
            /// They belong to the row whose range includes them.
            Range,
            /// They are rerolled.
            Reroll,
        },
        /// Weapon of the best figure of each team in a force that the program rolls (CR-list-military).
        support_weapons: SupportWeapons {
            /// A squad automatic weapon.
            Saw,
            /// A grenade launcher.
            Launcher,
            /// The same weapon as everyone else.
            None,
        },
        /// Whether large forces have rocket launchers (CR-list-insurgents).
        rockets: bool = false,
        /// Which figures are Leaders from the start, with a Leader Die (CR-lead-4).
        leaders: Leaders {
            /// The figures that their list names, and the best figure of every other starting group of two or more.
            EveryGroup,
            /// The figures that their list names.
            Listed,
            /// As `every_group`, and also every figure that starts alone.
            EveryGroupAndLone,
        },
        /// Order in which the figures of a group act (CR-act-2).
        order_in_group: OrderInGroup {
            /// First figures that fire without moving, then the movers together, then figures that recover.
            Kind,
            /// By Rep, with movers one at a time.
            Rep,
        },
        /// Whether a figure that fired in reaction during its own activation can still fire voluntarily (CR-act-3).
        active_fire_after_reaction: ActiveFireAfterReaction {
            /// It can.
            Allowed,
            /// It cannot.
            UsedUp,
        },
        /// How the figures of an active group fire (CR-act-3).
        active_fire: ActiveFire {
            /// One at a time, with reactions in between.
            FigureByFigure,
            /// All at once.
            WholeGroup,
        },
        /// Which figures count as having moved fast (CR-fast-3).
        fast_means: FastMeans {
            /// Figures that passed at least one die of the Fast Move test and moved.
            PassedTest,
            /// Figures that moved farther than a normal move.
            MovedFarther,
        },
        /// How the two dice of the closest group count (CR-focus-1).
        focus_closest: FocusClosest {
            /// As their sum.
            Sum,
            /// Only the better die counts.
            Best,
        },
        /// How long a group keeps its focus (CR-focus-2).
        focus_lasts: FocusLasts {
            /// Until it is lost.
            UntilLost,
            /// Until the end of the activation.
            Activation,
        },
        /// Whether a hidden figure can hold its fire until an enemy has finished its move (CR-insight-3).
        ambush: bool = false,
        /// How often a group tests In Sight against the same figure in one activation (CR-insight-3).
        in_sight_repeat: InSightRepeat {
            /// Once.
            Once,
            /// Each time the figure appears.
            EachAppearance,
        },
        /// Whether involuntary moves trigger In Sight (CR-insight-1).
        involuntary_in_sight: bool = false,
        /// Which figures of a group test when fire at one of them has missed (CR-rf-2).
        received_fire_testers: ReceivedFireTesters {
            /// Figures in sight of the shooter.
            InSight,
            /// The whole group.
            WholeGroup,
            /// Only the figures that were shot at.
            TargetsOnly,
        },
        /// How a charger counts after stopping to snap fire (CR-rf-3).
        stopped_charger: StoppedCharger {
            /// As an ordinary figure.
            Ordinary,
            /// Still as a charger.
            Charger,
        },
        /// When an outgunned figure ducks back (CR-rf-4).
        outgunned_on: OutgunnedOn {
            /// When it has passed two dice.
            #[serde(rename = "pass_2")]
            Pass2,
            /// When it has passed one die or two.
            #[serde(rename = "pass_1_too")]
            Pass1Too,
        },
        /// How far a charge can go (CR-wtc-2).
        charge_move: ChargeMove {
            /// A normal move, or a fast move if the figure tests for it first.
            NormalOrFast,
            /// A normal move.
            Normal,
        },
        /// When a hunkered figure tests Rally (CR-rally-2).
        rally_tests: RallyTests {
            /// For each friend that joins it, and in each later activation while a friend is with it.
            JoiningAndStaying,
            /// For each friend that joins it.
            Joining,
        },
        /// Maximum distance a figure moves to hunker down, or `any` (CR-status-hunker).
        hunker_distance: HunkerDistance,
        /// Maximum distance a figure retires (CR-status-retire).
        retire_distance: Inches = Inches::whole(12),
        /// Whether a figure that finds no place to retire to can leave the table (CR-status-retire).
        retire_off_table: bool = true,
        /// Which enemies a figure is hidden from after it ducked back or hunkered down in cover (CR-react-5).
        ducked_hidden_from: DuckedHiddenFrom {
            /// The enemies that made it do so, and all enemies that its cover protects against.
            Cover,
            /// Only the enemies that made it do so.
            Cause,
            /// All enemies.
            Everyone,
        },
        /// Whether enemies see a figure that ducked back but found no cover (CR-status-duck).
        ducked_in_open: DuckedInOpen {
            /// All enemies see it, as a prone target.
            Seen,
            /// The enemies that made it duck back do not see it.
            Hidden,
        },
        /// What it costs to recover from duck back (CR-status-duck).
        duck_recovery: DuckRecovery {
            /// The figure's move.
            InsteadOfMoving,
            /// Nothing.
            Free,
        },
        /// What a figure can do in the activation in which its stun ends (CR-status-stun).
        stun_recovery: StunRecovery {
            /// It acts normally.
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
            /// The ranking of one pistol.
            Weapon,
            /// The sum of their dice.
            Dice,
        },
        /// When a grenade's ranking counts in deciding who is outgunned (CR-og-2).
        grenade_ranking: GrenadeRanking {
            /// When it is thrown.
            WhenThrown,
            /// Whenever it could be thrown.
            InReach,
        },
        /// How several hits on one figure are resolved (CR-dmg-3).
        multiple_hits: MultipleHits {
            /// All hits are rolled and the worst result applies.
            Worst,
            /// Hits are rolled until one puts the figure out of the fight.
            StopWhenOut,
        },
        /// Whether a figure must test Wanting to Charge before it dispatches or captures an enemy (CR-kill-1).
        finish_needs_charge: bool = false,
        /// How a launcher hits its spot (CR-blast-3).
        launcher_to_hit: LauncherToHit {
            /// Like a thrown grenade.
            GrenadeTable,
            /// With one die on the hit table.
            OneDie,
        },
        /// What happens to a launcher's round if the firer passes no dice (CR-blast-3).
        launcher_fumble: LauncherFumble {
            /// It is lost.
            Lost,
            /// It bursts at the firer's feet.
            Dropped,
        },
        /// How a gun counts in melee if the figure has no melee weapon (CR-melee-1).
        gun_butt: GunButt {
            /// It does not count.
            None,
            /// As an improvised weapon, two-handed if the gun is a long arm.
            Improvised,
        },
        /// How often the type of terrain is rolled (CR-terrain-2).
        terrain_type: TerrainType {
            /// For each section.
            PerSection,
            /// Once for the whole table.
            WholeTable,
        },
        /// Number of buildings that a 4 means in the third note on buildings, which lists it twice (CR-terrain-3).
        buildings_note_3: BuildingsNote3 {
            /// One building.
            #[serde(rename = "one_to_4")]
            OneTo4,
            /// Two buildings.
            #[serde(rename = "one_to_3")]
            OneTo3,
        },
        /// Which table decides how possible enemy forces move (CR-pef-move).
        pef_movement "Movement of possible enemy forces": PefMovement {
            /// The table in the running text.
            Body,
            /// The table on the reference pages.
            Sheet,
        },
        /// Which dice determine the number of enemies (CR-num-formula).
        pef_numbers "Dice for the number of enemies": PefNumbers {
            /// The dice in the running text.
            Body,
            /// The dice on the reference pages.
            Sheet,
        },
        /// Whose list selects the table of numbers (CR-num-military).
        how_many_table "Table of numbers": HowManyTable {
            /// The patrol's list.
            PatrolSide,
            /// The enemy's list.
            EnemySide,
        },
        /// What “N times as many more” means (CR-num-military).
        as_many_more "Times as many more": AsManyMore {
            /// N times as many.
            Times,
            /// N times as many in addition.
            Plus,
        },
        /// How halves are rounded (CR-num-military).
        half_rounding: HalfRounding {
            /// Up.
            Up,
            /// Down.
            Down,
        },
        /// Which figures of the patrol determine the number of enemies (CR-num-military).
        patrol_count: PatrolCount {
            /// The figures still with the patrol.
            Now,
            /// The figures that entered the table.
            Start,
        },
        /// Whether a patrol must resolve every possible enemy force to win (CR-patrol-1).
        patrol_needs_pefs "A patrol resolves every force": bool = false,
        /// How an enemy found by a scout is determined (CR-scout-2).
        scout_enemy: ScoutEnemy {
            /// Rolled as a possible enemy force; a false alarm counts as stragglers.
            PefNoAlarm,
            /// Rolled as a possible enemy force.
            Pef,
            /// Always stragglers.
            Stragglers,
        },
        /// How far a scout can move (CR-scout-1).
        scout_move: ScoutMove {
            /// As far as its group can.
            AsGroup,
            /// Any distance.
            Unlimited,
        },
        /// Which activation dice bring reinforcements (CR-reinf-1).
        reinforcements: Reinforcements {
            /// None.
            None,
            /// Doubles bring a possible enemy force.
            Doubles,
            /// A total of seven brings figures.
            Seven,
        },
        /// Which figures are compared to decide whether an enemy group run by its table outnumbers the other side
        /// (CR-np-1).
        np_outnumbers "Outnumbering": NpOutnumbers {
            /// The group with the whole other side.
            GroupAgainstSide,
            /// The two sides.
            SideAgainstSide,
            /// The group with the enemies it sees.
            GroupAgainstSeen,
        },
        /// Whether an enemy group that stays in place fires at the figures it sees (CR-np-1).
        np_stay_fires "Staying enemies fire": bool = true,

        /// What each weapon can do (CR-wpn-table).
        weapons: Weapons,
        /// Distance of a normal move (CR-move-1).
        normal_move: Inches = Inches::whole(8),
        /// Maximum distance a figure ducks back (CR-status-duck).
        duck_distance: Inches = Inches::whole(6),
        /// A figure within this distance of another member belongs to its group (CR-group-2).
        group_distance: Inches = Inches::whole(4),
        /// Friends within this distance of a casualty test Man Down (CR-mandown-1).
        man_down_distance: Inches = Inches::whole(2),
        /// How far an Athlete can throw (CR-attr-athlete).
        athlete_throw: Inches = Inches::whole(9),
        /// Range of a Marksman's bolt action rifle (CR-attr-marksman).
        marksman_range: Inches = Inches::whole(60),
        /// Distance between a charger and its target at which the target tests Being Charged (CR-bc-1).
        charged_at: Inches = Inches::whole(3),
        /// Diameter of the blast circle (CR-blast-1).
        blast_circle: Inches = Inches::whole(5),
        /// A launcher cannot be fired at a spot within this distance of a friend or the firer (CR-blast-3).
        launcher_clearance: Inches = Inches::whole(3),
        /// A comrade within this distance of a rocket launcher can load it (CR-wpn-rl).
        loader_distance: Inches = Inches::whole(2),
        /// How far members of a group go on in sight of an enemy before the enemy tests (CR-insight-1).
        in_sight_move: Inches = Inches::whole(2),
        /// Movement cost of a door, and of climbing over an obstacle, on which the rulebook is silent (CR-bldg-4).
        door_cost: Inches = Inches::whole(2),
        /// Visibility inside woods and rough ground by day (CR-los-2).
        sight_inside: Inches = Inches::whole(12),
        /// Visibility inside woods and rough ground at night (CR-los-2).
        sight_inside_at_night: Inches = Inches::whole(6),
        /// Visibility at night (CR-los-2).
        sight_at_night: Inches = Inches::whole(12),
        /// Visibility in fog or heavy rain by day (CR-los-2).
        sight_in_fog: Inches = Inches::whole(12),
        /// Visibility in fog or heavy rain at night (CR-los-2).
        sight_in_fog_at_night: Inches = Inches::whole(6),
    }
}
