//! For tests: a situation that a figure's side cannot tell from the true one, with everything else changed. What is
//! hidden is listed here a second time, independently of `knowledge.rs`.

use field::{Cell, CellSet, Facing, Figures};

use super::state::{BOMBS, Charge, FIGURES, Sighting, State, TeamMap};
use super::view::View;
use crate::action::{Act, Ask, Order};
use crate::figure::{Man, Pace, Rifle};
use crate::grenade::{Grenade, Kit};
use crate::spot::Stance;

/// Random numbers of the test's own.
struct Spin(u64);

impl Spin {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    fn facing(&mut self) -> Facing {
        [Facing::NORTH, Facing::EAST, Facing::SOUTH, Facing::WEST][self.below(4)]
    }
}

/// A state that the side of the figure asked cannot tell from the true one.
pub(super) fn scramble_unknown(view: View<'_>, me: usize, ask: Ask, spin: u64) -> State {
    let mut spin = Spin(spin);
    let (assault, now) = (view.assault, view.now);
    let side = assault.side(me);
    let mut state = *view.state;
    let targets = if let Ask::Fire(targets) = ask { targets } else { Figures::NONE };
    let cells: Vec<Cell> = view.plan().all().iter().collect();
    for enemy in assault.team(side.enemy()) {
        let sighting = view.state.game.known.of(enemy);
        // Figures seen at the end of the last turn do not move until the next movement.
        let is_seen = |sighting: &Sighting| sighting.turn == now || sighting.turn + 1 == now && ask == Ask::Order;
        let seen = targets.contains(enemy) || sighting.is_some_and(is_seen);
        // The invisible state of enemies.
        let game = &mut state.game;
        game.men[enemy].rifle = Rifle { loaded: spin.coin(), set_up: spin.coin(), aim: spin.below(3) as u8 };
        game.kits[enemy] = if spin.coin() { Kit::default() } else { Kit::of(&[Grenade::He, Grenade::Stun]) };
        game.facing[enemy] = spin.facing();
        game.work[enemy] = spin.below(2) as u16;
        state.turn.orders[enemy] = if spin.coin() { Order::STAY } else { Order::doing(Act::Plant) };
        state.turn.seen[enemy] = Figures(spin.below(1 << 8) as u64);
        state.last.seen[enemy] = Figures(spin.below(1 << 8) as u64);
        state.last.heard[enemy] = Some(spin.facing());
        state.turn.hears[enemy] = None;
        state.turn.turned.set(enemy, spin.coin());
        state.turn.threw.set(enemy, spin.coin());
        state.last.fired.set(enemy, spin.coin());
        state.last.shot_at.set(enemy, spin.coin());
        if seen || !game.up.contains(enemy) {
            continue;
        }
        // The cell, pace and wounds of unseen enemies.
        game.men[enemy] = Man { wounds: spin.below(4) as u8, stun: spin.below(4) as u8, ..game.men[enemy] };
        let pace = Pace::ALL[spin.below(3)];
        game.stances[enemy] = Stance { pace, hiding: spin.coin() && pace == Pace::Stationary };
        for _ in 0..8 {
            let cell = cells[spin.below(cells.len())];
            if game.standing.is_free(cell) {
                game.standing.place(enemy, cell);
                break;
            }
        }
        if spin.below(4) == 0 {
            game.standing.remove(enemy);
            game.up.remove(enemy);
        }
    }
    change_ground(&mut state, view, side, &mut spin);
    if !targets.is_empty() {
        // A figure that sees a target sees the smoke in front of it.
        state.game.smoke = view.state.game.smoke;
    }
    for own in assault.team(side) {
        // The enemy's knowledge of this side.
        state.game.known.forget(own);
        state.last.spotted.set(own, spin.coin());
        state.turn.spotted.set(own, spin.coin());
    }
    state
}

/// Changes everything that a side's map does not show.
fn change_ground(state: &mut State, view: View<'_>, side: engage::Side, spin: &mut Spin) {
    let game = &mut state.game;
    game.maps[side.enemy()] = TeamMap::default();
    let true_doors = game.doors;
    let mut doors = game.maps[side].doors;
    for door in (0..view.plan().doors()).filter_map(field::Door::new) {
        if spin.coin() {
            doors.open(door);
        }
    }
    game.doors = doors;
    let mut smoke = game.maps[side].smoke;
    let team = view.in_action(side);
    let seen = |cell: Cell| team.iter().filter_map(|who| view.at(who)).any(|at| view.plan().sees(at, cell, true_doors));
    if spin.coin() {
        let more: CellSet = view.plan().all().iter().filter(|&cell| spin.below(4) == 0 && !seen(cell)).collect();
        smoke.add(view.plan(), &more);
    }
    game.smoke = smoke;
    for bomb in 0..BOMBS {
        if let Charge::Planted { cell, .. } = game.bombs[bomb]
            && side == engage::Side::Blue
        {
            game.bombs[bomb] = Charge::Planted { cell, due: view.now + spin.below(9) as u16 };
        }
    }
    for hostage in view.state.game.hostages() {
        let known = game.maps[side].hostages[hostage - FIGURES];
        let led = game.leader(hostage).is_some_and(|leader| view.assault.side(leader) == side);
        let cell = view.plan().cell_numbered(spin.below(view.plan().cells()));
        if let Some(cell) = cell.filter(|&cell| !led && known != game.at(hostage) && game.standing.is_free(cell)) {
            game.standing.place(hostage, cell);
        }
    }
}
