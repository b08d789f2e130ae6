//! The rules as data: options, numbers and tables. An option lets a scenario choose between readings of the text; its
//! first value is what the rulebook prints, or the default reading.

use std::collections::BTreeMap;

use engage::Inches;
use serde::{Deserialize, Deserializer};

use crate::tables::BodyPart::{Head, Leg, StrongArm, TorsoOutsidePlates as Torso, TorsoUnderPlates as Plated, WeakArm};
use crate::tables::*;
use crate::weapon::{Weapon, catalogue};

const fn band(up_to: i32, modifier: i8) -> Band {
    Band { up_to: Inches::whole(up_to), modifier }
}

engage::rules! {
    /// Every table and option of the rulebook. Whatever a scenario leaves out is as printed.
    Rules {
        /// Who a deck belongs to (CQB-1.3a, CQB-2.1b).
        deck_owner: DeckOwner {
            /// One deck for each ability level in a team (CQB-1.4.1b).
            Team,
            /// One deck for each figure.
            Figure,
        },
        /// When turned cards go back into the deck (CQB-2.1c).
        reshuffle: Reshuffle {
            /// When a card is needed and none is left.
            Exhausted,
            /// At the start of each turn.
            EveryTurn,
            /// Before every card.
            EveryDraw,
        },
        /// Whether each team rolls for its luck (CQB-2.2a).
        luck: Luck {
            /// Two jokers in every deck.
            Off,
            /// Each team rolls one average die, which gives its decks one to three jokers.
            On,
        },
        /// Who acts first in a turn (CQB-3b).
        order: Order {
            /// The reaction test decides.
            Reaction,
            /// Blue, figure by figure, then red.
            BlueFirst,
            /// Red, figure by figure, then blue.
            RedFirst,
            /// All figures act simultaneously.
            Simultaneous,
        },
        /// A joker as the to-hit card (CQB-9a).
        joker_fire "Joker in fire": JokerFire {
            /// No round leaves the weapon, the fire action ends, and the next action clears the jam.
            Jam,
            /// The shot misses completely.
            Miss,
            /// The joker is set aside and another card turned over.
            Redraw,
            /// No round leaves the weapon; firing goes on.
            Misfire,
        },
        /// Whether a joker in the throw of a stun grenade, or in the test to breach a door, starts a fire (CQB-9a).
        joker_fire_hazard "Joker starts a fire": JokerFireHazard {
            /// No fire starts.
            Off,
            /// A fire starts in the target room; everybody there resists it like gas.
            On,
        },
        /// A joker as an effect, location, helmet or hostage card (CQB-9a).
        joker_secondary "Joker as a later card": JokerSecondary {
            /// The joker is set aside and another card turned over.
            Redraw,
            /// The card counts as nothing: no effect, no helmet in the way, no hostage hit.
            Void,
        },
        /// A joker in a stun, gas or task test (CQB-9a).
        joker_test "Joker in a test": JokerTest {
            /// The test fails, whatever the target number.
            Fail,
            /// The joker is set aside and another card turned over.
            Redraw,
            /// The test is passed, whatever the target number.
            Pass,
        },
        /// A joker in a reaction test (CQB-3e).
        joker_reaction "Joker in a reaction test": JokerReaction {
            /// It is lower than any card.
            Lowest,
            /// It is higher than any card.
            Highest,
            /// The joker is set aside and another card turned over.
            Redraw,
        },
        /// How long a figure stays on Hold (CQB-3e).
        hold_duration: HoldDuration {
            /// Until it acts.
            UntilActs,
            /// Until the turn ends.
            Turn,
        },
        /// What a failed interrupt costs (CQB-3e).
        failed_interrupt: FailedInterrupt {
            /// Nothing: the figure stays on Hold.
            KeepsHold,
            /// The figure loses its Hold.
            LosesHold,
        },
        /// Whether a figure may move and fire in one turn (CQB-3a).
        move_and_fire: MoveAndFire {
            /// One action a turn.
            No,
            /// A figure may move up to its Normal distance and also fire.
            UpToNormal,
        },
        /// Whether a figure may fire in the turn after a Fast move (CQB-4b).
        fast_firer: FastFirer {
            /// It may not.
            Barred,
            /// It may, at +2.
            #[schemars(title = "+2")]
            Plus2,
        },
        /// Which of a target's moves count (CQB-5.3.1).
        moved_window: MovedWindow {
            /// Those of the turn before.
            PreviousTurn,
            /// Also a move that it has already made this turn.
            PreviousOrCurrent,
        },
        /// Rounds in a burst of automatic fire (CQB-5.1a).
        auto_burst: AutoBurst {
            /// One average die for each burst.
            AverageDie,
            /// Three.
            #[schemars(title = "Three rounds")]
            #[serde(rename = "fixed3")]
            Fixed3,
        },
        /// Whether a weapon may fire at a lower rate than its own (CQB-5.1a).
        select_fire: SelectFire {
            /// Automatic weapons may fire bursts or single shots; burst weapons may fire single shots.
            LowerAllowed,
            /// Only at its own rate.
            CategoryOnly,
        },
        /// What happens to the remaining rounds once the target is down (CQB-5.1b).
        stop_when_down: StopWhenDown {
            /// They are not fired.
            Stop,
            /// The burst in progress is finished.
            FinishBurst,
            /// Every round is resolved.
            All,
        },
        /// The deck that effect, location and helmet cards come from (CQB-5.2b).
        location_deck: LocationDeck {
            /// The firer's.
            Firer,
            /// A neutral deck: ace to ten with two jokers.
            Neutral,
        },
        /// What declaring an aim costs (CQB-5.3.2a).
        aim_cost: AimCost {
            /// The turn's action.
            Action,
            /// Nothing.
            Free,
        },
        /// How long an aim lasts (CQB-5.3.2a).
        aim_persistence: AimPersistence {
            /// A fire action spends it.
            Spent,
            /// Until the figure moves, is knocked down or drops its weapon.
            Kept,
        },
        /// Which shots of an aimed fire action are aimed (CQB-5.3.2b).
        aim_applies: AimApplies {
            /// All.
            All,
            /// The first.
            First,
        },
        /// The aiming modifier of a shotgun (CQB-5.3.2b).
        shotgun_aim: ShotgunAim {
            /// None: the table has no line for it.
            None,
            /// As a poor rifle.
            AsPoorRifle,
        },
        /// Whether naming a location needs an aimed shot (CQB-5.3.3a).
        location_needs_aim: LocationNeedsAim {
            /// It does not.
            No,
            /// It does.
            Yes,
        },
        /// Whether a helmet helps against a brain-stem hit (CQB-5.3.3b).
        brainstem_helmet "Brain-stem helmet": BrainstemHelmet {
            /// It does not help.
            Ignores,
            /// It helps as it does against a head hit.
            Applies,
        },
        /// How many hostages one missed round can hit (CQB-5.3.3e).
        hostage_stop: HostageStop {
            /// One: the checks end with the first hit.
            First,
            /// All of them are checked.
            All,
        },
        /// The deck of the card that decides whether a hostage is hit (CQB-5.3.3e).
        hostage_check_deck: HostageCheckDeck {
            /// The firer's.
            Firer,
            /// The hostages' own.
            Hostage,
        },
        /// Whether hostages behind the target are in the line of fire (CQB-5.3.3e).
        line_of_fire_beyond "Line of fire beyond the target": LineOfFireBeyond {
            /// Yes: the line of fire goes on to the next wall.
            UntilWall,
            /// No: the line of fire ends at the target.
            None,
        },
        /// Range modifiers beyond the table (CQB-5.3.4).
        long_range: LongRange {
            /// The bands go on doubling; each adds 1.
            Doubling,
            /// Each further 48", or part of it, adds 1.
            #[schemars(title = "+1 for each 48 in")]
            #[serde(rename = "linear48")]
            Linear48,
        },
        /// The span over which single shots of a heavy-recoil weapon are counted (CQB-5.3.5a).
        single_recoil: SingleRecoil {
            /// One fire action.
            Turn,
            /// All fire actions in a row without a break.
            Series,
        },
        /// The span over which the rounds of bursts are counted (CQB-5.3.5c).
        recoil_count: RecoilCount {
            /// One fire action.
            Turn,
            /// One burst.
            Burst,
        },
        /// Which shots pay for a change of target (CQB-5.3.6c).
        change_target: ChangeTarget {
            /// Only the first shot at the new target.
            First,
            /// Every shot at the new target.
            All,
        },
        /// What cover does (CQB-5.3.7).
        cover: Cover {
            /// Nothing.
            None,
            /// Shots can be fired only at parts that show, and must name the part.
            ExposedParts,
        },
        /// A magnum round against soft armour (CQB-5.5.3a).
        magnum_vs_soft "Magnum against soft armour": MagnumVsSoft {
            /// Stopped like any pistol round.
            Stopped,
            /// Weakened like a rifle round.
            AsRifle,
        },
        /// What soft armour covers (CQB-5.5.3a).
        soft_coverage: SoftCoverage {
            /// The torso.
            Torso,
            /// Everything but the head.
            All,
        },
        /// Whether a stopped hit with a red card knocks the target down (CQB-5.5.3b).
        armour_knockdown: ArmourKnockdown {
            /// It does not.
            Off,
            /// It does.
            On,
        },
        /// What a figure hit in the arm drops (CQB-5.5.4d).
        arm_drop: ArmDrop {
            /// Everything it holds.
            Everything,
            /// What that arm holds: a hit in the strong arm drops any weapon, a hit in the weak arm only a two-handed
            /// one.
            ThatArm,
        },
        /// A two-handed weapon fired with one arm (CQB-5.5.4d).
        one_arm_long_gun "Long gun with one arm": OneArmLongGun {
            /// It has heavy recoil.
            HeavyRecoil,
            /// The recoil of rifles and shotguns does not change.
            Unchanged,
            /// It cannot be fired.
            Barred,
        },
        /// Whether penalties for wounds and gas count in stun and gas tests (CQB-5.5.4e).
        penalties_on_resist "Penalties when resisting": PenaltiesOnResist {
            /// They do not.
            No,
            /// They do.
            Yes,
        },
        /// What being knocked down costs (CQB-5.5.4f).
        knockdown: Knockdown {
            /// The next action.
            LoseAction,
            /// Nothing.
            None,
        },
        /// The test to clear a jam or pick up a weapon (CQB-8a).
        recovery_test: RecoveryTest {
            /// None.
            None,
            /// An easy one.
            Easy,
        },
        /// The test to open a door (CQB-4c, CQB-8a).
        door_test: DoorTest {
            /// None: opening a door only takes the figure's action.
            None,
            /// An easy one.
            Easy,
            /// A moderate one.
            Moderate,
            /// A difficult one.
            Difficult,
            /// A very difficult one.
            VeryDifficult,
        },
        /// When a stunned figure that recovers may act (CQB-6c).
        stun_recover: StunRecover {
            /// In the same turn.
            SameTurn,
            /// In the next turn.
            NextTurn,
        },
        /// What being overcome by gas means (CQB-7b).
        gas_overcome: GasOvercome {
            /// The penalty alone.
            Penalty,
            /// The turn's action is lost as well.
            NoAction,
        },
        /// When the penalties from gas end (CQB-7b).
        gas_recovery: GasRecovery {
            /// Never.
            Never,
            /// On leaving the gas.
            OnLeaving,
        },

        /// The lowest card of each ability's deck; the deck has the ten ranks from this card up (CQB-2.1a).
        lowest_card: LowestCard,
        /// Faces of the average die (CQB-1.3d).
        #[schemars(inner(range(min = 1, max = 20)))]
        average_die: [u8; 6] = [2, 3, 3, 4, 4, 5],
        /// Number of jokers in a deck, by luck (CQB-2.2b).
        jokers: Jokers,
        /// Distance of a move (CQB-4a).
        moves: Moves,
        /// Shots or bursts in a fire action (CQB-5.1a).
        rate: Rate,
        /// The target number before modifiers (CQB-5.3).
        to_hit_base "To-hit base": i8 in 0..=30 = 8,
        /// Modifiers for movement in the turn before (CQB-5.3.1).
        moved "Movement": Moved,
        /// Aiming modifiers by category (CQB-5.3.2b).
        aim "Aiming": Aim,
        /// Modifiers for naming a location (CQB-5.3.3a).
        named "Naming a location": Named,
        /// Range bands in ascending order; each includes its upper bound (CQB-5.3.4).
        range "Range bands": Vec<Band> = vec![band(3, -2), band(6, -1), band(12, 0), band(24, 1), band(48, 2), band(96, 3)],
        /// Modifier of the second and later single shots of a heavy-recoil weapon (CQB-5.3.5a).
        recoil_single "Single-shot recoil": i8 in -20..=20 = 1,
        /// Light recoil of each shot of burst or automatic fire. Beyond the list it is half of heavy recoil
        /// (CQB-5.3.5b).
        #[schemars(inner(range(min = -20, max = 20)))]
        recoil_light "Light recoil": Vec<i8> = vec![0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3],
        /// Heavy recoil of each shot of burst or automatic fire. Beyond the list it rises by 1 every three shots
        /// (CQB-5.3.5b).
        #[schemars(inner(range(min = -20, max = 20)))]
        recoil_heavy "Heavy recoil": Vec<i8> = vec![0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7],
        /// Modifier for each wound of the firer (CQB-5.3.6a).
        wound "Each wound": i8 in -20..=20 = 1,
        /// Modifier for using the weak hand (CQB-5.3.6b).
        weak_hand: i8 in -20..=20 = 2,
        /// Modifier for each full inch between the old and the new target (CQB-5.3.6c).
        change_per_inch "Change of target, each inch": i8 in -20..=20 = 1,
        /// Modifier for each failed gas test (CQB-5.3.6d).
        gas "Each failed gas test": i8 in -20..=20 = 1,
        /// Random location by the value of the card, ace to king (CQB-5.4).
        location "Random location": [BodyPart; 13] = [Leg, Leg, Leg, Leg, WeakArm, StrongArm, Torso, Plated, Plated, Head, Plated, Plated, Plated],
        /// Target number of the first stun test; it falls by one a turn (CQB-6a).
        stun_target: i8 in 0..=30 = 8,
        /// Target number of the first gas test; it rises by one a turn (CQB-7a).
        gas_target: i8 in 0..=30 = 6,
        /// Target numbers of tasks (CQB-8a).
        difficulty: Difficulty,
        /// Weapons by name; a scenario's own weapons are added to the rulebook's (CQB-1.4.2a).
        #[serde(deserialize_with = "added_weapons")]
        weapons: BTreeMap<String, Weapon> = catalogue().map(|(name, weapon)| (name.to_owned(), weapon)).collect(),
        /// How far a grenade can be thrown (CQB-6d).
        throw_reach: Inches = Inches::whole(12),
    }
}

/// The rulebook's weapons, with a scenario's own added or replacing them.
fn added_weapons<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Weapon>, D::Error> {
    let mut weapons = Rules::default().weapons;
    weapons.extend(BTreeMap::<String, Weapon>::deserialize(deserializer)?);
    Ok(weapons)
}
