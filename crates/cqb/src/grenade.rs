//! Stun grenades and gas, room by room (CQB-6, CQB-7), and fires (CQB-9a).

use chance::{Address, Chance};
use field::Room;

use crate::action::Grenade;
use crate::log::{self, ResistanceTest, Went};
use crate::on_map::OnMap;
use crate::options::{GasOvercome, GasRecovery, JokerFireHazard, StunRecover};
use crate::play::Play;
use crate::player::choose::Player;
use crate::purpose;
use crate::scene::{Cloud, FIGURES};
use crate::task::{Tested, gas_target, passes, stun_target};

impl<C: Chance, P: Player, const N: usize> Play<'_, C, OnMap<'_>, P, N> {
    /// Tests everybody in gas and everybody stunned, at the start of a turn (CQB-6c, CQB-7a).
    pub(crate) fn resist_all(&mut self) {
        for who in self.state.scene.standing.placed() {
            match self.cloud_around(who) {
                Some(cloud) => self.breathe(who, cloud),
                None if self.battle.rules.gas_recovery == GasRecovery::OnLeaving => self.state.scene.failures[who] = 0,
                None => {}
            }
            self.shake_off(who);
        }
    }

    /// The gas or fire in somebody's room.
    fn cloud_around(&self, who: usize) -> Option<Cloud> {
        let scene = &self.state.scene;
        scene.cloud_in(self.site().plan().room(scene.standing.at(who)?)?)
    }

    /// A test against gas or fire, at the start of a turn or on entering it (CQB-7a, CQB-7b). A mask protects against
    /// gas, not against fire.
    pub(crate) fn breathe(&mut self, who: usize, cloud: Cloud) {
        let masked = self.battle.profiles.get(who).is_some_and(|profile| profile.kit.mask);
        if masked && !cloud.fire {
            return;
        }
        let (turn, failures) = (self.turn, self.state.scene.failures[who]);
        let turns = (turn - cloud.since).min(255) as u8;
        let target_number = gas_target(&self.battle.rules, turns, self.wounds_of(who), failures);
        let at = self.at(who, purpose::GAS, cloud.room.index() as u8);
        let passed = self.withstands(who, target_number, at);
        if !passed {
            self.state.scene.failures[who] = failures.saturating_add(1);
            if self.battle.rules.gas_overcome == GasOvercome::NoAction {
                self.state.scene.dazed.insert(who);
                self.lose_hold(who);
            }
        }
        let (battle, wounds) = (self.battle, self.wounds_of(who));
        self.chance.log(|| {
            let of = ResistanceTest {
                against: if cloud.fire { "fire" } else { "gas" },
                room: Some(cloud.room),
                base: [gas_target(&battle.rules, 0, 0, 0), turns.into()],
                penalties: target_number - gas_target(&battle.rules, turns, 0, 0),
                wounds,
                failures,
                passed,
            };
            log::resists(battle, turn, who, &of)
        });
    }

    /// A stunned figure's test to recover (CQB-6c).
    fn shake_off(&mut self, who: usize) {
        let since = self.state.scene.stunned[who];
        if since != 0 && self.resists_stun(who, since) {
            self.state.scene.stunned[who] = 0;
            if self.battle.rules.stun_recover == StunRecover::NextTurn {
                self.state.scene.dazed.insert(who);
            }
        }
    }

    /// A test against a stun grenade that went off in the turn `since` (CQB-6a, CQB-6c).
    fn resists_stun(&mut self, who: usize, since: u16) -> bool {
        let turn = self.turn;
        let turns = (turn - since).min(255) as u8;
        let target_number = stun_target(&self.battle.rules, turns, self.wounds_of(who));
        let passed = self.withstands(who, target_number, self.at(who, purpose::STUN, turns));
        let (battle, wounds, failures) = (self.battle, self.wounds_of(who), self.state.scene.failures[who]);
        self.chance.log(|| {
            let of = ResistanceTest {
                against: "stun_grenade",
                room: None,
                base: [stun_target(&battle.rules, 0, 0), -i32::from(turns)],
                penalties: target_number - stun_target(&battle.rules, turns, 0),
                wounds,
                failures,
                passed,
            };
            log::resists(battle, turn, who, &of)
        });
        passed
    }

    /// A test with a card of the tester's deck; hostages have a deck of their own (CQB-5.3.3g).
    fn withstands(&mut self, who: usize, target_number: i32, at: Address) -> bool {
        let deck = match self.battle.profiles.get(who) {
            Some(profile) => &mut self.state.decks[usize::from(profile.deck)],
            None => &mut self.state.hostage_deck,
        };
        passes(self.chance, &self.battle.rules, deck, target_number, at)
    }

    fn wounds_of(&self, who: usize) -> u8 {
        match who.checked_sub(FIGURES) {
            Some(captive) => self.state.scene.captives[captive].wounds(),
            None => self.state.figures[who].condition.wounds(),
        }
    }

    /// Stuns somebody, who loses aim and Hold (CQB-6b).
    fn stun(&mut self, who: usize) {
        self.state.scene.stunned[who] = self.turn;
        if who < FIGURES {
            self.state.figures[who].aiming = false;
        }
        self.lose_hold(who);
    }

    fn lose_hold(&mut self, who: usize) {
        if who < FIGURES {
            self.state.figures[who].on_hold = false;
        }
    }

    /// Whether the test to throw or to breach starts a fire (CQB-9a).
    pub(crate) fn catches_fire(&self, went: Went) -> bool {
        matches!(went.test, Some((_, Tested::Joker))) && self.battle.rules.joker_fire_hazard == JokerFireHazard::On
    }

    /// Throws a grenade into a room: a task, and if it succeeds everybody there is tested (CQB-6a, CQB-6d, CQB-7a). A
    /// joker in the throw of a stun grenade may start a fire there (CQB-9a).
    pub(crate) fn throw(&mut self, me: usize, room: Room, grenade: Grenade) -> Went {
        let (turn, gas) = (self.turn, grenade == Grenade::Gas);
        let scene = &mut self.state.scene;
        let store = if gas { &mut scene.gases[me] } else { &mut scene.stuns[me] };
        *store = store.saturating_sub(1);
        let left = *store;
        let thrown = self.attempt(me, self.battle.rules.difficulty.moderate, purpose::THROW);
        let fire = !gas && self.catches_fire(thrown);
        if C::OBSERVED {
            let throw = log::Thrown { room, grenade, left, went: thrown, fire };
            let step = log::throws(&self.actor(me), &self.site().map, throw);
            self.chance.log(|| step);
        }
        if thrown.succeeds && !gas {
            self.flash(room);
        } else if thrown.succeeds || fire {
            self.fill(Cloud { room, since: turn, fire });
        }
        thrown
    }

    /// A stun grenade goes off: everybody in the room is tested (CQB-6a).
    fn flash(&mut self, room: Room) {
        self.state.scene.shaken |= 1 << room.index();
        for who in self.site().inside(&self.state.scene, room) {
            self.dazzle(who);
        }
    }

    /// Tests somebody in a room in which a stun grenade goes off (CQB-6a).
    pub(crate) fn dazzle(&mut self, who: usize) {
        if !self.resists_stun(who, self.turn) {
            self.stun(who);
        }
    }

    /// Gas or fire fills a room: everybody in it is tested (CQB-7a, CQB-9a).
    pub(crate) fn fill(&mut self, cloud: Cloud) {
        if self.state.scene.release(cloud) {
            for who in self.site().inside(&self.state.scene, cloud.room) {
                self.breathe(who, cloud);
            }
        }
    }
}
