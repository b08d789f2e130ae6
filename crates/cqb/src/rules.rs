//! The rulebook as data: every table and option. `Default` is the rulebook as printed.

use std::collections::BTreeMap;

use chance::Pack;
use engage::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::options::*;
use crate::weapon::{Category, Fire, Weapon, catalogue};

/// Every table and option of the rulebook; what a scenario leaves out is as printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Who a deck belongs to (CQB-2.1b).
    pub deck_owner: DeckOwner,
    /// When turned cards go back into the deck (CQB-2.1c).
    pub reshuffle: Reshuffle,
    /// Whether each team rolls for its luck (CQB-2.2a).
    pub luck: Luck,
    /// Who acts first in a turn (CQB-3b).
    pub order: Order,
    /// A joker as the to-hit card (CQB-9a).
    #[schemars(title = "Joker in fire")]
    pub joker_fire: JokerFire,
    /// Whether a joker in the throw of a stun grenade, or in the test to breach a door, starts a fire (CQB-9a).
    #[schemars(title = "Joker starts a fire")]
    pub joker_fire_hazard: JokerFireHazard,
    /// A joker as any other card of a shot (CQB-9a).
    #[schemars(title = "Joker as a later card")]
    pub joker_secondary: JokerSecondary,
    /// A joker in a stun, gas or task test (CQB-9a).
    #[schemars(title = "Joker in a test")]
    pub joker_test: JokerTest,
    /// A joker in a reaction test (CQB-3e).
    #[schemars(title = "Joker in a reaction test")]
    pub joker_reaction: JokerReaction,
    /// How long Hold lasts (CQB-3e).
    pub hold_duration: HoldDuration,
    /// What a failed interrupt costs (CQB-3e).
    pub failed_interrupt: FailedInterrupt,
    /// Whether a figure may move and fire in one turn (CQB-3a).
    pub move_and_fire: MoveAndFire,
    /// A firer that moved Fast (CQB-4b).
    pub fast_firer: FastFirer,
    /// Which of a target's moves count (CQB-5.3.1).
    pub moved_window: MovedWindow,
    /// Rounds in an automatic burst (CQB-5.1a).
    pub auto_burst: AutoBurst,
    /// Whether a weapon may fire at a lower rate (CQB-5.1a).
    pub select_fire: SelectFire,
    /// The remaining rounds once the target is down (CQB-5.1b).
    pub stop_when_down: StopWhenDown,
    /// The deck of effect, location and helmet cards (CQB-5.2b).
    pub location_deck: LocationDeck,
    /// What declaring an aim costs (CQB-5.3.2a).
    pub aim_cost: AimCost,
    /// How long an aim lasts (CQB-5.3.2a).
    pub aim_persistence: AimPersistence,
    /// Which shots of an aimed fire action are aimed (CQB-5.3.2b).
    pub aim_applies: AimApplies,
    /// The aiming modifier of a shotgun (CQB-5.3.2b).
    pub shotgun_aim: ShotgunAim,
    /// Whether naming a location needs an aimed shot (CQB-5.3.3a).
    pub location_needs_aim: LocationNeedsAim,
    /// A helmet against a brain-stem hit (CQB-5.3.3b).
    #[schemars(title = "Brain-stem helmet")]
    pub brainstem_helmet: BrainstemHelmet,
    /// How many hostages one missed round can hit (CQB-5.3.3e).
    pub hostage_stop: HostageStop,
    /// The deck that says whether a hostage is hit (CQB-5.3.3e).
    pub hostage_check_deck: HostageCheckDeck,
    /// Hostages behind the target (CQB-5.3.3e).
    #[schemars(title = "Line of fire beyond the target")]
    pub line_of_fire_beyond: LineOfFireBeyond,
    /// Range modifiers beyond the table (CQB-5.3.4).
    pub long_range: LongRange,
    /// Over what single shots are counted (CQB-5.3.5a).
    pub single_recoil: SingleRecoil,
    /// Over what rounds of bursts are counted (CQB-5.3.5c).
    pub recoil_count: RecoilCount,
    /// Which shots pay for a change of target (CQB-5.3.6c).
    pub change_target: ChangeTarget,
    /// What cover does (CQB-5.3.7).
    pub cover: Cover,
    /// A magnum round against soft armour (CQB-5.5.3a).
    #[schemars(title = "Magnum against soft armour")]
    pub magnum_vs_soft: MagnumVsSoft,
    /// What soft armour covers (CQB-5.5.3a).
    pub soft_coverage: SoftCoverage,
    /// Whether a stopped hit can knock down (CQB-5.5.3b).
    pub armour_knockdown: ArmourKnockdown,
    /// What a figure hit in the arm drops (CQB-5.5.4d).
    pub arm_drop: ArmDrop,
    /// A two-handed weapon with one arm (CQB-5.5.4d).
    #[schemars(title = "Long gun with one arm")]
    pub one_arm_long_gun: OneArmLongGun,
    /// Whether penalties count in stun and gas tests (CQB-5.5.4e).
    #[schemars(title = "Penalties when resisting")]
    pub penalties_on_resist: PenaltiesOnResist,
    /// What being knocked down costs (CQB-5.5.4f).
    pub knockdown: Knockdown,
    /// The test to clear a jam or pick up a weapon (CQB-8a).
    pub recovery_test: RecoveryTest,
    /// The test to open a door (CQB-4c).
    pub door_test: DoorTest,
    /// When a stunned figure that recovers may act (CQB-6c).
    pub stun_recover: StunRecover,
    /// What being overcome by gas means (CQB-7b).
    pub gas_overcome: GasOvercome,
    /// When the penalties from gas end (CQB-7b).
    pub gas_recovery: GasRecovery,

    /// The lowest card of each ability's deck; ten ranks go up from it (CQB-2.1a).
    pub lowest_card: LowestCard,
    /// Faces of the average die (CQB-1.3d).
    #[schemars(inner(range(min = 1, max = 20)))]
    pub average_die: [u8; 6],
    /// Jokers in a deck by luck (CQB-2.2b).
    pub jokers: Jokers,
    /// Distance of a move (CQB-4a).
    pub moves: Moves,
    /// Shots or bursts in a fire action (CQB-5.1a).
    pub rate: Rate,
    /// The target number before modifiers (CQB-5.3).
    #[schemars(title = "To-hit base")]
    #[schemars(range(min = 0, max = 30))]
    pub to_hit_base: i8,
    /// Modifiers for movement in the turn before (CQB-5.3.1).
    #[schemars(title = "Movement")]
    pub moved: Moved,
    /// Aiming modifiers by category (CQB-5.3.2b).
    #[schemars(title = "Aiming")]
    pub aim: Aim,
    /// Modifiers for naming a location (CQB-5.3.3a).
    #[schemars(title = "Naming a location")]
    pub named: Named,
    /// Range bands in order, each up to and including its distance (CQB-5.3.4).
    #[schemars(title = "Range bands")]
    pub range: Vec<Band>,
    /// Second and later single shots of a heavy weapon (CQB-5.3.5a).
    #[schemars(title = "Single-shot recoil")]
    #[schemars(range(min = -20, max = 20))]
    pub recoil_single: i8,
    /// Light recoil by shot of burst or automatic fire; past the end it goes on by half the heavy one (CQB-5.3.5b).
    #[schemars(title = "Light recoil")]
    #[schemars(inner(range(min = -20, max = 20)))]
    pub recoil_light: Vec<i8>,
    /// Heavy recoil by shot of burst or automatic fire; past the end it goes on by one for each three shots (CQB-5.3.5b).
    #[schemars(title = "Heavy recoil")]
    #[schemars(inner(range(min = -20, max = 20)))]
    pub recoil_heavy: Vec<i8>,
    /// Each wound of the firer (CQB-5.3.6a).
    #[schemars(title = "Each wound")]
    #[schemars(range(min = -20, max = 20))]
    pub wound: i8,
    /// Using the weak hand (CQB-5.3.6b).
    #[schemars(range(min = -20, max = 20))]
    pub weak_hand: i8,
    /// Each full inch between old and new target (CQB-5.3.6c).
    #[schemars(title = "Change of target, each inch")]
    #[schemars(range(min = -20, max = 20))]
    pub change_per_inch: i8,
    /// Each failed gas test (CQB-5.3.6d).
    #[schemars(title = "Each failed gas test")]
    #[schemars(range(min = -20, max = 20))]
    pub gas: i8,
    /// Random location by the value of the card, ace to king (CQB-5.4).
    #[schemars(title = "Random location")]
    pub location: [Place; 13],
    /// Target number of the first stun test; it falls by one a turn (CQB-6a).
    #[schemars(range(min = 0, max = 30))]
    pub stun_target: i8,
    /// Target number of the first gas test; it rises by one a turn (CQB-7a).
    #[schemars(range(min = 0, max = 30))]
    pub gas_target: i8,
    /// Target numbers of tasks (CQB-8a).
    pub difficulty: Difficulty,
    /// Weapons by name; a scenario's own are added to those of the rulebook (CQB-1.4.2a).
    #[serde(deserialize_with = "added_weapons")]
    pub weapons: BTreeMap<String, Weapon>,
    /// How far a grenade is thrown (CQB-6d).
    pub throw_reach: Inches,
}

