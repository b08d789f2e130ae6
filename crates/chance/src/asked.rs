//! A deck as the bare list of what was learnt of the cards drawn, in no order.
//!
//! [`crate::Known`] knows the probability of the next card, at the price of splitting sets that cross. This deck splits
//! nothing: a draw is a branch of weight one, and the probability of everything learnt is counted once, at the end, as the
//! number of ways to deal cards that fit over the number of ways to deal any. Long fire actions have few such lists, so this
//! is what solves a full automatic action without replacement.

use std::hash::{Hash, Hasher};

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::cards::{Deck, Pack};
use crate::exact::Ratio;
use crate::known::{Branch, CARDS, Informed, SET, insert};

/// The most different sets in a list.
const CAPACITY: usize = 28;

/// A deck as the sets of cards learnt of, each with the number of draws known to lie in it.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pack: Pack,
    len: u8,
    sets: [u64; CAPACITY],
}

impl Asked {
    fn entries(&self) -> &[u64] {
        &self.sets[..usize::from(self.len)]
    }

    fn drawn(&self) -> u64 {
        self.entries().iter().map(|entry| entry >> CARDS).sum()
    }
}

impl Deck for Asked {
    fn whole(pack: Pack) -> Asked {
        Asked { pack, len: 0, sets: [0; CAPACITY] }
    }

    fn pack(&self) -> Pack {
        self.pack
    }
}

impl PartialEq for Asked {
    fn eq(&self, other: &Asked) -> bool {
        self.pack == other.pack && self.entries() == other.entries()
    }
}

impl Eq for Asked {}

impl Hash for Asked {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pack.hash(state);
        self.entries().hash(state);
    }
}

impl Informed for Asked {
    fn is_spent(&self) -> bool {
        self.drawn() == u64::from(self.pack.size())
    }

    fn branches(&self, set: u64, out: &mut Vec<Branch>) {
        let within = |entry: &&u64| **entry & SET & !set == 0;
        let used: u64 = self.entries().iter().filter(within).map(|entry| entry >> CARDS).sum();
        if used < u64::from(set.count_ones()) {
            out.push(Branch { set, numerator: 1, denominator: 1 });
        }
    }

    /// A spent deck would have to be counted before it is made whole, so it does not go on.
    fn learn(&mut self, set: u64) -> bool {
        insert(&mut self.sets, &mut self.len, set) && !self.is_spent()
    }

    fn likelihood(&self, known: &mut Likelihoods) -> Ratio {
        let size = u64::from(self.pack.size());
        let deals: BigUint = (0..self.drawn()).map(|card| size - card).product();
        let mut lumps: Vec<(u32, u8)> = Vec::new();
        for card in 0..self.pack.size() {
            let asked = self.entries().iter().enumerate();
            let member = asked.fold(0, |bits, (place, entry)| bits | ((entry >> card & 1) as u32) << place);
            lumps.push((member, 1));
        }
        let counts = self.entries().iter().map(|entry| (entry >> CARDS) as u8).collect();
        Ratio::of(known.ways(counts, lumps), deals)
    }
}

/// Numbers of deals counted before, shared between the decks of one distribution.
#[derive(Debug, Default)]
pub struct Likelihoods {
    ways: FxHashMap<Problem, BigUint>,
}

/// How many draws lie in each set, and the cards by the sets they are in (a bit for each set) with their number.
type Problem = (Vec<u8>, Vec<(u32, u8)>);

impl Likelihoods {
    /// Number of ways to deal different cards to all draws.
    fn ways(&mut self, counts: Vec<u8>, lumps: Vec<(u32, u8)>) -> BigUint {
        let problem = simplify(counts, lumps);
        if problem.0.is_empty() {
            return BigUint::from(1u8);
        }
        if let Some(ways) = self.ways.get(&problem) {
            return ways.clone();
        }
        let (counts, lumps) = &problem;
        let set = hardest(counts.len(), lumps);
        let mut left = counts.clone();
        let draws = std::mem::take(&mut left[set]);
        let members: Vec<usize> = (0..lumps.len()).filter(|&lump| lumps[lump].0 >> set & 1 == 1).collect();
        let mut ways = BigUint::ZERO;
        self.share_out(&left, &mut lumps.clone(), &members, draws, BigUint::from(1u8), &mut ways);
        self.ways.insert(problem, ways.clone());
        ways
    }

    /// Adds up the ways over every sharing out of a set's draws among the lumps in it.
    fn share_out(
        &mut self,
        counts: &[u8],
        lumps: &mut Vec<(u32, u8)>,
        members: &[usize],
        draws: u8,
        factor: BigUint,
        ways: &mut BigUint,
    ) {
        let Some((&lump, rest)) = members.split_first() else {
            if draws == 0 {
                *ways += factor * self.ways(counts.to_vec(), lumps.clone());
            }
            return;
        };
        let size = lumps[lump].1;
        let mut factor = factor;
        for taken in 0..=draws.min(size) {
            if taken > 0 {
                // One draw more of this lump: which of the draws left, and which of the cards left, in any order of draws.
                factor = factor * u32::from(draws - taken + 1) / u32::from(taken) * u32::from(size - taken + 1);
            }
            if rest.is_empty() && taken < draws {
                continue;
            }
            lumps[lump].1 = size - taken;
            self.share_out(counts, lumps, rest, draws - taken, factor.clone(), ways);
        }
        lumps[lump].1 = size;
    }
}

/// The same problem without sets of no draws, cards in no set, and with cards in the same sets put together.
fn simplify(counts: Vec<u8>, lumps: Vec<(u32, u8)>) -> Problem {
    let kept: Vec<usize> = (0..counts.len()).filter(|&set| counts[set] > 0).collect();
    let renumber = |sets: u32| kept.iter().enumerate().fold(0, |bits, (new, &old)| bits | (sets >> old & 1) << new);
    let mut lumps: Vec<(u32, u8)> = lumps.into_iter().map(|(sets, size)| (renumber(sets), size)).collect();
    lumps.retain(|&(sets, size)| sets != 0 && size > 0);
    lumps.sort_unstable();
    lumps.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    (kept.into_iter().map(|set| counts[set]).collect(), lumps)
}

/// The set to share out next: one that is a single lump, which costs nothing, else the one that keeps most lumps apart.
fn hardest(sets: usize, lumps: &[(u32, u8)]) -> usize {
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
