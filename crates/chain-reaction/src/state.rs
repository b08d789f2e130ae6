//! Where a battle stands, by how long each part of it lasts.

use engage::{Agenda, BySide, Side};
use field::{Cell, Figures};

use crate::damage::Fate;
use crate::figure::Figure;
use crate::melee::Pools;
use crate::shooting::MOST_TARGETS;
use crate::weapon::Weapon;

/// The most tasks that can be pending at once: an activation, a charge, voluntary fire, In Sight, and of an exchange
/// its tests, its aftermath, the dice still to be thrown and the hits on four targets (Clarification 28).
pub(crate) const DEPTH: usize = 16;

/// Where a battle stands.
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

/// What a group fires at when it sees several enemy groups (CR-focus-2, Clarification 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Focus {
    /// The figures of the enemy group; none if it has no focus.
    pub(crate) on: Figures,
    /// The figures of all enemy groups that were in sight when it was last asked for.
    pub(crate) among: Figures,
}

/// What lasts a turn (CR-turn-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    /// Whether the dice have been thrown.
    pub(crate) begun: bool,
    /// The sides still to act, in order; a side with no active figure is left out.
    pub(crate) sides: [Option<Side>; 2],
    /// The lowest Rep of each of them that acts on its die.
    pub(crate) needed: BySide<u8>,
    /// Figures of the first of them whose group has had its turn.
    pub(crate) acted: Figures,
}

/// What lasts the activation of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Activation {
    /// The active figures.
    pub(crate) active: Figures,
    /// Who of them had ducked back when it began, and may recover (CR-status-duck).
    pub(crate) ducked: Figures,
    /// Who of them has fired as a reaction, if that is held against them (CR-act-3).
    pub(crate) reacted: Figures,
    /// Who of them reloads until it ends (Clarification 35).
    pub(crate) reloading: Figures,
    /// Who of them means to move (CR-act-2).
    pub(crate) movers: Figures,
    /// Who of them means to charge (CR-wtc-1).
    pub(crate) chargers: Figures,
    /// Who of them has changed weapons (CR-fig-4).
    pub(crate) changed: Figures,
    /// Who of them falls at the end of its move (CR-attr-clumsy).
    pub(crate) falls: Figures,
    /// The figures that have retired in this activation, of either side (CR-bc-4).
    pub(crate) retired: Figures,
    /// Whose movement is over (Clarification 26).
    pub(crate) stopped: Figures,
    /// Who of them has had the fire of its own will, on a map (Clarification 26).
    pub(crate) fired: Figures,
}

/// What lasts a volley: all who fire together (CR-fire-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Volley<const N: usize> {
    /// Who fires.
    pub(crate) shooters: Figures,
    /// Who of them fires in haste (CR-status-snap).
    pub(crate) snap: Figures,
    /// At whom each of them fires.
    pub(crate) aims: [Aim; N],
    /// The targets they have fired at.
    pub(crate) shot_at: Figures,
    /// The worst that has become of each figure.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Aim {
    /// Targets, each with its dice; an entry without dice is empty.
    pub targets: [(u8, u8); MOST_TARGETS],
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

/// What is to be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Task {
    /// Nothing.
    #[default]
    Nothing,
    /// A group's activation begins for these of it (CR-turn-2).
    Activate(Figures),
    /// These hunkered figures are rallied one by one (CR-rally-1).
    Rally(Figures),
    /// These are still to act (CR-act-1).
    Act(Figures),
    /// These of a group may fire of their own will, together (CR-act-1).
    Voluntary(Figures),
    /// These of a group move, together (CR-act-2).
    Move(Figures),
    /// These go on with their move, after what it has brought about (CR-insight-2).
    MoveOn(Figures),
    /// Somebody comes into sight, and is watched group by group (CR-insight-1).
    InSight {
        /// The watchers of all groups that have not tested yet.
        watchers: Figures,
        /// Who came into sight.
        movers: Figures,
    },
    /// These are still to throw their dice (CR-fire-5).
    Fire(Figures),
    /// Hits are still to be rolled for (CR-dmg-1).
    Damage {
        /// Who hit.
        shooter: u8,
        /// The target.
        target: u8,
        /// How often.
        hits: u8,
        /// With what.
        weapon: Weapon,
    },
    /// All hits have been rolled for: what becomes of everybody (CR-dmg-2).
    Aftermath,
    /// Friends of casualties test, group by group (CR-mandown-1).
    ManDown {
        /// The figures that have not tested yet.
        testers: Figures,
        /// Who carried on when the friends went down.
        up: Figures,
        /// Who felled them.
        by: Figures,
    },
    /// A force's Leader is lost: these still test, group by group (CR-leaderlost-1).
    LeaderLost(Figures),
    /// Some have been shot at and missed: their groups test, and play out the exchange, one after the other (CR-rf-1).
    ReceivedFire {
        /// Who was missed and whose group has not tested yet.
        missed: Figures,
        /// Who shot.
        by: Figures,
        /// The highest ranking of their weapons.
        ranking: u8,
        /// Where a grenade or a round has burst, or was meant to: figures that see it test.
        spot: Option<Cell>,
    },
    /// These charge, on a map (CR-wtc-1).
    Charges {
        /// The figures not stopped.
        chargers: Figures,
        /// How far they have come.
        stage: Rush,
    },
    /// A charge (CR-wtc-1).
    Charge {
        /// Who charges.
        charger: u8,
        /// The target.
        target: u8,
        /// How far it has come.
        stage: Stage,
    },
}

impl Task {
    /// Whether it belongs to a chain of fire and tests, which is played out before anything else.
    pub(crate) const fn is_of_chain(&self) -> bool {
        use Task::{Aftermath, Damage, Fire, InSight, LeaderLost, ManDown, ReceivedFire};
        matches!(
            self,
            Fire(_) | Damage { .. } | Aftermath | InSight { .. } | ManDown { .. } | LeaderLost(_) | ReceivedFire { .. }
        )
    }
}

/// How far those have come who charge on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Rush {
    /// They want to (CR-wtc-1).
    Wanted,
    /// They are on their way.
    Going,
    /// They are near: those of these whom they charge have not tested yet (CR-bc-1).
    Near(Figures),
    /// They come into contact (CR-melee-6).
    Contact,
}

/// How far a charge has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    /// It is wanted (CR-wtc-1).
    Wanted,
    /// The charger is near (CR-bc-1).
    Near,
    /// It is in contact (CR-melee-6).
    Contact,
    /// They fight, with these dice left on each side (CR-melee-3).
    Melee(Pools),
}
