//! The state of an engagement, grouped by lifetime: `Default` resets each part when its time is over, so that equal
//! situations are equal values.

use std::hash::{Hash, Hasher};

use engage::Side;
use field::Figures;

use crate::figure::{Man, NOBODY};
use crate::player::memory::Memory;

/// The state of an engagement on one kind of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State<const N: usize, G> {
    /// The ground, with its changing state.
    pub(crate) ground: G,
    pub(crate) men: [Man; N],
    /// Men in action.
    pub(crate) up: Figures,
    /// Men in action with a yellow counter (FT-pin-1).
    pub(crate) pinned: Figures,
    pub(crate) precedence: Precedence,
    pub(crate) pair: Pair,
    pub(crate) turn: TurnPosition,
    /// The targets named for this side's fire, if all are named before the first shot (FT-seq-4).
    pub(crate) named: [u8; N],
    /// The players' notes; no rule reads them.
    pub(crate) memory: [Memory; N],
    /// The way of leading that each man who looks ahead has chosen for his go; 0 for the own doctrine.
    pub(crate) ways: [u8; N],
}

/// Hashes few words, since exact solutions look up many states. Players' notes are left out: they take notes on maps
/// only.
impl<const N: usize, G> Hash for State<N, G> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for (man, &named) in self.men.iter().zip(&self.named) {
            hasher.write_u64(man.packed() | u64::from(named) << 32);
        }
        hasher.write_u64(self.up.0);
        hasher.write_u64(self.pinned.0);
        let Precedence { first, stands } = self.precedence;
        let Pair { begun, turns } = self.pair;
        let TurnPosition { stage, cursor } = self.turn;
        let flags = [first as u8, stands.into(), begun.into(), turns, stage, cursor, 0, 0];
        hasher.write_u64(u64::from_le_bytes(flags));
    }
}

/// The first move from pair to pair (FT-seq-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Precedence {
    pub(crate) first: Side,
    /// Whether a tie keeps it: there has been a pair before, and ties stand.
    pub(crate) stands: bool,
}

impl Default for Precedence {
    fn default() -> Precedence {
        Precedence { first: Side::Blue, stands: false }
    }
}

/// State that lasts a pair of moves (FT-seq-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair {
    /// Whether the first move has been rolled for.
    pub(crate) begun: bool,
    /// Turns that are over.
    pub(crate) turns: u8,
}

/// State that lasts a side's turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TurnPosition {
    /// The stage, by its place among the stages.
    pub(crate) stage: u8,
    /// The man whose go it is within the stage.
    pub(crate) cursor: u8,
}

impl<const N: usize, G> State<N, G> {
    /// The state before the first pair of moves, with these men in action on this ground.
    pub(crate) fn new(ground: G, men: [Man; N], up: Figures, pinned: Figures) -> State<N, G> {
        State {
            ground,
            men,
            up,
            pinned,
            precedence: Precedence::default(),
            pair: Pair::default(),
            turn: TurnPosition::default(),
            named: [NOBODY; N],
            memory: [Memory::default(); N],
            ways: [0; N],
        }
    }
}
