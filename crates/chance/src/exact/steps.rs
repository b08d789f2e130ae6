//! One procedure from many starts, with what each step leads to remembered.

use std::hash::{BuildHasher, Hash};
use std::ops::Range;
use std::slice;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::distribution::{Distribution, Flow, Front, LEAVES, Merged, followed, of_branch};
use super::effort::{self, Held, TooLarge};
use super::masses::Masses;
use super::shared::Shared;
use crate::Enumerated;
use crate::enumerated::{Answers, Run, WIDE};

/// The most bytes of remembered steps: beyond that, they are forgotten, and the run goes on without remembering.
const KEPT: usize = 1 << 26;

/// How many states lie side by side.
const CHUNK: usize = 64;

/// A procedure that is run from many starts: each state's step is enumerated once, and so are the possible results of
/// pools. Distributions are the same, to the last digit, as those of [`distribution`](super::distribution()).
#[derive(Debug)]
pub struct Steps<S, O> {
    /// The states in chunks, none of which is moved when more come.
    states: Vec<Vec<S>>,
    /// The number of each state by its hash; of several states with one hash, the later ones by the next hash that is free.
    numbers: FxHashMap<u64, u32>,
    outcomes: IndexSet<O, FxBuildHasher>,
    /// What the step from each state leads to, once it has been enumerated.
    rows: Vec<Option<Row>>,
    /// The branches of all rows.
    branches: Vec<Branch>,
    chance: Enumerated,
    /// What the step that is enumerated leads to.
    targets: Answers<Flow<u32, u32>>,
    live: Masses,
    next: Masses,
    done: Masses,
    /// The most bytes that it takes up between two steps.
    most: usize,
}

/// Where the branches of a step lie among all branches.
#[derive(Clone, Debug)]
struct Row {
    branches: Range<usize>,
    /// How many leaves they stand for.
    leaves: usize,
}

/// Leaves of a step that lead to the same with the same probability, as in a [`Run`]. The probability is a numerator and a
/// denominator, so that a product is rounded as if the step were enumerated anew; if it has several factors, the branch of
/// each but the last has no leaves.
#[derive(Clone, Copy, Debug)]
struct Branch {
    to: Flow<u32, u32>,
    odds: (f64, f64),
    leaves: u32,
}

impl<S, O> Default for Steps<S, O> {
    fn default() -> Steps<S, O> {
        Steps {
            states: Vec::new(),
            numbers: FxHashMap::default(),
            outcomes: IndexSet::default(),
            rows: Vec::new(),
            branches: Vec::new(),
            chance: Enumerated::new(),
            targets: Answers::new(),
            live: Masses::default(),
            next: Masses::default(),
            done: Masses::default(),
            most: KEPT,
        }
    }
}

impl<S: Clone + Eq + Hash, O: Clone + Eq + Hash> Steps<S, O> {
    /// Runs the procedure from a start to its end on every branch, merging equal states after every step. The step
    /// changes a state in place, so that nothing is copied unless it is new, and gives the outcome if it is the last.
    /// It must be the same function every time.
    ///
    /// # Errors
    /// As for [`distribution`](super::distribution()).
    pub fn distribution(
        &mut self,
        start: Shared<S>,
        budget: usize,
        step: impl Fn(&mut S, &mut Enumerated) -> Option<O>,
    ) -> Result<Distribution<O, f64>, TooLarge> {
        effort::within_states(budget, || {
            self.chance.begin(budget);
            self.chance.in_short = true;
            let solved = self.followed(start, budget, step);
            self.chance.end();
            solved
        })
    }

    /// Begins at a start. What a run that gave up was at is left behind.
    fn begin(&mut self, start: &Shared<S>) {
        for each in [&mut self.live, &mut self.next, &mut self.done] {
            each.clear();
        }
        let start = self.number_of(start) as usize;
        self.live.add(start, 1.0);
    }

