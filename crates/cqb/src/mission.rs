//! The winner of a mission on a map. The rulebook has no victory rules (CQB-12): these are the program's own.

use chance::Chance;
use engage::{Objective, Side};
use field::Figures;

use crate::on_map::OnMap;
use crate::play::Play;
use crate::player::choose::Player;
use crate::scene::{FIGURES, HOSTAGES};
use crate::turn::ending;

impl<C: Chance, P: Player, const N: usize> Play<'_, C, OnMap<'_>, P, N> {
    /// The ending of the mission at the end of a turn, if it is decided.
    pub(crate) fn mission_decided(&mut self) -> Option<u8> {
        let mission = self.site().mission();
        let side = mission.side;
        let clock = mission.turns.unwrap_or(u16::MAX);
        let winner = match mission.objective {
            Objective::Eliminate => None,
            Objective::Rescue => self.rescued(),
            Objective::Escort => self.escorted(),
            Objective::Hold => {
                let held = self.holds_place();
                let turns = &mut self.state.scene.held;
                *turns = if held { *turns + 1 } else { 0 };
                (*turns >= clock).then_some(side)
            }
            Objective::Bomb if self.state.scene.safe => Some(side),
            Objective::Bomb => (self.turn >= clock).then(|| side.enemy()),
            Objective::Search => {
                let every = self.site().posts().every();
                (self.state.scene.searched[side] & every == every).then_some(side)
            }
        };
        winner.map(|side| if side == Side::Blue { ending::BLUE_WINS } else { ending::RED_WINS })
    }

    /// Whether figures of the mission's side, and none of the enemy's, are in its place.
    fn holds_place(&self) -> bool {
        let site = self.site();
        let there = self.state.scene.standing.within(site.place(), Figures::below(FIGURES));
        !there.is_empty() && (there - self.battle.sides[site.mission().side]).is_empty()
    }

    /// An escort succeeds when all surviving bystanders are in the place, and fails when none survives.
    fn escorted(&self) -> Option<Side> {
        let (site, scene) = (self.site(), &self.state.scene);
        let left = scene.captives();
        if left.is_empty() {
            return Some(site.mission().side.enemy());
        }
        (scene.standing.within(site.place(), left) == left).then_some(site.mission().side)
    }

    /// A rescue fails when every hostage is lost, and succeeds when all the others have left the map.
    fn rescued(&self) -> Option<Side> {
        let (site, scene) = (self.site(), &self.state.scene);
        let all = Figures::below(FIGURES + usize::from(site.hostages)) - Figures::below(FIGURES);
        let lost = (FIGURES..FIGURES + HOSTAGES).filter(|hostage| scene.captives[hostage - FIGURES].down).collect();
        if lost == all {
            return Some(site.mission().side.enemy());
        }
        (scene.left | lost == all).then_some(site.mission().side)
    }
}
