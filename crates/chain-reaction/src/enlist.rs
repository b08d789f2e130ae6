//! Rolling figures on a list, arming them, and placing them around a spot (CR-recruit, CR-num-1; Clarifications 1, 19
//! and 43).

use chance::Chance;
use engage::Side;
use field::{Cell, CellSet, Figures, INCH, Mover, Reaching};

use crate::battle::{Arms, makes_leader};
use crate::figure::{Figure, Status};
use crate::forces::{self, Kit, List, Muster, Recruit, Type, arm};
use crate::log_patrol;
use crate::melee;
use crate::on_map::{OnMap, Reach};
use crate::patrol::Numbers;
use crate::play::Play;
use crate::player::Players;
use crate::purpose;
use crate::recon::{Plan, Recon};
use crate::rules::MOST_REP;
use crate::sight::regroup;
use crate::weapon::MeleeWeapon;

/// Maximum number of groups in one force.
const GROUPS: usize = 3;
/// How far from its spot a force can be placed, in inches.
const AROUND: u32 = 24 * INCH;
/// How far to the left and to the right the second and the third group are placed.
const APART: i32 = 6;
/// The placeholder before a figure has been rolled.
const NOBODY_YET: forces::Figure = forces::Figure {
    recruit: Recruit { kind: Type::Recruit, rep: 1 },
    kit: Kit { weapon: crate::weapon::Weapon::AssaultRifle, second: None, grenades: false, loader: false },
};

