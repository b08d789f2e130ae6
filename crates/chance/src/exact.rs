//! Exact answers: distributions of bounded procedures and absorbing chains, from the rule code itself.
//!
//! A procedure is a function from a state to the next state or to an outcome, asking chance on the way. Equal states are
//! merged after every step, so that the work is in the number of different states, not in the number of ways to reach them.

use std::fmt;
use std::hash::Hash;

use num_bigint::BigUint;
use num_integer::Integer;
use rustc_hash::FxHashMap;

use crate::Enumerated;
pub use crate::deals::distribution_of_deals;

/// The exact state space exceeds the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// States counted when the solver gave up.
    pub states: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} states", self.states)
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

/// A probability as the solver carries it.
pub trait Weight: Clone {
    /// Probability zero.
    fn zero() -> Self;
    /// Probability one.
    fn one() -> Self;
    /// This times a fraction.
    #[must_use]
    fn times(self, numerator: u128, denominator: u128) -> Self;
    /// Adds another.
    fn add(&mut self, other: Self);
}

impl Weight for f64 {
    fn zero() -> f64 {
        0.0
    }

    fn one() -> f64 {
        1.0
    }

    fn times(self, numerator: u128, denominator: u128) -> f64 {
        self * numerator as f64 / denominator as f64
    }

    fn add(&mut self, other: f64) {
        *self += other;
    }
}

/// A fraction of big integers, brought to lowest terms only when it is read.
///
/// Weights that meet in one state mostly have the same denominator (the product of the same deck sizes), so adding compares
/// denominators first, and goes over to their least common multiple where they differ.
#[derive(Clone, Debug)]
pub struct Ratio {
    numerator: BigUint,
    denominator: BigUint,
}

impl Ratio {
    /// A fraction; the denominator must not be zero.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Ratio {
        Ratio { numerator: numerator.into(), denominator: denominator.into() }
    }

    /// A fraction of big integers; the denominator must not be zero.
    #[must_use]
    pub const fn of(numerator: BigUint, denominator: BigUint) -> Ratio {
        Ratio { numerator, denominator }
    }

    /// Numerator and denominator as they are.
    pub(crate) const fn parts(&self) -> (&BigUint, &BigUint) {
        (&self.numerator, &self.denominator)
    }

    /// The product of two.
    #[must_use]
    pub fn product(&self, other: &Ratio) -> Ratio {
        Ratio::of(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }

    /// What is missing to one; the fraction must not exceed it.
    #[must_use]
    pub fn complement(&self) -> Ratio {
        Ratio::of(&self.denominator - &self.numerator, self.denominator.clone())
    }

    /// Numerator and denominator in lowest terms.
    #[must_use]
    pub fn lowest_terms(&self) -> (BigUint, BigUint) {
        let divisor = self.numerator.gcd(&self.denominator);
        (&self.numerator / &divisor, &self.denominator / &divisor)
    }

    /// This times a whole number.
    #[must_use]
    pub fn scaled(&self, factor: u64) -> Ratio {
        Ratio { numerator: &self.numerator * factor, denominator: self.denominator.clone() }
    }

    /// The decimal nearest to its lowest terms, to about fifteen digits: equal fractions have the same one.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        let (numerator, denominator) = self.lowest_terms();
        // Both are brought below 2^1000 by the same shift, so neither overflows.
        let shift = denominator.bits().max(numerator.bits()).saturating_sub(1000);
        let part = |whole: BigUint| {
            let digits = (whole >> shift).to_u64_digits();
            digits.iter().rev().fold(0.0, |value, &digit| value * 2f64.powi(64) + digit as f64)
        };
        part(numerator) / part(denominator)
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Ratio) -> bool {
        &self.numerator * &other.denominator == &other.numerator * &self.denominator
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = self.lowest_terms();
        write!(f, "{numerator}/{denominator}")
    }
}

impl Weight for Ratio {
    fn zero() -> Ratio {
        Ratio::new(0, 1)
    }

