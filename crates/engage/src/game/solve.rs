//! Exact answers.

use std::hash::Hash;

use chance::exact::{self, Absorbed, Distribution, Flow, Limits, Ratio};
use chance::{Enumerated, KnownDeck, TooLarge};
use rustc_hash::FxHashMap;

use super::shape::{Game, Progress, in_round, over};
use crate::{ExactFight, Problem, situation};

/// Where an engagement stands, as the solver carries its decks.
pub(super) type StateOf<G> = <G as Game>::State<KnownDeck>;

/// The solver stops when less than this is left to absorb.
const TOLERANCE: f64 = 1e-13;

/// Solves an engagement exactly, as [`crate::Battle::exact`] does.
///
/// # Errors
/// [`TooLarge`] when more than `budget` states would be needed.
pub fn exact<G: Game>(game: &G, budget: usize) -> Result<ExactFight, TooLarge>
where
    StateOf<G>: Eq + Hash,
{
    let rounds = game.turn_limit().into();
    let limits = Limits { budget, rounds, tolerance: TOLERANCE, endless: false };
    let solved = solve(game, limits, |state, ending, begun| over(game, state, ending, begun))?;
    let stopped = |state: &StateOf<G>| in_round(over(game, state, G::STOPPED, true), rounds);
    Ok(ExactFight::of(solved, rounds, in_round, stopped))
}

/// Solves an engagement as an absorbing chain of rounds; `outcome` makes one of the last state, the ending, and whether the round
/// counts as played.
///
/// # Errors
/// [`TooLarge`] when the budget does not suffice.
pub fn solve<G: Game, O: Clone + Eq + Hash>(
    game: &G,
    limits: Limits,
    outcome: impl Fn(&StateOf<G>, u8, bool) -> O,
) -> Result<Absorbed<StateOf<G>, O>, TooLarge>
where
    StateOf<G>: Eq + Hash,
{
    exact::absorb(deployed(game, limits.budget)?, limits, |state, budget| round(game, state, budget, &outcome))
}

/// The distribution after so many rounds in fractions; `outcome` makes one of the last state and the ending.
///
/// # Errors
/// That the states are too many.
pub fn in_fractions<G: Game, O: Clone + Eq + Hash>(
    game: &G,
    rounds: u16,
    outcome: impl Fn(&StateOf<G>, u8) -> O,
) -> Result<Distribution<O, Ratio>, Problem>
where
    StateOf<G>: Eq + Hash,
{
    // Before the deployment, and then with the number of rounds that are over.
    situation::distribution((game.start(), None), |(mut state, over), chance| {
        let Some(over) = over else {
            game.deploy(&mut state, chance);
            return Flow::Go((state, Some(0)));
        };
        match game.advance(&mut state, chance, 0) {
            Progress::Step | Progress::Again => Flow::Go((state, Some(over))),
            Progress::RoundOver if over + 1 < rounds => Flow::Go((state, Some(over + 1))),
            Progress::RoundOver => Flow::Done(outcome(&state, G::STOPPED)),
            Progress::Ended { ending, .. } => Flow::Done(outcome(&state, ending)),
        }
    })
}

/// Where everybody may stand before the first round.
pub(super) fn deployed<G: Game>(game: &G, budget: usize) -> Result<Vec<(StateOf<G>, f64)>, TooLarge>
where
    StateOf<G>: Eq + Hash,
{
    let deployed = exact::distribution(game.start(), budget, |mut state, chance: &mut Enumerated| {
        game.deploy(&mut state, chance);
        Flow::Done(state)
    })?;
    Ok(deployed.outcomes)
}

/// How often a round comes to [`Progress::Again`] before it is broken off.
const REPEATS: u32 = 1000;
/// What may be left of a round that comes back to the same place again and again.
const LEFT_OVER: f64 = 1e-18;

/// What one round leads to from a state.
pub(super) fn round<G: Game, O: Clone + Eq + Hash>(
    game: &G,
    state: StateOf<G>,
    budget: usize,
    outcome: impl Fn(&StateOf<G>, u8, bool) -> O,
) -> Result<Distribution<Flow<StateOf<G>, O>, f64>, TooLarge>
where
    StateOf<G>: Eq + Hash,
{
    let (mut starts, mut outcomes, mut states) = (vec![(state, 1.0)], Vec::new(), 0);
    let mut places = FxHashMap::default();
    while !starts.is_empty() {
        let budget = budget.checked_sub(states).ok_or(TooLarge { states })?;
        let limits = Limits { budget, rounds: REPEATS, tolerance: LEFT_OVER, endless: false };
        let part = exact::absorb(starts, limits, |state, budget| stretch(game, state, budget, &outcome))?;
        states += part.states;
        for (_, flow, weight) in part.outcomes {
            let place = *places.entry(flow.clone()).or_insert(outcomes.len());
            match outcomes.get_mut(place) {
                Some((_, sum)) => *sum += weight,
                None => outcomes.push((flow, weight)),
            }
        }
        let broken_off = |(mut state, weight): (StateOf<G>, f64)| {
            game.break_off(&mut state);
            (state, weight)
        };
        starts = part.live.into_iter().filter(|(_, weight)| *weight > LEFT_OVER).map(broken_off).collect();
    }
    Ok(Distribution { outcomes, states })
}

/// What a round leads to from a state before it comes to where it may come again, or to its end.
fn stretch<G: Game, O: Clone + Eq + Hash>(
    game: &G,
    state: StateOf<G>,
    budget: usize,
    outcome: impl Fn(&StateOf<G>, u8, bool) -> O,
) -> Result<Distribution<Flow<StateOf<G>, Flow<StateOf<G>, O>>, f64>, TooLarge>
where
    StateOf<G>: Eq + Hash,
{
    exact::distribution(state, budget, |mut state, chance: &mut Enumerated| match game.advance(&mut state, chance, 0) {
        Progress::Step => Flow::Go(state),
        Progress::Again => Flow::Done(Flow::Go(state)),
        Progress::RoundOver => Flow::Done(Flow::Done(Flow::Go(state))),
        Progress::Ended { ending, begun } => Flow::Done(Flow::Done(Flow::Done(outcome(&state, ending, begun)))),
    })
}
