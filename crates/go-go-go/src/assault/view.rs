//! A read-only view of an assault under way: who is where, sees what and may do what.

use engage::{Inches, Side};
use field::{Cell, Cloud, Doors, Facing, Figures, Plan};

use super::compiled::Assault;
use super::site::Site;
use super::state::{Charge, State};
use crate::action::Act;
use crate::figure::{Pace, Weapon};
use crate::fire::Shot;
use crate::options::{HiderFiring, SmokeSight, SpottingShared};
use crate::spot::{Bearing, Stance};

/// The greatest squared distance, in square inches, at which a figure can take up or defuse a bomb: an adjacent cell.
const AT_HAND: u32 = 2;

/// Whether two cells are adjacent, with nothing solid between.
pub(crate) fn is_at_hand(plan: &Plan, here: Cell, there: Cell, doors: Doors) -> bool {
    plan.squared(here, there) <= AT_HAND && plan.sees(here, there, doors)
}

/// A read-only view of an assault under way.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) assault: &'a Assault,
    pub(crate) state: &'a State,
    /// The turn.
    pub(crate) now: u16,
}

/// Lines of sight, given doors and smoke.
#[derive(Clone, Copy)]
pub(crate) struct Lines<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) doors: Doors,
    pub(crate) smoke: &'a Cloud,
    pub(crate) smoke_sight: SmokeSight,
}

