//! A map as ground: everybody stands on a square, and the map says who sees whom (CR-los, CR-terrain, CR-bldg).

use std::cell::RefCell;

use engage::{Inches, Side};
use field::{Board, Cell, CellSet, Exploration, Figures, Ground as Square, INCH, Plan, Sight};

use crate::battle::Arms;
use crate::figure::{MEN, Status};
use crate::ground::Ground;
use crate::lay;
use crate::moment::Moment;
use crate::movement::Reach;
use crate::options::DuckedHiddenFrom;
use crate::scene::Scene;
use crate::shooting::Target;
use crate::site::{Place, Site, mover};

/// A map, and what changes on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnMap<'a> {
    pub(crate) site: &'a Site,
    /// The plan that people are shown, if there is one.
    pub(crate) plan: Option<&'a Plan>,
    /// What the figure in hand can reach; worked out when it is asked for.
    pub(crate) reach: &'a RefCell<Reached>,
    /// The long ways to the goal that was asked for last.
    pub(crate) ways: &'a RefCell<Ways>,
    /// Lines of sight that were asked for.
    pub(crate) sights: &'a RefCell<Sights>,
    pub(crate) scene: Scene,
}

/// What is remembered of a map while engagements are played on it, since it is asked for again and again.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    reach: RefCell<Reached>,
    ways: RefCell<Ways>,
    sights: RefCell<Sights>,
}

/// What a figure can reach.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached {
    pub(crate) search: Exploration,
    /// Whether it is about the figure in hand.
    pub(crate) ready: bool,
    /// Squares that are barred to it, as far as it knows.
    pub(crate) barred: Option<CellSet>,
}

impl Reached {
    /// Another figure is in hand.
    pub(crate) fn begin(&mut self) {
        (self.ready, self.barred) = (false, None);
    }
}

/// The ways to one goal from every square.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    to: Option<Cell>,
    /// Squares by which they do not lead.
    shut: CellSet,
    search: Exploration,
}

impl Ways {
    /// The ground has changed.
    pub(crate) fn forget(&mut self) {
        self.to = None;
    }
}

/// Lines of sight that were asked for, each in one place of a table where others may take its place.
#[derive(Clone, Debug)]
pub(crate) struct Sights {
    /// Counts the grounds; what is remembered of an earlier one is void.
    ground: u64,
    /// The number of the ground, the two cells and how each sees the other.
    lines: [u64; Sights::PLACES],
}

impl Default for Sights {
    fn default() -> Sights {
        Sights { ground: 1, lines: [0; Sights::PLACES] }
    }
}

impl Sights {
    const PLACES: usize = 1 << 13;
    const ALL: [Sight; 5] =
        [Sight::Blocked, Sight::Clear, Sight::Concealed, Sight::Covered, Sight::CoveredAndConcealed];

    /// The ground has changed.
    pub(crate) fn forget(&mut self) {
        self.ground += 1;
    }

    /// How a figure on one square sees another on the other, as remembered or as worked out for both.
    fn of(&mut self, from: Cell, to: Cell, work_out: impl FnOnce() -> [Sight; 2]) -> Sight {
        // Both ways are remembered in one place.
        let (low, high) = (from.index().min(to.index()), from.index().max(to.index()));
        let pair = low << 12 | high;
        let place = (pair as u32).wrapping_mul(0x9e37_79b1) >> (u32::BITS - Sights::PLACES.ilog2());
        let (line, key) = (&mut self.lines[place as usize], self.ground << 24 | pair as u64);
        if *line >> 6 != key {
            let [there, back] = work_out().map(|sight| sight as u64);
            let (up, down) = if from.index() == low { (there, back) } else { (back, there) };
            *line = key << 6 | down << 3 | up;
        }
        let shift = if from.index() == low { 0 } else { 3 };
        Sights::ALL[(*line >> shift & 7) as usize % 5]
    }
}

