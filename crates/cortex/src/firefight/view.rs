//! A player's view of a firefight: all of it, since dice, tracks, conditions and points lie open on the table.

use chance::{Die, Pool};
use engage::{Side, Zones};

use super::battle::{Body, Firefight, Speciality};
use super::state::{FirefightState, Kind, figures};
use crate::action::{Action, Ask};
use crate::combat::harmed;
use crate::group::{Part, UnderAttack};
use crate::handling::Handling;
use crate::player::doctrine::Doctrine;
use crate::team::Harm;

/// The state of a firefight, for one of its figures. Figures have their numbers in the battle: blue's, red's, then
/// machines.
#[derive(Clone, Copy, Debug)]
pub struct FirefightView<'a> {
    battle: &'a Firefight,
    state: &'a FirefightState,
    me: usize,
}

impl<'a> FirefightView<'a> {
    pub(crate) const fn new(battle: &'a Firefight, state: &'a FirefightState, me: usize) -> FirefightView<'a> {
        FirefightView { battle, state, me }
    }

    /// The member asked about.
    #[must_use]
    pub const fn me(&self) -> usize {
        self.me
    }

    /// The doctrine of its player.
    #[must_use]
    pub fn doctrine(&self) -> &'a Doctrine {
        &self.battle.profiles[self.me].doctrine
    }

    /// The side of a figure: players are blue.
    #[must_use]
    pub fn side(&self, who: usize) -> Side {
        self.battle.profiles[who].side
    }

    /// Figures of a side in action, in listing order.
    pub fn up(&self, side: Side) -> impl Iterator<Item = usize> + Clone + use<> {
        figures(self.state.up & self.battle.bits(side))
    }

    /// Legal targets in listing order; surveillance drones only when no other enemy is left.
    pub fn targets(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let enemies = self.battle.bits(self.battle.profiles[self.me].side.enemy());
        let able = self.state.able() & enemies;
        figures(if able == 0 { self.state.up & enemies } else { able })
    }

    /// Whether the member asked about is on the umpire's side, and so fights the players.
    #[must_use]
    pub fn is_against_players(&self) -> bool {
        self.battle.profiles[self.me].side == Side::Red
    }

    /// Whether a figure is a character.
    #[must_use]
    pub fn is_character(&self, who: usize) -> bool {
        self.state.pieces[who].kind == Kind::Character
    }

    /// Whether a figure is a surveillance drone.
    #[must_use]
    pub fn is_drone(&self, who: usize) -> bool {
        self.state.pieces[who].kind == Kind::Drone
    }

    /// Members in action; 1 of a character, none of a machine.
    #[must_use]
    pub fn members(&self, who: usize) -> u8 {
        self.state.pieces[who].members()
    }

    /// A character's tracks.
    #[must_use]
    pub fn harm(&self, who: usize) -> Harm {
        self.state.pieces[who].harm
    }

    /// A unit's Quality Dice in action, and its Complication.
    #[must_use]
    pub fn group(&self, who: usize) -> (Pool, Option<Die>) {
        let group = &self.state.pieces[who].group;
        (group.qualities, group.complication)
    }

    /// The On Fire condition of a character.
    #[must_use]
    pub fn on_fire(&self, who: usize) -> Option<Die> {
        self.state.pieces[who].on_fire
    }

    /// The largest Suppressed condition on a character.
    #[must_use]
    pub fn suppressed(&self, who: usize) -> Option<Die> {
        self.state.suppression(who).map(|one| one.die)
    }

    /// Whether a character wears armour.
    #[must_use]
    pub fn is_armoured(&self, who: usize) -> bool {
        self.battle.profiles[who].character().is_some_and(|character| character.armour.is_some())
    }

    /// Whether a unit has suppressed in this fight.
    #[must_use]
    pub fn has_suppressed(&self, who: usize) -> bool {
        self.state.pieces[who].suppressed
    }

    /// Whether a unit keeps a Suppressed condition up.
    #[must_use]
    pub fn keeps_suppressed(&self, who: usize) -> bool {
        self.state.conditions().any(|one| usize::from(one.by) == who)
    }

    /// The die of a unit's machine gunner in action, or of a turret, that does not suppress yet.
    #[must_use]
    pub fn gunner(&self, who: usize) -> Option<Die> {
        self.battle.gunner(self.state, who).map(|(_, die)| die)
    }

    /// Whether the member asked about is nothing but a unit of plain soldiers.
    #[must_use]
    pub fn is_plain_unit(&self) -> bool {
        matches!(&self.battle.profiles[self.me].body, Body::Unit(specialists) if specialists.is_empty())
    }

    /// Whether a unit has a specialist of a kind in action.
    #[must_use]
    pub fn has(&self, who: usize, wanted: Speciality) -> bool {
        self.battle.specialist(self.state, who, wanted).is_some()
    }

    /// Machines deployed by a unit's first operator.
    #[must_use]
    pub fn deployed(&self, who: usize) -> u8 {
        let operator = self.battle.specialist(self.state, who, Speciality::DroneOperator);
        operator.map_or(0, |(nth, _)| self.state.pieces[who].deployed[usize::from(nth)])
    }

    /// The surveillance drone flown by a unit's first operator.
    #[must_use]
    pub fn drone(&self, who: usize) -> Option<usize> {
        let operator = self.battle.specialist(self.state, who, Speciality::DroneOperator);
        operator.and_then(|(nth, _)| self.battle.drone_of(self.state, who, nth))
    }

    /// The umpire's Edge Points.
    #[must_use]
    pub const fn edge_points(&self) -> u16 {
        self.state.edge_points
    }

    /// The players' plot points.
    #[must_use]
    pub const fn points(&self) -> u8 {
        self.state.points
    }

    /// Whether a figure is in action.
    #[must_use]
    pub const fn is_up(&self, who: usize) -> bool {
        self.state.up >> who & 1 == 1
    }

    /// The firefight as it lies open, to try out what it would become.
    pub(crate) const fn supposed(&self) -> Supposed<'a> {
        Supposed { battle: self.battle, state: *self.state }
    }

    /// The goes that the cheapest way of the member asked about to a zone takes; none if there is no way.
    #[must_use]
    pub fn goes_to(&self, zone: u8) -> Option<u8> {
        let (mut at, mut goes) = (self.zone(self.me), 0_u8);
        while at != zone {
            let (to, cost) = self.battle.zones.towards(at, zone)?;
            goes = goes.saturating_add(cost);
            at = to;
        }
        Some(goes)
    }

    /// The zones.
    #[must_use]
    pub fn zones(&self) -> &'a Zones {
        &self.battle.zones
    }

    /// A figure's zone, by its number.
    #[must_use]
    pub fn zone(&self, who: usize) -> u8 {
        self.state.pieces[who].zone
    }

    /// A figure's starting zone.
    #[must_use]
    pub fn began_in(&self, who: usize) -> u8 {
        self.battle.profiles[who].start.zone
    }

    /// The Cover Rating of a zone for the member asked about.
    #[must_use]
    pub fn rating(&self, zone: u8) -> Option<Die> {
        self.battle.rating(self.me, zone)
    }

    /// Whether cover has to be created by an action.
    #[must_use]
    pub fn cover_is_created(&self) -> bool {
        self.battle.cover_is_created()
    }

    /// The cover that a figure has created.
    #[must_use]
    pub fn in_cover(&self, who: usize) -> Option<Die> {
        self.state.pieces[who].in_cover
    }

    /// The largest die of a target's cover against an attacker.
    #[inline(always)]
    #[must_use]
    pub fn cover(&self, by: usize, target: usize) -> Option<Die> {
        let [zone, created] = self.battle.cover_against(self.state, by, target);
        zone.max(created)
    }

    /// The pool of a unit or a machine for any roll, without drawbacks of others (CX2-unit-2).
    #[must_use]
    pub fn unit_pool(&self, who: usize) -> Pool {
        self.battle.unit_pool(self.state, who)
    }

    /// A figure's attack pool against a target.
    #[must_use]
    pub fn attack_pool(&self, by: usize, target: usize) -> Pool {
        self.battle.attack_pool(self.state, by, target)
    }

    /// A target's resistance pool against an attacker.
    #[must_use]
    pub fn resist_pool(&self, by: usize, target: usize) -> Pool {
        self.battle.resist_pool(self.state, by, target, false).and(self.battle.hampers(self.state, by))
    }

    /// A character's own attack dice against a figure, without drawbacks.
    #[must_use]
    pub fn own_attack(&self, who: usize, against: usize) -> Pool {
        let zones = self.battle.apart(&self.state.pieces[who], &self.state.pieces[against]);
        self.battle.profiles[who].character().map_or(Pool::EMPTY, |character| character.attacks(zones))
    }

    /// A figure's pool for the first go.
    #[must_use]
    pub fn initiative(&self, who: usize) -> Pool {
        self.battle.initiative_pool(self.state, who)
    }

    /// Whether a figure still has its go in this turn.
    #[must_use]
    pub fn may_act(&self, who: usize) -> bool {
        self.battle.may_act(self.state, who)
    }

    /// Whether this answer is legal, if no free action came before it.
    #[must_use]
    pub fn may(&self, ask: Ask, action: &Action) -> bool {
        self.battle.may(self.state, self.me, ask, action, super::legal::SoFar::default()).is_ok()
    }
}

/// A firefight as a player supposes it to become.
pub(crate) struct Supposed<'a> {
    battle: &'a Firefight,
    state: FirefightState,
}

impl Supposed<'_> {
    /// What a figure would see.
    pub(crate) const fn view(&self, me: usize) -> FirefightView<'_> {
        FirefightView::new(self.battle, &self.state, me)
    }

    /// Supposes that a figure suffers an effect die.
    pub(crate) fn harm(&mut self, who: usize, die: Die) {
        let (rules, piece) = (&self.battle.rules, &mut self.state.pieces[who]);
        if piece.kind == Kind::Character {
            piece.harm = harmed(rules, piece.harm, Some(die).into());
        } else {
            let attacked = UnderAttack { group: piece.group, cap: Part::Two.cap() };
            piece.group = attacked.struck(rules, Handling::default(), die).group;
        }
        self.battle.note(&mut self.state, who);
    }

    /// Supposes that a figure is in another zone.
    pub(crate) fn go(&mut self, who: usize, zone: u8) {
        let piece = &mut self.state.pieces[who];
        (piece.zone, piece.in_cover, piece.flank) = (zone, None, None);
        self.battle.note(&mut self.state, who);
    }
}
