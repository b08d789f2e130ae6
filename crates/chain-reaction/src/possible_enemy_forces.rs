//! A patrol and the possible enemy forces it faces: set-up, their moves, their resolution, and scouting (CR-patrol,
//! CR-pef, CR-scout; Clarifications 16, 20, 42 and 47).

use chance::{Address, Chance};
use engage::Side;
use field::{Cell, Figures, Ground as Square, INCH};

use crate::activation::Throw;
use crate::battle::PatrolSetup;
use crate::ground::Ground;
use crate::lay::{section_at, square, squares};
use crate::on_map::OnMap;
use crate::options::PatrolCount;
use crate::patrol::{self, Arrivals, Edge, Force, Goal, HowMany, Move, Numbers, Sighted};
use crate::play::Play;
use crate::player::Players;
use crate::recon::{MOST_PEFS, Pef};
use crate::state::Task;
use crate::terrain::SECTIONS;
use crate::{ending, lay, log, log_patrol, purpose};

/// Maximum number of steps of a possible enemy force in one move.
const STEPS: usize = 24;
/// The middle of a section, and the lines one inch inside its sides, as rows and columns (Clarification 42).
const SPOTS: [(i32, i32); 4] = [(6, 6), (1, 6), (6, 1), (6, 10)];

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// Begins a patrol that has entered the table: places the possible enemy forces, scouts the sections that the
    /// patrol is in, and resolves the forces that it sees (CR-patrol-2).
    pub(crate) fn begin_patrol(&mut self, brief: &PatrolSetup) {
        let Some(home) = self.state.ground.scene.homes[brief.side] else { return };
        let all = self.state.ground.connected(home);
        let scene = &mut self.state.ground.scene;
        for cell in all.iter() {
            scene.recon.open |= 1 << section_at(scene.board.position(cell));
        }
        scene.recon.reachable = all;
        scene.recon.strength =
            self.battle.figures_of(brief.side).filter(|me| scene.standing.at(me).is_some()).len() as u8;
        for number in 0..patrol::PEFS {
            let at = Address::in_round(number as u8, purpose::PEF_SECTION, self.turn, 0);
            let section = patrol::pef_section(self.chance, at);
            let rep = patrol::pef_rep(self.chance, at.purpose(purpose::PEF_REP));
            let at = self.hidden_spot(usize::from(section) - 1);
            self.state.ground.scene.recon.add(Pef { at, rep, acted: false });
            if C::OBSERVED {
                let at = log::cells(&self.state.ground, at);
                self.log(|| log_patrol::pef_placed(0, section, rep, at));
            }
        }
        let found = self.looks_out();
        self.come_into_sight(found, self.battle.figures_of(brief.side));
    }

    /// The place of a possible enemy force in a section: out of sight of the edge where the patrol enters, if possible.
    fn hidden_spot(&self, section: usize) -> Option<Cell> {
        let ground = &self.state.ground;
        let scene = &ground.scene;
        let board = &scene.board;
        let last = board.height() as i32 - 1;
        let own = self.battle.patrol.map_or(Figures::NONE, |brief| self.battle.figures_of(brief.side));
        let begins = |me: usize| scene.at(me).map_or(0, |cell| 1_u16 << section_at(board.position(cell)));
        let sections = own.iter().map(begins).fold(0, |all, section| all | section);
        let entered = |column: i32| {
            let cell = board.cell(last, column)?;
            let begins = sections & 1 << section_at(board.position(cell)) != 0;
            (begins && scene.recon.reachable.contains(cell)).then_some(cell)
        };
        let is_hidden = |cell: &Cell| {
            let mut edge = (0..board.width() as i32).filter_map(entered);
            edge.all(|from| !ground.sight(from, *cell).seen())
        };
        let spots = SPOTS.into_iter().filter_map(|(row, column)| square(board, section, row, column));
        let mut spots = spots.filter(|&cell| self.is_free_for_pef(cell));
        let (row, column) = SPOTS[0];
        spots.find(is_hidden).or_else(|| {
            let centre = square(board, section, row, column)?;
            self.free_near(centre, |cell| self.is_free_for_pef(cell))
        })
    }

    /// Whether a possible enemy force can be on a square.
    fn is_free_for_pef(&self, cell: Cell) -> bool {
        let recon = &self.state.ground.scene.recon;
        recon.reachable.contains(cell) && recon.standing().all(|(_, other)| other != cell)
    }

    /// Whether a figure of the patrol sees a spot.
    fn is_watched(&self, brief: &PatrolSetup, spot: Cell) -> bool {
        let view = self.view();
        let up = view.carrying_on(self.battle.figures_of(brief.side));
        up.iter().any(|me| self.sees_square(me, spot))
    }

    fn sees_square(&self, me: usize, spot: Cell) -> bool {
        let ground = &self.state.ground;
        ground.scene.standing.at(me).is_some_and(|here| ground.sight(here, spot).seen())
    }

    /// Whether a figure of the patrol has made a discovery: a section not entered before, or a possible enemy force in
    /// sight.
    pub(crate) fn comes_upon(&self, me: usize) -> bool {
        let Some(brief) = &self.battle.patrol else { return false };
        if self.battle.profiles[me].side != brief.side {
            return false;
        }
        let scene = &self.state.ground.scene;
        let Some(here) = scene.standing.at(me) else { return false };
        scene.recon.is_left(section_at(scene.board.position(here)))
            || scene.recon.standing().any(|(_, at)| self.sees_square(me, at))
    }

    /// The patrol scouts the sections that it has entered, and resolves the possible enemy forces that it sees. Returns
    /// the figures found.
    pub(crate) fn looks_out(&mut self) -> Figures {
        let Some(brief) = &self.battle.patrol else { return Figures::NONE };
        let mut found = Figures::NONE;
        for me in self.view().carrying_on(self.battle.figures_of(brief.side)).iter() {
            let scene = &self.state.ground.scene;
            let Some(here) = scene.standing.at(me) else { continue };
            let section = section_at(scene.board.position(here));
            if scene.recon.is_left(section) {
                found |= self.scouts(brief, me, section);
            }
        }
        for number in 0..MOST_PEFS {
            let at = self.state.ground.scene.recon.pefs[number].at;
            if let Some(at) = at.filter(|&at| self.is_watched(brief, at)) {
                self.state.ground.scene.recon.pefs[number].at = None;
                found |= self.turns_out(brief, at, false);
            }
        }
        found
    }

    /// Enemies that have just been placed test In Sight against figures of the patrol that have come into their sight
    /// (Clarification 16).
    pub(crate) fn come_into_sight(&mut self, found: Figures, movers: Figures) {
        if !found.is_empty() {
            self.have_been_seen(movers, found);
            self.push(Task::InSight { watchers: found, movers });
        }
    }

    /// A section is entered for the first time (CR-scout-2).
    fn scouts(&mut self, brief: &PatrolSetup, me: usize, section: usize) -> Figures {
        self.state.ground.scene.recon.entered |= 1 << section;
        let here = self.state.ground.scene.recon.sections[section];
        let at = Address::in_round(section as u8, purpose::SCOUT, self.turn, 0);
        let finds = patrol::finds_enemy(self.chance, at, here.ground.value(), here.buildings > 0);
        let turn = self.turn;
        self.log(|| log_patrol::scouts(turn, me, section + 1, here, finds));
        let spot = if finds { self.lurking_spot(me, section) } else { None };
        match spot {
            Some(spot) => self.turns_out(brief, spot, true),
            None => Figures::NONE,
        }
    }

    /// The place of an enemy found by a scout: in the nearest cover, otherwise as far away as sight allows.
    fn lurking_spot(&self, me: usize, section: usize) -> Option<Cell> {
        let view = self.view();
        let ground = &self.state.ground;
        let board = ground.board();
        let here = ground.scene.standing.at(me)?;
        let impact = self.battle.frame.rules.weapons.of(view.weapon(me)).impact;
        let shunned = self.shunned(self.battle.profiles[me].side.enemy());
        let [mut covered, mut seen, mut any] = [None::<(u32, Cell)>; 3];
        for cell in squares(board, section) {
            if !ground.scene.recon.reachable.contains(cell) || shunned.contains(cell) {
                continue;
            }
            let far = board.squared(here, cell);
            any = any.into_iter().chain([(far, cell)]).min();
            match ground.protection(here, cell, impact) {
                Some(protection) if protection.cover => covered = covered.into_iter().chain([(far, cell)]).min(),
                Some(_) if seen.is_none_or(|(most, _)| far > most) => seen = Some((far, cell)),
                _ => {}
            }
        }
        covered.or(seen).or(any).map(|(_, cell)| cell)
    }

    /// Resolves a possible enemy force, or an enemy found by a scout, and places its figures (CR-pef-resolve,
    /// CR-num-1).
    fn turns_out(&mut self, brief: &PatrolSetup, spot: Cell, scouted: bool) -> Figures {
        let rules = &self.battle.frame.rules;
        let recon = &self.state.ground.scene.recon;
        let own = match rules.patrol_count {
            PatrolCount::Now => {
                let view = self.view();
                self.battle.figures_of(brief.side).filter(|me| view.figures[me].status.is_target()).len() as u32
            }
            PatrolCount::Start => recon.strength.into(),
        };
        let resolved = recon.resolved;
        let table = HowMany::of(rules, brief.own, brief.enemy);
        let at = Address::in_round(resolved, purpose::RESOLVE, self.turn, 0);
        let met = recon.leader.is_some();
        let sighted = Sighted { resolved: resolved.into(), scouted, table, own };
        let force = patrol::resolve(rules, self.chance, at, sighted);
        // The Leader is met only once.
        let force = force.map(|force| Force { leader: force.leader && !met, ..force });
        self.state.ground.scene.recon.resolved += 1;
        let turn = self.turn;
        if C::OBSERVED {
            let at = log::cells(&self.state.ground, [spot]);
            self.log(|| log_patrol::turns_out(turn, force.as_ref(), (resolved, own, scouted), at));
        }
        let Some(Force { numbers, leader, .. }) = force else { return Figures::NONE };
        let placed = self.enlist(brief.side.enemy(), brief.enemy, numbers, leader, spot);
        self.state.ground.scene.recon.met += placed.len() as u16;
        placed
    }

    /// Lets the best possible enemy force that comes before a group of its side act; true if there was one (CR-pef-2,
    /// Clarification 42).
    pub(crate) fn pef_acts_before(&mut self, side: Side, group: Figures) -> bool {
        let Some(brief) = self.battle.patrol.as_ref().filter(|brief| brief.side != side) else { return false };
        let recon = &self.state.ground.scene.recon;
        let needed = self.state.turn.needed[side];
        let able = |pef: &Pef| pef.at.is_some() && !pef.acted && pef.rep >= needed;
        // `max_by_key` returns the last of equals.
        let best = recon.pefs.iter().enumerate().rev().filter(|(_, pef)| able(pef)).max_by_key(|(_, pef)| pef.rep);
        let Some((number, pef)) = best else { return false };
        let view = self.view();
        let group = view.best(view.carrying_on(group)).or_else(|| view.best(group));
        if group.is_some_and(|best| view.figures[best].rep >= pef.rep) {
            return false;
        }
        self.pef_acts(brief, number);
        true
    }

    /// A possible enemy force moves by its table (CR-pef-move).
    fn pef_acts(&mut self, brief: &PatrolSetup, number: usize) {
        let rules = &self.battle.frame.rules;
        let recon = &mut self.state.ground.scene.recon;
        recon.pefs[number].acted = true;
        let Pef { at: Some(here), rep, .. } = recon.pefs[number] else { return };
        let alone = recon.standing().count() == 1;
        let covered = self.is_covert(here);
        let at = Address::in_round(number as u8, purpose::PEF_MOVE, self.turn, 0);
        let does = patrol::pef_move(rules, self.chance, at, rep, alone, covered);
        let turn = self.turn;
        if C::OBSERVED {
            let at = log::cells(&self.state.ground, [here]);
            self.log(|| log_patrol::pef_moves(turn, rep, (alone, covered), does, at));
        }
        match does {
            Move::Stays => {}
            Move::Splits => {
                let board = self.state.ground.board();
                let at = board.position(here);
                let left = board.cell(at.row.into(), (i32::from(at.column) - 4).max(0));
                let at = left.and_then(|left| self.free_near(left, |cell| self.is_free_for_pef(cell)));
                self.state.ground.scene.recon.add(Pef { at, rep, acted: true });
            }
            Move::Goes { to, inches } => {
                if let Some(goal) = self.goal(brief, number, here, to) {
                    self.pef_goes(brief, number, goal, inches);
                }
            }
            Move::KeepsToCover if covered => {}
            Move::KeepsToCover => {
                if let Some(goal) = self.goal(brief, number, here, Goal::Cover) {
                    self.pef_goes(brief, number, goal, 8);
                }
            }
        }
        let found = self.looks_out();
        if !found.is_empty() {
            // Its own move has brought it into sight: the patrol tests (Clarification 16).
            let watchers = self.battle.figures_of(brief.side);
            self.push(Task::InSight { watchers, movers: found });
        }
    }

    /// Whether a possible enemy force has cover where it is: in woods, in rubble, behind walls.
    fn is_covert(&self, cell: Cell) -> bool {
        let scene = &self.state.ground.scene;
        let ground = scene.board.ground_of(cell);
        matches!(ground, Square::WOOD | Square::THICKET | Square::RUBBLE) || scene.inside.contains(cell)
    }

    /// The goal of a possible enemy force.
    fn goal(&self, brief: &PatrolSetup, number: usize, here: Cell, to: Goal) -> Option<Cell> {
        let scene = &self.state.ground.scene;
        let far = |cell: &Cell| scene.board.squared(here, *cell);
        match to {
            Goal::Pef => scene.recon.standing().filter(|&(other, _)| other != number).map(|(_, at)| at).min_by_key(far),
            Goal::Enemy => {
                let own = self.battle.figures_of(brief.side);
                let up = own.filter(|me| self.state.figures[me].status.is_target());
                up.iter().filter_map(|me| scene.standing.at(me)).min_by_key(far)
            }
            Goal::Cover => scene.recon.reachable.iter().filter(|&cell| self.is_covert(cell)).min_by_key(far),
        }
    }

    /// Moves a possible enemy force towards a goal by the shortest way, slow ground at full speed, until the patrol
    /// sees it. It stops short of figures and other forces (Clarification 42).
    fn pef_goes(&mut self, brief: &PatrolSetup, number: usize, goal: Cell, inches: u8) {
        let ground = &self.state.ground;
        let Some(here) = ground.scene.recon.pefs[number].at else { return };
        let (mut way, mut len) = ([here; STEPS], 0);
        let squares = ground.unhindered_way(here, goal).take_while(|&(_, gone)| gone <= u32::from(inches) * INCH);
        for ((next, _), place) in squares.zip(&mut way) {
            (*place, len) = (next, len + 1);
        }
        for &next in &way[..len] {
            let scene = &mut self.state.ground.scene;
            let taken = scene.recon.standing().any(|(other, at)| other != number && at == next);
            if taken || !scene.standing.is_free(next) {
                break;
            }
            scene.recon.pefs[number].at = Some(next);
            if self.is_watched(brief, next) {
                break;
            }
        }
    }

    /// The activation dice of a turn, and the reinforcements they bring (CR-turn-6, CR-reinf-1, CR-reinf-2).
    pub(crate) fn throws_with_arrivals(&mut self, brief: &PatrolSetup, at: Address) -> Throw<2> {
        let (dice, arrivals) = patrol::start_turn(&self.battle.frame.rules, self.chance, at);
        for pef in &mut self.state.ground.scene.recon.pefs {
            pef.acted = false;
        }
        match arrivals {
            Arrivals::None | Arrivals::Averted => {}
            Arrivals::Pef(edge) => self.pef_arrives(brief, edge),
            Arrivals::Figures { side, count } => {
                let side = if side == 0 { brief.side } else { brief.side.enemy() };
                self.arrive_at_edge(brief, side, count);
            }
        }
        match brief.side {
            Side::Blue => dice,
            Side::Red => Throw::of([dice.die(1), dice.die(0)]),
        }
    }

    /// One more possible enemy force enters, in the middle of an edge (Clarification 47).
    fn pef_arrives(&mut self, brief: &PatrolSetup, edge: Edge) {
        let rep = patrol::pef_rep(self.chance, Address::in_round(0, purpose::ARRIVAL, self.turn, 0));
        let middle = lay::SIDE as i32 / 2;
        let (row, column) = match edge {
            Edge::Enemy => (0, middle),
            Edge::Left => (middle, 0),
            Edge::Right => (middle, 2 * middle - 1),
            Edge::Friendly => (2 * middle - 1, middle),
        };
        let wanted = self.state.ground.board().cell(row, column);
        let at = wanted.and_then(|wanted| self.free_near(wanted, |cell| self.is_free_for_pef(cell)));
        let arrives = at.is_some() && self.state.ground.scene.recon.add(Pef { at, rep, acted: false });
        let turn = self.turn;
        if arrives {
            self.log(|| log_patrol::pef_arrives(turn, edge, rep));
        }
        let found = self.looks_out();
        self.come_into_sight(found, self.battle.figures_of(brief.side));
    }

    /// Reinforcements of a side enter in the middle of its edge, as one group (Clarification 47).
    fn arrive_at_edge(&mut self, brief: &PatrolSetup, side: Side, count: u8) {
        let row = if side == brief.side { lay::SIDE as i32 - 1 } else { 0 };
        let wanted = self.state.ground.board().cell(row, lay::SIDE as i32 / 2);
        let reachable = self.state.ground.scene.recon.reachable;
        let Some(spot) = wanted.and_then(|wanted| self.free_near(wanted, |cell| reachable.contains(cell))) else {
            return;
        };
        let list = if side == brief.side { brief.own } else { brief.enemy };
        let numbers = Numbers { figures: count.into(), groups: 1 };
        let placed = self.enlist(side, list, numbers, false, spot);
        if side != brief.side {
            self.state.ground.scene.recon.met += placed.len() as u16;
        }
    }
}

impl<C, const N: usize, G: Ground<N>, P> Play<'_, C, N, G, P> {
    /// The result of a patrol at the end of a turn, if it is over (CR-patrol-1, Clarification 20).
    pub(crate) fn judges_patrol(&self) -> Option<u8> {
        let (brief, ground) = (self.battle.patrol.as_ref()?, self.state.ground.on_map()?);
        let fights =
            |side: Side| !self.battle.figures_of(side).filter(|me| self.state.figures[me].status.fights()).is_empty();
        let recon = &ground.scene.recon;
        let [won, lost] = ending::OF_PATROL[brief.side as usize];
        if !fights(brief.side) {
            return Some(lost);
        }
        let scouted = (0..SECTIONS).all(|section| !recon.is_left(section));
        let resolved = !self.battle.frame.rules.patrol_needs_pefs || recon.standing().next().is_none();
        (scouted && resolved && !fights(brief.side.enemy())).then_some(won)
    }
}
