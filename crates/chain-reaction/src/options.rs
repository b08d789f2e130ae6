//! The options: readings of the text that a scenario may choose between. The first value is what is played by default.

use engage::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// Which dice of a Marksman's shot count for running dry (CR-attr-marksman).
    MarksmanAmmo {
        /// All that were rolled.
        AllDice,
        /// The one that is kept.
        KeptDie,
    }
    /// What a figure with Nerves of Steel does that should duck back (CR-attr-nerves).
    NervesOfSteel {
        /// It stays and does not fire.
        Hold,
        /// It returns fire.
        ReturnFire,
    }
    /// What a Born Leader's friends take from him (CR-attr-born).
    BornLeaderFriends {
        /// What he does.
        Result,
        /// The number of dice that he passed.
        Passes,
    }
    /// What the friends of a Born Leader follow who is a Star and chose (CR-attr-born).
    BornLeaderStar {
        /// What he chose.
        Follow,
        /// What he would have rolled.
        Roll,
    }
    /// The numbers that two lists leave out (CR-recruit-1).
    RecruitGap {
        /// They belong to the row that spans them.
        Range,
        /// They are rolled again.
        Reroll,
    }
    /// What the best of each team carries in a force that the program rolls (CR-list-military).
    SupportWeapons {
        /// A squad automatic weapon.
        Saw,
        /// A grenade launcher.
        Launcher,
        /// What everybody carries.
        None,
    }
    /// Who leads from the start, with a Leader Die (CR-lead-4).
    Leaders {
        /// The best of every starting group of two or more, besides those whom their list names.
        EveryGroup,
        /// Those whom their list names.
        Listed,
        /// The same as `every_group`, and every figure that starts alone.
        EveryGroupAndLone,
    }
    /// In which order the figures of a group act (CR-act-2).
    OrderInGroup {
        /// Who fires without moving, then the movers together, then who recovers.
        Kind,
        /// By Rep, the movers one by one.
        Rep,
    }
    /// Whether who fired as a reaction in its own activation may still fire of its own will (CR-act-3).
    ActiveFireAfterReaction {
        /// It may.
        Allowed,
        /// It may not.
        UsedUp,
    }
    /// How the figures of an active group fire (CR-act-3).
    ActiveFire {
        /// One after the other, reactions in between.
        FigureByFigure,
        /// All at once.
        WholeGroup,
    }
    /// Who counts as having moved fast (CR-fast-3).
    FastMeans {
        /// Who passed a die of the test and moved.
        PassedTest,
        /// Who went farther than a normal move.
        MovedFarther,
    }
    /// What counts of the two dice of the closest group (CR-focus-1).
    FocusClosest {
        /// Their sum.
        Sum,
        /// The better one.
        Best,
    }
    /// How long a group keeps its focus (CR-focus-2).
    FocusLasts {
        /// Until it is lost.
        UntilLost,
        /// To the end of the activation.
        Activation,
    }
    /// How often a group tests against one figure in one activation (CR-insight-3).
    InSightRepeat {
        /// Once.
        Once,
        /// Each time that it appears.
        EachAppearance,
    }
    /// Who of a group tests when one of it has been missed (CR-rf-2).
    ReceivedFireTesters {
        /// Figures in sight of the shooter.
        InSight,
        /// All of it.
        WholeGroup,
        /// Those who were shot at.
        TargetsOnly,
    }
    /// What a charger is that stopped to snap fire (CR-rf-3).
    StoppedCharger {
        /// A figure like any other.
        Ordinary,
        /// Still a charger.
        Charger,
    }
    /// When an outgunned figure ducks back (CR-rf-4).
    OutgunnedOn {
        /// When it has passed two dice.
        #[serde(rename = "pass_2")]
        Pass2,
        /// When it has passed any.
        #[serde(rename = "pass_1_too")]
        Pass1Too,
    }
    /// How far a charge goes (CR-wtc-2).
    ChargeMove {
        /// A normal move, or a fast one tested for before.
        NormalOrFast,
        /// A normal move.
        Normal,
    }
    /// When a hunkered figure rallies (CR-rally-2).
    RallyTests {
        /// For each friend that joins it, and in each later activation in which one is with it.
        JoiningAndStaying,
        /// For each friend that joins it.
        Joining,
    }
    /// From whom a figure is hidden that ducked back or hunkered down in cover (CR-react-5).
    DuckedHiddenFrom {
        /// From its causes, and from the enemies its cover protects against.
        Cover,
        /// From its causes.
        Cause,
        /// From all.
        Everyone,
    }
    /// Whether a figure is seen that ducked back and found no cover (CR-status-duck).
    DuckedInOpen {
        /// By all, as a prone target.
        Seen,
        /// By nobody who caused it.
        Hidden,
    }
    /// What recovering from duck back costs (CR-status-duck).
    DuckRecovery {
        /// The move.
        InsteadOfMoving,
        /// Nothing.
        Free,
    }
    /// What a figure does in the activation in which its stun ends (CR-status-stun).
    StunRecovery {
        /// It acts as any other.
        Acts,
        /// Nothing.
        SpendsActivation,
    }
    /// The outgunned ranking of two pistols fired at once (CR-og-2).
    TwinRanking {
        /// That of one.
        Weapon,
        /// That of their dice together.
        Dice,
    }
    /// When a grenade counts for who is outgunned (CR-og-2).
    GrenadeRanking {
        /// When it is thrown.
        WhenThrown,
        /// When it could be.
        InReach,
    }
    /// Several hits on one figure (CR-dmg-3).
    MultipleHits {
        /// All are rolled and the worst stands.
        Worst,
        /// They are rolled until one puts it out of the fight.
        StopWhenOut,
    }
    /// How a launcher hits its spot (CR-blast-3).
    LauncherToHit {
        /// As a thrown grenade.
        GrenadeTable,
        /// By one die on the hit table.
        OneDie,
    }
    /// What becomes of a round whose firer passed no die (CR-blast-3).
    LauncherFumble {
        /// Nothing.
        Lost,
        /// It bursts at his feet.
        Dropped,
    }
    /// What a gun is worth in melee to who has no melee weapon (CR-melee-1).
    GunButt {
        /// Nothing.
        None,
        /// An improvised weapon, for two hands if it is a long arm.
        Improvised,
    }
    /// How often the type of terrain is rolled (CR-terrain-2).
    TerrainType {
        /// For each section.
        PerSection,
        /// Once.
        WholeTable,
    }
    /// The number that the third note on buildings gives twice (CR-terrain-3).
    BuildingsNote3 {
        /// It means one building.
        #[serde(rename = "one_to_4")]
        OneTo4,
        /// It means two.
        #[serde(rename = "one_to_3")]
        OneTo3,
    }
    /// Which table moves possible enemy forces (CR-pef-move).
    PefMovement {
        /// That of the running text.
        Body,
        /// That of the reference pages.
        Sheet,
    }
    /// Which dice number the enemy (CR-num-formula).
    PefNumbers {
        /// Those of the running text.
        Body,
        /// Those of the reference pages.
        Sheet,
    }
    /// Which side names the table of numbers (CR-num-military).
    HowManyTable {
        /// The patrol.
        PatrolSide,
        /// Its enemy.
        EnemySide,
    }
    /// What “N times as many more” means (CR-num-military).
    AsManyMore {
        /// So many times as many.
        Times,
        /// So many times as many on top.
        Plus,
    }
    /// How halves are rounded (CR-num-military).
    HalfRounding {
        /// Up.
        Up,
        /// Down.
        Down,
    }
    /// Which figures of the patrol count for the numbers of the enemy (CR-num-military).
    PatrolCount {
        /// Those still with it.
        Now,
        /// Those that entered.
        Start,
    }
    /// What an enemy found by a scout is (CR-scout-2).
    ScoutEnemy {
        /// Rolled as a possible enemy force, false alarms read as stragglers.
        PefNoAlarm,
        /// Rolled as a possible enemy force.
        Pef,
        /// Stragglers.
        Stragglers,
    }
    /// How far a scout goes (CR-scout-1).
    ScoutMove {
        /// As far as its group might.
        AsGroup,
        /// As far as it likes.
        Unlimited,
    }
    /// What dice of activation bring reinforcements (CR-reinf-1).
    Reinforcements {
        /// None.
        None,
        /// Doubles bring a possible enemy force.
        Doubles,
        /// A total of seven brings figures.
        Seven,
    }
    /// Which figures are compared when an enemy group moves by its table (CR-np-1).
    NpOutnumbers {
        /// The group with the whole of the other side.
        GroupAgainstSide,
        /// The sides.
        SideAgainstSide,
        /// The group with those it sees.
        GroupAgainstSeen,
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
