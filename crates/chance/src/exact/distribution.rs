//! The distribution of the outcomes of a bounded procedure.

use std::hash::Hash;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::FxBuildHasher;

use super::effort::{self, Held, TooLarge};
use super::shared::Shared;
use super::weight::Weight;
use crate::Enumerated;

/// What a step leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow<S, O> {
    /// The procedure goes on from this state.
    Go(S),
    /// It is over.
    Done(O),
}

impl<S: Hash, O> Flow<S, O> {
    /// The same, for solvers that refer to the state many times.
    pub fn shared(self) -> Flow<Shared<S>, O> {
        match self {
            Flow::Go(state) => Flow::Go(Shared::new(state)),
            Flow::Done(outcome) => Flow::Done(outcome),
        }
    }
}

/// Values with weights; equal values are merged. They keep the order in which they were first met, so that runs are
/// reproducible.
#[derive(Clone, Debug)]
pub(super) struct Merged<T, W> {
    all: IndexMap<T, W, FxBuildHasher>,
    /// Bytes that the weights take up beyond their own size, measured when each value first came.
    heap: usize,
}

impl<T: Eq + Hash, W: Weight> Merged<T, W> {
    pub(super) fn new() -> Merged<T, W> {
        Merged { all: IndexMap::default(), heap: 0 }
    }

    /// Adds weight to a value and returns its place.
    pub(super) fn add(&mut self, value: T, weight: W) -> usize {
        match self.all.entry(value) {
            Entry::Occupied(mut known) => {
                known.get_mut().add(weight);
                known.index()
            }
            Entry::Vacant(new) => {
                self.heap += weight.heap();
                let place = new.index();
                new.insert(weight);
                place
            }
        }
    }

    /// The number of values.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The value at a place, and its weight.
    pub(super) fn at(&self, place: usize) -> (&T, &W) {
        self.all.get_index(place).expect("a place that was returned")
    }

    /// The weights in the order of their values.
    pub(super) fn weights(&mut self) -> impl Iterator<Item = &mut W> {
        self.all.values_mut()
    }

    /// Takes out the values with their weights, and keeps the memory for others.
    fn drain(&mut self) -> impl Iterator<Item = (T, W)> {
        self.heap = 0;
        self.all.drain(..)
    }

    /// The values with their weights.
    pub(super) fn into_entries(self) -> impl Iterator<Item = (T, W)> {
        self.all.into_iter()
    }

    /// Bytes that it takes up, apart from what the values point to: for each value itself, its weight, its hash, and its
    /// place in the look-up.
    pub(super) fn room(&self) -> usize {
        self.all.capacity() * (size_of::<(usize, T, W)>() + size_of::<usize>() + 1) + self.heap
    }
}

/// The exact distribution of the outcomes of a procedure.
#[derive(Clone, Debug)]
pub struct Distribution<O, W> {
    /// Each outcome that can occur, once, with its probability.
    pub outcomes: Vec<(O, W)>,
    /// States expanded on the way, including those that the walked throws of pools count as.
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

    /// Mean of a whole number computed from each outcome.
    pub fn mean(&self, count: impl Fn(&O) -> u64) -> W {
        let mut total = W::zero();
        for (outcome, weight) in &self.outcomes {
            total.add(weight.clone().times(count(outcome).into(), 1));
        }
        total
    }
}

/// Branches of a step that count as one state of a budget: a step with very many branches costs as much as many states.
pub(super) const LEAVES: usize = 64;

/// Runs a procedure to its end on every branch, merging equal states after every step.
///
/// # Errors
/// [`TooLarge`] if more than `budget` states are expanded, a deck becomes too intricate, or it takes more than the
/// [`Effort`](effort::Effort) allowed.
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
    effort::within_states(budget, || {
        let mut chance = Enumerated::new();
        chance.begin(budget);
        let mut front = Front { live: Merged::new(), done: Merged::new(), states: 0, leaves: 0 };
        front.live.add(start, W::one());
        followed(&mut chance, front, budget, step)
    })
}

/// How far a run has come, between two steps.
pub(super) struct Front<S, O, W> {
    /// The states from which it goes on.
    pub(super) live: Merged<S, W>,
    /// The outcomes so far.
    pub(super) done: Merged<O, W>,
    /// States expanded.
    pub(super) states: usize,
    /// Branches enumerated.
    pub(super) leaves: usize,
}

/// Work of a branch that is enumerated: its state is copied, hashed and compared.
pub(super) const fn of_branch<S, W: Weight>() -> u64 {
    W::WORK + size_of::<S>() as u64 / 8
}

/// Runs a procedure on to its end.
pub(super) fn followed<S, O, W>(
    chance: &mut Enumerated,
    front: Front<S, O, W>,
    budget: usize,
    step: impl Fn(S, &mut Enumerated) -> Flow<S, O>,
) -> Result<Distribution<O, W>, TooLarge>
where
    S: Clone + Eq + Hash,
    O: Clone + Eq + Hash,
    W: Weight,
{
    let Front { mut live, mut done, mut states, mut leaves } = front;
    let (mut next, mut held) = (Merged::new(), Held::default());
    while live.len() > 0 {
        states += live.len();
        let of_live = live.room();
        for (state, weight) in live.drain() {
            loop {
                let flow = step(state.clone(), chance);
                leaves += 1;
                chance.fits()?;
                effort::work(of_branch::<S, W>())?;
                if leaves / LEAVES > budget {
                    return Err(TooLarge::States(budget));
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
            if states + next.len() > budget {
                return Err(TooLarge::States(budget));
            }
            held.now(of_live + next.room() + done.room())?;
        }
        std::mem::swap(&mut live, &mut next);
    }
    Ok(Distribution { outcomes: done.into_entries().collect(), states: states + chance.walked() })
}