    fn followed(
        &mut self,
        start: Shared<S>,
        budget: usize,
        step: impl Fn(&mut S, &mut Enumerated) -> Option<O>,
    ) -> Result<Distribution<O, f64>, TooLarge> {
        self.begin(&start);
        let mut held = Held::default();
        let (mut states, mut leaves) = (0, 0);
        while self.live.len() > 0 {
            if self.room() > self.most {
                drop(held); // The run counts for itself what it holds.
                self.chance.in_short = false;
                let front = self.forget(states, leaves);
                return followed(&mut self.chance, front, budget, |mut state, chance| match step(&mut state, chance) {
                    Some(outcome) => Flow::Done(outcome),
                    None => Flow::Go(state),
                });
            }
            states += self.live.len();
            let before = leaves;
            for at in 0..self.live.len() {
                let (place, mass) = self.live.at(at);
                let row = match &self.rows[place] {
                    Some(row) => row.clone(),
                    None => {
                        let row = self.enumerated(place, leaves, budget, &step)?;
                        held.now(self.room())?;
                        row
                    }
                };
                leaves += row.leaves;
                let mut part = mass;
                for &Branch { to, odds: (numerator, denominator), leaves } in &self.branches[row.branches] {
                    part = part * numerator / denominator;
                    if leaves == 0 {
                        continue;
                    }
                    let sum = match to {
                        Flow::Go(state) => self.next.of(state as usize),
                        Flow::Done(outcome) => self.done.of(outcome as usize),
                    };
                    (0..leaves).for_each(|_| *sum += part);
                    part = mass;
                }
                if leaves / LEAVES > budget || states + self.next.len() > budget {
                    return Err(TooLarge::States(budget));
                }
            }
            effort::work((leaves - before) as u64)?;
            held.now(self.room())?;
            self.live.clear();
            std::mem::swap(&mut self.live, &mut self.next);
        }
        let outcomes = self.done.met().map(|(outcome, mass)| (self.outcomes[outcome].clone(), mass)).collect();
        Ok(Distribution { outcomes, states: states + self.chance.walked() })
    }

    /// Enumerates the step from a state.
    fn enumerated(
        &mut self,
        place: usize,
        leaves: usize,
        budget: usize,
        step: impl Fn(&mut S, &mut Enumerated) -> Option<O>,
    ) -> Result<Row, TooLarge> {
        self.targets.clear();
        self.chance.forget_runs();
        let mut row = Row { branches: self.branches.len()..0, leaves: 0 };
        let mut state = self.state(place).clone();
        loop {
            let to = self.target(&mut state, &step)?;
            let each = self.chance.leaves();
            row.leaves = row.leaves.saturating_add(each);
            effort::work(of_branch::<S, f64>().saturating_mul(each as u64))?;
            if leaves.saturating_add(row.leaves) / LEAVES > budget {
                return Err(TooLarge::States(budget));
            }
            if !self.chance.advance_from(to) {
                break;
            }
            state.clone_from(self.state(place));
        }
        if self.chance.runs().iter().any(|run| run.odds == WIDE) {
            self.every_leaf(place, &step)?;
        } else {
            let (targets, runs) = (&self.targets.known, self.chance.runs());
            let branch = |&Run { to, odds: (numerator, denominator), leaves }: &Run| Branch {
                to: targets[to as usize],
                odds: (numerator as f64, denominator as f64),
                leaves,
            };
            self.branches.extend(runs.iter().map(branch));
        }
        row.branches.end = self.branches.len();
        self.rows[place] = Some(row.clone());
        Ok(row)
    }

    /// Enumerates every leaf of the step from a state, each with all factors of its probability.
    fn every_leaf(
        &mut self,
        place: usize,
        step: &impl Fn(&mut S, &mut Enumerated) -> Option<O>,
    ) -> Result<(), TooLarge> {
        self.chance.in_short = false;
        loop {
            let mut state = self.state(place).clone();
            let to = self.target(&mut state, step)?;
            effort::work(0)?;
            let to = self.targets.known[to as usize];
            let factor = |(over, under)| Branch { to, odds: (float(over), float(under)), leaves: 0 };
            self.branches.extend(self.chance.factors().map(factor));
            if let Some(last) = self.branches.last_mut() {
                last.leaves = 1;
            }
            if !self.chance.advance() {
                break;
            }
        }
        self.chance.in_short = true;
        Ok(())
    }

    /// Goes a step from a state on a branch; the place of what it leads to among all that the step leads to.
    fn target(&mut self, state: &mut S, step: &impl Fn(&mut S, &mut Enumerated) -> Option<O>) -> Result<u32, TooLarge> {
        let to = match step(state, &mut self.chance) {
            Some(outcome) => Flow::Done(self.outcomes.insert_full(outcome).0 as u32),
            None => Flow::Go(self.number_of(state)),
        };
        self.chance.fits()?;
        Ok(self.targets.place(to) as u32)
    }

