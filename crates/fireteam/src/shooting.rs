//! A man's fire: at whom, how, and what comes of it (FT-fire, FT-hit, FT-beat).

use chance::Chance;
use engage::{Inches, among, bits};
use field::{Figures, Sight, Strip};

use crate::battle::{Battle, Fight, Profile};
use crate::doctrine::{AimPolicy, DropPolicy, NumberTwo, PinnedPolicy, RiskPolicy, TargetPolicy};
use crate::figure::{Man, Movement, NOBODY, Posture};
use crate::fire::{AtRange, Attack, Firer, Firing, Mode, Preparation, Reach, Roll, Target, pins};
use crate::options::{
    AimLost, Allowed, BeatenZoneAnchor, BeatenZoneRange, BeatenZoneWalls, BurstAimPoint, GoProneWhen, NumberTwoDuty,
    Refused,
};
use crate::purpose;
use crate::rules::Effect;
use crate::scene::{Ground, View};
use crate::site::Line;
use crate::tell;
use crate::turn::{Go, address};

/// What a man does instead of moving on: aims, or fires.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Choice {
    /// Nothing he could do.
    Nothing,
    /// Aims at an enemy (FT-hit-8).
    Aim(u8),
    /// Fires at an enemy, or at the point of a burst.
    Fire { target: u8, point: u8, firer: Firing },
}

/// Where fire is laid: on a man, or half way to another in a burst (FT-beat-2).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Laid {
    pub(crate) target: usize,
    pub(crate) point: usize,
}

impl Laid {
    /// On a man.
    pub(crate) const fn on(target: usize) -> Laid {
        Laid { target, point: target }
    }
}

/// A way to fire and what it is worth.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    target: u8,
    /// The enemy between whom and the target the burst is laid; the target itself if it is laid on him.
    point: u8,
    firer: Firing,
    /// Men expected out of action.
    worth: f32,
}

/// How much a man would rather fire at an enemy than at others, the higher the better.
#[derive(Clone, Copy, Debug)]
struct Likes {
    /// Before what his fire is worth.
    before: u16,
    /// After it, in 17 bits: who is not pinned, then who is near.
    after: u32,
}

/// The best fire so far; none if it has no rank.
#[derive(Clone, Copy, Debug)]
struct Best {
    rank: u64,
    firer: Firing,
    target: u8,
    point: u8,
}

impl Best {
    /// Takes another if it is better: by what the man likes before all, then by what it is worth, then by what else he likes.
    #[inline(always)]
    fn consider(&mut self, firer: Firing, laid: Laid, worth: f32, likes: Likes) {
        // The bits of positive numbers are in their order, and the first of them is 0.
        let rank = u64::from(likes.before) << 48 | u64::from(worth.to_bits()) << 17 | u64::from(likes.after);
        let rank = if worth > 0.0 { rank } else { 0 };
        if rank > self.rank {
            *self = Best { rank, firer, target: laid.target as u8, point: laid.point as u8 };
        }
    }

    /// What it is, if there is any.
    #[inline]
    fn prospect(self) -> Option<Prospect> {
        let Best { rank, firer, target, point } = self;
        let worth = f32::from_bits((rank >> 17) as u32 & u32::MAX >> 1);
        (rank > 0).then_some(Prospect { target, point, firer, worth })
    }
}

