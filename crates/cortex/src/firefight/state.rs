//! The state of a firefight.

use std::hash::{Hash, Hasher};

use chance::{Die, Pool};
use engage::Side;
use field::{EachFigure, Figures};

use crate::group::Group;
use crate::team::Harm;

/// The most figures: characters, units, turrets and drones of both sides.
pub(crate) const MOST: usize = 16;
/// The most members of a unit (CX2-unit-2).
pub(crate) const MOST_MEMBERS: usize = 5;
/// The most Suppressed conditions at one time.
pub(crate) const MOST_CONDITIONS: usize = 8;

/// The current kind of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Absent: not deployed, or gone.
    Absent,
    Character,
    Unit,
    Turret,
    Drone,
}

/// A figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    pub(crate) kind: Kind,
    pub(crate) zone: u8,
    /// A character's tracks.
    pub(crate) harm: Harm,
    pub(crate) on_fire: Option<Die>,
    /// Cover that it has created (CX2-zone-2).
    pub(crate) in_cover: Option<Die>,
    /// A unit's dice, or a machine's.
    pub(crate) group: Group,
    /// A unit's specialists in action, a bit for each.
    pub(crate) up: u8,
    /// Whether it has suppressed in this fight.
    pub(crate) suppressed: bool,
    /// Machines that each specialist has deployed.
    pub(crate) deployed: [u8; MOST_MEMBERS],
    /// A border that it is crossing, with the activations spent (CX2-zone-5).
    pub(crate) crossing: Option<(u8, u8)>,
    /// The target it has flanked, with its remaining dice of cover (CX2-zone-4).
    pub(crate) flank: Option<Flanked>,
    /// The unit and the specialist that fly a drone.
    pub(crate) operator: Option<(u8, u8)>,
}

/// A position from which a target has less cover. A figure that flanks another gives it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Flanked {
    pub(crate) target: u8,
    /// The rest of the zone's cover, and of the created cover.
    pub(crate) left: [Option<Die>; 2],
}

/// A Suppressed condition (CX2-spec-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Suppression {
    pub(crate) by: u8,
    /// The gunner among the specialists of his unit.
    pub(crate) gunner: u8,
    pub(crate) target: u8,
    pub(crate) die: Die,
}

/// The next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FirefightStage {
    /// The roll that decides who goes first (CX2-init-3).
    Initiative,
    /// A turn begins.
    Begin,
    /// A figure has its go.
    Go,
    /// A medic tries for those who have just fallen (CX2-spec-3).
    Tend(Fallen),
}

/// Members of a unit who fell in the latest attack, for whom a medic may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fallen {
    pub(crate) unit: u8,
    /// Those without a speciality.
    pub(crate) plain: Pool,
    /// Specialists, a bit for each.
    pub(crate) specialists: u8,
    /// Attempts made for the first of them.
    pub(crate) tries: u8,
}

/// The dice that a figure brings to rolls as things stand, which follow from the rest of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Brought {
    /// The pool of a unit or a machine for any roll; none of a character.
    pub(super) own: Pool,
    /// The same with its cover dice.
    pub(super) resists: Pool,
    /// Its cover dice against any attacker: of its zone, and created.
    pub(super) cover: [Option<Die>; 2],
    /// Its drawbacks in the pool that opposes its actions, and in its attackers' pools.
    pub(super) hampers: Pool,
    pub(super) exposes: Pool,
}

