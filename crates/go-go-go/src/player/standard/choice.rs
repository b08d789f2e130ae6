//! One question about one figure: its knowledge, its team's memory, and what follows directly from both.

use engage::{Inches, Side};
use field::{Cell, Figures, Plan, Search};

use crate::assault::Sighting;
use crate::figure::{Man, Pace, Weapon};
use crate::fire::to_hit;
use crate::knowledge::Knowledge;
use crate::player::{Memory, Survey};
use crate::spot::Stance;
use crate::squad::Doctrine;

/// A choice of the automatic player.
pub(super) struct Choice<'a> {
    pub(super) knows: Knowledge<'a>,
    pub(super) memory: &'a mut Memory,
    pub(super) survey: &'a Survey,
    pub(super) search: &'a mut Search,
    pub(super) me: usize,
    /// The figure's cell.
    pub(super) here: Cell,
}

/// Thousandths of an inch.
pub(super) const fn thousandths(inches: Inches) -> u32 {
    inches.thousandths() as u32
}

impl<'a> Choice<'a> {
    pub(super) fn doctrine(&self) -> &'a Doctrine {
        self.knows.doctrine()
    }

    pub(super) fn side(&self) -> Side {
        self.knows.side()
    }

    pub(super) fn plan(&self) -> &'a Plan {
        self.knows.plan()
    }

    pub(super) fn goal(&self) -> Option<u8> {
        self.memory.search.goal[self.me]
    }

    pub(super) fn waited(&self) -> u8 {
        self.memory.search.waited[self.me]
    }

    /// Waits for another turn.
    pub(super) fn wait(&mut self) {
        self.memory.search.wait(self.me);
    }

    /// Posts that the team has looked from. Those of the rooms that it begins in count as looked from until it searches
    /// every nook.
    pub(super) fn visited(&self) -> u128 {
        self.memory.search.visited(self.survey.own[self.side()])
    }

    /// Whether the team has looked from all of these posts.
    pub(super) fn has_visited(&self, posts: u128) -> bool {
        self.visited() & posts == posts
    }

    /// The cell where an enemy was last seen.
    pub(super) fn last_seen(&self, enemy: usize) -> Option<Cell> {
        self.knows.sighting(enemy).map(|sighting| sighting.cell)
    }

    /// Whether an enemy was last seen within a distance of the figure.
    pub(super) fn is_near(&self, enemy: usize, within: Inches) -> bool {
        let near = |cell: Cell| self.plan().distance(self.here, cell) <= thousandths(within);
        self.last_seen(enemy).is_some_and(near)
    }

    /// The nearest of these enemies by where they were last seen, the first in the list if equal.
    pub(super) fn nearest(&self, enemies: Figures) -> Option<usize> {
        let far = |&enemy: &usize| self.last_seen(enemy).map_or(u32::MAX, |cell| self.plan().squared(self.here, cell));
        enemies.iter().min_by_key(far)
    }

    /// The nearest of the threats: only enemies nearer than the best so far are looked at.
    pub(super) fn nearest_threat(&self) -> Option<usize> {
        let lines = self.knows.lines();
        let nearer = |best: Option<(u32, usize)>, enemy: usize| {
            let Some(there) = self.last_seen(enemy) else { return best };
            let far = self.plan().squared(self.here, there);
            let better = best.is_none_or(|(least, _)| far < least) && lines.sees(self.here, there);
            if better { Some((far, enemy)) } else { best }
        };
        let nearest = self.knows.fresh().iter().fold(None, nearer).map(|(_, enemy)| enemy);
        debug_assert_eq!(nearest, self.nearest(self.knows.threats(self.here)), "another threat is nearer");
        nearest
    }

    /// The enemies that are near and were seen in the last turns.
    pub(super) fn minded(&self) -> Figures {
        let doctrine = self.doctrine();
        self.seen_near(doctrine.minds_for, doctrine.minds_within)
    }

    /// The enemies seen in the last turns within a distance of the figure.
    pub(super) fn seen_near(&self, turns: u16, within: Inches) -> Figures {
        let (since, within) = (self.knows.turn().saturating_sub(turns).max(1), thousandths(within));
        let plan = self.plan();
        let near = |seen: &Sighting| seen.turn >= since && plan.distance(self.here, seen.cell) <= within;
        self.knows.enemies().filter(|enemy| self.knows.sighting(enemy).is_some_and(near))
    }

    /// Whether the figure could hit any of these enemies as they were last seen, if it stood still.
    pub(super) fn could_hit(&self, enemies: Figures) -> bool {
        enemies.iter().any(|enemy| self.to_hit(enemy) > 0)
    }

    /// How many of six faces would hit an enemy as it was last seen, if the figure stood still.
    pub(super) fn to_hit(&self, enemy: usize) -> u32 {
        let (rules, weapon, man) = (self.knows.rules(), self.knows.weapon(self.me), self.knows.man(self.me));
        let Some(sighting) = self.knows.sighting(enemy).filter(|_| weapon != Weapon::None) else { return 0 };
        let stance = self.knows.looks(sighting, self.here);
        to_hit(rules, weapon, man, Pace::Stationary, stance, self.range(sighting.cell)).faces()
    }

    /// The enemies among these that could hit the figure if both stood still, given the wounds they were seen with.
    pub(super) fn dangerous(&self, enemies: Figures) -> Figures {
        let rules = self.knows.rules();
        let mine = Stance { pace: Pace::Stationary, hiding: self.doctrine().hiding && self.knows.hides(self.here) };
        enemies.filter(|enemy| {
            let Some(sighting) = self.knows.sighting(enemy) else { return false };
            let (weapon, man) = (self.knows.weapon(enemy), Man { wounds: sighting.state.wounds, ..Man::FRESH });
            !to_hit(rules, weapon, &man, Pace::Stationary, mine, self.range(sighting.cell)).is_hopeless()
        })
    }

    fn range(&self, there: Cell) -> Inches {
        Inches::from_thousandths(self.plan().distance(self.here, there) as i32)
    }

    /// By how many these enemies outnumber the figures of the team that saw any of them.
    pub(super) fn odds_against(&self, threats: Figures) -> i32 {
        let fights = |&other: &usize| !(self.knows.saw(other) & threats).is_empty() || other == self.me;
        threats.len() as i32 - self.knows.team().iter().filter(fights).count() as i32
    }

    /// The friend among these that is nearest to a cell, the first in the list if equal.
    pub(super) fn nearest_friend(&self, friends: Figures, cell: Cell) -> Option<usize> {
        let far = |&who: &usize| self.knows.at(who).map_or(u32::MAX, |at| self.plan().squared(at, cell));
        friends.iter().min_by_key(far)
    }
}
