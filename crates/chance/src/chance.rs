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
    /// How this reading carries a deck of cards: which cards are left, or what has been learnt of those drawn.
    type Deck: Deck;

    /// Whether an observer reads the steps; `tell` costs nothing when false.
    const OBSERVED: bool = false;

    /// Whether a procedure of many steps should hand back its state after each, so that equal states can be merged.
    const STEPWISE: bool = false;

    /// One row of a table of values with integer weights, which must not all be zero. In sampled play the same luck means
    /// the same quantile, so list the rows in an order that means something.
    fn pick<T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> T;

    /// `N` independent picks under one address.
    fn several<const N: usize, T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> [T; N];

    /// One row of a table of what some six-sided dice come to. Play draws the row; an observer also logs dice that come to it, so
    /// `of` has to give each row its weight over all throws of that number of `dice`.
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
    fn one_draw<P: Procedure>(&mut self, at: Address, known: &OneDraw<P::Outcome>, procedure: &P) -> P::Outcome {
        match self.settle(at, known) {
            Some(outcome) => outcome,
            None => procedure.run(self, at),
        }
    }

    /// The outcome of a short procedure by one draw, in a reading that does so.
    #[inline]
    fn settle<T: Copy + PartialEq>(&mut self, _at: Address, _known: &OneDraw<T>) -> Option<T> {
        None
    }

    /// Turns over the next card of a deck, which loses it, and answers the question asked of it. A deck with no card left
    /// is made whole first. The question must depend on the card alone.
    fn draw<A: Copy + PartialEq>(&mut self, deck: &mut Self::Deck, at: Address, ask: impl Fn(Card) -> A) -> A;

    /// Throws a pool, of at most [`crate::MOST_DICE`] dice, to be looked at. Dice fall in the order of [`Pool::iter`].
    #[inline(always)]
    fn throw(&mut self, at: Address, pool: &Pool, keep: Keep) -> Hand {
        self.throw_and_tell(at, pool, keep).0
    }

    /// The same with what every die shows, where that is known.
    fn throw_and_tell(&mut self, at: Address, pool: &Pool, keep: Keep) -> (Hand, Option<Throw>) {
        let one_more = |throw: Throw, (place, die): (u32, Die)| {
            throw.with(die, self.below(at.further(place), die.faces().into()) as u8 + 1)
        };
        Hand::fallen((0..).zip(pool.iter()).fold(Throw::NONE, one_more), keep)
    }

    /// Answers a question about a pool that was thrown. It may be looked at several times: what was answered stays so. The question must
    /// depend on what was kept alone.
    #[inline]
    fn look<A: Copy + Eq + Hash>(&mut self, hand: &mut Hand, ask: impl Fn(&Kept) -> A) -> A {
        ask(&hand.kept)
    }

    /// Throws a pool against another, and answers a question about both: what is read of theirs is the goal, and says how ours is kept.
    /// Theirs may be looked at afterwards. The question must depend on the goal and on what was kept alone.
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

    /// The highest number on a set of dice, each equally likely to show any number from 2 to `under`, and how many show it. There must be
    /// a die, and a number.
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

    /// Names what the next draw is made with, for an observer who cannot tell it from what is drawn, such as an average die.
    #[inline(always)]
    fn with(&mut self, _name: &'static str) -> &mut Self {
        self
    }

    /// Tells an observer what happened; not evaluated when nobody observes.
    #[inline]
    fn log(&mut self, _step: impl FnOnce() -> Step) {}
}

/// A short procedure without decks, such as an attack: to hit, to save, effect.
pub trait Procedure {
    /// What it results in.
    type Outcome: Copy + PartialEq;

    /// Runs it; its draws have this address, or others of the same figure and occurrence.
    fn run<C: Chance>(&self, chance: &mut C, at: Address) -> Self::Outcome;
}
