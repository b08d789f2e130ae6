//! Whole rounds as one draw: small engagements played from a table of where rounds lead.
//!
//! This is for a procedure with few states that is solved exactly round by round. The distribution of what some rounds
//! lead to from each state is laid out as an alias table (Walker 1974, in Vose's form of 1991), and a random word picks
//! from it. One draw takes as many rounds as a table can hold, so most engagements need only a word or two.
//! Probabilities are kept to one part in 2⁴⁸.
//!
//! The luck of an engagement depends only on its key and the number of its rounds. In a replay, the result of a stretch
//! of rounds is already known: the rounds are run from the rules again and again until they give that result, and those
//! dice are logged.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::exact::{Distribution, Flow, Shared};
use crate::keyed::{Keyed, Keys};
use crate::{Literal, Observed, Sampled, TooLarge, Witnessed};

/// How large a table may become.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The most states, including those within rounds, as the exact solver counts them.
    pub states: usize,
    /// The most entries of a table.
    pub entries: usize,
}

/// Numbers of rounds that one draw may take; the largest that fits is used.
const STRIDES: [u32; 6] = [32, 16, 8, 4, 2, 1];

/// Targets from here up are outcomes.
const OUTCOME: u32 = 1 << 31;
/// Bits of a target that hold a shift: a word shifted right by it gives the number of an entry.
const SHIFT: u32 = 6;
/// Bits of a word that are compared with a threshold; the bits above choose the entry.
const LOW: u32 = 48;

/// One of several equally likely places: a word below the threshold leads to one target, any other word to the other.
#[derive(Clone, Copy, Debug)]
struct Entry {
    threshold: u64,
    below: u32,
    above: u32,
}

/// A table of where a number of rounds leads.
#[derive(Clone, Debug)]
struct Rows {
    rounds: u32,
    entries: Vec<Entry>,
    /// Where each state's entries begin, and their shift, encoded as in a target.
    starts: Vec<u32>,
}

/// A procedure compiled to a table of rounds.
#[derive(Clone, Debug)]
pub struct RoundTable<S, O> {
    states: Vec<S>,
    /// The outcome of each state if there is no further round.
    stopped: Vec<O>,
    /// Outcomes, each with the number of rounds into a stride after which it came.
    outcomes: Vec<(O, u32)>,
    /// The same outcomes as they are if they come within the first stride.
    soon: Vec<O>,
    /// Records in an outcome the round in which it came.
    ended: fn(O, u32) -> O,
    limit: u32,
    stride: Rows,
    single: Rows,
}

/// Where rounds lead: states and outcomes by number, with probabilities.
type Row = Vec<(Flow<u32, u32>, f64)>;

