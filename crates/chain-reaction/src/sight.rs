//! A map's answers to the rules: sight, cover and groups (CR-los, CR-hit, CR-group).

use engage::{Inches, Side};
use field::{Cell, CellSet, Figures};

use crate::battle::Arms;
use crate::battle_view::BattleView;
use crate::figure::{MEN, Status};
use crate::ground::Ground;
use crate::on_map::{OnMap, Protection, Reach};
use crate::options::{DuckedHiddenFrom, GrenadeRanking};
use crate::scene::Scene;
use crate::shooting::Target;

impl<const N: usize> BattleView<'_, N, OnMap<'_>> {
    /// Whether a figure is so near to a square that no enemy could hide there from it.
    pub(crate) fn has_looked(self, me: usize, square: Cell) -> bool {
        let near = |here: Cell| self.ground.is_within(here, square, self.battle.frame.rules.group_distance);
        self.cell(me).is_some_and(near) && OnMap::sees_spot(self, me, square)
    }

    /// Helpless enemies that a figure is in contact with (CR-kill-1).
    pub(crate) fn helpless_beside(self, me: usize) -> Figures {
        self.battle.enemies(me).filter(|enemy| {
            matches!(self.figures[enemy].status, Status::Stunned | Status::Out)
                && OnMap::are_in_contact(self, me, enemy)
        })
    }

    /// The friends in a set that are within this many inches of a figure and in sight of it.
    fn near_in_sight(self, me: usize, friends: Figures, distance: Inches) -> Figures {
        let Some(here) = self.cell(me) else { return Figures::NONE };
        let near = |there: Cell| self.ground.is_within(here, there, distance) && self.ground.sight(here, there).seen();
        OnMap::present(self, friends).filter(|friend| self.cell(friend).is_some_and(near))
    }

    /// The square of a figure that is on the table.
    pub(crate) fn cell(self, me: usize) -> Option<Cell> {
        self.ground.scene.at(me)
    }

    /// Whether a friend who carries on blocks a line of sight; a friend beside the observer does not (CR-los-1).
    fn is_blocked_by_friend(self, me: usize, from: Cell, to: Cell) -> bool {
        let board = self.ground.board();
        let (one, other) = (board.position(from), board.position(to));
        let [top, bottom] = [one.row.min(other.row), one.row.max(other.row)];
        let [left, right] = [one.column.min(other.column), one.column.max(other.column)];
        let standing = &self.ground.scene.standing;
        let friends = self.battle.figures_of(self.battle.profiles[me].side).without(me) & standing.placed();
        friends.iter().any(|friend| {
            let there = standing.at(friend);
            let blocks = |there: Cell| {
                let at = board.position(there);
                let between = (top..=bottom).contains(&at.row) && (left..=right).contains(&at.column);
                between && there != to && one.squared(at) > 2 && board.crosses(from, to, there)
            };
            there.is_some_and(blocks) && self.figures[friend].status == Status::CarryingOn
        })
    }

    /// A figure's protection against another whose weapon has this Impact.
    pub(crate) fn protection(self, me: usize, from: usize) -> Option<Protection> {
        let (here, there) = (self.cell(me)?, self.cell(from)?);
        let impact = self.battle.frame.rules.weapons.of(self.weapon(from)).impact;
        let ground = self.ground.protection(there, here, impact)?;
        // A figure in a doorway has the cover of the building's walls, but not during the move that brings it there
        // (CR-bldg-5, Clarification 39).
        let enters = self.activation.active.contains(me) && self.ground.scene.going.gone[me] > 0;
        let inside = self.ground.scene.inside.contains(there);
        if self.ground.board().ground_of(here).opening && !enters && !inside {
            let cover = ground.cover || impact <= self.ground.site.conditions.building_dv;
            return Some(Protection { cover, concealed: ground.concealed || !cover });
        }
        Some(ground)
    }

    /// Whether a figure is in melee; if so, it neither shoots, nor is shot at, nor tests (CR-melee-6).
    pub(crate) fn is_in_melee(self, me: usize) -> bool {
        !self.ground.scene.melee[me].is_empty()
    }
}

