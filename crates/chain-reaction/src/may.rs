//! Legal actions of a figure, by clause.

use engage::May;
use field::{Cell, Figures};

use crate::action::{Action, Aim, Ask};
use crate::battle_view::BattleView;
use crate::figure::Status;
use crate::ground::Ground;
use crate::rules::MOST_PASSED;
use crate::weapon::Weapon;

impl<const N: usize, G: Ground<N>> BattleView<'_, N, G> {
    /// Whether a figure may answer a question with this action, or the clause that forbids it.
    pub(crate) fn may(self, me: usize, ask: Ask, action: &Action) -> May {
        if !ask.takes(action) {
            return Err("CR-act-1");
        }
        match (action, ask) {
            // A launcher needs a spot for its round (Clarification 34).
            (Action::Nothing, Ask::Fire { must: true, .. }) if !self.weapon(me).bursts() => Err("CR-fire-5"),
            (Action::Fire(aim), Ask::Fire { at, must, .. }) => self.may_fire(me, aim, at, must),
            (Action::Burst(spot), Ask::Fire { grenade, .. }) => self.may_burst(me, *spot, grenade),
            (Action::Focus(target), Ask::Focus { among }) if !among.contains(usize::from(*target)) => Err("CR-focus-1"),
            (Action::PopUp, _) if self.figures[me].status != Status::Ducked => Err("CR-status-duck"),
            (Action::Reload, _) if self.figures[me].empty == 0 && !self.figures[me].spent => Err("CR-ammo-1"),
            (Action::Reload, _) if self.activation.reloading.contains(me) => Err("CR-ammo-1"),
            (Action::PopUp, _) => Ok(()),
            // A figure that has not recovered can do nothing else (CR-act-3).
            (_, Ask::Act) if self.figures[me].status == Status::Ducked => match action {
                Action::Nothing | Action::Reload => Ok(()),
                _ => Err("CR-act-3"),
            },
            (Action::Move, _) if self.ground.on_map().is_none() => Err("CR-move-1"),
            (Action::Charge(target), _) => self.may_charge(me, usize::from(*target)),
            (Action::Change, _) if self.arms(me).second.is_none() => Err("CR-fig-4"),
            (Action::Change, _) if self.activation.changed.contains(me) => Err("CR-fig-4"),
            (Action::PickUp(friend), _) => self.may_pick_up(me, usize::from(*friend)),
            (Action::Drop, _) if !self.figures[me].retrieving || self.ground.on_map().is_none() => Err("CR-wound-1"),
            (Action::Dispatch(target) | Action::Capture(target), Ask::Finish { among })
                if !among.contains(usize::from(*target)) =>
            {
                Err("CR-kill-1")
            }
            (Action::Fast, _) if self.figures[me].retrieving || self.activation.reloading.contains(me) => {
                Err("CR-fast-4")
            }
            (Action::Go(square), Ask::Way { left }) => match self.ground.on_map() {
                Some(_) if G::cost(self, me, *square).is_some_and(|cost| cost <= left) => Ok(()),
                _ => Err("CR-move-1"),
            },
            (Action::Pass(dice), _) if *dice > MOST_PASSED => Err("CR-star-3"),
            _ => Ok(()),
        }
    }

    /// Whether a figure can throw a grenade or fire its launcher at a spot (CR-gren-1, CR-blast-4).
    fn may_burst(self, me: usize, spot: Cell, grenade: bool) -> May {
        let throws = grenade && self.may_throw(me);
        if !self.weapon(me).bursts() && !throws {
            return Err("CR-blast-4");
        }
        if G::may_burst(self, me, spot) { Ok(()) } else { Err("CR-gren-1") }
    }

    /// Whether a figure can charge an enemy: in sight, and with free hands (CR-wtc-1, CR-wound-3).
    fn may_charge(self, me: usize, target: usize) -> May {
        let enemy = self.battle.enemies(me).contains(target) && self.figures[target].status.is_target();
        let ready = self.figures[me].status == Status::CarryingOn && !self.figures[me].retrieving;
        if self.ground.on_map().is_none() {
            return Err("CR-move-1");
        }
        if enemy && ready && self.sees(me, target) { Ok(()) } else { Err("CR-wtc-1") }
    }

    /// Whether a figure can pick up a wounded friend in contact (CR-wound-1).
    pub(crate) fn may_pick_up(self, me: usize, friend: usize) -> May {
        let own = self.battle.profiles[me].side == self.battle.profiles[friend].side;
        let wounded = self.figures[friend].status == Status::Out && !self.figures[me].retrieving;
        let free = || self.ground.on_map().is_some_and(|ground| !ground.scene.carries.contains(&(friend as u8)));
        if own && wounded && free() && G::are_in_contact(self, me, friend) { Ok(()) } else { Err("CR-wound-1") }
    }

    /// Whether a figure may fire with this aim: at enemies it can shoot at, with at most its weapon's dice, and with
    /// all dice in reaction (CR-target-1).
    fn may_fire(self, me: usize, aim: &Aim, at: Figures, must: bool) -> May {
        let weapon = self.weapon(me);
        if weapon.bursts() {
            return Err("CR-blast-3");
        }
        let most = self.battle.frame.rules.weapons.of(weapon).targets;
        let all = must || weapon == Weapon::Shotgun;
        if !(1..=most).contains(&aim.dice()) || (all && aim.dice() != most) {
            return Err("CR-target-1");
        }
        if must && aim.declared().count() > 1 {
            return Err("CR-fire-5");
        }
        let mut named = Figures::NONE;
        for (target, _) in aim.declared() {
            if named.contains(target) {
                return Err("CR-target-1");
            }
            named.insert(target);
        }
        let allowed = self.targets(me, at);
        if aim.declared().any(|(target, _)| !allowed.contains(target)) { Err("CR-wpn-2") } else { Ok(()) }
    }
}
