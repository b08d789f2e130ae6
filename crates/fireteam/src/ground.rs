//! The questions of the rules to the ground: sight, distance, neighbours, and the men a burst tests. `open.rs` answers
//! from the facts of each man, `sight.rs` from the map.

use std::fmt::Debug;

use engage::Inches;
use field::Figures;

#[cfg(test)]
use crate::{action::Ask, battle::Battle, state::State};

use crate::line_of_sight::{Laid, LineOfSight, Zone};
use crate::on_map::OnMap;
use crate::view::BattleView;

/// The ground of an engagement.
pub(crate) trait Ground<const N: usize>: Copy + Debug {
    /// The line of sight from one man to another, on any side of him (FT-gap-5, FT-gap-7).
    fn line_of_sight(at: BattleView<'_, N, Self>, from: usize, to: usize) -> LineOfSight;

    /// The line of sight to an enemy who is in sight.
    #[inline(always)]
    fn line_to_seen(at: BattleView<'_, N, Self>, from: usize, to: usize) -> LineOfSight {
        Self::line_of_sight(at, from, to)
    }

    /// The enemies a man makes out: in sight, and known to be there if they are concealed (FT-save-6, FT-gap-5).
    fn targets(at: BattleView<'_, N, Self>, me: usize) -> Figures;

    /// The enemies that any man of his side makes out.
    fn known(at: BattleView<'_, N, Self>, me: usize) -> Figures;

    /// Whether an enemy makes a man out and that man also makes the enemy out.
    fn is_made_out(at: BattleView<'_, N, Self>, me: usize) -> bool;

    /// The enemy who last fired or threw a grenade at a man, if still in action (FT-pin-2).
    fn attacker(at: BattleView<'_, N, Self>, me: usize) -> Option<usize>;

    /// The map, if there is one: for an observer, and because men cannot move on open ground.
    fn on_map(&self) -> Option<&OnMap<'_>>;

    /// Whether a man is in hard cover against any enemy (FT-pin-4, FT-fire-7).
    fn is_covered_from_all(at: BattleView<'_, N, Self>, me: usize) -> bool;

    /// Whether hard cover depends on the enemy.
    fn has_sides() -> bool;

    /// Whether one man sees a friend.
    fn sees_friend(at: BattleView<'_, N, Self>, me: usize, other: usize) -> bool;

    /// Whether a leader is in hard cover (FT-unpin-2).
    fn leads_from_cover(at: BattleView<'_, N, Self>, me: usize) -> bool;

    /// The enemy against whom a leader's hard cover counts; none on open ground.
    fn leader_faces(_at: BattleView<'_, N, Self>, _me: usize) -> Option<usize> {
        None
    }

    /// Whether a man has a number two (FT-fire-6).
    fn has_number_two(at: BattleView<'_, N, Self>, gunner: usize) -> bool;

    /// His number two, if that is a man of the fight.
    fn number_two(at: BattleView<'_, N, Self>, gunner: usize) -> Option<usize>;

    /// Whether a man is a gunner's number two, without a gun of his own (FT-fire-6).
    fn serves(at: BattleView<'_, N, Self>, gunner: usize, me: usize) -> bool;

    /// The men that a burst tests (FT-hit-6, FT-beat).
    fn beaten_zone(at: BattleView<'_, N, Self>, me: usize, laid: Laid) -> Zone;

    /// A distance.
    fn inches(at: BattleView<'_, N, Self>, squared: u16) -> Inches;

    /// Whether a man has rushed or thrown in this turn, so that he does not fire (FT-fire-1, FT-move-5).
    #[inline(always)]
    fn is_busy(&self, _me: usize) -> bool {
        false
    }

    /// A shot as a mark on the map.
    fn shot(&self, _me: usize, _target: usize) -> Option<(u16, u16)> {
        None
    }

    /// A man has fired: the enemy knows where he is (FT-save-6).
    #[inline(always)]
    fn reveal(&mut self, _me: usize) {}

    /// An enemy has fired at a man or thrown a grenade at him (FT-pin-2).
    #[inline(always)]
    fn attacked(&mut self, _me: usize, _by: usize) {}

    /// A man is out of action.
    #[inline(always)]
    fn remove(&mut self, _me: usize) {}

    /// Scrambles what the side of the man asked cannot know.
    #[cfg(test)]
    fn scramble_unknown(
        _battle: &Battle,
        _state: &mut State<N, Self>,
        _me: usize,
        _ask: Ask,
        _rng: &mut rand_pcg::Pcg64,
    ) {
    }
}