impl<const N: usize> Ground<N> for OnMap<'_> {
    #[inline]
    fn standing(at: BattleView<'_, N, Self>, among: Figures) -> Figures {
        among & at.ground.scene.standing.placed()
    }

    #[inline]
    fn present(at: BattleView<'_, N, Self>, among: Figures) -> Figures {
        among & (at.ground.scene.standing.placed() | at.ground.scene.lying)
    }

    fn distance(at: BattleView<'_, N, Self>, from: usize, to: usize) -> Inches {
        let far = Inches::from_thousandths(i32::MAX);
        at.cell(from).zip(at.cell(to)).map_or(far, |(from, to)| at.ground.length(from, to))
    }

    fn has_line(at: BattleView<'_, N, Self>, from: usize, to: usize) -> bool {
        let Some((here, there)) = at.cell(from).zip(at.cell(to)) else { return false };
        // Nobody fires into a melee, or out of one (CR-fire-8, CR-melee-6).
        if at.is_in_melee(from) || at.is_in_melee(to) {
            return false;
        }
        let rules = &at.battle.frame.rules;
        // An active figure can turn freely (CR-fig-3).
        if rules.facing_limits_fire && !at.activation.active.contains(from) && !at.ground.scene.is_in_front(from, there)
        {
            return false;
        }
        at.ground.sight(here, there).seen()
            && !(rules.friends_block_sight && at.is_blocked_by_friend(from, here, there))
    }

    fn is_behind_cover(at: BattleView<'_, N, Self>, me: usize, from: usize) -> bool {
        at.battle.frame.rules.ducked_hidden_from == DuckedHiddenFrom::Cover
            && at.protection(me, from).is_none_or(|protection| protection.cover)
    }

    fn in_cover(at: BattleView<'_, N, Self>, me: usize, against: Figures) -> bool {
        let mut seen = against.iter().filter_map(|enemy| at.protection(me, enemy)).peekable();
        seen.peek().is_some() && seen.all(|protection| protection.cover)
    }

    fn target(at: BattleView<'_, N, Self>, from: usize, to: usize) -> Target {
        let figure = &at.figures[to];
        let Protection { cover, concealed } = at.protection(to, from).unwrap_or_default();
        Target { cover, concealed, prone: figure.prone || at.is_stunned_prone(to), fast: figure.fast }
    }

    /// From where it began and where it is (CR-fig-3).
    fn is_behind(at: BattleView<'_, N, Self>, charger: usize, target: usize) -> bool {
        let scene = &at.ground.scene;
        let squares = [scene.going.began[charger], scene.at(charger)];
        squares.into_iter().flatten().all(|square| !scene.is_in_front(target, square))
    }

    fn friends_within(at: BattleView<'_, N, Self>, me: usize, distance: Inches) -> Figures {
        at.near_in_sight(me, at.battle.figures_of(at.battle.profiles[me].side).without(me), distance)
    }

    fn group(at: BattleView<'_, N, Self>, me: usize) -> Figures {
        at.ground.scene.groups[me].with(me)
    }

    fn may_rally(at: BattleView<'_, N, Self>, me: usize, friends: Figures) -> Figures {
        friends - at.ground.scene.rallied_by[me]
    }

    fn sees_spot(at: BattleView<'_, N, Self>, me: usize, spot: Cell) -> bool {
        at.cell(me).is_some_and(|here| at.ground.sight(here, spot).seen())
    }

    fn may_burst(at: BattleView<'_, N, Self>, me: usize, spot: Cell) -> bool {
        let Some(here) = at.cell(me) else { return false };
        let far = at.ground.length(here, spot);
        let weapon = at.weapon(me);
        if !weapon.bursts() {
            return far <= at.throw_reach(me);
        }
        let friends = at.battle.figures_of(at.battle.profiles[me].side);
        let clear = at.battle.frame.rules.launcher_clearance;
        let near = |friend: usize| at.cell(friend).is_some_and(|there| at.ground.is_within(there, spot, clear));
        let stats = at.battle.frame.rules.weapons.of(weapon);
        far <= stats.range && at.ground.sight(here, spot).seen() && friends.filter(near).is_empty()
    }

    fn grenade_answer(at: BattleView<'_, N, Self>, me: usize, by: Figures) -> Option<Cell> {
        let counts = at.battle.frame.rules.grenade_ranking == GrenadeRanking::InReach;
        if !counts || !at.may_throw(me) || at.weapon(me).bursts() {
            return None;
        }
        let reach = at.throw_reach(me);
        let near = by.filter(|shooter| at.distance(me, shooter) <= reach && at.sees(me, shooter));
        near.iter().min_by_key(|&shooter| at.distance(me, shooter)).and_then(|shooter| at.cell(shooter))
    }

    fn cost(at: BattleView<'_, N, Self>, me: usize, square: Cell) -> Option<u32> {
        let (board, here) = (at.ground.board(), at.cell(me)?);
        if !at.ground.is_searched_through() && board.least_cost(here, square) > at.ground.scene.going.left[me] {
            return None;
        }
        // No search begins for a square straight ahead; one that has begun knows it as well.
        if at.ground.is_searched() {
            let cost = at.ground.cost_to(square);
            debug_assert!(at.straight_cost(me, square).is_none_or(|straight| cost == Some(straight)));
            return cost;
        }
        at.straight_cost(me, square).or_else(|| {
            at.reach(me);
            at.ground.cost_to(square)
        })
    }

    fn reachable(at: BattleView<'_, N, Self>, me: usize, rank: usize) -> Option<Cell> {
        at.reach(me);
        at.ground.nth(rank)
    }

    fn straight_cost(at: BattleView<'_, N, Self>, me: usize, square: Cell) -> Option<u32> {
        at.straight_cost(me, square)
    }

    fn is_in_melee(at: BattleView<'_, N, Self>, me: usize) -> bool {
        at.is_in_melee(me)
    }

    fn are_in_contact(at: BattleView<'_, N, Self>, me: usize, other: usize) -> bool {
        let squares = at.cell(me).zip(at.cell(other));
        squares.is_some_and(|(here, there)| at.ground.board().squared(here, there) <= 2)
    }

    #[cfg(test)]
    fn scramble_unknown(
        battle: &crate::battle::Battle,
        state: &mut crate::state::State<N, Self>,
        asked: (usize, crate::action::Ask),
        rng: &mut rand_pcg::Pcg64,
    ) {
        crate::peeking::scramble_unknown(battle, state, asked, rng);
    }

    #[cfg(test)]
    fn search_again(at: BattleView<'_, N, Self>, me: usize, left: u32) {
        at.ground.takes_in_hand();
        at.search(me, left, Reach::Known);
    }

    fn arms(at: BattleView<'_, N, Self>, me: usize) -> Arms {
        if at.battle.rolled().contains(me) { at.ground.scene.arms[me] } else { at.battle.profiles[me].arms }
    }

    fn beset(at: BattleView<'_, N, Self>, me: usize) -> CellSet {
        at.beset(me, Reach::Known)
    }

    fn overall(at: BattleView<'_, N, Self>, side: Side) -> Option<u8> {
        match at.battle.patrol {
            Some(patrol) if patrol.side != side => at.ground.scene.recon.leader,
            _ => at.listed_overall(side),
        }
    }

    #[inline]
    fn on_map(&self) -> Option<&OnMap<'_>> {
        Some(self)
    }

    #[inline]
    fn scene_mut(&mut self) -> Option<&mut Scene> {
        Some(&mut self.scene)
    }
}