engage::table! {
    /// The lowest card of each ability's deck, 1 (ace) to 4 (CQB-2.1a).
    LowestCard: u8 {
        /// Jacks, queens and kings are removed.
        #[schemars(range(min = 1, max = 4))]
        novice = 1,
        /// Aces, queens and kings are removed.
        #[schemars(range(min = 1, max = 4))]
        experienced = 2,
        /// Aces, twos and kings are removed.
        #[schemars(range(min = 1, max = 4))]
        veteran = 3,
        /// Aces, twos and threes are removed.
        #[schemars(range(min = 1, max = 4))]
        elite = 4,
    }
}

engage::table! {
    /// Jokers in a deck by luck, 0 to 3 (CQB-2.2b).
    Jokers: u8 {
        /// A 5 on the average die.
        #[schemars(range(max = 3))]
        good = 1,
        /// A 3 or 4, or luck not in use.
        #[schemars(range(max = 3))]
        average = 2,
        /// A 2.
        #[schemars(range(max = 3))]
        bad = 3,
    }
}

engage::table! {
    /// Distance of a move in inches (CQB-4a).
    Moves: Inches {
        /// Crawl or stealthy.
        crawl = Inches::whole(3),
        /// Normal.
        normal = Inches::whole(6),
        /// Fast.
        fast = Inches::whole(12),
    }
}

