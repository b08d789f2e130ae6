//! Exact answers.

use std::cell::{Cell, RefCell};
use std::hash::Hash;

use chance::exact::{self, Absorbed, Distribution, Flow, Limits, Ratio, Shared, Steps};
use chance::{Enumerated, KnownDeck, TooLarge};
use rustc_hash::FxHashMap;

use super::shape::{Game, Progress, in_round, over};
use crate::{ExactFight, Problem, situation};

/// The state of an engagement, with decks in the form that the solver uses.
pub(super) type StateOf<G> = <G as Game>::State<KnownDeck>;

/// The solver stops once at most this probability is left to absorb.
const TOLERANCE: f64 = 1e-13;

/// Solves an engagement exactly, as [`crate::Battle::exact`] does.
///
/// # Errors
/// [`TooLarge`] if more than `budget` states would be needed.
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

/// Solves an engagement as an absorbing chain of rounds. `outcome` builds an outcome from the last state, the ending,
/// and whether the round counts as played.
///
/// # Errors
/// [`TooLarge`] if the budget does not suffice.
pub fn solve<G: Game, O: Clone + Eq + Hash>(
    game: &G,
    limits: Limits,
    outcome: impl Fn(&StateOf<G>, u8, bool) -> O,
) -> Result<Absorbed<StateOf<G>, O>, TooLarge>
where
    StateOf<G>: Eq + Hash,
{
    let rounds = Rounds::new(game, outcome);
    let starts = deployed(game, limits.budget)?.into_iter().map(|(state, weight)| (Shared::new(state), weight));
    exact::absorb(starts, limits, |state, budget| rounds.round(state, budget))
}

/// The distribution after a number of rounds, in fractions; `outcome` builds an outcome from the last state and the
/// ending.
///
/// # Errors
/// If there are too many states.
pub fn in_fractions<G: Game, O: Clone + Eq + Hash>(
    game: &G,
    rounds: u16,
    outcome: impl Fn(&StateOf<G>, u8) -> O,
) -> Result<Distribution<O, Ratio>, Problem>
where
    StateOf<G>: Eq + Hash,
{
    // `None` before the deployment, and after it the number of rounds that are over.
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

/// The states in which the first round may begin, each with its probability.
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

/// How often a round may come to [`Progress::Again`] before it is broken off.
const REPEATS: u32 = 1000;
/// The probability that may be left in a round that keeps coming back to the same place.
const LEFT_OVER: f64 = 1e-18;

/// The result of a stretch of a round: a place to which play may come back, or the end of the round, which may be that
/// of the engagement.
type Stretch<S, O> = Distribution<Flow<Shared<S>, Next<S, O>>, f64>;

/// What a round leads to: the state after it, or the end of the engagement.
type Next<S, O> = Flow<Shared<S>, O>;

/// The steps of all stretches.
type StepsOf<S, O> = Steps<S, Flow<Shared<S>, Next<S, O>>>;

/// Stretches by the state in which they begin.
type Known<S, O> = FxHashMap<Shared<S>, Stretch<S, O>>;

/// The rounds of a game, solved one by one. What a round leads to from a place to which it may come back is worked out
/// only once.
pub(super) struct Rounds<'a, G: Game, O, F> {
    game: &'a G,
    outcome: F,
    known: RefCell<Known<StateOf<G>, O>>,
    /// Many rounds have steps in common.
    steps: RefCell<StepsOf<StateOf<G>, O>>,
}

impl<'a, G: Game, O: Clone + Eq + Hash, F: Fn(&StateOf<G>, u8, bool) -> O> Rounds<'a, G, O, F>
where
    StateOf<G>: Eq + Hash,
{
    /// For this game; `outcome` builds an outcome from the last state, the ending, and whether the round counts as
    /// played.
    pub(super) fn new(game: &'a G, outcome: F) -> Rounds<'a, G, O, F> {
        Rounds { game, outcome, known: RefCell::default(), steps: RefCell::default() }
    }

    /// What one round leads to from a state.
    pub(super) fn round(
        &self,
        state: Shared<StateOf<G>>,
        budget: usize,
    ) -> Result<Distribution<Next<StateOf<G>, O>, f64>, TooLarge> {
        let first = self.stretch(state.clone(), budget)?;
        if first.outcomes.iter().all(|(flow, _)| matches!(flow, Flow::Done(_))) {
            // Usually it comes back nowhere: then the stretch is the whole round.
            let over = |(flow, weight)| if let Flow::Done(flow) = flow { Some((flow, weight)) } else { None };
            let outcomes = first.outcomes.into_iter().filter_map(over).collect();
            return Ok(Distribution { outcomes, states: first.states });
        }
        let first = Cell::new(Some(first));
        let (mut starts, mut outcomes, mut states) = (vec![(state.clone(), 1.0)], Vec::new(), 0);
        let mut places = FxHashMap::default();
        while !starts.is_empty() {
            let budget = budget.checked_sub(states).ok_or(TooLarge::States(budget))?;
            let limits = Limits { budget, rounds: REPEATS, tolerance: LEFT_OVER, endless: false };
            let part = exact::absorb(starts, limits, |from, budget| {
                if from != state {
                    return self.known_stretch(from, budget);
                }
                first.take().map_or_else(|| self.stretch(from, budget), Ok)
            })?;
            states += part.states;
            let mut place_of = vec![None; part.ends.len()];
            for (_, end, weight) in part.by_round {
                let flow = &part.ends[end];
                let place = *place_of[end].get_or_insert_with(|| *places.entry(flow.clone()).or_insert(outcomes.len()));
                match outcomes.get_mut(place) {
                    Some((_, sum)) => *sum += weight,
                    None => outcomes.push((flow.clone(), weight)),
                }
            }
            let broken_off = |(state, weight): (Shared<StateOf<G>>, f64)| {
                let mut state = *state;
                self.game.break_off(&mut state);
                (Shared::new(state), weight)
            };
            starts = part.live.into_iter().filter(|(_, weight)| *weight > LEFT_OVER).map(broken_off).collect();
        }
        Ok(Distribution { outcomes, states })
    }

    /// A stretch that begins where a round may come back to, worked out when it is first needed.
    fn known_stretch(&self, state: Shared<StateOf<G>>, budget: usize) -> Result<Stretch<StateOf<G>, O>, TooLarge> {
        if let Some(known) = self.known.borrow().get(&state) {
            return Ok(Distribution { states: 0, ..known.clone() });
        }
        let stretch = self.stretch(state.clone(), budget)?;
        self.known.borrow_mut().insert(state, stretch.clone());
        Ok(stretch)
    }

    /// What a round leads to from a state, until it comes to a place to which it may come back, or to its end.
    fn stretch(&self, state: Shared<StateOf<G>>, budget: usize) -> Result<Stretch<StateOf<G>, O>, TooLarge> {
        self.steps.borrow_mut().distribution(state, budget, |state, chance| match self.game.advance(state, chance, 0) {
            Progress::Step => None,
            Progress::Again => Some(Flow::Go(*state).shared()),
            Progress::RoundOver => Some(Flow::Done(Flow::Go(*state).shared())),
            Progress::Ended { ending, begun } => Some(Flow::Done(Flow::Done((self.outcome)(state, ending, begun)))),
        })
    }
}
