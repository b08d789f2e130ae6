//! Involuntary moves: duck back, retire, hunker down (CR-move-3, Clarification 24).

use chance::Chance;
use engage::Inches;
use field::{Cell, Figures};

use crate::battle_view::BattleView;
use crate::figure::{NOBODY, Status};
use crate::log;
use crate::on_map::{OnMap, Reach};
use crate::options::{DuckedHiddenFrom, DuckedInOpen, HunkerDistance};
use crate::play::{Events, Play};
use crate::player::Players;
use crate::table::Reaction;

/// Where a figure takes refuge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refuge {
    /// On a square behind cover or out of sight.
    Square(Cell),
    /// Prone where it is.
    Here,
    /// Off the table.
    OffTable,
}

impl<const N: usize> BattleView<'_, N, OnMap<'_>> {
    /// Whether a square is out of sight of all of these, or in cover against each of them.
    pub(crate) fn is_safe(self, square: Cell, causes: Figures) -> bool {
        causes.iter().all(|cause| {
            let impact = self.battle.frame.rules.weapons.of(self.weapon(cause)).impact;
            let Some(there) = self.cell(cause) else { return true };
            self.ground.protection(there, square, impact).is_none_or(|protection| protection.cover)
        })
    }

    /// The square with the shortest way; of equals, the one nearer to the leader of the group, then the lowest.
    fn nearest_of(self, me: usize, mut suits: impl FnMut(Cell) -> bool) -> Option<Cell> {
        let leader = self.led_by(self.group(me).without(me)).and_then(|leader| self.cell(leader));
        let mut best: Option<(u32, u32, Cell)> = None;
        for square in self.ground.reached() {
            let cost = self.ground.cost_to(square).unwrap_or(u32::MAX);
            if best.is_some_and(|(least, ..)| cost > least) {
                break;
            }
            if suits(square) {
                let far = leader.map_or(0, |leader| self.ground.board().squared(leader, square));
                best = best.into_iter().chain([(cost, far, square)]).min();
            }
        }
        best.map(|(.., square)| square)
    }

    /// The nearest of the figures that made a figure fall back, and the squared distance to it in square inches.
    fn nearest_of_causes(self, from: Cell, causes: Figures) -> Option<(Cell, u32)> {
        let board = self.ground.board();
        let squares = causes.iter().filter_map(|cause| self.cell(cause));
        squares.map(|square| (square, board.squared(from, square))).min_by_key(|&(_, far)| far)
    }

    /// Where a figure takes refuge, within the current search for its reaction.
    fn refuge(self, me: usize, here: Cell, does: Reaction, causes: Figures) -> Refuge {
        let board = self.ground.board();
        if does != Reaction::Retire {
            return self.nearest_of(me, |square| self.is_safe(square, causes)).map_or(Refuge::Here, Refuge::Square);
        }
        // It retires away from the nearest of the figures that made it fall back, and never stays where it is.
        let Some((cause, far)) = self.nearest_of_causes(here, causes) else { return Refuge::Here };
        let farther = |square: Cell| board.squared(square, cause) > far;
        if let Some(square) = self.nearest_of(me, |square| farther(square) && self.is_safe(square, causes)) {
            return Refuge::Square(square);
        }
        let edge = |square: Cell| {
            let at = board.position(square);
            let (row, column) = (usize::from(at.row), usize::from(at.column));
            row == 0 || column == 0 || row + 1 == board.height() || column + 1 == board.width()
        };
        let leaves = self.battle.frame.rules.retire_off_table
            && self.ground.reached().any(|square| farther(square) && edge(square));
        if leaves { Refuge::OffTable } else { Refuge::Here }
    }
}

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// A figure ducks back, retires or hunkers down.
    pub(crate) fn falls_back_to_cover(&mut self, me: usize, does: Reaction, causes: Figures) {
        let rules = &self.battle.frame.rules;
        let most = match does {
            Reaction::DuckBack => rules.duck_distance,
            Reaction::Retire => rules.retire_distance,
            _ => match rules.hunker_distance {
                HunkerDistance::Within(inches) => inches,
                HunkerDistance::Unlimited(_) => Inches::from_thousandths(i32::MAX),
            },
        };
        let Some(mut here) = self.view().cell(me) else { return };
        match does {
            Reaction::DuckBack => here = self.goes_for_the_wounded(me, here),
            _ => self.drops(me),
        }
        if does == Reaction::Retire {
            self.state.activation.retired.insert(me);
        }
        self.view().search(me, most.thousandths() as u32, Reach::All);
        let refuge = self.view().refuge(me, here, does, causes);
        let turn = self.turn;
        let figure = &mut self.state.figures[me];
        figure.prone = refuge == Refuge::Here;
        let covered = matches!(refuge, Refuge::Square(_));
        figure.hidden_from = match (covered, rules.ducked_in_open, rules.ducked_hidden_from) {
            (false, DuckedInOpen::Seen, _) => Figures::NONE,
            (true, _, DuckedHiddenFrom::Everyone) => self.battle.enemies(me),
            _ => causes,
        };
        match refuge {
            Refuge::Here => {}
            Refuge::Square(square) => {
                let (way, len) = self.state.ground.way_to(square);
                let rules = &self.battle.frame.rules;
                let seen_by = if rules.involuntary_in_sight { self.view().groups_that_see(me) } else { Figures::NONE };
                for &next in &way[..len] {
                    self.steps(me, next);
                }
                if self.battle.frame.rules.involuntary_in_sight {
                    self.is_glimpsed(me, seen_by);
                }
            }
            Refuge::OffTable => {
                figure.status = Status::RanAway;
                self.leaves_the_table(me);
            }
        }
        if let Some((cause, _)) = self.view().nearest_of_causes(here, causes) {
            self.state.ground.scene.turn_to(me, cause);
        }
        let ground = &self.state.ground;
        let to = ground.scene.standing.at(me).and_then(|cell| ground.on_plan(cell));
        let gone = self.state.figures[me].status == Status::RanAway;
        let retreat = log::Retreat { does, causes, prone: refuge == Refuge::Here, gone, to };
        self.log(|| log::falls_back(turn, me, retreat));
    }

    /// Before a figure ducks back, it goes to the nearest wounded friend within 4" who is not being carried, and picks
    /// him up. Returns the square from which it then looks for cover (CR-wound-2, Clarification 23).
    fn goes_for_the_wounded(&mut self, me: usize, here: Cell) -> Cell {
        let scene = &self.state.ground.scene;
        if scene.carries[me] != NOBODY {
            return here;
        }
        let view = self.view();
        let most = self.battle.frame.rules.group_distance;
        let friends = self.battle.figures_of(self.battle.profiles[me].side).without(me);
        // Seen or not.
        let near = friends.filter(|friend| view.distance(me, friend) <= most);
        let wounded = near.filter(|friend| view.figures[friend].status == Status::Out && !view.is_carried(friend));
        let nearest = wounded.iter().min_by_key(|&friend| view.distance(me, friend));
        let Some((friend, there)) = nearest.and_then(|friend| Some((friend, view.cell(friend)?))) else {
            return here;
        };
        if !scene.standing.is_free(there) && scene.standing.at(me) != Some(there) {
            return here;
        }
        self.steps(me, there);
        self.picks_up(me, friend);
        there
    }
}

