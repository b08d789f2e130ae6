//! The steps of fire: all shots and throws of one pace at once (GGG-ord, GGG-fire).

use chance::{Chance, D6, Short};
use engage::{Inches, Side, among, bits};
use field::{Facing, Figures};

use super::play::Play;
use super::scene::{Act, EVERYBODY, FIGURES};
use super::tell;
use crate::TargetPolicy;
use crate::figure::{Man, Pace, Weapon};
use crate::fire::{Effect, Shot, wounded};
use crate::options::{Allowed, HiderFiring, SpottingShared, StrayFire};
use crate::purpose;
use crate::spot::{Bearing, Stance};

/// A shot that is about to be fired.
#[derive(Clone, Copy, Debug)]
struct Aimed {
    target: usize,
    shot: Shot,
    range: Inches,
}

/// Everybody as they were when a step began (GGG-ord-2).
pub(super) type Was = [Man; EVERYBODY];

impl<C: Chance> Play<'_, C> {
    /// A step of fire; false if nobody fired or threw in it (GGG-ord-1, GGG-ord-2, GGG-gren-13).
    pub(super) fn fire_step(&mut self, pace: Pace) -> bool {
        let of_pace = |me: &usize| self.scene.stances[*me].pace == pace;
        let mine = among(bits(self.scene.up).filter(of_pace));
        if mine == 0 {
            return false;
        }
        let was = self.scene.men;
        let throwers = if pace == Pace::Stationary { self.throwers(mine) } else { 0 };
        let (firers, chosen) = self.choose(mine, throwers, &was);
        if throwers | firers == 0 {
            return false;
        }
        self.scene.fired |= firers;
        for me in bits(firers) {
            if let Some(aimed) = &chosen[me] {
                self.fire(me, aimed);
            }
        }
        // Smoke is in place for the steps after.
        for me in bits(throwers) {
            self.throw(me, &was);
        }
        self.scene.threw |= throwers;
        self.feel(&was);
        true
    }

    /// Who of these fires in this step, by bit, and at whom. Whoever fires from hiding may be revealed by it, which may let others
    /// fire (GGG-fire-7).
    fn choose(&self, mine: u32, throwers: u32, was: &Was) -> (u32, [Option<Aimed>; FIGURES]) {
        let ready = among(bits(mine).filter(|&me| self.may_fire(me, throwers)));
        let mut chosen = [None; FIGURES];
        let mut firers = 0;
        loop {
            let fired = self.scene.fired | firers;
            bits(ready).for_each(|me| chosen[me] = self.aimed(me, was, fired));
            let now = among(bits(ready).filter(|&me| chosen[me].is_some()));
            if now == firers || self.assault.rules.hider_firing == HiderFiring::StaysHidden {
                return (now, chosen);
            }
            firers = now;
        }
    }

    /// Whether a figure could fire, if it saw anybody: not while it throws or works (GGG-seq-2, GGG-bomb-5, GGG-snipe).
    fn may_fire(&self, me: usize, throwers: u32) -> bool {
        let (rules, profile) = (&self.assault.rules, &self.assault.profiles[me]);
        let (man, pace) = (&self.scene.men[me], self.scene.stances[me].pace);
        let ready = match profile.weapon {
            Weapon::None => false,
            Weapon::Automatic => true,
            Weapon::Sniper => man.rifle.may_fire(pace) && man.rifle.aim >= profile.aim,
        };
        let busy = throwers >> me & 1 == 1 && rules.grenade_plus_fire == Allowed::No
            || self.works(me) && rules.work_while_fighting == Allowed::No;
        ready && !busy
    }

    /// Whether a figure plants or defuses in this turn.
    pub(super) fn works(&self, me: usize) -> bool {
        matches!(self.scene.orders[me].act, Act::Plant | Act::Defuse(_))
    }

    /// The enemies that a figure may fire at: spotted by it, or under `spotting_shared` by a comrade, and in its own sight now
    /// (GGG-see-6, GGG-see-7, GGG-sound-3).
    fn targets(&self, me: usize) -> u32 {
        let own = self.scene.seen[me];
        let spotted = match self.assault.rules.spotting_shared {
            SpottingShared::No => own,
            SpottingShared::Team => {
                let team = self.assault.team(self.assault.profiles[me].side) & self.scene.up;
                bits(team).fold(0, |all, other| all | self.scene.seen[other])
            }
        };
        let aims = self.assault.profiles[me].weapon == Weapon::Sniper;
        let in_sight = |&enemy: &usize| {
            let cells = self.scene.at(me).zip(self.scene.at(enemy));
            cells.is_some_and(|(here, there)| {
                let bearing = if own >> enemy & 1 == 1 { Bearing::Front } else { self.bearing(me, here, there) };
                self.in_sight(here, there) && (bearing == Bearing::Front || bearing == Bearing::Side && !aims)
            })
        };
        among(bits(spotted & self.scene.up).filter(in_sight))
    }

    /// A figure's shot at an enemy; who fires from hiding may be revealed by it (GGG-fire-7).
    fn shot(&self, me: usize, target: usize, was: &Was, fired: u32) -> Option<(Shot, Inches)> {
        let (rules, profile) = (&self.assault.rules, &self.assault.profiles[me]);
        let (here, there) = self.scene.at(me).zip(self.scene.at(target))?;
        let range = Inches::from_thousandths(self.site.plan().distance(here, there) as i32);
        let stance = self.stance_of(target, here, there);
        let revealed = rules.hider_firing == HiderFiring::Revealed && fired >> target & 1 == 1;
        let stance = Stance { hiding: stance.hiding && !revealed, ..stance };
        let firer = (&was[me], self.scene.stances[me].pace);
        Some((Shot::new(rules, profile.weapon, firer, (&was[target], stance), range), range))
    }

    /// At whom a figure fires: whom it is likeliest to hit, then the nearest, then the first in the list; nobody whom it cannot hit.
    fn aimed(&self, me: usize, was: &Was, fired: u32) -> Option<Aimed> {
        let shots = bits(self.targets(me)).filter_map(|target| {
            let (shot, range) = self.shot(me, target, was, fired)?;
            (!shot.to_hit.is_hopeless()).then_some(Aimed { target, shot, range })
        });
        match self.assault.profiles[me].target {
            TargetPolicy::First => shots.into_iter().next(),
            TargetPolicy::Likeliest => {
                shots.min_by_key(|aimed| (std::cmp::Reverse(aimed.shot.to_hit.faces()), aimed.range, aimed.target))
            }
        }
    }

    /// A figure fires.
    fn fire(&mut self, me: usize, aimed: &Aimed) {
        let Aimed { target, shot, range } = *aimed;
        // Whoever is shot at knows whence.
        self.scene.shot_at |= 1 << target;
        if let Some((here, there)) = self.scene.at(me).zip(self.scene.at(target)) {
            self.scene.hears[target] = Facing::towards(self.site.plan(), there, here);
        }
        let effect = shot.run(self.chance, self.address(me, purpose::SHOT, target as u16));
        let fell = self.hit(me, target, effect);
        let (turn, line) = (self.turn, self.scene.at(me).zip(self.scene.at(target)));
        self.chance.tell(|| tell::fires(turn, me, target, range, &shot, (effect, fell), line));
        if effect == Effect::Miss {
            self.stray(me, target, &shot);
        }
    }

    /// A shot that missed may hit a hostage near the target or in the line of fire: a house rule (GGG-host-5).
    fn stray(&mut self, me: usize, target: usize, shot: &Shot) {
        if self.assault.rules.stray_fire == StrayFire::Off || self.site.hostages == 0 {
            return;
        }
        let Some((here, there)) = self.scene.at(me).zip(self.scene.at(target)) else { return };
        let plan = self.site.plan();
        let hostages: Figures = self.scene.hostages().collect();
        let mut on_line = self.scene.standing.in_line(plan, here, there, hostages);
        let in_the_way = on_line.next().or_else(|| {
            let near = self.scene.standing.within_radius(plan, there, field::INCH, hostages);
            near.iter().next()
        });
        let Some(hostage) = in_the_way.map(usize::from) else { return };
        let at = self.address(me, purpose::STRAY, target as u16);
        let strays = self.chance.roll(at, &D6, |die| die == 1);
        if !strays {
            return;
        }
        let effect = shot.effect(self.chance, self.address(me, purpose::SHOT, target as u16));
        let fell = self.hit(me, hostage, effect);
        let (turn, told) = (self.turn, self.assault.told(hostage));
        self.chance.tell(|| tell::strays(turn, me, told, fell));
    }

    /// Somebody has been hit by a figure's fire, which is felt when the step is over; true if that puts him out.
    fn hit(&mut self, by: usize, who: usize, effect: Effect) -> bool {
        let man = self.scene.men[who];
        self.scene.men[who] = match effect {
            Effect::Miss => return false,
            Effect::Wounded if man.out => man,
            Effect::Wounded => wounded(&self.assault.rules, man, 1),
            Effect::Out => Man::OUT,
        };
        self.harmed(by, who);
        !man.out && self.scene.men[who].out
    }

    /// Notes who has done harm to whom (GGG-mis-5, GGG-bomb-5, GGG-hm-2, GGG-hm-4).
    pub(super) fn harmed(&mut self, by: usize, who: usize) {
        let terrorist = self.assault.profiles[by].side == Side::Red;
        let out = self.scene.men[who].out;
        if who >= FIGURES {
            self.scene.killed[usize::from(terrorist)] |= out;
            return;
        }
        self.scene.shaken |= 1 << who;
        self.scene.hit |= 1 << who;
        self.scene.hit_by_terrorists |= u32::from(terrorist) << who;
        self.scene.out_by_terrorists |= u32::from(terrorist && out) << who;
    }

    /// The end of a step: whoever is out is taken off (GGG-ord-2, GGG-eff-2).
    fn feel(&mut self, was: &Was) {
        let gone = |who: &usize| self.scene.men[*who].out && !was[*who].out;
        let fallen = among(bits(self.scene.up).filter(gone));
        bits(fallen).for_each(|who| self.take_off(who));
        if self.site.hostages > 0 {
            for hostage in self.scene.hostages() {
                if self.scene.men[hostage].out {
                    self.scene.standing.remove(hostage);
                    self.scene.dead |= 1 << (hostage - FIGURES);
                }
            }
        }
    }
}