const _: () = assert!(field::MAX_CELLS <= 1 << 12, "the number of a cell has 12 bits");

/// How somebody is protected against fire (CR-hit-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Protection {
    pub(crate) cover: bool,
    pub(crate) concealed: bool,
}

impl<'a> OnMap<'a> {
    /// Before anybody is placed. `drawn`: the plan of a table that was drawn for this engagement, if somebody looks on.
    pub(crate) fn new(
        site: &'a Site,
        drawn: Option<&'a Plan>,
        Memory { reach, ways, sights }: &'a Memory,
    ) -> OnMap<'a> {
        let (plan, scene) = match &site.place {
            Place::Drawn(map) => (Some(&*map.map.plan), Scene::new(map.board, map.inside)),
            Place::Rolled(_) => (drawn, Scene::new(lay::bare(), CellSet::EMPTY)),
        };
        OnMap { site, plan, reach, ways, sights, scene }
    }

    /// A square of the board as the plan numbers it that people are shown.
    pub(crate) fn on_plan(&self, cell: Cell) -> Option<Cell> {
        let at = self.board().position(cell);
        self.plan?.cell(at.row.into(), at.column.into())
    }

    pub(crate) fn board(&self) -> &Board {
        &self.scene.board
    }

    /// The distance between two squares.
    pub(crate) fn length(&self, from: Cell, to: Cell) -> Inches {
        Inches::from_thousandths(self.board().distance(from, to) as i32)
    }

    /// Whether two squares are at most so far apart.
    pub(crate) fn is_within(&self, from: Cell, to: Cell, distance: Inches) -> bool {
        let most = i64::from(distance.thousandths());
        i64::from(self.board().squared(from, to)) * i64::from(INCH).pow(2) <= most.pow(2)
    }

    /// How somebody on one square sees somebody on another, as far as ground and weather let him (CR-los-1 to CR-los-3).
    pub(crate) fn sight(&self, from: Cell, to: Cell) -> Sight {
        let conditions = &self.site.conditions;
        if conditions.sight.is_some_and(|most| !self.is_within(from, to, most)) {
            return Sight::Blocked;
        }
        let inside = conditions.sight_inside.thousandths() as u32;
        self.sights.borrow_mut().of(from, to, || self.board().sight_both_ways(from, to, inside))
    }

    /// How somebody on a square is protected against fire of an Impact from another; none if no line leads there (CR-hit-3, CR-bldg-2).
    pub(crate) fn protection(&self, from: Cell, to: Cell, impact: u8) -> Option<Protection> {
        let sight = self.sight(from, to);
        if !sight.seen() {
            return None;
        }
        // Looked at from outside, whoever is inside a building has its walls before him (CR-bldg-2, CR-bldg-5).
        if self.scene.inside.contains(to) && !self.scene.inside.contains(from) {
            let cover = impact <= self.site.conditions.building_dv;
            return Some(Protection { cover, concealed: !cover });
        }
        let cover = sight.covered() || self.is_edge(to) && !is_wood(self.board().ground_of(from));
        Some(Protection { cover, concealed: sight.concealed() })
    }

    /// The square of this rank among those from which there is a way to a goal, the nearest to it first, and what is left to go from there,
    /// in thousandths of an inch. The first, of rank 0, says by which squares the ways do not lead.
    pub(crate) fn nearest_to(
        &self,
        normal_move: Inches,
        goal: Cell,
        rank: usize,
        shut: impl FnOnce() -> CellSet,
    ) -> Option<(Cell, u32)> {
        let (ways, board) = (&mut *self.ways.borrow_mut(), self.board());
        if rank == 0 {
            let shut = shut();
            if ways.to != Some(goal) || ways.shut != shut {
                ways.search.begin_to(board, goal, mover(normal_move), &shut);
                (ways.to, ways.shut) = (Some(goal), shut);
            }
        }
        let square = ways.search.nth(board, rank)?;
        Some((square, ways.search.cost(board, square)?))
    }

    /// Whether a square is the edge of a wood, which is cover against fire from outside (CR-terrain-6).
    fn is_edge(&self, cell: Cell) -> bool {
        let board = self.board();
        if board.ground_of(cell) != Square::THICKET {
            return false;
        }
        let at = board.position(cell);
        let (row, column) = (usize::from(at.row), usize::from(at.column));
        let rows = row.saturating_sub(1)..=row + 1;
        rows.flat_map(|row| (column.saturating_sub(1)..=column + 1).map(move |column| (row, column)))
            .filter_map(|(row, column)| board.cell(row as i32, column as i32))
            .any(|beside| board.ground_of(beside) == Square::WOOD)
    }
}

