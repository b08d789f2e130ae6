//! Procedures on decks that are drawn down, solved with what was learnt of the cards kept apart from the rest of the
//! state.

use std::collections::BTreeSet;
use std::hash::Hash;

use num_bigint::BigUint;
use num_integer::Integer;
use rustc_hash::FxHashMap;

use super::distribution::{Distribution, Flow, LEAVES};
use super::effort::{self, Held, TooLarge};
use super::ratio::Ratio;
use super::weight::Weight;
use crate::asked::{Asking, DECKS, Draws, Row, Term};
use crate::counts::{Dealing, Fields, Sum, Table};
use crate::wide::Wide;

/// The distribution of the outcomes of a procedure that draws without replacement from a few decks, which are whole at
/// its start ([`AskedDeck::numbered`]). Outcomes that are not `wanted` are left out.
///
/// [`AskedDeck::numbered`]: crate::AskedDeck::numbered
///
/// # Errors
/// [`TooLarge`] if more than `budget` states are expanded, where states that differ in what was learnt of the cards
/// count separately; if too many sets are asked about to be counted; or if it takes more than the
/// [`Effort`](effort::Effort) allowed.
pub fn distribution_of_deals<S, O>(
    start: S,
    budget: usize,
    wanted: impl Fn(&O) -> bool,
    step: impl Fn(S, &mut Asking) -> Flow<S, O>,
) -> Result<Distribution<O, Ratio>, TooLarge>
where
    S: Clone + Eq + Hash,
    O: Clone + Eq + Hash,
{
    effort::within_states(budget, || dealt(start, budget, wanted, step))
}

fn dealt<S, O>(
    start: S,
    budget: usize,
    wanted: impl Fn(&O) -> bool,
    step: impl Fn(S, &mut Asking) -> Flow<S, O>,
) -> Result<Distribution<O, Ratio>, TooLarge>
where
    S: Clone + Eq + Hash,
    O: Clone + Eq + Hash,
{
    let mut draws = draws(&start, budget, &step)?;
    let mut widest = false;
    loop {
        let solved = match draws.bits() {
            0..=250 if !widest => Solver::<O, 4>::new(budget, &draws).solve(start.clone(), &wanted, &step),
            0..=506 if !widest => Solver::<O, 8>::new(budget, &draws).solve(start.clone(), &wanted, &step),
            _ => Solver::<O, 24>::new(budget, &draws).solve(start.clone(), &wanted, &step),
        };
        match solved {
            Ok(odds) => return Ok(odds),
            Err(Failure::Narrow) if !widest => widest = true,
            Err(Failure::Longer(longer)) => draws.extend(longer),
            Err(Failure::Narrow) => return Err(TooLarge::Intricate),
            Err(Failure::TooLarge(error)) => return Err(error),
        }
    }
}

/// Why the solver has to try in another way, or give up.
enum Failure {
    /// The integers are too narrow.
    Narrow,
    /// Steps draw more cards than was known.
    Longer(Draws),
    TooLarge(TooLarge),
}

impl From<TooLarge> for Failure {
    fn from(error: TooLarge) -> Failure {
        Failure::TooLarge(error)
    }
}

/// Values numbered in the order in which they were first met.
struct Places<T> {
    values: Vec<T>,
    places: FxHashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Places<T> {
    fn new() -> Places<T> {
        Places { values: Vec::new(), places: FxHashMap::default() }
    }

    fn of(&mut self, value: T) -> usize {
        let next = self.values.len();
        *self.places.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            next
        })
    }
}

/// Runs a step from one state to everything that it leads to, as long as the budget has leaves left.
fn row<S, O>(
    state: &S,
    asking: &mut Asking,
    (leaves, budget): (&mut usize, usize),
    step: impl Fn(S, &mut Asking) -> Flow<S, O>,
    (next, done): (&mut Places<S>, &mut Places<O>),
) -> Result<Row, TooLarge>
where
    S: Clone + Eq + Hash,
    O: Clone + Eq + Hash,
{
    loop {
        *leaves += 1;
        let target = match step(state.clone(), asking) {
            Flow::Go(state) => Flow::Go(next.of(state)),
            Flow::Done(outcome) => Flow::Done(done.of(outcome)),
        };
        effort::work(Ratio::WORK + size_of::<S>() as u64 / 8)?;
        let row = asking.advance(target);
        if asking.crowded {
            return Err(TooLarge::Intricate);
        }
        if *leaves / LEAVES > budget {
            return Err(TooLarge::States(budget));
        }
        if let Some(row) = row {
            return Ok(row);
        }
    }
}

