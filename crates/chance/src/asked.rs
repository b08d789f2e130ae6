//! A deck as the bare list of what was learnt of the cards drawn, in no order.
//!
//! [`crate::Known`] knows the probability of the next card, at the price of splitting sets that cross. This deck splits
//! nothing: a draw is a branch of weight one, and the probability of everything learnt is counted once, when the deck is
//! spent or at the end, as the number of ways to deal cards that fit over the number of ways to deal any. Long fire actions
//! have few such lists, so this is what solves a full automatic action without replacement.

use std::rc::Rc;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::cards::{Deck, Pack};
use crate::exact::Ratio;
use crate::known::{Branch, Informed};

/// The most different sets asked for in one procedure.
const CAPACITY: usize = 30;

/// A deck as the number of draws known to lie in each set of cards that was asked for. The sets are numbered as the
/// procedure came to them, so decks can be compared only within one procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Asked {
    pack: Pack,
    draws: [u8; CAPACITY],
}

impl Asked {
    fn drawn(&self) -> u32 {
        self.draws.iter().map(|&draws| u32::from(draws)).sum()
    }
}

impl Deck for Asked {
    fn whole(pack: Pack) -> Asked {
        Asked { pack, draws: [0; CAPACITY] }
    }

    fn pack(&self) -> Pack {
        self.pack
    }
}

impl Informed for Asked {
    fn is_spent(&self) -> bool {
        self.drawn() == self.pack.size()
    }

    fn branches(&self, set: u64, sets: &[u64], out: &mut Vec<Branch>) {
        let within = sets.iter().zip(self.draws).filter(|(part, _)| **part & !set == 0);
        let used: u32 = within.map(|(_, draws)| u32::from(draws)).sum();
        if used < set.count_ones() {
            out.push(Branch { set, numerator: 1, denominator: 1 });
        }
    }

    fn learn(&mut self, set: u64, sets: &mut Vec<u64>) -> bool {
        let place = sets.iter().position(|&known| known == set).unwrap_or_else(|| {
            sets.push(set);
            sets.len() - 1
        });
        let Some(draws) = self.draws.get_mut(place) else { return false };
        *draws += 1;
        true
    }

    fn likelihood(&self, sets: &[u64], known: &mut Likelihoods) -> Option<Ratio> {
        let mut asked: Vec<(u64, u8)> = sets.iter().copied().zip(self.draws).filter(|asked| asked.1 > 0).collect();
        asked.sort_unstable();
        let (sets, draws): (Vec<u64>, Vec<u8>) = asked.into_iter().unzip();
        let plan = known.plan(sets);
        let sizes = known.plans[plan].shape.as_ref().map_or(&[][..], |shape| &shape.sizes);
        let mut numbers = [0; _];
        for (number, &value) in numbers.iter_mut().zip(draws.iter().chain(sizes)) {
            *number = value;
        }
        let ways = known.ways(plan, numbers)?;
        let left = factorial(self.pack.size() - self.drawn());
        let fitting = draws.iter().fold(left * ways, |deals, &draws| deals * factorial(draws.into()));
        Some(Ratio::of(fitting, factorial(self.pack.size())))
    }
}

fn factorial(n: u32) -> BigUint {
    (1..=n).product()
}

/// Numbers of deals counted before, shared between the decks of one procedure.
///
/// Sets are taken out one at a time: the draws known to lie in one are shared out among the lumps of cards that the sets
/// still keep apart, after which fewer lumps are apart.
#[derive(Debug, Default)]
pub struct Likelihoods {
    plans: Vec<Plan>,
    places: FxHashMap<Vec<u64>, usize>,
}

/// How to count deals for draws from certain sets, and what was counted.
#[derive(Debug)]
struct Plan {
    /// None when there are no sets.
    shape: Option<Rc<Shape>>,
    /// By the number of draws from each set, then the number of cards left in each lump.
    ways: FxHashMap<Box<[u8]>, u128>,
}

