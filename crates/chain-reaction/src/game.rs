//! The battle as a game for the driver, which plays, replays and solves it.

use chance::{Chance, Deck};
use engage::{Game, MAX_MEASURES, Progress};

use crate::battle::Battle;
use crate::ending;
use crate::figure::{Figure, Status};
use crate::open::Open;
use crate::play::{Events, Play};
use crate::player::Players;
use crate::state::{Activation, Focus, State, Turn, Volley};

/// Number of quantities counted in a battle; those of a campaign follow them.
pub(crate) const COUNTED: usize = 6;

/// A battle of up to `N` figures on some ground, controlled by players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayedBattle<'a, G, P, const N: usize> {
    pub(crate) battle: &'a Battle,
    pub(crate) ground: G,
    pub(crate) players: P,
}

impl<'a, P, const N: usize> PlayedBattle<'a, Open, P, N> {
    /// On open ground.
    pub(crate) fn in_the_open(battle: &'a Battle, players: P) -> PlayedBattle<'a, Open, P, N> {
        PlayedBattle { battle, ground: Open { apart: battle.frame.range }, players }
    }
}

impl<'a, G: Events<N>, P, const N: usize> PlayedBattle<'a, G, P, N> {
    /// The state of the battle before anything has happened.
    pub(crate) fn before(&self) -> State<N, G> {
        let profiles = &self.battle.profiles;
        State {
            ground: self.ground,
            figures: std::array::from_fn(|me| profiles.get(me).map_or(Figure::default(), |profile| profile.start)),
            leaderless: engage::BySide::default(),
            focus: [Focus::default(); N],
            turn: Turn::default(),
            activation: Activation::default(),
            volley: Volley::default(),
            agenda: engage::Agenda::default(),
        }
    }

    /// The battle in play.
    pub(crate) fn play<'b, C>(&self, state: &'b mut State<N, G>, chance: &'b mut C, turn: u16) -> Play<'b, C, N, G, P>
    where
        P: Players,
        'a: 'b,
    {
        Play::new(self.battle, state, chance, self.players, turn)
    }
}

impl<G: Events<N>, P: Players, const N: usize> Game for PlayedBattle<'_, G, P, N> {
    type State<D: Deck> = State<N, G>;
    const STOPPED: u8 = ending::TURN_LIMIT;
    /// Exchanges of fire take many steps, so a table of turns pays off.
    const FUSED_STATES: usize = 1 << 17;

    fn turn_limit(&self) -> u16 {
        self.battle.frame.turn_limit
    }

    fn start<D: Deck>(&self) -> State<N, G> {
        self.before()
    }

    fn deploy<C: Chance>(&self, state: &mut State<N, G>, chance: &mut C) {
        G::deploy(&mut self.play(state, chance, 0));
    }

    fn advance<C: Chance>(&self, state: &mut State<N, G>, chance: &mut C, turn: u16) -> Progress {
        self.play(state, chance, turn).advance()
    }

    fn break_off<D: Deck>(&self, state: &mut State<N, G>) {
        Play::<(), N, G, P>::break_off(state);
    }

    /// Figures lost; for a patrol also sections entered, forces resolved, enemies met and captured.
    fn measures<D: Deck>(&self, state: &State<N, G>) -> [u16; MAX_MEASURES] {
        let mut measures = [0; MAX_MEASURES];
        for (profile, figure) in self.battle.profiles.iter().zip(&state.figures) {
            // A figure that began out of the fight was lost before the battle.
            let lost = figure.status.is_lost() && !profile.start.status.is_lost();
            measures[profile.side as usize] += u16::from(lost);
        }
        if let (Some(brief), Some(ground)) = (&self.battle.patrol, state.ground.on_map()) {
            let recon = &ground.scene.recon;
            let enemies = self.battle.figures_of(brief.side.enemy());
            let captured =
                enemies.filter(|who| matches!(state.figures[who].status, Status::Captured { .. })).len() as u16;
            let sections = recon.entered.count_ones() as u16;
            measures[2..COUNTED].copy_from_slice(&[sections, recon.resolved.into(), recon.met, captured]);
        }
        measures
    }
}
