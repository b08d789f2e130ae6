//! Figures that look ahead: by which doctrine they play one turn (see [`engage::ahead`]).

use std::cell::RefCell;

use chance::{Chance, Sampled};
use engage::Side;
use engage::ahead::{self, Chosen};
use field::{Figures, Search};

use super::belief::{Belief, World};
use super::compiled::{Assault, Ways};
use super::log;
use super::play::{Led, Play};
use super::state::State;
use crate::action::Order;
use crate::mission::Winner;
use crate::player::doctrine::WAYS;
use crate::player::{ByDoctrine, Memory, Player};
use crate::purpose;

/// A figure that is to be given its order for a turn.
#[derive(Clone, Copy)]
struct Asked<'a> {
    assault: &'a Assault,
    ways: &'a Ways,
    me: usize,
    now: u16,
    /// The ways of leading that its comrades have chosen for this turn.
    led: Led<'a>,
    /// The seed of the luck in its play-outs.
    seed: u64,
}

impl<C: Chance, P: Player> Play<'_, C, P> {
    /// Chooses by which doctrine a figure plays this turn, if it looks ahead.
    #[inline(never)]
    pub(super) fn look_ahead(&mut self, me: usize) {
        let (assault, now, side) = (self.assault, self.now, self.assault.side(me));
        let Some(chosen) = self.led.filter(|led| led.weighs && !led.ways.doctrines[me].is_empty()) else { return };
        let mut led = Led { weighs: false, ..chosen };
        // What enemies have chosen is not known.
        assault.enemies(me).iter().for_each(|enemy| led.chosen[enemy] = 0);
        let seed = self.chance.idle(self.address(me, purpose::LOOK_AHEAD, 0));
        let asked = Asked { assault, ways: led.ways, me, now, led, seed };
        let weighed = asked.weigh(self.state, &self.memory[side]);
        #[cfg(test)]
        {
            let other = super::unknown::scramble_unknown(self.view(), me, crate::action::Ask::Order, seed);
            let memory = &self.memory[side];
            assert_eq!(asked.weigh(&other, memory), weighed, "figure {me} peeks when it looks ahead");
            let [believed, other] = [self.state, &other].map(|state| asked.believes(state, memory).world(1));
            assert_eq!(format!("{other:?}"), format!("{believed:?}"), "figure {me} peeks in its worlds");
        }
        if let Some(choices) = weighed.way.checked_sub(1) {
            self.led = Some(chosen.with(me, weighed.way));
            self.chance.log(|| log::looks_ahead(now, me, WAYS[choices], &weighed));
        }
    }
}

/// What a play-out needs besides its world; both are large.
struct Room<'a> {
    player: ByDoctrine<'a>,
    search: Search,
}

impl Asked<'_> {
    /// What the figure's side holds possible.
    fn believes(&self, state: &State, memory: &Memory) -> Belief<'_> {
        Belief::of((self.assault, &self.ways.survey), (state, memory), (self.me, self.now), self.seed)
    }

    /// Weighs what each way of leading the figure in this turn comes to, as far as its side can tell. Ways that come to
    /// the same order are one.
    fn weigh(&self, state: &State, memory: &Memory) -> Chosen {
        let belief = self.believes(state, memory);
        let room = RefCell::new(Room { player: ByDoctrine::new(&self.ways.survey), search: Search::new() });
        ahead::weigh(
            self.ways.doctrines[self.me].len(),
            self.assault.profiles[self.me].doctrine.playouts,
            |playout| belief.world(playout),
            |world, way| self.order(&mut world.clone(), way, &mut room.borrow_mut()),
            |world, way| self.play_out(&mut world.clone(), way, &mut room.borrow_mut()),
        )
    }

    /// Goes on with a world in a turn.
    fn resume<T>(
        &self,
        World { state, memory, luck }: &mut World,
        Room { player, search }: &mut Room<'_>,
        (now, led): (u16, Option<Led<'_>>),
        go_on: impl FnOnce(&mut Play<'_, Sampled, ByDoctrine<'_>>) -> T,
    ) -> T {
        let (assault, chance) = (self.assault, &mut Sampled::new(*luck));
        go_on(&mut Play { assault, site: &assault.site, state, memory, player, chance, search, now, led })
    }

    /// The order of the figure, led in one way.
    fn order(&self, world: &mut World, way: usize, room: &mut Room<'_>) -> Order {
        self.resume(world, room, (self.now, Some(self.led.with(self.me, way))), |play| play.give_order(self.me));
        world.state.turn.orders[self.me]
    }

    /// Plays the turn with the figure led in one way, and the rest of the assault by the ordinary doctrines. Returns
    /// what it is worth to the figure's side, in halves.
    fn play_out(&self, world: &mut World, way: usize, room: &mut Room<'_>) -> u8 {
        self.order(world, way, room);
        let assault = self.assault;
        let have_orders = assault.team(assault.side(self.me)) & Figures::below(self.me + 1);
        let mut verdict = self.resume(world, room, (self.now, Some(self.led.with(self.me, way))), |play| {
            (play.state.game.up - have_orders).iter().for_each(|other| play.give_order(other));
            play.carry_out()
        });
        for now in self.now + 1..=assault.turn_limit {
            if verdict.is_some() {
                break;
            }
            verdict = self.resume(world, room, (now, None), |play| play.play_turn());
        }
        let winner = verdict.and_then(|verdict| match verdict.winner {
            Winner::Ct => Some(Side::Blue),
            Winner::Terrorists => Some(Side::Red),
            Winner::Draw => None,
        });
        engage::worth(winner, assault.side(self.me), Some(Side::Blue))
    }
}
