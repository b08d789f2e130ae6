//! Observed chance: any reading, with a transcript.

use std::cell::Cell;
use std::fmt::Display;
use std::hash::Hash;

use crate::pool::Throw;
use crate::{
    Address, Card, Chance, Dice, Drawn, Hand, Keep, Kept, Keyed, Literal, Luck, OneDraw, Pool, Procedure, Sampled, Step,
};

/// Wraps a reading of chance and keeps its steps, with the draws behind each.
#[derive(Debug)]
pub struct Observed<'a, C> {
    chance: &'a mut C,
    seen: &'a mut Witnessed,
}

/// What an observer has seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Witnessed {
    /// The steps logged.
    pub steps: Vec<Step>,
    /// Draws since the last step.
    luck: Vec<Luck>,
    /// What the next draw is made with, if it has been named.
    with: Option<&'static str>,
    /// The number of the last luck used to log dice whose result was already known.
    told: u64,
}

/// The seed for dice that are logged after their result is known.
const TOLD: u64 = 0x7265_746f_6c64;

/// The most throws to find dice that give the row drawn; the rarest row of five dice needs about 8,000.
const MOST_THROWS: u32 = 1 << 20;

impl Witnessed {
    /// Nothing observed yet, in an engagement with these words. Dice whose result is already known are logged from luck
    /// of their own.
    #[must_use]
    pub const fn of(words: Keyed) -> Witnessed {
        Witnessed { steps: Vec::new(), luck: Vec::new(), with: None, told: words.word_here() >> 1 }
    }

    /// Appends what was observed later.
    pub(crate) fn append(&mut self, mut later: Witnessed) {
        let next = later.steps.first_mut().map_or(&mut later.luck, |step| &mut step.luck);
        next.splice(..0, self.luck.drain(..));
        self.steps.append(&mut later.steps);
        self.luck = later.luck;
        self.told = self.told.max(later.told);
    }
}

impl<'a, C: Chance> Observed<'a, C> {
    /// Observes a reading of chance.
    pub const fn new(chance: &'a mut C, seen: &'a mut Witnessed) -> Observed<'a, C> {
        Observed { chance, seen }
    }

    /// Records a draw under the name that was given for it, or otherwise under `from`.
    fn note(&mut self, at: Address, from: impl Display, drawn: Drawn) {
        let from = self.seen.with.take().map_or_else(|| from.to_string(), str::to_owned);
        self.seen.luck.push(Luck { figure: at.figure(), purpose: at.what_for(), from, drawn });
    }

    /// Luck of its own, to log dice whose result is already known.
    fn teller(&mut self) -> Sampled {
        self.seen.told += 1;
        Sampled::new(Keyed::engagement(TOLD, self.seen.told))
    }
}