impl<S, O> RoundTable<S, O>
where
    S: Clone + Eq + Hash,
    O: Copy + Eq + Hash,
{
    /// Compiles a procedure; `None` if it does not fit. `round` gives the distribution of what one round leads to from
    /// a state, within the budget of states passed to it, as for [`crate::exact::absorb`]. `stopped` gives the outcome
    /// of a state if there is no further round. `limit` is the most rounds of an engagement. `ended` records in an
    /// outcome the round in which it came.
    pub fn new(
        start: S,
        size: Size,
        limit: u32,
        round: impl Fn(Shared<S>, usize) -> Result<Distribution<Flow<Shared<S>, O>, f64>, TooLarge>,
        stopped: impl Fn(&S) -> O,
        ended: fn(O, u32) -> O,
    ) -> Option<RoundTable<S, O>> {
        let start = Shared::new(start);
        let mut states = vec![start.clone()];
        let mut places: FxHashMap<Shared<S>, u32> = [(start, 0)].into_iter().collect();
        let mut outcomes = Numbered::default();
        let mut single: Vec<Row> = Vec::new();
        let mut budget = size.states;
        while single.len() < states.len() {
            let leads = round(states[single.len()].clone(), budget).ok()?;
            budget = budget.checked_sub(leads.states)?;
            let row = leads.outcomes.into_iter().map(|(flow, weight)| {
                let flow = match flow {
                    Flow::Go(state) => Flow::Go(*places.entry(state).or_insert_with_key(|state| {
                        states.push(state.clone());
                        states.len() as u32 - 1
                    })),
                    Flow::Done(outcome) => Flow::Done(outcomes.number((outcome, 1))),
                };
                (flow, weight)
            });
            single.push(row.collect());
        }
        let stride = STRIDES.iter().filter(|&&rounds| rounds <= limit).find_map(|&rounds| {
            let mut outcomes = outcomes.clone();
            let rows = compose(&single, rounds, &mut outcomes);
            Some((lay_out(&rows, rounds, size.entries)?, outcomes))
        });
        let (stride, outcomes) = stride?;
        let single = lay_out(&single, 1, size.entries)?;
        let outcomes = outcomes.known;
        let soon = outcomes.iter().map(|&(outcome, rounds)| ended(outcome, rounds)).collect();
        let stopped = states.iter().map(|state| ended(stopped(state), limit)).collect();
        let states = states.iter().map(|state| (**state).clone()).collect();
        Some(RoundTable { stopped, states, outcomes, soon, ended, limit, stride, single })
    }

    /// Plays one engagement for each of these places, and writes its outcome there.
    pub fn play(&self, keys: &mut Keys, outcomes: &mut [O]) {
        let (entries, soon, start) = (&self.stride.entries[..], &self.soon[..], self.stride.starts[0]);
        for outcome in outcomes {
            let words = keys.next_key().onward();
            let target = pick(entries, start, words);
            // Most engagements are over after one stride.
            match target.checked_sub(OUTCOME) {
                Some(known) => *outcome = soon[known as usize],
                None => *outcome = self.go_on(words, target),
            }
        }
    }

    /// Plays on after the first stride.
    #[cold]
    fn go_on(&self, mut words: Keyed, at: u32) -> O {
        let (mut state, mut rounds) = (self.stride.state_at(at), self.stride.rounds);
        while rounds < self.limit {
            words = words.onward();
            // A target is valid only in its own table.
            let rows = self.rows(rounds);
            let target = pick(&rows.entries, rows.starts[state], words);
            if let Some(outcome) = target.checked_sub(OUTCOME) {
                let (outcome, after) = self.outcomes[outcome as usize];
                return (self.ended)(outcome, rounds + after);
            }
            state = rows.state_at(target);
            rounds += rows.rounds;
        }
        self.stopped[state]
    }

    /// The table for the next rounds, after `rounds` of them: round by round if a stride would go beyond the limit.
    fn rows(&self, rounds: u32) -> &Rows {
        if rounds + self.stride.rounds > self.limit { &self.single } else { &self.stride }
    }

    /// Plays one engagement as [`RoundTable::play`] does and logs its dice. `round` plays one round from a state; it
    /// also gets the number of the round, from 1.
    pub fn replay(
        &self,
        words: Keyed,
        seen: &mut Witnessed,
        mut round: impl FnMut(S, u32, &mut Observed<'_, Literal>) -> Flow<S, O>,
    ) -> O {
        let (mut state, mut rounds, mut at) = (0, 0, words);
        let mut tries = 0;
        while rounds < self.limit {
            let rows = self.rows(rounds);
            at = at.onward();
            let target = pick(&rows.entries, rows.starts[state], at);
            let wanted = match target {
                target if target >= OUTCOME => Flow::Done(self.outcomes[(target & !OUTCOME) as usize]),
                target => Flow::Go(rows.state_at(target)),
            };
            let told = loop {
                tries += 1;
                let mut luck = Literal(Sampled::new(words.another(tries)));
                let mut told = Witnessed::of(words.another(tries));
                let mut observed = Observed::new(&mut luck, &mut told);
                let mut flow = Flow::Go(self.states[state].clone());
                let mut taken = 0;
                while let (Flow::Go(state), true) = (&flow, taken < rows.rounds) {
                    taken += 1;
                    flow = round(state.clone(), rounds + taken, &mut observed);
                }
                let same = match (&flow, &wanted) {
                    (Flow::Go(found), &Flow::Go(place)) => *found == self.states[place],
                    (Flow::Done(found), &Flow::Done((outcome, after))) => *found == outcome && taken == after,
                    _ => false,
                };
                if same {
                    break told;
                }
            };
            seen.append(told);
            match wanted {
                Flow::Done((outcome, after)) => return (self.ended)(outcome, rounds + after),
                Flow::Go(place) => state = place,
            }
            rounds += rows.rounds;
        }
        self.stopped[state]
    }

    /// The number of states.
    #[must_use]
    pub const fn states(&self) -> usize {
        self.states.len()
    }
}

/// The target that a word picks from the row of a target.
#[inline(always)]
fn pick(entries: &[Entry], at: u32, words: Keyed) -> u32 {
    let word = words.word_here();
    let entry = entries[(at >> SHIFT) as usize + (word >> (at & ((1 << SHIFT) - 1))) as usize];
    // Without a branch, because the processor could not predict it.
    let below = u32::from(word & ((1 << LOW) - 1) < entry.threshold).wrapping_neg();
    entry.above ^ (entry.below ^ entry.above) & below
}

impl Rows {
    /// The state whose row a target names.
    fn state_at(&self, at: u32) -> usize {
        self.starts.binary_search_by_key(&(at >> SHIFT), |start| start >> SHIFT).unwrap_or_default()
    }
}

/// Values by number.
#[derive(Clone, Debug)]
struct Numbered<T> {
    known: Vec<T>,
    places: FxHashMap<T, u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered { known: Vec::new(), places: FxHashMap::default() }
    }
}

