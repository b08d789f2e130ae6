//! Absorbing chains: rounds that repeat until there is an outcome.

use std::hash::Hash;

use super::distribution::{Distribution, Flow, Merged};
use super::effort::{self, Held, TooLarge};
use super::masses::Masses;
use super::shared::Shared;
use super::sum::Sum;

/// How far [`absorb`] goes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most states, including those within rounds.
    pub budget: usize,
    /// The most rounds.
    pub rounds: u32,
    /// It stops once at most this probability is left.
    pub tolerance: f64,
    /// Whether probability that can never be absorbed no longer counts as left.
    pub endless: bool,
}

/// The outcomes of an absorbing chain.
#[derive(Clone, Debug)]
pub struct Absorbed<S, O> {
    /// The outcomes that can occur.
    pub ends: Vec<O>,
    /// Probability of each outcome in each round, counted from 1; the outcome by its place among `ends`.
    pub by_round: Vec<(u32, usize, f64)>,
    /// Probability not absorbed: every true probability is at most this much higher than the one given, and not lower.
    pub unresolved: f64,
    /// The part of it that will never be absorbed, as far as that is known when the solver stops.
    pub endless: f64,
    /// The states that hold that probability.
    pub live: Vec<(Shared<S>, f64)>,
    /// Rounds taken.
    pub rounds: u32,
    /// Distinct states visited, including those within rounds.
    pub states: usize,
}

/// Solves an absorbing chain from its start states, each with its probability. Rounds are procedures: `round` gives the
/// distribution of what one round leads to from a state, within the budget passed to it. Each state's round is
/// enumerated once.
///
/// # Errors
/// [`TooLarge`] if the budget or the [`Effort`](effort::Effort) allowed does not suffice.
pub fn absorb<S, O>(
    starts: impl IntoIterator<Item = (Shared<S>, f64)>,
    limits: Limits,
    round: impl Fn(Shared<S>, usize) -> Result<Distribution<Flow<Shared<S>, O>, f64>, TooLarge>,
) -> Result<Absorbed<S, O>, TooLarge>
where
    S: Eq + Hash,
    O: Clone + Eq + Hash,
{
    effort::within_states(limits.budget, || absorbed(starts, limits, round))
}