impl<C: Chance, const N: usize, G: Events<N>, P: Players> Play<'_, C, N, G, P> {
    /// A figure picks up a wounded friend (CR-wound-1).
    pub(crate) fn picks_up(&mut self, me: usize, friend: usize) {
        let Some(scene) = self.state.ground.scene_mut() else { return };
        scene.carries[me] = friend as u8;
        scene.lies[friend] = scene.standing.at(me);
        self.state.figures[me].retrieving = true;
        let turn = self.turn;
        self.log(|| log::picks_up(turn, me, friend));
    }

    /// A figure lays down the wounded friend it carries (CR-wound-1).
    pub(crate) fn lays_down(&mut self, me: usize) {
        let turn = self.turn;
        self.drops(me);
        self.log(|| log::drops(turn, me));
    }

    /// A figure drops the wounded friend it carries, if any.
    pub(crate) fn drops(&mut self, me: usize) {
        if let Some(scene) = self.state.ground.scene_mut() {
            scene.carries[me] = NOBODY;
            self.state.figures[me].retrieving = false;
        }
    }

    /// A figure leaves the table.
    pub(crate) fn leaves_the_table(&mut self, me: usize) {
        self.drops(me);
        let Some(scene) = self.state.ground.scene_mut() else { return };
        scene.standing.remove(me);
        scene.lies[me] = None;
        scene.lying.remove(me);
        scene.parts(me);
        if let Some(bearer) = scene.carries.iter().position(|&carried| usize::from(carried) == me) {
            self.drops(bearer);
        }
    }

    /// A figure goes down on a map: if wounded, it lies where it stood, and blocks no way (CR-status-out,
    /// CR-status-dead).
    pub(crate) fn goes_down(&mut self, me: usize) {
        let status = self.state.figures[me].status;
        if status == Status::Stunned {
            return self.drops(me);
        }
        let at = self.state.ground.scene_mut().and_then(|scene| scene.standing.at(me));
        self.leaves_the_table(me);
        if let Some(scene) = self.state.ground.scene_mut().filter(|_| status == Status::Out) {
            scene.lies[me] = at;
            scene.lying.set(me, at.is_some());
        }
    }
}

impl<const N: usize> BattleView<'_, N, OnMap<'_>> {
    /// Whether a figure with free hands is in contact with a wounded friend who is not being carried (CR-wound-1).
    pub(crate) fn is_beside_wounded(self, me: usize) -> bool {
        let friends = self.battle.figures_of(self.battle.profiles[me].side);
        !self.figures[me].retrieving && friends.iter().any(|friend| self.may_pick_up(me, friend).is_ok())
    }

    /// Whether a wounded figure is being carried.
    pub(crate) fn is_carried(self, friend: usize) -> bool {
        self.ground.scene.carries.iter().any(|&carried| usize::from(carried) == friend)
    }
}