engage::table! {
    /// Shots, or bursts, in a fire action (CQB-5.1a).
    Rate: u8 {
        /// Shots, every other turn.
        #[schemars(range(min = 1, max = 10))]
        slow = 1,
        /// Shots.
        #[schemars(range(min = 1, max = 10))]
        rapid = 1,
        /// Shots.
        #[schemars(range(min = 1, max = 10))]
        semi = 3,
        /// Bursts of the weapon's burst length.
        #[schemars(range(min = 1, max = 10))]
        burst = 2,
        /// Bursts of an average die.
        #[schemars(range(min = 1, max = 10))]
        auto = 3,
    }
}

engage::table! {
    /// Modifiers for movement in the turn before (CQB-5.3.1).
    Moved: i8, -20..=20 {
        /// The firer, up to the Normal distance.
        firer = 2,
        /// The firer, Fast, where that may fire at all (CQB-4b).
        firer_fast = 2,
        /// The target, up to the Normal distance.
        target = 1,
        /// The target, farther.
        target_fast = 2,
    }
}

engage::table! {
    /// Aiming modifiers (CQB-5.3.2b).
    Aim: i8, -20..=20 {
        /// Junk gun.
        junk = 0,
        /// General pistol.
        general_pistol = -1,
        /// Target pistol.
        target_pistol = -2,
        /// SMG.
        #[schemars(title = "SMG")]
        smg = -3,
        /// SMG+.
        #[schemars(title = "SMG+")]
        smg_plus = -4,
        /// Poor rifle.
        poor_rifle = -3,
        /// General rifle.
        rifle = -5,
        /// Sniper rifle.
        sniper_rifle = -6,
        /// Shotgun; no line is printed.
        shotgun = 0,
        /// Telescopic sight, in addition, for the first shot.
        scope = -1,
    }
}

engage::table! {
    /// Modifiers for naming a location (CQB-5.3.3a).
    Named: i8, -20..=20 {
        /// Brain stem.
        brain_stem = 4,
        /// Head.
        head = 2,
        /// Either arm.
        arm = 2,
        /// Leg.
        leg = 1,
        /// Torso.
        torso = 1,
    }
}

engage::table! {
    /// Target numbers of tasks (CQB-8a).
    Difficulty: i8, 0..=30 {
        /// Easy.
        easy = 4,
        /// Moderate.
        moderate = 6,
        /// Difficult.
        difficult = 8,
        /// Very difficult.
        very_difficult = 10,
    }
}

