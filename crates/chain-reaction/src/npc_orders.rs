//! How the groups of a side run by tables move (CR-np, Clarifications 8 and 44).

use chance::Chance;
use engage::Inches;
use field::{Cell, CellSet, Figures};

use crate::action::{Action, Ask};
use crate::battle_view::BattleView;
use crate::enemy::{self, Flank, Numbers, Orders};
use crate::figure::{MEN, Status};
use crate::ground::Ground as _;
use crate::on_map::OnMap;
use crate::options::NpOutnumbers;
use crate::play::{Events, Play};
use crate::player::Players;
use crate::recon::Plan;
use crate::rules::MOST_PASSED;
use crate::sight::regroup;
use crate::sight_cache::Marks;
use crate::table::Reaction;
use crate::{log_patrol, purpose};

/// How far to the side of an enemy flankers go, in thousandths of an inch.
const ASIDE: i32 = 12_000;
/// How near to that point flankers have arrived, as a squared distance in square inches.
const THERE: u32 = 16;
/// The worth of cover when two squares are compared, in thousandths of an inch of way.
const COVER: u32 = 4000;

impl<const N: usize> BattleView<'_, N, OnMap<'_>> {
    /// Where a figure's side believes an enemy to be: where it was last seen, or where its side came from.
    fn known_place(self, me: usize, enemy: usize) -> Option<Cell> {
        let scene = &self.ground.scene;
        scene.last_seen(enemy).or(scene.homes[self.battle.profiles[me].side.enemy()])
    }

    /// The enemies that may still be about, each with the square where the figure believes it to be.
    fn known(self, me: usize) -> impl Iterator<Item = (usize, Cell)> {
        let enemies = self.who_are_targets(self.battle.enemies(me));
        enemies.iter().filter_map(move |enemy| Some((enemy, self.known_place(me, enemy)?)))
    }

    /// The nearest of these enemies; of equals, the first in the roster.
    fn nearest_known(self, me: usize) -> Option<(usize, Cell)> {
        let here = self.cell(me)?;
        self.known(me).min_by_key(|&(_, there)| self.ground.board().squared(here, there))
    }

    /// Whether a square is out of sight of an enemy, or in cover against him.
    fn is_sheltered(self, square: Cell, foe: (usize, Cell)) -> bool {
        self.shelters_from(foe)(square)
    }

    /// The same for many squares.
    fn shelters_from(self, (enemy, there): (usize, Cell)) -> impl Fn(Cell) -> bool {
        let impact = self.battle.frame.rules.weapons.of(self.weapon(enemy)).impact;
        move |square| self.ground.protection(there, square, impact).is_none_or(|protection| protection.cover)
    }

    /// Whether a figure would see an enemy within its range from a square that it could reach.
    fn fires_from(self, me: usize) -> impl Fn(Cell) -> bool {
        let range = self.battle.frame.rules.weapons.of(self.weapon(me)).range;
        let mut marks = Marks { places: [None; MEN], range };
        let known = self.known(me).filter(|&(enemy, _)| self.figures[enemy].status != Status::Ducked);
        for (place, (_, there)) in marks.places.iter_mut().zip(known) {
            *place = Some(there);
        }
        self.ground.turn_to_marks(&marks);
        move |square| self.ground.sees_mark(&marks, square)
    }

    /// The action that a figure's table prescribes (CR-np-1).
    pub(crate) fn ordered(self, me: usize, ask: Ask) -> Option<Action> {
        if !self.battle.is_run_by_tables(self.battle.profiles[me].side) {
            return None;
        }
        match ask {
            Ask::Act => self.sets_out(me).then_some(Action::Move),
            Ask::Pace => Some(Action::Nothing),
            Ask::Way { .. } => {
                let here = self.cell(me);
                let square = self.destination(me).filter(|&square| Some(square) != here);
                Some(square.map_or(Action::Nothing, Action::Go))
            }
            Ask::Fire { must: false, .. } => {
                let stays = matches!(self.ground.scene.recon.plans[me].orders, Orders::CoverAndStay | Orders::Halt);
                (stays && !self.battle.frame.rules.np_stay_fires).then_some(Action::Nothing)
            }
            _ => None,
        }
    }

