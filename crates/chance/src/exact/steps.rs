//! One procedure from many starts, with what each step leads to remembered.

use std::hash::Hash;
use std::ops::Range;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::distribution::{Distribution, Flow, Front, LEAVES, Merged, followed, of_branch};
use super::effort::{self, Held, TooLarge};
use super::masses::Masses;
use super::shared::{Met, Shared};
use crate::Enumerated;
use crate::enumerated::{Answers, Leaves, factors};

/// The most bytes of remembered steps: beyond that, they are forgotten, and the run goes on without remembering.
const KEPT: usize = 1 << 26;

/// A procedure that is run from many starts: each state's step is enumerated once, and so are the possible results of
/// pools. Distributions are the same, to the last digit, as those of [`distribution`](super::distribution()).
#[derive(Debug)]
pub struct Steps<S, O> {
    states: IndexSet<Shared<S>, FxBuildHasher>,
    outcomes: IndexSet<O, FxBuildHasher>,
    /// What the step from each state leads to, once it has been enumerated.
    rows: Vec<Option<Row>>,
    /// The branches of all rows.
    branches: Vec<Branch>,
    /// The factors of the probabilities of all branches in turn, each a numerator and a denominator, so that a product
    /// is rounded as if the step were enumerated anew.
    factors: Vec<(f64, f64)>,
    chance: Enumerated,
    /// The leaves of the step that is enumerated, each with the place of what it leads to among all that the step leads to.
    leaves: Leaves<u32>,
    /// What it leads to.
    targets: Answers<Flow<usize, usize>>,
    /// For each of these the last branch that leads there, and its first leaf.
    last: Vec<Option<(usize, usize)>>,
    live: Masses,
    next: Masses,
    done: Masses,
    /// The most bytes that it takes up between two steps.
    most: usize,
}

/// Where the branches of a step lie among all branches, and where their factors begin.
#[derive(Clone, Debug)]
struct Row {
    branches: Range<usize>,
    factors: usize,
    /// How many leaves they stand for.
    leaves: usize,
}

/// Leaves of a step in turn that lead to the same with the same probability. Leaves that lead elsewhere may lie between
/// them, because only the order in which the probabilities of one result are added up counts.
#[derive(Clone, Copy, Debug)]
struct Branch {
    to: Flow<usize, usize>,
    factors: u32,
    leaves: u32,
}