/// A range band (CQB-5.3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Its upper bound, inclusive.
    pub up_to: Inches,
    /// Its modifier.
    #[schemars(range(min = -20, max = 20))]
    pub modifier: i8,
}

/// A location of the random location table (CQB-5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// A leg.
    Leg,
    /// The weak arm.
    WeakArm,
    /// The strong arm.
    StrongArm,
    /// The head.
    Head,
    /// The torso where hard plates would cover it.
    TorsoUnderPlates,
    /// The torso beside them.
    TorsoOutsidePlates,
}

impl Place {
    /// Whether it is torso.
    #[must_use]
    pub const fn is_torso(self) -> bool {
        matches!(self, Place::TorsoUnderPlates | Place::TorsoOutsidePlates)
    }
}

/// How good a figure is: which deck it draws from, nothing else (CQB-1.4.1a).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Civilians and ordinary criminals.
    Novice,
    /// Police, soldiers, hardened criminals.
    #[default]
    Experienced,
    /// Long-service police and soldiers, career terrorists.
    Veteran,
    /// Special-operations and first-rate tactical teams.
    Elite,
}

impl Ability {
    /// Every ability, worst first.
    pub const ALL: [Ability; 4] = [Ability::Novice, Ability::Experienced, Ability::Veteran, Ability::Elite];
}

/// How lucky a team is, where it is not rolled for (CQB-2.2b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fortune {
    /// One joker.
    Good,
    /// Two jokers.
    #[default]
    Average,
    /// Three jokers.
    Bad,
}

/// What an average die is called (CQB-2.2b).
pub(crate) const AVERAGE_DIE: &str = "average die";

impl Fortune {
    /// A team's luck by its average die: 2 is bad, 5 is good (CQB-2.2b).
    #[must_use]
    pub const fn of(face: u8) -> Fortune {
        match face {
            ..=2 => Fortune::Bad,
            5.. => Fortune::Good,
            _ => Fortune::Average,
        }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        use Place::{Head, Leg, StrongArm, TorsoOutsidePlates as Torso, TorsoUnderPlates as Plated, WeakArm};
        let band = |up_to, modifier| Band { up_to: Inches::whole(up_to), modifier };
        Rules {
            deck_owner: DeckOwner::default(),
            reshuffle: Reshuffle::default(),
            luck: Luck::default(),
            order: Order::default(),
            joker_fire: JokerFire::default(),
            joker_fire_hazard: JokerFireHazard::default(),
            joker_secondary: JokerSecondary::default(),
            joker_test: JokerTest::default(),
            joker_reaction: JokerReaction::default(),
            hold_duration: HoldDuration::default(),
            failed_interrupt: FailedInterrupt::default(),
            move_and_fire: MoveAndFire::default(),
            fast_firer: FastFirer::default(),
            moved_window: MovedWindow::default(),
            auto_burst: AutoBurst::default(),
            select_fire: SelectFire::default(),
            stop_when_down: StopWhenDown::default(),
            location_deck: LocationDeck::default(),
            aim_cost: AimCost::default(),
            aim_persistence: AimPersistence::default(),
            aim_applies: AimApplies::default(),
            shotgun_aim: ShotgunAim::default(),
            location_needs_aim: LocationNeedsAim::default(),
            brainstem_helmet: BrainstemHelmet::default(),
            hostage_stop: HostageStop::default(),
            hostage_check_deck: HostageCheckDeck::default(),
            line_of_fire_beyond: LineOfFireBeyond::default(),
            long_range: LongRange::default(),
            single_recoil: SingleRecoil::default(),
            recoil_count: RecoilCount::default(),
            change_target: ChangeTarget::default(),
            cover: Cover::default(),
            magnum_vs_soft: MagnumVsSoft::default(),
            soft_coverage: SoftCoverage::default(),
            armour_knockdown: ArmourKnockdown::default(),
            arm_drop: ArmDrop::default(),
            one_arm_long_gun: OneArmLongGun::default(),
            penalties_on_resist: PenaltiesOnResist::default(),
            knockdown: Knockdown::default(),
            recovery_test: RecoveryTest::default(),
            door_test: DoorTest::default(),
            stun_recover: StunRecover::default(),
            gas_overcome: GasOvercome::default(),
            gas_recovery: GasRecovery::default(),
            lowest_card: LowestCard::default(),
            average_die: [2, 3, 3, 4, 4, 5],
            jokers: Jokers::default(),
            moves: Moves::default(),
            rate: Rate::default(),
            to_hit_base: 8,
            moved: Moved::default(),
            aim: Aim::default(),
            named: Named::default(),
            range: vec![band(3, -2), band(6, -1), band(12, 0), band(24, 1), band(48, 2), band(96, 3)],
            recoil_single: 1,
            recoil_light: vec![0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3],
            recoil_heavy: vec![0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7],
            wound: 1,
            weak_hand: 2,
            change_per_inch: 1,
            gas: 1,
            location: [Leg, Leg, Leg, Leg, WeakArm, StrongArm, Torso, Plated, Plated, Head, Plated, Plated, Plated],
            stun_target: 8,
            gas_target: 6,
            difficulty: Difficulty::default(),
            weapons: catalogue().map(|(name, weapon)| (name.to_owned(), weapon)).collect(),
            throw_reach: Inches::whole(12),
        }
    }
}

