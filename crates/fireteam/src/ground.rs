//! What the rules ask of the ground: who sees whom and how, how far it is, who is beside whom, whom a burst finds. `open.rs` answers
//! from the facts that are given of each man, `sight.rs` from the map.

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
    /// How one man sees another, who may be on any side of him (FT-gap-5, FT-gap-7).
    fn line_of_sight(at: BattleView<'_, N, Self>, from: usize, to: usize) -> LineOfSight;

    /// How one man sees an enemy whom he does see.
    #[inline(always)]
    fn line_to_seen(at: BattleView<'_, N, Self>, from: usize, to: usize) -> LineOfSight {
        Self::line_of_sight(at, from, to)
    }

    /// The enemies whom a man makes out: in sight, and known to be there if they are concealed (FT-save-6, FT-gap-5).
    fn targets(at: BattleView<'_, N, Self>, me: usize) -> Figures;

    /// The enemies whom anybody of a man's side makes out.
    fn known(at: BattleView<'_, N, Self>, me: usize) -> Figures;

    /// Whether an enemy whom a man makes out makes him out.
    fn is_made_out(at: BattleView<'_, N, Self>, me: usize) -> bool;

    /// The enemy who fired at a man or threw a grenade at him last, if that one is in action (FT-pin-2).
    fn attacker(at: BattleView<'_, N, Self>, me: usize) -> Option<usize>;

    /// The map, if there is one: for an observer, and to say that a man may not leave open ground.
    fn on_map(&self) -> Option<&OnMap<'_>>;

    /// Whether a man is in hard cover against any enemy (FT-pin-4, FT-fire-7).
    fn is_covered_from_all(at: BattleView<'_, N, Self>, me: usize) -> bool;

    /// Whether it depends on the enemy if a man is in hard cover.
    fn has_sides() -> bool;

    /// Whether one man sees a friend.
    fn sees_friend(at: BattleView<'_, N, Self>, me: usize, other: usize) -> bool;

    /// Whether a leader is in hard cover (FT-unpin-2).
    fn leads_from_cover(at: BattleView<'_, N, Self>, me: usize) -> bool;

    /// The enemy against whom that is judged; none in the open.
    fn leader_faces(_at: BattleView<'_, N, Self>, _me: usize) -> Option<usize> {
        None
    }

    /// Whether a man has a number two (FT-fire-6).
    fn has_number_two(at: BattleView<'_, N, Self>, gunner: usize) -> bool;

    /// His number two, if it is somebody.
    fn number_two(at: BattleView<'_, N, Self>, gunner: usize) -> Option<usize>;

    /// Whether a man is the one who serves a gunner and has no gun of his own (FT-fire-6).
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

    /// Changes what a man's side cannot know when he is asked something.
    #[cfg(test)]
    fn scramble_unknown(
        _battle: &Battle,
        _state: &mut State<N, Self>,
        _asked: (usize, Ask),
        _rng: &mut rand_pcg::Pcg64,
    ) {
    }
}
