//! The pools of a fight, and rolls that are settled without throwing them.

use chance::{Address, Best, Chance, Die, Kept, Known, Numbered, Numbers, Pool, Sampled, Weighted, Words};

use crate::options::KeepDice;
use crate::purpose;
use crate::roll::{Opposed, Party, Role, Rolled, winner};

/// The most rows of all pools: some megabytes.
const MOST_ROWS: usize = 1 << 18;
/// The most places for pools by their number.
const MOST_PLACES: usize = 1 << 18;
/// The place of a pool that is not known.
const NONE: u16 = u16::MAX;

/// What may come of a throw of one pool.
#[derive(Debug)]
pub(crate) struct Thrown {
    /// The pairs that make the best total.
    best: Weighted<Best>,
    /// The totals alone.
    totals: Weighted<u8>,
}

impl Thrown {
    fn new(pool: &Pool) -> Option<Thrown> {
        pool.ways()?;
        let best = pool.best();
        let totals = best.chunk_by(|one, other| one.0.total == other.0.total);
        let totals = totals.map(|alike| (alike[0].0.total, alike.iter().map(|(_, ways)| ways).sum()));
        Some(Thrown { totals: Weighted::new(totals)?, best: Weighted::new(best)? })
    }

    fn rows(&self) -> usize {
        self.best.len() + self.totals.len()
    }
}

/// Pools with what may come of a throw of each, looked up by how many dice of each size they have.
#[derive(Debug)]
pub(crate) struct Throws {
    /// A place for every pool of no more dice of each size.
    numbered: Numbered,
    places: Vec<u16>,
    known: Vec<Thrown>,
}

impl Throws {
    /// These pools, the more important first: as many as there is room for. None if there is room for none.
    pub(crate) fn new(pools: impl Iterator<Item = Pool>) -> Option<Throws> {
        let (mut listed, mut known): (Vec<Pool>, Vec<Thrown>) = (Vec::new(), Vec::new());
        let (mut rows, mut most, mut numbered) = (0, Pool::EMPTY, None);
        for pool in pools {
            if listed.contains(&pool) {
                continue;
            }
            let Some(thrown) = Thrown::new(&pool) else { continue };
            rows += thrown.rows();
            most =
                Die::ALL.into_iter().fold(Pool::EMPTY, |all, die| all.with(die, most.count(die).max(pool.count(die))));
            let next = Numbered::new(most).filter(|next| next.count() <= MOST_PLACES);
            if rows > MOST_ROWS || next.is_none() || listed.len() == usize::from(NONE) {
                break;
            }
            numbered = next;
            listed.push(pool);
            known.push(thrown);
        }
        let numbered = numbered?;
        let mut places = vec![NONE; numbered.count()];
        for (number, place) in (0..).zip(listed.iter().filter_map(|pool| numbered.of(pool))) {
            places[place] = number;
        }
        Some(Throws { numbered, places, known })
    }

    #[cfg(test)]
    pub(crate) fn knows(&self, pool: &Pool) -> bool {
        self.of(pool).is_some()
    }

    #[inline]
    fn of(&self, pool: &Pool) -> Option<&Thrown> {
        self.known.get(usize::from(self.places[self.numbered.of(pool)?]))
    }

    /// What settles a roll; none if one of its pools is not known, or if more is read of a throw than its pair and the dice left.
    #[inline]
    pub(crate) fn settling<'a>(&'a self, opposed: &'a Opposed<'a>) -> Option<Settled<'a>> {
        let Opposed { actor, opposition, riposte, .. } = opposed;
        let lowest = actor.numbers == Numbers::Lowest || (*riposte && opposition.numbers == Numbers::Lowest);
        if actor.keep != KeepDice::BestTotal || actor.point || opposition.point || lowest {
            return None;
        }
        Some(Settled { opposed, actor: self.of(&actor.pool)?, opposition: self.of(&opposition.pool)? })
    }
}

/// What settles a roll: who wins by a word for each pool, and the effect dice where somebody wins any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settled<'a> {
    opposed: &'a Opposed<'a>,
    actor: &'a Thrown,
    opposition: &'a Thrown,
}

/// What the opposition has thrown: its total, or the whole pair where more may be read.
#[derive(Clone, Copy, Debug)]
enum Theirs {
    Total(u8),
    Pair(Best),
}

