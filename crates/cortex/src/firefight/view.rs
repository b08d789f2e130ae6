//! What a player knows of a firefight: all of it, since dice, tracks, conditions and points lie open on the table.

use chance::{Die, Pool};
use engage::{Side, Zones};

use super::battle::{Firefight, Speciality};
use super::state::{FirefightState, Kind, figures};
use crate::action::{Action, Ask};
use crate::player::doctrine::Doctrine;
use crate::team::Harm;

/// How a firefight stands, for one of those in it. Figures are numbered as in the battle: blue's, red's, then machines.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    battle: &'a Firefight,
    state: &'a FirefightState,
    me: usize,
}

impl<'a> View<'a> {
    pub(crate) const fn new(battle: &'a Firefight, state: &'a FirefightState, me: usize) -> View<'a> {
        View { battle, state, me }
    }

    /// The member asked.
    #[must_use]
    pub const fn me(&self) -> usize {
        self.me
    }

    /// What the scenario says of how he is played.
    #[must_use]
    pub fn doctrine(&self) -> &'a Doctrine {
        &self.battle.profiles[self.me].doctrine
    }

    /// His side: players are blue.
    #[must_use]
    pub fn side(&self, who: usize) -> Side {
        self.battle.profiles[who].side
    }

    /// Figures of a side in action, in listing order.
    pub fn up(&self, side: Side) -> impl Iterator<Item = usize> + Clone + use<> {
        figures(self.state.up & self.battle.bits(side))
    }

    /// Enemies who may be attacked, in listing order; surveillance drones only when nobody else is left.
    pub fn targets(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let enemies = self.battle.bits(self.battle.profiles[self.me].side.enemy());
        let able = self.state.able() & enemies;
        figures(if able == 0 { self.state.up & enemies } else { able })
    }

    /// Whether the member asked is on the umpire's side, and so fights the players.
    #[must_use]
    pub fn is_against_players(&self) -> bool {
        self.battle.profiles[self.me].side == Side::Red
    }

    /// Whether somebody is a character.
    #[must_use]
    pub fn is_character(&self, who: usize) -> bool {
        self.state.pieces[who].kind == Kind::Character
    }

    /// Whether somebody is a surveillance drone.
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

    /// The die that a machine gunner of a unit, or a turret, suppresses with, if one in action does not suppress already.
    #[must_use]
    pub fn gunner(&self, who: usize) -> Option<Die> {
        self.battle.gunner(self.state, who).map(|(_, die)| die)
    }

    /// Whether a unit has a specialist of a kind in action.
    #[must_use]
    pub fn has(&self, who: usize, wanted: Speciality) -> bool {
        self.battle.specialist(self.state, who, wanted).is_some()
    }

    /// Machines that a unit's first operator has deployed.
    #[must_use]
    pub fn deployed(&self, who: usize) -> u8 {
        let operator = self.battle.specialist(self.state, who, Speciality::DroneOperator);
        operator.map_or(0, |(nth, _)| self.state.pieces[who].deployed[usize::from(nth)])
    }

    /// The surveillance drone that a unit's first operator flies.
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

    /// The zones.
    #[must_use]
    pub fn zones(&self) -> &'a Zones {
        &self.battle.zones
    }

    /// The zone that somebody is in, by its number.
    #[must_use]
    pub fn zone(&self, who: usize) -> u8 {
        self.state.pieces[who].zone
    }

    /// The zone in which somebody began.
    #[must_use]
    pub fn began_in(&self, who: usize) -> u8 {
        self.battle.profiles[who].start.zone
    }

    /// The Cover Rating that the member asked finds in a zone.
    #[must_use]
    pub fn rating(&self, zone: u8) -> Option<Die> {
        self.battle.rating(self.me, zone)
    }

    /// Whether cover has to be created by an action.
    #[must_use]
    pub fn cover_is_created(&self) -> bool {
        self.battle.cover_is_created()
    }

    /// Cover that somebody has created.
    #[must_use]
    pub fn in_cover(&self, who: usize) -> Option<Die> {
        self.state.pieces[who].in_cover
    }

    /// The largest die of a target's cover against somebody.
    #[must_use]
    pub fn cover(&self, by: usize, target: usize) -> Option<Die> {
        self.battle.cover_against(self.state, by, target).into_iter().flatten().max()
    }

    /// What a unit or a machine rolls for anything, without drawbacks of others (CX2-unit-2).
    #[must_use]
    pub fn unit_pool(&self, who: usize) -> Pool {
        self.battle.unit_pool(self.state, who)
    }

    /// What somebody attacks a target with.
    #[must_use]
    pub fn attack_pool(&self, by: usize, target: usize) -> Pool {
        self.battle.attack_pool(self.state, by, target)
    }

    /// What a target resists somebody with.
    #[must_use]
    pub fn resist_pool(&self, by: usize, target: usize) -> Pool {
        self.battle.resist_pool(self.state, by, target, false).and(self.battle.hampers(self.state, by))
    }

    /// The attack dice of a character's own against somebody, without drawbacks.
    #[must_use]
    pub fn own_attack(&self, who: usize, against: usize) -> Pool {
        let zones = self.battle.apart(&self.state.pieces[who], &self.state.pieces[against]);
        self.battle.profiles[who].character().map_or(Pool::EMPTY, |character| character.attacks(zones))
    }

    /// What somebody rolls for the first go.
    #[must_use]
    pub fn initiative(&self, who: usize) -> Pool {
        self.battle.initiative_pool(self.state, who)
    }

    /// Whether somebody is yet to have his go in this turn.
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