impl Rules {
    /// The pack of an ability with this many jokers (CQB-2.1a).
    #[must_use]
    pub const fn pack(&self, ability: Ability, jokers: u8) -> Pack {
        let low = match ability {
            Ability::Novice => self.lowest_card.novice,
            Ability::Experienced => self.lowest_card.experienced,
            Ability::Veteran => self.lowest_card.veteran,
            Ability::Elite => self.lowest_card.elite,
        };
        Pack::new(low, jokers)
    }

    /// Jokers in the decks of a team so lucky (CQB-2.2b).
    #[must_use]
    pub const fn jokers_of(&self, luck: Fortune) -> u8 {
        match luck {
            Fortune::Good => self.jokers.good,
            Fortune::Average => self.jokers.average,
            Fortune::Bad => self.jokers.bad,
        }
    }

    /// Shots or bursts in a fire action (CQB-5.1a).
    #[must_use]
    pub const fn rate_of(&self, fire: Fire) -> u8 {
        match fire {
            Fire::Slow => self.rate.slow,
            Fire::Rapid => self.rate.rapid,
            Fire::Semi => self.rate.semi,
            Fire::Burst => self.rate.burst,
            Fire::Auto => self.rate.auto,
        }
    }

    /// The difficulty of the test to open a door, if there is one (CQB-4c, CQB-8a).
    #[must_use]
    pub const fn door_difficulty(&self) -> Option<i8> {
        match self.door_test {
            DoorTest::None => None,
            DoorTest::Easy => Some(self.difficulty.easy),
            DoorTest::Moderate => Some(self.difficulty.moderate),
            DoorTest::Difficult => Some(self.difficulty.difficult),
            DoorTest::VeryDifficult => Some(self.difficulty.very_difficult),
        }
    }

    /// The aiming modifier of a category, without a sight (CQB-5.3.2b).
    #[must_use]
    pub fn aim_of(&self, category: Category) -> i8 {
        match category {
            Category::Junk => self.aim.junk,
            Category::GeneralPistol => self.aim.general_pistol,
            Category::TargetPistol => self.aim.target_pistol,
            Category::Smg => self.aim.smg,
            Category::SmgPlus => self.aim.smg_plus,
            Category::PoorRifle => self.aim.poor_rifle,
            Category::Rifle => self.aim.rifle,
            Category::SniperRifle => self.aim.sniper_rifle,
            Category::Shotgun if self.shotgun_aim == ShotgunAim::AsPoorRifle => self.aim.poor_rifle,
            Category::Shotgun => self.aim.shotgun,
        }
    }

    /// A weapon by name.
    ///
    /// # Errors
    /// The names there are, when this is none of them.
    pub fn weapon(&self, name: &str) -> Result<Weapon, String> {
        self.weapons.get(name).copied().ok_or_else(|| {
            let names: Vec<String> = self.weapons.keys().map(|name| format!("`{name}`")).collect();
            format!("unknown weapon `{name}`, expected one of {}", names.join(", "))
        })
    }

    /// The faces of the average die as a table (CQB-1.3d).
    #[must_use]
    pub fn average_die(&self) -> [(u8, u32); 6] {
        self.average_die.map(|face| (face, 1))
    }
}

/// The rulebook's weapons with a scenario's own added or put in their place.
fn added_weapons<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Weapon>, D::Error> {
    let mut weapons = Rules::default().weapons;
    weapons.extend(BTreeMap::<String, Weapon>::deserialize(deserializer)?);
    Ok(weapons)
}
