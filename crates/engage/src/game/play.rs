//! Play from the rules.

use chance::{Chance, Keyed, Keys, Observed, Sampled, Step, Witnessed};

use super::shape::{Game, Progress, in_round, over};
use crate::Outcome;

/// Plays one engagement to its end.
#[inline(never)]
pub fn engagement<G: Game, C: Chance>(game: &G, start: &G::State<C::Deck>, chance: &mut C) -> Outcome {
    // Copied as a whole: passed by value, it would be put together field by field each time.
    let mut state = *start;
    game.deploy(&mut state, chance);
    for round in 1..=game.turn_limit() {
        loop {
            match game.advance(&mut state, chance, round) {
                Progress::Step | Progress::Again => {}
                Progress::RoundOver => break,
                Progress::Ended { ending, begun } => {
                    return in_round(over(game, &state, ending, begun), round.into());
                }
            }
        }
    }
    in_round(over(game, &state, G::STOPPED, true), game.turn_limit().into())
}

/// Plays engagements `first`, `first + 1`, … into `outcomes`, as [`crate::Battle::play`] does.
pub fn play<G: Game>(game: &G, seed: u64, first: u64, outcomes: &mut [Outcome]) {
    let start = game.start();
    let mut keys = Keys::new(seed, first);
    for outcome in outcomes {
        *outcome = engagement(game, &start, &mut Sampled::new(keys.next_key()));
    }
}

/// Plays one engagement and logs each step of it, as [`crate::Battle::replay`] does.
pub fn replay<G: Game>(game: &G, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
    let words = Keyed::engagement(seed, engagement);
    let (mut luck, mut seen) = (Sampled::new(words), Witnessed::of(words));
    let outcome = self::engagement(game, &game.start(), &mut Observed::new(&mut luck, &mut seen));
    (outcome, seen.steps)
}
