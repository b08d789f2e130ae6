//! Grenades on a map: when to throw, whom the blast finds, who lies down first (FT-gren).

use chance::{Address, Chance};
use engage::{Inches, bits};
use field::{Cell, Figures};

use crate::battle::{Battle, Fight};
use crate::doctrine::{DropPolicy, PosturePolicy, RiskPolicy, ThrowPolicy};
use crate::figure::{Movement, NOBODY, Posture};
use crate::fire::Mode;
use crate::grenade::{Exposed, Grenade};
use crate::options::{Allowed, GoProneWhen, GrenadeBlastCover, GrenadeNewTarget};
use crate::purpose;
use crate::rules::Effect;
use crate::scene::{BURSTS, Ground, Scene, Thrown};
use crate::shooting::preparation_of;
use crate::site::Site;
use crate::tell;

impl Battle {
    /// Throws a grenade after a move, if the doctrine says so (FT-gren-1, FT-gren-2, FT-gren-10, FT-gren-11,
    /// FT-pin-3).
    pub(crate) fn consider_grenade<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        me: usize,
        turn: u16,
    ) {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) else { return };
        let (doctrine, man) = (&self.profiles[me].doctrine, &fight.men[me]);
        let carried = scene.offensive[me] > 0 || scene.defensive[me] > 0;
        let rushed = man.movement == Movement::Rushing && self.rules.grenade_after_rush == Allowed::No;
        if !carried || fight.is_pinned(me) || rushed || doctrine.throw == ThrowPolicy::Never || scene.sees[me] == 0 {
            return;
        }
        let Some((target, at, grenade, worth)) = self.best_throw(fight, site, scene, me) else { return };
        let fires = man.movement != Movement::Rushing;
        if doctrine.throw == ThrowPolicy::WhenBetter && fires && self.fire_worth(fight, me, target) >= worth {
            return;
        }
        let Some(scene) = fight.ground.scene_mut() else { return };
        let Some(place) = scene.thrown.iter().position(Option::is_none) else { return };
        scene.thrown[place] = Some(Thrown { thrower: me as u8, grenade, at });
        match grenade {
            Grenade::Offensive => scene.offensive[me] -= 1,
            Grenade::Defensive => scene.defensive[me] -= 1,
        }
        scene.busy |= 1 << me;
        scene.revealed |= 1 << me;
        fight.men[me].aim = NOBODY;
        chance.tell(|| tell::throws(turn, me, target as u8, grenade));
    }

    /// The throw that is expected to put most men out: at whom, where, with what, and how many.
    #[inline(never)]
    fn best_throw<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        site: &Site,
        scene: &Scene,
        me: usize,
    ) -> Option<(usize, Cell, Grenade, f32)> {
        let known = match self.rules.grenade_new_target {
            GrenadeNewTarget::InSightAtTurnStart => scene.saw[me],
            GrenadeNewTarget::InSightLastTurn => scene.saw[me] & scene.saw_before[me],
        };
        let in_reach = bits(scene.sees[me] & known).filter(|&enemy| scene.views[me][enemy].squared <= site.throw);
        // A defensive grenade only where the thrower can take cover from it.
        let man = &fight.men[me];
        let sheltered = man.posture == Posture::Prone || self.profiles[me].doctrine.posture != PosturePolicy::Standing;
        let grenade = match (scene.offensive[me] > 0, scene.defensive[me] > 0) {
            (true, false) => Grenade::Offensive,
            (false, true) => Grenade::Defensive,
            _ if sheltered => Grenade::Defensive,
            _ => Grenade::Offensive,
        };
        let throws = in_reach.filter_map(|enemy| {
            let at = scene.standing.at(enemy)?;
            let worth = self.throw_worth(fight, site, scene, me, at, grenade)?;
            Some((enemy, at, grenade, worth))
        });
        throws.filter(|throw| throw.3 > 0.0).max_by(|one, other| one.3.total_cmp(&other.3).then(other.0.cmp(&one.0)))
    }

    /// Men expected out by a burst at a cell, less friends; none if friends forbid it.
    fn throw_worth<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        site: &Site,
        scene: &Scene,
        me: usize,
        at: Cell,
        grenade: Grenade,
    ) -> Option<f32> {
        let (mut worth, mut friends, mut enemies, mut harmed) = (0.0, 0, 0, false);
        for who in self.in_blast(site, scene, at, grenade).iter() {
            let exposed = self.exposed(fight, site, scene, who, at);
            let Some(results) = exposed.results(&self.rules, grenade) else {
                continue;
            };
            let out =
                results.iter().filter(|effect| matches!(effect, Effect::Serious | Effect::Dead)).count() as f32 / 6.0;
            if self.side_of(who) == self.side_of(me) {
                friends += 1;
                harmed |= who == me && out > 0.0 && exposed.distance <= self.rules.blast.primary;
                worth -= out;
            } else {
                enemies += 1;
                worth += out;
            }
        }
        let barred = match self.profiles[me].doctrine.risk {
            // The thrower himself takes his chance in the outer circle only.
            RiskPolicy::Never => harmed || friends > usize::from(self.in_blast(site, scene, at, grenade).contains(me)),
            RiskPolicy::Outnumbered => friends >= enemies,
        };
        (!barred).then_some(worth)
    }

    /// Men expected out by a man's fire at an enemy.
    fn fire_worth<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize, target: usize) -> f32 {
        let preparation = preparation_of(fight.men[me].movement);
        let modes = [Mode::Single, Mode::Auto].map(|mode| self.worth_of_fire(fight, me, target, mode, preparation));
        modes[0].max(modes[1])
    }

    /// Those in the blast circles of a grenade whom nothing solid shields (FT-gren-5, FT-gren-6, FT-gren-12).
    fn in_blast(&self, site: &Site, scene: &Scene, at: Cell, grenade: Grenade) -> Figures {
        let radius = match grenade {
            Grenade::Offensive => self.rules.blast.primary,
            Grenade::Defensive => self.rules.blast.primary.max(self.rules.blast.secondary),
        };
        let (plan, radius, everybody) = (site.plan(), radius.thousandths() as u32, scene.standing.placed());
        match self.rules.grenade_blast_cover {
            GrenadeBlastCover::BlockedByHardCover => {
                scene.standing.within_burst(plan, at, radius, scene.doors, everybody)
            }
            GrenadeBlastCover::Ignored => scene.standing.within_radius(plan, at, radius, everybody),
        }
    }

    /// A man near a burst.
    fn exposed<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        site: &Site,
        scene: &Scene,
        who: usize,
        at: Cell,
    ) -> Exposed {
        let man = &fight.men[who];
        let cell = scene.standing.at(who).unwrap_or(at);
        let distance = Inches::from_thousandths(site.plan().distance(at, cell) as i32);
        Exposed { distance, posture: man.posture, movement: man.movement, wounded: man.wounded }
    }

    /// Every grenade that was thrown explodes: who has won by that, if anybody (FT-gren-3).
    pub(crate) fn explode<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        turn: u16,
    ) -> Option<u8> {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return None };
        scene.thrown[0]?;
        let thrown = std::mem::replace(&mut scene.thrown, [None; BURSTS]);
        for (number, thrown) in thrown.into_iter().flatten().enumerate() {
            let Some(scene) = fight.ground.scene() else { break };
            let found = self.in_blast(site, scene, thrown.at, thrown.grenade);
            chance.tell(|| tell::explodes(turn, thrown.thrower, thrown.grenade, found.len()));
            for who in found.iter() {
                let Some(scene) = fight.ground.scene() else { break };
                if self.takes_cover(fight, site, scene, who, thrown.thrower.into()) {
                    fight.men[who].posture = Posture::Prone;
                }
                let Some(scene) = fight.ground.scene() else { break };
                let exposed = self.exposed(fight, site, scene, who, thrown.at);
                let at = Address::in_round(who as u8, purpose::BLAST, turn, number as u16);
                let effect = exposed.blast(chance, &self.rules, thrown.grenade, at);
                chance.tell(|| tell::blast(turn, thrown.thrower, who, effect));
                self.suffer(fight, who, effect);
                if let Some(scene) = fight.ground.scene_mut()
                    && self.side_of(who) != self.side_of(thrown.thrower.into())
                {
                    scene.shooter[who] = thrown.thrower;
                }
            }
        }
        self.decided(fight)
    }

    /// Whether a man lies down before the burst: a friend in communication with the thrower, or an enemy where men may go
    /// prone at any time (FT-gren-3, FT-move-4).
    fn takes_cover<const N: usize, G: Ground>(
        &self,
        fight: &Fight<N, G>,
        site: &Site,
        scene: &Scene,
        who: usize,
        thrower: usize,
    ) -> bool {
        if fight.men[who].posture == Posture::Prone || self.profiles[who].doctrine.drop == DropPolicy::Never {
            return false;
        }
        let warned = who == thrower
            || site.sees(scene, who, thrower)
            || site.distance(scene, who, thrower) <= self.rules.communication;
        match self.side_of(who) == self.side_of(thrower) {
            true => warned,
            false => self.rules.go_prone_when == GoProneWhen::AnyTime,
        }
    }
}