/// The cards that every step draws, as if decks did not run out.
fn draws<S, O>(start: &S, budget: usize, step: impl Fn(S, &mut Asking) -> Flow<S, O>) -> Result<Draws, TooLarge>
where
    S: Clone + Eq + Hash,
    O: Clone + Eq + Hash,
{
    let (mut asking, mut states, mut leaves) = (Asking::default(), 0, 0);
    let mut live = vec![start.clone()];
    while !live.is_empty() {
        let mut next = Places::new();
        asking.draws.steps.push(Default::default());
        for state in &live {
            row(state, &mut asking, (&mut leaves, budget), &step, (&mut next, &mut Places::new()))?;
            states += 1;
            if states > budget {
                return Err(TooLarge::States(budget));
            }
        }
        live = next.values;
    }
    Ok(asking.draws)
}

/// The weight of a state or an outcome: a table by what was learnt, times a common fraction.
struct Weighed<const W: usize> {
    scale: Option<Ratio>,
    sum: Sum<W>,
}

impl<const W: usize> Default for Weighed<W> {
    fn default() -> Weighed<W> {
        Weighed { scale: None, sum: Sum::default() }
    }
}

struct Solver<O, const W: usize> {
    budget: usize,
    /// Bounds on the cards drawn from each deck, from every step on.
    ahead: [Vec<u32>; DECKS],
    states: usize,
    leaves: usize,
    held: Held,
    asking: Asking,
    fields: Fields,
    outcomes: Places<O>,
    done: Vec<Weighed<W>>,
}

impl<O: Clone + Eq + Hash, const W: usize> Solver<O, W> {
    fn new(budget: usize, draws: &Draws) -> Solver<O, W> {
        Solver {
            budget,
            ahead: std::array::from_fn(|deck| draws.ahead(deck)),
            states: 0,
            leaves: 0,
            held: Held::default(),
            asking: Asking::default(),
            fields: Fields::default(),
            outcomes: Places::new(),
            done: Vec::new(),
        }
    }

    /// Runs the procedure to its end from all states at once, then counts.
    fn solve<S: Clone + Eq + Hash>(
        mut self,
        start: S,
        wanted: impl Fn(&O) -> bool,
        step: impl Fn(S, &mut Asking) -> Flow<S, O>,
    ) -> Result<Distribution<O, Ratio>, Failure> {
        let mut live: Vec<(S, Ratio, Table<W>)> = vec![(start, Ratio::new(1, 1), vec![(0, Wide::new(1))])];
        for level in 0.. {
            if live.is_empty() {
                break;
            }
            let ahead = |deck: usize| self.ahead[deck].get(level).copied().unwrap_or(0);
            self.asking.ahead = std::array::from_fn(ahead);
            self.asking.draws.steps.push(Default::default());
            let mut next = Places::new();
            let mut rows = Vec::new();
            for (state, _, table) in &live {
                let leaves = (&mut self.leaves, self.budget);
                let mut row = row(state, &mut self.asking, leaves, &step, (&mut next, &mut self.outcomes))?;
                row.retain(|(target, _)| match target {
                    Flow::Go(_) => true,
                    Flow::Done(place) => wanted(&self.outcomes.values[*place]),
                });
                rows.push(row);
                self.states += table.len();
                if self.states > self.budget {
                    return Err(TooLarge::States(self.budget).into());
                }
            }
            if !self.fields.extend(&self.asking.symbols) {
                return Err(TooLarge::Intricate.into());
            }
            let sources = live.into_iter().map(|(_, scale, table)| (scale, table)).zip(rows).collect();
            live = self.through(sources, next.values)?;
            live.retain(|(.., table)| !table.is_empty());
        }
        let longer = |deck: usize| {
            let ahead = self.asking.draws.ahead(deck);
            (0..ahead.len()).any(|level| self.ahead[deck].get(level).is_none_or(|&known| known < ahead[level]))
        };
        if (0..DECKS).any(longer) {
            return Err(Failure::Longer(self.asking.draws));
        }
        self.counted()
    }

    /// One step from all states.
    fn through<S>(
        &mut self,
        sources: Vec<((Ratio, Table<W>), Row)>,
        states: Vec<S>,
    ) -> Result<Vec<(S, Ratio, Table<W>)>, TooLarge> {
        let mut live: Vec<Weighed<W>> = Vec::new();
        live.resize_with(states.len(), Weighed::default);
        self.done.resize_with(self.outcomes.values.len(), Weighed::default);
        self.rescale(&sources, &mut live);
        let waiting = sources.iter().map(|((_, table), _)| table.len());
        let mut held: usize = waiting.sum::<usize>() + self.done.iter().map(|done| done.sum.len()).sum::<usize>();
        for ((scale, table), row) in sources {
            for (target, terms) in row {
                let weighed = match target {
                    Flow::Go(place) => &mut live[place],
                    Flow::Done(place) => &mut self.done[place],
                };
                let Some(common) = &weighed.scale else { continue };
                held -= weighed.sum.len();
                for term in terms {
                    let factor = Wide::of(&quotient(&scaled(&scale, &term), common));
                    effort::work(table.len() as u64 * Wide::<W>::WORK)?;
                    weighed.sum.add(self.fields.multiplied(&table, &term.learnt, &factor));
                }
                held += weighed.sum.len();
                // Twice, because sums are built beside their parts.
                self.held.now(2 * held * size_of::<(u128, Wide<W>)>())?;
            }
            held -= table.len();
        }
        let reached = states.into_iter().zip(live);
        Ok(reached.filter_map(|(state, weighed)| Some((state, weighed.scale?, weighed.sum.total()))).collect())
    }

