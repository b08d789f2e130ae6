//! Weights by how many drawn cards are known to lie in each set, and the deals that fit them.
//!
//! Such a table is a polynomial: a set is a variable, and a draw from it is a factor. Removing a card adds, for every
//! set that contains it, the table with one draw fewer from that set. When all cards are removed, the entry without
//! draws is the weight of the deals. Adding a factor keeps a sorted table sorted, so all the work is merging sorted
//! lists.

use std::cmp::Ordering;

use crate::asked::{Symbol, Symbols};
use crate::cards::Pack;
use crate::exact::effort::{self, Held, TooLarge};
use crate::wide::Wide;

/// Weights in ascending order of their keys. The bit fields of a key are the numbers of draws from each set.
pub(crate) type Table<const W: usize> = Vec<(u128, Wide<W>)>;

/// Where each set's number of draws lies in a key.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    fields: Vec<Field>,
}

/// The place of one number in a key.
#[derive(Clone, Copy, Debug)]
struct Field {
    set: u64,
    shift: u32,
    mask: u128,
}

impl Field {
    fn count(&self, key: u128) -> u32 {
        (key >> self.shift & self.mask) as u32
    }

    const fn one(&self) -> u128 {
        1 << self.shift
    }
}

impl Fields {
    /// Adds new sets; false if a key has no room for them.
    pub(crate) fn extend(&mut self, symbols: &Symbols) -> bool {
        for &(_, set) in &symbols.sets[self.fields.len()..] {
            let shift = self.fields.last().map_or(0, |last| last.shift + last.mask.count_ones());
            let width = u64::BITS - u64::from(set.count_ones()).leading_zeros();
            if shift + width > u128::BITS {
                return false;
            }
            self.fields.push(Field { set, shift, mask: (1 << width) - 1 });
        }
        true
    }

    /// The table with one more draw from each of these sets, times `factor`. Entries that no deal fits are left out.
    pub(crate) fn multiplied<const W: usize>(&self, table: &Table<W>, learnt: &[Symbol], factor: &Wide<W>) -> Table<W> {
        let fields: Vec<Field> = learnt.iter().map(|&symbol| self.fields[usize::from(symbol)]).collect();
        let mut limits: Vec<(Field, u32)> = Vec::new();
        for field in &fields {
            match limits.iter_mut().find(|known| known.0.set == field.set && known.0.shift == field.shift) {
                Some(known) => known.1 -= 1,
                None => limits.push((*field, field.set.count_ones() - 1)),
            }
        }
        let more: u128 = fields.iter().map(Field::one).sum();
        let fits = |key: u128| limits.iter().all(|(field, limit)| field.count(key) <= *limit);
        let times = |weight: &Wide<W>| if *factor == Wide::new(1) { *weight } else { weight.times(factor) };
        table.iter().filter(|(key, _)| fits(*key)).map(|(key, weight)| (key + more, times(weight))).collect()
    }
}

/// The sum of two tables.
pub(crate) fn merged<const W: usize>(one: Table<W>, other: Table<W>) -> Table<W> {
    if one.is_empty() {
        return other;
    }
    if other.is_empty() {
        return one;
    }
    let mut sum = Vec::with_capacity(one.len() + other.len());
    let (mut ones, mut others) = (&one[..], &other[..]);
    while let ([a, after_a @ ..], [b, after_b @ ..]) = (ones, others) {
        match a.0.cmp(&b.0) {
            Ordering::Less => {
                sum.push(*a);
                ones = after_a;
            }
            Ordering::Greater => {
                sum.push(*b);
                others = after_b;
            }
            Ordering::Equal => {
                let total = a.1.plus(&b.1);
                if total != Wide::ZERO {
                    sum.push((a.0, total));
                }
                (ones, others) = (after_a, after_b);
            }
        }
    }
    sum.extend_from_slice(ones);
    sum.extend_from_slice(others);
    sum
}

/// Tables to be added up; short ones are merged first.
#[derive(Debug)]
pub(crate) struct Sum<const W: usize> {
    parts: Vec<Table<W>>,
}

impl<const W: usize> Default for Sum<W> {
    fn default() -> Sum<W> {
        Sum { parts: Vec::new() }
    }
}

impl<const W: usize> Sum<W> {
    pub(crate) fn add(&mut self, mut table: Table<W>) {
        if table.is_empty() {
            return;
        }
        while self.parts.last().is_some_and(|last| last.len() <= 2 * table.len()) {
            table = merged(self.parts.pop().unwrap_or_default(), table);
        }
        self.parts.push(table);
    }

    /// The number of entries held.
    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }

    pub(crate) fn total(mut self) -> Table<W> {
        let mut total = Vec::new();
        while let Some(part) = self.parts.pop() {
            total = merged(part, total);
        }
        total
    }
}

