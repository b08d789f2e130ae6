//! Who has won on a map. The rulebook has no victory rules (CQB-12): these are the automatic game's.

use engage::{Objective, Side};
use field::Figures;

use crate::battle::{Battle, Fight, ending};
use crate::scene::{Ground, HOSTAGES, Scene};
use crate::site::Site;

impl Battle {
    /// Who has won at the end of a turn by the mission, if anybody.
    pub(crate) fn mission_decided<D, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<D, N, G>,
        turn: u16,
    ) -> Option<u8> {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return None };
        let side = site.mission.side;
        let clock = site.mission.turns.unwrap_or(u16::MAX);
        let winner = match site.mission.objective {
            Objective::Eliminate => None,
            Objective::Rescue => rescued(site, scene, side),
            Objective::Escort => self.escorted(site, scene, side),
            Objective::Hold => {
                let held = self.holds_place(site, scene, side);
                scene.held = if held { scene.held + 1 } else { 0 };
                (scene.held >= clock).then_some(side)
            }
            Objective::Bomb if scene.safe => Some(side),
            Objective::Bomb => (turn >= clock).then(|| side.enemy()),
            Objective::Search => scene.has_visited(side, site.posts.every()).then_some(side),
        };
        winner.map(|side| if side == Side::Blue { ending::BLUE_WINS } else { ending::RED_WINS })
    }

    /// Whether figures of a side, and none of the enemy's, are in the place of the mission.
    fn holds_place(&self, site: &Site, scene: &Scene, side: Side) -> bool {
        let enemies = self.enemies_of(if side == Side::Blue { 0 } else { self.blues });
        let there = scene.standing.within(&site.place, Figures(u64::from(u32::MAX)));
        !there.is_empty() && (there & Figures(enemies.into())).is_empty()
    }

    /// Bystanders are safe when all who are left are in the place; when none is left, the escort has failed.
    fn escorted(&self, site: &Site, scene: &Scene, side: Side) -> Option<Side> {
        let left = scene.captives();
        if left.is_empty() {
            return Some(side.enemy());
        }
        (scene.standing.within(&site.place, left) == left).then_some(side)
    }
}

/// A rescue has failed when every hostage is lost, and is done when all who are not have left the map.
fn rescued(site: &Site, scene: &Scene, side: Side) -> Option<Side> {
    let all = (1_u32 << site.hostages) - 1;
    let lost = (0..HOSTAGES).filter(|&hostage| scene.captives[hostage].down).map(|hostage| 1 << hostage).sum::<u32>();
    if lost == all {
        return Some(side.enemy());
    }
    (u32::from(scene.left) | lost == all).then_some(side)
}
