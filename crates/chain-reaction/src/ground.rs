//! What the rules ask of the ground: distances, lines of sight, cover and groups. `open.rs` answers from the facts
//! given of each figure, `sight.rs` from the map.

use std::fmt::Debug;

use engage::{Inches, Side};
use field::{Cell, CellSet, Figures};

use crate::battle::Arms;
use crate::battle_view::BattleView;
use crate::on_map::OnMap;
use crate::scene::Scene;
use crate::shooting::Target;

/// The ground of an engagement.
pub(crate) trait Ground<const N: usize>: Copy + Debug {
    /// The figures of these that stand on the table; others are no targets and do not carry on.
    #[inline]
    fn standing(_at: BattleView<'_, N, Self>, among: Figures) -> Figures {
        among
    }

    /// The figures of these that are on the table, standing or lying; others are not seen.
    #[inline]
    fn present(_at: BattleView<'_, N, Self>, among: Figures) -> Figures {
        among
    }

    /// How far one figure is from another.
    fn distance(at: BattleView<'_, N, Self>, from: usize, to: usize) -> Inches;

    /// Whether nothing but hiding keeps a figure from seeing another (CR-los-1). It is not asked of a figure and itself.
    fn has_line(at: BattleView<'_, N, Self>, from: usize, to: usize) -> bool;

    /// Whether a figure that ducked or hunkered down is hidden from another by its place alone (Clarification 2).
    fn is_behind_cover(at: BattleView<'_, N, Self>, me: usize, from: usize) -> bool;

    /// Whether a figure is in cover against all of these who could see it (CR-hit-3).
    fn in_cover(at: BattleView<'_, N, Self>, me: usize, against: Figures) -> bool;

    /// A target as a shooter sees it (CR-hit-table).
    fn target(at: BattleView<'_, N, Self>, from: usize, to: usize) -> Target;

    /// Whether a charger comes from behind (CR-bc-1).
    fn is_behind(at: BattleView<'_, N, Self>, charger: usize, target: usize) -> bool;

    /// The friends within this many inches of a figure and in sight of it.
    fn friends_within(at: BattleView<'_, N, Self>, me: usize, distance: Inches) -> Figures;

    /// A figure's group as it is now (CR-group-2).
    fn group(at: BattleView<'_, N, Self>, me: usize) -> Figures;

    /// Friends who rally a hunkered figure that have not done so in this turn (Clarification 17).
    fn may_rally(_at: BattleView<'_, N, Self>, _me: usize, friends: Figures) -> Figures {
        friends
    }

    /// Whether a figure sees a spot.
    fn sees_spot(_at: BattleView<'_, N, Self>, _me: usize, _spot: Cell) -> bool {
        false
    }

    /// Whether a figure may throw a grenade, or fire its launcher, at a spot (CR-gren-1, Clarification 34).
    fn may_burst(_at: BattleView<'_, N, Self>, _me: usize, _spot: Cell) -> bool {
        false
    }

    /// Where a figure throws a grenade at one of those who shot at it, if it can and a grenade in reach counts for its
    /// ranking (CR-og-2).
    fn grenade_answer(_at: BattleView<'_, N, Self>, _me: usize, _by: Figures) -> Option<Cell> {
        None
    }

    /// The cost for a figure to reach a square with the rest of its move, in thousandths of an inch, if it can (CR-move-1).
    fn cost(_at: BattleView<'_, N, Self>, _me: usize, _square: Cell) -> Option<u32> {
        None
    }

    /// The square of this rank among those that a figure can reach, the nearest first.
    fn reachable(_at: BattleView<'_, N, Self>, _me: usize, _rank: usize) -> Option<Cell> {
        None
    }

    /// What it costs a figure to walk straight to a square over ground that is not slow, with nobody in the way.
    fn straight_cost(_at: BattleView<'_, N, Self>, _me: usize, _square: Cell) -> Option<u32> {
        None
    }

    /// Whether a figure is in melee, and so reacts to nothing outside it (CR-melee-6).
    fn is_in_melee(_at: BattleView<'_, N, Self>, _me: usize) -> bool {
        false
    }

    /// Whether two figures are in contact.
    fn are_in_contact(_at: BattleView<'_, N, Self>, _me: usize, _other: usize) -> bool {
        false
    }

    /// Changes what a figure's side cannot know when it is asked something.
    #[cfg(test)]
    fn scramble_unknown(
        _battle: &crate::battle::Battle,
        _state: &mut crate::state::State<N, Self>,
        _asked: (usize, crate::action::Ask),
        _rng: &mut rand_pcg::Pcg64,
    ) {
    }

    /// Searches again for what a figure that is asked for its way reaches.
    #[cfg(test)]
    fn search_again(_at: BattleView<'_, N, Self>, _me: usize, _left: u32) {}

    /// What a figure carries, and what it is to its group: as it is listed, unless it was rolled in play.
    #[inline]
    fn arms(at: BattleView<'_, N, Self>, me: usize) -> Arms {
        at.battle.profiles[me].arms
    }

    /// Squares that a figure may not enter, since a known enemy is there or beside them (CR-act-1).
    fn beset(_at: BattleView<'_, N, Self>, _me: usize) -> CellSet {
        CellSet::EMPTY
    }

    /// The overall Leader of a force (CR-lead-4).
    fn overall(at: BattleView<'_, N, Self>, side: Side) -> Option<u8> {
        at.listed_overall(side)
    }

    /// The map, if it is one.
    #[inline]
    fn on_map(&self) -> Option<&OnMap<'_>> {
        None
    }

    /// What changes on the map, if it is one.
    #[inline]
    fn scene_mut(&mut self) -> Option<&mut Scene> {
        None
    }
}