    fn one() -> Ratio {
        Ratio::new(1, 1)
    }

    fn times(mut self, numerator: u128, denominator: u128) -> Ratio {
        self.numerator *= numerator;
        self.denominator *= denominator;
        self
    }

    fn add(&mut self, other: Ratio) {
        if self.numerator == BigUint::ZERO {
            *self = other;
        } else if self.denominator == other.denominator {
            self.numerator += other.numerator;
        } else {
            let common = self.denominator.lcm(&other.denominator);
            self.numerator *= &common / &self.denominator;
            self.numerator += other.numerator * (&common / other.denominator);
            self.denominator = common;
        }
    }
}

/// Values with weights, in the order in which they were first met: merging equal ones keeps runs reproducible.
#[derive(Clone, Debug)]
struct Merged<T, W> {
    entries: Vec<(T, W)>,
    places: FxHashMap<T, usize>,
}

impl<T: Clone + Eq + Hash, W: Weight> Merged<T, W> {
    fn new() -> Merged<T, W> {
        Merged { entries: Vec::new(), places: FxHashMap::default() }
    }

    fn add(&mut self, value: T, weight: W) {
        let next = self.entries.len();
        let place = *self.places.entry(value.clone()).or_insert(next);
        if place == next {
            self.entries.push((value, weight));
        } else {
            self.entries[place].1.add(weight);
        }
    }
}

/// The exact distribution of the outcomes of a procedure.
#[derive(Clone, Debug)]
pub struct Distribution<O, W> {
    /// Each outcome that can occur, once, with its probability.
    pub outcomes: Vec<(O, W)>,
    /// States expanded on the way.
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
pub(crate) const LEAVES: usize = 64;

/// Runs a procedure to its end on every branch, merging equal states after every step.
///
/// # Errors
/// [`TooLarge`] when more than `budget` states were expanded, or a deck became too intricate.
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
    let mut chance = Enumerated::new();
    let mut done = Merged::new();
    let mut live = vec![(start, W::one())];
    let (mut states, mut leaves) = (0, 0);
    while !live.is_empty() {
        states += live.len();
        let mut next = Merged::new();
        for (state, weight) in live {
            loop {
                let flow = step(state.clone(), &mut chance);
                leaves += 1;
                if chance.crowded() || leaves / LEAVES > budget {
                    return Err(TooLarge { states: states.max(leaves / LEAVES) });
                }
                let weight = chance.weight(weight.clone());
                match flow {
                    Flow::Go(state) => next.add(state, weight),
                    Flow::Done(outcome) => done.add(outcome, weight),
                }
                if !chance.advance() {
                    break;
                }
            }
            if states + next.entries.len() > budget {
                return Err(TooLarge { states: states + next.entries.len() });
            }
        }
        live = next.entries;
    }
    Ok(Distribution { outcomes: done.entries, states })
}

/// How far [`absorb`] goes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most states, those within rounds counted.
    pub budget: usize,
    /// The most rounds.
    pub rounds: u32,
    /// It stops when less than this probability is left.
    pub tolerance: f64,
    /// Whether what can never end counts as nothing left.
    pub endless: bool,
}

/// The outcomes of an absorbing chain.
#[derive(Clone, Debug)]
pub struct Absorbed<S, O> {
    /// Probability of each outcome in each round, counted from 1.
    pub outcomes: Vec<(u32, O, f64)>,
    /// Probability not absorbed: every probability lies within this much above the one given.
    pub unresolved: f64,
    /// The part of it that never will be, as far as that is known when it stops.
    pub endless: f64,
    /// The states in which that probability still is.
    pub live: Vec<(S, f64)>,
    /// Rounds taken.
    pub rounds: u32,
    /// Distinct states visited, those within rounds counted.
    pub states: usize,
}

