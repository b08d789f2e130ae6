//! How a ruleset describes a battle.

use chance::{Chance, Deck};

use crate::{MAX_MEASURES, Outcome};

/// A battle in one shape: with room for a number of figures, on open ground or on a map.
///
/// It is a light value, made for each call from a compiled battle. A round is what the turn limit counts: a turn, or a
/// pair of moves.
pub trait Game {
    /// The state of an engagement, with decks of cards in the form that a reading of chance uses. For an exact
    /// solution, it must reset everything that is over, so that equal situations are equal values.
    type State<D: Deck>: Copy;

    /// The ending of an engagement that reaches the turn limit.
    const STOPPED: u8;

    /// The most states that are enumerated to make a table of whole rounds.
    const FUSED_STATES: usize = 4096;

    /// The most rounds.
    fn turn_limit(&self) -> u16;

    /// The state before anything has been decided by chance.
    fn start<D: Deck>(&self) -> Self::State<D>;

    /// Makes the decisions of chance that come before the first round.
    #[inline]
    fn deploy<C: Chance>(&self, _state: &mut Self::State<C::Deck>, _chance: &mut C) {}

    /// Plays on to the end of the round, or by one step if the source of chance wants every step
    /// ([`Chance::STEPWISE`]). In that case the state says where in the round it is. Rounds are counted from 1; the
    /// solver numbers every round 0.
    fn advance<C: Chance>(&self, state: &mut Self::State<C::Deck>, chance: &mut C, round: u16) -> Progress;

    /// Ends something that would go on for ever, after a round has come to [`Progress::Again`] a thousand times.
    fn break_off<D: Deck>(&self, _state: &mut Self::State<D>) {}

    /// The measures of an engagement that is over.
    fn measures<D: Deck>(&self, state: &Self::State<D>) -> [u16; MAX_MEASURES];
}

/// How far [`Game::advance`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// By one step of the round.
    Step,
    /// To a place in the round to which play may come back, such as the next volley of an exchange of fire.
    Again,
    /// To the end of the round.
    RoundOver,
    /// To the end of the engagement.
    Ended {
        /// How it ended: an index into [`crate::Ruleset::endings`].
        ending: u8,
        /// Whether the round in which it ended counts as played.
        begun: bool,
    },
}

/// An outcome as if its round were the first: its turns are 1 if the round counts as played, otherwise 0.
#[inline]
pub(super) fn over<G: Game, D: Deck>(game: &G, state: &G::State<D>, ending: u8, begun: bool) -> Outcome {
    Outcome { ending, turns: begun.into(), measures: game.measures(state) }
}

/// Such an outcome, if its round is this one.
#[inline]
pub(super) fn in_round(outcome: Outcome, round: u32) -> Outcome {
    Outcome { turns: (u32::from(outcome.turns) + round - 1) as u16, ..outcome }
}

/// Evaluates an expression with the smallest listed number of figures that is large enough, or otherwise with the last
/// one: in `with_capacity_for!(N in [2, 8, 32], figures => play(&Duel::<N>(self)))` the expression is compiled three
/// times.
#[macro_export]
macro_rules! with_capacity_for {
    ($size:ident in [$last:literal], $figures:expr => $chosen:expr) => {{
        const $size: usize = $last;
        $chosen
    }};
    ($size:ident in [$first:literal, $($more:literal),+], $figures:expr => $chosen:expr) => {
        if $figures <= $first {
            const $size: usize = $first;
            $chosen
        } else {
            $crate::with_capacity_for!($size in [$($more),+], $figures => $chosen)
        }
    };
}