fn absorbed<S, O>(
    starts: impl IntoIterator<Item = (Shared<S>, f64)>,
    limits: Limits,
    round: impl Fn(Shared<S>, usize) -> Result<Distribution<Flow<Shared<S>, O>, f64>, TooLarge>,
) -> Result<Absorbed<S, O>, TooLarge>
where
    S: Eq + Hash,
    O: Clone + Eq + Hash,
{
    let mut known: Merged<Shared<S>, f64> = Merged::new();
    let mut given = Sum::default();
    for (start, weight) in starts {
        given.add(weight);
        known.add(start, weight);
    }
    // Rows name states and outcomes by number, so that a round that is known needs no look-up by value.
    let mut ends: Merged<O, f64> = Merged::new();
    let mut rows: Vec<Row> = Vec::new();
    let (mut entries, mut held, mut of_outcomes) = (0, Held::default(), Held::default());
    let mut absorbed = Absorbed {
        ends: Vec::new(),
        by_round: Vec::new(),
        unresolved: 1.0,
        endless: 0.0,
        live: Vec::new(),
        rounds: 0,
        states: 0,
    };
    let mut hopeless: Option<Vec<bool>> = None;
    let (mut done, mut left) = (Masses::default(), Vec::new());
    let left_over =
        |absorbed: &Absorbed<S, O>| absorbed.unresolved - if limits.endless { absorbed.endless } else { 0.0 };
    while left_over(&absorbed) > limits.tolerance && absorbed.rounds < limits.rounds {
        absorbed.rounds += 1;
        done.clear();
        left.clear();
        left.resize(known.len(), 0.0);
        let mut branches = 0;
        for place in 0..left.len() {
            let (state, &mass) = known.at(place);
            if mass == 0.0 {
                continue;
            }
            if rows.len() <= place {
                rows.resize_with(place + 1, Row::default);
            }
            if rows[place].is_empty() {
                let over = |more| if let TooLarge::States(_) = more { TooLarge::States(limits.budget) } else { more };
                let left_over = limits.budget.saturating_sub(absorbed.states);
                let row = round(state.clone(), left_over).map_err(over)?;
                absorbed.states += row.states;
                let mut numbered = |flow: Flow<Shared<S>, O>| match flow {
                    Flow::Go(state) => Flow::Go(known.add(state, 0.0)),
                    Flow::Done(outcome) => Flow::Done(ends.add(outcome, 0.0)),
                };
                rows[place] = row.outcomes.into_iter().map(|(flow, weight)| (numbered(flow), weight)).collect();
                entries += rows[place].len();
                let of_rows = rows.capacity() * size_of::<Row>() + entries * size_of::<Branch>();
                let of_states = known.room() + known.len() * Shared::<S>::ROOM;
                held.now(of_states + ends.room() + of_rows)?;
                left.resize(known.len(), 0.0);
            }
            branches += rows[place].len();
            for (flow, weight) in &rows[place] {
                match flow {
                    Flow::Go(next) => left[*next] += mass * weight,
                    Flow::Done(outcome) => done.add(*outcome, mass * weight),
                }
            }
        }
        effort::work(branches as u64)?;
        absorbed.unresolved = left.iter().sum();
        if hopeless.is_none() && rows.len() == left.len() && rows.iter().all(|row| !row.is_empty()) {
            hopeless = Some(never_ending(&rows)?);
        }
        let lost = hopeless.iter().flatten().zip(&left).filter(|(hopeless, _)| **hopeless);
        absorbed.endless = lost.map(|(_, mass)| mass).sum();
        left.iter().zip(known.weights()).for_each(|(mass, weight)| *weight = *mass);
        let round = absorbed.rounds;
        absorbed.by_round.extend(done.met().map(|(end, mass)| (round, end, mass)));
        of_outcomes.now(absorbed.by_round.capacity() * size_of::<(u32, usize, f64)>())?;
    }
    absorbed.ends = ends.into_entries().map(|(end, _)| end).collect();
    absorbed.live = known.into_entries().filter(|(_, mass)| *mass > 0.0).collect();
    absorbed.rescale(given.total());
    Ok(absorbed)
}

impl<S, O> Absorbed<S, O> {
    /// The outcomes of each round, counted from 1, with their probabilities.
    pub fn outcomes(&self) -> impl Iterator<Item = (u32, &O, f64)> {
        self.by_round.iter().map(|&(round, end, mass)| (round, &self.ends[end], mass))
    }

    /// Scales everything to add up to the probability of the starts again. The probabilities that lead out of a state
    /// add up to a little more or less than 1, in the same direction in every round. Without scaling, a certain outcome
    /// would have lost its last digits after sixty rounds.
    fn rescale(&mut self, given: f64) {
        let outcomes = self.by_round.iter().map(|(.., mass)| *mass);
        let total: f64 = outcomes.chain(self.live.iter().map(|(_, mass)| *mass)).collect::<Sum>().total();
        if total > 0.0 {
            let scaled = |mass: f64| mass / total * given;
            self.by_round.iter_mut().for_each(|(.., mass)| *mass = scaled(*mass));
            self.live.iter_mut().for_each(|(_, mass)| *mass = scaled(*mass));
            (self.unresolved, self.endless) = (scaled(self.unresolved), scaled(self.endless));
        }
    }
}

/// What a round leads to, with states and outcomes by number, in a slice without spare capacity.
type Row = Box<[Branch]>;
type Branch = (Flow<usize, usize>, f64);

/// The states from which no outcome can be reached.
fn never_ending(rows: &[Row]) -> Result<Vec<bool>, TooLarge> {
    let mut hopeless = vec![true; rows.len()];
    loop {
        let mut found = false;
        effort::work(rows.iter().map(|row| row.len() as u64).sum())?;
        for (place, row) in rows.iter().enumerate() {
            let leads_out = |flow: &Flow<usize, usize>| match flow {
                Flow::Done(_) => true,
                Flow::Go(next) => !hopeless[*next],
            };
            if hopeless[place] && row.iter().any(|(flow, weight)| *weight > 0.0 && leads_out(flow)) {
                hopeless[place] = false;
                found = true;
            }
        }
        if !found {
            return Ok(hopeless);
        }
    }
}
