//! The steps of the sequence of play that exist only on a map, and where each side last saw its enemies.

use chance::{Address, Chance};
use engage::{Side, Sighting};
use field::Figures;

use crate::action::{Action, Ask};
use crate::activation::{self, Throw};
use crate::on_map::OnMap;
use crate::play::{Events, Play};
use crate::player::Players;
use crate::sight::regroup;
use crate::state::Task;
use crate::table::Reaction;

impl<const N: usize> Events<N> for OnMap<'_> {
    /// Each where its squad begins, looking towards the enemy.
    fn deploy<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>) {
        play.take_places();
    }

    fn throws<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, at: Address) -> Throw<2> {
        match &play.battle.patrol {
            Some(brief) => play.throws_with_arrivals(brief, at),
            None => activation::throw(play.chance, at),
        }
    }

    fn acts_before<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, side: Side, group: Figures) -> bool {
        play.pef_acts_before(side, group)
    }

    #[inline(always)]
    fn look_ahead<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, members: Figures) {
        if play.battle.ahead.is_some() {
            play.look_ahead(members);
        }
    }

    fn begin_activation<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, active: Figures) {
        let scene = &mut play.state.ground.scene;
        scene.going = crate::scene::Going::default();
        for me in active.iter() {
            scene.going.began[me] = scene.standing.at(me);
        }
        play.takes_orders(active);
        play.note_watchers(active);
    }

    fn end_activation<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>) {
        play.come_out();
        // Groups have split and formed according to where the figures have gone (CR-group-3).
        play.state.ground.scene.groups = regroup(play.view());
        play.look_around();
        play.face_the_enemy(play.state.activation.active);
        let found = play.looks_out();
        let patrol = play.battle.patrol.map_or(Figures::NONE, |brief| play.battle.figures_of(brief.side));
        play.come_into_sight(found, patrol);
    }

    fn ordered<C: Chance, P: Players>(play: &Play<'_, C, N, Self, P>, me: usize, ask: Ask) -> Option<Action> {
        play.view().ordered(me, ask)
    }

    fn fights_on<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize) -> bool {
        let fights = play.view().is_in_melee(me);
        if fights {
            play.acts_in_melee(me);
        }
        fights
    }

    fn performs<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, task: Task) {
        match task {
            Task::Move(movers) => play.set_out(movers),
            Task::MoveOn(movers) => play.go_on(movers),
            Task::Charges { chargers, stage } => play.rush(chargers, stage),
            _ => {}
        }
    }

    fn bursts<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize) -> bool {
        let spot = play.state.ground.scene.going.spot[me].take();
        spot.is_some_and(|spot| {
            play.throws(me, spot);
            true
        })
    }

    fn takes_refuge<C: Chance, P: Players>(
        play: &mut Play<'_, C, N, Self, P>,
        me: usize,
        does: Reaction,
        causes: Figures,
    ) {
        play.falls_back_to_cover(me, does, causes);
    }
}

impl<C, const N: usize, P> Play<'_, C, N, OnMap<'_>, P> {
    /// Each side notes where it sees enemies, as far as any figure has moved.
    pub(crate) fn look_around(&mut self) {
        let moved = std::mem::take(&mut self.state.ground.scene.moved);
        for side in Side::ALL {
            let own = self.battle.figures_of(side);
            for enemy in self.battle.figures_of(side.enemy()).iter() {
                let view = self.view();
                if !view.figures[enemy].status.is_target() {
                    continue;
                }
                let own = view.carrying_on(if moved.contains(enemy) { own } else { own & moved });
                let believed = view.ground.scene.last_seen(enemy);
                if own.iter().any(|who| view.sees(who, enemy)) {
                    let (state, turn) = (view.figures[enemy].status, self.turn);
                    if let Some(cell) = view.cell(enemy) {
                        self.state.ground.scene.known.note(enemy, Sighting { cell, turn, state });
                    }
                } else if let Some(square) = believed
                    && own.iter().any(|who| view.has_looked(who, square))
                {
                    self.state.ground.scene.known.forget(enemy);
                }
            }
        }
    }
}