impl<S, O> Default for Steps<S, O> {
    fn default() -> Steps<S, O> {
        Steps {
            states: IndexSet::default(),
            outcomes: IndexSet::default(),
            rows: Vec::new(),
            branches: Vec::new(),
            factors: Vec::new(),
            chance: Enumerated::new(),
            leaves: Leaves::default(),
            targets: Answers::new(),
            last: Vec::new(),
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
    fn begin(&mut self, start: Shared<S>) {
        for each in [&mut self.live, &mut self.next, &mut self.done] {
            each.clear();
        }
        let start = self.number(start);
        self.live.add(start, 1.0);
    }

    fn followed(
        &mut self,
        start: Shared<S>,
        budget: usize,
        step: impl Fn(&mut S, &mut Enumerated) -> Option<O>,
    ) -> Result<Distribution<O, f64>, TooLarge> {
        self.begin(start);
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
                let mut factors = self.factors[row.factors..].iter();
                for &Branch { to, factors: more, leaves } in &self.branches[row.branches] {
                    let factors = factors.by_ref().take(more as usize);
                    let mass = factors.fold(mass, |mass, (numerator, denominator)| mass * numerator / denominator);
                    let sum = match to {
                        Flow::Go(state) => self.next.of(state),
                        Flow::Done(outcome) => self.done.of(outcome),
                    };
                    (0..leaves).for_each(|_| *sum += mass);
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
        let before = self.states[place].clone();
        let mut state = (*before).clone();
        self.leaves.clear();
        self.targets.clear();
        let most = budget.saturating_mul(LEAVES);
        loop {
            let to = match step(&mut state, &mut self.chance) {
                Some(outcome) => Flow::Done(self.outcomes.insert_full(outcome).0),
                None => Flow::Go(self.number_of(&state)),
            };
            self.chance.fits()?;
            let known = self.leaves.len();
            self.chance.reached(self.targets.place(to) as u32, &mut self.leaves);
            let more = self.chance.advance_past(&mut self.leaves, most);
            effort::work(of_branch::<S, f64>() * (self.leaves.len() - known) as u64)?;
            if (leaves + self.leaves.len()) / LEAVES > budget {
                return Err(TooLarge::States(budget));
            }
            if !more {
                break;
            }
            state.clone_from(&before);
        }
        let row = self.row();
        self.rows[place] = Some(row.clone());
        Ok(row)
    }

    /// The row of the step whose leaves are known, from what they lead to.
    fn row(&mut self) -> Row {
        let (first, begin) = (self.branches.len(), self.factors.len());
        self.last.clear();
        self.last.resize(self.targets.known.len(), None);
        for (leaf, &target) in self.leaves.ends().enumerate() {
            let (last, way) = (&mut self.last[target as usize], self.leaves.way(leaf));
            if let Some((branch, alike)) = *last
                && self.leaves.way(alike) == way
            {
                self.branches[branch].leaves += 1;
                continue;
            }
            *last = Some((self.branches.len(), leaf));
            let known = self.factors.len();
            self.factors.extend(factors(way.iter().copied()).map(|(over, under)| (float(over), float(under))));
            let factors = (self.factors.len() - known) as u32;
            self.branches.push(Branch { to: self.targets.known[target as usize], factors, leaves: 1 });
        }
        Row { branches: first..self.branches.len(), factors: begin, leaves: self.leaves.len() }
    }

    /// The number of a state that may be new.
    fn number_of(&mut self, state: &S) -> usize {
        let met = Met::new(state);
        self.states.get_index_of(&met).unwrap_or_else(|| self.number(met.share()))
    }

    /// The number of a shared state.
    fn number(&mut self, state: Shared<S>) -> usize {
        let (number, new) = self.states.insert_full(state);
        if new {
            self.rows.push(None);
        }
        number
    }

    /// Forgets everything but how far this run has come.
    fn forget(&mut self, states: usize, leaves: usize) -> Front<S, O, f64> {
        let (mut live, mut done) = (Merged::new(), Merged::new());
        for (place, mass) in self.live.met() {
            live.add((*self.states[place]).clone(), mass);
        }
        for (outcome, mass) in self.done.met() {
            done.add(self.outcomes[outcome].clone(), mass);
        }
        *self = Steps { chance: std::mem::take(&mut self.chance), most: self.most, ..Steps::default() };
        Front { live, done, states, leaves }
    }

    /// Bytes that it takes up, apart from what states and outcomes point to.
    fn room(&self) -> usize {
        // Each set keeps a hash with each value, and a place in its look-up.
        let of_set = size_of::<usize>() + size_of::<usize>() + 1;
        self.states.capacity() * (size_of::<Shared<S>>() + of_set)
            + self.states.len() * Shared::<S>::ROOM
            + self.outcomes.capacity() * (size_of::<O>() + of_set)
            + self.rows.capacity() * size_of::<Option<Row>>()
            + self.branches.capacity() * size_of::<Branch>()
            + self.factors.capacity() * size_of::<(f64, f64)>()
            + self.leaves.room()
            + self.targets.known.capacity() * size_of::<Flow<usize, usize>>()
            + self.last.capacity() * size_of::<Option<(usize, usize)>>()
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
        let [_, fits, left, forgotten, _] = check(770_000);
        assert!(
            fits == shorter && other < left && left < plain_other && forgotten == first,
            "{fits} {left} {forgotten}"
        );
    }

    #[derive(PartialEq, Eq, Hash)]
    struct First(u32);

    #[derive(PartialEq, Eq, Hash)]
    struct Second(u32);

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
        // So wide that two do not fit in one factor.
        let (wide, all) = (u32::MAX - 5, u32::MAX - 5 + hits);
        let again = chance.in_short(
            || Second(hits),
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