    /// Whether a figure moves in its activation. Reloading, recovering and charging are its player's choice.
    fn sets_out(self, me: usize) -> bool {
        let figure = &self.figures[me];
        let ready = figure.status == Status::CarryingOn && self.is_loaded(me) && !self.is_in_melee(me);
        let (Some(here), Some(foe)) = (self.cell(me), self.nearest_known(me)) else { return false };
        let stunned = self.battle.enemies(me).filter(|enemy| self.figures[enemy].status == Status::Stunned);
        let normal = self.battle.frame.rules.normal_move;
        let near = |enemy: usize| self.cell(enemy).is_some_and(|there| self.ground.is_within(here, there, normal));
        // A figure that carries a friend within sight of an enemy drops him first.
        let burdened = figure.retrieving && !self.in_sight(me, self.battle.enemies(me)).is_empty();
        if !ready || burdened || stunned.iter().any(|enemy| near(enemy) && self.sees(me, enemy)) {
            return false;
        }
        let plan = &self.ground.scene.recon.plans[me];
        match plan.orders {
            _ if plan.flank.is_some() => true,
            Orders::Halt => false,
            Orders::CoverAndStay => !self.is_sheltered(here, foe),
            _ => !(self.is_sheltered(here, foe) && self.fires_from(me)(here)),
        }
    }

    /// The square that a figure goes to, among those it can reach.
    fn destination(self, me: usize) -> Option<Cell> {
        let foe = self.nearest_known(me)?;
        self.reach(me);
        let plan = &self.ground.scene.recon.plans[me];
        if let Some(point) = plan.flank {
            return self.towards(me, point, foe);
        }
        match plan.orders {
            Orders::Halt => None,
            Orders::CoverAndStay => self.to_cover(me, foe, Inches::from_thousandths(i32::MAX)),
            Orders::CoverInRangeAndFire => {
                let range = self.battle.frame.rules.weapons.of(self.weapon(me)).range;
                self.to_firing_cover(me, foe, false).or_else(|| match self.followed(me) {
                    Some(retired) => self.towards(me, retired, foe),
                    None => self.to_cover(me, foe, range),
                })
            }
            Orders::MoveUpAndFire | Orders::FlankAndFire => {
                self.to_firing_cover(me, foe, true).or_else(|| self.towards(me, foe.1, foe))
            }
        }
    }

    /// The square where a retired enemy was last seen.
    fn followed(self, me: usize) -> Option<Cell> {
        let here = self.cell(me)?;
        let retired = self.battle.enemies(me).filter(|enemy| self.figures[enemy].status == Status::Hunkered);
        let places = retired.iter().filter_map(|enemy| self.ground.scene.last_seen(enemy));
        places.min_by_key(|&there| self.ground.board().squared(here, there))
    }

    /// The nearest square in cover with an enemy in sight and range; otherwise such a square in the open, if that is
    /// allowed.
    fn to_firing_cover(self, me: usize, foe: (usize, Cell), open_too: bool) -> Option<Cell> {
        let (fires_from, shelters) = (self.fires_from(me), self.shelters_from(foe));
        let mut open = None;
        for square in self.ground.reached() {
            let covered = shelters(square);
            if (covered || open_too && open.is_none()) && fires_from(square) {
                if covered {
                    return Some(square);
                }
                open = Some(square);
            }
        }
        open
    }

    /// The nearest cover within a range of the enemy; if none can be reached, the way to the nearest such cover on the
    /// table.
    fn to_cover(self, me: usize, foe: (usize, Cell), range: Inches) -> Option<Cell> {
        let shelters = self.shelters_from(foe);
        let suits = |square: Cell| self.ground.is_within(square, foe.1, range) && shelters(square);
        let board = self.ground.board();
        self.ground.reached().find(|&square| suits(square)).or_else(|| {
            let here = self.cell(me)?;
            let mut nearest: Option<(u32, Cell)> = None;
            for square in self.ground.scene.recon.reachable.iter() {
                let far = board.squared(here, square);
                // Few squares are nearer than the nearest so far, so only these are looked at.
                if nearest.is_none_or(|(least, _)| far < least) && suits(square) {
                    nearest = Some((far, square));
                }
            }
            self.towards(me, nearest?.1, foe)
        })
    }

