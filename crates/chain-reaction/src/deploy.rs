//! Placing all figures on a map, or on a table that is rolled and laid out for this engagement (CR-patrol-2,
//! CR-terrain-1).

use chance::Chance;
use engage::BySide;
use field::{Cell, CellSet, Figures, Pass};

use crate::figure::Status;
use crate::lay::{lay, square};
use crate::on_map::OnMap;
use crate::options::{DuckedHiddenFrom, DuckedInOpen};
use crate::play::Play;
use crate::player::Players;
use crate::sight::regroup;
use crate::site::{Deployment, Drawn, EdgeStart, Place, TableRequest};
use crate::{log, purpose};

/// Number of squares along the edge of a section.
const ALONG: i32 = 12;
/// Number of rows of a section in which figures start.
const DEEP: i32 = 2;
/// The number of the first section at the near edge, minus one.
const NEAR: u8 = 6;

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// All figures take up their places and face the enemy.
    pub(crate) fn take_places(&mut self) {
        let site = self.state.ground.site;
        match &site.place {
            Place::Drawn(drawn) => self.begin_on_map(drawn),
            Place::Rolled(wish) => self.begin_on_table(wish),
        }
        for me in 0..self.battle.profiles.len() {
            let scene = &mut self.state.ground.scene;
            if let Some(there) = scene.homes[self.battle.profiles[me].side.enemy()] {
                scene.turn_to(me, there);
            }
        }
        self.take_cover_at_the_start();
        self.state.ground.scene.groups = regroup(self.view());
        self.look_around();
        let ground = &self.state.ground;
        self.chance.log(|| log::deployment(ground));
        if let Some(brief) = &self.battle.patrol {
            self.begin_patrol(brief);
        }
    }

    /// Places figures that begin hurt. Figures out of the fight lie where they are. Figures ducked back or hunkered
    /// down are hidden by their place, or lie prone if it gives no cover against some enemy (Clarification 2).
    fn take_cover_at_the_start(&mut self) {
        let battle = self.battle;
        let rules = &battle.frame.rules;
        for me in 0..battle.profiles.len() {
            let status = self.state.figures[me].status;
            if status == Status::Out {
                self.goes_down(me);
            }
            if status.cowers() {
                let enemies = battle.enemies(me);
                let view = self.view();
                let there = view.who_are_targets(enemies);
                let covered = view.cell(me).is_some_and(|here| view.is_safe(here, there));
                let figure = &mut self.state.figures[me];
                figure.prone = !covered;
                figure.hidden_from = match (covered, rules.ducked_in_open, rules.ducked_hidden_from) {
                    (false, DuckedInOpen::Seen, _) | (true, _, DuckedHiddenFrom::Cover) => Figures::NONE,
                    _ => enemies,
                };
            }
        }
    }

    fn begin_on_map(&mut self, drawn: &Drawn) {
        let mut deployment = Deployment::new(drawn);
        for me in deployment.figures() {
            if self.state.figures[me].status == Status::Absent {
                continue;
            }
            let at = self.address_for(me, purpose::DEPLOY, 0);
            let cell = deployment.place(me, self.chance, at);
            self.state.ground.scene.standing.place(me, cell);
        }
        self.state.ground.scene.homes = drawn.homes;
    }

    /// Rolls the table and lays it out. Each squad starts at the edge of its section: its first figure on a random
    /// square, the others beside it.
    fn begin_on_table(&mut self, wish: &TableRequest) {
        let table = lay(&self.battle.frame.rules, self.chance, wish.country, wish.bushes);
        let scene = &mut self.state.ground.scene;
        scene.board = table.played();
        scene.inside = table.inside;
        scene.recon.sections = table.sections;
        self.state.ground.has_changed();
        let mut grounds = BySide::from_fn(|_| CellSet::EMPTY);
        for (me, start) in wish.starts.iter().enumerate() {
            if self.state.figures[me].status == Status::Absent {
                continue;
            }
            let beside = start.beside.and_then(|other| self.state.ground.scene.at(other));
            let wanted = beside.or_else(|| self.edge_by_lot(me, *start));
            let side = self.battle.profiles[me].side;
            let open = &mut grounds[side];
            if open.is_empty() {
                *open = self.largest_ground(wanted);
            }
            let open = *open;
            let Some(cell) = wanted.and_then(|wanted| self.free_near(wanted, |cell| open.contains(cell))) else {
                continue;
            };
            let scene = &mut self.state.ground.scene;
            scene.standing.place(me, cell);
            let home = &mut scene.homes[self.battle.profiles[me].side];
            *home = home.or(Some(cell));
        }
    }

    /// The connected ground around a square. If it has less than half of all squares that figures may enter: the larger
    /// of it and the connected ground around the nearest square outside it.
    fn largest_ground(&self, wanted: Option<Cell>) -> CellSet {
        let ground = &self.state.ground;
        let around = |cell: Option<Cell>| cell.map_or(CellSet::EMPTY, |cell| ground.connected(cell));
        let near = wanted.and_then(|wanted| self.free_near(wanted, |_| true));
        let first = around(near);
        if 2 * first.len() >= ground.entered() {
            return first;
        }
        let other = around(wanted.and_then(|wanted| self.free_near(wanted, |cell| !first.contains(cell))));
        if other.len() > first.len() { other } else { first }
    }

    /// A random square in the outer rows of a section.
    fn edge_by_lot(&mut self, me: usize, start: EdgeStart) -> Option<Cell> {
        let at = self.address_for(me, purpose::DEPLOY, 0);
        let lot = self.chance.below(at, (ALONG * DEEP) as u32) as i32;
        let row = if start.section >= NEAR { ALONG - DEEP + lot / ALONG } else { lot / ALONG };
        square(self.state.ground.board(), start.section.into(), row, lot % ALONG)
    }

    /// The free square that suits and is nearest to `wanted`; of equals, the lowest.
    pub(crate) fn free_near(&self, wanted: Cell, suits: impl Fn(Cell) -> bool) -> Option<Cell> {
        let scene = &self.state.ground.scene;
        let board = &scene.board;
        let free = |&cell: &Cell| board.ground_of(cell).pass != Pass::No && scene.standing.is_free(cell) && suits(cell);
        let at = board.position(wanted);
        let (row, column) = (i32::from(at.row), i32::from(at.column));
        let mut best: Option<(u32, Cell)> = None;
        // Searches ring after ring, until no square can be nearer.
        for ring in 0..board.width().max(board.height()) as i32 {
            if best.is_some_and(|(far, _)| ring.pow(2) as u32 > far) {
                break;
            }
            let squares = (-ring..=ring).flat_map(|down| {
                let step = if down.abs() == ring { 1 } else { (2 * ring).max(1) };
                (-ring..=ring).step_by(step as usize).map(move |right| (row + down, column + right))
            });
            let squares = squares.filter_map(|(row, column)| board.cell(row, column)).filter(free);
            best = best.into_iter().chain(squares.map(|cell| (board.squared(wanted, cell), cell))).min();
        }
        best.map(|(_, cell)| cell)
    }
}
