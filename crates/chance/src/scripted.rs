//! Scripted chance: the draws of a worked example.

use std::collections::VecDeque;
use std::fmt::Display;

use crate::{Address, Card, Cards, Chance, Deck, Dice};

/// One scripted draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// A card turned over.
    Card(Card),
    /// A value of a die or table.
    Value(u32),
}

/// Returns the draws it was given, in order. For tests: it panics if it is asked for a different kind of draw than the
/// next one, for a draw that cannot occur, or for more draws than it has.
#[derive(Debug)]
pub struct Scripted {
    draws: VecDeque<Draw>,
}

impl Scripted {
    /// Runs a procedure on these draws.
    ///
    /// # Panics
    /// If the draws do not fit what the procedure asks for, or one is left over.
    #[track_caller]
    pub fn play<T>(draws: impl IntoIterator<Item = Draw>, procedure: impl FnOnce(&mut Scripted) -> T) -> T {
        let mut chance = Scripted { draws: draws.into_iter().collect() };
        let result = procedure(&mut chance);
        assert!(chance.draws.is_empty(), "draws left over: {:?}", chance.draws);
        result
    }

    fn value(&mut self) -> u32 {
        match self.draws.pop_front() {
            Some(Draw::Value(value)) => value,
            other => panic!("a value was asked for, the script has {other:?}"),
        }
    }
}

impl Chance for Scripted {
    type Deck = Cards;

    fn pick<T: Copy + Display>(&mut self, _at: Address, table: &[(T, u32)]) -> T {
        let wanted = self.value().to_string();
        let row = table.iter().find(|(value, weight)| *weight > 0 && value.to_string() == wanted);
        row.unwrap_or_else(|| panic!("{wanted} is not in the table")).0
    }

    fn several<const N: usize, T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> [T; N] {
        std::array::from_fn(|_| self.pick(at, table))
    }

    fn below(&mut self, _at: Address, n: u32) -> u32 {
        let face = self.value();
        assert!((1..=n).contains(&face), "a face of 1 to {n} was asked for, the script has {face}");
        face - 1
    }

    /// Takes one value for each die.
    fn roll<A: Copy + PartialEq>(&mut self, at: Address, dice: &Dice, ask: impl Fn(u8) -> A) -> A {
        let mut faces = [0; 5];
        faces[..usize::from(dice.count())].fill_with(|| self.below(at, 6) as u8 + 1);
        ask(dice.score(faces))
    }

    fn draw<A: Copy + PartialEq>(&mut self, deck: &mut Cards, _at: Address, ask: impl Fn(Card) -> A) -> A {
        let card = match self.draws.pop_front() {
            Some(Draw::Card(card)) => card,
            other => panic!("a card was asked for, the script has {other:?}"),
        };
        if deck.is_empty() {
            deck.refill();
        }
        assert!(deck.take(card), "{card} is no longer in the deck");
        ask(card)
    }
}
