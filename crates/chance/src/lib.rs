//! Sources of chance for rule code.
//!
//! A rule is written once, generic over [`Chance`], and read five ways: [`Sampled`] plays it from keyed streams,
//! [`Enumerated`] walks every branch with its exact weight, [`Scripted`] hands it the draws of a worked example and
//! fails if one is left over or asked for the wrong way, [`Observed`] wraps any of them and writes down each step, and
//! [`Traced`] asks every question once, for a table ([`Compiled`]) that small procedures are played from.
//!
//! A draw names who draws and what for (an [`Address`]) and asks the question that the rule asks ("8 or more?"), so that
//! enumeration branches on answers, not on faces.
//!
//! ```
//! use chance::{Address, Card, Cards, Chance, Deck, Enumerated, Pack, exact};
//!
//! /// Whether the first card of a novice's deck is an 8 or better.
//! fn hit<C: Chance>(chance: &mut C) -> bool {
//!     let mut deck = C::Deck::whole(Pack::new(1, 2));
//!     chance.draw(&mut deck, Address::new(0, 0, 0), |card: Card| card.value().is_some_and(|value| value >= 8))
//! }
//!
//! let odds = exact::distribution::<_, _, exact::Ratio>((), 100, |(), chance| exact::Flow::Done(hit(chance))).unwrap();
//! assert_eq!(odds.probability(&true).to_string(), "2/7");
//! ```
#![forbid(unsafe_code)]

use std::fmt::Display;

mod asked;
mod cards;
mod compiled;
mod counts;
mod deals;
mod dice;
mod enumerated;
pub mod exact;
mod fused;
mod keyed;
mod known;
mod observed;
mod sampled;
mod scripted;
mod step;
mod traced;
mod whole;
mod wide;

pub use asked::{Asked, Asking};
pub use cards::{Card, Cards, Deck, Pack};
pub use compiled::{Compiled, Extent, Procedure, Walked};
pub use dice::{D6, Dice};
pub use enumerated::Enumerated;
pub use exact::TooLarge;
pub use fused::{Fused, Size};
pub use keyed::{Keyed, Keys, Plain, Words};
pub use known::Known;
pub use observed::{Observed, Witnessed};
pub use sampled::{Literal, Sampled};
pub use scripted::{Draw, Scripted};
pub use step::{Luck, Mark, Modifier, Step};
pub use traced::{Outline, Traced};
pub use whole::{MOST_OUTCOMES, Short, Whole};

/// Whose draw it is, what it is for, and which one of its kind.
///
/// An address is all that the luck of a draw depends on, besides the seed and the engagement: a rule variant that adds a
/// draw under a new purpose shifts nobody else's luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    figure: u8,
    purpose: u8,
    occurrence: u32,
}

impl Address {
    /// An address: the figure's number in the battle, the ruleset's number for the purpose, and which occurrence of it.
    #[must_use]
    pub const fn new(figure: u8, purpose: u8, occurrence: u32) -> Address {
        Address { figure, purpose, occurrence }
    }

    /// The address of a draw in a round of play, counted from 1: which occurrence of it in that round.
    #[must_use]
    pub const fn in_round(figure: u8, purpose: u8, round: u16, occurrence: u16) -> Address {
        Address::new(figure, purpose, (round as u32) << 16 | occurrence as u32)
    }

    /// The same figure and occurrence for another purpose.
    #[must_use]
    pub const fn purpose(self, purpose: u8) -> Address {
        Address { purpose, ..self }
    }

    /// The same figure and purpose, `further` occurrences on.
    #[must_use]
    pub const fn further(self, further: u32) -> Address {
        Address { occurrence: self.occurrence + further, ..self }
    }

    const fn packed(self) -> u64 {
        (self.occurrence as u64) << 16 | (self.purpose as u64) << 8 | self.figure as u64
    }

    /// What a round adds to a packed address.
    const ROUND: u64 = 1 << 32;
}

/// Where a rule's randomness comes from.
pub trait Chance: Sized {
    /// How this reading carries a deck of cards: which cards are left, or what has been learnt of those drawn.
    type Deck: Deck;

    /// Whether somebody is told the steps; `tell` costs nothing when false.
    const OBSERVED: bool = false;

    /// Whether a procedure of many steps should hand back its state after each, so that equal states can be merged.
    const STEPWISE: bool = false;

    /// One row of a table of values with integer weights, which must not all be zero. In sampled play the same luck means
    /// the same quantile, so list the rows in an order that means something.
    fn pick<T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> T;

    /// `N` independent picks under one address.
    fn several<const N: usize, T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> [T; N];

    /// One of `n` equal branches, 0 to n - 1. `n` must not be zero.
    fn below(&mut self, at: Address, n: u32) -> u32;

    /// A test with `k` chances in `n`.
    fn passes(&mut self, at: Address, k: u32, n: u32) -> bool {
        self.pick(at, &[(false, n - k), (true, k)])
    }

    /// Throws dice, and answers the question asked of their score. The question must depend on the score alone.
    #[inline]
    fn roll<A: Copy + PartialEq>(&mut self, at: Address, dice: &Dice, ask: impl Fn(u8) -> A) -> A {
        ask(self.pick(at, dice.scores()))
    }

    /// A short procedure whose distribution is known: in sampled play one draw settles it, elsewhere it is run.
    #[inline]
    fn whole<P: Short>(&mut self, at: Address, known: &Whole<P::Outcome>, procedure: &P) -> P::Outcome {
        match self.settle(at, known) {
            Some(outcome) => outcome,
            None => procedure.run(self, at),
        }
    }

    /// The outcome of a short procedure by one draw, in a reading that does so.
    #[inline]
    fn settle<T: Copy + PartialEq>(&mut self, _at: Address, _known: &Whole<T>) -> Option<T> {
        None
    }

    /// Turns over the next card of a deck, which loses it, and answers the question asked of it. A deck with no card left
    /// is made whole first. The question must depend on the card alone.
    fn draw<A: Copy + PartialEq>(&mut self, deck: &mut Self::Deck, at: Address, ask: impl Fn(Card) -> A) -> A;

    /// Tells an observer what happened; not evaluated when nobody observes.
    #[inline]
    fn tell(&mut self, _step: impl FnOnce() -> Step) {}
}
