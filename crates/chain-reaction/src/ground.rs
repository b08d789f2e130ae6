//! What the rules need from the ground: distances, lines of sight, cover and groups. `open.rs` answers from the facts
//! given for each figure, `sight.rs` from the map.

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
    /// The figures among these that stand on the table; others are not targets and do not carry on.
    #[inline]
    fn standing(_at: BattleView<'_, N, Self>, among: Figures) -> Figures {
        among
    }

    /// The figures among these that are on the table, standing or lying; others are not seen.
    #[inline]
    fn present(_at: BattleView<'_, N, Self>, among: Figures) -> Figures {
        among
    }

    /// The distance between two figures.
    fn distance(at: BattleView<'_, N, Self>, from: usize, to: usize) -> Inches;

    /// Whether a figure would see another if neither were hidden (CR-los-1). Never called for a figure and itself.
    fn has_line(at: BattleView<'_, N, Self>, from: usize, to: usize) -> bool;

    /// Whether its place alone hides a figure that ducked or hunkered down from another (Clarification 2).
    fn is_behind_cover(at: BattleView<'_, N, Self>, me: usize, from: usize) -> bool;

    /// Whether a figure is in cover against all of these that could see it (CR-hit-3).
    fn in_cover(at: BattleView<'_, N, Self>, me: usize, against: Figures) -> bool;

    /// A target as a shooter sees it (CR-hit-table).
    fn target(at: BattleView<'_, N, Self>, from: usize, to: usize) -> Target;

    /// Whether a charger comes from behind (CR-bc-1).
    fn is_behind(at: BattleView<'_, N, Self>, charger: usize, target: usize) -> bool;

    /// The friends within this many inches of a figure and in sight of it.
    fn friends_within(at: BattleView<'_, N, Self>, me: usize, distance: Inches) -> Figures;

    /// A figure's group as it is now (CR-group-2).
    fn group(at: BattleView<'_, N, Self>, me: usize) -> Figures;

    /// Friends that can rally a hunkered figure and have not done so in this turn (Clarification 17).
    fn may_rally(_at: BattleView<'_, N, Self>, _me: usize, friends: Figures) -> Figures {
        friends
    }

    /// Whether a figure sees a spot.
    fn sees_spot(_at: BattleView<'_, N, Self>, _me: usize, _spot: Cell) -> bool {
        false
    }

    /// Whether a figure can throw a grenade, or fire its launcher, at a spot (CR-gren-1, Clarification 34).
    fn may_burst(_at: BattleView<'_, N, Self>, _me: usize, _spot: Cell) -> bool {
        false
    }

    /// The spot at which a figure throws a grenade at one of those who shot at it, if it can and a grenade in reach
    /// counts for its ranking (CR-og-2).
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

    /// The cost for a figure to walk straight to a square, if no ground on the way is slow and no figure is in the way.
    fn straight_cost(_at: BattleView<'_, N, Self>, _me: usize, _square: Cell) -> Option<u32> {
        None
    }

    /// Whether a figure is in melee; if so, it reacts to nothing outside the melee (CR-melee-6).
    fn is_in_melee(_at: BattleView<'_, N, Self>, _me: usize) -> bool {
        false
    }

    /// Whether two figures are in contact.
    fn are_in_contact(_at: BattleView<'_, N, Self>, _me: usize, _other: usize) -> bool {
        false
    }

    /// Changes the facts that a figure's side cannot know when the figure is asked.
    #[cfg(test)]
    fn scramble_unknown(
        _battle: &crate::battle::Battle,
        _state: &mut crate::state::State<N, Self>,
        _asked: (usize, crate::action::Ask),
        _rng: &mut rand_pcg::Pcg64,
    ) {
    }

    /// Repeats the search for the squares that a figure asked for its way can reach.
    #[cfg(test)]
    fn search_again(_at: BattleView<'_, N, Self>, _me: usize, _left: u32) {}

    /// What a figure carries, and its role in its group: as listed, unless it was rolled in play.
    #[inline]
    fn arms(at: BattleView<'_, N, Self>, me: usize) -> Arms {
        at.battle.profiles[me].arms
    }

    /// Squares that a figure cannot enter because a known enemy is on or beside them (CR-act-1).
    fn beset(_at: BattleView<'_, N, Self>, _me: usize) -> CellSet {
        CellSet::EMPTY
    }

    /// The overall Leader of a force (CR-lead-4).
    fn overall(at: BattleView<'_, N, Self>, side: Side) -> Option<u8> {
        at.listed_overall(side)
    }

    /// The map, if the ground is one.
    #[inline]
    fn on_map(&self) -> Option<&OnMap<'_>> {
        None
    }

    /// The changing state of the map, if the ground is one.
    #[inline]
    fn scene_mut(&mut self) -> Option<&mut Scene> {
        None
    }
}
