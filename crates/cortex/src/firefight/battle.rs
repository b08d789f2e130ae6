//! A compiled firefight: its figures, their zones and starting states.

use std::ops::Range;
use std::sync::Arc;

use chance::{Die, Pool};
use engage::{BySide, Side, Zones};

use super::state::{FirefightState, MOST};
use crate::combat::{Character, range};
use crate::fight::{Fight, Terms};
use crate::group::Group;

use crate::player::doctrine::Doctrine;
use crate::rules::Rules;
use crate::team::Harm;

engage::options! {
    /// A kind of specialist (CX2-spec).
    Speciality {
        /// Suppresses targets (CX2-spec-6).
        MachineGunner,
        /// Brings the fallen back (CX2-spec-3).
        Medic,
        /// Bypasses armour (CX2-spec-5).
        Marksman,
        /// Adds a die or a target (CX2-spec-2).
        Grenadier,
        /// Sets targets on fire (CX2-spec-1).
        Flamethrower,
        /// Deploys turrets and surveillance drones (CX2-spec-4).
        DroneOperator,
    }
}

/// A specialist, one of the members of his unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Specialist {
    pub(crate) speciality: Speciality,
    /// His Quality Die.
    pub(crate) die: Die,
    /// The die of his speciality (CX2-unit-4).
    pub(crate) own: Die,
}

/// The kinds of figures: important ones fight alone, basic combatants in units (CX2-scope-2).
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// A character, or an important enemy.
    Character(Character),
    /// A unit of basic combatants, with its specialists in the order listed.
    Unit(Vec<Specialist>),
    /// The place of a turret or surveillance drone, which may be deployed.
    Machine,
}

/// The starting state of a figure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) zone: u8,
    pub(crate) harm: Harm,
    pub(crate) group: Group,
}

/// A character, a unit or a machine.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub(crate) side: Side,
    pub(crate) body: Body,
    pub(crate) start: Start,
    pub(crate) doctrine: Doctrine,
    /// The dice that it always brings to a roll, by the distance in zones: 0, 1, or more.
    pub(super) brings: [Brings; 3],
}

/// The dice that a figure brings to a roll at some distance, as far as they never change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brings {
    /// To its own attack.
    pub(super) attacks: Pool,
    /// To its resistance, with the die of the range.
    pub(super) resists: Pool,
}

/// The side that goes first (CX2-init-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstGo {
    /// This side.
    Side(Side),
    /// The winner of the roll.
    Contest,
}

/// A firefight: the players' characters, who are blue, against units and important enemies.
#[derive(Clone, Debug)]
pub(crate) struct Firefight {
    pub(crate) rules: Rules,
    /// Blue's figures, red's, then places for machines.
    pub(crate) profiles: Vec<Profile>,
    /// The number of blue figures, and of all figures present at the start.
    pub(crate) blues: usize,
    pub(crate) men: usize,
    /// The units that have a medic at the start, a bit for each.
    pub(crate) medics: u16,
    pub(crate) zones: Arc<Zones>,
    /// Cover Ratings by zone, for either side.
    pub(crate) covers: Vec<BySide<Option<Die>>>,
    /// The umpire's Edge Points (CX2-unit-3).
    pub(crate) edge_points: u16,
    pub(crate) first: FirstGo,
    pub(crate) terms: Terms,
}

impl Profile {
    pub(crate) fn new(rules: &Rules, side: Side, body: Body, start: Start, doctrine: Doctrine) -> Profile {
        let brings = [0, 1, 2].map(|zones| {
            let (attacks, resists) = match &body {
                Body::Character(character) => (character.attacks(zones), character.resists(rules, zones, false)),
                Body::Unit(_) | Body::Machine => (Pool::EMPTY, Pool::EMPTY),
            };
            Brings { attacks, resists: resists.and_one(range(rules, zones)) }
        });
        Profile { side, body, start, doctrine, brings }
    }

    /// Its specialists.
    pub(crate) fn specialists(&self) -> &[Specialist] {
        match &self.body {
            Body::Unit(specialists) => specialists,
            Body::Character(_) | Body::Machine => &[],
        }
    }

    /// Its traits, if it is a character.
    pub(crate) const fn character(&self) -> Option<&Character> {
        match &self.body {
            Body::Character(character) => Some(character),
            Body::Unit(_) | Body::Machine => None,
        }
    }

    /// Members at the start.
    pub(crate) fn members(&self) -> u8 {
        match self.body {
            Body::Character(_) => u8::from(self.start.harm.in_action()),
            Body::Unit(_) => self.start.group.qualities.dice(),
            Body::Machine => 0,
        }
    }
}

impl Fight for Firefight {
    type State = FirefightState;

    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    fn zones(&self) -> Option<&Arc<Zones>> {
        Some(&self.zones)
    }

    fn began(&self, side: Side) -> u8 {
        self.profiles.iter().filter(|profile| profile.side == side).map(Profile::members).sum()
    }

    /// Turrets excluded.
    fn members(&self, state: &FirefightState, side: Side) -> u8 {
        self.of(side).map(|who| state.pieces[who].members()).sum()
    }

    /// A turret keeps its side in the fight, a surveillance drone does not.
    fn is_up(&self, state: &FirefightState, side: Side) -> bool {
        state.able() & self.bits(side) != 0
    }
}

impl Firefight {
    /// The units that have a medic, a bit for each.
    pub(crate) fn medics_of(profiles: &[Profile]) -> u16 {
        let has = |profile: &Profile| profile.specialists().iter().any(|one| one.speciality == Speciality::Medic);
        profiles.iter().rev().fold(0, |medics, profile| medics << 1 | u16::from(has(profile)))
    }

    /// Whether any player spends plot points.
    pub(crate) fn spends_points(&self) -> bool {
        self.of(Side::Blue).any(|who| self.profiles[who].doctrine.spends_points())
    }

    /// The profiles by number.
    pub(crate) fn all(&self) -> Range<usize> {
        0..self.profiles.len().min(MOST)
    }

    /// The places of machines.
    pub(crate) fn machines(&self) -> Range<usize> {
        self.men..self.all().end
    }

    /// The Cover Rating of a zone for a figure (CX2-zone-2).
    pub(crate) fn rating(&self, who: usize, zone: u8) -> Option<Die> {
        self.covers[usize::from(zone)][self.profiles[who].side]
    }

    /// The figures of a side, a bit for each.
    pub(super) const fn bits(&self, side: Side) -> u16 {
        let blues = ((1_u32 << self.blues) - 1) as u16;
        if matches!(side, Side::Blue) { blues } else { !blues }
    }

    /// The figures of a side.
    pub(crate) fn of(&self, side: Side) -> impl Iterator<Item = usize> + Clone + use<> {
        let Range { end, .. } = self.all();
        let blues = self.blues.min(end);
        match side {
            Side::Blue => 0..blues,
            Side::Red => blues..end,
        }
    }
}