#[derive(Debug)]
struct Shape {
    /// Number of sets.
    sets: usize,
    /// Cards in each lump while none is dealt.
    sizes: Vec<u8>,
    /// The set to take out, by its place.
    taken: usize,
    /// The lumps in it.
    members: Vec<usize>,
    /// The plan for the sets left.
    rest: usize,
    /// Where each lump goes over into in that plan's problems; none for cards in no set left.
    merged: Vec<Option<usize>>,
    /// The same for the lumps not in the set, without those for cards in no set left.
    others: Vec<(usize, usize)>,
}

/// The numbers of draws from each set of a plan, then those of cards left in each lump.
type Numbers = [u8; CAPACITY + u64::BITS as usize];

/// A sharing out of a set's draws under way.
struct Sharing<'a> {
    shape: &'a Shape,
    before: &'a Numbers,
    /// For the plan of the sets left, so far.
    after: Numbers,
    ways: u128,
}

impl Shape {
    fn new(sets: &[u64], rest: impl FnOnce(Vec<u64>) -> usize) -> Shape {
        let lumps = lumps(sets);
        let taken = easiest(sets.len(), &lumps);
        let without = |bits: u32| bits & ((1 << taken) - 1) | bits.checked_shr(taken as u32 + 1).unwrap_or(0) << taken;
        let mut left: Vec<u32> = lumps.iter().map(|lump| without(lump.0)).filter(|&bits| bits != 0).collect();
        left.sort_unstable();
        left.dedup();
        let into = |bits: u32| left.binary_search(&without(bits)).ok().map(|place| sets.len() - 1 + place);
        let merged: Vec<Option<usize>> = lumps.iter().map(|lump| into(lump.0)).collect();
        let apart = |lump: &usize| lumps[*lump].0 >> taken & 1 == 0;
        Shape {
            sets: sets.len(),
            sizes: lumps.iter().map(|lump| lump.1).collect(),
            taken,
            members: (0..lumps.len()).filter(|lump| !apart(lump)).collect(),
            rest: rest([&sets[..taken], &sets[taken + 1..]].concat()),
            others: (0..lumps.len()).filter(apart).filter_map(|lump| Some((lump, merged[lump]?))).collect(),
            merged,
        }
    }

    /// The numbers for the plan of the sets left, without the lumps of the set taken out.
    fn left(&self, before: &Numbers) -> Numbers {
        let mut after = [0; _];
        after[..self.taken].copy_from_slice(&before[..self.taken]);
        after[self.taken..self.sets - 1].copy_from_slice(&before[self.taken + 1..self.sets]);
        for &(lump, into) in &self.others {
            after[into] += before[self.sets + lump];
        }
        after
    }
}

impl Likelihoods {
    /// The plan for these sets, in ascending order; none for no sets.
    fn plan(&mut self, sets: Vec<u64>) -> usize {
        if let Some(&plan) = self.places.get(&sets) {
            return plan;
        }
        let shape = (!sets.is_empty()).then(|| Rc::new(Shape::new(&sets, |left| self.plan(left))));
        self.plans.push(Plan { shape, ways: FxHashMap::default() });
        self.places.insert(sets, self.plans.len() - 1);
        self.plans.len() - 1
    }

    /// Number of ways to choose different cards for the draws of every set, the draws of one set in no order; none when it
    /// does not fit.
    fn ways(&mut self, mut plan: usize, mut before: Numbers) -> Option<u128> {
        let mut factor: u128 = 1;
        loop {
            let Some(shape) = self.plans[plan].shape.clone() else { return Some(factor) };
            let (draws, sets) = (before[shape.taken], shape.sets);
            let &[lump] = &shape.members[..] else {
                return factor.checked_mul(self.branching(plan, &shape, &before)?);
            };
            let size = before[sets + lump];
            if draws > size {
                return Some(0);
            }
            factor = factor.checked_mul(choices(size, draws))?;
            let mut after = shape.left(&before);
            if let Some(into) = shape.merged[lump] {
                after[into] += size - draws;
            }
            (plan, before) = (shape.rest, after);
        }
    }

