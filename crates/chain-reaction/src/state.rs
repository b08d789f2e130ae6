//! The state of a battle, grouped by how long each part lasts.

use std::hash::{Hash, Hasher};

use engage::{Agenda, BySide, Side};
use field::{Cell, Figures};

use crate::damage::Fate;
use crate::figure::Figure;
use crate::melee::Pools;
use crate::shooting::MOST_TARGETS;
use crate::weapon::Weapon;

/// Maximum number of tasks pending at once: an activation, a charge, voluntary fire, In Sight, and for an exchange its
/// tests, its aftermath, the dice still to be thrown and the hits on four targets (Clarification 28).
pub(crate) const DEPTH: usize = 16;

/// The state of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State<const N: usize, G> {
    pub(crate) ground: G,
    pub(crate) figures: [Figure; N],
    /// Forces that have lost their overall Leader (CR-leaderlost-1).
    pub(crate) leaderless: BySide<bool>,
    /// The focus of each group, by its number (CR-focus-2).
    pub(crate) focus: [Focus; N],
    pub(crate) turn: Turn,
    pub(crate) activation: Activation,
    pub(crate) volley: Volley<N>,
    pub(crate) agenda: Agenda<Task, DEPTH>,
}

/// The group's target when it sees several enemy groups (CR-focus-2, Clarification 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Focus {
    /// The figures of the enemy group; none if it has no focus.
    pub(crate) on: Figures,
    /// The figures of all enemy groups that were in sight at the last Focus test.
    pub(crate) among: Figures,
}

/// State that lasts for a turn (CR-turn-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    /// Whether the dice have been thrown.
    pub(crate) begun: bool,
    /// The sides still to act, in order; a side with no active figure is left out.
    pub(crate) sides: [Option<Side>; 2],
    /// For each of these sides, the lowest Rep that acts on its die.
    pub(crate) needed: BySide<u8>,
    /// Figures of the first of these sides whose group has had its turn.
    pub(crate) acted: Figures,
}

/// State that lasts for the activation of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Activation {
    /// The active figures.
    pub(crate) active: Figures,
    /// Active figures that were ducked back when it began, and may recover (CR-status-duck).
    pub(crate) ducked: Figures,
    /// Active figures that have fired in reaction, if that uses up their fire (CR-act-3).
    pub(crate) reacted: Figures,
    /// Active figures that reload until it ends (Clarification 35).
    pub(crate) reloading: Figures,
    /// Active figures that intend to move (CR-act-2).
    pub(crate) movers: Figures,
    /// Active figures that intend to charge (CR-wtc-1).
    pub(crate) chargers: Figures,
    /// Active figures that have changed weapons (CR-fig-4).
    pub(crate) changed: Figures,
    /// Active figures that fall at the end of their move (CR-attr-clumsy).
    pub(crate) falls: Figures,
    /// The figures that have retired in this activation, of either side (CR-bc-4).
    pub(crate) retired: Figures,
    /// Figures whose movement is over (Clarification 26).
    pub(crate) stopped: Figures,
    /// Active figures that have used their voluntary fire, on a map (Clarification 26).
    pub(crate) fired: Figures,
}

/// State that lasts for a volley: all figures that fire together (CR-fire-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Volley<const N: usize> {
    /// The figures that fire.
    pub(crate) shooters: Figures,
    /// Shooters that snap fire (CR-status-snap).
    pub(crate) snap: Figures,
    /// The targets of each shooter.
    pub(crate) aims: [Aim; N],
    /// The targets they have fired at.
    pub(crate) shot_at: Figures,
    /// The worst fate so far of each figure.
    pub(crate) worst: [Option<Fate>; N],
    /// The highest ranking among their weapons (CR-og-2).
    pub(crate) ranking: u8,
    /// Where a grenade or a round has burst, or was meant to (CR-blast-2).
    pub(crate) spot: Option<Cell>,
}

impl<const N: usize> Default for Volley<N> {
    fn default() -> Volley<N> {
        Volley {
            shooters: Figures::NONE,
            snap: Figures::NONE,
            aims: [Aim::default(); N],
            shot_at: Figures::NONE,
            worst: [None; N],
            ranking: 0,
            spot: None,
        }
    }
}

/// The targets of one figure's fire with their dice, in the order of declaration (CR-target-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aim {
    /// Targets, each with its dice; an entry without dice is empty.
    pub targets: [(u8, u8); MOST_TARGETS],
}