impl<C: Chance> Chance for Observed<'_, C> {
    type Deck = C::Deck;

    const OBSERVED: bool = true;

    const STEPWISE: bool = C::STEPWISE;

    fn pick<T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> T {
        let value = self.chance.pick(at, table);
        self.note(at, "", Drawn::Row(value.to_string()));
        value
    }

    fn several<const N: usize, T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> [T; N] {
        let values = self.chance.several(at, table);
        let with = self.seen.with;
        for value in values {
            self.seen.with = with;
            self.note(at, "", Drawn::Row(value.to_string()));
        }
        values
    }

    fn below(&mut self, at: Address, n: u32) -> u32 {
        let face = self.chance.below(at, n);
        let drawn = Drawn::Faces(vec![face + 1]);
        match n {
            2 | 3 | 4 | 6 | 8 | 10 | 12 | 20 => self.note(at, format_args!("d{n}"), drawn),
            _ => self.note(at, format_args!("lot of {n}"), drawn),
        }
        face
    }

    fn idle(&mut self, at: Address) -> u64 {
        self.chance.idle(at)
    }

    /// Throws dice until they give the row drawn, and logs those.
    fn comes_to<T: Copy + Display + PartialEq>(
        &mut self,
        at: Address,
        table: &[(T, u32)],
        dice: usize,
        of: impl Fn(&[u8]) -> T,
    ) -> T {
        let value = self.chance.pick(at, table);
        let mut teller = self.teller();
        let mut faces = vec![0; dice];
        for throw in 0..MOST_THROWS {
            for (die, face) in (0..).zip(&mut faces) {
                *face = teller.below(at.further(throw * dice as u32 + die), 6) as u8 + 1;
            }
            if of(&faces) == value {
                self.note(at, format_args!("{dice}d6"), Drawn::Faces(faces.iter().map(|&face| face.into()).collect()));
                return value;
            }
        }
        debug_assert!(false, "no {dice} dice come to {value}");
        self.note(at, "", Drawn::Row(value.to_string()));
        value
    }

    fn roll<A: Copy + PartialEq>(&mut self, at: Address, dice: &Dice, ask: impl Fn(u8) -> A) -> A {
        // In every reading, the last score asked about is the one thrown.
        let thrown = Cell::new(0);
        let answer = self.chance.roll(at, dice, |score| {
            thrown.set(score);
            ask(score)
        });
        let score = thrown.get();
        let ways = dice.scores().iter().find(|&&(other, _)| other == score).map_or(1, |&(_, ways)| ways);
        let way = self.teller().below(at, ways);
        self.note(at, dice, Drawn::Faces(dice.way(score, way).map(u32::from).collect()));
        answer
    }

    /// Logs every die with its size, and with the name of the pool if one was given.
    fn throw_and_tell(&mut self, at: Address, pool: &Pool, keep: Keep) -> (Hand, Option<Throw>) {
        let (hand, throw) = self.chance.throw_and_tell(at, pool, keep);
        let name = self.seen.with;
        for (die, face) in throw.iter().flat_map(|throw| throw.dice()) {
            self.seen.with = name;
            match name {
                Some(_) => self.note(at, "", Drawn::Die { sides: die.faces(), face }),
                None => self.note(at, die, Drawn::Faces(vec![face.into()])),
            }
        }
        self.seen.with = None;
        (hand, throw)
    }

    fn look<A: Copy + Eq + Hash>(&mut self, hand: &mut Hand, ask: impl Fn(&Kept) -> A) -> A {
        self.chance.look(hand, ask)
    }

    fn highest(&mut self, at: Address, dice: u8, under: u8) -> (u8, u8) {
        let highest = self.chance.highest(at, dice, under);
        self.note(at, "highest", Drawn::Faces(vec![highest.0.into()]));
        highest
    }

    /// If one draw settled the outcome, runs the procedure until it gives the same outcome, and logs those dice.
    fn one_draw<P: Procedure>(&mut self, at: Address, known: &OneDraw<P::Outcome>, procedure: &P) -> P::Outcome {
        let Some(outcome) = self.chance.settle(at, known) else { return procedure.run(self, at) };
        loop {
            let mut teller = Literal(self.teller());
            // Passes the counter on, so that dice logged inside have luck of their own.
            let mut told = Witnessed { told: self.seen.told, ..Witnessed::default() };
            let found = procedure.run(&mut Observed::new(&mut teller, &mut told), at);
            if found == outcome {
                self.seen.append(told);
                return outcome;
            }
            self.seen.told = self.seen.told.max(told.told);
        }
    }

    fn draw<A: Copy + PartialEq>(&mut self, deck: &mut Self::Deck, at: Address, ask: impl Fn(Card) -> A) -> A {
        // In every reading, the last card asked about is the one drawn.
        let drawn = Cell::new(None);
        let answer = self.chance.draw(deck, at, |card| {
            drawn.set(Some(card));
            ask(card)
        });
        if let Some(card) = drawn.get() {
            self.note(at, "", Drawn::Card(card));
        }
        answer
    }

    fn with(&mut self, name: &'static str) -> &mut Self {
        self.seen.with = Some(name);
        self
    }

    fn log(&mut self, step: impl FnOnce() -> Step) {
        let mut step = step();
        step.luck = std::mem::take(&mut self.seen.luck);
        self.seen.steps.push(step);
    }
}
