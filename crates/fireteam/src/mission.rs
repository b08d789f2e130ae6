//! The winner of a mission on a map. The rulebook has no objectives (FT-gap-3); these belong to the automatic game.

use engage::{Objective, Side};

use crate::ending;
use crate::on_map::OnMap;
use crate::play::Play;

impl<C, const N: usize, P> Play<'_, C, N, OnMap<'_>, P> {
    /// The winner of the mission at the end of a pair of moves, if any.
    pub(crate) fn mission_decided(&mut self) -> Option<u8> {
        let OnMap { site, scene } = &mut self.state.ground;
        if site.mission.objective != Objective::Hold {
            return None;
        }
        let side = site.mission.side;
        let there = scene.standing.within(&site.place, scene.standing.placed());
        let held = !there.is_empty() && (there & self.battle.men_of(side.enemy())).is_empty();
        scene.held = if held { scene.held + 1 } else { 0 };
        let won = scene.held >= site.mission.turns.unwrap_or(u16::MAX);
        won.then_some(if side == Side::Blue { ending::BLUE_WINS } else { ending::RED_WINS })
    }
}
