//! A deck represented by what has been learnt of the cards drawn from it.
//!
//! A rule seldom learns which card was drawn; it learns that it was "8 or more", or "red". The card itself stays open,
//! and by symmetry an open draw reveals nothing about the next one beyond what was learnt. So the enumerated reading
//! keeps a family of card sets, nested or disjoint, with a count each ("three of the cards drawn were among these"),
//! and draws the next card from it exactly. Decks that differ only in what no rule has asked about are equal and merge.

use std::hash::{Hash, Hasher};

use crate::cards::{Deck, Pack};

/// The most sets a deck can hold. A family of nested or disjoint sets over twenty kinds of card and a joker, in the
/// order in which rules ask about them, stays well below it; `learn` reports it if it does not.
const CAPACITY: usize = 20;

/// Bits of a word that hold the cards of a set; the bits above hold its count.
const CARDS: u32 = 48;
const SET: u64 = (1 << CARDS) - 1;

/// A branch of a fork: what is learnt, and its probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Branch {
    pub(crate) set: u64,
    pub(crate) odds: Odds,
}

/// A probability: a numerator and a denominator.
pub(crate) type Odds = (u64, u64);

/// A deck as a family of sets of cards. Each set has the number of cards drawn that are known to lie in it and in no
/// smaller set of the family.
#[derive(Clone, Copy, Debug)]
pub struct KnownDeck {
    pack: Pack,
    len: u8,
    sets: [u64; CAPACITY],
}

impl Deck for KnownDeck {
    fn whole(pack: Pack) -> KnownDeck {
        KnownDeck { pack, len: 0, sets: [0; CAPACITY] }
    }

    fn pack(&self) -> Pack {
        self.pack
    }
}

impl PartialEq for KnownDeck {
    fn eq(&self, other: &KnownDeck) -> bool {
        self.pack == other.pack && self.entries() == other.entries()
    }
}

impl Eq for KnownDeck {}

impl Hash for KnownDeck {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pack.hash(state);
        self.entries().iter().for_each(|&entry| state.write_u64(entry));
    }
}

impl KnownDeck {
    /// The sets, each with its count in the bits above.
    fn entries(&self) -> &[u64] {
        &self.sets[..usize::from(self.len)]
    }

    /// The number of cards drawn that are known to lie in `set`: the sum over the known sets within it. With
    /// `strictly`, `set` itself is left out.
    fn drawn(&self, set: u64, strictly: bool) -> u64 {
        let inside = |entry: &&u64| **entry & SET & !set == 0 && !(strictly && **entry & SET == set);
        self.entries().iter().filter(inside).map(|entry| entry >> CARDS).sum()
    }

    /// The probability that the next card lies in `part`. Every known set must contain it, lie within it, or be
    /// disjoint from it.
    fn weigh(&self, part: u64) -> Branch {
        let mut around: Vec<u64> = self.entries().iter().map(|e| e & SET).filter(|s| part & !s == 0).collect();
        around.sort_unstable_by_key(|set| std::cmp::Reverse(set.count_ones()));
        let open = |set: u64| u64::from(set.count_ones()) - self.drawn(set, true);
        let (mut numerator, mut denominator) = (1, 1);
        let mut outer = self.pack.all();
        for set in around {
            if set != outer {
                numerator *= u64::from(set.count_ones()) - self.drawn(set, false);
                denominator *= open(outer);
            }
            outer = set;
        }
        if part == outer {
            return Branch { set: part, odds: (numerator, denominator) };
        }
        numerator *= u64::from(part.count_ones()) - self.drawn(part, true);
        denominator *= open(outer);
        Branch { set: part, odds: (numerator, denominator) }
    }
}

impl KnownDeck {
    /// Whether every card has been drawn.
    pub(crate) fn is_spent(&self) -> bool {
        self.drawn(self.pack.all(), false) == u64::from(self.pack.size())
    }

    /// Adds the branches for the answer that the cards of `set` give: what may be learnt of the next card, with its
    /// probability.
    pub(crate) fn branches(&self, set: u64, out: &mut Vec<Branch>) {
        if self.entries().is_empty() {
            return out.push(self.weigh(set));
        }
        let mut parts = vec![set];
        for known in self.entries().iter().map(|entry| entry & SET) {
            for place in 0..parts.len() {
                let (inside, outside) = (parts[place] & known, parts[place] & !known);
                if inside != 0 && outside != 0 && inside != known {
                    parts[place] = inside;
                    parts.push(outside);
                }
            }
        }
        out.extend(parts.into_iter().map(|part| self.weigh(part)).filter(|branch| branch.odds.0 > 0));
    }

    /// Records that the card drawn lies in `set`; false if there is no room for a further set.
    pub(crate) fn learn(&mut self, set: u64) -> bool {
        let used = usize::from(self.len);
        match self.sets[..used].binary_search_by_key(&set, |entry| entry & SET) {
            Ok(place) => self.sets[place] += 1 << CARDS,
            Err(_) if used == CAPACITY => return false,
            Err(place) => {
                self.sets.copy_within(place..used, place + 1);
                self.sets[place] = set | 1 << CARDS;
                self.len += 1;
            }
        }
        true
    }
}