/// Whether a square belongs to a wood.
fn is_wood(ground: Square) -> bool {
    matches!(ground, Square::WOOD | Square::THICKET)
}

/// No launcher is fired at a spot so near to a friend or the firer (Clarification 34).
const TOO_NEAR: Inches = Inches::whole(3);

impl<const N: usize> Moment<'_, N, OnMap<'_>> {
    /// Whether a figure has come so near to a square that nobody could hide there from it.
    pub(crate) fn has_looked(self, me: usize, square: Cell) -> bool {
        let near = |here: Cell| self.ground.is_within(here, square, self.battle.frame.rules.group_distance);
        self.cell(me).is_some_and(near) && OnMap::sees_spot(self, me, square)
    }

    /// Helpless enemies with whom a figure is in contact (CR-kill-1).
    pub(crate) fn helpless_beside(self, me: usize) -> Figures {
        self.battle.enemies(me).filter(|enemy| {
            matches!(self.figures[enemy].status, Status::Stunned | Status::Out)
                && OnMap::are_in_contact(self, me, enemy)
        })
    }

    /// Those of some friends of a figure who are within so many inches and in sight of it.
    fn near_in_sight(self, me: usize, friends: Figures, distance: Inches) -> Figures {
        let Some(here) = self.cell(me) else { return Figures::NONE };
        let near = |there: Cell| self.ground.is_within(here, there, distance) && self.ground.sight(here, there).seen();
        friends.filter(|friend| self.cell(friend).is_some_and(near))
    }

    /// The square of a figure that is on the table.
    pub(crate) fn cell(self, me: usize) -> Option<Cell> {
        self.ground.scene.at(me)
    }

    /// Whether a friend who carries on stands in a line of sight, unless he is beside the one who looks (CR-los-1).
    fn is_blocked_by_friend(self, me: usize, from: Cell, to: Cell) -> bool {
        let board = self.ground.board();
        let (one, other) = (board.position(from), board.position(to));
        let rows = one.row.min(other.row)..=one.row.max(other.row);
        let columns = one.column.min(other.column)..=one.column.max(other.column);
        let between = |there: Cell| {
            let at = board.position(there);
            rows.contains(&at.row) && columns.contains(&at.column)
        };
        let friends = self.battle.figures_of(self.battle.profiles[me].side).without(me);
        friends.iter().any(|friend| {
            let there = self.ground.scene.standing.at(friend);
            let blocks = |there: Cell| {
                between(there) && there != to && board.squared(from, there) > 2 && board.crosses(from, to, there)
            };
            there.is_some_and(blocks) && self.figures[friend].status == Status::CarryingOn
        })
    }

    /// How a figure is protected against another, whose weapon has an Impact.
    pub(crate) fn protection(self, me: usize, from: usize) -> Option<Protection> {
        let (here, there) = (self.cell(me)?, self.cell(from)?);
        let impact = self.battle.frame.rules.weapons.of(self.weapon(from)).impact;
        let ground = self.ground.protection(there, here, impact)?;
        // Who stands in a doorway has the building's walls, but not in the move in which he comes into it (CR-bldg-5, Clarification 39).
        let enters = self.activation.active.contains(me) && self.ground.scene.going.gone[me] > 0;
        let inside = self.ground.scene.inside.contains(there);
        if self.ground.board().ground_of(here).opening && !enters && !inside {
            let cover = ground.cover || impact <= self.ground.site.conditions.building_dv;
            return Some(Protection { cover, concealed: ground.concealed || !cover });
        }
        Some(ground)
    }

