//! Bombs: carried, planted, defused, set off (GGG-bomb).

use chance::Chance;
use engage::{Side, bits};
use field::Cell;

use super::play::Play;
use super::scene::{Act, BOMBS, Charge};
use super::tell;
use crate::bomb::due;
use crate::mission::Mission;
use crate::options::{BombTie, WorkInterruptedBy};

/// How near somebody must be to a bomb to take it up or to defuse it, in square inches: right beside it.
const AT_HAND: u32 = 2;

impl<C: Chance> Play<'_, C> {
    /// The bomb that a figure carries, by number.
    pub(super) fn carried(&self, me: usize) -> Option<usize> {
        self.scene.bombs.iter().position(|&bomb| bomb == Charge::Carried(me as u8))
    }

    /// Whether a cell is beside another, with nothing solid between.
    pub(super) fn at_hand(&self, here: Cell, there: Cell) -> bool {
        let plan = self.site.plan();
        plan.squared(here, there) <= AT_HAND && plan.sees(here, there, self.scene.doors)
    }

    /// A Terrorist takes up a bomb that lies beside him (GGG-bomb-1).
    pub(super) fn pick_up(&mut self, me: usize, here: Cell) {
        let terrorist = self.assault.profiles[me].side == Side::Red;
        if self.assault.mission != Mission::Destruction || !terrorist || self.carried(me).is_some() {
            return;
        }
        for bomb in 0..BOMBS {
            if let Charge::Lies(cell) = self.scene.bombs[bomb]
                && self.at_hand(here, cell)
            {
                self.scene.bombs[bomb] = Charge::Carried(me as u8);
                let turn = self.turn;
                self.chance.tell(|| tell::takes_bomb(turn, me));
                return;
            }
        }
    }

    /// The end of a turn of work: what is done is done, then bombs that are due go off (GGG-bomb-2 to GGG-bomb-6).
    pub(super) fn end_work(&mut self) {
        if self.assault.mission != Mission::Destruction {
            return;
        }
        for me in bits(self.scene.up) {
            let hit = self.scene.shaken >> me & 1 == 1;
            let stopped = hit && self.assault.rules.work_interrupted_by == WorkInterruptedBy::AnyHit;
            if !self.works(me) || self.scene.stances[me].pace.moves() || stopped {
                self.scene.work[me] = 0;
                continue;
            }
            self.scene.work[me] += 1;
            let (turn, done) = (self.turn, self.scene.work[me]);
            let planting = self.scene.orders[me].act == Act::Plant;
            self.chance.tell(|| tell::works(turn, me, planting, done));
            if done >= self.assault.rules.work_turns {
                self.finish(me);
            }
        }
        for bomb in 0..BOMBS {
            let Charge::Planted { due, .. } = self.scene.bombs[bomb] else { continue };
            if due <= self.turn {
                self.scene.bombs[bomb] = Charge::Exploded;
                let turn = self.turn;
                self.chance.tell(|| tell::explodes(turn));
            }
        }
    }

    /// A figure has planted or defused a bomb (GGG-bomb-2, GGG-bomb-5, GGG-bomb-6).
    fn finish(&mut self, me: usize) {
        let (rules, turn) = (&self.assault.rules, self.turn);
        self.scene.work[me] = 0;
        let Some(here) = self.scene.at(me) else { return };
        match self.scene.orders[me].act {
            Act::Plant => {
                let Some(bomb) = self.carried(me) else { return };
                let due = due(rules, turn + 1 - rules.work_turns);
                self.scene.bombs[bomb] = Charge::Planted { cell: here, due };
                self.chance.tell(|| tell::planted(turn, me, due));
            }
            Act::Defuse(bomb) => {
                let Charge::Planted { due, .. } = self.scene.bombs[usize::from(bomb)] else { return };
                if due > turn || rules.bomb_tie == BombTie::Defused {
                    self.scene.bombs[usize::from(bomb)] = Charge::Defused;
                    self.chance.tell(|| tell::defused(turn, me));
                }
            }
            Act::Fire | Act::Throw { .. } => {}
        }
    }
}