    /// The state with this number.
    fn state(&self, number: usize) -> &S {
        &self.states[number / CHUNK][number % CHUNK]
    }

    /// The number of a state that may be new.
    fn number_of(&mut self, state: &S) -> u32 {
        let mut hash = FxBuildHasher.hash_one(state);
        let number = self.rows.len() as u32;
        loop {
            let known = *self.numbers.entry(hash).or_insert(number);
            if known == number {
                break;
            }
            if self.state(known as usize) == state {
                return known;
            }
            hash = hash.wrapping_add(1);
        }
        if self.rows.len().is_multiple_of(CHUNK) {
            self.states.push(Vec::with_capacity(CHUNK));
        }
        // A slice is copied to where it goes, and a value by way of the stack.
        self.states.last_mut().into_iter().for_each(|chunk| chunk.extend_from_slice(slice::from_ref(state)));
        self.rows.push(None);
        number
    }

    /// Forgets everything but how far this run has come.
    fn forget(&mut self, states: usize, leaves: usize) -> Front<S, O, f64> {
        let (mut live, mut done) = (Merged::new(), Merged::new());
        for (place, mass) in self.live.met() {
            live.add(self.state(place).clone(), mass);
        }
        for (outcome, mass) in self.done.met() {
            done.add(self.outcomes[outcome].clone(), mass);
        }
        *self = Steps { chance: std::mem::take(&mut self.chance), most: self.most, ..Steps::default() };
        Front { live, done, states, leaves }
    }

    /// Bytes that it takes up, apart from what states and outcomes point to.
    fn room(&self) -> usize {
        // The set keeps a hash with each value, and a place in its look-up.
        let of_set = size_of::<usize>() + size_of::<usize>() + 1;
        self.states.len() * CHUNK * size_of::<S>()
            + self.numbers.capacity() * (size_of::<(u64, u32)>() + 1)
            + self.outcomes.capacity() * (size_of::<O>() + of_set)
            + self.rows.capacity() * size_of::<Option<Row>>()
            + self.branches.capacity() * size_of::<Branch>()
            + size_of_val(self.chance.runs())
            + self.targets.known.capacity() * size_of::<Flow<u32, u32>>()
            + self.live.room()
            + self.next.room()
            + self.done.room()
    }
}