impl<T: Copy + Eq + Hash> Numbered<T> {
    fn number(&mut self, thing: T) -> u32 {
        *self.places.entry(thing).or_insert_with(|| {
            self.known.push(thing);
            self.known.len() as u32 - 1
        })
    }
}

/// Where each state leads after a number of rounds.
fn compose<O: Copy + Eq + Hash>(single: &[Row], rounds: u32, outcomes: &mut Numbered<(O, u32)>) -> Vec<Row> {
    let mut rows = single.to_vec();
    for more in 1..rounds {
        rows = rows.iter().map(|row| one_more(row, single, more, outcomes)).collect();
    }
    rows
}

/// Where a row leads with one more round, after `before` rounds.
fn one_more<O: Copy + Eq + Hash>(row: &Row, single: &[Row], before: u32, outcomes: &mut Numbered<(O, u32)>) -> Row {
    let mut sums: Row = Vec::new();
    let mut places: FxHashMap<Flow<u32, u32>, usize> = FxHashMap::default();
    let mut add = |flow: Flow<u32, u32>, weight: f64| {
        let place = *places.entry(flow).or_insert(sums.len());
        if place == sums.len() {
            sums.push((flow, 0.0));
        }
        sums[place].1 += weight;
    };
    for &(flow, weight) in row {
        match flow {
            Flow::Done(_) => add(flow, weight),
            Flow::Go(state) => {
                for &(flow, further) in &single[state as usize] {
                    let flow = match flow {
                        Flow::Done(outcome) => {
                            let (outcome, _) = outcomes.known[outcome as usize];
                            Flow::Done(outcomes.number((outcome, before + 1)))
                        }
                        Flow::Go(_) => flow,
                    };
                    add(flow, weight * further);
                }
            }
        }
    }
    sums
}

/// Alias tables of rows; `None` if they need more entries than allowed.
fn lay_out(rows: &[Row], rounds: u32, most: usize) -> Option<Rows> {
    // At least two entries each, because a word cannot be shifted right by all of its bits.
    let bits: Vec<u32> = rows.iter().map(|row| row.len().max(2).next_power_of_two().trailing_zeros()).collect();
    let total: usize = bits.iter().map(|bits| 1 << bits).sum();
    if total > most || bits.iter().any(|&bits| bits + LOW > u64::BITS) || total >= (OUTCOME >> SHIFT) as usize {
        return None;
    }
    let starts: Vec<u32> = bits
        .iter()
        .scan(0, |next, bits| Some((std::mem::replace(next, *next + (1 << bits)) << SHIFT) | (u64::BITS - bits)))
        .collect();
    let target = |flow: Flow<u32, u32>| match flow {
        Flow::Go(state) => starts[state as usize],
        Flow::Done(outcome) => OUTCOME | outcome,
    };
    let mut entries = Vec::with_capacity(total);
    for (row, bits) in rows.iter().zip(&bits) {
        let weights: Vec<(u32, f64)> = row.iter().map(|&(flow, weight)| (target(flow), weight)).collect();
        aliased(&weights, 1 << bits, &mut entries);
    }
    Some(Rows { rounds, entries, starts })
}

/// Fills `places` equally likely places with targets, in proportion to their weights.
fn aliased(weights: &[(u32, f64)], places: usize, entries: &mut Vec<Entry>) {
    let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let share = |weight: f64| weight / total * places as f64;
    let mut shares: Vec<(u32, f64)> = weights.iter().map(|&(target, weight)| (target, share(weight))).collect();
    shares.resize(places, (weights[0].0, 0.0));
    let (mut small, mut large): (Vec<_>, Vec<_>) = shares.into_iter().partition(|&(_, share)| share < 1.0);
    let mut entry = |below: (u32, f64), above: u32| {
        let threshold = (below.1.clamp(0.0, 1.0) * (1_u64 << LOW) as f64).round() as u64;
        entries.push(Entry { threshold, below: below.0, above });
    };
    while let Some(less) = small.pop() {
        let Some(more) = large.last_mut() else {
            // Left over by rounding.
            entry((less.0, 1.0), less.0);
            continue;
        };
        entry(less, more.0);
        more.1 -= 1.0 - less.1;
        if more.1 < 1.0 {
            small.extend(large.pop());
        }
    }
    large.into_iter().for_each(|(target, _)| entry((target, 1.0), target));
}
