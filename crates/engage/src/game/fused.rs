//! Small battles without cards: whole rounds as one draw.

use std::hash::Hash;

use chance::exact::Flow;
use chance::{Cards, Keyed, KnownDeck, Observed, RoundTable, Sampled, Size, Step, Witnessed};

use super::shape::{Game, Progress, in_round, over};
use super::solve::{Rounds, deployed};
use crate::Outcome;

/// The number of table entries that fit in a processor's cache.
const ENTRIES: usize = 1 << 14;

/// Whole rounds of a game without cards as one draw each; `None` if it has too many states, or more than one state to
/// start from.
pub fn fuse<G, S>(game: &G) -> Option<RoundTable<S, Outcome>>
where
    G: Game<State<KnownDeck> = S>,
    S: Copy + Eq + Hash,
{
    let size = Size { states: G::FUSED_STATES, entries: ENTRIES };
    let [(start, _)] = deployed(game, size.states).ok()?[..] else { return None };
    let rounds = Rounds::new(game, |state: &S, ending, begun| over::<G, KnownDeck>(game, state, ending, begun));
    RoundTable::new(
        start,
        size,
        game.turn_limit().into(),
        |state, budget| rounds.round(state, budget),
        |state| over::<G, KnownDeck>(game, state, G::STOPPED, true),
        in_round,
    )
}

/// [`replay`](super::replay()) for an engagement that is played by [`RoundTable`] rounds.
pub fn replay_fused<G, S>(game: &G, fused: &RoundTable<S, Outcome>, seed: u64, engagement: u64) -> (Outcome, Vec<Step>)
where
    G: Game<State<Cards> = S>,
    S: Copy + Eq + Hash,
{
    let words = Keyed::engagement(seed, engagement);
    let mut seen = Witnessed::of(words);
    game.deploy(&mut game.start::<Cards>(), &mut Observed::new(&mut Sampled::new(words), &mut seen));
    let outcome = fused.replay(words, &mut seen, |mut state, round, chance| {
        match game.advance(&mut state, chance, round as u16) {
            Progress::Step | Progress::Again | Progress::RoundOver => Flow::Go(state),
            Progress::Ended { ending, begun } => Flow::Done(over::<G, Cards>(game, &state, ending, begun)),
        }
    });
    (outcome, seen.steps)
}
