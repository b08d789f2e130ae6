//! How a battle is put to the driver, which plays, replays and solves it.

use chance::{Chance, Deck, RoundTable, Step};
use engage::{ExactFight, Game, MAX_MEASURES, Outcome, Progress, Unsolved, game, smallest};

use crate::battle::Battle;
use crate::ending;
use crate::figure::Figure;
use crate::play::Play;
use crate::player::{ByDoctrine, Players};
use crate::state::{Activation, DEPTH, Focus, Open, State, Turn, Volley};

/// The most figures, both sides together.
pub(crate) const MOST: usize = 32;
/// Figures beyond which the exact solver is not tried.
const MOST_EXACT: usize = 3;

/// A battle of up to `N` figures, led by players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Led<'a, P, const N: usize> {
    pub(crate) battle: &'a Battle,
    pub(crate) players: P,
}

impl<'a, P, const N: usize> Led<'a, P, N> {
    /// How the battle stands before anything has happened.
    pub(crate) fn before(&self) -> State<N> {
        let profiles = &self.battle.profiles;
        State {
            ground: Open { apart: self.battle.frame.range },
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
    pub(crate) fn play<'b, C>(&self, state: &'b mut State<N>, chance: &'b mut C, turn: u16) -> Play<'b, C, N, P>
    where
        P: Players,
        'a: 'b,
    {
        Play {
            battle: self.battle,
            state,
            chance,
            players: self.players,
            turn,
            draws: [0; N],
            volleys: 0,
            depth: 0,
            depths: [0; DEPTH],
        }
    }
}

impl<P: Players, const N: usize> Game for Led<'_, P, N> {
    type State<D: Deck> = State<N>;
    const STOPPED: u8 = ending::TURN_LIMIT;
    /// Exchanges of fire take many steps, which a table of turns is worth.
    const FUSED_STATES: usize = 1 << 17;

    fn turn_limit(&self) -> u16 {
        self.battle.frame.turn_limit
    }

    fn start<D: Deck>(&self) -> State<N> {
        self.before()
    }

    fn advance<C: Chance>(&self, state: &mut State<N>, chance: &mut C, turn: u16) -> Progress {
        self.play(state, chance, turn).advance()
    }

    fn break_off<D: Deck>(&self, state: &mut State<N>) {
        Play::<(), N, P>::break_off(state);
    }

    /// Figures lost, and among them the dead, and who has hunkered down.
    fn measures<D: Deck>(&self, state: &State<N>) -> [u16; MAX_MEASURES] {
        let mut measures = [0; MAX_MEASURES];
        for (profile, figure) in self.battle.profiles.iter().zip(&state.figures) {
            let side = profile.side as usize;
            measures[side] += u16::from(!figure.status.is_target());
            measures[2 + side] += u16::from(figure.status == crate::figure::Status::Dead);
            measures[4 + side] += u16::from(figure.status == crate::figure::Status::Hunkered);
        }
        measures
    }
}

/// A battle that has been compiled.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) battle: Battle,
    /// Whole turns as one draw, if the battle is small.
    fused: Option<Box<RoundTable<State<2>, Outcome>>>,
}

impl Compiled {
    pub(crate) fn new(battle: Battle) -> Compiled {
        let small = battle.profiles.len() <= 2;
        let fused = if small { game::fuse(&Led { battle: &battle, players: ByDoctrine }).map(Box::new) } else { None };
        Compiled { battle, fused }
    }
}

/// Plays one engagement from the rules, with these players, and tells each step of it.
pub(crate) fn told(battle: &Battle, seed: u64, engagement: u64, players: impl Players) -> (Outcome, Vec<Step>) {
    game::replay(&Led::<_, MOST> { battle, players }, seed, engagement)
}

impl engage::Battle for Compiled {
    fn figures(&self) -> &[engage::Figure] {
        &self.battle.names
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let battle = &self.battle;
        match &self.fused {
            Some(fused) => fused.play(&mut chance::Keys::new(seed, first), outcomes),
            None => smallest!(N in [4, 8, 16, 32], battle.profiles.len() => {
                game::play(&Led::<_, N> { battle, players: ByDoctrine }, seed, first, outcomes);
            }),
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        match &self.fused {
            Some(fused) => {
                game::replay_fused(&Led { battle: &self.battle, players: ByDoctrine }, fused, seed, engagement)
            }
            None => told(&self.battle, seed, engagement, ByDoctrine),
        }
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        let (battle, players) = (&self.battle, ByDoctrine);
        if battle.profiles.len() > MOST_EXACT {
            return Err(Unsolved::TooManyFigures { most: MOST_EXACT });
        }
        Ok(smallest!(N in [2, 3], battle.profiles.len() => game::exact(&Led::<_, N> { battle, players }, budget))?)
    }
}
