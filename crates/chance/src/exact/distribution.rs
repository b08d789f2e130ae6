//! The distribution of what a bounded procedure results in.

use std::fmt;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::effort;
use super::weight::Weight;
use crate::Enumerated;

/// The exact state space exceeds the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// States counted when the solver gave up.
    pub states: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // It gave up at the first state that did not fit.
        let fitted = self.states.saturating_sub(1).to_string();
        f.write_str("more than ")?;
        for (place, digit) in fitted.chars().enumerate() {
            let comma = if place > 0 && (fitted.len() - place).is_multiple_of(3) { "," } else { "" };
            write!(f, "{comma}{digit}")?;
        }
        f.write_str(" states")
    }
}

impl std::error::Error for TooLarge {}

/// What a step leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow<S, O> {
    /// The procedure goes on from this state.
    Go(S),
    /// It is over.
    Done(O),
}

/// Values with weights, in the order in which they were first met: merging equal ones keeps runs reproducible.
#[derive(Clone, Debug)]
pub(super) struct Merged<T, W> {
    pub(super) entries: Vec<(T, W)>,
    pub(super) places: FxHashMap<T, usize>,
    /// Bytes that the weights take up beside their own size, as they were when they came.
    heap: usize,
}

impl<T: Clone + Eq + Hash, W: Weight> Merged<T, W> {
    pub(super) fn new() -> Merged<T, W> {
        Merged { entries: Vec::new(), places: FxHashMap::default(), heap: 0 }
    }

    /// Adds weight to a value: its place.
    pub(super) fn add(&mut self, value: T, weight: W) -> usize {
        let next = self.entries.len();
        let place = *self.places.entry(value.clone()).or_insert(next);
        if place == next {
            self.heap += weight.heap();
            self.entries.push((value, weight));
        } else {
            self.entries[place].1.add(weight);
        }
        place
    }

    /// Takes out what has been merged; the room for it is kept for what comes next.
    fn take(&mut self) -> Vec<(T, W)> {
        self.places.clear();
        self.heap = 0;
        std::mem::take(&mut self.entries)
    }

    /// Bytes that it takes up, apart from what the values point to.
    pub(super) fn room(&self) -> usize {
        let entries = self.entries.capacity() * size_of::<(T, W)>();
        entries + self.places.capacity() * (size_of::<(T, usize)>() + 1) + self.heap
    }
}

/// The exact distribution of the outcomes of a procedure.
#[derive(Clone, Debug)]
pub struct Distribution<O, W> {
    /// Each outcome that can occur, once, with its probability.
    pub outcomes: Vec<(O, W)>,
    /// States expanded on the way, with what had to be walked of throws of pools.
    pub states: usize,
}

impl<O: PartialEq, W: Weight> Distribution<O, W> {
    /// Probability of one outcome; zero if it cannot occur.
    pub fn probability(&self, outcome: &O) -> W {
        self.sum(|other| other == outcome)
    }

    /// Probability of all outcomes that satisfy a condition.
    pub fn sum(&self, condition: impl Fn(&O) -> bool) -> W {
        let mut total = W::zero();
        for (_, weight) in self.outcomes.iter().filter(|(outcome, _)| condition(outcome)) {
            total.add(weight.clone());
        }
        total
    }

    /// Mean of a whole number read off each outcome.
    pub fn mean(&self, count: impl Fn(&O) -> u64) -> W {
        let mut total = W::zero();
        for (outcome, weight) in &self.outcomes {
            total.add(weight.clone().times(count(outcome).into(), 1));
        }
        total
    }
}

/// Branches of a step that count as one state of a budget: a step with very many is as costly as many states.
pub(super) const LEAVES: usize = 64;

/// Bytes that one state of a budget may take up, and the least that a procedure may.
const BYTES: usize = 1 << 10;
const LEAST_ROOM: usize = 1 << 28;

/// Bytes that the values and weights of a procedure may take up at once.
pub(super) fn room<W: Weight>(budget: usize) -> usize {
    budget.saturating_mul(BYTES).max(LEAST_ROOM).min(W::ROOM)
}

/// Throws of pools that are walked which count as one state, likewise.
const THROWS: u64 = 128;

/// Runs a procedure to its end on every branch, merging equal states after every step.
///
/// # Errors
/// [`TooLarge`] when more than `budget` states were expanded or would take up too much memory, a deck became too intricate, pools are too
/// large, or it takes more than the [`Effort`](effort::Effort) that is allowed.
pub fn distribution<S, O, W>(
    start: S,
    budget: usize,
    step: impl Fn(S, &mut Enumerated) -> Flow<S, O>,
) -> Result<Distribution<O, W>, TooLarge>
where
    S: Clone + Eq + Hash,
    O: Clone + Eq + Hash,
    W: Weight,
{
    // A state is copied, hashed and compared on every branch.
    let of_branch = W::WORK + size_of::<S>() as u64 / 8;
    let of_state = 2 * size_of::<S>() + size_of::<W>();
    let mut chance = Enumerated::walking((budget as u64).saturating_mul(THROWS));
    let mut done = Merged::new();
    let mut live = vec![(start, W::one())];
    let mut next = Merged::new();
    let (mut states, mut leaves) = (0, 0);
    while !live.is_empty() {
        states += live.len();
        for (state, weight) in live {
            loop {
                let flow = step(state.clone(), &mut chance);
                leaves += 1;
                if !effort::work(of_branch) || chance.crowded() || leaves / LEAVES > budget {
                    return Err(TooLarge { states: states.max(leaves / LEAVES).max(thrown(&chance).min(budget)) });
                }
                let weight = chance.weight(weight.clone());
                match flow {
                    Flow::Go(state) => next.add(state, weight),
                    Flow::Done(outcome) => done.add(outcome, weight),
                };
                if !chance.advance() {
                    break;
                }
            }
            let room_left = next.room() + done.room() <= room::<W>(budget);
            if states + next.entries.len() > budget || !room_left || !effort::has_room(next.entries.len() * of_state) {
                return Err(TooLarge { states: states + next.entries.len() });
            }
        }
        live = next.take();
    }
    Ok(Distribution { outcomes: done.entries, states: states + thrown(&chance) })
}

/// The states that the throws of pools which were walked count as.
fn thrown(chance: &Enumerated) -> usize {
    usize::try_from(chance.walked() / THROWS).unwrap_or(usize::MAX)
}
