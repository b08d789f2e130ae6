//! Players who look ahead on a map: by which doctrine they play their next go (see [`engage::ahead`]).

use chance::{Cards, Chance, Keyed, Sampled};
use engage::ahead::{self, Chosen, MOST_WAYS, Way};
use engage::{Agenda, Progress, Side};
use field::{Doors, Figures, Standing};

use crate::belief::{Belief, World};
use crate::figure::Figure;
use crate::on_map::OnMap;
use crate::play::Play;
#[cfg(test)]
use crate::play::Setting;
use crate::player::choose::Player;
use crate::player::doctrine::PlayerKind;
use crate::scene::FIGURES;
use crate::state::{Shooting, State, Work};
use crate::turn::ending;
use crate::{log, purpose};

/// The choices that make a way of leading, beside the own doctrine.
pub(crate) const WAYS: [Way; MOST_WAYS - 1] = [
    &[("orders", "stay")],
    &[("orders", "guard")],
    &[("orders", "assault"), ("stack", "1")],
    &[("orders", "mission"), ("pace", "fast")],
    &[("hold_until", "0")],
    &[("aim", "always"), ("throw", "first")],
    &[("aim", "never"), ("target", "weakest"), ("throw", "unseen")],
];

impl<C: Chance, P: Player, const N: usize> Play<'_, C, OnMap<'_>, P, N> {
    /// Before the next go, each of its figures who looks ahead chooses by which doctrine it plays the go. In a play-out
    /// the way that is tried lasts until the go is over.
    #[inline(never)]
    pub(crate) fn look_ahead(&mut self) {
        let pending = self.state.turn.agenda.pending();
        let goes = pending.iter().rev().take_while(|work| work.is_of(pending[pending.len() - 1]));
        let next = figures(goes);
        if self.state.scene.imagined {
            for me in Figures::below(N) - figures(pending.iter()) {
                self.state.scene.ways[me] = 0;
            }
            return;
        }
        self.state.scene.ways = [0; FIGURES];
        for me in next {
            if self.battle.profiles[me].doctrine.player == PlayerKind::Ahead && self.can_act(me) {
                self.choose_way(me);
            }
        }
    }

    fn choose_way(&mut self, me: usize) {
        let seed = self.chance.idle(self.at(me, purpose::LOOK_AHEAD, 0));
        let (whole, turn) = ((self.battle, self.site()), self.turn);
        let belief = Belief::of(whole, self.state, me, turn);
        let chosen = weigh(&belief, seed);
        #[cfg(test)]
        {
            let mut other = *self.state;
            crate::peeking::scramble_secrets(self.site(), self.battle, (&mut other.scene, &mut other.memory), me, turn);
            let (battle, scene, figures) = (self.battle, &mut other.scene, &mut other.figures[..]);
            let ask = crate::action::Ask::Act { first: false };
            self.ground.scramble_unknown(crate::play::Asked { battle, scene, figures, me, ask, turn });
            let again = Belief::of(whole, &other, me, turn);
            assert_eq!(weigh(&again, seed), chosen, "{me} peeks when it looks ahead");
            // Most choices would be the same in other worlds.
            let [one, other] = [&belief, &again].map(|belief| format!("{:?}", belief.world(seed, 1)));
            assert!(one == other, "{me} imagines other worlds when others are true");
        }
        self.state.scene.ways[me] = chosen.way as u8;
        if let Some(choices) = chosen.way.checked_sub(1) {
            self.chance.log(|| log::looks_ahead(turn, me, WAYS[choices], &chosen));
        }
    }
}

/// The figures whose goes these are.
fn figures<'w>(goes: impl Iterator<Item = &'w Work>) -> Figures {
    goes.filter_map(|work| if let Work::Go { figure, .. } = work { Some(usize::from(*figure)) } else { None }).collect()
}

/// What tells one way of playing a go from another: the figure, its shots and cards, where everybody stands, the doors,
/// and what it has left to throw.
type Trace<const N: usize> = (Figure, Shooting, [Cards; N], Standing, Doors, [u8; 2]);

/// Weighs what each way of leading a figure's go comes to, as far as its side can tell.
fn weigh<const N: usize>(belief: &Belief<'_, N>, seed: u64) -> Chosen {
    ahead::weigh(
        MOST_WAYS,
        belief.battle.profiles[belief.me].doctrine.playouts,
        |playout| belief.world(seed, playout),
        |&(world, luck), way| trace(belief, way as u8, world, luck),
        |&(world, luck), way| play_out(belief, way as u8, world, luck),
    )
}

/// A figure's go, played alone by one way of leading, with nobody on Hold to interrupt it.
fn trace<const N: usize>(belief: &Belief<'_, N>, way: u8, mut state: World<N>, luck: Keyed) -> Trace<N> {
    let Belief { battle, me, turn, .. } = *belief;
    state.scene.ways[me] = way;
    battle.enemies(me).for_each(|enemy| state.figures[enemy].on_hold = false);
    let own = |work: &Work| matches!(work, Work::Go { figure, .. } if usize::from(*figure) == me);
    let go = state.turn.agenda.pending().iter().copied().find(own);
    state.turn.agenda = go.map_or_else(Agenda::default, Agenda::of);
    rest_of_turn(belief, &mut state, &mut Sampled::new(luck), turn);
    let State { figures, shooting, decks, scene, .. } = state;
    (figures[me], shooting, decks, scene.standing, scene.doors, [scene.stuns[me], scene.gases[me]])
}

/// Plays a go by one way of leading, and the rest of the engagement by the ordinary doctrines. Returns what it is worth
/// to the figure's side, in halves.
fn play_out<const N: usize>(belief: &Belief<'_, N>, way: u8, mut state: World<N>, luck: Keyed) -> u8 {
    let Belief { battle, site, me, mut turn, .. } = *belief;
    state.scene.ways[me] = way;
    let mut chance = Sampled::new(luck);
    let mut progress = rest_of_turn(belief, &mut state, &mut chance, turn);
    while progress == Progress::RoundOver && turn < battle.turn_limit {
        turn += 1;
        belief.play(&mut state, &mut chance, &mut Default::default(), turn).open_turn();
        progress = rest_of_turn(belief, &mut state, &mut chance, turn);
    }
    let winner = match progress {
        Progress::Ended { ending: ending::BLUE_WINS, .. } => Some(Side::Blue),
        Progress::Ended { ending: ending::RED_WINS, .. } => Some(Side::Red),
        _ => None,
    };
    engage::worth(winner, battle.profiles[me].side, site.mission().holder())
}

/// Plays a turn of a world to its end.
#[inline(never)]
fn rest_of_turn<const N: usize>(
    belief: &Belief<'_, N>,
    state: &mut World<N>,
    chance: &mut Sampled,
    turn: u16,
) -> Progress {
    belief.play(state, chance, &mut Default::default(), turn).go_on()
}
