//! Chance observed: any reading with a transcript.

use std::cell::Cell;
use std::fmt::Display;

use crate::{Address, Card, Chance, Luck, Step};

/// Wraps a reading of chance and keeps what it is told, with the draws behind each step.
#[derive(Debug)]
pub struct Observed<'a, C> {
    chance: &'a mut C,
    seen: &'a mut Witnessed,
}

/// What an observer has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witnessed {
    /// The steps told.
    pub steps: Vec<Step>,
    /// Draws since the last step.
    luck: Vec<Luck>,
}

impl<'a, C: Chance> Observed<'a, C> {
    /// Observes a reading of chance.
    pub const fn new(chance: &'a mut C, seen: &'a mut Witnessed) -> Observed<'a, C> {
        Observed { chance, seen }
    }

    fn note(&mut self, drawn: impl Display) {
        self.seen.luck.push(Luck { drawn: drawn.to_string() });
    }
}

impl<C: Chance> Chance for Observed<'_, C> {
    type Deck = C::Deck;

    const OBSERVED: bool = true;

    const STEPWISE: bool = C::STEPWISE;

    fn pick<T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> T {
        let value = self.chance.pick(at, table);
        self.note(value);
        value
    }

    fn several<const N: usize, T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> [T; N] {
        let values = self.chance.several(at, table);
        values.into_iter().for_each(|value| self.note(value));
        values
    }

    fn below(&mut self, at: Address, n: u32) -> u32 {
        let face = self.chance.below(at, n);
        self.note(face + 1);
        face
    }

    fn draw<A: Copy + PartialEq>(&mut self, deck: &mut Self::Deck, at: Address, ask: impl Fn(Card) -> A) -> A {
        // The last card asked about is the one drawn, in every reading.
        let drawn = Cell::new(None);
        let answer = self.chance.draw(deck, at, |card| {
            drawn.set(Some(card));
            ask(card)
        });
        if let Some(card) = drawn.get() {
            self.note(card);
        }
        answer
    }

    fn tell(&mut self, step: impl FnOnce() -> Step) {
        let mut step = step();
        step.luck = std::mem::take(&mut self.seen.luck);
        self.seen.steps.push(step);
    }
}
