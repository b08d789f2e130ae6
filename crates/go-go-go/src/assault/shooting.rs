//! The steps of fire: all shots and throws of one pace at once (GGG-ord, GGG-fire).

use chance::{Chance, D6, Procedure};
use engage::{Inches, Side};
use field::{Facing, Figures};

use super::log;
use super::play::Play;
use super::state::{EVERYBODY, FIGURES};
use super::view::View;
use crate::action::{Action, Ask};
use crate::figure::{Man, Pace};
use crate::fire::{Effect, Shot, wounded};
use crate::log::Fired;
use crate::options::{HiderFiring, StrayFire};
use crate::player::Player;
use crate::purpose;

/// A shot about to be fired.
#[derive(Clone, Copy, Debug)]
struct Aimed {
    target: usize,
    shot: Shot,
    range: Inches,
}

/// Every figure as it was when a step began (GGG-ord-2).
pub(super) type Was = [Man; EVERYBODY];

impl<C: Chance, P: Player> Play<'_, C, P> {
    /// Plays a step of fire. Returns whether any figure fired or threw (GGG-ord-1, GGG-ord-2, GGG-gren-13).
    pub(super) fn fire_step(&mut self, pace: Pace) -> bool {
        let mine = self.state.game.up.filter(|me| self.state.game.stances[me].pace == pace);
        if mine.is_empty() {
            return false;
        }
        let throwers = if pace == Pace::Stationary { mine.filter(|me| self.view().throws(me)) } else { Figures::NONE };
        let (firers, chosen) = self.choose(mine);
        if (throwers | firers).is_empty() {
            return false;
        }
        let was = self.state.game.men;
        for me in firers {
            if let Some(aimed) = &chosen[me] {
                self.fire(me, aimed, &was[me]);
            }
        }
        // Smoke counts from the next step on.
        for me in throwers {
            self.throw(me, &was);
        }
        self.state.turn.threw |= throwers;
        self.feel(&was);
        true
    }

    /// Which of these figures fire in this step, and at which targets. Firing from hiding may reveal a figure and so
    /// let others fire (GGG-fire-7).
    fn choose(&mut self, mine: Figures) -> (Figures, [Option<Aimed>; FIGURES]) {
        let ready = mine.filter(|me| self.view().may_fire(me).is_ok());
        let before = self.state.turn.fired;
        let mut chosen = [None; FIGURES];
        let mut firers = Figures::NONE;
        loop {
            ready.iter().for_each(|me| chosen[me] = self.aimed(me));
            let now = ready.filter(|me| chosen[me].is_some());
            self.state.turn.fired = before | now;
            if now == firers || self.assault.rules.hider_firing == HiderFiring::StaysHidden {
                return (now, chosen);
            }
            firers = now;
        }
    }

    /// The target that a figure's player chooses among those it may fire at. `None` if it holds its fire.
    fn aimed(&mut self, me: usize) -> Option<Aimed> {
        let targets = self.view().targets(me);
        if targets.is_empty() {
            return None;
        }
        let action = self.ask(me, Ask::Fire(targets));
        let Action::Fire(target) = action else { return None };
        if !targets.contains(target) {
            debug_assert!(self.allows(me, &action), "refused");
            return None;
        }
        let (shot, range) = self.view().shot(me, target)?;
        Some(Aimed { target, shot, range })
    }

    /// Fires a figure's shot. `was` is the figure when the step began.
    fn fire(&mut self, me: usize, aimed: &Aimed, man: &Man) {
        let Aimed { target, shot, range } = *aimed;
        let line = self.state.game.at(me).zip(self.state.game.at(target));
        // A figure that is shot at knows the direction.
        self.state.turn.shot_at.insert(target);
        if let Some((here, there)) = line {
            self.state.turn.hears[target] = Facing::towards(self.site.plan(), there, here);
        }
        let effect = shot.run(self.chance, self.address_of_pair(me, purpose::SHOT, target));
        let fell = self.hit(me, target, effect);
        let (turn, assault, state) = (self.now, self.assault, &self.state);
        self.chance.log(|| {
            let view = View { assault, state, now: turn };
            let stances = &state.game.stances;
            let looks = line.map_or(stances[target], |(here, there)| view.under_fire(target, here, there));
            let (weapon, pace) = (assault.profiles[me].weapon, stances[me].pace);
            let fired = Fired { me, weapon, man, pace, target, looks, range };
            log::fires(fired.step(turn, &assault.rules, &shot, effect), range, fell, line)
        });
        if effect == Effect::Miss {
            self.stray(me, target, &shot);
        }
    }

    /// A missed shot may hit a hostage near the target or in the line of fire: a house rule (GGG-host-5).
    fn stray(&mut self, me: usize, target: usize, shot: &Shot) {
        if self.assault.rules.stray_fire == StrayFire::Off || self.site.hostages == 0 {
            return;
        }
        let (game, plan) = (&self.state.game, self.site.plan());
        let Some((here, there)) = game.at(me).zip(game.at(target)) else { return };
        let hostages = game.hostages();
        let on_line = game.standing.in_line(plan, here, there, hostages).next();
        let near = || game.standing.within_radius(plan, there, field::INCH, hostages).first();
        let Some(hostage) = on_line.or_else(near) else { return };
        let at = self.address_of_pair(me, purpose::STRAY, target);
        let strays = self.chance.roll(at, &D6, |die| die == 1);
        let shot_at = self.address_of_pair(me, purpose::SHOT, target);
        let effect = if strays { shot.effect(self.chance, shot_at) } else { Effect::Miss };
        let fell = self.hit(me, hostage, effect);
        let (turn, told) = (self.now, self.assault.observer_id(hostage));
        self.chance.log(|| log::strays(turn, me, told, effect, fell));
    }

    /// Applies a hit by a figure's fire, which takes effect when the step is over. Returns whether it puts the victim
    /// out.
    fn hit(&mut self, by: usize, who: usize, effect: Effect) -> bool {
        let man = self.state.game.men[who];
        self.state.game.men[who] = match effect {
            Effect::Miss => return false,
            Effect::Wounded if man.out => man,
            Effect::Wounded => wounded(&self.assault.rules, man, 1),
            Effect::Out => Man::OUT,
        };
        self.harmed(by, who);
        !man.out && self.state.game.men[who].out
    }

    /// Records who has harmed whom (GGG-mis-5, GGG-bomb-5, GGG-hm-2, GGG-hm-4).
    pub(super) fn harmed(&mut self, by: usize, who: usize) {
        let side = self.assault.side(by);
        let game = &mut self.state.game;
        let out = game.men[who].out;
        if who >= FIGURES {
            self.state.turn.killed[side] |= out;
            return;
        }
        self.state.turn.shaken.insert(who);
        game.hit.insert(who);
        if side == Side::Red {
            game.hit_by_terrorists.insert(who);
            if out {
                game.out_by_terrorists.insert(who);
            }
        }
    }

    /// Ends a step: removes figures out of action (GGG-ord-2, GGG-eff-2).
    fn feel(&mut self, was: &Was) {
        let fallen = self.state.game.up.filter(|who| self.state.game.men[who].out && !was[who].out);
        fallen.iter().for_each(|who| self.take_off(who));
        let game = &mut self.state.game;
        for hostage in game.hostages() {
            if game.men[hostage].out {
                game.standing.remove(hostage);
                game.dead.insert(hostage);
            }
        }
    }
}
