//! Fire in an engagement: whom to shoot at, shot by shot, and what the fire depends on (CQB-5).

use chance::{Address, Chance, Deck, Mark, Step};
use engage::{Inches, Side, bits};

use crate::battle::{Battle, Fight, Lane, Phase};
use crate::doctrine::TargetChoice;
use crate::figure::{Figure, Travel};
use crate::fire::target::{condition_modifier, named_modifier};
use crate::fire::{AimAt, Decks, Fired, Firing, Number, Shot, Volley, hostages, shot};
use crate::options::*;
use crate::purpose;
use crate::rules::Rules;
use crate::scene::{Ground, HOSTAGES};
use crate::tell;
use crate::turn::{address, world};
use crate::weapon::Fire;

/// What shows of a figure behind hard cover on a map (CQB-5.3.7).
const BEHIND_COVER: [AimAt; 4] = [AimAt::Head, AimAt::StrongArm, AimAt::WeakArm, AimAt::BrainStem];

impl Battle {
    /// A fire action, shot by shot (CQB-5.1, CQB-5.2). False if it is to go on in another step.
    #[inline(always)]
    pub(crate) fn fire<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        turn: u16,
    ) -> bool {
        if !C::STEPWISE || fight.phase != Phase::Firing {
            let Some(target) = self.choose(fight, chance, me, None, address(me, purpose::TARGET, turn, 0)) else {
                return true;
            };
            fight.volley = Volley::default();
            self.aim_weapon_at(fight, target);
            if C::STEPWISE {
                fight.phase = Phase::Firing;
                return false;
            }
        }
        let rules = &self.rules;
        let before = world(fight)[me];
        let mut line = self.line_up(fight, me, &before);
        loop {
            let at = address(me, 0, turn, fight.volley.shots);
            if !fight.volley.goes_on(rules, &fight.view) {
                if !self.change_target(fight, chance, me, &line, at) {
                    break;
                }
                line = self.line_up(fight, me, &before);
            }
            let Some(number) = fight.volley.next(chance, rules, line.firing(), at) else { break };
            let target_number = line.target_number(rules, number);
            let deck = &mut fight.decks[usize::from(self.profiles[me].deck)];
            let mut decks = Decks { firer: deck, hostage: &mut fight.hostage_deck };
            let fired = Fired { firing: line.firing(), sheet: &line.lane.sheet, target_number };
            let result = shot(chance, rules, fired, &fight.view, &mut decks, at);
            if result == Shot::Miss && line.firing().hostages > 0 {
                let mut struck = [None; HOSTAGES];
                hostages(chance, rules, line.firing(), &mut decks, at, G::MAP, |who, effect| {
                    struck[usize::from(who)] = Some((who, effect));
                });
                // From the farthest, as whoever falls is in the line no more.
                let mut falls = false;
                for hit in struck.into_iter().flatten().rev() {
                    falls |= self.strike(fight, chance, me, hit, turn);
                }
                if falls {
                    line = self.line_up(fight, me, &before);
                }
            }
            let mut falls = false;
            if let Shot::Hit(effect) | Shot::NearMiss(effect) = result {
                let two_handed = line.firing().target_two_handed;
                let target = &mut fight.figures[usize::from(fight.target)];
                let stood = !target.condition.down;
                target.suffer(effect, rules, two_handed);
                falls = stood && target.condition.down;
                if falls {
                    fight.standing[line.side] -= 1;
                    if let Some(scene) = fight.ground.scene_mut() {
                        scene.standing.remove(fight.target.into());
                        scene.fallen |= 1 << fight.target;
                    }
                }
                fight.view.suffer(effect, rules, two_handed);
            }
            if let Some(scene) = fight.ground.scene_mut() {
                scene.alarm = true;
            }
            chance.tell(|| Step {
                marks: self.shot_marks(fight, me, falls),
                ..tell::shot(rules, &line.told(&before), number, turn, me, fight.target, result, &fight.view)
            });
            if result == Shot::Jam {
                fight.figures[me].jammed = true;
                break;
            }
            if C::STEPWISE {
                return false;
            }
        }
        self.end_fire::<C, N, G>(fight, me);
        true
    }

    /// A shot on the map, and the target if it falls.
    fn shot_marks<D, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, me: usize, falls: bool) -> Vec<Mark> {
        if !G::MAP {
            return Vec::new();
        }
        let [from, to] = [me, usize::from(fight.target)].map(|figure| world(fight)[figure].place);
        let fall = falls.then_some(Mark::Falls { figure: fight.target });
        std::iter::once(Mark::Shot { from, to }).chain(fall).collect()
    }

    #[inline]
    fn aim_weapon_at<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>, target: usize) {
        fight.target = target as u8;
        fight.view = world(fight)[target].condition;
    }

    /// Turns what is left of a fire action on another enemy, between shots or bursts (CQB-5.3.6c).
    fn change_target<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        line: &Line<'_>,
        at: Address,
    ) -> bool {
        let left = fight.volley.between_bursts() && fight.volley.bursts < line.firing().rate;
        if !self.profiles[me].doctrine.switch || !left {
            return false;
        }
        let old = usize::from(fight.target);
        let down = fight.view.down.then_some(old);
        let Some(new) = self.choose(fight, chance, me, down, at.purpose(purpose::TARGET)) else { return false };
        fight.volley.change = self.apart(fight, old, new).min(i32::from(u8::MAX)) as u8;
        self.aim_weapon_at(fight, new);
        true
    }

    /// Full inches between two enemies (CQB-5.3.6c).
    fn apart<D, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, old: usize, new: usize) -> i32 {
        if let Some(site) = &self.site {
            let figures = world(fight);
            return site.range(&figures[old], &figures[new]).floor();
        }
        let apart = |a: i32, b: i32| i64::from(a).abs_diff(i64::from(b)).pow(2);
        let (from, to) = (&self.profiles[old], &self.profiles[new]);
        let [from_advance, to_advance] = [old, new].map(|figure| fight.figures[figure].advance.thousandths());
        ((apart(from.place, to.place) + apart(from_advance, to_advance)).isqrt() / 1000) as i32
    }

    /// Ends a fire action.
    #[inline]
    fn end_fire<C: Chance, const N: usize, G: Ground>(&self, fight: &mut Fight<C::Deck, N, G>, me: usize) {
        let figure = &mut fight.figures[me];
        figure.on_hold = false;
        figure.aiming &= self.rules.aim_persistence == AimPersistence::Kept;
        figure.fired = self.rules.single_recoil == SingleRecoil::Series;
        if self.profiles[me].weapon.fire == Fire::Slow {
            figure.reload = 2;
        }
        if C::STEPWISE {
            fight.phase = Phase::Acting;
            (fight.volley, fight.target, fight.view) = Default::default();
        }
    }

    /// The fire of a figure at its target as both are now.
    #[inline(always)]
    fn line_up<'a, D, const N: usize, G: Ground>(
        &'a self,
        fight: &Fight<D, N, G>,
        me: usize,
        figure: &Figure,
    ) -> Line<'a> {
        let target = usize::from(fight.target);
        let (condition, rules) = (&figure.condition, &self.rules);
        let lane = self.lane(me, target, figure.aiming, condition.wound.is_arm());
        let side = usize::from(target >= self.blues);
        if self.still && !figure.fired {
            return Line { lane, side, shift: condition_modifier(condition, rules), changed: None };
        }
        let firing = self.firing(me, figure, target, &world(fight)[target]);
        let firing = self.on_the_spot(fight, me, target, firing);
        Line { lane, side, shift: 0, changed: Some((firing, firing.shared(rules))) }
    }

    /// What the fire of one figure at another depends on.
    pub(crate) fn firing(&self, me: usize, figure: &Figure, target: usize, other: &Figure) -> Firing {
        let (profile, rules) = (&self.profiles[me], &self.rules);
        let enemy = &self.profiles[target];
        let doctrine = &profile.doctrine;
        let aim_at = match rules.location_needs_aim {
            LocationNeedsAim::Yes if !figure.aiming => AimAt::None,
            _ => doctrine.aim_at,
        };
        let fast = match rules.move_and_fire {
            MoveAndFire::No => figure.moved_last.fast,
            MoveAndFire::UpToNormal => figure.moved_now.fast,
        };
        Firing {
            weapon: profile.weapon,
            fire: doctrine.fire,
            rate: rules.rate_of(doctrine.fire).min(doctrine.rate),
            aimed: figure.aiming,
            aim_at: match &*enemy.shows {
                _ if self.is_covered(figure, other) => self.exposed(aim_at, &BEHIND_COVER),
                [] => aim_at,
                shows => self.exposed(aim_at, shows),
            },
            range: self.range(me, figure, target, other),
            firer_moved: Travel { gone: figure.moved_last.gone, fast },
            target_moved: match rules.moved_window {
                MovedWindow::PreviousTurn => other.moved_last.gone,
                MovedWindow::PreviousOrCurrent => other.moved_last.gone.max(other.moved_now.gone),
            },
            wounds: 0,
            weak_hand: false,
            one_handed: false,
            gas: 0,
            prior_shots: figure.fired,
            armour: enemy.armour,
            target_two_handed: enemy.weapon.category.two_handed(),
            hostages: self.field.hostages,
        }
        .by(&figure.condition)
    }

    /// Whether cover on the map hides a target from a firer but for its head and arms (CQB-5.3.7).
    fn is_covered(&self, figure: &Figure, other: &Figure) -> bool {
        let Some(site) = self.site.as_ref().filter(|_| self.rules.cover == Cover::ExposedParts) else { return false };
        site.plan().sight(site.cell(figure), site.cell(other), field::Doors::OPEN).covered()
    }

    /// The location to name when only some parts show (CQB-5.3.7): the one wanted if it shows, else the easiest that does.
    fn exposed(&self, wanted: AimAt, shows: &[AimAt]) -> AimAt {
        if self.rules.cover == Cover::None || shows.contains(&wanted) {
            return wanted;
        }
        let easiest = shows.iter().min_by_key(|&&part| named_modifier(part, &self.rules));
        easiest.copied().unwrap_or(wanted)
    }

    /// Distance between two figures along the line that the sides face each other on.
    #[inline]
    pub(crate) fn range(&self, me: usize, figure: &Figure, target: usize, other: &Figure) -> Inches {
        if me == target {
            return self.field.range;
        }
        if let Some(site) = &self.site {
            return site.range(figure, other);
        }
        let between = self.field.range.thousandths() - figure.advance.thousandths() - other.advance.thousandths();
        Inches::from_thousandths(between.abs())
    }

    /// The numbers of a figure's enemies.
    #[inline]
    pub(crate) fn enemies(&self, me: usize) -> std::ops::Range<usize> {
        match self.profiles[me].side {
            Side::Blue => self.blues..self.profiles.len(),
            Side::Red => 0..self.blues,
        }
    }

    /// Distance to the nearest enemy not down and in view, if there is one.
    #[inline]
    pub(crate) fn nearest<D, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, me: usize) -> Option<Inches> {
        if self.still {
            return Some(self.field.range);
        }
        let figures = world(fight);
        let standing = bits(self.in_view(fight, me)).filter(|&enemy| !figures[enemy].condition.down);
        standing.map(|enemy| self.range(me, &figures[me], enemy, &figures[enemy])).min()
    }

    /// Whether a figure on a map sees somebody that it may shoot at.
    pub(crate) fn has_target<D: Deck, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, me: usize) -> bool {
        bits(self.in_view(fight, me)).any(|enemy| self.may_shoot(fight, me, enemy))
    }

    /// Whether the risk to hostages in the line of fire at an enemy in view is one that the doctrine takes.
    #[inline]
    fn may_shoot<D: Deck, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, me: usize, enemy: usize) -> bool {
        let risk = self.profiles[me].doctrine.risk;
        let endangered = fight.ground.scene().is_some_and(|scene| !scene.captives().is_empty());
        if !endangered || risk >= 100 {
            return true;
        }
        let figures = world(fight);
        let firing = self.on_the_spot(fight, me, enemy, self.firing(me, &figures[me], enemy, &figures[enemy]));
        let pack = fight.decks[usize::from(self.profiles[me].deck)].pack();
        firing.hostages == 0 || firing.percent_missed(&self.rules, pack) <= u32::from(risk)
    }

    /// The enemy to shoot at, if any is left as far as the firer can see (CQB-3e), but for one it has just shot down.
    #[inline(always)]
    fn choose<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        shot_down: Option<usize>,
        at: Address,
    ) -> Option<usize> {
        let seen = if G::MAP { self.in_view(fight, me) } else { u32::MAX };
        let view = |enemy: usize| {
            let figure = &world(fight)[enemy];
            let known = !figure.condition.down && shot_down != Some(enemy);
            (known && (!G::MAP || seen >> enemy & 1 == 1 && self.may_shoot(fight, me, enemy))).then_some(figure)
        };
        let profile = &self.profiles[me];
        let enemies = self.enemies(me);
        if enemies.len() == 1 {
            return view(enemies.start).map(|_| enemies.start);
        }
        if profile.doctrine.target == TargetChoice::Random {
            let count = self.enemies(me).filter(|&enemy| view(enemy).is_some()).count();
            let number = if count > 1 { chance.below(at, count as u32) } else { 0 };
            return self.enemies(me).filter(|&enemy| view(enemy).is_some()).nth(number as usize);
        }
        if let Some(&enemy) = profile.settled.preference.iter().find(|&&enemy| view(enemy.into()).is_some()) {
            return Some(enemy.into());
        }
        let mine = &world(fight)[me];
        let mut best = None;
        for enemy in self.enemies(me) {
            let worth = self.worth(me, mine, enemy, &world(fight)[enemy]);
            if best.is_none_or(|known| worth < known) && view(enemy).is_some() {
                best = Some(worth);
            }
        }
        best.map(|(_, _, _, enemy)| enemy)
    }

    /// How much a figure prefers another as a target: the least is best.
    pub(crate) fn worth(&self, me: usize, figure: &Figure, enemy: usize, other: &Figure) -> (i32, Inches, u32, usize) {
        let (profile, theirs) = (&self.profiles[me], &self.profiles[enemy]);
        let first = match profile.doctrine.target {
            TargetChoice::Nearest | TargetChoice::Random => 0,
            TargetChoice::Focus => enemy as i32,
            TargetChoice::Weakest => -i32::from(other.condition.wounds()),
            TargetChoice::Dangerous => -(theirs.ability as i32),
        };
        (first, self.range(me, figure, enemy, other), theirs.place.abs_diff(profile.place), enemy)
    }
}

/// The fire of a figure at a target: as worked out beforehand, or as it has changed since, with the shared part of its target
/// numbers.
struct Line<'a> {
    lane: &'a Lane,
    /// The target's side, as a number.
    side: usize,
    /// What the firer's condition adds to the lane's target numbers (CQB-5.3.6).
    shift: i32,
    changed: Option<(Firing, i32)>,
}

impl Line<'_> {
    #[inline(always)]
    fn firing(&self) -> &Firing {
        match &self.changed {
            None => &self.lane.firing,
            Some((firing, _)) => firing,
        }
    }

    /// The fire with the firer's condition, as an observer is told it.
    fn told(&self, firer: &Figure) -> Firing {
        self.firing().by(&firer.condition)
    }

    /// Target number of a shot (CQB-5.3).
    #[inline(always)]
    fn target_number(&self, rules: &Rules, number: Number) -> i32 {
        match &self.changed {
            None => self.lane.target_number(rules, number) + self.shift,
            Some((firing, shared)) => firing.target_number(rules, *shared, number),
        }
    }
}