/// Computes the current groups. Figures of a starting group that are linked by short distances in sight of each other
/// are a group; the others split off (CR-group-2, CR-group-3, Clarification 51).
pub(crate) fn regroup<const N: usize>(at: BattleView<'_, N, OnMap<'_>>) -> [Figures; MEN] {
    let mut groups = [Figures::NONE; MEN];
    let distance = at.battle.frame.rules.group_distance;
    let there = |who: usize| at.figures[who].status.is_target() && at.cell(who).is_some();
    let link = |mut rest: Figures, groups: &mut [Figures; MEN]| {
        while let Some(first) = rest.first() {
            let (mut linked, mut edge) = (Figures::one(first), Figures::one(first));
            rest.remove(first);
            while let Some(one) = edge.first() {
                edge.remove(one);
                // A scout belongs to its group as long as a member sees it (CR-scout-1).
                let (afar, scouts) = (Inches::from_thousandths(i32::MAX), at.battle.scouts());
                let seen = if scouts.contains(one) { rest } else { rest & scouts };
                let near = at.near_in_sight(one, rest - seen, distance) | at.near_in_sight(one, seen, afar);
                linked |= near;
                edge |= near;
                rest -= near;
            }
            for one in linked.iter() {
                groups[one] = linked;
            }
        }
    };
    let rolled = at.battle.rolled();
    for group in &at.battle.groups {
        link(group.members.filter(there) - rolled, &mut groups);
    }
    let mut rest = rolled.filter(there);
    while let Some(first) = rest.first() {
        let members = rest.filter(|who| at.arms(who).group == at.arms(first).group);
        rest -= members;
        link(members, &mut groups);
    }
    // A figure with none of its own group in reach goes with the friends beside it.
    for alone in Figures::below(at.battle.profiles.len()).filter(|who| there(who) && groups[who].len() == 1) {
        let near = OnMap::friends_within(at, alone, distance).filter(there);
        let nearest = near.iter().min_by_key(|&friend| OnMap::distance(at, alone, friend));
        if let Some(friend) = nearest {
            let all = groups[friend].with(alone);
            for one in all.iter() {
                groups[one] = all;
            }
        }
    }
    groups
}
