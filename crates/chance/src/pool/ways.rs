//! Every way in which a pool can fall, counted by what is kept of it.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::choose::choose;
use super::dice::Pool;
use super::die::Die;
use super::kept::{How, Keep, Kept, Left, Numbers, Shown};
use super::throw::Throw;
use super::{largest, sizes};

impl Pool {
    /// Every possible result of a throw, once, with the number of ways in which the dice give it. The ways add up to
    /// [`Pool::ways`].
    ///
    /// If the rule reads little, the ways are counted from sizes and numbers without walking throws. Otherwise the best
    /// total is counted from the highest number down: how many dice of each size show it, until two dice are found; the
    /// others then show no more. Results for effect, or with the lowest numbers first, are counted by walking all
    /// throws, where dice of one size are interchangeable.
    ///
    /// # Panics
    /// If [`Pool::ways`] is `None`.
    #[must_use]
    pub fn kept(&self, keep: Keep) -> Vec<(Kept, u64)> {
        assert!(self.ways().is_some(), "too many dice: {self}");
        match keep {
            Keep { how: How::BestTotal, third: false, numbers: Numbers::Unread, .. } => return sizes::kept(self),
            Keep { numbers: Numbers::Nothing, .. } => return largest::totals(self),
            Keep { how, numbers: Numbers::Largest { goal, ties_win }, .. } => {
                return largest::largest(self, how, goal, ties_win);
            }
            _ => {}
        }
        let mut found = Found::default();
        if !keep.walks() {
            let wanted = if keep.third { 3 } else { 2 };
            let mut count = Count { wanted, numbers: keep.numbers, found: &mut found };
            let state = Placed { rest: Die::ALL.map(|die| self.count(die)), kept: 0, total: 0, second: 0 };
            count.from((12, 0), state, 1);
        } else {
            falls(self, Throw::NONE, 0, 1, &mut |throw, ways| found.add(throw.keep(&keep), ways));
        }
        found.entries
    }

    /// How many throws [`Pool::kept`] walks to count the possible results; 0 if it counts them without walking.
    pub(crate) fn walked(&self, keep: Keep) -> u64 {
        if !keep.walks() {
            return 0;
        }
        // The number of throws of each size in descending order: n numbers out of a die's faces, where any may repeat.
        let of_size = |die: Die| {
            let throws = (1..=u64::from(self.count(die))).try_fold(1_u64, |throws, nth| {
                throws.checked_mul(u64::from(die.faces()) - 1 + nth).map(|throws| throws / nth)
            });
            throws.unwrap_or(u64::MAX)
        };
        Die::ALL.into_iter().map(of_size).fold(1, u64::saturating_mul)
    }
}

impl Keep {
    /// Whether counting the possible results takes a walk through all throws.
    fn walks(&self) -> bool {
        match self.numbers {
            Numbers::Nothing | Numbers::Largest { .. } => false,
            Numbers::Lowest => true,
            Numbers::Unread | Numbers::Highest => self.how != How::BestTotal,
        }
    }
}

/// Values found, each once, in the order in which they were first met.
struct Found<T> {
    entries: Vec<(T, u64)>,
    places: FxHashMap<T, usize>,
}

impl<T> Default for Found<T> {
    fn default() -> Found<T> {
        Found { entries: Vec::new(), places: FxHashMap::default() }
    }
}

impl<T: Copy + Eq + Hash> Found<T> {
    fn add(&mut self, value: T, ways: u64) {
        let next = self.entries.len();
        let place = *self.places.entry(value).or_insert(next);
        match self.entries.get_mut(place) {
            Some((_, sum)) => *sum += ways,
            None => self.entries.push((value, ways)),
        }
    }
}

/// Calls `call` for every throw that extends `throw` by the dice of size number `size` and larger, with the dice of one
/// size in descending order.
fn falls(pool: &Pool, throw: Throw, size: usize, ways: u64, call: &mut impl FnMut(&Throw, u64)) {
    let Some(&die) = Die::ALL.get(size) else { return call(&throw, ways) };
    of_size(pool, throw, die, (pool.count(die), die.faces()), ways, call);
}

/// The same with `rest` dice of size `die` still to be placed, which show at most `most`.
fn of_size(
    pool: &Pool,
    mut throw: Throw,
    die: Die,
    (rest, most): (u8, u8),
    ways: u64,
    call: &mut impl FnMut(&Throw, u64),
) {
    if rest == 0 {
        return falls(pool, throw, die as usize + 1, ways, call);
    }
    for times in 0..=rest {
        if times > 0 {
            throw = throw.with(die, most);
        }
        // At number 1 all remaining dice show it: there is no lower number.
        if most > 1 || times == rest {
            let ways = ways * choose(rest, times);
            of_size(pool, throw, die, (rest - times, most.saturating_sub(1)), ways, call);
        }
    }
}

/// Dice placed so far, from the highest number down.
#[derive(Clone, Copy)]
struct Placed {
    /// Dice not yet placed, by size.
    rest: [u8; 5],
    kept: u8,
    /// The sum of the dice kept.
    total: u8,
    /// The sum when the second die was kept.
    second: u8,
}

struct Count<'f> {
    wanted: u8,
    numbers: Numbers,
    found: &'f mut Found<Kept>,
}