    /// Finds for every state and outcome a fraction that divides everything added to it.
    fn rescale(&mut self, sources: &[((Ratio, Table<W>), Row)], live: &mut [Weighed<W>]) {
        let mut scales: Vec<Option<Ratio>> = self.done.iter().map(|done| done.scale.clone()).collect();
        for ((scale, _), row) in sources {
            for (target, terms) in row {
                let known = match target {
                    Flow::Go(place) => &mut live[*place].scale,
                    Flow::Done(place) => &mut scales[*place],
                };
                for term in terms {
                    let own = scaled(scale, term);
                    *known = Some(known.as_ref().map_or_else(|| own.clone(), |known| common(known, &own)));
                }
            }
        }
        for (done, scale) in self.done.iter_mut().zip(scales) {
            if let (Some(before), Some(after)) = (&done.scale, &scale) {
                let factor = Wide::of(&quotient(before, after));
                if factor != Wide::new(1) {
                    let table = std::mem::take(&mut done.sum).total();
                    done.sum.add(self.fields.multiplied(&table, &[], &factor));
                }
            }
            done.scale = scale;
        }
    }

    /// The number of orders of a whole deck.
    fn orders(&self, deck: (u8, u8)) -> BigUint {
        self.asking.packs[usize::from(deck.0)].map_or(BigUint::from(1_u8), |pack| (1..=pack.size()).product())
    }

    fn settled(&mut self, table: Table<W>, deck: (u8, u8)) -> Result<Table<W>, TooLarge> {
        let Some(pack) = self.asking.packs[usize::from(deck.0)] else { return Ok(table) };
        let mut factorials = vec![Wide::new(1)];
        for number in 1..=pack.size() {
            factorials.push(factorials[number as usize - 1].times(&Wide::new(number.into())));
        }
        Dealing::new(&self.fields, &self.asking.symbols, deck, pack, &factorials).settle(table)
    }

    fn counted(mut self) -> Result<Distribution<O, Ratio>, Failure> {
        let decks: BTreeSet<(u8, u8)> = self.asking.symbols.sets.iter().map(|symbol| symbol.0).collect();
        let orders: BigUint = decks.iter().map(|&deck| self.orders(deck)).product();
        let one = |scale: &Ratio| scale.product(&Ratio::of(1_u8.into(), orders.clone()));
        // A probability is at most 1, so the integer that multiplies this fraction is at most its inverse.
        let narrow = |scale: &Ratio| {
            let (numerator, denominator) = one(scale).lowest_terms();
            (denominator / numerator).bits() >= 64 * W as u64
        };
        if self.done.iter().filter_map(|done| done.scale.as_ref()).any(narrow) {
            return Err(Failure::Narrow);
        }
        let mut outcomes = Vec::new();
        let named = std::mem::take(&mut self.outcomes.values);
        for (outcome, done) in named.into_iter().zip(std::mem::take(&mut self.done)) {
            let mut table = done.sum.total();
            for &deck in decks.iter().rev() {
                table = self.settled(table, deck)?;
            }
            if let (Some(scale), &[(_, weight)]) = (done.scale, &table[..]) {
                outcomes.push((outcome, one(&scale).product(&Ratio::of(weight.whole(), 1_u8.into()))));
            }
        }
        Ok(Distribution { outcomes, states: self.states })
    }
}

/// A state's fraction times that of a term.
fn scaled(scale: &Ratio, term: &Term) -> Ratio {
    let (numerator, denominator) = scale.clone().times(term.numerator, term.denominator).lowest_terms();
    Ratio::of(numerator, denominator)
}

/// The greatest common divisor of two fractions in lowest terms.
fn common(one: &Ratio, other: &Ratio) -> Ratio {
    let ((a, b), (c, d)) = (one.parts(), other.parts());
    Ratio::of(a.gcd(c), b.lcm(d))
}

/// How many times the second fraction goes into the first, which must be a multiple of it.
fn quotient(one: &Ratio, other: &Ratio) -> BigUint {
    let ((a, b), (c, d)) = (one.parts(), other.parts());
    a * d / (b * c)
}