/// Counts the deals of one deck.
pub(crate) struct Dealing<'a, const W: usize> {
    pack: Pack,
    /// The sets of this deck that are not settled yet.
    sets: Vec<Field>,
    factorials: &'a [Wide<W>],
    held: Held,
}

impl<'a, const W: usize> Dealing<'a, W> {
    /// For deck number `deck`; `factorials` must reach the size of its pack.
    pub(crate) fn new(
        fields: &Fields,
        symbols: &Symbols,
        deck: (u8, u8),
        pack: Pack,
        factorials: &'a [Wide<W>],
    ) -> Dealing<'a, W> {
        let own = symbols.sets.iter().zip(&fields.fields).filter(|(symbol, _)| symbol.0 == deck);
        Dealing { pack, sets: own.map(|(_, field)| *field).collect(), factorials, held: Held::default() }
    }

    /// Settles the draws from this deck: multiplies each weight by the number of orders of the whole pack that fit
    /// them, and removes them from the table.
    ///
    /// # Errors
    /// If there are too many entries on the way, or a key has no room for a set.
    pub(crate) fn settle(&mut self, mut table: Table<W>) -> Result<Table<W>, TooLarge> {
        let jokers = (1_u64 << self.pack.jokers()) - 1;
        let number_cards = self.pack.all() & !jokers;
        let used = |field: &Field| table.iter().any(|(key, _)| field.count(*key) > 0);
        self.sets.retain(used);
        let mixed = |field: &Field| field.set & jokers != 0 && field.set & number_cards != 0;
        let mut cards = self.pack.all();
        if jokers != 0 && !self.sets.iter().any(mixed) {
            table = self.without_jokers(table, jokers);
            cards = number_cards;
        }
        let large = |field: &Field| 2 * field.set.count_ones() > cards.count_ones();
        while let Some(place) = self.sets.iter().position(large) {
            let set = self.sets.remove(place);
            table = self.complemented(table, set, cards)?;
        }
        self.in_order(&mut table, cards.count_ones());
        self.dealt(table, cards)
    }

    fn drawn(&self, key: u128) -> usize {
        self.sets.iter().map(|field| field.count(key) as usize).sum()
    }

    /// If no set mixes jokers and number cards, counts the jokers' places among the other cards separately.
    fn without_jokers(&mut self, table: Table<W>, jokers: u64) -> Table<W> {
        let joker = self.sets.iter().position(|field| field.set & jokers != 0).map(|place| self.sets.remove(place));
        let (size, most) = (self.pack.size() as usize, u32::from(self.pack.jokers()));
        let number_cards = size - most as usize;
        let mut sum = Sum::default();
        for count in 0..=most {
            let ways: u32 = (0..count).map(|drawn| most - drawn).product();
            let mut part = Vec::new();
            for (key, weight) in &table {
                let drawn = self.drawn(*key);
                if joker.map_or(0, |field| field.count(*key)) != count || drawn > number_cards {
                    continue;
                }
                let orders = (number_cards - drawn + 1..=size - drawn - count as usize).product::<usize>() as u64;
                let key = key - joker.map_or(0, |field| u128::from(count) << field.shift);
                part.push((key, weight.times(&Wide::new(orders * u64::from(ways)))));
            }
            sum.add(part);
        }
        sum.total()
    }

    /// Rewrites a large set as all cards minus other sets.
    fn complemented(&mut self, table: Table<W>, set: Field, cards: u64) -> Result<Table<W>, TooLarge> {
        let mut rest = cards & !set.set;
        let mut others: Vec<Field> = Vec::new();
        let mut known = self.sets.clone();
        known.sort_by_key(|field| std::cmp::Reverse(field.set.count_ones()));
        for field in known {
            if field.set & !rest == 0 {
                rest &= !field.set;
                others.push(field);
            }
        }
        if rest != 0 {
            let mut end = 0;
            self.sets.iter().chain([&set]).for_each(|field| end = end.max(field.shift + field.mask.count_ones()));
            let width = u64::BITS - u64::from(rest.count_ones()).leading_zeros();
            if end + width > u128::BITS {
                return Err(TooLarge::Intricate);
            }
            let field = Field { set: rest, shift: end, mask: (1 << width) - 1 };
            self.sets.push(field);
            others.push(field);
        }
        let most = table.iter().map(|(key, _)| set.count(*key)).max().unwrap_or(0);
        let mut parts = vec![Vec::new(); most as usize + 1];
        for (key, weight) in table {
            let count = set.count(key);
            parts[count as usize].push((key - (u128::from(count) << set.shift), weight));
        }
        let mut sum: Table<W> = parts.pop().unwrap_or_default();
        for part in parts.into_iter().rev() {
            let mut next = Sum::default();
            let less: Table<W> = sum.iter().map(|(key, weight)| (*key, weight.negated())).collect();
            for field in &others {
                let fewer = less.iter().filter(|(key, _)| field.count(*key) < field.set.count_ones());
                next.add(fewer.map(|(key, weight)| (key + field.one(), *weight)).collect());
            }
            next.add(sum);
            next.add(part);
            sum = self.within(next.total())?;
        }
        Ok(sum)
    }

    /// Multiplies by the number of orders in which each set's draws can be dealt, and by that of the cards left.
    fn in_order(&self, table: &mut Table<W>, cards: u32) {
        table.retain(|(key, _)| self.drawn(*key) <= cards as usize);
        for (key, weight) in table {
            *weight = weight.times(&self.factorials[cards as usize - self.drawn(*key)]);
            for field in &self.sets {
                let count = field.count(*key) as usize;
                if count > 1 {
                    *weight = weight.times(&self.factorials[count]);
                }
            }
        }
    }

    /// Removes the cards one by one, those of the smallest sets first.
    fn dealt(&mut self, mut table: Table<W>, mut cards: u64) -> Result<Table<W>, TooLarge> {
        while let Some(set) =
            self.sets.iter().map(|field| field.set & cards).filter(|&set| set != 0).min_by_key(|set| set.count_ones())
        {
            let card = set & set.wrapping_neg();
            cards &= !card;
            let mut sum = Sum::default();
            let around: Vec<Field> = self.sets.iter().filter(|field| field.set & card != 0).copied().collect();
            let fits = |key: u128| around.iter().all(|field| field.count(key) <= (field.set & cards).count_ones());
            for field in &around {
                let given = table.iter().filter(|(key, _)| field.count(*key) > 0);
                let given = given.map(|(key, weight)| (key - field.one(), *weight));
                sum.add(given.filter(|(key, _)| fits(*key)).collect());
            }
            table.retain(|(key, _)| fits(*key));
            sum.add(table);
            table = self.within(sum.total())?;
        }
        Ok(table)
    }

    /// Returns the table if work and memory suffice for it. Merging also needs its parts, which are as large as the
    /// table itself.
    fn within(&mut self, table: Table<W>) -> Result<Table<W>, TooLarge> {
        effort::work(table.len() as u64 * Wide::<W>::WORK)?;
        self.held.now(4 * table.len() * size_of::<(u128, Wide<W>)>())?;
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    /// The number of ways to draw a card of each set in turn, no card twice.
    fn walked(sets: &[u64], used: u64) -> u64 {
        let Some((&set, rest)) = sets.split_first() else { return 1 };
        let left = set & !used;
        (0..u64::BITS).filter(|card| left >> card & 1 == 1).map(|card| walked(rest, used | 1 << card)).sum()
    }

    fn factorials() -> Vec<Wide<4>> {
        (1..=43).fold(vec![Wide::new(1)], |mut all: Vec<Wide<4>>, number| {
            all.push(all[number as usize - 1].times(&Wide::new(number)));
            all
        })
    }

    /// Draws from random sets (large and small, nested and overlapping, with and without jokers), against a walk over
    /// every card.
    #[test]
    fn deals_are_counted_as_by_walking_every_card() {
        let (mut rng, factorials) = (Pcg64::seed_from_u64(5), factorials());
        for round in 0..60 {
            let pack = Pack::new(1, round % 4);
            let joker = (1_u64 << pack.jokers()) - 1;
            let mut symbols = Symbols::default();
            let mut draws = Vec::new();
            for _ in 0..3 {
                let set = match rng.next_u64() % 6 {
                    0 if joker != 0 => joker,
                    1 => pack.all() & !joker,
                    2 => pack.all() & rng.next_u64() & rng.next_u64() & rng.next_u64(),
                    3 => pack.all() & (rng.next_u64() | rng.next_u64()),
                    4 => pack.all() & !joker & (u64::MAX << (rng.next_u64() % 30)),
                    _ => pack.all() & !joker & rng.next_u64(),
                };
                if set != 0 {
                    draws.extend(std::iter::repeat_n(symbols.of((0, 0), set), 1 + rng.next_u64() as usize % 2));
                }
            }
            draws.truncate(4);
            let mut fields = Fields::default();
            assert!(fields.extend(&symbols));
            let one: Table<4> = vec![(0, Wide::new(1))];
            let mut table = one;
            for draw in &draws {
                table = fields.multiplied(&table, &[*draw], &Wide::new(1));
            }
            let sets: Vec<u64> = draws.iter().map(|&draw| symbols.sets[usize::from(draw)].1).collect();
            let ways = walked(&sets, 0);
            let expected = Wide::new(ways).times(&factorials[pack.size() as usize - draws.len()]);
            let mut dealing = Dealing::new(&fields, &symbols, (0, 0), pack, &factorials);
            let settled = dealing.settle(table).expect("few entries");
            let found = settled.first().map_or(Wide::ZERO, |entry| entry.1);
            assert_eq!((found, settled.len() <= 1), (expected, true), "{pack:?} {sets:?}");
        }
    }
}
