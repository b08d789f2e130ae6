//! How an engagement is played, replayed, solved and counted.

use std::sync::Arc;

use chance::exact::{self, Flow, Limits};
use chance::{Chance, Deck, Enumerated, Keyed, Keys, Observed, Sampled, Step, TooLarge, Witnessed};
use engage::{ExactFight, Map, Outcome, Problem, Side};

use crate::battle::Battle;
use crate::compile::compiled;
use crate::on_map::OnMap;
use crate::open::Open;
use crate::options::Luck;
use crate::play::{Ground, Play, Setting};
use crate::player::by_doctrine::ByDoctrine;
use crate::player::choose::Player;
use crate::state::State;
use crate::turn::{Progress, ending};

/// The most figures, both sides together.
const MOST: usize = 32;

/// Figures beyond which the exact solver is not tried: a single reaction test of five has a hundred thousand branches.
const MOST_EXACT: usize = 4;

/// The exact solver stops when less than this is left to absorb.
const TOLERANCE: f64 = 1e-13;

/// The state of an engagement on some ground.
type On<G, D, const N: usize> = State<D, <G as Setting>::Scene, <G as Setting>::Memory, N>;

/// An engagement that has not begun.
fn start<G: Setting, D: Deck, const N: usize>(battle: &Battle) -> On<G, D, N> {
    let mut state = State::new(battle);
    if battle.rules.luck == Luck::Off {
        state.deal(battle, battle.jokers);
    }
    state
}

/// Plays one engagement to its end.
#[inline(never)]
fn engagement<C: Chance, G: Setting, P: Player, const N: usize>(
    battle: &Battle,
    ground: G,
    mut state: On<G, C::Deck, N>,
    chance: &mut C,
    player: P,
) -> Outcome
where
    for<'x> Play<'x, C, G, P, N>: Ground,
{
    let mut play = Play { battle, ground, state: &mut state, chance, player, turn: 0 };
    play.deploy();
    for turn in 1..=battle.turn_limit {
        play.turn = turn;
        loop {
            match play.advance() {
                Progress::Step => {}
                Progress::TurnOver => break,
                Progress::Ended { ending, begun } => return outcome(battle, &state, ending, turn - u16::from(!begun)),
            }
        }
    }
    outcome(battle, &state, ending::TURN_LIMIT, battle.turn_limit)
}

/// Plays on from a state by a step, or to the end of the turn.
#[inline(always)]
pub(crate) fn advance<C: Chance, const N: usize>(
    battle: &Battle,
    state: &mut On<Open, C::Deck, N>,
    chance: &mut C,
) -> Progress {
    Play { battle, ground: Open, state, chance, player: ByDoctrine, turn: 0 }.advance()
}

/// Counts what is left of both sides.
pub(crate) fn outcome<D, S, M, const N: usize>(
    battle: &Battle,
    state: &State<D, S, M, N>,
    ending: u8,
    turns: u16,
) -> Outcome {
    let mut measures = [0; engage::MAX_MEASURES];
    for (profile, figure) in battle.profiles.iter().zip(&state.figures) {
        let (lost, wounded) = match profile.side {
            Side::Blue => (0, 2),
            Side::Red => (1, 3),
        };
        measures[lost] += u16::from(figure.condition.down);
        measures[wounded] += u16::from(!figure.condition.down && figure.condition.wounds() > 0);
    }
    (measures[4], measures[5]) = (state.hostages_hit, state.hostages_lost);
    Outcome { ending, turns, measures }
}

/// An outcome in a round that may not have begun yet.
pub(crate) fn ended(outcome: Outcome, round: u32, begun: bool) -> Outcome {
    Outcome { turns: round as u16 - u16::from(!begun), ..outcome }
}

/// A fight solved: outcomes by the round they come in, with whether that turn had begun.
type Solved<const N: usize> = exact::Absorbed<On<Open, <Enumerated as Chance>::Deck, N>, (Outcome, bool)>;

impl Battle {
    /// Plays from the rules.
    pub(crate) fn play_sized<const N: usize>(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let start = start::<Open, _, N>(self);
        let mut keys = Keys::new(seed, first);
        for outcome in outcomes {
            *outcome = engagement(self, Open, start, &mut Sampled::new(keys.next_key()), ByDoctrine);
        }
    }

    fn play_on_map<const N: usize>(&self, ground: OnMap<'_>, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let start = start::<OnMap<'_>, _, N>(self);
        let mut keys = Keys::new(seed, first);
        for outcome in outcomes {
            *outcome = engagement(self, ground, start, &mut Sampled::new(keys.next_key()), ByDoctrine);
        }
    }