    /// The same where the set taken out is in several lumps.
    fn branching(&mut self, plan: usize, shape: &Shape, before: &Numbers) -> Option<u128> {
        let numbers = &before[..shape.sets + shape.sizes.len()];
        if let Some(&ways) = self.plans[plan].ways.get(numbers) {
            return Some(ways);
        }
        let room = shape.members.iter().map(|&lump| before[shape.sets + lump]).sum();
        let mut sharing = Sharing { shape, before, after: shape.left(before), ways: 0 };
        self.share_out(&mut sharing, 0, before[shape.taken], room, 1)?;
        let ways = sharing.ways;
        self.plans[plan].ways.insert(numbers.into(), ways);
        Some(ways)
    }

    /// Adds up the ways over every sharing out of the draws left among the lumps from `place` on, which have `room`.
    fn share_out(&mut self, sharing: &mut Sharing<'_>, place: usize, draws: u8, room: u8, factor: u128) -> Option<()> {
        let Some(&lump) = sharing.shape.members.get(place) else {
            let ways = self.ways(sharing.shape.rest, sharing.after)?;
            sharing.ways = sharing.ways.checked_add(factor.checked_mul(ways)?)?;
            return Some(());
        };
        let size = sharing.before[sharing.shape.sets + lump];
        let room = room - size;
        let into = sharing.shape.merged[lump];
        for taken in draws.saturating_sub(room)..=draws.min(size) {
            into.into_iter().for_each(|into| sharing.after[into] += size - taken);
            self.share_out(sharing, place + 1, draws - taken, room, factor * choices(size, taken))?;
            into.into_iter().for_each(|into| sharing.after[into] -= size - taken);
        }
        Some(())
    }
}

/// The most cards in a lump.
const MOST: usize = 43;

/// Pascal's triangle: ways to choose so many of so many cards.
static CHOICES: [[u64; MOST + 1]; MOST + 1] = {
    let mut rows = [[0; MOST + 1]; MOST + 1];
    let mut size = 0;
    while size <= MOST {
        rows[size][0] = 1;
        let mut taken = 1;
        while taken <= size {
            rows[size][taken] = rows[size - 1][taken - 1] + rows[size - 1][taken];
            taken += 1;
        }
        size += 1;
    }
    rows
};

fn choices(size: u8, taken: u8) -> u128 {
    CHOICES[usize::from(size)][usize::from(taken)].into()
}

/// The cards by the sets they are in (a bit for each set), with their number; cards in no set are left out.
fn lumps(sets: &[u64]) -> Vec<(u32, u8)> {
    let bits = |card: u32| (0..sets.len()).fold(0, |bits, place| bits | ((sets[place] >> card & 1) as u32) << place);
    let mut members: Vec<u32> = (0..u64::BITS).map(bits).filter(|&bits| bits != 0).collect();
    members.sort_unstable();
    members.chunk_by(|a, b| a == b).map(|lump| (lump[0], lump.len() as u8)).collect()
}

/// The set to take out next: one that is a single lump, which costs nothing, else the one that keeps most lumps apart.
fn easiest(sets: usize, lumps: &[(u32, u8)]) -> usize {
    let size = |set: usize| lumps.iter().filter(|lump| lump.0 >> set & 1 == 1).count();
    if let Some(single) = (0..sets).find(|&set| size(set) <= 1) {
        return single;
    }
    let without = |set: usize| {
        let mut others: Vec<u32> = lumps.iter().map(|lump| lump.0 & !(1 << set)).collect();
        others.sort_unstable();
        others.dedup();
        others.len()
    };
    (0..sets).min_by_key(|&set| (without(set), size(set))).unwrap_or(0)
}