impl Settled<'_> {
    /// Whether more than the opposition's total may be read.
    const fn reads_theirs(&self) -> bool {
        self.opposed.riposte || self.opposed.opposition.hitches
    }

    /// The roll with these pairs. Of the dice left no more is looked at than the rule reads, which judges as ever.
    #[inline]
    fn with<C: Chance>(&self, theirs: Theirs, ours: Best, chance: &mut C, at: Address) -> Rolled {
        let Opposed { rules, actor, opposition, riposte, .. } = self.opposed;
        let most = |party: &Party, margin: u8| {
            if party.hitches { u8::MAX } else { party.limit.of(margin, u8::MAX - 1) + u8::from(party.spare) }
        };
        let read = |party: &Party| party.numbers == Numbers::Highest;
        let total = match theirs {
            Theirs::Total(total) => total,
            Theirs::Pair(pair) => pair.total,
        };
        let margin = ours.total.abs_diff(total);
        let won = winner(rules.ties, ours.total, total);
        let struck = *riposte && won == Some(Role::Opposition);
        let their_most = if struck || opposition.hitches { most(opposition, margin) } else { 0 };
        let their_kept = match theirs {
            Theirs::Total(total) => Kept::of_total(total),
            Theirs::Pair(pair) => {
                let at = at.purpose(purpose::THEIR_LEFT);
                pair.kept(&opposition.pool, their_most, read(opposition), chance, at)
            }
        };
        let goal = self.opposed.goal(&their_kept);
        let our_most = if won == Some(Role::Actor) || actor.hitches { most(actor, margin) } else { 0 };
        let kept = match our_most {
            0 => Kept::of_total(ours.total),
            _ => ours.kept(&actor.pool, our_most, read(actor), chance, at.purpose(purpose::LEFT)),
        };
        let mut rolled = self.opposed.judged(&kept, goal, false);
        if struck {
            let won = self.opposed.riposte(&rolled, &their_kept);
            self.opposed.strike_back(&mut rolled, won);
        }
        rolled
    }
}

impl Known for Settled<'_> {
    type Outcome = Rolled;

    #[inline]
    fn settle<W: Words>(&self, words: &mut W, at: Address) -> Rolled {
        let their_at = at.purpose(purpose::OPPOSITION);
        let theirs = if self.reads_theirs() {
            Theirs::Pair(self.opposition.best.settle(words, their_at))
        } else {
            Theirs::Total(self.opposition.totals.settle(words, their_at))
        };
        let ours = self.actor.best.settle(words, at);
        self.with(theirs, ours, &mut Sampled::new(words), at)
    }
}

/// Every handful of dice of these sizes, at most so many, the smaller handfuls first.
pub(crate) fn handfuls(sizes: &[Die], most: u8) -> Vec<Pool> {
    let mut all = vec![Pool::EMPTY];
    let mut last = 0;
    for _ in 0..most {
        let next = all.len();
        for place in last..next {
            // In order of size, so that none comes twice.
            let least = all[place].largest();
            for &die in sizes.iter().filter(|&&die| least.is_none_or(|least| die >= least)) {
                all.push(all[place].with(die, 1));
            }
        }
        last = next;
    }
    all
}