    /// Whether a figure is in melee, and so neither shoots nor is shot at, nor tests (CR-melee-6).
    pub(crate) fn is_in_melee(self, me: usize) -> bool {
        !self.ground.scene.melee[me].is_empty()
    }
}

impl<const N: usize> Ground<N> for OnMap<'_> {
    fn distance(at: Moment<'_, N, Self>, from: usize, to: usize) -> Inches {
        let far = Inches::from_thousandths(i32::MAX);
        at.cell(from).zip(at.cell(to)).map_or(far, |(from, to)| at.ground.length(from, to))
    }

    fn has_line(at: Moment<'_, N, Self>, from: usize, to: usize) -> bool {
        let Some((here, there)) = at.cell(from).zip(at.cell(to)) else { return false };
        // Nobody fires into a melee, or out of one (CR-fire-8, CR-melee-6).
        if at.is_in_melee(from) || at.is_in_melee(to) {
            return false;
        }
        let rules = &at.battle.frame.rules;
        // An active figure turns as it likes (CR-fig-3).
        if rules.facing_limits_fire && !at.activation.active.contains(from) && !at.ground.scene.is_in_front(from, there)
        {
            return false;
        }
        at.ground.sight(here, there).seen()
            && !(rules.friends_block_sight && at.is_blocked_by_friend(from, here, there))
    }

    fn is_behind_cover(at: Moment<'_, N, Self>, me: usize, from: usize) -> bool {
        at.battle.frame.rules.ducked_hidden_from == DuckedHiddenFrom::Cover
            && at.protection(me, from).is_none_or(|protection| protection.cover)
    }

    fn in_cover(at: Moment<'_, N, Self>, me: usize, against: Figures) -> bool {
        let mut seen = against.iter().filter_map(|enemy| at.protection(me, enemy)).peekable();
        seen.peek().is_some() && seen.all(|protection| protection.cover)
    }

    fn target(at: Moment<'_, N, Self>, from: usize, to: usize) -> Target {
        let figure = &at.figures[to];
        let Protection { cover, concealed } = at.protection(to, from).unwrap_or_default();
        Target { cover, concealed, prone: figure.prone || at.is_stunned_prone(to), fast: figure.fast }
    }

    /// From where it began and where it is (CR-fig-3).
    fn is_behind(at: Moment<'_, N, Self>, charger: usize, target: usize) -> bool {
        let scene = &at.ground.scene;
        let squares = [scene.going.began[charger], scene.at(charger)];
        squares.into_iter().flatten().all(|square| !scene.is_in_front(target, square))
    }

    fn friends_within(at: Moment<'_, N, Self>, me: usize, distance: Inches) -> Figures {
        at.near_in_sight(me, at.battle.figures_of(at.battle.profiles[me].side).without(me), distance)
    }

    fn group(at: Moment<'_, N, Self>, me: usize) -> Figures {
        at.ground.scene.groups[me].with(me)
    }

    fn may_rally(at: Moment<'_, N, Self>, me: usize, friends: Figures) -> Figures {
        friends - at.ground.scene.rallied_by[me]
    }

    fn sees_spot(at: Moment<'_, N, Self>, me: usize, spot: Cell) -> bool {
        at.cell(me).is_some_and(|here| at.ground.sight(here, spot).seen())
    }

    fn may_burst(at: Moment<'_, N, Self>, me: usize, spot: Cell) -> bool {
        let Some(here) = at.cell(me) else { return false };
        let far = at.ground.length(here, spot);
        let weapon = at.weapon(me);
        if !weapon.bursts() {
            return far <= at.throw_reach(me);
        }
        let friends = at.battle.figures_of(at.battle.profiles[me].side);
        let near = |friend: usize| at.cell(friend).is_some_and(|there| at.ground.is_within(there, spot, TOO_NEAR));
        let stats = at.battle.frame.rules.weapons.of(weapon);
        far <= stats.range && at.ground.sight(here, spot).seen() && friends.filter(near).is_empty()
    }

    fn cost(at: Moment<'_, N, Self>, me: usize, square: Cell) -> Option<u32> {
        let (board, here) = (at.ground.board(), at.cell(me)?);
        if board.least_cost(here, square) > at.ground.scene.going.left[me] {
            return None;
        }
        at.straight_cost(me, square).or_else(|| {
            at.reach(me);
            at.ground.reach.borrow_mut().search.cost(board, square)
        })
    }

    fn reachable(at: Moment<'_, N, Self>, me: usize, rank: usize) -> Option<Cell> {
        at.reach(me);
        at.ground.reach.borrow_mut().search.nth(at.ground.board(), rank)
    }

    fn straight_cost(at: Moment<'_, N, Self>, me: usize, square: Cell) -> Option<u32> {
        at.straight_cost(me, square)
    }

    fn is_in_melee(at: Moment<'_, N, Self>, me: usize) -> bool {
        at.is_in_melee(me)
    }

    fn are_in_contact(at: Moment<'_, N, Self>, me: usize, other: usize) -> bool {
        let squares = at.cell(me).zip(at.cell(other));
        squares.is_some_and(|(here, there)| at.ground.board().squared(here, there) <= 2)
    }

    #[cfg(test)]
    fn hide(
        battle: &crate::battle::Battle,
        state: &mut crate::state::State<N, Self>,
        asked: (usize, crate::action::Ask),
        rng: &mut rand_pcg::Pcg64,
    ) {
        crate::peeking::hide(battle, state, asked, rng);
    }

    #[cfg(test)]
    fn search_again(at: Moment<'_, N, Self>, me: usize, left: u32) {
        at.ground.reach.borrow_mut().begin();
        at.search(me, left, Reach::Known);
    }

    fn arms(at: Moment<'_, N, Self>, me: usize) -> Arms {
        if at.battle.rolled().contains(me) { at.ground.scene.arms[me] } else { at.battle.profiles[me].arms }
    }

    fn beset(at: Moment<'_, N, Self>, me: usize) -> CellSet {
        at.beset(me, Reach::Known)
    }

    fn overall(at: Moment<'_, N, Self>, side: Side) -> Option<u8> {
        match at.battle.patrol {
            Some(patrol) if patrol.side != side => at.ground.scene.recon.leader,
            _ => at.battle.overall[side],
        }
    }

    fn on_map(&self) -> Option<&OnMap<'_>> {
        Some(self)
    }
}

/// Those of a side's starting group who are linked by short steps in sight of each other are a group; others split off
/// (CR-group-2, CR-group-3, Clarification 51).
pub(crate) fn regroup<const N: usize>(at: Moment<'_, N, OnMap<'_>>) -> [Figures; MEN] {
    let mut groups = [Figures::NONE; MEN];
    let distance = at.battle.frame.rules.group_distance;
    let there = |who: usize| at.figures[who].status.is_target() && at.cell(who).is_some();
    let link = |mut rest: Figures, groups: &mut [Figures; MEN]| {
        while let Some(first) = rest.first() {
            let (mut linked, mut edge) = (Figures::one(first), Figures::one(first));
            rest.remove(first);
            while let Some(one) = edge.first() {
                edge.remove(one);
                // A scout is of its group as far as somebody of it sees him (CR-scout-1).
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
    // Who has nobody of its own group in reach goes with whatever friends are beside it.
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
