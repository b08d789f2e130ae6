//! The rules as data: options, which are readings of the text that a scenario may choose between, and numbers and tables. The first value
//! of an option is what the rulebook prints, or the reading that is played by default.

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
    /// Every table and option of the rulebook; what a scenario leaves out is as printed.
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
            /// Before the next card.
            EveryDraw,
        },
        /// Whether each team rolls for its luck (CQB-2.2a).
        luck: Luck {
            /// Two jokers in every deck.
            Off,
            /// One average die a team decides between one and three jokers.
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
            /// All at once.
            Simultaneous,
        },
        /// A joker as the to-hit card (CQB-9a).
        joker_fire "Joker in fire": JokerFire {
            /// No round leaves the weapon, the fire action ends, and the next action clears the jam.
            Jam,
            /// The shot misses completely.
            Miss,
            /// Set aside; another card is turned over.
            Redraw,
            /// No round leaves the weapon; firing goes on.
            Misfire,
        },
        /// Whether a joker in the throw of a stun grenade, or in the test to breach a door, starts a fire (CQB-9a).
        joker_fire_hazard "Joker starts a fire": JokerFireHazard {
            /// No fire starts.
            Off,
            /// It starts a fire in the room it was meant for, which everybody there resists as gas.
            On,
        },
        /// A joker as an effect, location, helmet or hostage card (CQB-9a).
        joker_secondary "Joker as a later card": JokerSecondary {
            /// Set aside; another card is turned over.
            Redraw,
            /// Nothing: no effect, no helmet in the way, no hostage hit.
            Void,
        },
        /// A joker in a stun, gas or task test (CQB-9a).
        joker_test "Joker in a test": JokerTest {
            /// Fails whatever the target number.
            Fail,
            /// Set aside; another card is turned over.
            Redraw,
            /// Passes whatever the target number.
            Pass,
        },
        /// A joker in a reaction test (CQB-3e).
        joker_reaction "Joker in a reaction test": JokerReaction {
            /// Lower than any card.
            Lowest,
            /// Higher than any card.
            Highest,
            /// Set aside; another card is turned over.
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
            /// Nothing; it stays on Hold.
            KeepsHold,
            /// Its Hold.
            LosesHold,
        },
        /// Whether a figure may move and fire in one turn (CQB-3a).
        move_and_fire: MoveAndFire {
            /// One action a turn.
            No,
            /// It may move up to its Normal distance and fire.
            UpToNormal,
        },
        /// A firer that moved Fast in the turn before (CQB-4b).
        fast_firer: FastFirer {
            /// May not fire.
            Barred,
            /// Fires at +2.
            #[schemars(title = "+2")]
            Plus2,
        },
        /// Which of a target's moves count (CQB-5.3.1).
        moved_window: MovedWindow {
            /// Those of the turn before.
            PreviousTurn,
            /// Also a move already made in this turn.
            PreviousOrCurrent,
        },
        /// Rounds in a burst of automatic fire (CQB-5.1a).
        auto_burst: AutoBurst {
            /// One average die each.
            AverageDie,
            /// Three.
            #[schemars(title = "Three rounds")]
            #[serde(rename = "fixed3")]
            Fixed3,
        },
        /// Whether a weapon may fire at a lower rate than its own (CQB-5.1a).
        select_fire: SelectFire {
            /// Automatic weapons may fire bursts or single shots, burst weapons single shots.
            LowerAllowed,
            /// Only at its own rate.
            CategoryOnly,
        },
        /// What becomes of the remaining rounds once the target is down (CQB-5.1b).
        stop_when_down: StopWhenDown {
            /// They are not fired.
            Stop,
            /// The burst in progress is finished.
            FinishBurst,
            /// Every round is resolved.
            All,
        },
        /// The deck of effect, location and helmet cards (CQB-5.2b).
        location_deck: LocationDeck {
            /// The firer's.
            Firer,
            /// The deck of ace to ten with two jokers.
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
        /// A helmet against a brain-stem hit (CQB-5.3.3b).
        brainstem_helmet "Brain-stem helmet": BrainstemHelmet {
            /// It does not help.
            Ignores,
            /// It helps as against a head hit.
            Applies,
        },
        /// How many hostages one missed round can hit (CQB-5.3.3e).
        hostage_stop: HostageStop {
            /// One: the checks end with the first hit.
            First,
            /// All of them are checked.
            All,
        },
        /// The deck of the card that says whether a hostage is hit (CQB-5.3.3e).
        hostage_check_deck: HostageCheckDeck {
            /// The firer's.
            Firer,
            /// The hostages' own.
            Hostage,
        },
        /// Hostages behind the target (CQB-5.3.3e).
        line_of_fire_beyond "Line of fire beyond the target": LineOfFireBeyond {
            /// The line of fire goes on until a wall.
            UntilWall,
            /// It ends at the target.
            None,
        },
        /// Range modifiers beyond the table (CQB-5.3.4).
        long_range: LongRange {
            /// The bands go on doubling, +1 each.
            Doubling,
            /// +1 for each further 48" begun.
            #[schemars(title = "+1 for each 48 in")]
            #[serde(rename = "linear48")]
            Linear48,
        },
        /// Over what the single shots of a heavy weapon are counted (CQB-5.3.5a).
        single_recoil: SingleRecoil {
            /// The fire action.
            Turn,
            /// The run of fire actions without a break.
            Series,
        },
        /// Over what the rounds of bursts are counted (CQB-5.3.5c).
        recoil_count: RecoilCount {
            /// The fire action.
            Turn,
            /// The burst.
            Burst,
        },
        /// Which shots pay for a change of target (CQB-5.3.6c).
        change_target: ChangeTarget {
            /// The shot that makes it.
            First,
            /// Every later shot at the new target too.
            All,
        },
        /// What cover does (CQB-5.3.7).
        cover: Cover {
            /// Nothing.
            None,
            /// Only parts that show can be fired at, by name.
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
        /// Whether a stopped hit with a red card knocks down (CQB-5.5.3b).
        armour_knockdown: ArmourKnockdown {
            /// It does not.
            Off,
            /// It does.
            On,
        },
        /// What a figure hit in the arm drops (CQB-5.5.4d).
        arm_drop: ArmDrop {
            /// Anything it held.
            Everything,
            /// What that arm held: the strong arm the weapon, the weak arm a two-handed one.
            ThatArm,
        },
        /// A two-handed weapon with one arm (CQB-5.5.4d).
        one_arm_long_gun "Long gun with one arm": OneArmLongGun {
            /// It kicks like a heavy-recoil weapon.
            HeavyRecoil,
            /// Rifles and shotguns kick as they did.
            Unchanged,
            /// It cannot be fired.
            Barred,
        },
        /// Whether wounds and gas count in stun and gas tests (CQB-5.5.4e).
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
            /// None: it takes the figure's action.
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
            /// In the next.
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

        /// The lowest card of each ability's deck; ten ranks go up from it (CQB-2.1a).
        lowest_card: LowestCard,
        /// Faces of the average die (CQB-1.3d).
        #[schemars(inner(range(min = 1, max = 20)))]
        average_die: [u8; 6] = [2, 3, 3, 4, 4, 5],
        /// Jokers in a deck by luck (CQB-2.2b).
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
        /// Range bands in order, each up to and including its distance (CQB-5.3.4).
        range "Range bands": Vec<Band> = vec![band(3, -2), band(6, -1), band(12, 0), band(24, 1), band(48, 2), band(96, 3)],
        /// Second and later single shots of a heavy weapon (CQB-5.3.5a).
        recoil_single "Single-shot recoil": i8 in -20..=20 = 1,
        /// Light recoil by shot of burst or automatic fire; past the end it goes on by half the heavy one (CQB-5.3.5b).
        #[schemars(inner(range(min = -20, max = 20)))]
        recoil_light "Light recoil": Vec<i8> = vec![0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3],
        /// Heavy recoil by shot of burst or automatic fire; past the end it goes on by one for each three shots (CQB-5.3.5b).
        #[schemars(inner(range(min = -20, max = 20)))]
        recoil_heavy "Heavy recoil": Vec<i8> = vec![0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7],
        /// Each wound of the firer (CQB-5.3.6a).
        wound "Each wound": i8 in -20..=20 = 1,
        /// Using the weak hand (CQB-5.3.6b).
        weak_hand: i8 in -20..=20 = 2,
        /// Each full inch between old and new target (CQB-5.3.6c).
        change_per_inch "Change of target, each inch": i8 in -20..=20 = 1,
        /// Each failed gas test (CQB-5.3.6d).
        gas "Each failed gas test": i8 in -20..=20 = 1,
        /// Random location by the value of the card, ace to king (CQB-5.4).
        location "Random location": [BodyPart; 13] = [Leg, Leg, Leg, Leg, WeakArm, StrongArm, Torso, Plated, Plated, Head, Plated, Plated, Plated],
        /// Target number of the first stun test; it falls by one a turn (CQB-6a).
        stun_target: i8 in 0..=30 = 8,
        /// Target number of the first gas test; it rises by one a turn (CQB-7a).
        gas_target: i8 in 0..=30 = 6,
        /// Target numbers of tasks (CQB-8a).
        difficulty: Difficulty,
        /// Weapons by name; a scenario's own are added to those of the rulebook (CQB-1.4.2a).
        #[serde(deserialize_with = "added_weapons")]
        weapons: BTreeMap<String, Weapon> = catalogue().map(|(name, weapon)| (name.to_owned(), weapon)).collect(),
        /// How far a grenade is thrown (CQB-6d).
        throw_reach: Inches = Inches::whole(12),
    }
}

/// The rulebook's weapons, with a scenario's own added or replacing them.
fn added_weapons<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Weapon>, D::Error> {
    let mut weapons = Rules::default().weapons;
    weapons.extend(BTreeMap::<String, Weapon>::deserialize(deserializer)?);
    Ok(weapons)
}
