//! Who has won on a map by the mission. The rulebook has no objectives (FT-gap-3): these are the automatic game's.

use engage::{Objective, Side};
use field::Figures;

use crate::battle::{Battle, Fight, ending};
use crate::scene::Ground;

impl Battle {
    /// Who has won at the end of a pair of moves by the mission, if anybody.
    pub(crate) fn mission_decided<const N: usize, G: Ground>(&self, fight: &mut Fight<N, G>) -> Option<u8> {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return None };
        if site.mission.objective != Objective::Hold {
            return None;
        }
        let side = site.mission.side;
        let there = scene.standing.within(&site.place, scene.standing.placed());
        let held = !there.is_empty() && (there & Figures(self.men_of(side.enemy()).into())).is_empty();
        scene.held = if held { scene.held + 1 } else { 0 };
        let won = scene.held >= site.mission.turns.unwrap_or(u16::MAX);
        won.then_some(if side == Side::Blue { ending::BLUE_WINS } else { ending::RED_WINS })
    }
}