/// Solves an absorbing chain whose rounds are procedures: `round` gives the distribution of what one round leads to from a
/// state, within the budget it is handed. Each state's round is enumerated once.
///
/// # Errors
/// [`TooLarge`] when the budget does not suffice.
pub fn absorb<S, O>(
    start: S,
    limits: Limits,
    round: impl Fn(S, usize) -> Result<Distribution<Flow<S, O>, f64>, TooLarge>,
) -> Result<Absorbed<S, O>, TooLarge>
where
    S: Clone + Eq + Hash,
    O: Clone + Eq + Hash,
{
    let mut known: Merged<S, f64> = Merged::new();
    known.add(start, 1.0);
    let mut rows: Vec<Vec<(Flow<usize, O>, f64)>> = Vec::new();
    let mut absorbed =
        Absorbed { outcomes: Vec::new(), unresolved: 1.0, endless: 0.0, live: Vec::new(), rounds: 0, states: 0 };
    let mut hopeless: Option<Vec<bool>> = None;
    let left_over =
        |absorbed: &Absorbed<S, O>| absorbed.unresolved - if limits.endless { absorbed.endless } else { 0.0 };
    while left_over(&absorbed) > limits.tolerance && absorbed.rounds < limits.rounds {
        absorbed.rounds += 1;
        let mut done: Merged<O, f64> = Merged::new();
        let mut left = vec![0.0; known.entries.len()];
        for place in 0..left.len() {
            let mass = known.entries[place].1;
            if mass == 0.0 {
                continue;
            }
            if rows.len() <= place {
                rows.resize_with(place + 1, Vec::new);
            }
            if rows[place].is_empty() {
                let spent = absorbed.states;
                let over = |more: TooLarge| TooLarge { states: spent + more.states };
                let row = round(known.entries[place].0.clone(), limits.budget.saturating_sub(spent)).map_err(over)?;
                absorbed.states += row.states;
                rows[place] = row.outcomes.into_iter().map(|(flow, weight)| (known.resolve(flow), weight)).collect();
                left.resize(known.entries.len(), 0.0);
            }
            for (flow, weight) in &rows[place] {
                match flow {
                    Flow::Go(next) => left[*next] += mass * weight,
                    Flow::Done(outcome) => done.add(outcome.clone(), mass * weight),
                }
            }
        }
        absorbed.unresolved = left.iter().sum();
        if hopeless.is_none() && rows.len() == left.len() && rows.iter().all(|row| !row.is_empty()) {
            hopeless = Some(never_ending(&rows));
        }
        let lost = hopeless.iter().flatten().zip(&left).filter(|(hopeless, _)| **hopeless);
        absorbed.endless = lost.map(|(_, mass)| mass).sum();
        left.into_iter().zip(&mut known.entries).for_each(|(mass, entry)| entry.1 = mass);
        let round = absorbed.rounds;
        absorbed.outcomes.extend(done.entries.into_iter().map(|(outcome, mass)| (round, outcome, mass)));
    }
    absorbed.live = known.entries.into_iter().filter(|(_, mass)| *mass > 0.0).collect();
    Ok(absorbed)
}

/// The states from which no outcome can be reached.
fn never_ending<O>(rows: &[Vec<(Flow<usize, O>, f64)>]) -> Vec<bool> {
    let mut hopeless = vec![true; rows.len()];
    loop {
        let mut found = false;
        for (place, row) in rows.iter().enumerate() {
            let leads_out = |flow: &Flow<usize, O>| match flow {
                Flow::Done(_) => true,
                Flow::Go(next) => !hopeless[*next],
            };
            if hopeless[place] && row.iter().any(|(flow, weight)| *weight > 0.0 && leads_out(flow)) {
                hopeless[place] = false;
                found = true;
            }
        }
        if !found {
            return hopeless;
        }
    }
}

impl<S: Clone + Eq + Hash> Merged<S, f64> {
    /// The same flow with the next state's place instead of the state.
    fn resolve<O>(&mut self, flow: Flow<S, O>) -> Flow<usize, O> {
        match flow {
            Flow::Done(outcome) => Flow::Done(outcome),
            Flow::Go(state) => {
                self.add(state.clone(), 0.0);
                Flow::Go(self.places[&state])
            }
        }
    }
}
