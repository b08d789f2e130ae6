//! A man's fire: at whom, how, and what comes of it (FT-fire, FT-hit, FT-beat).

use chance::Chance;
use engage::{Inches, bits};
use field::{Figures, Sight, Strip};

use crate::battle::{Battle, Fight};
use crate::doctrine::{AimPolicy, DropPolicy, FirePolicy, NumberTwo, PinnedPolicy, RiskPolicy, TargetPolicy};
use crate::figure::{Movement, NOBODY, Posture};
use crate::fire::{Attack, Firer, Mode, Preparation, Prepared, Target, pins};
use crate::options::{
    AimLost, Allowed, BeatenZoneAnchor, BeatenZoneRange, BeatenZoneWalls, BurstAimPoint, GoProneWhen, NumberTwoDuty,
    Refused,
};
use crate::purpose;
use crate::rules::Effect;
use crate::scene::Ground;
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
    Fire { target: u8, point: u8, mode: Mode, preparation: Preparation },
}

/// A way to fire and what it is worth.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    target: u8,
    /// The enemy between whom and the target the burst is laid; the target itself if it is laid on him.
    point: u8,
    mode: Mode,
    /// Men expected out of action.
    worth: f32,
    /// Distance of the target, in thousandths of an inch.
    distance: i32,
}

