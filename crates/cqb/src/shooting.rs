//! A fire action, shot by shot (CQB-5.1, CQB-5.2).

use chance::{Chance, Step};
use engage::Side;

use crate::action::{Action, Ask, Attack};
use crate::battle::LineOfFire;
use crate::figure::Effect;
use crate::fire::line_up::{Combatant, SeenTarget, line_up};
use crate::fire::shot::{Decks, Fired, Miss, Shot, hostages, shot};
use crate::fire::target::{Firing, Number};
use crate::fire::volley::Volley;
use crate::log::{self, LoggedShot};
use crate::options::*;
use crate::play::{Ground, Play, Setting};
use crate::player::choose::Player;
use crate::purpose;
use crate::scene::HOSTAGES;
use crate::state::Shooting;
use crate::weapon::Fire;

impl<'a, C: Chance, G: Setting, P: Player, const N: usize> Play<'a, C, G, P, N>
where
    Self: Ground,
{
    /// Begins a fire action. Returns the firer, or `None` if there is no target.
    #[inline(always)]
    pub(crate) fn begin_fire(&mut self, me: u8, attack: Attack) -> Option<u8> {
        let target = self.lot(me.into(), &attack, 0)?;
        let view = self.state.world()[target].condition;
        self.state.shooting = Shooting { volley: Volley::default(), attack, target: target as u8, view };
        Some(me)
    }

    /// The target of an attack; one of several is chosen by lot.
    #[inline(always)]
    fn lot(&mut self, me: usize, attack: &Attack, number: u8) -> Option<usize> {
        let first = attack.at.first()?;
        if attack.at.without(first).is_empty() {
            return Some(first);
        }
        let at = self.at(me, purpose::TARGET, number);
        let lot = self.chance.below(at, attack.at.len() as u32);
        attack.at.iter().nth(lot as usize)
    }

    /// Fires the shots of a fire action, or one of them if every step is wanted. Returns whether the action is over.
    #[inline(always)]
    pub(crate) fn go_on_firing(&mut self, me: usize) -> bool {
        let rules = &self.battle.rules;
        let mut line = self.line_up(me);
        loop {
            let switches = self.battle.switches && self.state.shooting.volley.between_bursts();
            if switches && self.changes_target(me, line.firing()) {
                line = self.line_up(me);
            }
            let at = self.at(me, 0, self.state.shooting.volley.shots);
            let shooting = &mut self.state.shooting;
            if !shooting.volley.goes_on(rules, &shooting.view) {
                break;
            }
            let Some(number) = shooting.volley.next(self.chance, rules, line.firing(), at) else { break };
            let target_number = line.target_number(rules, number);
            let deck = &mut self.state.decks[usize::from(self.battle.profiles[me].deck)];
            let mut decks = Decks { firer: deck, hostage: &mut self.state.hostage_deck };
            let (fired, seen) = (Fired { firing: line.firing(), hits: line.hits, target_number }, &shooting.view);
            let endangers = line.firing().hostages > 0;
            // Only where steps are enumerated are the decks worth copying, and shots that come to the same worth making equal.
            let result = if C::STEPWISE && !C::OBSERVED {
                decks.in_short(self.chance, fired.given(seen), |chance, decks| {
                    shot(chance, rules, fired, seen, decks, at).alike(endangers)
                })
            } else {
                shot(self.chance, rules, fired, seen, &mut decks, at)
            };
            let endangered = endangers && result == Shot::Miss;
            let struck = endangered.then(|| {
                let mut struck = [None; HOSTAGES];
                let miss = Miss { firing: line.firing(), place: G::NAMES_HOSTAGES, at };
                hostages(self.chance, rules, miss, &mut decks, |who, effect| {
                    struck[usize::from(who)] = Some((who, effect));
                });
                struck
            });
            let falls = match result {
                Shot::Hit(effect) | Shot::NearMiss(effect) => self.hit(line.firing(), effect),
                Shot::Jam | Shot::Misfire | Shot::Miss => false,
            };
            let marks = self.shot(me, self.state.shooting.target.into(), falls);
            if C::OBSERVED {
                let firing = line.firing().by(&self.state.world()[me].condition);
                let logged = self.logged_shot(me, firing, number, result, struck);
                let step = log::shot(self.battle, logged);
                self.chance.log(|| Step { marks, ..step });
            }
            if struck.is_some_and(|struck| self.strike_all(me, struck)) {
                line = self.line_up(me);
            }
            if result == Shot::Jam {
                self.state.figures[me].jammed = true;
                break;
            }
            if C::STEPWISE {
                return false;
            }
        }
        self.end_fire(me);
        true
    }

    /// A shot and what surrounds it, for the log.
    fn logged_shot(
        &self,
        me: usize,
        firing: Firing,
        number: Number,
        result: Shot,
        struck: Option<Struck>,
    ) -> LoggedShot<'_> {
        let Shooting { volley, attack, target, view } = &self.state.shooting;
        let in_line = self.ground.map(&self.state.scene).map(|(site, scene)| {
            let [from, to] = [me, usize::from(*target)].map(|figure| site.cell(&self.state.world()[figure]));
            let hostages = site.line_of_fire(scene, &self.battle.rules, from, to);
            hostages.map(|hostage| self.battle.observer_id(hostage)).collect()
        });
        LoggedShot {
            turn: self.turn,
            me,
            target: *target,
            firing,
            number,
            result,
            view,
            in_sight: self.in_sight(me).with(usize::from(*target)),
            among: attack.at,
            in_line: in_line.unwrap_or_default(),
            rounds: volley.left + volley.in_burst.max(1),
            struck: struck.into_iter().flatten().flatten().map(|(place, _)| place + 1).collect(),
        }
    }

    /// Applies hits on hostages, the farthest first, because one who falls leaves the line of fire. Returns whether any
    /// falls.
    fn strike_all(&mut self, me: usize, struck: Struck) -> bool {
        let mut falls = false;
        for (number, effect) in struck.into_iter().flatten().rev() {
            falls |= self.strike(me, number, effect);
        }
        falls
    }

    /// Applies a hit to the target and to the firer's view of it. Returns whether the target falls.
    #[inline(always)]
    fn hit(&mut self, firing: &Firing, effect: Effect) -> bool {
        let (rules, two_handed) = (&self.battle.rules, firing.target_two_handed);
        let number = usize::from(self.state.shooting.target);
        let target = &mut self.state.figures[number];
        let stood = !target.condition.down;
        target.suffer(effect, rules, two_handed);
        let falls = stood && target.condition.down;
        if falls {
            let side = if number >= self.battle.blues { Side::Red } else { Side::Blue };
            self.state.standing[side] -= 1;
        }
        // A figure that acts alone sees the target as it is.
        if self.state.turn.together {
            self.state.shooting.view.suffer(effect, rules, two_handed);
        } else {
            self.state.shooting.view = target.condition;
        }
        falls
    }

    /// Between shots or bursts, turns the rest of a fire action on another enemy if the firer wants to (CQB-5.3.6c), or
    /// lowers its rate to what has been fired (CQB-5.1a). Returns whether anything changes.
    #[inline(always)]
    fn changes_target(&mut self, me: usize, firing: &Firing) -> bool {
        let Shooting { volley, attack: Attack { aim_at, .. }, target, view } = self.state.shooting;
        if volley.shots == 0 || volley.bursts >= firing.rate {
            return false;
        }
        let from = usize::from(target);
        let next = Number { shot: volley.shots + 1, in_burst: 1, change: volley.change.into() };
        let attack = match self.ask(me, Ask::Switch { from, seen: view, aim_at, next }) {
            Action::Fire(attack) => attack,
            Action::Cease => {
                self.state.shooting.attack.rate = volley.bursts;
                return true;
            }
            _ => return false,
        };
        let Some(target) = self.lot(me, &attack, volley.shots) else { return false };
        let change = self.apart(from, target).min(i32::from(u8::MAX)) as u8;
        let view = self.state.world()[target].condition;
        let attack = Attack { aim_at: attack.aim_at, ..self.state.shooting.attack };
        self.state.shooting = Shooting { volley: Volley { change, ..volley }, attack, target: target as u8, view };
        true
    }

    /// Ends a fire action.
    #[inline]
    fn end_fire(&mut self, me: usize) {
        let figure = &mut self.state.figures[me];
        figure.on_hold = false;
        figure.aiming &= self.battle.rules.aim_persistence == AimPersistence::Kept;
        figure.fired = self.battle.rules.single_recoil == SingleRecoil::Series;
        if self.battle.profiles[me].weapon.fire == Fire::Slow {
            figure.reload = 2;
        }
        if C::STEPWISE {
            self.state.shooting = Shooting::default();
        }
    }

    /// The fire of a figure at its target in their present condition.
    #[inline(always)]
    fn line_up(&self, me: usize) -> LineOfFire<'a> {
        let (battle, attack, figure) = (self.battle, &self.state.shooting.attack, &self.state.world()[me]);
        let target = usize::from(self.state.shooting.target);
        if let Some(prepared) = battle.prepared_fire((me, figure), target, attack) {
            return prepared;
        }
        let other = &self.state.world()[target];
        let firer = Combatant { profile: &battle.profiles[me], figure };
        let seen = SeenTarget {
            combatant: Combatant { profile: &battle.profiles[target], figure: other },
            range: self.range(figure, other),
            shows: battle.shows(target, self.is_covered(figure, other)),
        };
        let firing = line_up(&battle.rules, firer, seen, attack);
        battle.line_of_fire(self.with_gas_and_hostages(me, target, firing))
    }
}

/// The hostages hit by one shot: their places in the line of fire and the effects.
type Struck = [Option<(u8, Effect)>; HOSTAGES];
