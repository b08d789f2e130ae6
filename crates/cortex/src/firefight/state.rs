//! Where a firefight stands.

use chance::{Die, Pool};
use engage::Side;
use field::{EachFigure, Figures};

use crate::group::Group;
use crate::team::Harm;

/// The most figures: characters, units, turrets and drones of both sides.
pub(crate) const MOST: usize = 16;
/// The most members of a unit (CX2-unit-2).
pub(crate) const MOST_MEMBERS: usize = 5;
/// The most Suppressed conditions that stand at one time.
pub(crate) const MOST_CONDITIONS: usize = 8;

/// What a figure is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Nothing: not deployed, or gone.
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
    pub(crate) flank: Option<Flank>,
    /// The unit and the specialist that fly a drone.
    pub(crate) operator: Option<(u8, u8)>,
}

/// A position from which a target has less cover. A figure that flanks another gives it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Flank {
    pub(crate) target: u8,
    /// What is left of the cover of the zone, and of that created.
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

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    /// The roll for who goes first (CX2-init-3).
    Initiative,
    /// A turn begins.
    Begin,
    /// Somebody has his go.
    Go,
    /// A medic tries for those who have just fallen (CX2-spec-3).
    Tend(Fallen),
}

/// Members of a unit who fell in the latest attack and may be tried for by a medic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fallen {
    pub(crate) unit: u8,
    /// Those without a speciality.
    pub(crate) plain: Pool,
    /// Specialists, a bit for each.
    pub(crate) specialists: u8,
    /// How often it has been tried for the first of them.
    pub(crate) tries: u8,
}

/// Where a firefight stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FirefightState {
    pub(crate) pieces: [Piece; MOST],
    /// Which of them are in action, a bit for each; and of those the surveillance drones.
    pub(super) up: u16,
    pub(super) drones: u16,
    /// The conditions that stand, first those that were placed first.
    pub(crate) conditions: [Option<Suppression>; MOST_CONDITIONS],
    pub(crate) edge_points: u16,
    pub(crate) points: u8,
    /// Who goes first in this turn, and whose go it is.
    pub(crate) first: Side,
    pub(crate) side: Side,
    /// The figures that have had their go in this turn, or may not have one, a bit for each.
    pub(crate) acted: u16,
    pub(crate) stage: Stage,
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

impl FirefightState {
    /// Notes whether somebody is in action, after anything that may have changed it.
    pub(super) fn note(&mut self, who: usize) {
        let (piece, others) = (&self.pieces[who], !(1 << who));
        let (up, drone) = (piece.in_action(), piece.kind == Kind::Drone);
        self.up = self.up & others | u16::from(up) << who;
        self.drones = self.drones & others | u16::from(up && drone) << who;
    }

    /// Whether everybody is noted as he is.
    pub(super) fn is_noted(&self) -> bool {
        let mut again = *self;
        (0..MOST).for_each(|who| again.note(who));
        again == *self
    }

    /// Those in action who may have a go: surveillance drones have none.
    pub(super) const fn able(&self) -> u16 {
        self.up & !self.drones
    }

    /// The conditions that stand.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Suppression> {
        self.conditions.iter().flatten()
    }

    /// Keeps those conditions for which something holds.
    pub(crate) fn keep_conditions(&mut self, holds: impl Fn(&Suppression) -> bool) {
        if self.conditions().next().is_none() {
            return;
        }
        let mut kept = [None; MOST_CONDITIONS];
        let places = kept.iter_mut();
        places.zip(self.conditions().filter(|one| holds(one))).for_each(|(place, one)| *place = Some(*one));
        self.conditions = kept;
    }

    /// Whether one more condition can stand.
    pub(crate) fn room_for(&self, conditions: u32) -> bool {
        self.conditions().count() + conditions as usize <= MOST_CONDITIONS
    }

    /// Whether somebody's gunner keeps a condition up, by his place among the specialists.
    pub(crate) fn suppresses(&self, by: usize, gunner: u8) -> bool {
        self.conditions[0].is_some() && self.conditions().any(|one| usize::from(one.by) == by && one.gunner == gunner)
    }

    /// The largest condition on somebody (clarification of CX2-spec-6).
    pub(crate) fn suppression(&self, target: usize) -> Option<Suppression> {
        // The first is in action as long as any is.
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