impl Lines<'_> {
    /// Whether one cell is in sight of another (GGG-map-3, GGG-gren-10).
    #[inline]
    pub(crate) fn sees(&self, from: Cell, to: Cell) -> bool {
        let blocked = || self.smoke_sight == SmokeSight::Blocks && self.meets_smoke(from, to);
        self.plan.sees(from, to, self.doors) && !blocked()
    }

    /// Whether smoke lies on the line between two cells (GGG-gren-10).
    #[inline]
    fn meets_smoke(&self, from: Cell, to: Cell) -> bool {
        !self.smoke.is_empty() && self.plan.line_meets(from, to, self.smoke)
    }

    /// How a figure appears along a line of sight: smoke may hide it (GGG-gren-10).
    #[inline]
    pub(crate) fn stance(&self, stance: Stance, from: Cell, to: Cell) -> Stance {
        let smoke = || self.smoke_sight == SmokeSight::Hides && self.meets_smoke(from, to);
        Stance { hiding: stance.hiding || smoke(), ..stance }
    }
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn site(&self) -> &'a Site {
        &self.assault.site
    }

    #[inline]
    pub(crate) fn plan(&self) -> &'a Plan {
        self.site().plan()
    }

    #[inline]
    pub(crate) fn at(&self, who: usize) -> Option<Cell> {
        self.state.game.at(who)
    }

    /// The figures of a side that are in action.
    #[inline]
    pub(crate) fn in_action(&self, side: Side) -> Figures {
        self.assault.team(side) & self.state.game.up
    }

    /// Lines of sight, given the present doors and smoke.
    #[inline]
    pub(crate) fn lines(&self) -> Lines<'a> {
        let game = &self.state.game;
        Lines { plan: self.plan(), doors: game.doors, smoke: &game.smoke, smoke_sight: self.assault.rules.smoke_sight }
    }

    /// The arc of a figure in which a cell lies.
    #[inline]
    pub(crate) fn bearing(&self, me: usize, here: Cell, there: Cell) -> Bearing {
        match Facing::towards(self.plan(), here, there) {
            Some(direction) => self.assault.arcs.bearing(self.state.game.facing[me], direction),
            None => Bearing::Front,
        }
    }

    /// Whether a cell is in a figure's sight and not behind it.
    pub(crate) fn has_before(&self, me: usize, there: Cell) -> bool {
        let sees = |here: Cell| self.lines().sees(here, there) && self.bearing(me, here, there) != Bearing::Behind;
        self.at(me).is_some_and(sees)
    }

    /// Whether a figure could throw at a cell, which is not behind it: the cell is in sight, or so is an opening on the
    /// clear way there, such as the doorway of a room full of smoke (GGG-gren-14).
    pub(crate) fn has_way_to_throw(&self, me: usize, aim: Cell) -> bool {
        let (plan, lines) = (self.plan(), self.lines());
        let through = |here: Cell| {
            let in_sight = |cell: Cell| plan.opening(cell).is_some() && lines.sees(here, cell);
            plan.sees(here, aim, lines.doors) && plan.line(here, aim).any(in_sight)
        };
        let clear = |here: Cell| lines.sees(here, aim) || through(here);
        self.at(me).is_some_and(|here| clear(here) && self.bearing(me, here, aim) != Bearing::Behind)
    }

    /// Whether somebody is in a figure's sight and not behind it.
    pub(crate) fn makes_out(&self, me: usize, other: usize) -> bool {
        self.at(other).is_some_and(|there| self.has_before(me, there))
    }

    /// Whether two cells are adjacent, with nothing solid between.
    pub(crate) fn at_hand(&self, here: Cell, there: Cell) -> bool {
        is_at_hand(self.plan(), here, there, self.state.game.doors)
    }

    /// The distance between two figures or hostages.
    pub(crate) fn distance(&self, one: usize, other: usize) -> Option<Inches> {
        let (here, there) = self.at(one).zip(self.at(other))?;
        Some(Inches::from_thousandths(self.plan().distance(here, there) as i32))
    }

    /// The most that a figure or hostage can move, in thousandths of an inch (GGG-move-1, GGG-move-3, GGG-stun-1).
    pub(crate) fn allowance(&self, who: usize, pace: Pace) -> u32 {
        let moves = &self.assault.rules.moves;
        let most = match (pace, self.state.game.men[who].stun > 0) {
            (Pace::Stationary, _) => Inches::default(),
            (Pace::Stealthy, false) => moves.stealthy,
            (Pace::Normal, false) => moves.normal,
            (Pace::Stealthy, true) => moves.stealthy_stunned,
            (Pace::Normal, true) => moves.normal_stunned,
        };
        most.thousandths() as u32
    }

    /// Whether a figure's rifle must be reloaded, which leaves time for nothing else (GGG-snipe-7).
    pub(crate) fn reloads(&self, me: usize) -> bool {
        self.assault.profiles[me].weapon == Weapon::Sniper && self.state.game.men[me].rifle.reloads()
    }

    /// Whether a figure plants or defuses in this turn.
    pub(crate) fn works(&self, me: usize) -> bool {
        matches!(self.state.turn.orders[me].act, Act::Plant | Act::Defuse(_))
    }

    /// The bomb that a figure carries, by number.
    pub(crate) fn carried(&self, me: usize) -> Option<usize> {
        self.state.game.bombs.iter().position(|&bomb| bomb == Charge::Carried(me))
    }

    /// The bomb next to a figure, by number.
    pub(crate) fn bomb_beside(&self, me: usize) -> Option<usize> {
        let here = self.at(me)?;
        let lies = |bomb: &Charge| matches!(*bomb, Charge::Lies(cell) if self.at_hand(here, cell));
        self.state.game.bombs.iter().position(lies)
    }

    /// Whether a throw from one cell reaches another (GGG-gren-14).
    pub(crate) fn in_reach(&self, here: Cell, aim: Cell) -> bool {
        let most = self.assault.rules.grenade_max_range;
        most == Inches::default() || self.plan().distance(here, aim) <= most.thousandths() as u32
    }

    /// The enemies that a figure may fire at: spotted by it, or under `spotting_shared` by a comrade, and in its own
    /// sight now (GGG-see-6, GGG-see-7, GGG-sound-3).
    pub(crate) fn targets(&self, me: usize) -> Figures {
        let seen = &self.state.turn.seen;
        let own = seen[me];
        let spotted = match self.assault.rules.spotting_shared {
            SpottingShared::No => own,
            SpottingShared::Team => {
                let team = self.in_action(self.assault.side(me));
                team.iter().fold(Figures::NONE, |all, other| all | seen[other])
            }
        };
        let spotted = spotted & self.state.game.up;
        let Some(here) = self.at(me).filter(|_| !spotted.is_empty()) else { return Figures::NONE };
        let aims = self.assault.profiles[me].weapon == Weapon::Sniper;
        let lines = self.lines();
        spotted.filter(|enemy| {
            let Some(there) = self.at(enemy) else { return false };
            let bearing = || if own.contains(enemy) { Bearing::Front } else { self.bearing(me, here, there) };
            let before = |bearing| bearing == Bearing::Front || bearing == Bearing::Side && !aims;
            lines.sees(here, there) && before(bearing())
        })
    }

    /// How a target appears to a firer. Firing from hiding may reveal the target (GGG-fire-7).
    pub(crate) fn under_fire(&self, target: usize, here: Cell, there: Cell) -> Stance {
        let stance = self.lines().stance(self.state.game.stances[target], here, there);
        let option = self.assault.rules.hider_firing == HiderFiring::Revealed;
        let revealed = option && self.state.turn.fired.contains(target);
        Stance { hiding: stance.hiding && !revealed, ..stance }
    }

    /// A figure's shot at an enemy.
    pub(crate) fn shot(&self, me: usize, target: usize) -> Option<(Shot, Inches)> {
        let (rules, game) = (&self.assault.rules, &self.state.game);
        let (here, there) = self.at(me).zip(self.at(target))?;
        let range = Inches::from_thousandths(self.plan().distance(here, there) as i32);
        let stance = self.under_fire(target, here, there);
        let firer = (&game.men[me], game.stances[me].pace);
        let shot = Shot::new(rules, self.assault.profiles[me].weapon, firer, (&game.men[target], stance), range);
        Some((shot, range))
    }
}