impl Hash for Aim {
    /// As one word: solvers hash states often.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let word = |word: u64, (target, dice): (u8, u8)| word << 16 | u64::from(target) << 8 | u64::from(dice);
        state.write_u64(self.targets.into_iter().fold(0, word));
    }
}

impl Aim {
    /// All dice on one target.
    #[must_use]
    pub const fn at(target: usize, dice: u8) -> Aim {
        Aim { targets: [(target as u8, dice), (0, 0), (0, 0), (0, 0)] }
    }

    /// The dice of all targets.
    #[must_use]
    pub fn dice(&self) -> u8 {
        self.targets.iter().map(|&(_, dice)| dice).sum()
    }

    /// The targets that have dice, with them.
    pub fn declared(&self) -> impl Iterator<Item = (usize, u8)> + use<> {
        self.targets.into_iter().filter(|&(_, dice)| dice > 0).map(|(target, dice)| (target.into(), dice))
    }
}

/// A task on the agenda.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Task {
    /// Nothing.
    #[default]
    Nothing,
    /// These members begin the group's activation (CR-turn-2).
    Activate(Figures),
    /// These hunkered figures are rallied one by one (CR-rally-1).
    Rally(Figures),
    /// These figures must still act (CR-act-1).
    Act(Figures),
    /// These members of a group may fire voluntarily, together (CR-act-1).
    Voluntary(Figures),
    /// These members of a group move, together (CR-act-2).
    Move(Figures),
    /// These figures continue their move, after its consequences (CR-insight-2).
    MoveOn(Figures),
    /// Figures come into sight, and the watchers test group by group (CR-insight-1).
    InSight {
        /// The watchers of all groups that have not tested yet.
        watchers: Figures,
        /// The figures that came into sight.
        movers: Figures,
    },
    /// These figures must still throw their dice (CR-fire-5).
    Fire(Figures),
    /// The damage of hits must still be rolled (CR-dmg-1).
    Damage {
        /// The shooter.
        shooter: u8,
        /// The target.
        target: u8,
        /// Number of hits.
        hits: u8,
        /// The weapon.
        weapon: Weapon,
    },
    /// All damage has been rolled: its effects on all figures (CR-dmg-2).
    Aftermath,
    /// Friends of casualties test, group by group (CR-mandown-1).
    ManDown {
        /// The figures that have not tested yet.
        testers: Figures,
        /// The figures that carried on when their friends went down.
        up: Figures,
        /// The figures that put them down.
        by: Figures,
    },
    /// A force's overall Leader is lost: these figures must still test, group by group (CR-leaderlost-1).
    LeaderLost(Figures),
    /// Figures have been shot at and missed: their groups test and play out the exchange, one after another (CR-rf-1).
    ReceivedFire {
        /// The figures that were missed and whose group has not tested yet.
        missed: Figures,
        /// The shooters.
        by: Figures,
        /// The highest ranking of the shooters' weapons.
        ranking: u8,
        /// Where a grenade or a round has burst, or was meant to: figures that see it test.
        spot: Option<Cell>,
    },
    /// These figures charge, on a map (CR-wtc-1).
    Charges {
        /// The chargers that have not been stopped.
        chargers: Figures,
        /// The stage of the charges.
        stage: Rush,
    },
    /// A charge (CR-wtc-1).
    Charge {
        /// The charger.
        charger: u8,
        /// The target.
        target: u8,
        /// The stage of the charge.
        stage: Stage,
    },
}

impl Task {
    /// Whether the task belongs to a chain of fire and tests, which is played out before anything else.
    pub(crate) const fn is_of_chain(&self) -> bool {
        use Task::{Aftermath, Damage, Fire, InSight, LeaderLost, ManDown, ReceivedFire};
        matches!(
            self,
            Fire(_) | Damage { .. } | Aftermath | InSight { .. } | ManDown { .. } | LeaderLost(_) | ReceivedFire { .. }
        )
    }
}

/// The stage of charges on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rush {
    /// The figures want to charge (CR-wtc-1).
    Wanted,
    /// The chargers are on their way.
    Going,
    /// The chargers are near; these targets have not tested yet (CR-bc-1).
    Near(Figures),
    /// The chargers come into contact (CR-melee-6).
    Contact,
}

/// The stage of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    /// The figure wants to charge (CR-wtc-1).
    Wanted,
    /// The charger is near (CR-bc-1).
    Near,
    /// The charger is in contact (CR-melee-6).
    Contact,
    /// Both figures fight, with these dice left on each side (CR-melee-3).
    Melee(Pools),
}
