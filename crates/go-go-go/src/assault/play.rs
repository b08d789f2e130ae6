//! A turn of an assault, from orders to the end phase, and how the mission ends (GGG-seq-1, GGG-mis-2).

use chance::{Address, Chance};
use engage::{BySide, Side};
use field::{Figures, Search};

use super::compiled::{Assault, Ways};
use super::log;
use super::site::Site;
use super::state::{Charge, FIGURES, KnownBomb, State};
use super::view::View;
use crate::action::{Action, Ask, Event, Order};
use crate::figure::{Man, Pace, Weapon};
use crate::knowledge::Knowledge;
use crate::mission::{Bomb, Facts, Killers, Verdict, Vip};
use crate::options::{Capture, CtLossBy, CtLostWhen, FireTiming};
use crate::player::{Memory, Player};
use crate::purpose;
use crate::spot::Stance;
use crate::squad::Doctrine;

/// An assault under way, in one turn.
pub(super) struct Play<'a, C, P> {
    pub(super) assault: &'a Assault,
    pub(super) site: &'a Site,
    pub(super) state: &'a mut State,
    pub(super) memory: &'a mut BySide<Memory>,
    pub(super) player: &'a mut P,
    pub(super) chance: &'a mut C,
    pub(super) search: &'a mut Search,
    /// The turn.
    pub(super) now: u16,
    /// How the figures that look ahead are led in it; `None` if none does.
    pub(super) led: Option<Led<'a>>,
}

/// How the figures that look ahead are led in a turn.
#[derive(Clone, Copy)]
pub(super) struct Led<'a> {
    pub(super) ways: &'a Ways,
    /// The way of leading that each has chosen; 0 for its own doctrine.
    pub(super) chosen: [u8; FIGURES],
    /// Whether they still choose: in a play-out nobody does.
    pub(super) weighs: bool,
}

impl<'a> Led<'a> {
    /// At the beginning of a turn.
    pub(super) const fn new(ways: &'a Ways) -> Led<'a> {
        Led { ways, chosen: [0; FIGURES], weighs: true }
    }

    /// With one figure led in this way.
    pub(super) const fn with(mut self, me: usize, way: usize) -> Led<'a> {
        self.chosen[me] = way as u8;
        self
    }
}

