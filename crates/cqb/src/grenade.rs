//! Stun grenades and gas, room by room (CQB-6, CQB-7), and fires (CQB-9a).

use chance::{Address, Chance};
use field::Room;

use crate::battle::{Battle, Fight};
use crate::figure::Wound;
use crate::options::{GasOvercome, GasRecovery, JokerFireHazard, StunRecover};
use crate::purpose;
use crate::scene::{Cloud, FIGURES, Ground};
use crate::task::{Tested, gas_target, passes, stun_target, task_target, test};
use crate::tell;
use crate::turn::address;

impl Battle {
    /// The tests against gas and of those who are stunned, at the start of a turn (CQB-6c, CQB-7a).
    #[inline]
    pub(crate) fn resist<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        turn: u16,
    ) {
        let Some(scene) = fight.ground.scene_mut() else { return };
        scene.dazed = field::Figures::NONE;
        if scene.shaken != 0 || scene.clouds[0].is_some() {
            self.resist_all(fight, chance, turn);
        }
    }

    fn resist_all<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        turn: u16,
    ) {
        let present = fight.ground.scene().map(|scene| scene.standing.placed());
        for who in present.into_iter().flat_map(field::Figures::iter) {
            let who = usize::from(who);
            match self.cloud_around(fight, who) {
                Some(cloud) => self.breathe(fight, chance, who, cloud, turn),
                None => self.catch_breath(fight, who),
            }
            self.shake_off(fight, chance, who, turn);
        }
    }

    /// The gas or fire around somebody.
    fn cloud_around<D, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, who: usize) -> Option<Cloud> {
        let (site, scene) = (self.site.as_ref()?, fight.ground.scene()?);
        scene.cloud_in(site.plan().room(scene.standing.at(who)?)?)
    }

    /// Whoever has left the gas may get over it (CQB-7b).
    fn catch_breath<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>, who: usize) {
        if let Some(scene) = fight.ground.scene_mut().filter(|_| self.rules.gas_recovery == GasRecovery::OnLeaving) {
            scene.failures[who] = 0;
        }
    }

    /// A test against gas, at the start of a turn or on coming into it (CQB-7a, CQB-7b). Masks make immune, but not to fire.
    pub(crate) fn breathe<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        who: usize,
        cloud: Cloud,
        turn: u16,
    ) {
        let masked = self.profiles.get(who).is_some_and(|profile| profile.kit.mask);
        let Some(failures) = fight.ground.scene().map(|scene| scene.failures[who]) else { return };
        if masked && !cloud.fire {
            return;
        }
        let turns = (turn - cloud.since).min(255) as u8;
        let target_number = gas_target(&self.rules, turns, self.wounds_of(fight, who), failures);
        let passed = self.withstands(
            fight,
            chance,
            who,
            target_number,
            address(who, purpose::GAS, turn, cloud.room.index() as u8),
        );
        if let Some(scene) = fight.ground.scene_mut().filter(|_| !passed) {
            scene.failures[who] = failures.saturating_add(1);
            if self.rules.gas_overcome == GasOvercome::NoAction {
                scene.dazed.insert(who);
                self.lose_hold(fight, who);
            }
        }
        let what = if cloud.fire { "the fire" } else { "the gas" };
        chance.tell(|| tell::resists(turn, self.told(who), "CQB-7a", what, target_number, passed));
    }

    /// A stunned figure's test to come to (CQB-6c).
    fn shake_off<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        who: usize,
        turn: u16,
    ) {
        let Some(since) = fight.ground.scene().map(|scene| scene.stunned[who]).filter(|&since| since != 0) else {
            return;
        };
        if self.resists_stun(fight, chance, who, turn, since)
            && let Some(scene) = fight.ground.scene_mut()
        {
            scene.stunned[who] = 0;
            if self.rules.stun_recover == StunRecover::NextTurn {
                scene.dazed.insert(who);
            }
        }
    }

    /// A test against a stun grenade that went off in the turn `since` (CQB-6a, CQB-6c).
    fn resists_stun<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        who: usize,
        turn: u16,
        since: u16,
    ) -> bool {
        let turns = (turn - since).min(255) as u8;
        let target_number = stun_target(&self.rules, turns, self.wounds_of(fight, who));
        let passed = self.withstands(fight, chance, who, target_number, address(who, purpose::STUN, turn, turns));
        chance.tell(|| tell::resists(turn, self.told(who), "CQB-6a", "the stun grenade", target_number, passed));
        passed
    }

    /// A test of somebody's own deck; hostages turn over cards of theirs (CQB-5.3.3g).
    fn withstands<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        who: usize,
        target_number: i32,
        at: Address,
    ) -> bool {
        let deck = match self.profiles.get(who) {
            Some(profile) => &mut fight.decks[usize::from(profile.deck)],
            None => &mut fight.hostage_deck,
        };
        passes(chance, &self.rules, deck, target_number, at)
    }

    fn wounds_of<D, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, who: usize) -> u8 {
        match fight.ground.scene() {
            Some(scene) if who >= FIGURES => scene.captives[who - FIGURES].wounds(),
            _ => fight.figures[who].condition.wounds(),
        }
    }

    /// Somebody is stunned: it loses its aim and its Hold (CQB-6b).
    fn stun<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>, who: usize, turn: u16) {
        if let Some(scene) = fight.ground.scene_mut() {
            scene.stunned[who] = turn;
        }
        if let Some(figure) = fight.figures.get_mut(who).filter(|_| who < FIGURES) {
            figure.aiming = false;
        }
        self.lose_hold(fight, who);
    }

    fn lose_hold<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>, who: usize) {
        if let Some(figure) = fight.figures.get_mut(who).filter(|_| who < FIGURES) {
            figure.on_hold = false;
        }
    }

    /// A task of a figure against a difficulty (CQB-8a).
    pub(crate) fn carries_out<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        difficulty: i8,
        at: Address,
    ) -> bool {
        self.attempt(fight, chance, me, difficulty, at) == Tested::Pass
    }

    pub(crate) fn attempt<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        difficulty: i8,
        at: Address,
    ) -> Tested {
        let condition = &fight.figures[me].condition;
        let failures = fight.ground.scene().map_or(0, |scene| scene.failures[me]);
        let weak_hand = condition.wound == Wound::StrongArm;
        let target_number = task_target(&self.rules, difficulty.into(), condition.wounds(), failures, weak_hand);
        let deck = &mut fight.decks[usize::from(self.profiles[me].deck)];
        test(chance, &self.rules, deck, target_number, at)
    }

    /// Whether a test with something that explodes starts a fire (CQB-9a).
    pub(crate) fn catches_fire(&self, tested: Tested) -> bool {
        tested == Tested::Joker && self.rules.joker_fire_hazard == JokerFireHazard::On
    }

    /// Throws a stun grenade or gas into a room: a task, and if it succeeds everybody there is tested (CQB-6a, CQB-6d, CQB-7a).
    /// A joker may start a fire there (CQB-9a).
    pub(crate) fn throw<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        (room, gas): (Room, bool),
        turn: u16,
    ) -> bool {
        let Some(scene) = fight.ground.scene_mut() else { return false };
        let store = if gas { &mut scene.gases[me] } else { &mut scene.stuns[me] };
        *store = store.saturating_sub(1);
        let difficulty = self.rules.difficulty.moderate;
        let thrown = self.attempt(fight, chance, me, difficulty, address(me, purpose::TEST, turn, 1));
        let fire = !gas && self.catches_fire(thrown);
        chance.tell(|| tell::throws(turn, me, gas, thrown == Tested::Pass, fire, room));
        match thrown {
            Tested::Pass if !gas => self.flash(fight, chance, room, turn),
            Tested::Pass => self.fill(fight, chance, Cloud { room, since: turn, fire }, turn),
            _ if fire => self.fill(fight, chance, Cloud { room, since: turn, fire }, turn),
            _ => {}
        }
        thrown == Tested::Pass
    }

    /// A stun grenade goes off: everybody in the room is tested (CQB-6a).
    fn flash<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        room: Room,
        turn: u16,
    ) {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return };
        scene.shaken |= 1 << room.index();
        for who in site.inside(scene, room).iter().map(usize::from) {
            if !self.resists_stun(fight, chance, who, turn, turn) {
                self.stun(fight, who, turn);
            }
        }
    }

    /// Gas or fire fills a room: everybody in it is tested (CQB-7a, CQB-9a).
    pub(crate) fn fill<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        cloud: Cloud,
        turn: u16,
    ) {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return };
        if scene.release(cloud) {
            for who in site.inside(scene, cloud.room).iter().map(usize::from) {
                self.breathe(fight, chance, who, cloud, turn);
            }
        }
    }
}
