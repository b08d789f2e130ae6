//! Chance sampled from random words: the reading that plays millions of engagements.

use std::fmt::Display;
use std::hash::Hash;

use crate::pool::Throw;
use crate::{Address, Card, Cards, Chance, Deck, Dice, Hand, Keep, Kept, Keyed, Numbers, OneDraw, Pool, Step, Words};

/// Chance sampled from random words, keyed ones by default.
///
/// Every bounded choice uses Lemire's multiply-and-reject method (Fast random integer generation in an interval, 2019).
/// It is free of bias and monotone in the word, so that the same luck is the same quantile of every distribution.
#[derive(Clone, Debug)]
pub struct Sampled<W = Keyed> {
    words: W,
}

impl<W: Words> Sampled<W> {
    /// Chance drawn from these words.
    #[must_use]
    pub const fn new(words: W) -> Sampled<W> {
        Sampled { words }
    }

    /// Throws a pool, up to twelve dice from one word.
    #[inline(always)]
    fn fall<const TOLD: bool>(&mut self, at: Address, pool: &Pool) -> Throw {
        let word = self.words.word(at);
        Throw::from_words::<TOLD>(pool, word, |last| self.words.again(last))
    }
}

/// A number below `n` from a word of the draw, and the word it came from.
#[inline]
pub(crate) fn bounded(words: &mut impl Words, mut word: u64, n: u64) -> (u64, u64) {
    loop {
        let product = u128::from(word) * u128::from(n);
        let low = product as u64;
        if low >= n || low >= n.wrapping_neg() % n {
            return ((product >> 64) as u64, word);
        }
        word = words.again(word);
    }
}

/// The `N` digits to base `n` of a number below `n` to the power of `N`, the lowest first.
#[inline]
pub(crate) fn digits<const N: usize>(mut number: u64, n: u64) -> [u64; N] {
    std::array::from_fn(|_| {
        let digit = number % n;
        number /= n;
        digit
    })
}

/// The row that this place falls in.
#[inline]
pub(crate) fn row<T: Copy>(mut place: u64, table: &[(T, u32)]) -> T {
    for &(value, weight) in table {
        if place < u64::from(weight) {
            return value;
        }
        place -= u64::from(weight);
    }
    unreachable!("the place is below the sum of the weights")
}

pub(crate) fn total<T>(table: &[(T, u32)]) -> u64 {
    table.iter().map(|&(_, weight)| u64::from(weight)).sum()
}

impl<W: Words> Chance for Sampled<W> {
    type Deck = Cards;

    #[inline]
    fn pick<T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> T {
        let word = self.words.word(at);
        row(bounded(&mut self.words, word, total(table)).0, table)
    }

    /// All from one word: a single number below the total to the power of `N`, split into digits.
    #[inline]
    fn several<const N: usize, T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> [T; N] {
        let total = total(table);
        let word = self.words.word(at);
        let number = bounded(&mut self.words, word, total.pow(N as u32)).0;
        digits(number, total).map(|digit| row(digit, table))
    }

    #[inline]
    fn below(&mut self, at: Address, n: u32) -> u32 {
        let word = self.words.word(at);
        bounded(&mut self.words, word, u64::from(n)).0 as u32
    }

    #[inline]
    fn settle<T: Copy + PartialEq>(&mut self, at: Address, known: &OneDraw<T>) -> Option<T> {
        let word = self.words.word(at);
        Some(known.outcome(bounded(&mut self.words, word, known.total().into()).0 as u32))
    }

    #[inline(always)]
    fn throw(&mut self, at: Address, pool: &Pool, keep: Keep) -> Hand {
        if keep.numbers == Numbers::Nothing {
            let word = self.words.word(at);
            let total = Throw::total(pool, word, |last| self.words.again(last));
            return Hand::known(Kept::without_effect(total, 0));
        }
        Hand::fallen(self.fall::<false>(at, pool), keep).0
    }

    fn throw_and_tell(&mut self, at: Address, pool: &Pool, keep: Keep) -> (Hand, Option<Throw>) {
        Hand::fallen(self.fall::<true>(at, pool), keep)
    }

    /// All dice are known, so the question is answered at once.
    #[inline(always)]
    fn against<G: Copy + Eq + Hash, A: Copy + Eq + Hash>(
        &mut self,
        theirs: &mut Hand,
        goal: impl Fn(&Kept) -> G,
        (at, pool): (Address, &Pool),
        keep: impl Fn(G) -> Keep,
        ask: impl Fn(&Kept, G) -> A,
    ) -> A {
        let goal = goal(&theirs.kept);
        let word = self.words.word(at);
        ask(&Throw::kept(pool, &keep(goal), word, |last| self.words.again(last)), goal)
    }

    /// Draws a card of the whole pack by its number; if the card has left the deck, draws again. So the same luck gives
    /// the same card in two decks that differ by a few cards drawn, and the same rank counted from the bottom in packs
    /// of different ranks.
    #[inline(always)]
    fn draw<A: Copy + PartialEq>(&mut self, deck: &mut Cards, at: Address, ask: impl Fn(Card) -> A) -> A {
        if deck.left == 0 {
            deck.refill();
        }
        let pack = deck.pack();
        let mut word = self.words.word(at);
        loop {
            let (number, used) = bounded(&mut self.words, word, u64::from(pack.size()));
            let bit = 1 << number;
            if deck.left & bit != 0 {
                deck.left &= !bit;
                return ask(pack.card(number as u32));
            }
            word = self.words.again(used);
        }
    }
}

/// Chance sampled, with every procedure run roll by roll: the baseline for checking [`Chance::one_draw`].
#[derive(Clone, Debug)]
pub struct Literal<C = Sampled>(pub C);

impl<C: Chance> Chance for Literal<C> {
    type Deck = C::Deck;

    const OBSERVED: bool = C::OBSERVED;

    const STEPWISE: bool = C::STEPWISE;

    fn pick<T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> T {
        self.0.pick(at, table)
    }

    fn several<const N: usize, T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> [T; N] {
        self.0.several(at, table)
    }

    fn below(&mut self, at: Address, n: u32) -> u32 {
        self.0.below(at, n)
    }

    fn roll<A: Copy + PartialEq>(&mut self, at: Address, dice: &Dice, ask: impl Fn(u8) -> A) -> A {
        self.0.roll(at, dice, ask)
    }

    fn throw_and_tell(&mut self, at: Address, pool: &Pool, keep: Keep) -> (Hand, Option<Throw>) {
        self.0.throw_and_tell(at, pool, keep)
    }

    fn look<A: Copy + Eq + Hash>(&mut self, hand: &mut Hand, ask: impl Fn(&Kept) -> A) -> A {
        self.0.look(hand, ask)
    }

    fn highest(&mut self, at: Address, dice: u8, under: u8) -> (u8, u8) {
        self.0.highest(at, dice, under)
    }

    fn draw<A: Copy + PartialEq>(&mut self, deck: &mut Self::Deck, at: Address, ask: impl Fn(Card) -> A) -> A {
        self.0.draw(deck, at, ask)
    }

    fn log(&mut self, step: impl FnOnce() -> Step) {
        self.0.log(step);
    }
}