    /// The reachable square nearest to a goal, in cover if possible.
    fn towards(self, me: usize, goal: Cell, foe: (usize, Cell)) -> Option<Cell> {
        let (rules, board) = (&self.battle.frame.rules, self.ground.board());
        let (here, most) = (self.cell(me)?, self.ground.scene.going.left[me]);
        let shelters = self.shelters_from(foe);
        let mut best: Option<(u32, u32, Cell)> = None;
        let first = self.ground.turn_to(rules, goal, &CellSet::EMPTY, (here, most));
        for (square, left) in (first..).map_while(|rank| self.ground.nearest_to_goal(rank)) {
            // Cover cannot make up for more than its worth.
            if best.is_some_and(|(least, ..)| left > least) {
                break;
            }
            // Most are too far away.
            if board.least_cost(here, square) > most {
                continue;
            }
            let Some(cost) = OnMap::cost(self, me, square) else { continue };
            let worth = left + if shelters(square) { 0 } else { COVER };
            // Of equals, the one with the shortest way.
            best = best.into_iter().chain([(worth, cost, square)]).min();
        }
        best.map(|(.., square)| square)
    }
}

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// A group run by tables reads its table before it acts, and may split (CR-np-1, CR-np-2).
    pub(crate) fn takes_orders(&mut self, active: Figures) {
        let Some(one) = active.first() else { return };
        let side = self.battle.profiles[one].side;
        if !self.battle.is_run_by_tables(side) {
            return;
        }
        let rules = &self.battle.frame.rules;
        let view = self.view();
        let members = view.group(one);
        let up = view.carrying_on(members);
        let Some(leads) = view.led_by(members) else { return };
        let plans = &view.ground.scene.recon.plans;
        let [passed_two, split] =
            [members.iter().any(|me| plans[me].passed_two), members.iter().any(|me| plans[me].split)];
        let sheltered = up.filter(|me| {
            let square = view.cell(me).zip(view.nearest_known(me));
            square.is_none_or(|(square, foe)| view.is_sheltered(square, foe))
        });
        let sides = [side, side.enemy()].map(|side| self.battle.figures_of(side));
        let [own, others] = sides.map(|of| of.filter(|who| view.figures[who].status.is_target()).len() as u32);
        let seen = || view.battle.enemies(one).filter(|enemy| up.iter().any(|me| view.sees(me, enemy)));
        let numbers = Numbers {
            group: up.len() as u32,
            side: view.carrying_on(sides[0]).len() as u32,
            enemies: view.carrying_on(sides[1]).len() as u32,
            seen: if rules.np_outnumbers == NpOutnumbers::GroupAgainstSeen { seen().len() as u32 } else { 0 },
        };
        let outnumbers = numbers.outnumber(rules);
        let in_cover = 2 * sheltered.len() > up.len();
        let rep = view.figures[leads].rep;
        let at = self.address_for(leads, purpose::NOBODY_PLAYS, 0);
        let twice = enemy::has_twice_as_many(own, others);
        let passed = enemy::passed(self.chance, at, rep, in_cover, twice, passed_two);
        let orders = Orders::of(passed, outnumbers);
        let turn = self.turn;
        let read = log_patrol::Read { group: members, rep, in_cover, twice, once_two: passed_two, outnumbers };
        self.log(|| log_patrol::takes_orders(turn, leads, &read, passed, orders));
        // A figure that acted with another group before takes no test of its own (Clarification 54).
        let members = members - self.state.ground.scene.recon.drawn_in;
        for me in members.iter() {
            let view = self.view();
            let arrived = self.state.ground.scene.recon.plans[me].flank.is_some_and(|point| {
                view.cell(me).is_none_or(|here| view.ground.board().squared(here, point) <= THERE)
                    || view.targets(me, view.battle.enemies(me)).iter().any(|enemy| !view.target(me, enemy).cover)
            });
            let plan = &mut self.state.ground.scene.recon.plans[me];
            plan.orders = orders;
            plan.passed_two |= passed == MOST_PASSED;
            if arrived {
                plan.flank = None;
            }
        }
        if orders == Orders::FlankAndFire && !split && (up & members).len() > 1 {
            self.splits(members, up & members, leads);
        }
    }

    /// Figures that have joined a group run by tables act by the result that this group rolled, but do not go round a
    /// flank (Clarification 54).
    pub(crate) fn follow_orders(&mut self, group: usize, joined: Figures) {
        if !self.battle.is_run_by_tables(self.battle.profiles[group].side) {
            return;
        }
        let recon = &mut self.state.ground.scene.recon;
        recon.drawn_in |= joined;
        let Plan { orders, passed_two, .. } = recon.plans[group];
        for me in joined.iter() {
            let plan = &mut recon.plans[me];
            *plan = Plan { orders, passed_two: plan.passed_two | passed_two, split: plan.split, flank: None };
        }
    }

    /// Half of a group goes round a flank: the figures with the shortest range, never the leader (Clarification 8).
    fn splits(&mut self, members: Figures, up: Figures, leads: usize) {
        let view = self.view();
        let Some((_, foe)) = view.nearest_known(leads) else { return };
        let at = self.address_for(leads, purpose::FLANK, 0);
        let flank = enemy::flank(self.chance, at);
        let point = self.flank_point(leads, foe, flank);
        let view = self.view();
        let rules = &self.battle.frame.rules;
        let mut left = up.without(leads);
        let group = self.state.ground.scene.recon.groups;
        let mut flankers = Figures::NONE;
        for _ in 0..enemy::flankers(up.len() as u32) {
            let range = |me: usize| rules.weapons.of(view.weapon(me)).range;
            let worth = |me: usize| (range(me), u8::MAX - view.figures[me].rep);
            let Some(next) = left.iter().min_by_key(|&me| worth(me)) else { break };
            left.remove(next);
            flankers.insert(next);
        }
        let scene = &mut self.state.ground.scene;
        scene.recon.groups += 1;
        for me in members.iter() {
            scene.recon.plans[me].split = true;
        }
        for me in flankers.iter() {
            scene.arms[me].group = group;
            scene.recon.plans[me].flank = point;
        }
        let groups = regroup(self.view());
        self.state.ground.scene.groups = groups;
        let turn = self.turn;
        self.log(|| log_patrol::flanks(turn, leads, flankers, flank));
    }

    /// The point to one side of an enemy, at right angles to the line between a figure and him.
    fn flank_point(&self, me: usize, foe: Cell, flank: Flank) -> Option<Cell> {
        let board = self.state.ground.board();
        let (here, there) = (board.position(self.view().cell(me)?), board.position(foe));
        let [down, right] =
            [(there.row, here.row), (there.column, here.column)].map(|(to, from)| i32::from(to) - i32::from(from));
        let length = board.distance(self.view().cell(me)?, foe).max(field::INCH) as i32;
        let side = match flank {
            Flank::Left => ASIDE,
            Flank::Right => -ASIDE,
        };
        let on = |at: u8, by: i32, most: usize| (i32::from(at) + by * side / length).clamp(0, most as i32 - 1);
        let row = on(there.row, -right, board.height());
        let column = on(there.column, down, board.width());
        let wanted = board.cell(row, column)?;
        let reachable = &self.state.ground.scene.recon.reachable;
        self.free_near(wanted, |cell| reachable.contains(cell))
    }

    /// At the end of their activation, figures run by tables face the nearest enemy they know of (Clarification 8).
    pub(crate) fn face_the_enemy(&mut self, active: Figures) {
        for me in active.iter().filter(|&me| self.battle.is_run_by_tables(self.battle.profiles[me].side)) {
            if let Some((_, there)) = self.view().nearest_known(me) {
                self.state.ground.scene.turn_to(me, there);
            }
        }
    }
}

impl<C: Chance, const N: usize, G: Events<N>, P: Players> Play<'_, C, N, G, P> {
    /// A group that stays in cover retires immediately when it is attacked on a flank; false if it is not
    /// (Clarification 8).
    pub(crate) fn retires_when_flanked(&mut self, attacked: Figures, by: Figures) -> bool {
        let (Some(ground), Some(one)) = (self.state.ground.on_map(), attacked.first()) else { return false };
        if !self.battle.is_run_by_tables(self.battle.profiles[one].side) {
            return false;
        }
        let scene = &ground.scene;
        let stays = scene.recon.plans[one].orders == Orders::CoverAndStay;
        let behind =
            |me: usize| by.iter().filter_map(|enemy| scene.at(enemy)).any(|there| !scene.is_in_front(me, there));
        if !stays || !attacked.iter().any(behind) {
            return false;
        }
        let turn = self.turn;
        let group = self.view().group(one);
        self.log(|| log_patrol::is_flanked(turn, one, group, by));
        let view = self.view();
        for me in view.carrying_on(view.group(one)).filter(|me| !G::is_in_melee(view, me)).iter() {
            self.reacts(me, Reaction::Retire, by);
        }
        true
    }
}