    /// Goes on from where somebody else's words stand.
    pub(crate) fn play_on<const N: usize>(&self, words: Keyed) -> Outcome {
        engagement(self, Open, start::<Open, _, N>(self), &mut Sampled::new(words), ByDoctrine)
    }

    /// An engagement on open ground that has not begun.
    pub(crate) fn begin<D: Deck, const N: usize>(&self) -> On<Open, D, N> {
        start::<Open, D, N>(self)
    }

    /// Plays one engagement and tells each step of it.
    fn told_by(&self, seed: u64, number: u64, player: impl Player) -> (Outcome, Vec<Step>) {
        let mut seen = Witnessed::default();
        let mut sampled = Sampled::new(Keyed::engagement(seed, number));
        let mut observed = Observed::new(&mut sampled, &mut seen);
        let outcome = match &self.site {
            Some(site) => {
                let ground = OnMap(site);
                engagement::<_, _, _, MOST>(self, ground, start::<OnMap<'_>, _, MOST>(self), &mut observed, player)
            }
            None => engagement::<_, _, _, MOST>(self, Open, start::<Open, _, MOST>(self), &mut observed, player),
        };
        (outcome, seen.steps)
    }

    /// Solves the engagement as an absorbing chain of turns.
    pub(crate) fn solve<const N: usize>(&self, limits: Limits) -> Result<Solved<N>, TooLarge> {
        exact::absorb(self.begin(), limits, |start, budget| {
            exact::distribution(start, budget, |mut state, chance: &mut Enumerated| {
                match advance(self, &mut state, chance) {
                    Progress::Step => Flow::Go(state),
                    Progress::TurnOver => Flow::Done(Flow::Go(state)),
                    Progress::Ended { ending, begun } => {
                        Flow::Done(Flow::Done((outcome(self, &state, ending, 0), begun)))
                    }
                }
            })
        })
    }

    fn exact_sized<const N: usize>(&self, budget: usize) -> Result<ExactFight, TooLarge> {
        let limits = Limits { budget, rounds: u32::from(self.turn_limit), tolerance: TOLERANCE, endless: false };
        let solved = self.solve::<N>(limits)?;
        let stopped = |state: &On<Open, _, N>| outcome(self, state, ending::TURN_LIMIT, self.turn_limit);
        Ok(ExactFight::of(solved, limits.rounds, |(outcome, begun), round| ended(outcome, round, begun), stopped))
    }
}

impl engage::Battle for Battle {
    fn figures(&self) -> &[engage::Figure] {
        &self.names
    }

    fn bystanders(&self) -> usize {
        self.site.as_ref().map_or(0, |site| site.hostages.into())
    }

    fn map(&self) -> Option<&Arc<Map>> {
        self.site.as_ref().map(|site| &site.map)
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        // The smallest state that holds all figures.
        match (&self.site, self.profiles.len()) {
            (Some(site), 0..=8) => self.play_on_map::<8>(OnMap(site), seed, first, outcomes),
            (Some(site), 9..=16) => self.play_on_map::<16>(OnMap(site), seed, first, outcomes),
            (Some(site), _) => self.play_on_map::<MOST>(OnMap(site), seed, first, outcomes),
            (None, 0..=2) => self.play_small::<2>(seed, first, outcomes),
            (None, 3..=4) => self.play_small::<4>(seed, first, outcomes),
            (None, 5..=8) => self.play_sized::<8>(seed, first, outcomes),
            (None, 9..=16) => self.play_sized::<16>(seed, first, outcomes),
            (None, _) => self.play_sized::<MOST>(seed, first, outcomes),
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        self.told_by(seed, engagement, ByDoctrine)
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, TooLarge> {
        match self.profiles.len() {
            _ if self.site.is_some() => Err(TooLarge { states: budget }),
            0..=2 => self.exact_sized::<2>(budget),
            3..=MOST_EXACT => self.exact_sized::<MOST_EXACT>(budget),
            _ => Err(TooLarge { states: budget }),
        }
    }
}

/// Plays one engagement of a scenario with every figure in the hands of one player, and tells each step of it.
///
/// # Errors
/// What is wrong with the scenario.
pub fn play_out(
    setup: &serde_json::Value,
    map: Option<&Arc<Map>>,
    seed: u64,
    engagement: u64,
    player: &mut dyn Player,
) -> Result<(Outcome, Vec<Step>), Vec<Problem>> {
    Ok(compiled(setup, map)?.told_by(seed, engagement, player))
}
