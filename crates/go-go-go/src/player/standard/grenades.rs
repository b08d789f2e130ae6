//! The choice of grenades and targets.

use std::cmp::Reverse;

use field::{Cell, Facing, Figures, Room, Spread};

use super::choice::{Choice, thousandths};
use crate::action::Act;
use crate::grenade::{Grenade, throw};
use crate::mission::Mission;
use crate::player::Throw;

impl Choice<'_> {
    /// A grenade for enemies in sight.
    pub(super) fn throw_at(&self, threats: Figures) -> Option<Act> {
        if self.doctrine().throw == Throw::Never || self.knows.kit().is_empty() || self.knows.reloads() {
            return None;
        }
        // Against many enemies smoke comes first.
        let smoke_first = self.knows.kit().has(Grenade::Smoke) && self.is_outnumbered(threats);
        let burst = || [Grenade::He, Grenade::Stun].into_iter().find_map(|grenade| self.burst_among(threats, grenade));
        let burst = if smoke_first { None } else { burst() };
        burst.or_else(|| self.smoke_before(threats))
    }

    /// An HE or stun grenade at the cell that reaches most of these enemies, if that pays.
    fn burst_among(&self, threats: Figures, grenade: Grenade) -> Option<Act> {
        if !self.knows.kit().has(grenade) {
            return None;
        }
        let wanted = if self.doctrine().throw == Throw::Always { 1 } else { usize::from(self.doctrine().cluster) };
        // Enemies already stunned are not worth a stun grenade.
        let stunned = |enemy: usize| self.knows.sighting(enemy).is_some_and(|sighting| sighting.state.stun > 1);
        let fit = threats.filter(|enemy| grenade == Grenade::He || !stunned(enemy));
        let worth = |aim: Cell| fit.iter().filter(|&enemy| self.is_reached(aim, enemy)).count();
        let aims = threats.iter().filter_map(|enemy| self.last_seen(enemy));
        let aims = aims.filter(|&aim| self.knows.in_reach(self.here, aim) && self.is_safe(aim, grenade));
        let aims = aims.filter(|&aim| !self.is_thrown_at(aim));
        let (worth, Reverse(aim)) = aims.map(|aim| (worth(aim), Reverse(aim))).max()?;
        let fit = worth >= wanted && self.pays(aim, grenade, (fit, threats));
        fit.then_some(Act::Throw { grenade, aim })
    }

    /// Smoke between a figure on its way and distant enemies; not from one who watches.
    fn smoke_before(&self, threats: Figures) -> Option<Act> {
        let thrown = |other: usize| matches!(self.knows.order(other).act, Act::Throw { .. });
        let by = self.doctrine().smoke_when_outnumbered_by.into();
        let outnumbered = by == 0 || self.odds_against(threats) >= by;
        let others = || self.knows.team_before().iter().any(thrown);
        if !self.knows.kit().has(Grenade::Smoke) || self.watches() || self.goal().is_none() || !outnumbered || others()
        {
            return None;
        }
        let (plan, rules) = (self.plan(), self.knows.rules());
        let there = self.last_seen(self.nearest(threats)?)?;
        if plan.distance(self.here, there) <= thousandths(rules.long_range) {
            return None;
        }
        let half = plan.distance(self.here, there) / 2;
        // Hostages cannot be found in smoke.
        let radius = thousandths(rules.radius);
        let far =
            |hostage: usize, cell: Cell| self.knows.hostage(hostage).is_none_or(|at| plan.distance(at, cell) > radius);
        // Nor can a bomb.
        let bomb = self.knows.mission() == Mission::Destruction;
        let clear = |cell: Cell| {
            self.knows.hostages().iter().all(|hostage| far(hostage, cell))
                && (!bomb || self.knows.left(cell, self.knows.place_goal()) > radius)
                && self.knows.in_sight(self.here, cell)
        };
        // Only a cell nearer to the middle than the best so far is looked at.
        let nearer = |best: Option<(u32, Cell)>, cell: Cell| {
            let this = (plan.distance(self.here, cell).abs_diff(half), cell);
            if best.is_none_or(|best| this < best) && clear(cell) { Some(this) } else { best }
        };
        let (_, aim) = plan.line(self.here, there).fold(None, nearer)?;
        (self.knows.in_reach(self.here, aim) && self.can_be_on_target(aim))
            .then_some(Act::Throw { grenade: Grenade::Smoke, aim })
    }

    /// A stun grenade for a room without figures of the own side, if an enemy is known or heard there, or for any such
    /// room under `always`.
    pub(super) fn throw_into(&self, room: Room) -> Option<Act> {
        let (plan, throw) = (self.plan(), self.doctrine().throw);
        let done = self.memory.stunned_rooms >> room.index() & 1 == 1;
        if !self.knows.kit().has(Grenade::Stun) || done || throw == Throw::Never || self.knows.reloads() {
            return None;
        }
        let inside = |who: usize| self.knows.at(who).is_some_and(|cell| plan.room(cell) == Some(room));
        if self.knows.team().iter().any(inside) {
            return None;
        }
        let posts = &self.survey.posts;
        let cells = posts.cells().iter().enumerate().filter(|&(post, _)| posts.of(room) >> post & 1 == 1);
        let suits = |&cell: &Cell| {
            self.knows.in_sight(self.here, cell)
                && self.knows.in_reach(self.here, cell)
                && self.is_safe(cell, Grenade::Stun)
                && !self.is_thrown_at(cell)
                && self.can_be_on_target(cell)
        };
        let seen = cells.map(|(_, &cell)| cell).filter(suits);
        let aim = seen.max_by_key(|&cell| (plan.squared(self.here, cell), Reverse(cell)))?;
        let known = |enemy: usize| self.last_seen(enemy).is_some_and(|cell| plan.room(cell) == Some(room));
        let heard = self.knows.heard().zip(Facing::towards(plan, self.here, aim));
        let suspected = self.knows.enemies().iter().any(known)
            || heard.is_some_and(|(heard, into)| heard.within(Spread::Quarter, into));
        (suspected || throw == Throw::Always).then_some(Act::Throw { grenade: Grenade::Stun, aim })
    }

    /// Whether a throw at a cell could be on target.
    fn can_be_on_target(&self, aim: Cell) -> bool {
        let opening = self.plan().through_opening(self.here, aim);
        !throw(self.knows.rules(), self.knows.man(self.me), opening).is_hopeless()
    }

    /// Whether a burst would reach an enemy where it was last seen.
    fn is_reached(&self, aim: Cell, enemy: usize) -> bool {
        let (plan, radius) = (self.plan(), thousandths(self.knows.rules().radius));
        let reached = |cell: Cell| plan.distance(aim, cell) <= radius && plan.sees(aim, cell, self.knows.doors());
        self.last_seen(enemy).is_some_and(reached)
    }

    /// Whether a figure of the team throws at about the same place in this turn.
    fn is_thrown_at(&self, cell: Cell) -> bool {
        let radius = thousandths(self.knows.rules().radius);
        let there = |other: usize| match self.knows.order(other).act {
            Act::Throw { grenade, aim } => grenade != Grenade::Smoke && self.plan().distance(aim, cell) <= radius,
            _ => false,
        };
        self.knows.team_before().iter().any(there)
    }

    /// Whether friends, hostages and the figure itself are far enough from the cell aimed at. The grenade may scatter,
    /// but a stun grenade does no lasting harm.
    fn is_safe(&self, aim: Cell, grenade: Grenade) -> bool {
        let doctrine = self.doctrine();
        let safety = match grenade {
            Grenade::He => thousandths(doctrine.safety),
            Grenade::Smoke | Grenade::Stun => {
                thousandths(self.knows.rules().radius) + thousandths(doctrine.scatter_margin)
            }
        };
        let clear = |cell: Option<Cell>| cell.is_none_or(|cell| self.plan().distance(cell, aim) > safety);
        let team = self.knows.team().iter().all(|who| clear(self.knows.at(who)));
        let hostages = || self.knows.hostages().iter().all(|hostage| clear(self.knows.hostage(hostage)));
        team && (grenade != Grenade::He || hostages())
    }
}
