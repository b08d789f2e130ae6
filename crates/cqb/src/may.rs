//! What a figure may do. Nothing is chosen here. Only the knowledge of the figure's side is used, so a player learns
//! nothing by asking.

use engage::{Inches, May, Objective, require};
use field::{Cell, Door, Room};

use crate::action::{Action, Ask, Attack, Grenade, Pace, Walk};
use crate::figure::{Figure, Wound};
use crate::fire::line_up::barred;
use crate::fire::target::may_fire_as;
use crate::knowledge::Knowledge;
use crate::options::{AimCost, MoveAndFire, StopWhenDown};
use crate::rules::Rules;
use crate::site::MOVER;
use crate::terrain::Terrain;

/// Distance of a move at a pace, and whether it counts as Fast. A figure with a leg out can only crawl; no other wound
/// slows it (CQB-4a, CQB-4c, CQB-5.5.4c).
#[inline]
pub(crate) fn most(rules: &Rules, figure: &Figure, pace: Pace) -> (Inches, bool) {
    match pace {
        _ if figure.condition.wound == Wound::Leg => (rules.moves.crawl, false),
        Pace::Crawl => (rules.moves.crawl, false),
        Pace::Normal => (rules.moves.normal, false),
        Pace::Fast => (rules.moves.fast, true),
    }
}

impl Knowledge<'_> {
    /// Whether the figure may give this answer; the error is the clause that forbids it. [`Action::Idle`] is always
    /// allowed.
    pub fn may(&self, ask: Ask, action: &Action) -> May {
        match (ask, action) {
            (_, Action::Idle) => Ok(()),
            (Ask::Act { .. }, _) => self.may_act(action),
            (Ask::Interrupt { .. } | Ask::Meet { .. }, Action::Interrupt) => require(self.figure().on_hold, "CQB-3d"),
            (Ask::Step(walk), Action::Step(cell)) => self.on_terrain(|terrain| may_step(terrain, &walk, *cell)),
            (Ask::FireToo, Action::Fire(attack)) => {
                require(self.rules().move_and_fire == MoveAndFire::UpToNormal, "CQB-3a")?;
                self.may_fire(attack)
            }
            (Ask::Switch { .. }, Action::Fire(attack)) => self.may_fire_at(attack),
            // Rates are maxima; but an option may want every round to be fired at a target that is down.
            (Ask::Switch { seen, .. }, Action::Cease) => {
                require(!seen.down || self.rules().stop_when_down != StopWhenDown::All, "CQB-5.1b")
            }
            (Ask::AimToo, Action::Aim) => require(self.rules().aim_cost == AimCost::Free, "CQB-5.3.2a"),
            _ => Err("CQB-3a"),
        }
    }

    fn on_terrain(&self, may: impl FnOnce(&Terrain<'_>) -> May) -> May {
        self.terrain().map_or(Err("CQB-4c"), may)
    }

    fn may_act(&self, action: &Action) -> May {
        let condition = &self.figure().condition;
        require(!condition.down, "CQB-5.5.4a")?;
        require(self.terrain().is_none_or(|terrain| terrain.is_able()), "CQB-6b")?;
        require(!condition.knocked || *action == Action::Recover, "CQB-5.5.4f")?;
        match action {
            Action::Recover => require(condition.knocked, "CQB-5.5.4f"),
            Action::PickUp => require(condition.dropped, "CQB-5.5.4d"),
            Action::Clear => require(self.figure().jammed, "CQB-9a"),
            Action::Idle | Action::Hold | Action::Wait => Ok(()),
            Action::Aim => require(!condition.dropped, "CQB-5.5.4d"),
            Action::Fire(attack) => self.may_fire(attack),
            Action::Advance { by, pace, and_fire } => {
                require(self.terrain().is_none(), "CQB-4c")?;
                require(*by >= Inches::default() && *by <= most(self.rules(), self.figure(), *pace).0, "CQB-4a")?;
                self.may_move(*pace, *and_fire)
            }
            Action::Move { pace, and_fire } => {
                require(self.terrain().is_some(), "CQB-4c")?;
                self.may_move(*pace, *and_fire)
            }
            Action::StepAside(cell) => self.on_terrain(|terrain| may_step_aside(terrain, *cell)),
            Action::Open(door) => self.on_terrain(|terrain| may_open(terrain, *door)),
            Action::Throw(room, grenade) => self.on_terrain(|terrain| self.may_throw(terrain, *room, *grenade)),
            Action::Defuse => self.on_terrain(|terrain| self.may_defuse(terrain)),
            Action::Step(_) | Action::Interrupt | Action::Cease => Err("CQB-3a"),
        }
    }

    /// CQB-3a: a figure that moves may fire as well only under `move_and_fire`, and never after a Fast move (CQB-4b).
    fn may_move(&self, pace: Pace, and_fire: bool) -> May {
        require(!and_fire || self.rules().move_and_fire == MoveAndFire::UpToNormal, "CQB-3a")?;
        require(!and_fire || pace != Pace::Fast, "CQB-4b")
    }

    fn may_fire(&self, attack: &Attack) -> May {
        let (rules, figure, weapon) = (self.rules(), self.figure(), self.weapon(self.me()));
        require(!figure.condition.dropped, "CQB-5.5.4d")?;
        require(!figure.jammed, "CQB-9a")?;
        barred(rules, weapon, figure).map_or(Ok(()), Err)?;
        require(may_fire_as(weapon, attack.fire, rules), "CQB-5.1a")?;
        require((1..=rules.rate_of(attack.fire)).contains(&attack.rate), "CQB-5.1a")?;
        self.may_fire_at(attack)
    }

    /// Targets must be enemies in view (CQB-5.2a).
    fn may_fire_at(&self, attack: &Attack) -> May {
        require(!attack.at.is_empty() && (attack.at - self.in_view()).is_empty(), "CQB-5.2a")
    }

    fn may_throw(&self, terrain: &Terrain<'_>, room: Room, grenade: Grenade) -> May {
        let (site, here) = (terrain.site(), terrain.here());
        require(terrain.left_of(grenade) > 0, "CQB-6d")?;
        require(grenade == Grenade::Gas || !terrain.is_shaken(room), "CQB-6c")?;
        let reach = self.rules().throw_reach.thousandths() as u32;
        let through = site.plan().openings_of(room).any(|opening| {
            let open = opening.door().is_none_or(|door| !terrain.is_shut(door));
            let near = opening.thresholds(room).iter().any(|&cell| site.plan().distance(cell, here) <= reach);
            open && near && site.reaches(here, opening)
        });
        require(through && site.plan().room(here) != Some(room), "CQB-6d")
    }

    fn may_defuse(&self, terrain: &Terrain<'_>) -> May {
        let (site, mission) = (terrain.site(), terrain.site().mission());
        let ours = mission.objective == Objective::Bomb && mission.side == self.side();
        require(ours && !terrain.is_safe() && site.place().contains(terrain.here()), "CQB-8a")
    }
}

