//! Small battles with cards, played from a table that is compiled from the rules: the same outcomes, sooner.

use std::hash::Hash;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use chance::exact::Flow;
use chance::{Extent, Keys, QuestionTable, Sampled, Traceable, Traced, TracedDeck, Walked};

use super::play::{engagement, play};
use super::shape::{Game, Progress, in_round, over};
use crate::Outcome;

/// The number of engagements after which a table is worth compiling: compiling takes about as long as they do.
const WORTH_A_TABLE: u64 = 1 << 16;

/// A table that fits in a processor's cache, if it covers most of the play.
const EXTENT: Extent = Extent { questions: 16384, enough: 0.005, too_much: 0.3 };

/// A game with cards whose play fits a table of questions. What it decides by chance before the first round is a step of
/// that round.
pub trait Tabled: Game {
    /// Whether the next step of a state begins a round.
    fn begins_round(&self, state: &Self::State<TracedDeck>) -> bool;

    /// The decks of a state, always the same ones in the same order.
    fn decks<'a>(&self, state: &'a mut Self::State<TracedDeck>) -> impl Iterator<Item = &'a mut TracedDeck>;
}

/// The table of a battle's questions, once it has been tried and if it could be compiled.
#[derive(Debug, Default)]
pub struct Table {
    compiled: OnceLock<Option<QuestionTable<Outcome>>>,
    /// Engagements played so far.
    played: AtomicU64,
}

impl Table {
    /// Plays as [`play`](super::play()) does; from the table, once enough has been played to make it worth compiling.
    pub fn play<G: Tabled>(&self, game: &G, seed: u64, first: u64, outcomes: &mut [Outcome])
    where
        G::State<TracedDeck>: Eq + Hash,
    {
        let count = outcomes.len() as u64;
        let before = self.played.fetch_add(count, Ordering::Relaxed);
        // The thread that reaches the number compiles; meanwhile the others go on from the rules.
        if before < WORTH_A_TABLE && before + count >= WORTH_A_TABLE {
            self.compiled.get_or_init(|| tabled(game, EXTENT));
        }
        match self.compiled.get() {
            Some(Some(compiled)) => play_tabled(game, compiled, seed, first, outcomes),
            _ => play(game, seed, first, outcomes),
        }
    }

    /// Whether a table has been compiled.
    pub fn is_compiled(&self) -> bool {
        self.compiled.get().is_some_and(Option::is_some)
    }
}

/// The table of a game's questions; `None` if it does not fit, or asks something that a table cannot hold.
pub fn tabled<G: Tabled>(game: &G, extent: Extent) -> Option<QuestionTable<Outcome>>
where
    G::State<TracedDeck>: Eq + Hash,
{
    QuestionTable::new(&Questions(game), extent)
}

/// Plays as [`play`](super::play()) does from a table; engagements that leave the table are played from the rules.
pub fn play_tabled<G: Game>(game: &G, table: &QuestionTable<Outcome>, seed: u64, first: u64, outcomes: &mut [Outcome]) {
    let limit = game.turn_limit().into();
    table.play(&mut Keys::new(seed, first), outcomes.len(), limit, |place, walked| {
        outcomes[place] = match walked {
            Walked::Over(outcome, round) => in_round(outcome, round),
            Walked::Left(words) => engagement(game, &game.start(), &mut Sampled::new(words)),
        };
    });
}

/// A game in the form of its questions.
struct Questions<'a, G>(&'a G);

impl<G: Tabled> Traceable for Questions<'_, G>
where
    G::State<TracedDeck>: Eq + Hash,
{
    type State = G::State<TracedDeck>;
    type Outcome = Outcome;

    fn start(&self) -> Self::State {
        self.0.start()
    }

    fn step(&self, mut state: Self::State, chance: &mut Traced) -> Flow<Self::State, Outcome> {
        match self.0.advance(&mut state, chance, 0) {
            Progress::Step | Progress::Again | Progress::RoundOver => Flow::Go(state),
            Progress::Ended { ending, begun } => Flow::Done(over(self.0, &state, ending, begun)),
        }
    }

    fn begins_round(&self, state: &Self::State) -> bool {
        self.0.begins_round(state)
    }

    fn decks<'a>(&self, state: &'a mut Self::State) -> impl Iterator<Item = &'a mut TracedDeck> {
        self.0.decks(state)
    }

    /// A round beyond the last does not count.
    fn stopped(&self, state: &Self::State) -> Outcome {
        over(self.0, state, G::STOPPED, false)
    }
}