impl Count<'_> {
    /// Places the remaining dice from this number and size on. Numbers go down, and for each number smaller dice come
    /// first.
    fn from(&mut self, (number, size): (u8, usize), placed: Placed, ways: u64) {
        if number == 1 {
            let total = if placed.kept > 2 { placed.second } else { placed.total };
            let hitches = placed.rest.iter().sum();
            let kept = Kept { total, hitches, left: Left::NONE, third: None };
            self.found.add(kept, ways);
            return;
        }
        let next = if size == 4 { (number - 1, 0) } else { (number, size + 1) };
        let die = Die::ALL[size];
        if placed.rest[size] == 0 || die.faces() < number {
            return self.from(next, placed, ways);
        }
        for times in 0..=placed.rest[size] {
            let ways = ways * choose(placed.rest[size], times);
            let mut after = placed;
            after.rest[size] -= times;
            let taken = times.min(self.wanted - placed.kept);
            for _ in 0..taken {
                after.kept += 1;
                after.total += number;
                if after.kept == 2 {
                    after.second = after.total;
                }
            }
            if after.kept == self.wanted {
                self.last((die, number), times - taken, &after, ways);
            } else {
                self.from(next, after, ways);
            }
        }
    }

    /// The last die kept shows `number`, as do `tied` more dice of its size: counts one result for each set of usable
    /// dice among the others.
    fn last(&mut self, (die, number): (Die, u8), tied: u8, placed: &Placed, ways: u64) {
        // The highest number that dice of each size may show.
        let under: [u8; 5] = std::array::from_fn(|size| {
            let least = if size > die as usize { number } else { number - 1 };
            least.min(Die::ALL[size].faces())
        });
        let mut usable = [0; 5];
        self.usable(0, &mut usable, (placed, &under), ways, &mut |count, usable, ways| {
            let hitches = placed.rest.iter().sum::<u8>() - usable.iter().sum::<u8>();
            let mut left = (0..)
                .zip(usable)
                .fold(Pool::EMPTY.with(die, tied), |left, (size, &count)| left.with(Die::ALL[size], count));
            let mut ties = [0; 5];
            ties[die as usize] = tied;
            let (mut total, mut third) = (placed.total, None);
            if count.wanted == 3 {
                total = placed.second;
                third = Some((die, number));
                left = left.with(die, 1);
                ties[die as usize] += 1;
            }
            let shown = if count.numbers == Numbers::Unread || left.is_empty() {
                Shown::Unread
            } else {
                let bound = |size: usize| if left.count(Die::ALL[size]) > 0 { under[size] } else { 0 };
                Shown::Within { under: std::array::from_fn(bound), tied: ties }
            };
            count.found.add(Kept { total, hitches, left: Left { dice: left, shown }, third }, ways);
        });
    }

    /// Calls `call` for every possible number of usable dice of each size, from `size` on.
    fn usable(
        &mut self,
        size: usize,
        usable: &mut [u8; 5],
        (placed, under): (&Placed, &[u8; 5]),
        ways: u64,
        call: &mut impl FnMut(&mut Self, &[u8; 5], u64),
    ) {
        if size == 5 {
            return call(self, usable, ways);
        }
        let rest = placed.rest[size];
        let most = if under[size] > 1 { rest } else { 0 };
        let mut power = 1;
        for number in 0..=most {
            usable[size] = number;
            self.usable(size + 1, usable, (placed, under), ways * choose(rest, number) * power, call);
            power *= u64::from(under[size]).saturating_sub(1);
        }
        usable[size] = 0;
    }
}

/// For `dice` dice, each equally likely to show any number from 2 to `under`: every possible highest number with the
/// number of dice that show it, in descending order, and the number of ways.
pub(crate) fn highest(dice: u8, under: u8) -> Vec<((u8, u8), u64)> {
    let mut found = Vec::new();
    for number in (2..=under).rev() {
        for times in 1..=dice {
            let lower = u64::from(number - 2).pow(u32::from(dice - times));
            if lower > 0 {
                found.push(((number, times), choose(dice, times) * lower));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::kept::{Aim, Limit};
    use super::*;

    #[test]
    fn throws_that_are_walked_are_known_before() {
        let d = Pool::EMPTY;
        let how = How::MaxEffect(Aim { goal: 9, ties_win: false, limit: Limit::ONE });
        for pool in [
            d,
            d.with(Die::D12, 1),
            d.with(Die::D6, 5),
            d.with(Die::D4, 2).with(Die::D8, 3),
            d.with(Die::D10, 1).with(Die::D12, 3),
        ] {
            let mut walked = 0;
            falls(&pool, Throw::NONE, 0, 1, &mut |_, _| walked += 1);
            assert_eq!(pool.walked(Keep { how, ..Keep::BEST }), walked, "{pool}");
            assert_eq!(pool.walked(Keep { numbers: Numbers::Lowest, ..Keep::BEST }), walked, "{pool}");
            assert_eq!(pool.walked(Keep::BEST), 0);
        }
        let many = d.with(Die::D12, 9).with(Die::D10, 8).with(Die::D8, 7);
        assert!(many.walked(Keep { how, ..Keep::BEST }) > 1 << 40);
    }
}
