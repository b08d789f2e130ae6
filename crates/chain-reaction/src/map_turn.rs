//! What happens on a map and nowhere else, when the sequence of play comes to it.

use chance::{Address, Chance};
use engage::Side;
use field::{Cell, Figures, INCH};

use crate::action::{Action, Ask};
use crate::activation::{self, Throw};
use crate::log;
use crate::on_map::OnMap;
use crate::play::{Events, Play};
use crate::player::Players;
use crate::reaction;
use crate::sight::regroup;
use crate::state::{Rush, Task};
use crate::table::{Reaction, Test};
use crate::weapon::Weapon;

impl<const N: usize> Events<N> for OnMap<'_> {
    /// Each where its squad begins, looking towards the enemy.
    fn deploy<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>) {
        play.take_places();
    }

    fn takes_refuge<C: Chance, P: Players>(
        play: &mut Play<'_, C, N, Self, P>,
        me: usize,
        does: Reaction,
        causes: Figures,
    ) {
        play.falls_back_to_cover(me, does, causes);
    }

    /// Charges on a map go by [`Events::charges`].
    fn comes_near<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>, _me: usize, _target: usize) -> bool {
        false
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
        // Groups have split and formed by where everybody has gone (CR-group-3).
        play.state.ground.scene.groups = regroup(play.view());
        play.look_around();
        play.face_the_enemy(play.state.activation.active);
        let found = play.looks_out();
        let patrol = play.battle.patrol.map_or(Figures::NONE, |brief| play.battle.figures_of(brief.side));
        play.come_into_sight(found, patrol);
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

    fn ordered<C: Chance, P: Players>(play: &Play<'_, C, N, Self, P>, me: usize, ask: Ask) -> Option<Action> {
        play.view().ordered(me, ask)
    }

    fn is_turned<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, group: Figures, by: Figures) -> bool {
        play.retires_when_flanked(group, by)
    }

    fn glimpse<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>) -> Option<Task> {
        if play.state.ground.scene.glimpsed.is_empty() || play.state.agenda.top().is_some_and(|task| task.is_of_chain())
        {
            return None;
        }
        let scene = &mut play.state.ground.scene;
        let [movers, watchers] = [&mut scene.glimpsed, &mut scene.onlookers].map(std::mem::take);
        Some(Task::InSight { watchers, movers })
    }

    fn judges<C: Chance, P: Players>(play: &Play<'_, C, N, Self, P>) -> Option<u8> {
        play.judges_patrol(play.battle.patrol.as_ref()?)
    }

    fn performs<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize, action: Action) {
        let turn = play.turn;
        match action {
            Action::PickUp(friend) => play.picks_up(me, friend.into()),
            Action::Drop => {
                play.drops(me);
                play.log(|| log::drops(turn, me));
            }
            _ => {}
        }
    }

    fn begin_turn<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>) {
        play.state.ground.scene.recon.drawn_in = Figures::NONE;
        for me in 0..play.battle.profiles.len() {
            play.state.ground.scene.rallied_by[me] = Figures::NONE;
            // A launcher fires once a turn; a rocket launcher without a loader waits until it is loaded (CR-wpn-gl, CR-wpn-rl).
            let spent = play.state.figures[me].spent;
            if spent && (play.view().weapon(me) == Weapon::GrenadeLauncher || play.has_loader(me)) {
                play.state.figures[me].spent = false;
            }
        }
    }

    fn aims_at<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize, spot: Cell) {
        play.state.ground.scene.going.spot[me] = Some(spot);
    }

    fn bursts<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize) -> bool {
        let spot = play.state.ground.scene.going.spot[me].take();
        spot.is_some_and(|spot| {
            play.throws(me, spot);
            true
        })
    }

    fn fights_on<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize) -> bool {
        let fights = play.view().is_in_melee(me);
        if fights {
            play.acts_in_melee(me);
        }
        fights
    }

    fn aims_to_charge<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize, target: usize) {
        play.state.ground.scene.going.quarry[me] = target as u8;
    }

    fn charges<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, chargers: Figures, stage: Rush) {
        play.rush(chargers, stage);
    }

    fn moves<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, movers: Figures) {
        play.set_out(movers);
    }

    fn moves_on<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, movers: Figures) {
        play.go_on(movers);
    }

    fn paces<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize, does: Reaction, passed: u8) {
        play.paces(me, does, passed);
    }

    /// It goes so far towards where it would have gone, and lies there stunned.
    fn stumbles<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize) {
        let at = play.address(me);
        let inches = u32::from(reaction::stumble(play.chance, at));
        play.state.ground.scene.going.left[me] = inches * INCH;
        play.state.activation.falls.insert(me);
    }

    fn has_fired<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize, target: usize) {
        let scene = &mut play.state.ground.scene;
        if let Some(there) = scene.at(target) {
            scene.turn_to(me, there);
        }
        // Firing shows where a figure is.
        scene.last_seen[me] = scene.at(me);
    }

    /// Snap fire and a halt end its movement in this activation (Clarifications 26 and 29). It faces the nearest of those whom it sees
    /// (Clarification 37).
    fn has_reacted<C: Chance, P: Players>(
        play: &mut Play<'_, C, N, Self, P>,
        me: usize,
        (test, does): (Test, Reaction),
        to: Figures,
    ) {
        let activation = &mut play.state.activation;
        if matches!(does, Reaction::SnapFire | Reaction::HaltAndLoseFocus) {
            activation.stopped.set(me, activation.active.contains(me));
        }
        if !matches!(test, Test::InSight | Test::ReceivedFire) {
            return;
        }
        let view = play.view();
        let nearest = view.in_sight(me, to).iter().min_by_key(|&other| view.distance(me, other));
        if let Some(there) = nearest.and_then(|other| view.cell(other)) {
            play.state.ground.scene.turn_to(me, there);
        }
    }

    fn lies_in_wait<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize, movers: Figures) -> bool {
        play.lies_in_wait(me, movers)
    }

    /// It lies until it stands up (Clarification 36).
    fn comes_to<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize) {
        play.state.figures[me].prone |= play.battle.frame.rules.stunned_prone;
    }

    fn goes_down<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize) {
        play.goes_down(me);
    }

    fn has_rallied<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, me: usize) {
        let view = play.view();
        let near = view.friends_within(me, play.battle.frame.rules.group_distance);
        let near = view.carrying_on(near);
        play.state.ground.scene.rallied_by[me] |= near;
    }
}

impl<C, const N: usize, P> Play<'_, C, N, OnMap<'_>, P> {
    /// Each side notes where it sees enemies, as far as somebody has moved.
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
                let believed = view.ground.scene.last_seen[enemy];
                if own.iter().any(|who| view.sees(who, enemy)) {
                    self.state.ground.scene.last_seen[enemy] = view.cell(enemy);
                } else if let Some(square) = believed
                    && own.iter().any(|who| view.has_looked(who, square))
                {
                    self.state.ground.scene.last_seen[enemy] = None;
                }
            }
        }
    }
}
