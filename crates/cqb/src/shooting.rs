//! A fire action, shot by shot (CQB-5.1, CQB-5.2).

use chance::{Chance, Step};
use engage::Side;

use crate::action::{Action, Ask, Attack};
use crate::figure::{Effect, Figure};
use crate::fire::line_up::line_up;
use crate::fire::shot::{Decks, Fired, Shot, hostages, shot};
use crate::fire::target::{Firing, Number, condition_modifier};
use crate::fire::volley::Volley;
use crate::options::*;
use crate::play::{Ground, Play, Setting};
use crate::player::choose::Player;
use crate::prepared::lanes::Lane;
use crate::prepared::sheet::Sheet;
use crate::purpose;
use crate::rules::Rules;
use crate::scene::HOSTAGES;
use crate::state::Shooting;
use crate::tell::{self, Circumstances};
use crate::weapon::Fire;

impl<'a, C: Chance, G: Setting, P: Player, const N: usize> Play<'a, C, G, P, N>
where
    Self: Ground,
{
    /// Begins a fire action. Who fires, if there is anybody to fire at.
    #[inline(always)]
    pub(crate) fn begin_fire(&mut self, me: u8, attack: Attack) -> Option<u8> {
        let target = self.lot(me.into(), &attack, 0)?;
        let view = self.state.world()[target].condition;
        self.state.shooting = Shooting { volley: Volley::default(), attack, target: target as u8, view };
        Some(me)
    }

    /// The target of an attack: of several one by lot.
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

    /// The shots of a fire action; one of them where every step is wanted. Whether it is over.
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
            let fired = Fired { firing: line.firing(), sheet: line.sheet, target_number };
            let result = shot(self.chance, rules, fired, &shooting.view, &mut decks, at);
            let endangered = result == Shot::Miss && line.firing().hostages > 0;
            let struck = endangered.then(|| {
                let mut struck = [None; HOSTAGES];
                hostages(self.chance, rules, line.firing(), &mut decks, at, G::NAMES_HOSTAGES, |who, effect| {
                    struck[usize::from(who)] = Some((who, effect));
                });
                struck
            });
            let falls = match result {
                Shot::Hit(effect) | Shot::NearMiss(effect) => self.hit(&line, effect),
                Shot::Jam | Shot::Misfire | Shot::Miss => false,
            };
            let marks = self.shot(me, self.state.shooting.target.into(), falls);
            if C::OBSERVED {
                let (shooting, firing) = (&self.state.shooting, line.logged(&self.state.world()[me]));
                let (who, outcome) = ((self.turn, me, shooting.target), (result, &shooting.view));
                let shot = tell::shot(self.battle, &firing, number, who, outcome, self.circumstances(me, struck));
                self.chance.tell(|| Step { marks, ..shot });
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

    /// What surrounds a shot, for an observer.
    fn circumstances(&self, me: usize, struck: Option<Struck>) -> Circumstances {
        let Shooting { volley, attack, target, .. } = &self.state.shooting;
        let rounds = volley.left + volley.in_burst.max(1);
        let in_line = self.ground.map(&self.state.scene).map(|(site, scene)| {
            let [from, to] = [me, usize::from(*target)].map(|figure| site.cell(&self.state.world()[figure]));
            let hostages = site.line_of_fire(scene, &self.battle.rules, from, to);
            hostages.map(|hostage| self.battle.told(hostage)).collect()
        });
        let struck = struck.into_iter().flatten().flatten().map(|(place, _)| place + 1).collect();
        let in_sight = self.in_sight(me).with(usize::from(*target));
        Circumstances { in_sight, among: attack.at, in_line: in_line.unwrap_or_default(), rounds, struck }
    }

    /// Hostages in the line of fire are hit, the farthest first, because one who falls leaves the line. Whether anybody falls.
    fn strike_all(&mut self, me: usize, struck: Struck) -> bool {
        let mut falls = false;
        for (number, effect) in struck.into_iter().flatten().rev() {
            falls |= self.strike(me, number, effect);
        }
        falls
    }

    /// The target suffers a hit, and so does what the firer sees of it. Whether it falls.
    #[inline(always)]
    fn hit(&mut self, line: &Line<'_>, effect: Effect) -> bool {
        let (rules, two_handed) = (&self.battle.rules, line.firing().target_two_handed);
        let target = &mut self.state.figures[usize::from(self.state.shooting.target)];
        let stood = !target.condition.down;
        target.suffer(effect, rules, two_handed);
        let falls = stood && target.condition.down;
        if falls {
            self.state.standing[line.side] -= 1;
        }
        // Who acts alone sees the target as it is.
        if self.state.turn.together {
            self.state.shooting.view.suffer(effect, rules, two_handed);
        } else {
            self.state.shooting.view = target.condition;
        }
        falls
    }

    /// Turns the rest of a fire action on another enemy if the firer wants to, between shots or bursts (CQB-5.3.6c).
    #[inline(always)]
    fn changes_target(&mut self, me: usize, firing: &Firing) -> bool {
        let Shooting { volley, target, view, .. } = self.state.shooting;
        if volley.shots == 0 || volley.bursts >= firing.rate {
            return false;
        }
        let from = usize::from(target);
        let Action::Fire(attack) = self.ask(me, Ask::Switch { from, seen: view }) else { return false };
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

    /// The fire of a figure at its target as both are now.
    #[inline(always)]
    fn line_up(&self, me: usize) -> Line<'a> {
        let (battle, attack, figure) = (self.battle, &self.state.shooting.attack, &self.state.world()[me]);
        let target = usize::from(self.state.shooting.target);
        let side = if target >= battle.blues { Side::Red } else { Side::Blue };
        if battle.still && !figure.fired {
            let lane = battle.lanes.of(me, target, figure.aiming, figure.condition.wound.is_arm());
            if lane.is_of(attack) {
                let shift = condition_modifier(&figure.condition, &battle.rules);
                return Line { side, sheet: &lane.sheet, way: Way::Prepared { lane, shift } };
            }
        }
        let other = &self.state.world()[target];
        let shows = battle.shows(target, self.is_covered(figure, other));
        let pair = ((&battle.profiles[me], figure), (&battle.profiles[target], other));
        let firing = line_up(&battle.rules, pair.0, pair.1, attack, (self.range(figure, other), shows));
        let firing = self.on_the_spot(me, target, firing);
        let (shared, sheet) = (firing.shared(&battle.rules), battle.sheets.of(&firing));
        Line { side, sheet, way: Way::Changed { firing, shared } }
    }
}

/// The hostages hit by one shot: their places in the line of fire, and how.
type Struck = [Option<(u8, Effect)>; HOSTAGES];

/// The fire of a figure at a target.
struct Line<'a> {
    /// The target's side.
    side: Side,
    sheet: &'a Sheet,
    way: Way<'a>,
}

enum Way<'a> {
    /// As prepared, and what the firer's condition adds to its target numbers (CQB-5.3.6).
    Prepared { lane: &'a Lane, shift: i32 },
    /// As it has changed since, with the part that all target numbers share.
    Changed { firing: Firing, shared: i32 },
}

impl Line<'_> {
    #[inline(always)]
    fn firing(&self) -> &Firing {
        match &self.way {
            Way::Prepared { lane, .. } => &lane.firing,
            Way::Changed { firing, .. } => firing,
        }
    }

    /// The fire with the firer's condition, as an observer logs it.
    fn logged(&self, firer: &Figure) -> Firing {
        self.firing().by(&firer.condition)
    }

    /// Target number of a shot (CQB-5.3).
    #[inline(always)]
    fn target_number(&self, rules: &Rules, number: Number) -> i32 {
        match &self.way {
            Way::Prepared { lane, shift } => lane.target_number(rules, number) + shift,
            Way::Changed { firing, shared } => firing.target_number(rules, *shared, number),
        }
    }
}
