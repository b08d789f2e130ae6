//! Where rules get their chance from.

use std::fmt::Display;
use std::hash::Hash;

use crate::address::Address;
use crate::cards::{Card, Deck};
use crate::dice::Dice;
use crate::one_draw::OneDraw;
use crate::pool::{Die, Hand, Keep, Kept, Pool, Throw};
use crate::step::Step;

/// Where a rule's randomness comes from.
pub trait Chance: Sized {
    /// How this reading represents a deck of cards: by the cards left, or by what has been learnt of the cards drawn.
    type Deck: Deck;

    /// Whether an observer reads the steps; if not, `log` costs nothing.
    const OBSERVED: bool = false;

    /// Whether a procedure of many steps should hand back its state after each, so that equal states can be merged.
    const STEPWISE: bool = false;

    /// Picks one row of a table of values with integer weights, which must not all be zero. In sampled play the same
    /// luck picks the same quantile, so list the rows in a meaningful order.
    fn pick<T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> T;

    /// `N` independent picks under one address.
    fn several<const N: usize, T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> [T; N];

    /// Picks one row of a table of results of some six-sided dice. Play draws the row; an observer also logs dice that
    /// give it, so each row must have the weight that `of` gives it over all throws of that number of `dice`.
    #[inline(always)]
    fn comes_to<T: Copy + Display + PartialEq>(
        &mut self,
        at: Address,
        table: &[(T, u32)],
        _dice: usize,
        _of: impl Fn(&[u8]) -> T,
    ) -> T {
        self.pick(at, table)
    }

    /// Picks one of `n` equally likely branches, 0 to n - 1. `n` must not be zero.
    fn below(&mut self, at: Address, n: u32) -> u32;

    /// A test that passes with `k` chances in `n`.
    fn passes(&mut self, at: Address, k: u32, n: u32) -> bool {
        self.pick(at, &[(false, n - k), (true, k)])
    }

    /// Throws dice and answers the question about their score. The question must depend on the score alone.
    #[inline]
    fn roll<A: Copy + PartialEq>(&mut self, at: Address, dice: &Dice, ask: impl Fn(u8) -> A) -> A {
        ask(self.pick(at, dice.scores()))
    }

    /// Settles a short procedure whose distribution is known: by one draw in sampled play, by running it in other
    /// readings.
    #[inline]
    fn one_draw<P: Procedure>(&mut self, at: Address, known: &OneDraw<P::Outcome>, procedure: &P) -> P::Outcome {
        match self.settle(at, known) {
            Some(outcome) => outcome,
            None => procedure.run(self, at),
        }
    }

    /// The outcome of a short procedure by one draw; `None` in readings that have to run it.
    #[inline]
    fn settle<T: Copy + PartialEq>(&mut self, _at: Address, _known: &OneDraw<T>) -> Option<T> {
        None
    }

    /// A short piece of a procedure, which may change `state`. The piece must depend only on `state`, on what it is
    /// `given`, which has a type of its own for each piece, and on what never changes; what follows must depend on the
    /// piece only by its result and by `state`. Where steps are enumerated, the piece is walked once, and what follows
    /// once for each of its results, not for every branch; other readings just run the piece.
    #[inline(always)]
    fn in_short<K, S, T>(
        &mut self,
        _given: impl FnOnce() -> K,
        state: &mut S,
        piece: impl Fn(&mut Self, &mut S) -> T,
    ) -> T
    where
        K: Eq + Hash + 'static,
        S: Copy + Eq + Hash + 'static,
        T: Copy + Eq + Hash + 'static,
    {
        piece(self, state)
    }

    /// Takes the next card from a deck and answers the question about it. An empty deck is refilled first. The question
    /// must depend on the card alone.
    fn draw<A: Copy + PartialEq>(&mut self, deck: &mut Self::Deck, at: Address, ask: impl Fn(Card) -> A) -> A;

    /// Throws a pool of at most [`crate::MOST_DICE`] dice, for [`Chance::look`]. Dice fall in the order of
    /// [`Pool::iter`].
    #[inline(always)]
    fn throw(&mut self, at: Address, pool: &Pool, keep: Keep) -> Hand {
        self.throw_and_tell(at, pool, keep).0
    }

    /// The same, also with the number on every die if that is known.
    fn throw_and_tell(&mut self, at: Address, pool: &Pool, keep: Keep) -> (Hand, Option<Throw>) {
        let one_more = |throw: Throw, (place, die): (u32, Die)| {
            throw.with(die, self.below(at.further(place), die.faces().into()) as u8 + 1)
        };
        Hand::fallen((0..).zip(pool.iter()).fold(Throw::NONE, one_more), keep)
    }

    /// Answers a question about a thrown pool. A pool may be looked at several times; earlier answers still hold. The
    /// question must depend only on what was kept.
    #[inline]
    fn look<A: Copy + Eq + Hash>(&mut self, hand: &mut Hand, ask: impl Fn(&Kept) -> A) -> A {
        ask(&hand.kept)
    }

    /// Throws a pool against another and answers a question about both. `goal` reads the other pool, `theirs`, and its
    /// result decides how this pool is kept. `theirs` may be looked at again afterwards. The question must depend only
    /// on the goal and on what was kept.
    #[inline]
    fn against<G: Copy + Eq + Hash, A: Copy + Eq + Hash>(
        &mut self,
        theirs: &mut Hand,
        goal: impl Fn(&Kept) -> G,
        (at, pool): (Address, &Pool),
        keep: impl Fn(G) -> Keep,
        ask: impl Fn(&Kept, G) -> A,
    ) -> A {
        let goal = self.look(theirs, goal);
        let mut ours = self.throw(at, pool, keep(goal));
        self.look(&mut ours, |kept| ask(kept, goal))
    }

    /// The highest number on `dice` dice, each equally likely to show any number from 2 to `under`, and how many dice
    /// show it. `dice` must be at least 1 and `under` at least 2.
    fn highest(&mut self, at: Address, dice: u8, under: u8) -> (u8, u8) {
        let mut highest = (0, 0);
        for die in 0..dice {
            let number = self.below(at.further(die.into()), u32::from(under) - 1) as u8 + 2;
            match number.cmp(&highest.0) {
                std::cmp::Ordering::Greater => highest = (number, 1),
                std::cmp::Ordering::Equal => highest.1 += 1,
                std::cmp::Ordering::Less => {}
            }
        }
        highest
    }

    /// A number that decides nothing of the engagement by itself, such as the seed of what a player imagines. No observer
    /// hears of it.
    fn idle(&mut self, at: Address) -> u64 {
        self.below(at, u32::MAX).into()
    }

    /// Names what the next draw is made with, such as an average die, for an observer who cannot see it from the draw.
    #[inline(always)]
    fn with(&mut self, _name: &'static str) -> &mut Self {
        self
    }

    /// Logs a step for an observer; `step` is not evaluated without one.
    #[inline]
    fn log(&mut self, _step: impl FnOnce() -> Step) {}
}

/// A short procedure without decks, such as an attack with its rolls to hit, to save and for effect.
pub trait Procedure {
    /// Its result.
    type Outcome: Copy + PartialEq;

    /// Runs it. Its draws use this address, or others with the same figure and occurrence.
    fn run<C: Chance>(&self, chance: &mut C, at: Address) -> Self::Outcome;
}