/// Every part of a pool, the larger ones first.
pub(crate) fn parts(pool: &Pool) -> Vec<Pool> {
    let mut all = vec![Pool::EMPTY];
    for die in Die::ALL {
        let smaller = all.clone();
        for count in 1..=pool.count(die) {
            all.extend(smaller.iter().map(|part| part.with(die, count)));
        }
    }
    all.sort_by_key(|part| std::cmp::Reverse(part.dice()));
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use Die::{D4, D6, D8, D10, D12};
    use chance::exact::{Ratio, Weight};
    use chance::{Enumerated, Limit};

    use super::*;
    use crate::options::Ties;
    use crate::roll::Effects;
    use crate::rules::Rules;

    const HERE: Address = Address::new(0, purpose::ACTOR, 0);

    /// All that play reads of a roll, in words, with its odds.
    type Odds = BTreeMap<String, Ratio>;

    /// Adds what every branch of a roll comes to, with its effect dice taken one after another.
    fn add(odds: &mut Odds, opposed: &Opposed<'_>, weight: &Ratio, roll: impl Fn(&mut Enumerated) -> Rolled) {
        let mut chance = Enumerated::new();
        loop {
            let rolled = roll(&mut chance);
            let Rolled { winner, margin, effects, spent, hitches, spare, .. } = rolled;
            let party = if winner == Some(Role::Actor) { &opposed.actor } else { &opposed.opposition };
            let Effects { mut left, dice } = effects;
            let take =
                |nth: u8| left.take(&mut chance, HERE.purpose(purpose::NUMBER).further(nth.into()), party.numbers);
            let taken: Vec<_> = (0..dice).map_while(take).collect();
            let came = format!("{winner:?} by {margin}, {dice} {taken:?} {spent} {hitches} {spare:?}");
            odds.entry(came).or_insert_with(|| Ratio::new(0, 1)).add(chance.weight(weight.clone()));
            if !chance.advance() {
                break;
            }
        }
    }

    /// Every pair of pools, under every reading: the same odds as by the rule, as fractions.
    #[test]
    fn every_settled_roll_is_that_of_the_rule() {
        let pools: Vec<Pool> = [&[D8, D8, D6][..], &[D4, D10, D12], &[D6, D6, D6, D6], &[D6]]
            .into_iter()
            .map(|dice| dice.iter().copied().collect())
            .collect();
        let throws = Throws::new(pools.iter().copied()).expect("few pools");
        let limits = [Limit::ONE, Limit::Margin { least: 1, every: 3 }, Limit::All];
        let mut number = 0;
        for (ties, limit) in [Ties::Opposition, Ties::Actor, Ties::Nobody].into_iter().zip(limits) {
            let rules = Rules { ties, ..Rules::default() };
            for bits in 0..32 {
                let [riposte, margin, hitches, spare, numbers] = [0, 1, 2, 3, 4].map(|bit| bits >> bit & 1 == 1);
                let numbers =
                    [Numbers::Unread, Numbers::Highest].map(|read| if numbers { Numbers::Highest } else { read });
                for (one, other) in pools.iter().flat_map(|one| pools.iter().map(move |other| (one, other))) {
                    // Each pair meets every seventh reading, each in its turn.
                    number += 1;
                    if number % 7 != 0 {
                        continue;
                    }
                    let party = |pool: &Pool, numbers, hitches| Party {
                        numbers,
                        hitches,
                        spare,
                        ..Party::new(*pool).limited(limit)
                    };
                    let (actor, opposition) =
                        (party(one, numbers[0], hitches), party(other, numbers[1], !hitches && spare));
                    let opposed = Opposed { riposte, margin, ..Opposed::new(&rules, actor, opposition) };
                    let settled = throws.settling(&opposed).expect("known pools");
                    let (mut by_rule, mut by_pairs) = (Odds::new(), Odds::new());
                    add(&mut by_rule, &opposed, &Ratio::new(1, 1), |chance| opposed.roll(chance, HERE));
                    let all = |pool: &Pool| pool.ways().expect("few dice");
                    for (theirs, their_ways) in settled.theirs() {
                        for (ours, our_ways) in settled.actor.best.rows() {
                            let weight = Ratio::new(their_ways, all(other)).product(&Ratio::new(our_ways, all(one)));
                            add(&mut by_pairs, &opposed, &weight, |chance| settled.with(theirs, ours, chance, HERE));
                        }
                    }
                    assert_eq!(by_rule.len(), by_pairs.len(), "{opposed:?}");
                    for ((came, odds), (also, found)) in by_rule.iter().zip(&by_pairs) {
                        assert_eq!(came, also, "{opposed:?}");
                        assert!(odds == found, "{opposed:?}: {came}");
                    }
                }
            }
        }
    }

    impl Settled<'_> {
        /// All that the opposition may throw, with the ways.
        fn theirs(&self) -> Vec<(Theirs, u64)> {
            let pairs = self.opposition.best.rows().map(|(pair, ways)| (Theirs::Pair(pair), ways));
            let totals = self.opposition.totals.rows().map(|(total, ways)| (Theirs::Total(total), ways));
            if self.reads_theirs() { pairs.collect() } else { totals.collect() }
        }
    }

    /// What is read beyond the pair and the dice left is thrown, and so are pools that are not known.
    #[test]
    fn what_is_not_known_is_thrown() {
        let [known, unknown] = [Pool::EMPTY.with(D8, 3), Pool::EMPTY.with(D8, 4)];
        let throws = Throws::new(std::iter::once(known)).expect("one pool");
        let rules = Rules::default();
        let party = Party::new(known);
        let settles = |actor, opposition| throws.settling(&Opposed::new(&rules, actor, opposition)).is_some();
        assert!(settles(party, party));
        for other in [
            Party::new(unknown),
            Party { point: true, ..party },
            Party { numbers: Numbers::Lowest, ..party },
            party.keeping(KeepDice::MaxEffect),
            party.keeping(KeepDice::BestEffect),
        ] {
            assert!(!settles(other, party), "{other:?}");
        }
        assert!(!settles(party, Party::new(unknown)) && !settles(party, Party { point: true, ..party }));
        assert!(Throws::new(std::iter::empty()).is_none());
    }

    #[test]
    fn handfuls_and_parts() {
        let told = |pools: Vec<Pool>| pools.iter().map(Pool::to_string).collect::<Vec<_>>().join(", ");
        assert_eq!(told(handfuls(&[D6, D10], 2)), "no dice, d6, d10, 2d6, d6 d10, 2d10");
        assert_eq!(handfuls(&Die::ALL, 3).len(), 1 + 5 + 15 + 35);
        assert_eq!(told(parts(&Pool::EMPTY.with(D8, 2).with(D6, 1))), "d6 2d8, d6 d8, 2d8, d6, d8, no dice");
    }
}
