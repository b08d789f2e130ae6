//! Bombs: planted, defused, set off (GGG-bomb).

use chance::Chance;

use super::log;
use super::play::Play;
use super::state::{BOMBS, Charge, KnownBomb};
use crate::action::Act;
use crate::bomb::due;
use crate::mission::Mission;
use crate::options::{BombTie, WorkInterruptedBy};
use crate::player::Player;

impl<C: Chance, P: Player> Play<'_, C, P> {
    /// Ends a turn of work: finished work takes effect, then bombs that are due go off (GGG-bomb-2 to GGG-bomb-6).
    pub(super) fn end_work(&mut self) {
        if self.assault.mission != Mission::Destruction {
            return;
        }
        for me in self.state.game.up {
            let hit = self.state.turn.shaken.contains(me);
            let stopped = hit && self.assault.rules.work_interrupted_by == WorkInterruptedBy::AnyHit;
            if !self.view().works(me) || self.state.game.stances[me].pace.moves() || stopped {
                let (turn, lost) = (self.now, std::mem::take(&mut self.state.game.work[me]));
                let at_work = self.view().works(me);
                if lost > 0 || at_work {
                    self.chance.log(|| log::loses_work(turn, me, lost, at_work));
                }
                continue;
            }
            self.state.game.work[me] += 1;
            let (turn, done) = (self.now, self.state.game.work[me]);
            let planting = self.state.turn.orders[me].act == Act::Plant;
            let of = self.assault.rules.work_turns;
            self.chance.log(|| log::works(turn, me, planting, done, of));
            if done >= self.assault.rules.work_turns {
                self.finish(me);
            }
        }
        for bomb in 0..BOMBS {
            let Charge::Planted { cell, due } = self.state.game.bombs[bomb] else { continue };
            if due <= self.now {
                self.state.game.bombs[bomb] = Charge::Exploded;
                let turn = self.now;
                self.chance.log(|| log::explodes(turn, bomb, cell));
            }
        }
    }

    /// Applies a figure's finished planting or defusing of a bomb (GGG-bomb-2, GGG-bomb-5, GGG-bomb-6).
    fn finish(&mut self, me: usize) {
        let (rules, turn) = (&self.assault.rules, self.now);
        let carried = self.view().carried(me);
        let game = &mut self.state.game;
        game.work[me] = 0;
        match self.state.turn.orders[me].act {
            Act::Plant => {
                let Some((bomb, here)) = carried.zip(game.at(me)) else { return };
                let due = due(rules, turn + 1 - rules.work_turns);
                game.bombs[bomb] = Charge::Planted { cell: here, due };
                game.maps.red.bombs[bomb] = KnownBomb::Ticks(here);
                self.chance.log(|| log::planted(turn, me, bomb, here, due));
            }
            Act::Defuse(bomb) => {
                let bomb = usize::from(bomb);
                let Charge::Planted { due, cell } = game.bombs[bomb] else { return };
                if due > turn || rules.bomb_tie == BombTie::Defused {
                    game.bombs[bomb] = Charge::Defused(cell);
                    game.maps.blue.bombs[bomb] = KnownBomb::Safe;
                    self.chance.log(|| log::defused(turn, me, bomb, cell));
                }
            }
            Act::Fire | Act::Throw { .. } => {}
        }
    }
}