/// Equal states bring equal dice, so these tell no states apart.
impl Hash for Brought {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The state of a firefight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FirefightState {
    pub(crate) pieces: [Piece; MOST],
    /// What each figure brings to rolls.
    pub(super) brought: [Brought; MOST],
    /// Figures in action, a bit for each; and the surveillance drones among them.
    pub(super) up: u16,
    pub(super) drones: u16,
    /// The Suppressed conditions in force, oldest first.
    pub(crate) conditions: [Option<Suppression>; MOST_CONDITIONS],
    pub(crate) edge_points: u16,
    pub(crate) points: u8,
    /// The side that goes first in this turn, and the side whose go it is.
    pub(crate) first: Side,
    pub(crate) side: Side,
    /// The figures that have acted in this turn, or may not act, a bit for each.
    pub(crate) acted: u16,
    pub(crate) stage: FirefightStage,
    /// Turns begun, where they are counted.
    pub(crate) turn: u16,
}

/// The figures of a bit set.
#[inline]
pub(crate) fn figures(bits: u16) -> EachFigure {
    Figures(bits.into()).iter()
}

impl Piece {
    /// Nobody.
    pub(crate) const ABSENT: Piece = Piece {
        kind: Kind::Absent,
        zone: 0,
        harm: Harm::SOUND,
        on_fire: None,
        in_cover: None,
        group: Group::NOBODY,
        up: 0,
        suppressed: false,
        deployed: [0; MOST_MEMBERS],
        crossing: None,
        flank: None,
        operator: None,
    };

    /// Whether it is there to act or to be attacked.
    pub(crate) fn in_action(&self) -> bool {
        match self.kind {
            Kind::Absent => false,
            Kind::Character => self.harm.in_action(),
            Kind::Unit | Kind::Turret | Kind::Drone => !self.group.qualities.is_empty(),
        }
    }

    /// Members in action, machines excluded.
    pub(crate) fn members(&self) -> u8 {
        match self.kind {
            Kind::Absent | Kind::Turret | Kind::Drone => 0,
            Kind::Character => u8::from(self.harm.in_action()),
            Kind::Unit => self.group.qualities.dice(),
        }
    }
}

impl Brought {
    /// No dice.
    pub(super) const NOTHING: Brought = Brought {
        own: Pool::EMPTY,
        resists: Pool::EMPTY,
        cover: [None; 2],
        hampers: Pool::EMPTY,
        exposes: Pool::EMPTY,
    };
}

impl FirefightState {
    /// Updates whether a figure is in action.
    pub(super) fn note_up(&mut self, who: usize) {
        let (piece, others) = (&self.pieces[who], !(1 << who));
        let (up, drone) = (piece.in_action(), piece.kind == Kind::Drone);
        self.up = self.up & others | u16::from(up) << who;
        self.drones = self.drones & others | u16::from(up && drone) << who;
    }

    /// Figures in action that may have a go: all but surveillance drones.
    pub(super) const fn able(&self) -> u16 {
        self.up & !self.drones
    }

    /// The conditions in force.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Suppression> {
        self.conditions.iter().flatten()
    }

    /// Keeps the conditions for which `holds` is true. Returns whether any was dropped.
    pub(super) fn keep_conditions(&mut self, holds: impl Fn(&Suppression) -> bool) -> bool {
        let mut kept = [None; MOST_CONDITIONS];
        let places = kept.iter_mut();
        places.zip(self.conditions().filter(|one| holds(one))).for_each(|(place, one)| *place = Some(*one));
        let dropped = self.conditions != kept;
        self.conditions = kept;
        dropped
    }

    /// Whether there is room for a number of further conditions.
    pub(crate) fn room_for(&self, conditions: u32) -> bool {
        self.conditions().count() + conditions as usize <= MOST_CONDITIONS
    }

    /// Whether a figure's gunner keeps a condition up, by his place among the specialists.
    pub(crate) fn suppresses(&self, by: usize, gunner: u8) -> bool {
        self.conditions[0].is_some() && self.conditions().any(|one| usize::from(one.by) == by && one.gunner == gunner)
    }

    /// The largest condition on a figure (clarification of CX2-spec-6).
    pub(crate) fn suppression(&self, target: usize) -> Option<Suppression> {
        // The first is in force as long as any is.
        self.conditions[0]?;
        let mut largest: Option<Suppression> = None;
        for one in self.conditions().filter(|one| usize::from(one.target) == target) {
            if largest.is_none_or(|other| one.die > other.die) {
                largest = Some(*one);
            }
        }
        largest
    }
}
