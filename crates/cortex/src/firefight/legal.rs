//! Whether a player's answer is legal, and which clause forbids it if not. Nothing here chooses or changes anything.

use chance::MOST_DICE;
use engage::{May, Side, forbid_if};

use super::battle::{Body, Firefight, Speciality};
use super::state::{FirefightState, Kind, Piece, figures};
use crate::action::{Action, Ask, Attack, Machine};
use crate::grenade;
use crate::options::{DroneDeploy, SuppressCost};

/// The free actions of an activation so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SoFar {
    /// Whether conditions were dropped.
    pub(crate) dropped: bool,
    /// Drones that have flown, a bit for each.
    pub(crate) flown: u16,
}

impl Firefight {
    /// Whether a figure in action may give this answer, after the free actions of this activation.
    pub(crate) fn may(&self, state: &FirefightState, me: usize, ask: Ask, action: &Action, done: SoFar) -> May {
        forbid_if(!ask.takes(action), "CX2-init-1")?;
        let piece = &state.pieces[me];
        let machine = matches!(piece.kind, Kind::Turret | Kind::Drone);
        match *action {
            Action::Nothing | Action::First(_) | Action::Handle(_) | Action::Tend | Action::Draw { .. } => Ok(()),
            Action::Name(who) => {
                forbid_if(who >= self.profiles.len() || !state.pieces[who].in_action(), "CX2-init-1")?;
                forbid_if(self.profiles[who].side != self.profiles[me].side, "CX2-init-1")?;
                forbid_if(ask == Ask::Next && !self.may_act(state, who), "CX2-init-1")
            }
            Action::Attack(attack) => self.may_attack(state, me, &attack),
            Action::Flank { target } => {
                forbid_if(machine, "CX2-spec-4")?;
                self.may_be_target(state, me, target)?;
                forbid_if(self.cover_against(state, me, target) == [None; 2], "CX2-zone-4")
            }
            Action::Move { to } => {
                forbid_if(machine, "CX2-spec-4")?;
                forbid_if(!self.zones.beside(piece.zone).any(|(beyond, _)| beyond == to), "CX2-zone-5")
            }
            Action::TakeCover => {
                let rating = self.rating(me, piece.zone);
                forbid_if(piece.kind != Kind::Character || !self.cover_is_created() || rating.is_none(), "CX2-zone-3")
            }
            Action::PutOut => forbid_if(piece.on_fire.is_none(), "CX2-spec-1"),
            Action::ShakeOff => forbid_if(state.suppression(me).is_none(), "CX2-spec-6"),
            Action::Suppress { targets } => self.may_suppress(state, me, ask, targets, done),
            Action::Drop => forbid_if(!state.conditions().any(|one| usize::from(one.by) == me), "CX2-spec-6"),
            Action::Deploy(what) => self.may_deploy(state, me, ask, what),
            Action::Fly { drone, to } => {
                self.may_command(state, me, drone)?;
                forbid_if(done.flown >> drone & 1 == 1, "CX2-spec-4")?;
                let zone = state.pieces[drone].zone;
                forbid_if(!self.zones.beside(zone).any(|(beyond, _)| beyond == to), "CX2-spec-4")
            }
            Action::Recall { drone } => self.may_command(state, me, drone),
        }
    }

    /// Whether a figure still has its go in this turn; surveillance drones have none.
    pub(crate) fn may_act(&self, state: &FirefightState, who: usize) -> bool {
        (state.able() & !state.acted) >> who & 1 == 1
    }

    /// The legal targets of an attack or a flanking.
    pub(crate) fn may_be_target(&self, state: &FirefightState, me: usize, target: usize) -> May {
        forbid_if(target >= self.profiles.len(), "CX2-attack-1")?;
        forbid_if(self.profiles[target].side == self.profiles[me].side, "CX2-attack-1")?;
        forbid_if(!state.pieces[target].in_action(), "CX2-attack-1")
    }

