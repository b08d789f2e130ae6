//! The posture of a figure where it has come to rest.

use field::{Cell, Facing, Spread};

use super::choice::Choice;
use crate::action::Rest;
use crate::figure::Weapon;

impl Choice<'_> {
    /// Chooses a figure's posture and remembers whether it has made progress.
    pub(super) fn rest(&mut self, moved: bool) -> Rest {
        if moved {
            self.memory.search.waited[self.me] = 0;
            self.memory.at_bay.remove(self.me);
        } else if self.knows.order(self.me).pace.moves() {
            self.wait();
        }
        let hides = self.doctrine().hiding && self.knows.may_hide();
        Rest { facing: self.facing(), hides, takes_bomb: self.knows.may_take_bomb() }
    }

    /// Faces the nearest enemy in sight, a sound, where an enemy was last seen, its goal, or the expected approach.
    fn facing(&self) -> Facing {
        if self.knows.turn() == 0 {
            return self.survey.watch(self.me, self.side(), self.here);
        }
        let before = self.knows.facing();
        let towards = |cell: Cell| Facing::towards(self.plan(), self.here, cell);
        let sniper = self.knows.weapon(self.me) == Weapon::Sniper && !self.knows.stance().pace.moves();
        if let Some(enemy) = self.nearest_threat() {
            let there = self.last_seen(enemy).and_then(towards).unwrap_or(before);
            // A sniper keeps its aim while the target is in its front arc (GGG-snipe-6).
            return if sniper && before.within(Spread::Eighth, there) { before } else { there };
        }
        if sniper && self.knows.man(self.me).rifle.set_up {
            return before;
        }
        let lookout = || self.survey.lookout(self.me).map(|lookout| lookout.facing);
        let expected = self.expected().or_else(lookout);
        expected.unwrap_or_else(|| self.survey.watch(self.me, self.side(), self.here))
    }

    /// The direction from which a figure with no enemy in sight expects one.
    fn expected(&self) -> Option<Facing> {
        let towards = |cell: Cell| Facing::towards(self.plan(), self.here, cell);
        let near = || self.nearest(self.minded()).and_then(|enemy| self.last_seen(enemy)).and_then(towards);
        let ahead = || {
            let goal = self.goal()?;
            let way = std::iter::successors(Some(self.here), |&cell| self.knows.next(cell, goal));
            way.skip(1).take(self.doctrine().looks_ahead.into()).last().and_then(towards)
        };
        self.knows.heard().or_else(near).or_else(ahead)
    }
}
