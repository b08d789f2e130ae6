//! Chance sampled from random words: the reading that plays millions of engagements.

use std::fmt::Display;
use std::hash::Hash;

use crate::keyed::bounded;
use crate::pool::Throw;
use crate::{Address, Card, Cards, Chance, Deck, Dice, Hand, Keep, Kept, Keyed, Known, Pool, Step, Words};

/// Chance sampled from random words, keyed ones by default.
///
/// Every bounded choice is Lemire's multiply-and-reject (Fast random integer generation in an interval, 2019): free of
/// bias, and monotone in the word, so that the same luck is the same quantile of whatever is drawn from.
#[derive(Clone, Debug)]
pub struct Sampled<W = Keyed> {
    words: W,
}

impl<W: Words> Sampled<W> {
    /// Chance from these words.
    #[must_use]
    pub const fn new(words: W) -> Sampled<W> {
        Sampled { words }
    }
}

/// Dice, and the number on them, whose ways are far below what a word can tell apart.
const HIGHEST_DICE: u8 = 12;
const HIGHEST_NUMBER: u8 = 13;
const HIGHEST_WAYS: u64 = (HIGHEST_NUMBER as u64 - 1).pow(HIGHEST_DICE as u32);

/// Whether what is left of a word after so many ways is no trace of bias.
#[cold]
fn fair(ways: u64, rest: u64) -> bool {
    rest >= ways || rest >= ways.wrapping_neg() % ways
}

/// The highest of dice that fall from one word and show 2 or more, how many show it, and what is left of the word.
#[inline]
fn highest_of(word: u64, dice: u8, numbers: u64) -> ((u8, u8), u64) {
    (0..dice).fold(((0, 0), word), |(highest, rest), _| {
        let product = u128::from(rest) * u128::from(numbers);
        (higher(highest, (product >> 64) as u8 + 2), product as u64)
    })
}

/// The highest with one more number.
#[inline]
fn higher((highest, times): (u8, u8), number: u8) -> (u8, u8) {
    let again = if number > highest { 0 } else { times };
    (highest.max(number), again + u8::from(number >= highest))
}

/// A number below the `N`th power of `n`, taken apart.
#[inline]
pub(crate) fn digits<const N: usize>(mut number: u64, n: u64) -> [u64; N] {
    std::array::from_fn(|_| {
        let digit = number % n;
        number /= n;
        digit
    })
}

/// The row that place `place` falls in.
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

    /// All from one word: a single number below the total to the power of `N`, taken apart.
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
    fn settle<K: Known>(&mut self, at: Address, known: &K) -> Option<K::Outcome> {
        Some(known.settle(&mut self.words, at))
    }

    /// Up to twelve dice from one word.
    #[inline(always)]
    fn throw(&mut self, at: Address, pool: &Pool, keep: Keep) -> Hand {
        let word = self.words.word(at);
        Hand::fallen(Throw::from_words(pool, word, |last| self.words.again(last)), keep)
    }

    /// All from one word, where one can tell them apart.
    #[inline]
    fn highest(&mut self, at: Address, dice: u8, under: u8) -> (u8, u8) {
        let mut word = self.words.word(at);
        if let (0..=HIGHEST_DICE, 0..=HIGHEST_NUMBER) = (dice, under) {
            loop {
                let (highest, rest) = highest_of(word, dice, u64::from(under) - 1);
                if rest >= HIGHEST_WAYS || fair(u64::from(under - 1).pow(dice.into()), rest) {
                    return highest;
                }
                word = self.words.again(word);
            }
        }
        (0..dice).fold((0, 0), |highest, _| {
            let (number, used) = bounded(&mut self.words, word, u64::from(under) - 1);
            word = self.words.again(used);
            higher(highest, number as u8 + 2)
        })
    }

    /// A card of the whole pack by its number; one that has left the deck is drawn again. So the same luck is the same
    /// card in two decks that differ by a few cards drawn, and the same rank from the bottom in packs of different ranks.
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

/// Chance sampled, but every procedure run roll by roll: the yardstick that [`Chance::one_draw`] is measured by.
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

    fn throw(&mut self, at: Address, pool: &Pool, keep: Keep) -> Hand {
        self.0.throw(at, pool, keep)
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

    fn tell(&mut self, step: impl FnOnce() -> Step) {
        self.0.tell(step);
    }
}
