//! The pools of a firefight (CX2-attack-1, CX2-attack-2, CX2-unit-2, CX2-zone-3).

use chance::{Die, Pool};
use engage::Zones;

use super::battle::{Body, Firefight, Specialist, Speciality};
use super::state::{Brought, FirefightState, Kind, Piece, figures};
use crate::action::Attack;
use crate::combat::{Character, Plight, cover, range};
use crate::options::{Cover, DroneCostScope, DroneDurability, MedicReach};

impl Firefight {
    /// The distance of two figures in zones: 2 for two or more, and if no way connects them.
    pub(crate) fn apart(&self, one: &Piece, two: &Piece) -> u16 {
        match self.zones.apart(one.zone, two.zone) {
            Zones::NO_WAY => 2,
            zones => zones.into(),
        }
    }

    /// A unit's specialists of a kind in action, with their places in the list.
    pub(crate) fn specialists<'a>(
        &'a self,
        state: &'a FirefightState,
        unit: usize,
        wanted: Speciality,
    ) -> impl Iterator<Item = (u8, &'a Specialist)> + 'a {
        let up = state.pieces[unit].up;
        let listed = (0..).zip(self.profiles[unit].specialists());
        listed.filter(move |(nth, one)| up >> nth & 1 == 1 && one.speciality == wanted)
    }

    /// The first specialist of a kind in action.
    pub(crate) fn specialist<'a>(
        &'a self,
        state: &'a FirefightState,
        unit: usize,
        wanted: Speciality,
    ) -> Option<(u8, &'a Specialist)> {
        self.specialists(state, unit, wanted).next()
    }

    /// The surveillance drone flown by a specialist.
    pub(crate) fn drone_of(&self, state: &FirefightState, unit: usize, specialist: u8) -> Option<usize> {
        let flown = |piece: &Piece| piece.kind == Kind::Drone && piece.operator == Some((unit as u8, specialist));
        self.machines().find(|&who| flown(&state.pieces[who]))
    }

    /// The pool of a unit (CX2-unit-2) or a machine for any roll, without the dice of gunners who suppress and
    /// operators who fly a drone.
    #[inline]
    pub(crate) fn unit_pool(&self, state: &FirefightState, who: usize) -> Pool {
        match &self.profiles[who].body {
            Body::Unit(specialists) if specialists.is_empty() => state.pieces[who].group.qualities,
            _ => self.pool_without_the_busy(state, who),
        }
    }

    /// The same for any unit or machine.
    fn pool_without_the_busy(&self, state: &FirefightState, who: usize) -> Pool {
        let piece = &state.pieces[who];
        if piece.kind == Kind::Unit {
            let mut pool = piece.group.qualities;
            let away = |nth: u8, one: &Specialist| match one.speciality {
                Speciality::MachineGunner => state.suppresses(who, nth),
                Speciality::DroneOperator => self.drone_of(state, who, nth).is_some(),
                _ => false,
            };
            for (nth, one) in (0..).zip(self.profiles[who].specialists()) {
                if piece.up >> nth & 1 == 1 && away(nth, one) {
                    pool = pool.without(one.die);
                }
            }
            return pool;
        }
        let dice = match self.rules.drone_durability {
            DroneDurability::Single => 3,
            DroneDurability::ThreeDice => piece.group.qualities.dice(),
        };
        Pool::EMPTY.with(Die::D6, dice - u8::from(state.suppresses(who, 0)).min(dice))
    }

    /// The current drawbacks of a figure.
    #[inline]
    pub(crate) fn plight(&self, state: &FirefightState, who: usize) -> Plight {
        let Piece { harm, on_fire, .. } = state.pieces[who];
        Plight { harm, suppressed: state.suppression(who).map(|one| one.die), on_fire }
    }

    /// What a figure brings to rolls as things stand: its pool, its cover and its drawbacks (CX0-9).
    fn brought(&self, state: &FirefightState, who: usize) -> Brought {
        let cover = self.cover_of(state, who);
        let (own, hampers, exposes) = match self.profiles[who].body {
            Body::Character(_) => {
                let plight = self.plight(state, who);
                (Pool::EMPTY, plight.hampers(&self.rules), plight.exposes(&self.rules))
            }
            Body::Unit(_) | Body::Machine => {
                let drawbacks = state.pieces[who].group.complication.into();
                (self.unit_pool(state, who), drawbacks, drawbacks)
            }
        };
        let [zone, created] = cover;
        Brought { own, resists: own.and_one(zone).and_one(created), cover, hampers, exposes }
    }

    /// Notes whether a figure is in action and what it brings, after anything that may have changed it. Drones bear on
    /// others: on the cover of all in their zone, and on the pool of their operator's unit.
    pub(super) fn note(&self, state: &mut FirefightState, who: usize) {
        let drones = state.drones;
        state.note_up(who);
        if (drones | state.drones) >> who & 1 == 1 {
            self.note_all(state);
        } else {
            state.brought[who] = self.brought(state, who);
        }
    }

    /// The same of every figure, after a change that bears on several.
    #[cold]
    pub(super) fn note_all(&self, state: &mut FirefightState) {
        self.all().for_each(|who| state.note_up(who));
        self.all().for_each(|who| state.brought[who] = self.brought(state, who));
    }

    /// Whether every figure is up to date.
    pub(super) fn is_noted(&self, state: &FirefightState) -> bool {
        let mut again = *state;
        self.note_all(&mut again);
        again == *state
    }

    /// A figure's drawbacks in the pool that opposes its actions (CX0-9).
    #[inline(always)]
    pub(crate) fn hampers(&self, state: &FirefightState, who: usize) -> Pool {
        state.brought[who].hampers
    }

    /// The attack pool against a target (CX2-attack-1).
    #[inline(always)]
    pub(crate) fn attack_pool(&self, state: &FirefightState, me: usize, target: usize) -> Pool {
        let (zones, mine) = (self.apart(&state.pieces[me], &state.pieces[target]), &self.profiles[me]);
        let always = mine.brings[usize::from(zones.min(2))].attacks;
        debug_assert!(mine.character().is_none_or(|character| always == character.attacks(zones)));
        always.and(state.brought[me].own).and(state.brought[target].exposes)
    }

    /// A unit's attack pool with its specialists: their own dice replace their Quality Dice, and a grenadier adds the
    /// dice bought (CX2-unit-4, CX2-spec-2).
    pub(crate) fn with_specialists(&self, state: &FirefightState, me: usize, attack: &Attack, mut pool: Pool) -> Pool {
        let grenadier = attack.grenades > 0 || attack.others > 0;
        for (used, wanted, bought) in [
            (attack.flames, Speciality::Flamethrower, 0),
            (grenadier, Speciality::Grenadier, attack.grenades),
            (attack.marksman, Speciality::Marksman, 0),
        ] {
            if used && let Some((_, one)) = self.specialist(state, me, wanted) {
                pool = pool.without(one.die).with(one.own, 1 + bought);
            }
        }
        pool
    }

    /// A target's resistance pool, without the attacker's drawbacks (CX2-attack-2).
    #[inline(always)]
    pub(crate) fn resist_pool(&self, state: &FirefightState, me: usize, target: usize, marksman: bool) -> Pool {
        let (zones, theirs) = (self.apart(&state.pieces[me], &state.pieces[target]), &self.profiles[target]);
        let known = theirs.brings[usize::from(zones.min(2))].resists;
        debug_assert!(theirs.character().is_none_or(|character| known == self.resists(character, zones, false)));
        let always = match theirs.character() {
            Some(character) if marksman => self.resists(character, zones, true),
            _ => known,
        };
        let brought = &state.brought[target];
        always.and(match self.flanked(state, me, target) {
            Some([zone, created]) => brought.own.and_one(zone).and_one(created),
            None => brought.resists,
        })
    }

    /// What a character always resists with at a distance in zones, with the die of the range.
    #[inline(never)]
    fn resists(&self, character: &Character, zones: u16, marksman: bool) -> Pool {
        character.resists(&self.rules, zones, marksman).and_one(range(&self.rules, zones))
    }

    /// A target's cover dice against any attacker: of its zone, and created (CX2-zone-3).
    fn cover_of(&self, state: &FirefightState, target: usize) -> [Option<Die>; 2] {
        let piece = &state.pieces[target];
        let rating = self.rating(target, piece.zone);
        if rating.is_none() && piece.in_cover.is_none() {
            return [None; 2];
        }
        let skill = match (&self.profiles[target].body, piece.kind) {
            (Body::Character(character), _) => Some(character.direct_action),
            (_, Kind::Turret | Kind::Drone) if !self.rules.drone_cover => None,
            _ => piece.group.qualities.smallest(),
        };
        let watched = || figures(state.drones).any(|drone| state.pieces[drone].zone == piece.zone);
        match skill.filter(|_| !watched()) {
            Some(skill) => cover(&self.rules, skill, rating, piece.in_cover),
            None => [None; 2],
        }
    }

    /// A target's cover dice against one attacker, who may have flanked it (CX2-zone-4).
    #[inline(always)]
    pub(crate) fn cover_against(&self, state: &FirefightState, me: usize, target: usize) -> [Option<Die>; 2] {
        self.flanked(state, me, target).unwrap_or(state.brought[target].cover)
    }

    /// The same against an attacker who has flanked it.
    #[inline(always)]
    fn flanked(&self, state: &FirefightState, me: usize, target: usize) -> Option<[Option<Die>; 2]> {
        let flank = state.pieces[me].flank.filter(|flank| usize::from(flank.target) == target)?;
        let cover = state.brought[target].cover;
        // Flanking never improves cover that has become worse since.
        Some([cover[0].min(flank.left[0]), cover[1].min(flank.left[1])])
    }

    /// Whether an action creates cover (CX2-zone-3).
    pub(crate) fn cover_is_created(&self) -> bool {
        self.rules.cover != Cover::Automatic
    }

    /// Edge Points for a unit's next machine (CX2-spec-4).
    pub(crate) fn price_of_a_machine(&self, state: &FirefightState, unit: usize, operator: u8) -> u16 {
        let deployed = match self.rules.drone_cost_scope {
            DroneCostScope::Operator => state.pieces[unit].deployed[usize::from(operator)],
            DroneCostScope::Side => state.pieces.iter().flat_map(|piece| piece.deployed).sum(),
        };
        1_u16.checked_shl(deployed.into()).unwrap_or(u16::MAX)
    }

    /// The first unit in listing order with a medic in action who reaches the fallen of `unit`; none if that unit has
    /// no member in action.
    pub(crate) fn medic_for(&self, state: &FirefightState, unit: usize) -> Option<usize> {
        let place = &state.pieces[unit];
        let reached = |who: &usize| match self.rules.medic_reach {
            MedicReach::SameZone => state.pieces[*who].zone == place.zone,
            MedicReach::OwnUnit => *who == unit,
            MedicReach::Any => true,
        };
        let has = |who: &usize| self.specialist(state, *who, Speciality::Medic).is_some();
        let medics = self.medics & self.bits(self.profiles[unit].side);
        figures(medics).filter(reached).find(has).filter(|_| place.in_action())
    }

    /// A free place for a machine.
    pub(crate) fn free_place(&self, state: &FirefightState) -> Option<usize> {
        self.machines().find(|&who| state.pieces[who].kind == Kind::Absent)
    }

    /// A figure's pool for the first go (CX2-init-3).
    pub(crate) fn initiative_pool(&self, state: &FirefightState, who: usize) -> Pool {
        match &self.profiles[who].body {
            Body::Character(character) => character.initiative(),
            Body::Unit(_) | Body::Machine => self.unit_pool(state, who),
        }
    }
}
