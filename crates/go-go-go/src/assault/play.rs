//! A turn of an assault, from orders to the end phase, and how the mission ends (GGG-seq-1, GGG-mis-2).

use chance::{Address, Chance};
use engage::{Outcome, Side, among, bits};
use field::Search;

use super::scene::{BOMBS, Charge, FIGURES, NOBODY, Scene};
use super::site::Site;
use super::{Assault, tell};
use crate::battle::ending;
use crate::figure::Pace;
use crate::mission::{Bomb, Facts, Killers, Mission, Verdict, Vip};
use crate::options::{Capture, CtLossBy, CtLostWhen, FireTiming};
use crate::purpose;
use crate::setup::Orders;

/// An assault under way.
pub(super) struct Play<'a, C> {
    pub(super) assault: &'a Assault,
    pub(super) site: &'a Site,
    pub(super) scene: Scene,
    pub(super) chance: &'a mut C,
    pub(super) search: &'a mut Search,
    pub(super) turn: u16,
    /// Who has spoken to hostages in this turn, by bit (GGG-sound-2).
    pub(super) spoke: u32,
}

/// Plays one assault to its end (GGG-gen-1).
pub(super) fn play<C: Chance>(assault: &Assault, chance: &mut C, search: &mut Search) -> Outcome {
    let mut play = Play { assault, site: &assault.site, scene: Scene::new(), chance, search, turn: 0, spoke: 0 };
    play.deploy();
    for turn in 1..=assault.turn_limit {
        play.turn = turn;
        if let Some(verdict) = play.play_turn() {
            play.chance.tell(|| tell::ends(turn, verdict));
            return play.outcome(assault.ending(verdict));
        }
    }
    play.outcome(ending::TURN_LIMIT)
}