impl Battle {
    /// Distance between two men.
    #[inline]
    pub(crate) fn distance<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize, other: usize) -> Inches {
        match (&self.site, fight.ground.scene()) {
            (Some(site), Some(scene)) => site.distance(scene, me, other),
            _ => self.range,
        }
    }

    /// How one man sees another, an enemy.
    #[inline]
    pub(crate) fn sight<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, from: usize, to: usize) -> Sight {
        if let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) {
            return site.sight(scene, from, to);
        }
        let facts = &self.profiles[to].facts;
        match (facts.concealed, facts.hard_cover) {
            (false, false) => Sight::Clear,
            (true, false) => Sight::Concealed,
            (false, true) => Sight::Covered,
            (true, true) => Sight::CoveredAndConcealed,
        }
    }

    /// The enemies whom a man may fire at, by bit: in sight, and known to be there if they are concealed (FT-save-6, FT-gap-5).
    #[inline]
    fn targets<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> u32 {
        match fight.ground.scene() {
            Some(scene) => {
                let known =
                    |&enemy: &usize| scene.revealed >> enemy & 1 == 1 || !self.sight(fight, me, enemy).concealed();
                bits(scene.sees[me]).filter(known).fold(0, |all, enemy| all | 1 << enemy)
            }
            None => self.enemies(me).filter(|&enemy| fight.men[enemy].fights()).fold(0, |all, enemy| all | 1 << enemy),
        }
    }

    /// Whether a friend in action who is not pinned serves a man as number two (FT-fire-6).
    fn has_number_two<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> bool {
        let serves = |other: usize| fight.men[other].fights() && !fight.men[other].pinned;
        if let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) {
            return self
                .men_of(self.side_of(me))
                .any(|other| other != me && serves(other) && site.beside(scene, me, other));
        }
        match self.profiles[me].facts.number_two {
            NumberTwo::Given => true,
            NumberTwo::None => false,
            NumberTwo::Comrade => self.seconds[me].is_some_and(|second| serves(second.into())),
        }
    }

    /// Whether a man serves a gunner as number two, and so may not fire himself (FT-fire-6).
    fn is_busy_as_number_two<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> bool {
        if self.rules.number_two_duty == NumberTwoDuty::MayFire || fight.men[me].pinned {
            return false;
        }
        let is_gunner = |other: usize| self.profiles[other].crewed != [false; 2];
        let friends = self.men_of(self.side_of(me));
        let mut gunners = friends.clone().filter(|&other| is_gunner(other) && fight.men[other].fights());
        match (&self.site, fight.ground.scene()) {
            // The first in the list beside the gunner who has no gun of his own.
            (Some(site), Some(scene)) => gunners.any(|gunner| {
                let serves =
                    |&other: &usize| !is_gunner(other) && !fight.men[other].pinned && site.beside(scene, gunner, other);
                friends.clone().find(serves) == Some(me)
            }),
            _ => gunners.any(|gunner| self.seconds[gunner] == Some(me as u8)),
        }
    }

    /// A man as a firer at an enemy.
    pub(crate) fn firer<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        target: usize,
        mode: Mode,
        preparation: Preparation,
    ) -> Firer {
        let (profile, man) = (&self.profiles[me], &fight.men[me]);
        let gunner = profile.crewed[mode as usize];
        let hard_cover = if G::MAP {
            (man.pinned || profile.bipod) && self.sight(fight, target, me).covered()
        } else {
            profile.facts.hard_cover
        };
        let still = match man.movement {
            Movement::Stationary => true,
            Movement::Moving => self.rules.bipod_after_move == Refused::Yes,
            Movement::Rushing => false,
        };
        let rested = profile.bipod && still && (man.posture == Posture::Prone || hard_cover);
        Firer {
            mode,
            preparation,
            sniper: profile.sniper,
            pinned: man.pinned,
            wounded: man.wounded,
            hard_cover,
            number_two: gunner && self.has_number_two(fight, me),
            rested: rested || profile.facts.rested,
        }
    }

    /// A man as a target of another.
    fn target<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, sight: Sight, me: usize) -> Target {
        let man = &fight.men[me];
        Target {
            posture: man.posture,
            movement: man.movement,
            hard_cover: sight.covered(),
            concealed: sight.concealed(),
            wounded: man.wounded,
        }
    }

    /// One attack by a firer on a man; none without a shot.
    #[inline]
    fn prepared<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        firer: &Firer,
        target: usize,
        range: Inches,
    ) -> Option<Prepared> {
        let roll = self.rolls[usize::from(self.profiles[me].rolls)].of(&self.rules, firer, range)?;
        let target = self.target(fight, self.sight(fight, me, target), target);
        Some(self.attacks.on(roll, &target))
    }

    /// The chance that an attack puts its target out.
    #[inline]
    fn worth<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        firer: &Firer,
        target: usize,
        range: Inches,
    ) -> f32 {
        self.prepared(fight, me, firer, target, range).map_or(0.0, |prepared| self.attacks.puts_out(prepared))
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
        match mode {
            Mode::Single => {
                let firer = self.firer(fight, me, target, mode, preparation);
                self.worth(fight, me, &firer, target, self.distance(fight, me, target))
            }
            Mode::Auto => self.burst_worth(fight, me, (target, target), preparation),
        }
    }

    /// Men whom a burst tests, by bit: everybody in the beaten zone (FT-hit-6, FT-beat).
    pub(crate) fn beaten_zone<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        target: usize,
        point: usize,
    ) -> u32 {
        let profile = &self.profiles[me];
        let Some((width, depth)) = profile.arm.zone else { return 0 };
        if let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) {
            let (width, depth) = (width.thousandths() as u32, depth.thousandths() as u32);
            let strip = match self.rules.beaten_zone_anchor {
                BeatenZoneAnchor::Centred => Strip::centred(width, depth),
                BeatenZoneAnchor::NearEdge => Strip::from_near_edge(width, depth),
            };
            let Some((from, aim)) = site.line(scene, me, target, point) else { return 0 };
            let among = Figures(scene.standing.placed().0 & !(1 << me));
            let inside = scene.standing.within_strip(site.plan(), from, aim, strip, among);
            let hidden = |other: u8| {
                self.rules.beaten_zone_walls == BeatenZoneWalls::Blocked && !site.sees(scene, me, other.into())
            };
            return inside.iter().filter(|&other| !hidden(other)).fold(0, |all, other| all | 1 << other);
        }
        let enemies = self.enemies(me).filter(|&enemy| fight.men[enemy].fights());
        let middle = i64::from(self.profiles[target].place) + i64::from(self.profiles[point].place);
        let inside = |&enemy: &usize| {
            profile.facts.covers_all
                || (2 * i64::from(self.profiles[enemy].place) - middle).abs() <= i64::from(width.thousandths())
        };
        enemies.filter(inside).fold(0, |all, enemy| all | 1 << enemy)
    }

    /// Men expected out by a burst, less friends; nothing if friends forbid it.
    fn burst_worth<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        (target, point): (usize, usize),
        preparation: Preparation,
    ) -> f32 {
        let zone = self.beaten_zone(fight, me, target, point);
        let firer = self.firer(fight, me, target, Mode::Auto, preparation);
        let range = self.range_of_burst(fight, me, target, point);
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
            let range = self.range_in_zone(fight, me, other, range);
            let worth = self.worth(fight, me, &firer, other, range);
            if self.side_of(other) == self.side_of(me) { -worth } else { worth }
        };
        bits(zone).map(worth).sum()
    }

    /// Distance of the point that a shot or burst is aimed at: a man, or half way to another (FT-beat-2, FT-beat-3).
    fn range_of_burst<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        target: usize,
        point: usize,
    ) -> Inches {
        match (&self.site, fight.ground.scene()) {
            (Some(site), Some(scene)) if point != target => site.range_of_point(scene, me, target, point),
            _ => self.distance(fight, me, target),
        }
    }

    /// The range that counts for a man in a beaten zone (FT-beat-3).
    fn range_in_zone<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        other: usize,
        range: Inches,
    ) -> Inches {
        match self.rules.beaten_zone_range {
            BeatenZoneRange::AimPoint => range,
            BeatenZoneRange::EachFigure => self.distance(fight, me, other),
        }
    }

    /// The best way for a man to fire now.
    fn prospect<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize, targets: u32) -> Option<Prospect> {
        let profile = &self.profiles[me];
        let preparation = preparation_of(fight.men[me].movement);
        if profile.doctrine.target == TargetPolicy::First {
            let target = bits(targets).next()?;
            let single = profile.arm.single.is_some() && profile.doctrine.fire != FirePolicy::Auto;
            let mode = if single || profile.arm.automatic.is_none() { Mode::Single } else { Mode::Auto };
            let (target, distance) = (target as u8, self.distance(fight, me, target).thousandths());
            return Some(Prospect { target, point: target, mode, worth: 1.0, distance });
        }
        let singles = profile.arm.single.is_some()
            && (profile.doctrine.fire != FirePolicy::Auto || profile.arm.automatic.is_none());
        let bursts = profile.arm.automatic.is_some()
            && (profile.doctrine.fire != FirePolicy::Single || profile.arm.single.is_none());
        if singles && !bursts && !G::MAP {
            return self.prospect_in_the_open(fight, me, targets, preparation);
        }
        let (mut best, mut highest) = (None, 0);
        let mut consider = |prospect: Prospect| {
            let rank = if prospect.worth > 0.0 { self.rank(fight, me, &prospect) } else { 0 };
            if rank > highest {
                (best, highest) = (Some(prospect), rank);
            }
        };
        for target in bits(targets) {
            let distance = self.distance(fight, me, target).thousandths();
            let point = target as u8;
            if singles {
                let worth = self.worth_of_fire(fight, me, target, Mode::Single, preparation);
                consider(Prospect { target: target as u8, point, mode: Mode::Single, worth, distance });
            }
            if bursts {
                let between = self.rules.burst_aim_point == BurstAimPoint::AnyPoint;
                for point in bits(if between { targets } else { 1 << target }) {
                    let worth = self.burst_worth(fight, me, (target, point), preparation);
                    consider(Prospect { target: target as u8, point: point as u8, mode: Mode::Auto, worth, distance });
                }
            }
        }
        best
    }

    /// The same with single shots on open ground, where everybody is as far away as anybody else and one roll is for all.
    fn prospect_in_the_open<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        targets: u32,
        preparation: Preparation,
    ) -> Option<Prospect> {
        let firer = self.firer(fight, me, me, Mode::Single, preparation);
        let roll = self.rolls[usize::from(self.profiles[me].rolls)].of(&self.rules, &firer, self.range)?;
        let (mut best, mut highest, mut most) = (NOBODY, 0, 0.0);
        for target in bits(targets) {
            let seen = self.target(fight, self.sight(fight, me, target), target);
            let worth = self.attacks.puts_out(self.attacks.on(roll, &seen));
            let unpinned = u64::from(!fight.men[target].pinned);
            let rank =
                u64::from(self.preference(fight, me, target, 0)) << 33 | u64::from(worth.to_bits()) << 1 | unpinned;
            if rank > highest && worth > 0.0 {
                (best, highest, most) = (target as u8, rank, worth);
            }
        }
        let distance = self.range.thousandths();
        (best != NOBODY).then_some(Prospect { target: best, point: best, mode: Mode::Single, worth: most, distance })
    }

    /// A prospect's rank by the man's doctrine, the higher the better.
    #[inline]
    fn rank<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize, prospect: &Prospect) -> u128 {
        let target = usize::from(prospect.target);
        let nearness = u32::MAX - prospect.distance as u32;
        let unpinned = u32::from(!fight.men[target].pinned);
        // The bits of positive numbers are in their order.
        let parts = [self.preference(fight, me, target, nearness), prospect.worth.to_bits(), nearness, unpinned];
        parts.into_iter().fold(0, |rank, part| rank << 32 | u128::from(part))
    }

    /// What a man's doctrine looks at first in an enemy, the higher the better.
    #[inline]
    fn preference<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        me: usize,
        target: usize,
        nearness: u32,
    ) -> u32 {
        match self.profiles[me].doctrine.target {
            TargetPolicy::Likeliest | TargetPolicy::First => 0,
            TargetPolicy::Nearest => nearness,
            TargetPolicy::Unpinned => u32::from(!fight.men[target].pinned),
            // Gunners and leaders.
            TargetPolicy::Key => {
                let leads = self.leader(fight, target) == Some(target);
                u32::from(self.profiles[target].arm.automatic.is_some() || leads)
            }
        }
    }

    /// What a man does with his fire.
    fn choose<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> Choice {
        let (profile, man) = (&self.profiles[me], &fight.men[me]);
        let busy = fight.ground.scene().is_some_and(|scene| scene.busy >> me & 1 == 1);
        if man.movement == Movement::Rushing || busy || self.is_busy_as_number_two(fight, me) {
            return Choice::Nothing;
        }
        if man.pinned && profile.doctrine.pinned != PinnedPolicy::Fire {
            return Choice::Nothing;
        }
        let mut targets = self.targets(fight, me);
        if fight.declared[me] != NOBODY {
            targets &= 1 << fight.declared[me];
        }
        if man.aims() && targets >> man.aim & 1 == 1 {
            let mode = if profile.arm.single.is_some() { Mode::Single } else { Mode::Auto };
            return Choice::Fire { target: man.aim, point: man.aim, mode, preparation: Preparation::Aimed };
        }
        let still = man.movement == Movement::Stationary || self.rules.aim_after_move == Refused::Yes;
        let may_aim = still && (!man.pinned || self.rules.pinned_may_aim == Allowed::Yes);
        let Some(Prospect { target, point, mode, .. }) = self.prospect(fight, me, targets) else {
            // Who cannot hit anybody now may aim for later.
            let aims = may_aim && profile.doctrine.aim != AimPolicy::Never && profile.arm.single.is_some();
            let nearest = bits(targets).filter(|_| aims).min_by_key(|&enemy| self.distance(fight, me, enemy));
            return nearest.map_or(Choice::Nothing, |target| Choice::Aim(target as u8));
        };
        let fire = Choice::Fire { target, point, mode, preparation: preparation_of(man.movement) };
        if !may_aim || self.rules.aim_while_firing == Refused::Yes {
            return fire;
        }
        let pays = || {
            let worth = |preparation| self.worth_of_fire(fight, me, target.into(), Mode::Single, preparation);
            mode == Mode::Single && worth(Preparation::Aimed) > 2.0 * worth(Preparation::Plain)
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
            Choice::Fire { target, point, mode, preparation } => {
                let firer = self.firer(fight, me, target.into(), mode, preparation);
                let range = self.range_of_burst(fight, me, target.into(), point.into());
                let still = fight.men[me].movement == Movement::Stationary;
                match mode {
                    Mode::Single => self.shoot(fight, chance, me, &firer, target.into(), range, turn),
                    Mode::Auto => {
                        let zone = self.beaten_zone(fight, me, target.into(), point.into());
                        chance.tell(|| tell::burst(turn, me, target, zone.count_ones()));
                        self.drop_prone(fight, me, zone);
                        for other in bits(zone) {
                            let range = self.range_in_zone(fight, me, other, range);
                            self.shoot(fight, chance, me, &firer, other, range, turn);
                        }
                    }
                }
                let may_aim = still && (!firer.pinned || self.rules.pinned_may_aim == Allowed::Yes);
                let keeps = self.rules.aim_while_firing == Refused::Yes && may_aim && mode == Mode::Single;
                let lives = fight.men[usize::from(target)].fights();
                if fight.men[me].fights() {
                    fight.men[me].aim = if keeps && lives { target } else { NOBODY };
                }
                if let Some(scene) = fight.ground.scene_mut() {
                    scene.revealed |= 1 << me;
                }
                self.decided(fight).map_or(Go::Acted, Go::Ended)
            }
        }
    }

    /// One firing roll at one man, with what comes of it (FT-seq-attack).
    #[allow(clippy::too_many_arguments, reason = "one attack, in full")]
    fn shoot<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        me: usize,
        firer: &Firer,
        target: usize,
        range: Inches,
        turn: u16,
    ) {
        if firer.mode == Mode::Single {
            self.drop_prone(fight, me, 1 << target);
        }
        let Some(prepared) = self.prepared(fight, me, firer, target, range) else {
            chance.tell(|| tell::no_shot(turn, me, target));
            return;
        };
        let arm = &self.profiles[me].arm;
        let in_full = || {
            let seen = self.target(fight, self.sight(fight, me, target), target);
            let to_hit = firer.to_hit(&self.rules, arm, range).unwrap_or_else(|| unreachable!("there is a shot"));
            Attack { rules: &self.rules, to_hit, least_save: seen.least_save(&self.rules), wounded: seen.wounded }
        };
        let at = address(me, purpose::ATTACK, turn, target as u16);
        let effect = self.attacks.resolve(chance, prepared, in_full, at);
        if C::OBSERVED {
            let attack = in_full();
            let line =
                self.site.as_ref().zip(fight.ground.scene()).and_then(|(site, scene)| site.shot(scene, me, target));
            chance.tell(|| tell::attack(turn, me, target, firer, arm, range, &attack, effect, line));
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
        let man = &mut fight.men[me];
        // One counter at most: being pinned again changes nothing (FT-pin-6).
        let pinned = pins(&self.rules, effect) && !man.pinned;
        man.pinned |= pinned;
        let lost = match self.rules.aim_lost {
            AimLost::Never => false,
            AimLost::Pinned => pinned,
            AimLost::PinnedOrWounded => pinned || effect == Effect::Wounded,
        };
        if lost {
            man.aim = NOBODY;
        }
    }

    /// Those of these men who are shot at and choose to go prone do so, before the dice are rolled (FT-move-4).
    fn drop_prone<const N: usize, G: Ground>(&self, fight: &mut Fight<N, G>, firer: usize, men: u32) {
        if self.rules.go_prone_when == GoProneWhen::OwnTurn {
            return;
        }
        for me in bits(men) {
            let doctrine = &self.profiles[me].doctrine;
            if doctrine.drop != DropPolicy::WhenShotAt
                || fight.men[me].posture == Posture::Prone
                || self.stands_for_others(fight, me)
            {
                continue;
            }
            let standing = self.target(fight, self.sight(fight, firer, me), me);
            let prone = Target { posture: Posture::Prone, ..standing };
            if prone.least_save(&self.rules) < standing.least_save(&self.rules) {
                fight.men[me].posture = Posture::Prone;
            }
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