/// A step leads to an adjacent square, within the distance of the pace, through open doors, past friends and bystanders
/// but not past enemies (CQB-4a, CQB-4c).
fn may_step(terrain: &Terrain<'_>, walk: &Walk, cell: Cell) -> May {
    let site = terrain.site();
    let cost = site.cost(walk.here, cell).ok_or("CQB-4c")?;
    require(cost <= walk.left.thousandths() as u32, "CQB-4a")?;
    require(!site.door(cell).is_some_and(|door| terrain.is_shut(door)), "CQB-4c")?;
    require(walk.taken != Some(cell) && !terrain.is_enemy(walk.here, cell), "CQB-4c")
}

/// A free adjacent square on the same floor.
fn may_step_aside(terrain: &Terrain<'_>, cell: Cell) -> May {
    let (plan, here) = (terrain.site().plan(), terrain.here());
    let step = plan.steps(here, MOVER, terrain.doors()).find(|step| step.to == cell && step.door.is_none());
    require(step.is_some() && plan.squared(here, cell) <= 2, "CQB-4a")?;
    require(terrain.is_free(here, cell), "CQB-4c")
}

/// A shut door within reach; the figure reaches over others in front of it.
fn may_open(terrain: &Terrain<'_>, door: Door) -> May {
    let mut openings = terrain.site().plan().openings().iter().filter(|opening| opening.door() == Some(door));
    require(terrain.is_shut(door) && openings.any(|opening| terrain.site().reaches(terrain.here(), opening)), "CQB-4c")
}
