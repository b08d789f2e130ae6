//! What a figure may do, and the clauses that forbid the rest.

use engage::{May, Side, require};
use field::{Cell, Figures};

use super::state::Charge;
use super::view::View;
use crate::action::{Act, Action, Order, Rest, Way};
use crate::figure::{Pace, Weapon};
use crate::grenade::Grenade;
use crate::options::Allowed;

impl View<'_> {
    /// Whether a figure may give this answer to this question.
    ///
    /// # Errors
    /// The clause that forbids it.
    #[inline]
    pub(crate) fn may(&self, me: usize, action: &Action) -> May {
        match *action {
            Action::Call(hostages) => require((hostages - self.within_call(me)).is_empty(), "GGG-host-1"),
            Action::Order(order) => self.may_be_ordered(me, &order),
            Action::GoOn | Action::Halt | Action::HoldFire => Ok(()),
            Action::Rest(rest) => self.may_rest(me, rest),
            Action::Fire(target) => {
                self.may_fire(me)?;
                require(self.targets(me).contains(target), "GGG-see-6")
            }
        }
    }

    /// The hostages that a figure may tell to follow it: in sight and near enough. In smoke an adjacent one is found by
    /// hand (GGG-host-1).
    pub(crate) fn within_call(&self, me: usize) -> Figures {
        let within = self.assault.rules.follow_distance.thousandths() as u32;
        let Some(here) = self.at(me) else { return Figures::NONE };
        let (game, plan) = (&self.state.game, self.plan());
        game.standing.that(game.hostages(), |there| {
            plan.distance(here, there) <= within && (self.lines().sees(here, there) || self.at_hand(here, there))
        })
    }

    fn may_be_ordered(&self, me: usize, order: &Order) -> May {
        let stays = order.pace == Pace::Stationary;
        require(!stays || order.way == Way::Stays, "GGG-move-2")?;
        match order.act {
            Act::Fire => Ok(()),
            Act::Throw { grenade, aim } => {
                require(stays, "GGG-gren-3")?;
                self.may_throw(me, grenade, aim)
            }
            Act::Plant => {
                require(stays, "GGG-bomb-2")?;
                require(self.carried(me).is_some(), "GGG-bomb-1")?;
                require(self.at(me).is_some_and(|here| self.site().place.contains(here)), "GGG-dm-1")
            }
            Act::Defuse(bomb) => {
                require(stays && self.assault.side(me) == Side::Blue, "GGG-bomb-5")?;
                require(!self.reloads(me), "GGG-snipe-7")?;
                let beside = match (self.state.game.bombs.get(usize::from(bomb)), self.at(me)) {
                    (Some(&Charge::Planted { cell, .. }), Some(here)) => self.at_hand(here, cell),
                    _ => false,
                };
                require(beside, "GGG-bomb-5")
            }
        }
    }

    /// Whether a stationary figure has this grenade, is not reloading and can throw this far.
    fn may_throw(&self, me: usize, grenade: Grenade, aim: Cell) -> May {
        let carries = if self.assault.side(me) == Side::Blue { "GGG-gren-1" } else { "GGG-gren-2" };
        require(self.state.game.kits[me].has(grenade), carries)?;
        require(!self.reloads(me), "GGG-snipe-7")?;
        require(self.at(me).is_some_and(|here| self.in_reach(here, aim)), "GGG-gren-14")
    }

    /// Whether a figure carries out its order to throw in the stationary step of fire: within its 90°, at what is in
    /// sight or behind an opening in sight (GGG-gren-3, GGG-gren-14).
    pub(crate) fn throws(&self, me: usize) -> bool {
        let Act::Throw { grenade, aim } = self.state.turn.orders[me].act else { return false };
        self.may_throw(me, grenade, aim).is_ok() && self.has_way_to_throw(me, aim)
    }

    #[inline]
    fn may_rest(&self, me: usize, rest: Rest) -> May {
        require(!rest.hides || self.may_hide(me), "GGG-see-8")?;
        require(!rest.takes_bomb || self.may_take_bomb(me), "GGG-bomb-1")
    }

    /// Whether a figure can hide in its cell at its pace (GGG-see-8).
    #[inline]
    pub(crate) fn may_hide(&self, me: usize) -> bool {
        let hides = || self.at(me).is_some_and(|here| self.site().hides(here));
        self.assault.rules.lets_hide(self.state.game.stances[me].pace) && hides()
    }

    /// Whether a Terrorist with free hands is next to a bomb (GGG-bomb-1).
    #[inline]
    pub(crate) fn may_take_bomb(&self, me: usize) -> bool {
        self.assault.side(me) == Side::Red && self.carried(me).is_none() && self.bomb_beside(me).is_some()
    }

    /// Whether a figure could fire if it saw an enemy: not while it throws or works (GGG-seq-2, GGG-bomb-5, GGG-snipe).
    pub(crate) fn may_fire(&self, me: usize) -> May {
        let (rules, game) = (&self.assault.rules, &self.state.game);
        match self.assault.profiles[me].weapon {
            Weapon::None => return Err("GGG-fire-1"),
            Weapon::Automatic => {}
            Weapon::Sniper => {
                let rifle = &game.men[me].rifle;
                require(!game.stances[me].pace.moves(), "GGG-snipe-2")?;
                require(rifle.loaded, "GGG-snipe-7")?;
                require(rifle.set_up, "GGG-snipe-3")?;
            }
        }
        require(rules.grenade_plus_fire == Allowed::Yes || !self.throws(me), "GGG-seq-2")?;
        require(rules.work_while_fighting == Allowed::Yes || !self.works(me), "GGG-bomb-5")
    }
}