/// A whole number as a float: most fit in a machine word, which is quicker.
fn float(number: u128) -> f64 {
    u64::try_from(number).map_or(number as f64, |number| number as f64)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::distribution;
    use super::*;
    use crate::{Address, Chance};

    const AT: Address = Address::new(0, 0, 0);

    /// Two men with points left roll against each other; what both have is halved now and then. Many ways lead to the
    /// same points.
    fn step((ours, theirs, times): (u32, u32, u8), chance: &mut Enumerated) -> Flow<(u32, u32, u8), u32> {
        if ours == 0 || theirs == 0 || times == 0 {
            return Flow::Done(ours);
        }
        let (one, other) = (chance.below(AT, 6), chance.below(AT, 3));
        if one == other {
            return Flow::Go((ours / 2, theirs / 2, times - 1));
        }
        Flow::Go((ours.saturating_sub(other), theirs.saturating_sub(one), times - 1))
    }

    fn in_place(state: &mut (u32, u32, u8), chance: &mut Enumerated) -> Option<u32> {
        match step(*state, chance) {
            Flow::Go(next) => {
                *state = next;
                None
            }
            Flow::Done(outcome) => Some(outcome),
        }
    }

    /// Holds the distributions from some starts against plain ones. Returns how often a step was run for each.
    fn check(most: usize) -> [u32; 5] {
        let mut steps = Steps { most, ..Steps::default() };
        [(9, 9, 9), (9, 9, 8), (3, 20, 9), (9, 9, 9), (20, 3, 4)].map(|start| {
            let asked = Cell::new(0);
            let counted = |state: &mut _, chance: &mut Enumerated| {
                asked.set(asked.get() + 1);
                in_place(state, chance)
            };
            let plain = distribution::<_, u32, f64>(start, 100_000, step).unwrap();
            let known = steps.distribution(Shared::new(start), 100_000, counted).unwrap();
            assert_eq!(known.states, plain.states);
            let bits = |(outcome, mass): &(u32, f64)| (*outcome, mass.to_bits());
            assert!(known.outcomes.iter().map(bits).eq(plain.outcomes.iter().map(bits)), "{start:?}, {most}");
            asked.get()
        })
    }

    #[test]
    fn remembered_steps_give_the_same_bits() {
        let [first, shorter, other, again, _] = check(usize::MAX);
        assert!(again == 0 && shorter < first, "{first} {shorter} {again}");
        // With room for nothing, every step is enumerated each time.
        let [plain, _, plain_other, plain_again, _] = check(0);
        assert!((plain, plain_again) == (first, first) && other < plain_other);
        // With some room, a run goes on without it.
        let [_, fits, left, forgotten, _] = check(500_000);
        assert!(
            fits == shorter && other < left && left < plain_other && forgotten == first,
            "{fits} {left} {forgotten}"
        );
    }

    #[derive(PartialEq, Eq, Hash)]
    struct First(u32);

    #[derive(PartialEq, Eq, Hash)]
    struct Second(u32, u32);

    /// A step with plain draws before, between and after two short pieces, of which the second depends on the first.
    fn with_pieces((mut ours, theirs, times): (u32, u32, u8), chance: &mut Enumerated) -> Flow<(u32, u32, u8), u32> {
        if ours == 0 || theirs == 0 || times == 0 {
            return Flow::Done(ours);
        }
        let first = chance.below(AT, 3);
        let hits = chance.in_short(
            || First(first),
            &mut ours,
            |chance, ours| {
                *ours = ours.saturating_sub(chance.below(AT, 6) / (first + 2));
                chance.below(AT, 7) / 3
            },
        );
        let lucky = first == 0 && chance.below(AT, 5) == 0;
        // Now and then so wide that two do not fit in one factor.
        let wide = if times == 2 && ours == theirs { u32::MAX - 5 } else { 5 };
        let all = wide + hits;
        let again = chance.in_short(
            || Second(hits, wide),
            &mut (),
            |chance, ()| u32::from(chance.passes(AT, wide, all)) + u32::from(chance.passes(AT, wide, all)),
        );
        let theirs = (theirs + 2).saturating_sub(again + hits + u32::from(lucky) + chance.below(AT, 2));
        Flow::Go((ours, theirs, times - 1))
    }

    #[test]
    fn short_pieces_give_the_same_bits() {
        for most in [usize::MAX, 0] {
            let mut steps = Steps { most, ..Steps::default() };
            let mut runs = Vec::new();
            for start in [(3, 4, 4), (3, 4, 3), (2, 9, 3)] {
                let asked = Cell::new(0);
                let plain = distribution::<_, u32, f64>(start, 100_000, |state, chance| {
                    asked.set(asked.get() + 1);
                    with_pieces(state, chance)
                });
                let (plain, every) = (plain.unwrap(), asked.take());
                let known = steps.distribution(Shared::new(start), 100_000, |state: &mut _, chance| {
                    asked.set(asked.get() + 1);
                    match with_pieces(*state, chance) {
                        Flow::Go(next) => {
                            *state = next;
                            None
                        }
                        Flow::Done(outcome) => Some(outcome),
                    }
                });
                let known = known.unwrap();
                assert_eq!(known.states, plain.states);
                let bits = |(outcome, mass): &(u32, f64)| (*outcome, mass.to_bits());
                assert!(known.outcomes.iter().map(bits).eq(plain.outcomes.iter().map(bits)), "{start:?}, {most}");
                runs.push((every, asked.get()));
            }
            // With room for nothing, every branch of a piece is walked each time.
            let fewer = |&(every, walked): &(u32, u32)| if most == 0 { walked == every } else { walked * 2 < every };
            assert!(runs.iter().all(fewer), "{most}: {runs:?}");
        }
    }

    #[test]
    fn a_refusal_is_the_same_and_leaves_nothing_behind() {
        let mut steps = Steps::default();
        let refused = distribution::<_, u32, f64>((9, 9, 9), 20, step).map(|_| ());
        assert_eq!(refused, Err(TooLarge::States(20)));
        for _ in 0..2 {
            assert_eq!(steps.distribution(Shared::new((9, 9, 9)), 20, in_place).map(|_| ()), refused);
        }
        let plain = distribution::<_, u32, f64>((9, 9, 9), 100_000, step).unwrap();
        assert_eq!(steps.distribution(Shared::new((9, 9, 9)), 100_000, in_place).unwrap().outcomes, plain.outcomes);
        assert_eq!(steps.distribution(Shared::new((9, 9, 9)), 20, in_place).map(|_| ()), refused);
    }
}