impl<C: Chance> Play<'_, C> {
    /// The address of a draw in this turn.
    pub(super) const fn address(&self, who: usize, purpose: u8, number: u16) -> Address {
        Address::in_round(who as u8, purpose, self.turn, number)
    }

    /// Puts everybody in a place of their own (GGG-gen-3).
    fn deploy(&mut self) {
        let (assault, plan) = (self.assault, self.site.plan());
        let figures = assault.profiles.len();
        for number in 0..figures + self.site.hostages {
            let who = if number < figures { number } else { FIGURES + number - figures };
            let at = Address::in_round(who as u8, purpose::DEPLOY, 0, 0);
            let cell = self.site.entry(number).place(plan, &mut self.scene.standing, who, self.chance, at);
            let Some(profile) = assault.profiles.get(who) else { continue };
            self.scene.men[who] = profile.start;
            self.scene.kits[who] = profile.kit;
            self.scene.facing[who] = self.site.watch(cell, profile.side);
            self.scene.up |= 1 << who;
        }
        self.scene.visited = [self.site.own.blue, self.site.own.red];
        self.scene.leader[self.site.hostages..].fill(NOBODY);
        if assault.mission == Mission::Destruction {
            let goes = |me: &usize| assault.profiles[*me].orders == Orders::Mission;
            let mut carriers = bits(assault.team(Side::Red)).filter(goes);
            for bomb in 0..usize::from(assault.rules.bomb_count).min(BOMBS) {
                let carrier = carriers.next().map_or(Charge::Absent, |me| Charge::Carried(me as u8));
                self.scene.bombs[bomb] = carrier;
            }
        }
        let scene = &self.scene;
        self.chance.tell(|| tell::deployment(assault, scene));
        for bomb in self.scene.bombs {
            if let Charge::Carried(me) = bomb {
                self.chance.tell(|| tell::carries_bomb(me));
            }
        }
    }

    /// Plays a turn: how the mission has ended in it, if it has.
    fn play_turn(&mut self) -> Option<Verdict> {
        self.give_orders();
        match self.assault.rules.fire_timing {
            FireTiming::AfterMovement => {
                Pace::ALL.into_iter().for_each(|pace| self.move_all(pace));
                self.arrive();
                if let Some(verdict) = self.verdict(false) {
                    return Some(verdict);
                }
                self.listen(Pace::Normal);
                self.look(Pace::ALL.as_slice());
                for pace in Pace::ALL {
                    if self.fire_step(pace)
                        && let Some(verdict) = self.verdict(false)
                    {
                        return Some(verdict);
                    }
                }
            }
            FireTiming::StationaryFirst => {
                for pace in Pace::ALL {
                    self.move_all(pace);
                    self.arrive();
                    self.listen(pace);
                    self.look(&[pace]);
                    self.fire_step(pace);
                }
                if let Some(verdict) = self.verdict(false) {
                    return Some(verdict);
                }
            }
        }
        self.close_turn()
    }

    /// The end phase: rifles, stunned figures, work, bombs, prisoners, the time.
    fn close_turn(&mut self) -> Option<Verdict> {
        let assault = self.assault;
        for me in bits(self.scene.up) {
            let (weapon, pace) = (assault.profiles[me].weapon, self.scene.stances[me].pace);
            let fired = self.scene.fired >> me & 1 == 1;
            let mut man = self.scene.men[me].after_turn(&assault.rules, weapon, pace, fired);
            // Who throws, works or turns does not aim (GGG-snipe-6).
            if (self.scene.threw | self.scene.turned) >> me & 1 == 1 || self.works(me) {
                man.rifle.aim = 0;
            }
            self.scene.men[me] = man;
        }
        for hostage in self.scene.hostages() {
            let man = &mut self.scene.men[hostage];
            man.stun = man.stun.saturating_sub(1);
        }
        self.end_work();
        self.take_prisoners();
        self.verdict(false).or_else(|| self.verdict(self.turn >= assault.rules.time))
    }

    /// Stunned Terrorists whom a Counter-Terrorist has within reach, and no comrade sees him, are taken (GGG-mis-6).
    fn take_prisoners(&mut self) {
        if self.assault.rules.capture == Capture::None {
            return;
        }
        let (cts, terrorists) = (self.assault.cts & self.scene.up, self.assault.team(Side::Red) & self.scene.up);
        let stunned = |me: &usize| self.scene.men[*me].stun > 0;
        let helpless = among(bits(terrorists).filter(stunned));
        let able = among(bits(cts).filter(|ct| !stunned(ct)));
        for me in bits(helpless) {
            let comrades = self.scene.up & terrorists & !(1 << me);
            let taker =
                bits(able).find(|&ct| self.reaches(ct, me) && !bits(comrades).any(|other| self.makes_out(other, ct)));
            if let Some(ct) = taker {
                self.scene.captured |= 1 << me;
                self.take_off(me);
                let turn = self.turn;
                self.chance.tell(|| tell::captured(turn, ct, me));
            }
        }
    }

    /// Whether a figure has another within the reach of a prisoner's taker.
    fn reaches(&self, me: usize, other: usize) -> bool {
        let within = self.assault.rules.capture_within.thousandths() as u32;
        let cells = self.scene.at(me).zip(self.scene.at(other));
        cells.is_some_and(|(here, there)| self.site.plan().distance(here, there) <= within)
    }

    /// Takes a figure out of play for good, and its bomb from it.
    pub(super) fn take_off(&mut self, me: usize) {
        let scene = &mut self.scene;
        let Some(here) = scene.at(me) else { return };
        scene.standing.remove(me);
        scene.up &= !(1 << me);
        scene.work[me] = 0;
        for bomb in &mut scene.bombs {
            if *bomb == Charge::Carried(me as u8) {
                *bomb = Charge::Lies(here);
            }
        }
    }

    /// How the mission has ended by what is so at this moment, if it has (GGG-mis-2); the time counts at the end of a turn only.
    fn verdict(&mut self, time_up: bool) -> Option<Verdict> {
        let assault = self.assault;
        let [ct, t] = std::mem::take(&mut self.scene.killed);
        let scene = &self.scene;
        let killers = match (ct, t) {
            (false, false) => Killers::None,
            (true, false) => Killers::Ct,
            (false, true) => Killers::Terrorists,
            (true, true) => Killers::Both,
        };
        let vip = match assault.vip {
            Some(_) if scene.away => Vip::Escaped,
            Some(vip) if scene.men[vip].out => Vip::Dead,
            _ => Vip::Alive,
        };
        let facts = Facts {
            terrorists_down: scene.up & assault.team(Side::Red) == 0,
            ct_lost: self.ct_lost(),
            all_rescued: self.site.hostages > 0 && scene.rescued.count_ones() as usize == self.site.hostages,
            killers,
            bomb: self.bomb(),
            vip,
            time_up,
        };
        assault.mission.verdict(&assault.rules, &facts)
    }

    /// Whether the Counter-Terrorists are lost (GGG-mis-5).
    fn ct_lost(&self) -> bool {
        let (rules, scene) = (&self.assault.rules, &self.scene);
        // A VIP who has got away is not lost.
        let away = self.assault.vip.filter(|_| scene.away).map_or(0, |vip| 1 << vip);
        let (cts, gone) = (self.assault.cts, !scene.up & !away);
        let lost = match (rules.ct_lost_when, rules.ct_loss_by) {
            (CtLostWhen::AllHit, CtLossBy::Any) => scene.hit | gone,
            (CtLostWhen::AllHit, CtLossBy::Terrorists) => scene.hit_by_terrorists,
            (CtLostWhen::AllOut, CtLossBy::Any) => gone,
            (CtLostWhen::AllOut, CtLossBy::Terrorists) => gone & scene.out_by_terrorists,
        };
        cts & !lost == 0
    }

    /// The bomb as the mission has it; with two, any that goes off decides, and both must be made safe (GGG-bomb-1).
    fn bomb(&self) -> Bomb {
        let bombs = &self.scene.bombs;
        let there = || bombs.iter().filter(|bomb| **bomb != Charge::Absent);
        if bombs.contains(&Charge::Exploded) {
            Bomb::Exploded
        } else if there().any(|bomb| matches!(bomb, Charge::Planted { .. })) {
            Bomb::Planted
        } else if there().count() > 0 && there().all(|bomb| *bomb == Charge::Defused) {
            Bomb::Defused
        } else {
            Bomb::None
        }
    }

    /// Counts what is left of both sides.
    fn outcome(&self, ending: u8) -> Outcome {
        let scene = &self.scene;
        let mut measures = [0; engage::MAX_MEASURES];
        for (me, profile) in self.assault.profiles.iter().enumerate() {
            let (man, side) = (&scene.men[me], profile.side as usize);
            let lost = man.out || scene.captured >> me & 1 == 1;
            measures[side] += u16::from(lost);
            measures[2 + side] += u16::from(!lost && man.wounds > 0);
        }
        measures[4] = scene.rescued.count_ones() as u16;
        measures[5] = scene.dead.count_ones() as u16;
        Outcome { ending, turns: self.turn, measures }
    }
}