/// A group of a force that comes into play.
struct Newcomers<'f> {
    side: Side,
    members: &'f [forces::Figure],
    /// The roster numbers of its members, in order.
    slots: Figures,
    /// The place among the members of the Leader of the whole force, if he is in this group.
    overall: Option<usize>,
    /// Where they are placed.
    centre: Cell,
}

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// Figures of a list come into play around a spot, as many as the roster has room for. Returns these figures.
    pub(crate) fn enlist(&mut self, side: Side, list: List, numbers: Numbers, leader: bool, spot: Cell) -> Figures {
        let Some(brief) = &self.battle.patrol else { return Figures::NONE };
        let rules = &self.battle.frame.rules;
        let free = brief.slots[side].filter(|who| self.state.figures[who].status == Status::Absent);
        let (mut sizes, mut room) = ([0; GROUPS], free.len());
        for (place, size) in sizes.iter_mut().zip(numbers.sizes()) {
            *place = room.min(size as usize);
            room -= *place;
        }
        let count: usize = sizes.iter().sum();
        let Some(first) = free.first().filter(|_| count > 0) else { return Figures::NONE };
        let mut force = [NOBODY_YET; N];
        let force = &mut force[..count];
        for (figure, who) in force.iter_mut().zip(free.iter()) {
            let at = self.address_for(who, purpose::RECRUIT, 0);
            figure.recruit = list.recruit(rules, self.chance, at, MOST_REP).unwrap_or(figure.recruit);
        }
        let at = self.address_for(first, purpose::GANG_WEAPON, 0);
        arm(rules, self.chance, at, Muster { list, swat: false, groups: &sizes }, force);
        let recon = &mut self.state.ground.scene.recon;
        let overall = (leader && recon.leader.is_none()).then(|| {
            let listed = force.iter().position(|figure| figure.recruit.kind.is_leader());
            listed.or_else(|| best(force)).unwrap_or_default()
        });
        let (mut placed, mut before) = (Figures::NONE, 0);
        for (number, size) in sizes.into_iter().enumerate().filter(|&(_, size)| size > 0) {
            let group = Newcomers {
                side,
                members: &force[before..before + size],
                slots: free.iter().skip(before).take(size).collect(),
                overall: overall.and_then(|leader| leader.checked_sub(before)).filter(|&leader| leader < size),
                centre: self.centre_of_group(spot, number),
            };
            placed |= self.come_in(&group);
            before += size;
        }
        for who in placed.iter() {
            if let Some(foe) = self.nearest_foe(side, self.view().cell(who)) {
                self.state.ground.scene.turn_to(who, foe);
            }
        }
        if self.state.turn.sides[0] == Some(side) && self.turn > 0 {
            // A figure that comes into play while its side acts has to wait.
            self.state.turn.acted |= placed;
        }
        self.state.ground.scene.groups = regroup(self.view());
        let (turn, ground) = (self.turn, &self.state.ground);
        self.chance
            .log(|| log_patrol::come_into_play(turn, ground, placed, &self.state.figures.map(|figure| figure.rep)));
        placed
    }

    /// A group comes into play; returns the members that have room.
    fn come_in(&mut self, newcomers: &Newcomers<'_>) -> Figures {
        let &Newcomers { side, members, slots, overall, centre } = newcomers;
        let rules = &self.battle.frame.rules;
        let size = members.len();
        let group = self.state.ground.scene.recon.groups;
        self.state.ground.scene.recon.groups += 1;
        // An overall Leader alone in his group rolls no Leader Die unless his list makes him a Leader (Clarification
        // 53).
        let leads = |place: usize| members[place].recruit.kind.is_leader() || size > 1 && overall == Some(place);
        let led = (0..size).any(leads);
        let best = best(members).filter(|_| !led && makes_leader(rules.leaders, size));
        let ground = &self.state.ground;
        let reaching = Reaching { from: centre, allowance: AROUND, mover: Mover::UNHINDERED };
        ground.search_around(reaching, &CellSet::EMPTY, false);
        let shunned = self.shunned(side);
        // The middle figure first, then the others around it.
        let middle = size / 2;
        let order = [middle].into_iter().chain((0..size).filter(|&place| place != middle));
        let mut comrades = Figures::NONE;
        for place in order {
            let forces::Figure { recruit, kit } = members[place];
            let Some(who) = slots.iter().nth(place) else { continue };
            let Some(cell) = self.place_in_group(side, centre, comrades, &shunned) else { continue };
            let scene = &mut self.state.ground.scene;
            scene.standing.place(who, cell);
            scene.arms[who] = Arms {
                group,
                weapon: kit.weapon,
                second: kit.second,
                loader: kit.loader,
                grenades: kit.grenades,
                twin: false,
                melee: melee::impact(rules, MeleeWeapon::None, kit.weapon),
                leader: leads(place) || best == Some(place),
            };
            scene.recon.plans[who] = Plan { ..Recon::NONE.plans[0] };
            if overall == Some(place) {
                scene.recon.leader = Some(who as u8);
            }
            self.state.figures[who] = Figure { rep: recruit.rep, ..Figure::default() };
            comrades.insert(who);
        }
        comrades
    }

    /// The place of a group of a force: on the spot, or to the left or the right of it.
    fn centre_of_group(&self, spot: Cell, number: usize) -> Cell {
        let board = self.state.ground.board();
        let at = board.position(spot);
        let aside = [0, -APART, APART][number.min(2)];
        let column = (i32::from(at.column) + aside).clamp(0, board.width() as i32 - 1);
        let wanted = board.cell(at.row.into(), column).unwrap_or(spot);
        let reachable = &self.state.ground.scene.recon.reachable;
        self.free_near(wanted, |cell| reachable.contains(cell)).unwrap_or(spot)
    }

    /// Squares that a figure of a side may not enter (CR-act-1).
    pub(crate) fn shunned(&self, side: Side) -> CellSet {
        self.battle.figures_of(side).first().map_or(CellSet::EMPTY, |one| self.view().blocked(one, Reach::All))
    }

    /// The position of a side's enemy that is nearest to a square.
    fn nearest_foe(&self, side: Side, from: Option<Cell>) -> Option<Cell> {
        let (view, scene) = (self.view(), &self.state.ground.scene);
        let foes = self.battle.figures_of(side.enemy()).filter(|foe| view.figures[foe].status.is_target());
        let squares = foes.iter().filter_map(|foe| scene.standing.at(foe));
        squares.min_by_key(|&square| from.map_or(0, |from| scene.board.squared(from, square)))
    }

    /// The place of the next figure of a group: the square nearest to the group's centre that is 2" or more from all
    /// comrades and within 4" of one, in cover against the nearest enemy if possible (Clarification 43). `shunned`: squares
    /// that its side may not enter.
    fn place_in_group(&self, side: Side, centre: Cell, comrades: Figures, shunned: &CellSet) -> Option<Cell> {
        let ground = &self.state.ground;
        let foe = self.nearest_foe(side, Some(centre));
        let free = |&cell: &Cell| ground.scene.standing.is_free(cell) && !shunned.contains(cell);
        let any = || ground.reached().find(free);
        if comrades.is_empty() {
            return any();
        }
        let mut around = self.ring_around(comrades);
        around.keep(&ground.scene.recon.reachable);
        around.drop_all(ground.scene.standing.occupied());
        around.drop_all(shunned);
        let (mut left, mut open) = (around.len(), None);
        let mut reached = ground.reached();
        while left > 0
            && let Some(cell) = reached.find(|&cell| around.contains(cell))
        {
            left -= 1;
            let covered =
                foe.and_then(|foe| ground.protection(foe, cell, 3)).is_some_and(|protection| protection.cover);
            if covered {
                return Some(cell);
            }
            open = open.or(Some(cell));
        }
        open.or_else(any)
    }

    /// The squares that are 2" or more from all of these comrades, and within 4" of one (Clarification 43).
    fn ring_around(&self, comrades: Figures) -> CellSet {
        /// How far to either side squares within 4" are, by the number of rows between.
        const HALF: [i32; 5] = [4, 3, 3, 2, 0];
        const {
            let mut down = 0;
            while down < HALF.len() as i32 {
                let (left, half) = (16 - down * down, HALF[down as usize]);
                assert!(half * half <= left && (half + 1) * (half + 1) > left, "as far as 4 inches reach");
                down += 1;
            }
        }
        let (board, standing) = (self.state.ground.board(), &self.state.ground.scene.standing);
        let (mut ring, mut near) = (CellSet::EMPTY, CellSet::EMPTY);
        for there in comrades.iter().filter_map(|other| standing.at(other)) {
            let at = board.position(there);
            let (row, column) = (i32::from(at.row), i32::from(at.column));
            for (down, half) in (0..).zip(HALF) {
                for row in [row - down, row + down] {
                    board.add_block(&mut ring, row..=row, column - half..=column + half);
                }
            }
            board.add_around(&mut near, there);
        }
        ring.drop_all(&near);
        ring
    }
}

/// The figure with the highest Rep; of equals, the first.
fn best(force: &[forces::Figure]) -> Option<usize> {
    (0..force.len()).rev().max_by_key(|&place| force[place].recruit.rep)
}
