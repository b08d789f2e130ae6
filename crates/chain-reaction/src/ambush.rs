//! Ambushes: a figure that sees an enemy approach may hold its fire until the move is over (CR-insight-3, Clarification
//! 50).

use chance::Chance;
use field::Figures;

use crate::action::{Action, Ask};
use crate::figure::Status;
use crate::log;
use crate::on_map::OnMap;
use crate::play::{Events, Play};
use crate::player::Players;

impl<C: Chance, const N: usize, G: Events<N>, P: Players> Play<'_, C, N, G, P> {
    /// Whether a figure in cover or concealment on a map holds its fire on these movers, as its player decides. It then
    /// stays unseen.
    pub(crate) fn lies_in_wait(&mut self, me: usize, movers: Figures) -> bool {
        let view = self.view();
        let against = |mover: usize| view.target(mover, me);
        let hidden = movers.iter().map(against).all(|seen| seen.cover || seen.concealed);
        let on_map = self.state.ground.on_map().is_some();
        if !on_map || !hidden || self.ask(me, Ask::Ambush { movers }) != Action::Ambush {
            return false;
        }
        self.state.figures[me].hidden_from |= self.battle.enemies(me);
        if let Some(scene) = self.state.ground.scene_mut() {
            scene.going.ambush.insert(me);
        }
        let turn = self.turn;
        self.log(|| log::lies_in_wait(turn, me));
        true
    }
}

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// Figures in ambush show themselves. Returns the figures that still carry on.
    pub(crate) fn come_out(&mut self) -> Figures {
        let waiting = std::mem::take(&mut self.state.ground.scene.going.ambush);
        // A figure that has ducked or hunkered down in the meantime stays hidden.
        let up = waiting.filter(|me| self.state.figures[me].status == Status::CarryingOn);
        for me in up.iter() {
            self.state.figures[me].hidden_from = Figures::NONE;
        }
        up
    }

    /// Figures in ambush fire at the movers they waited for (CR-insight-3).
    pub(crate) fn springs_the_ambush(&mut self, movers: Figures) {
        let up = self.come_out();
        let movers = movers.filter(|who| self.state.figures[who].status.is_target());
        self.open_fire(up, Figures::NONE, movers, false);
    }
}
