//! What a figure may do, by clause.

use field::Figures;

use crate::action::{Action, Aim, Ask};
use crate::figure::Status;
use crate::ground::Ground;
use crate::moment::Moment;
use crate::rules::MOST_PASSED;
use crate::weapon::Weapon;

/// A clause that forbids something, such as `CR-act-1`.
pub type Clause = &'static str;

impl<const N: usize, G: Ground<N>> Moment<'_, N, G> {
    /// Whether a figure may do this when it is asked, or the clause that forbids it.
    pub(crate) fn may(self, me: usize, ask: Ask, action: &Action) -> Result<(), Clause> {
        if !ask.takes(action) {
            return Err("CR-act-1");
        }
        match (action, ask) {
            (Action::Nothing, Ask::Fire { must: true, .. }) => Err("CR-fire-5"),
            (Action::Fire(aim), Ask::Fire { at, must }) => self.may_fire(me, aim, at, must),
            (Action::Focus(target), Ask::Focus { among }) if !among.contains(usize::from(*target)) => Err("CR-focus-1"),
            (Action::PopUp, _) if self.figures[me].status != Status::Ducked => Err("CR-status-duck"),
            (Action::Reload, _) if self.figures[me].empty == 0 => Err("CR-ammo-1"),
            (Action::Pass(dice), _) if *dice > MOST_PASSED => Err("CR-star-3"),
            _ => Ok(()),
        }
    }

    /// Whether a figure may fire so: at enemies whom it may shoot at, at most its weapon's dice, all of them in reaction (CR-target-1).
    fn may_fire(self, me: usize, aim: &Aim, at: Figures, must: bool) -> Result<(), Clause> {
        let weapon = self.weapon(me);
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
