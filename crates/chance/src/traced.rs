//! Traced chance: every question that a step of a procedure asks of dice and decks, whichever cards are left in the
//! decks.

use std::fmt::Display;

use crate::sampled::{digits, row, total};
use crate::{Address, Card, Chance, Deck, Pack};

/// A deck known only by its place among the decks of a state; which cards are left in it is known only in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TracedDeck {
    pack: Pack,
    pub(crate) source: Source,
    /// Whether it was refilled since the last draw from it.
    pub(crate) whole: bool,
}

/// The source of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    /// A die, or a whole deck that is drawn from once and put away.
    Fresh,
    /// The deck of the state with this number.
    Deck(u8),
    /// Such a whole deck, after a card was drawn from it.
    Used,
}

impl Deck for TracedDeck {
    fn whole(pack: Pack) -> TracedDeck {
        TracedDeck { pack, source: Source::Fresh, whole: true }
    }

    fn pack(&self) -> Pack {
        self.pack
    }

    fn refill(&mut self) {
        self.whole = true;
    }
}

/// A question about a die or a deck.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) at: Address,
    pub(crate) source: Source,
    /// Whether the deck is refilled first.
    pub(crate) refill: bool,
    /// Number of equally likely draws: cards of a whole deck, or sides of a die.
    pub(crate) size: u32,
    /// The answers that lead to different paths: for each, the draws that give it, by bit.
    pub(crate) answers: Vec<u64>,
    /// The answer taken on this path.
    pub(crate) taken: usize,
}

impl Question {
    /// The draws that give the answer taken, by bit.
    pub(crate) fn answer(&self) -> u64 {
        self.answers[self.taken]
    }
}

/// The most sides of a die or cards of a deck: one bit for each.
const MOST_SIDES: u64 = u64::BITS as u64;

/// Walks every path through a step, one at a time: run the step, read the path, go to the next, run it again.
#[derive(Debug, Default)]
pub struct Traced {
    path: Vec<Question>,
    depth: usize,
    lost: bool,
}

impl Traced {
    /// The questions on the path just run.
    pub(crate) fn path(&self) -> &[Question] {
        &self.path[..self.depth]
    }

    /// Whether a step asked something that a table cannot hold: about a die with too many sides, or about a second card
    /// of a deck that belongs to no state.
    pub(crate) const fn lost(&self) -> bool {
        self.lost
    }

    /// How many questions the next path shares with the path just run.
    pub(crate) fn shared(&self) -> usize {
        self.path.len()
    }

    /// Goes to the next path; false after the last.
    pub(crate) fn advance(&mut self) -> bool {
        self.path.truncate(self.depth);
        self.depth = 0;
        while let Some(question) = self.path.last_mut() {
            question.taken += 1;
            if question.taken < question.answers.len() {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// Asks a question and returns one of the draws that give the answer taken. `answer` maps the number of a draw to
    /// its answer.
    fn ask<A: PartialEq>(
        &mut self,
        at: Address,
        source: Source,
        refill: bool,
        size: u64,
        answer: impl Fn(u32) -> A,
    ) -> u32 {
        if size > MOST_SIDES {
            self.lost = true;
            return 0;
        }
        if self.depth == self.path.len() {
            let mut known: Vec<(A, u64)> = Vec::new();
            for number in 0..size as u32 {
                let answer = answer(number);
                match known.iter_mut().find(|(other, _)| *other == answer) {
                    Some((_, draws)) => *draws |= 1 << number,
                    None => known.push((answer, 1 << number)),
                }
            }
            let mut answers: Vec<u64> = known.into_iter().map(|(_, draws)| draws).collect();
            // Cards that have all been drawn on this path cannot come again, for example jokers that are set aside.
            let drawn = |draws: u64| {
                let same = |asked: &&Question| asked.source == source && asked.answer() == draws;
                source != Source::Fresh && self.path.iter().filter(same).count() >= draws.count_ones() as usize
            };
            answers.retain(|&draws| !drawn(draws));
            self.path.push(Question { at, source, refill, size: size as u32, answers, taken: 0 });
        }
        let question = &self.path[self.depth];
        self.depth += 1;
        question.answer().trailing_zeros()
    }
}

impl Chance for Traced {
    type Deck = TracedDeck;

    const STEPWISE: bool = true;

    fn pick<T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> T {
        let place = |number: u32| {
            let within = table.iter().scan(0, |sum, &(_, weight)| {
                *sum += weight;
                Some(*sum)
            });
            within.take_while(|&end| end <= number).count()
        };
        let number = self.ask(at, Source::Fresh, false, total(table), place);
        row(number.into(), table)
    }

    fn several<const N: usize, T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> [T; N] {
        let sides = total(table);
        let number = self.ask(at, Source::Fresh, false, sides.saturating_pow(N as u32), |number| number);
        digits(number.into(), sides).map(|digit| row(digit, table))
    }

    fn below(&mut self, at: Address, n: u32) -> u32 {
        self.ask(at, Source::Fresh, false, n.into(), |number| number)
    }

    fn draw<A: Copy + PartialEq>(&mut self, deck: &mut TracedDeck, at: Address, ask: impl Fn(Card) -> A) -> A {
        let pack = deck.pack();
        self.lost |= deck.source == Source::Used;
        let refill = std::mem::take(&mut deck.whole) && deck.source != Source::Fresh;
        let number = self.ask(at, deck.source, refill, pack.size().into(), |number| ask(pack.card(number)));
        if deck.source == Source::Fresh {
            deck.source = Source::Used;
        }
        ask(pack.card(number))
    }
}