impl<'a, C: Chance, P: Player> Play<'a, C, P> {
    #[inline]
    pub(super) fn view(&self) -> View<'_> {
        View { assault: self.assault, state: self.state, now: self.now }
    }

    /// The doctrine by which a figure is led in this turn.
    #[inline]
    fn doctrine(&self, me: usize) -> &'a Doctrine {
        let own = &self.assault.profiles[me].doctrine;
        match &self.led {
            Some(led) => led.ways.doctrines[me].get(usize::from(led.chosen[me])).unwrap_or(own),
            None => own,
        }
    }

    /// Asks a figure's player what it does.
    #[inline]
    pub(super) fn ask(&mut self, me: usize, ask: Ask) -> Action {
        let side = self.assault.side(me);
        let view = View { assault: self.assault, state: self.state, now: self.now };
        let knows = Knowledge::new(view, me, self.doctrine(me));
        #[cfg(test)]
        let before = self.memory[side];
        let action = self.player.choose(&knows, &mut self.memory[side], ask);
        #[cfg(test)]
        self.cannot_peek(me, ask, (before, action));
        action
    }

    /// Asks again about a situation that the figure's side cannot tell from this one: the answer and the notes are the
    /// same.
    #[cfg(test)]
    fn cannot_peek(&mut self, me: usize, ask: Ask, (mut memory, action): (Memory, Action)) {
        let spin = u64::from(self.now) << 16 | (me as u64) << 8 | self.state.game.up.0;
        let state = super::unknown::scramble_unknown(self.view(), me, ask, spin);
        let view = View { assault: self.assault, state: &state, now: self.now };
        let knows = Knowledge::new(view, me, self.doctrine(me));
        let again = self.player.choose(&knows, &mut memory, ask);
        let notes = &self.memory[self.assault.side(me)];
        assert!(
            again == action && memory == *notes,
            "figure {me} peeks in turn {}: {ask:?} {action:?} {again:?}",
            self.now
        );
    }

    /// Whether a figure may do what its player has chosen. Illegal actions are not performed.
    #[inline]
    pub(super) fn allows(&self, me: usize, action: &Action) -> bool {
        let may = self.view().may(me, action);
        debug_assert!(may.is_ok(), "figure {me} in turn {}: {action:?} is against {may:?}", self.now);
        may.is_ok()
    }

    /// A player may note what has happened to a figure.
    #[inline]
    pub(super) fn note(&mut self, me: usize, event: Event) {
        let side = self.assault.side(me);
        let view = View { assault: self.assault, state: self.state, now: self.now };
        let knows = Knowledge::new(view, me, self.doctrine(me));
        self.player.note(&knows, &mut self.memory[side], event);
    }

    /// The address of somebody's draw in this turn.
    pub(super) const fn address(&self, who: usize, purpose: u8, number: u16) -> Address {
        Address::in_round(self.assault.luck.of(who), purpose, self.now, number)
    }

    /// The address of somebody's draw about somebody else in this turn.
    pub(super) fn address_of_pair(&self, who: usize, purpose: u8, other: usize) -> Address {
        self.address(who, purpose, self.assault.luck.of(other).into())
    }

    /// Puts everybody in a place of their own (GGG-gen-3).
    pub(super) fn deploy(&mut self) {
        let (assault, site) = (self.assault, self.site);
        let game = &mut self.state.game;
        let figures = assault.profiles.len();
        for (number, entry) in site.entries.iter().enumerate() {
            let who = if number < figures { number } else { FIGURES + number - figures };
            let at = Address::in_round(assault.luck.of(who), purpose::DEPLOY, 0, 0);
            let cell = entry.place(site.plan(), &mut game.standing, who, self.chance, at);
            match assault.profiles.get(who) {
                Some(profile) => {
                    game.men[who] = profile.start;
                    game.kits[who] = profile.kit;
                    game.up.insert(who);
                }
                // The Terrorists have put them there.
                None => game.maps.red.hostages[who - FIGURES] = Some(cell),
            }
        }
        for (bomb, carrier) in assault.carriers.into_iter().enumerate() {
            if let Some(me) = carrier {
                game.bombs[bomb] = Charge::Carried(me);
                game.maps.red.bombs[bomb] = KnownBomb::Carried(me);
            }
        }
        for me in self.state.game.up {
            let Action::Rest(rest) = self.ask(me, Ask::Rest { moved: false }) else { continue };
            self.state.game.facing[me] = rest.facing;
        }
        let game = &self.state.game;
        self.chance.log(|| log::deployment(assault, game));
        for me in game.up.iter().filter(|&me| C::OBSERVED && game.men[me] != Man::FRESH) {
            self.chance.log(|| log::begins_hurt(me, &game.men[me]));
        }
        for (bomb, carrier) in assault.carriers.into_iter().enumerate() {
            if let Some(me) = carrier {
                self.chance.log(|| log::carries_bomb(me, bomb, game.at(me)));
            }
        }
    }

    /// Plays a turn: how the mission has ended in it, if it has.
    pub(super) fn play_turn(&mut self) -> Option<Verdict> {
        self.state.begin_turn();
        self.call_hostages();
        self.give_orders();
        self.carry_out()
    }

    /// Everything in a turn after the orders: how the mission has ended in it, if it has.
    pub(super) fn carry_out(&mut self) -> Option<Verdict> {
        let ended = match self.assault.rules.fire_timing {
            FireTiming::AfterMovement => self.move_then_fire(),
            FireTiming::StationaryFirst => {
                self.fire_by_pace();
                None
            }
        };
        ended.or_else(|| self.close_turn())
    }

    /// All movement, then all fire, in the order of paces.
    fn move_then_fire(&mut self) -> Option<Verdict> {
        Pace::ALL.into_iter().for_each(|pace| self.move_all(pace));
        self.arrive();
        if let Some(verdict) = self.verdict(false) {
            return Some(verdict);
        }
        self.listen(Pace::Normal);
        self.look(Pace::ALL.as_slice());
        Pace::ALL.into_iter().find_map(|pace| if self.fire_step(pace) { self.verdict(false) } else { None })
    }

    /// Each pace moves, sees and fires in its turn; the mission is checked at the end of the turn alone (GGG-seq-1).
    fn fire_by_pace(&mut self) {
        for pace in Pace::ALL {
            self.move_all(pace);
            self.arrive();
            self.listen(pace);
            self.look(&[pace]);
            self.fire_step(pace);
        }
    }

    /// Orders for everybody, based on what is known now; all are carried out simultaneously.
    fn give_orders(&mut self) {
        for hostage in self.state.game.hostages() {
            self.state.game.stances[hostage].pace = Pace::Stationary;
        }
        for me in self.state.game.up {
            if self.led.is_some() {
                self.look_ahead(me);
            }
            self.give_order(me);
        }
    }

    /// A figure's order.
    #[inline]
    pub(super) fn give_order(&mut self, me: usize) {
        let action = self.ask(me, Ask::Order);
        let order = match action {
            Action::Order(order) if self.allows(me, &action) => order,
            _ => Order::STAY,
        };
        self.state.turn.orders[me] = order;
        let hiding = self.state.game.stances[me].hiding;
        self.state.game.stances[me] = Stance { pace: order.pace, hiding: hiding && !order.pace.moves() };
        if hiding && order.pace.moves() {
            let turn = self.now;
            self.chance.log(|| log::hides(turn, me, false));
        }
        if order.pace.moves() && self.assault.rules.fire_timing == FireTiming::StationaryFirst {
            let turn = self.now;
            self.chance.log(|| log::is_to_go(turn, me, order.pace));
        }
    }

    /// The end phase: rifles, stunned figures, work, bombs, prisoners, the time.
    fn close_turn(&mut self) -> Option<Verdict> {
        let assault = self.assault;
        for me in self.state.game.up {
            let (weapon, pace) = (assault.profiles[me].weapon, self.state.game.stances[me].pace);
            let turn = &self.state.turn;
            let fired = turn.fired.contains(me);
            let mut man = self.state.game.men[me].after_turn(&assault.rules, weapon, pace, fired);
            // A man who throws, works or turns does not aim (GGG-snipe-6).
            if (turn.threw | turn.turned).contains(me) || self.view().works(me) {
                man.rifle.aim = 0;
            }
            self.state.game.men[me] = man;
            if C::OBSERVED && weapon == Weapon::Sniper {
                let turn = self.now;
                self.chance.log(|| log::rifle(turn, me, man.rifle));
            }
        }
        for hostage in self.state.game.hostages() {
            let man = &mut self.state.game.men[hostage];
            man.stun = man.stun.saturating_sub(1);
        }
        self.watch_on();
        self.end_work();
        self.take_prisoners();
        self.verdict(false).or_else(|| self.verdict(self.now >= assault.rules.time))
    }

    /// Stunned Terrorists are taken prisoner by a Counter-Terrorist within reach, unless a comrade of theirs sees him
    /// (GGG-mis-6).
    fn take_prisoners(&mut self) {
        if self.assault.rules.capture == Capture::None {
            return;
        }
        let view = self.view();
        let stunned = |who: usize| view.state.game.men[who].stun > 0;
        let able = (self.assault.cts & self.state.game.up).filter(|ct| !stunned(ct));
        let helpless = view.in_action(Side::Red).filter(stunned);
        for me in helpless {
            let view = self.view();
            let comrades = view.in_action(Side::Red).without(me);
            let within = |ct: usize| view.distance(ct, me).is_some_and(|far| far <= self.assault.rules.capture_within);
            let sees = |other: usize, ct: usize| view.state.turn.seen[other].contains(ct) && view.makes_out(other, ct);
            let watched = |ct: usize| comrades.iter().any(|other| sees(other, ct));
            if let Some(ct) = able.iter().find(|&ct| within(ct) && !watched(ct)) {
                self.state.game.captured.insert(me);
                self.state.game.known_out.insert(me);
                let (turn, range) = (self.now, self.view().distance(ct, me));
                self.chance.log(|| log::captured(turn, ct, me, range));
                self.take_off(me);
            }
        }
    }

    /// Takes a figure out of play for good, and its bomb from it.
    pub(super) fn take_off(&mut self, me: usize) {
        let game = &mut self.state.game;
        let Some(here) = game.at(me) else { return };
        game.standing.remove(me);
        game.up.remove(me);
        game.work[me] = 0;
        // A man who saw him in this turn sees him fall.
        if game.known.of(me).is_some_and(|sighting| sighting.turn == self.now) {
            game.known_out.insert(me);
        }
        for bomb in 0..game.bombs.len() {
            if game.bombs[bomb] == Charge::Carried(me) {
                game.bombs[bomb] = Charge::Lies(here);
                game.maps.red.bombs[bomb] = KnownBomb::Lies(here);
                let turn = self.now;
                self.chance.log(|| log::drops_bomb(turn, me, bomb, here));
            }
        }
    }

    /// How the mission has ended by now, if it has (GGG-mis-2); the time counts only at the end of a turn.
    fn verdict(&mut self, time_up: bool) -> Option<Verdict> {
        let assault = self.assault;
        let killed = std::mem::take(&mut self.state.turn.killed);
        let game = &self.state.game;
        let killers = match (killed.blue, killed.red) {
            (false, false) => Killers::None,
            (true, false) => Killers::Ct,
            (false, true) => Killers::Terrorists,
            (true, true) => Killers::Both,
        };
        let vip = match assault.vip {
            Some(_) if game.away => Vip::Escaped,
            Some(vip) if game.men[vip].out => Vip::Dead,
            _ => Vip::Alive,
        };
        let facts = Facts {
            terrorists_down: self.view().in_action(Side::Red).is_empty(),
            ct_lost: self.ct_lost(),
            all_rescued: self.site.hostages > 0 && game.rescued.len() == self.site.hostages,
            killers,
            bomb: self.bomb(),
            vip,
            time_up,
        };
        assault.mission.verdict(&assault.rules, &facts)
    }

    /// Whether the Counter-Terrorists are lost (GGG-mis-5).
    fn ct_lost(&self) -> bool {
        let (rules, game) = (&self.assault.rules, &self.state.game);
        // A VIP who has got away is not lost.
        let away = self.assault.vip.filter(|_| game.away).map_or(Figures::NONE, Figures::one);
        let gone = Figures::ALL - game.up - away;
        let lost = match (rules.ct_lost_when, rules.ct_loss_by) {
            (CtLostWhen::AllHit, CtLossBy::Any) => game.hit | gone,
            (CtLostWhen::AllHit, CtLossBy::Terrorists) => game.hit_by_terrorists,
            (CtLostWhen::AllOut, CtLossBy::Any) => gone,
            (CtLostWhen::AllOut, CtLossBy::Terrorists) => gone & game.out_by_terrorists,
        };
        (self.assault.cts - lost).is_empty()
    }

    /// The state of the mission's bomb; of two bombs, either decides the mission by going off, and both must be made
    /// safe (GGG-bomb-1).
    fn bomb(&self) -> Bomb {
        let bombs = &self.state.game.bombs;
        let there = || bombs.iter().filter(|bomb| **bomb != Charge::Absent);
        if bombs.contains(&Charge::Exploded) {
            Bomb::Exploded
        } else if there().any(|bomb| matches!(bomb, Charge::Planted { .. })) {
            Bomb::Planted
        } else if there().count() > 0 && there().all(|bomb| matches!(bomb, Charge::Defused(_))) {
            Bomb::Defused
        } else {
            Bomb::None
        }
    }
}