    /// CX2-attack-1, and special effects with a price (CX0-17): CX2-spec-1, CX2-spec-2, CX2-spec-5.
    fn may_attack(&self, state: &FirefightState, me: usize, attack: &Attack) -> May {
        let target = attack.target;
        self.may_be_target(state, me, target)?;
        let zone = |piece: &Piece| piece.zone;
        let has = |wanted| self.specialist(state, me, wanted).is_some();
        if attack.flames {
            forbid_if(!has(Speciality::Flamethrower), "CX2-spec-1")?;
            forbid_if(self.profiles[target].character().is_none(), "CX2-spec-1")?;
            forbid_if(zone(&state.pieces[me]) != zone(&state.pieces[target]), "CX2-spec-1")?;
        }
        if attack.grenades > 0 || attack.others > 0 {
            forbid_if(!has(Speciality::Grenadier), "CX2-spec-2")?;
            // The pool must not become too large to throw.
            forbid_if(usize::from(attack.grenades) > MOST_DICE, "CX2-spec-2")?;
            let pool = self.with_specialists(state, me, attack, self.attack_pool(state, me, target));
            forbid_if(pool.ways().is_none(), "CX2-spec-2")?;
            forbid_if(attack.others >> target & 1 == 1, "CX2-spec-2")?;
            forbid_if(attack.others.count_ones() as usize >= grenade::MOST, "CX2-spec-2")?;
            for other in figures(attack.others) {
                self.may_be_target(state, me, other)?;
                forbid_if(zone(&state.pieces[other]) != zone(&state.pieces[target]), "CX2-spec-2")?;
            }
        }
        forbid_if(attack.marksman && !has(Speciality::Marksman), "CX2-spec-5")?;
        forbid_if(attack.price() > state.edge_points, "CX2-unit-3")
    }

    /// CX2-spec-6.
    fn may_suppress(&self, state: &FirefightState, me: usize, ask: Ask, targets: u16, done: SoFar) -> May {
        let free = self.rules.suppress_cost == SuppressCost::Free;
        forbid_if(matches!(ask, Ask::Free { .. }) != free, "CX2-spec-6")?;
        forbid_if(done.dropped && free, "CX2-spec-6")?;
        forbid_if(self.gunner(state, me).is_none(), "CX2-spec-6")?;
        forbid_if(targets == 0 || !state.room_for(targets.count_ones()), "CX2-spec-6")?;
        forbid_if(targets.count_ones() > state.edge_points.into(), "CX2-unit-3")?;
        for target in figures(targets) {
            self.may_be_target(state, me, target)?;
            forbid_if(state.pieces[target].kind != Kind::Character, "CX2-spec-6")?;
        }
        Ok(())
    }

    /// A gunner who does not suppress yet, with the die of his condition; a turret is its own gunner.
    pub(crate) fn gunner(&self, state: &FirefightState, me: usize) -> Option<(u8, chance::Die)> {
        match state.pieces[me].kind {
            Kind::Turret => (!state.suppresses(me, 0)).then_some((0, chance::Die::D6)),
            Kind::Unit => {
                let mut gunners = self.specialists(state, me, Speciality::MachineGunner);
                gunners.find(|&(nth, _)| !state.suppresses(me, nth)).map(|(nth, one)| (nth, one.own))
            }
            _ => None,
        }
    }

    /// CX2-spec-4: an operator flies one surveillance drone at a time.
    fn may_deploy(&self, state: &FirefightState, me: usize, ask: Ask, what: Machine) -> May {
        let free = self.rules.drone_deploy == DroneDeploy::Free;
        forbid_if(matches!(ask, Ask::Free { .. }) != free, "CX2-spec-4")?;
        let (operator, _) = self.specialist(state, me, Speciality::DroneOperator).ok_or("CX2-spec-4")?;
        forbid_if(what == Machine::Drone && self.drone_of(state, me, operator).is_some(), "CX2-spec-4")?;
        forbid_if(self.free_place(state).is_none(), "CX2-spec-4")?;
        forbid_if(self.price_of_a_machine(state, me, operator) > state.edge_points, "CX2-unit-3")
    }

    /// Whether an operator of this unit flies the drone.
    fn may_command(&self, state: &FirefightState, me: usize, drone: usize) -> May {
        forbid_if(drone >= self.profiles.len(), "CX2-spec-4")?;
        let piece = &state.pieces[drone];
        let own =
            piece.operator.is_some_and(|(unit, nth)| usize::from(unit) == me && state.pieces[me].up >> nth & 1 == 1);
        forbid_if(piece.kind != Kind::Drone || !own, "CX2-spec-4")
    }

    /// Whether a figure is a player's character.
    pub(crate) fn is_player(&self, who: usize) -> bool {
        self.profiles[who].side == Side::Blue && matches!(self.profiles[who].body, Body::Character(_))
    }
}