impl Battle {
    /// How one man sees another, who may be on any side of him (FT-gap-5, FT-gap-7).
    #[inline(always)]
    pub(crate) fn view<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, from: usize, to: usize) -> View {
        match (&self.site, fight.ground.scene()) {
            (Some(_), Some(scene)) if scene.sees[from] >> to & 1 == 1 => scene.views[from][to],
            (Some(site), Some(scene)) => {
                site.pair(scene, from, to).map_or(View::NONE, |line| site.view(line, scene.doors))
            }
            _ => View { sight: self.profiles[to].facts.sight, reach: self.reach, squared: 0 },
        }
    }

    /// How one man sees an enemy whom he does see.
    #[inline(always)]
    fn view_of_seen<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, from: usize, to: usize) -> View {
        match fight.ground.scene() {
            Some(scene) => scene.views[from][to],
            None => self.view(fight, from, to),
        }
    }

    /// The enemies whom a man may fire at, by bit: in sight, and known to be there if they are concealed (FT-save-6, FT-gap-5).
    #[inline]
    pub(crate) fn targets<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> u32 {
        match fight.ground.scene() {
            Some(scene) => scene.sees[me] & (scene.revealed | !scene.concealed[me]),
            None => fight.up & self.enemies(me),
        }
    }

    /// Whether a friend in action who is not pinned serves a man as number two (FT-fire-6).
    fn has_number_two<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> bool {
        let free = fight.up & !fight.pinned;
        if let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) {
            return bits(free & self.friends(me) & !(1 << me)).any(|other| site.beside(scene, me, other));
        }
        match self.profiles[me].facts.number_two {
            NumberTwo::Given => true,
            NumberTwo::None => false,
            NumberTwo::Comrade => self.seconds[me].is_some_and(|second| free >> second & 1 == 1),
        }
    }

    /// Whether a man serves a gunner as number two, and so may not fire himself (FT-fire-6).
    fn is_busy_as_number_two<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> bool {
        let friends = fight.up & self.friends(me);
        let gunners = friends & self.gunners;
        if gunners == 0 || self.rules.number_two_duty == NumberTwoDuty::MayFire || fight.is_pinned(me) {
            return false;
        }
        bits(gunners).any(|gunner| match (&self.site, fight.ground.scene()) {
            // The first in the list beside the gunner who has no gun of his own.
            (Some(site), Some(scene)) => {
                let mut free = bits(friends & !self.gunners & !fight.pinned);
                free.find(|&other| site.beside(scene, gunner, other)) == Some(me)
            }
            _ => self.seconds[gunner] == Some(me as u8),
        })
    }

    /// A man as a firer, whomever he fires at.
    #[inline(always)]
    pub(crate) fn firer<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        mode: Mode,
        preparation: Preparation,
    ) -> Firing {
        let (profile, man) = (&self.profiles[me], &fight.men[me]);
        let hard_cover = !G::MAP && profile.facts.sight.covered();
        Firer {
            mode,
            preparation,
            sniper: profile.sniper,
            pinned: fight.is_pinned(me),
            wounded: man.wounded,
            hard_cover,
            number_two: profile.crewed[mode as usize] && self.has_number_two(fight, me),
            rested: self.rests(profile, man, hard_cover) || profile.facts.rested,
        }
        .packed()
    }

    /// Whether it counts for a man's fire if he is in hard cover against whom he fires at: pinned, or with a bipod, on a map
    /// (FT-pin-4, FT-fire-7).
    #[inline(always)]
    fn depends_on_cover<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> bool {
        G::MAP && (fight.is_pinned(me) || self.profiles[me].bipod)
    }

    /// A firer who faces a certain enemy: on a map his cover depends on whom.
    #[inline(always)]
    fn facing<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        target: usize,
        firer: Firing,
    ) -> Firing {
        if !self.depends_on_cover(fight, me) || !self.view(fight, target, me).sight.covered() {
            return firer;
        }
        firer.in_hard_cover(self.rests(&self.profiles[me], &fight.men[me], true))
    }

    /// Whether a man rests his weapon on its bipod (FT-fire-7).
    #[inline]
    fn rests(&self, profile: &Profile, man: &Man, hard_cover: bool) -> bool {
        let still = match man.movement {
            Movement::Stationary => true,
            Movement::Moving => self.rules.bipod_after_move == Refused::Yes,
            Movement::Rushing => false,
        };
        profile.bipod && still && (man.posture == Posture::Prone || hard_cover)
    }

    /// A man's firing rolls by range.
    #[inline]
    fn rolls(&self, me: usize, firer: Firing) -> &AtRange {
        self.rolls[usize::from(self.profiles[me].rolls)].of(firer)
    }

    /// A man's firing roll at a range, or no shot.
    #[inline]
    fn roll(&self, me: usize, firer: Firing, reach: Reach) -> Roll {
        self.rolls(me, firer).at(reach)
    }

    /// The chance that an attack with such a roll on a man who is seen so puts him out.
    #[inline]
    fn worth(&self, roll: Roll, target: &Man, sight: Sight) -> f32 {
        self.attacks.puts_out(roll, self.attacks.shown(target, sight))
    }

    /// Men expected out by a man's fire at an enemy.
    pub(crate) fn worth_of_fire<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        target: usize,
        mode: Mode,
        preparation: Preparation,
    ) -> f32 {
        let firer = self.facing(fight, me, target, self.firer(fight, me, mode, preparation));
        match mode {
            Mode::Single => {
                let View { sight, reach, .. } = self.view(fight, me, target);
                self.worth(self.roll(me, firer, reach), &fight.men[target], sight)
            }
            Mode::Auto => self.burst_worth(fight, me, firer, Laid::on(target)),
        }
    }

    /// Men whom a burst tests, by bit: everybody in the beaten zone (FT-hit-6, FT-beat).
    pub(crate) fn beaten_zone<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        laid: Laid,
        line: Option<Line>,
    ) -> u32 {
        let profile = &self.profiles[me];
        let Some((width, depth)) = profile.arm.zone else { return 0 };
        if let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) {
            let (width, depth) = (width.thousandths() as u32, depth.thousandths() as u32);
            let strip = match self.rules.beaten_zone_anchor {
                BeatenZoneAnchor::Centred => Strip::centred(width, depth),
                BeatenZoneAnchor::NearEdge => Strip::from_near_edge(width, depth),
            };
            let Some((from, aim)) = line else { return 0 };
            let others = Figures(scene.standing.placed().0 & !(1 << me));
            let inside = scene.standing.within_strip(site.plan(), from, aim, strip, others);
            let hidden =
                |other: usize| self.rules.beaten_zone_walls == BeatenZoneWalls::Blocked && !site.sees(scene, me, other);
            return among(inside.iter().filter(|&other| !hidden(other)));
        }
        let enemies = bits(fight.up & self.enemies(me));
        let middle = i64::from(self.profiles[laid.target].place) + i64::from(self.profiles[laid.point].place);
        let inside = |&enemy: &usize| {
            profile.facts.covers_all
                || (2 * i64::from(self.profiles[enemy].place) - middle).abs() <= i64::from(width.thousandths())
        };
        among(enemies.filter(inside))
    }

    /// Men expected out by a burst, less friends; nothing if friends forbid it.
    fn burst_worth<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize, firer: Firing, laid: Laid) -> f32 {
        let line = self.line(fight, me, laid);
        let zone = self.beaten_zone(fight, me, laid, line);
        let friends = bits(zone).filter(|&other| self.side_of(other) == self.side_of(me)).count();
        let enemies = zone.count_ones() as usize - friends;
        let barred = match self.profiles[me].doctrine.risk {
            RiskPolicy::Never => friends > 0,
            RiskPolicy::Outnumbered => friends >= enemies,
        };
        if barred {
            return 0.0;
        }
        let worth = |other: usize| {
            let view = self.view(fight, me, other);
            let worth = self.worth(self.roll(me, firer, self.reach(firer, view, line)), &fight.men[other], view.sight);
            if self.side_of(other) == self.side_of(me) { -worth } else { worth }
        };
        bits(zone).map(worth).sum()
    }

    /// The line of a man's fire on a map.
    #[inline]
    fn line<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize, laid: Laid) -> Option<Line> {
        let (site, scene) = self.site.as_ref().zip(fight.ground.scene())?;
        site.line(scene, me, laid)
    }

    /// The line from a man straight to another on a map.
    #[inline]
    fn line_to<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize, other: usize) -> Option<Line> {
        let (site, scene) = self.site.as_ref().zip(fight.ground.scene())?;
        site.pair(scene, me, other)
    }

    /// Whether the distance to where a burst is laid counts for all whom it tests, not the distance to each (FT-beat-3).
    #[inline]
    fn counts_as_laid(&self, firer: Firing) -> bool {
        firer.mode() == Mode::Auto && self.rules.beaten_zone_range == BeatenZoneRange::AimPoint
    }

    /// The distance to a man under fire; on open ground it is the same for all.
    fn range<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        firer: Firing,
        other: usize,
        line: Option<Line>,
    ) -> Inches {
        let line = if self.counts_as_laid(firer) { line } else { self.line_to(fight, me, other) };
        self.site.as_ref().map_or(self.range, |site| site.between(line))
    }

    /// The same as fire has it, to a man who is seen so.
    #[inline]
    fn reach(&self, firer: Firing, view: View, line: Option<Line>) -> Reach {
        match &self.site {
            Some(site) if self.counts_as_laid(firer) => site.reach(line),
            _ => view.reach,
        }
    }

    /// The best way for a man to fire now.
    fn prospect<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize, targets: u32) -> Option<Prospect> {
        let profile = &self.profiles[me];
        let preparation = preparation_of(fight.men[me].movement);
        if profile.doctrine.target == TargetPolicy::First {
            let target = bits(targets).next()?;
            let mode = if profile.considers[0] { Mode::Single } else { Mode::Auto };
            let firer = self.facing(fight, me, target, self.firer(fight, me, mode, preparation));
            let worth = self.worth_of_fire(fight, me, target, mode, preparation);
            return Some(Prospect { target: target as u8, point: target as u8, firer, worth });
        }
        let mut best = Best { rank: 0, firer: Firing::default(), target: NOBODY, point: NOBODY };
        if profile.considers[Mode::Single as usize] {
            let firer = self.firer(fight, me, Mode::Single, preparation);
            let (turns, rolls) = (self.depends_on_cover(fight, me), self.rolls(me, firer));
            for target in bits(targets) {
                let view = self.view_of_seen(fight, me, target);
                let (firer, rolls) = if turns {
                    let firer = self.facing(fight, me, target, firer);
                    (firer, self.rolls(me, firer))
                } else {
                    (firer, rolls)
                };
                let worth = self.worth(rolls.at(view.reach), &fight.men[target], view.sight);
                best.consider(firer, Laid::on(target), worth, self.likes(fight, me, target, view));
            }
        }
        if profile.considers[Mode::Auto as usize] {
            let firer = self.firer(fight, me, Mode::Auto, preparation);
            let between = self.rules.burst_aim_point == BurstAimPoint::AnyPoint;
            for target in bits(targets) {
                let firer = self.facing(fight, me, target, firer);
                let likes = self.likes(fight, me, target, self.view_of_seen(fight, me, target));
                for point in bits(if between { targets } else { 1 << target }) {
                    let laid = Laid { target, point };
                    best.consider(firer, laid, self.burst_worth(fight, me, firer, laid), likes);
                }
            }
        }
        best.prospect()
    }

    /// How much a man would rather fire at an enemy than at others.
    #[inline(always)]
    fn likes<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize, target: usize, view: View) -> Likes {
        let nearness = u16::MAX - view.squared;
        let before = match self.profiles[me].doctrine.target {
            TargetPolicy::Likeliest => 0,
            policy => self.preference(fight, policy, target, nearness),
        };
        Likes { before, after: u32::from(!fight.is_pinned(target)) << 16 | u32::from(nearness) }
    }

    /// What a doctrine looks at first in an enemy, the higher the better.
    #[inline(never)]
    fn preference<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        policy: TargetPolicy,
        target: usize,
        nearness: u16,
    ) -> u16 {
        match policy {
            TargetPolicy::Likeliest | TargetPolicy::First => 0,
            TargetPolicy::Nearest => nearness,
            TargetPolicy::Unpinned => u16::from(!fight.is_pinned(target)),
            // Gunners and leaders.
            TargetPolicy::Key => {
                let leads = self.leader(fight, target) == Some(target);
                u16::from(self.profiles[target].arm.automatic.is_some() || leads)
            }
        }
    }

    /// What a man does with his fire.
    #[inline(always)]
    fn choose<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> Choice {
        let (profile, man) = (&self.profiles[me], &fight.men[me]);
        let mut targets = self.targets(fight, me);
        if fight.declared[me] != NOBODY {
            targets &= 1 << fight.declared[me];
        }
        let busy = || fight.ground.scene().is_some_and(|scene| scene.busy >> me & 1 == 1);
        let waits = fight.is_pinned(me) && profile.doctrine.pinned != PinnedPolicy::Fire;
        if targets == 0 || man.movement == Movement::Rushing || waits || busy() || self.is_busy_as_number_two(fight, me)
        {
            return Choice::Nothing;
        }
        if man.aims() && targets >> man.aim & 1 == 1 {
            let mode = if profile.arm.single.is_some() { Mode::Single } else { Mode::Auto };
            let firer = self.facing(fight, me, man.aim.into(), self.firer(fight, me, mode, Preparation::Aimed));
            return Choice::Fire { target: man.aim, point: man.aim, firer };
        }
        let still = man.movement == Movement::Stationary || self.rules.aim_after_move == Refused::Yes;
        let may_aim =
            still && (!fight.is_pinned(me) || self.rules.pinned_may_aim == Allowed::Yes) && !self.goes_on(fight, me);
        let Some(Prospect { target, point, firer, worth }) = self.prospect(fight, me, targets) else {
            // Who cannot hit anybody now may aim for later.
            let aims = may_aim && profile.doctrine.aim != AimPolicy::Never && profile.arm.single.is_some();
            let worth = |enemy| self.worth_of_fire(fight, me, enemy, Mode::Single, Preparation::Aimed);
            let of_use = |&enemy: &usize| aims && (profile.doctrine.aim == AimPolicy::Always || worth(enemy) > 0.0);
            let nearest = bits(targets).filter(of_use).min_by_key(|&enemy| self.view(fight, me, enemy).squared);
            return nearest.map_or(Choice::Nothing, |target| Choice::Aim(target as u8));
        };
        // A burst at nobody would still be a burst.
        let shot = firer.mode() == Mode::Single
            || worth > 0.0
            || self.roll(me, firer, self.view(fight, me, target.into()).reach).is_shot();
        let fire = if shot { Choice::Fire { target, point, firer } } else { Choice::Nothing };
        if !may_aim || self.rules.aim_while_firing == Refused::Yes {
            return fire;
        }
        let pays = || {
            let View { sight, reach, .. } = self.view_of_seen(fight, me, target.into());
            let shown = self.attacks.shown(&fight.men[usize::from(target)], sight);
            let single = |preparation| self.attacks.puts_out(self.roll(me, firer.prepared(preparation), reach), shown);
            let plain = || if firer.preparation() == Preparation::Plain { worth } else { single(Preparation::Plain) };
            firer.mode() == Mode::Single && single(Preparation::Aimed) > 2.0 * plain()
        };
        match profile.doctrine.aim {
            AimPolicy::Always => Choice::Aim(target),
            AimPolicy::WhenBetter if pays() => Choice::Aim(target),
            AimPolicy::WhenBetter | AimPolicy::Never => fire,
        }
    }

    /// The target that a man names before the first shot of his side's turn (FT-seq-4).
    pub(crate) fn target_named<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> u8 {
        if !fight.men[me].fights() {
            return NOBODY;
        }
        match self.choose(fight, me) {
            Choice::Fire { target, .. } | Choice::Aim(target) => target,
            Choice::Nothing => NOBODY,
        }
    }

    /// A man aims or fires, if he can (FT-fire-1).
    #[inline]
    pub(crate) fn fire_man<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        me: usize,
        turn: u16,
    ) -> Go {
        // Who had named no target has none now.
        if self.names_first && fight.declared[me] == NOBODY {
            return Go::Nothing;
        }
        match self.choose(fight, me) {
            Choice::Nothing => Go::Nothing,
            Choice::Aim(target) => {
                fight.men[me].aim = target;
                chance.tell(|| tell::aims(turn, me, target));
                Go::Acted
            }
            Choice::Fire { target, point, firer } => {
                let (pinned, up) = (fight.is_pinned(me), fight.up);
                let still = fight.men[me].movement == Movement::Stationary;
                match firer.mode() {
                    Mode::Single => self.shoot(fight, chance, me, firer, target.into(), None, turn),
                    Mode::Auto => {
                        let laid = Laid { target: target.into(), point: point.into() };
                        let line = self.line(fight, me, laid);
                        let zone = self.beaten_zone(fight, me, laid, line);
                        chance.tell(|| tell::burst(turn, me, target, zone.count_ones()));
                        bits(zone).for_each(|other| self.drop_prone(fight, me, other));
                        for other in bits(zone) {
                            self.shoot(fight, chance, me, firer, other, line, turn);
                        }
                    }
                }
                let may_aim = still && (!pinned || self.rules.pinned_may_aim == Allowed::Yes);
                let keeps = self.rules.aim_while_firing == Refused::Yes && may_aim && firer.mode() == Mode::Single;
                let lives = fight.men[usize::from(target)].fights();
                if fight.men[me].fights() {
                    fight.men[me].aim = if keeps && lives { target } else { NOBODY };
                }
                if let Some(scene) = fight.ground.scene_mut() {
                    scene.revealed |= 1 << me;
                }
                // Only losses decide.
                if fight.up == up { Go::Acted } else { self.decided(fight).map_or(Go::Acted, Go::Ended) }
            }
        }
    }

    /// One firing roll at one man, by a shot or by a burst along a line, with what comes of it (FT-seq-attack).
    #[allow(clippy::too_many_arguments, reason = "one attack, in full")]
    fn shoot<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        me: usize,
        firer: Firing,
        target: usize,
        line: Option<Line>,
        turn: u16,
    ) {
        if firer.mode() == Mode::Single {
            self.drop_prone(fight, me, target);
        }
        let view = self.view(fight, me, target);
        let roll = self.roll(me, firer, self.reach(firer, view, line));
        if !roll.is_shot() {
            chance.tell(|| tell::no_shot(turn, me, target));
            return;
        }
        let (profile, shown) = (&self.profiles[me], self.attacks.shown(&fight.men[target], view.sight));
        let range = || self.range(fight, me, firer, target, line);
        let in_full = || {
            let seen = Target::new(&fight.men[target], view.sight);
            let to_hit = firer
                .firer(profile.sniper)
                .to_hit(&self.rules, &profile.arm, range())
                .unwrap_or_else(|| unreachable!("there is a shot"));
            Attack { rules: &self.rules, to_hit, least_save: seen.least_save(&self.rules), wounded: seen.wounded }
        };
        let at = address(me, purpose::ATTACK, turn, target as u16);
        let effect = self.attacks.resolve(chance, roll, shown, in_full, at);
        if C::OBSERVED {
            let (attack, range) = (in_full(), range());
            let full = firer.firer(profile.sniper);
            let shot =
                self.site.as_ref().zip(fight.ground.scene()).and_then(|(site, scene)| site.shot(scene, me, target));
            chance.tell(|| tell::attack(turn, me, target, &full, &profile.arm, range, &attack, effect, shot));
        }
        if let Some(scene) = fight.ground.scene_mut()
            && self.side_of(me) != self.side_of(target)
        {
            scene.shooter[target] = me as u8;
        }
        if let Some(effect) = effect {
            self.suffer(fight, target, effect);
        }
    }

    /// What a hit or a blast does to a man (FT-eff, FT-pin, FT-gren-9).
    pub(crate) fn suffer<const N: usize, G: Ground>(&self, fight: &mut Fight<N, G>, me: usize, effect: Effect) {
        match effect {
            Effect::Nothing => return,
            Effect::Serious | Effect::Dead => return self.put_out(fight, me, effect == Effect::Dead),
            Effect::Wounded => fight.men[me].wounded = true,
            Effect::Pinned => {}
        }
        // One counter at most: being pinned again changes nothing (FT-pin-6).
        let pinned = pins(&self.rules, effect) && !fight.is_pinned(me);
        if pinned {
            fight.pin(me, true);
        }
        let lost = match self.rules.aim_lost {
            AimLost::Never => false,
            AimLost::Pinned => pinned,
            AimLost::PinnedOrWounded => pinned || effect == Effect::Wounded,
        };
        if lost {
            fight.men[me].aim = NOBODY;
        }
    }

    /// A man who is shot at goes prone before the dice are rolled, if he may and wants to (FT-move-4).
    #[inline(always)]
    fn drop_prone<const N: usize, G: Ground>(&self, fight: &mut Fight<N, G>, firer: usize, me: usize) {
        if fight.men[me].posture == Posture::Prone
            || self.profiles[me].doctrine.drop != DropPolicy::WhenShotAt
            || self.rules.go_prone_when == GoProneWhen::OwnTurn
            || self.stands_for_others(fight, me)
        {
            return;
        }
        let (sight, prone) = (self.view(fight, firer, me).sight, Man { posture: Posture::Prone, ..fight.men[me] });
        if self.attacks.shown(&prone, sight).is_safer_than(self.attacks.shown(&fight.men[me], sight)) {
            fight.men[me] = prone;
        }
    }
}

/// How fire is prepared by what the firer has done (FT-hit-7).
pub(crate) const fn preparation_of(movement: Movement) -> Preparation {
    match movement {
        Movement::Moving => Preparation::Snap,
        Movement::Stationary | Movement::Rushing => Preparation::Plain,
    }
}
