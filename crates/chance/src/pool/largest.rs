//! Whether a total wins, and the largest die left if it does, where a rule reads no more: read from one throw, or
//! counted over all throws without walking them.

use super::dice::Pool;
use super::die::Die;
use super::kept::{How, Kept, least};
use super::spread::{Rank, Spread};

/// The highest total of two dice.
const HIGHEST_TOTAL: u8 = 24;

/// The highest number of a die.
const HIGHEST: usize = 12;

impl Spread {
    /// Reads the largest die left. `tops` are the two highest numbers, which win.
    ///
    /// With [`How::MaxEffect`] any die other than the two highest may be left. One of those two may be left as well if
    /// the other wins together with the third highest.
    #[inline(never)]
    pub(super) fn largest(&self, how: How, least: u8, tops: [u8; 2]) -> Kept {
        let [first, second] = self.pair(tops);
        let mut largest = self.left([first, second]).counts.largest();
        if let How::MaxEffect(_) = how
            && largest < first.step().max(second.step())
        {
            let third = self.third();
            let without = |one: Rank, other: Rank| {
                let wins = third != Rank::NONE && other.number() + third.number() >= least;
                u8::from(wins) * one.step()
            };
            largest = largest.max(without(first, second)).max(without(second, first));
        }
        Kept::with_largest(least, largest)
    }
}

/// Every total with its number of ways.
pub(super) fn totals(pool: &Pool) -> Vec<(Kept, u64)> {
    let dice = Dice::of(pool);
    let mut known = 0;
    let of_total = |total: u8| {
        let up_to = dice.loses(usize::from(total) + 1);
        let ways = up_to - known;
        known = up_to;
        (Kept::with_largest(total, 0), ways)
    };
    (0..=HIGHEST_TOTAL).map(of_total).filter(|&(_, ways)| ways > 0).collect()
}

/// Every result of [`Numbers::Largest`](super::kept::Numbers::Largest) with its number of ways.
///
/// For each size it counts the throws that win and leave no die of this size or larger. Then either no such die is
/// usable, or one or two are and both belong to the total. With three usable, one would always be left.
pub(super) fn largest(pool: &Pool, how: How, goal: u8, ties_win: bool) -> Vec<(Kept, u64)> {
    let lowest = least(goal, ties_win);
    let least = usize::from(lowest);
    let mut found = Vec::with_capacity(8);
    let mut add = |total, largest, ways| {
        if ways > 0 {
            found.push((Kept::with_largest(total, largest), ways));
        }
    };
    let (all, mut smaller) = (Dice::of(pool), Dice::NONE);
    let (mut largest, mut known) = (0, 0);
    for die in Die::ALL.into_iter().filter(|&die| pool.count(die) > 0) {
        let larger = Larger { all: &all, smaller: &smaller };
        let kept = match how {
            How::BestTotal => larger.best_total(least),
            How::MaxEffect(_) => larger.max_effect(least),
        };
        let ways = smaller.all() - smaller.loses(least) + kept;
        add(lowest, largest, ways - known);
        (largest, known) = (die.step(), ways);
        smaller.add(die, pool.count(die));
    }
    let lost = all.loses(least);
    add(lowest, largest, all.all() - lost - known);
    let below = if goal == 0 { 0 } else { all.loses(goal.into()) };
    add(goal, 0, lost - below);
    add(0, 0, below);
    found
}

/// The highest number that a second die may show beside `number` without winning, 1 to 12. A 1 is a hitch and never
/// wins.
fn most_beside(number: usize, least: usize) -> usize {
    least.saturating_sub(number + 1).clamp(1, HIGHEST)
}

/// Counts for some of the dice of a pool, indexed by number.
struct Dice {
    /// How many dice can show this number, from 2.
    showing: [u64; HIGHEST + 1],
    /// How many pairs there are of a die and a number on it, for numbers from 2 to this one.
    up_to: [u64; HIGHEST + 1],
    /// The number of ways in which all dice show at most this number.
    within: [u64; HIGHEST + 1],
}

impl Dice {
    const NONE: Dice = Dice { showing: [0; HIGHEST + 1], up_to: [0; HIGHEST + 1], within: [1; HIGHEST + 1] };

    fn of(pool: &Pool) -> Dice {
        let mut dice = Dice::NONE;
        Die::ALL.into_iter().filter(|&die| pool.count(die) > 0).for_each(|die| dice.add(die, pool.count(die)));
        dice
    }

    fn add(&mut self, die: Die, count: u8) {
        for number in 2..=HIGHEST {
            let faces = number.min(die.faces().into());
            self.showing[number] += if number == faces { u64::from(count) } else { 0 };
            self.up_to[number] += u64::from(count) * (faces as u64 - 1);
            self.within[number] *= (faces as u64).pow(count.into());
        }
    }

    /// The number of ways in which the dice fall.
    const fn all(&self) -> u64 {
        self.within[HIGHEST]
    }

    /// The number of ways in which `number` is the highest and no two dice win.
    fn of_highest(&self, number: usize, least: usize) -> u64 {
        let most = most_beside(number, least);
        if most >= number {
            self.within[number] - self.within[number - 1]
        } else {
            self.within[most] / most as u64 * self.showing[number]
        }
    }

    /// The number of ways in which the best total does not win.
    fn loses(&self, least: usize) -> u64 {
        1 + (2..least.min(HIGHEST + 1)).map(|number| self.of_highest(number, least)).sum::<u64>()
    }

    /// The number of ways in which the second highest number is below `second` and the highest below `highest`.
    fn below(&self, second: usize, highest: usize) -> u64 {
        let (second, highest) = (second.min(highest) - 1, highest - 1);
        let one_above = self.up_to[highest] - self.up_to[second];
        self.within[second] + self.within[second] / second as u64 * one_above
    }
}

/// The dice of a pool that are not among its smaller ones.
struct Larger<'d> {
    all: &'d Dice,
    smaller: &'d Dice,
}

impl Larger<'_> {
    /// How many of them can show this number.
    const fn showing(&self, number: usize) -> u64 {
        self.all.showing[number] - self.smaller.showing[number]
    }

    /// How many pairs there are of one of them and a number on it, for numbers above `above` and up to `up_to`.
    fn between(&self, above: usize, up_to: usize) -> u64 {
        let count = |dice: &Dice| dice.up_to[up_to] - dice.up_to[above.clamp(1, up_to)];
        count(self.all) - count(self.smaller)
    }

    /// The number of ways in which one or two of them are usable, have the highest numbers and win. Among equal
    /// numbers, those on smaller dice come first.
    fn best_total(&self, least: usize) -> u64 {
        let lower = |number: usize| {
            // Two are usable: the other shows more, and enough to win, or both show `number`.
            let (showing, needed) = (self.showing(number), least.saturating_sub(number));
            let more = self.between(number.max(needed.saturating_sub(1)), HIGHEST);
            let same = if needed <= number { showing * (showing - 1) / 2 } else { 0 };
            let two = ((showing - 1) * more + same) * self.smaller.within[number - 1];
            // One is usable, with the highest of the smaller dice, which may show more.
            let lost = if needed == 0 { 0 } else { self.smaller.below(number, needed.clamp(2, HIGHEST + 1)) };
            two + showing * (self.smaller.below(number, HIGHEST + 1) - lost)
        };
        (2..=HIGHEST).filter(|&number| self.showing(number) > 0).map(lower).sum()
    }

    /// The number of ways in which one or two of them are usable and the throw wins, but no winning pair leaves one of
    /// them over.
    fn max_effect(&self, least: usize) -> u64 {
        let higher = |number: usize| {
            // Two are usable: the other shows less, and enough to win, or both show `number`.
            let (showing, needed) = (self.showing(number), least.saturating_sub(number).max(2));
            let less =
                if needed < number { self.between(needed - 1, number - 1) - (number - needed) as u64 } else { 0 };
            let same = if needed <= number { showing * (showing - 1) / 2 } else { 0 };
            (showing * less + same) * self.smaller.within[most_beside(number, least)]
        };
        let two: u64 = (2..=HIGHEST).filter(|&number| self.showing(number) > 0).map(higher).sum();
        // One is usable, alone or with the highest of the smaller dice.
        let beside =
            |number: usize| self.smaller.of_highest(number, least) * self.between(most_beside(number, least), HIGHEST);
        two + self.between(least - 1, HIGHEST) + (2..=HIGHEST).map(beside).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::kept::{Aim, Keep, Left, Limit, Numbers, Wanted};
    use super::super::throw::Throw;
    use super::*;

    /// Every throw of a pool.
    fn throws(pool: &Pool) -> Vec<Throw> {
        pool.iter().fold(vec![Throw::NONE], |throws, die| {
            throws.iter().flat_map(|throw| (1..=die.faces()).map(|number| throw.with(die, number))).collect()
        })
    }

    /// The number of ways by total and by the step of the largest die left.
    fn by_ways(kept: impl IntoIterator<Item = (Kept, u64)>) -> BTreeMap<(u8, u8), u64> {
        let mut sorted = BTreeMap::new();
        for (kept, ways) in kept {
            let step = kept.left.dice.largest().map_or(0, Die::step);
            assert_eq!(kept, Kept::with_largest(kept.total, step));
            *sorted.entry((kept.total, step)).or_default() += ways;
        }
        sorted
    }

    #[test]
    fn counts_are_what_every_throw_says() {
        use Die::{D4, D6, D8, D10, D12};
        for dice in [
            &[][..],
            &[D4],
            &[D12],
            &[D4, D6],
            &[D8, D8],
            &[D4, D8, D12],
            &[D4, D4, D4],
            &[D6, D6, D8, D10],
            &[D10, D10, D10, D10],
            &[D4, D4, D6, D8, D10],
            &[D10, D12, D12, D12],
            &[D6, D8, D8, D10, D12],
            &[D4, D4, D4, D6, D6, D6],
        ] {
            let pool: Pool = dice.iter().copied().collect();
            let throws = throws(&pool);
            let hows = [How::BestTotal, How::MaxEffect(Aim { goal: 0, ties_win: false, limit: Limit::ONE })];
            let goals = (0..=26).flat_map(|goal| [false, true].map(|ties_win| Numbers::Largest { goal, ties_win }));
            for numbers in goals.chain([Numbers::Nothing]) {
                for how in hows {
                    let keep = Keep { how, numbers, ..Keep::BEST };
                    let walked = throws.iter().map(|throw| (throw.keep(&keep), 1));
                    assert_eq!(by_ways(pool.kept(keep)), by_ways(walked), "{pool} {keep:?}");
                }
            }
        }
    }

    /// The same for pools too large to walk, against results with all sizes read. For the largest effect, only the sum
    /// of the ways and the wins are compared.
    #[test]
    fn large_pools_are_counted_too() {
        let d = Pool::EMPTY;
        for pool in [
            d.with(Die::D4, 24),
            d.with(Die::D12, 17),
            d.with(Die::D4, 4).with(Die::D6, 3).with(Die::D8, 2).with(Die::D10, 2).with(Die::D12, 3),
        ] {
            let whole = pool.kept(Keep::BEST);
            let totals = pool.kept(Keep { numbers: Numbers::Nothing, ..Keep::BEST });
            let walked = whole.iter().map(|&(kept, ways)| (Kept::with_largest(kept.total, 0), ways));
            assert_eq!(by_ways(totals), by_ways(walked));
            for goal in 0..=24 {
                let numbers = Numbers::Largest { goal, ties_win: false };
                let walked = whole.iter().map(|&(kept, ways)| {
                    let step = kept.left.dice.largest().map_or(0, Die::step);
                    let read = match kept.total.cmp(&goal) {
                        std::cmp::Ordering::Less => (0, 0),
                        std::cmp::Ordering::Equal => (goal, 0),
                        std::cmp::Ordering::Greater => (goal + 1, step),
                    };
                    (Kept::with_largest(read.0, read.1), ways)
                });
                let best = by_ways(pool.kept(Keep { numbers, ..Keep::BEST }));
                assert_eq!(best, by_ways(walked), "{pool} {goal}");
                let how = How::MaxEffect(Aim { goal, ties_win: false, limit: Limit::ONE });
                let effect = by_ways(pool.kept(Keep { how, numbers, ..Keep::BEST }));
                let wins =
                    |odds: &BTreeMap<(u8, u8), u64>| odds.range((goal + 1, 0)..).map(|(_, ways)| ways).sum::<u64>();
                assert_eq!(wins(&effect), wins(&best));
                assert_eq!(effect.values().sum::<u64>(), pool.ways().expect("few dice"));
            }
        }
    }

    /// A partial reading of a throw agrees with the full reading.
    #[test]
    fn less_is_read_of_the_same() {
        let pool = Pool::EMPTY.with(Die::D6, 2).with(Die::D8, 2).with(Die::D12, 1);
        for throw in throws(&pool) {
            let total = throw.keep(&Keep::BEST).total;
            assert_eq!(throw.keep(&Keep { numbers: Numbers::Nothing, ..Keep::BEST }), Kept::with_largest(total, 0));
            for (goal, ties_win) in (0..=21).flat_map(|goal| [false, true].map(|ties_win| (goal, ties_win))) {
                for how in [How::BestTotal, How::MaxEffect(Aim { goal, ties_win, limit: Limit::ONE })] {
                    let keep = Keep { how, ..Keep::BEST };
                    let whole = throw.keep(&keep);
                    let read = throw.keep(&Keep { numbers: Numbers::Largest { goal, ties_win }, ..keep });
                    let wins = |total: u8| total > goal || (ties_win && total == goal && total > 0);
                    assert_eq!(wins(read.total), wins(whole.total));
                    if wins(whole.total) {
                        assert_eq!(read.left.dice.largest(), whole.left.dice.largest(), "{throw:?} {goal}");
                    } else {
                        assert_eq!((read.total == goal, read.left), (whole.total == goal, Left::NONE));
                    }
                }
            }
        }
    }

    /// With `Wanted::Won`, a winning roll reads the same dice as if all were read, up to its limit.
    #[test]
    fn what_a_winner_reads_is_all_that_is_told() {
        let pool = Pool::EMPTY.with(Die::D6, 2).with(Die::D8, 2).with(Die::D12, 1);
        let limits = [Limit::ALL, Limit::ONE, Limit { least: 1, every: 3 }, Limit { least: 2, every: 1 }];
        let numbers = [Numbers::Unread, Numbers::Highest, Numbers::Lowest];
        for (throw, nth) in throws(&pool).iter().zip((0..=250_u8).cycle()) {
            let (goal, ties_win) = (nth % 25, nth % 2 == 0);
            let (limit, numbers) = (limits[usize::from(nth) % 4], numbers[usize::from(nth) % 3]);
            for how in [How::BestTotal, How::MaxEffect(Aim { goal, ties_win, limit })] {
                let keep = Keep { how, numbers, ..Keep::BEST };
                let whole = throw.keep(&keep);
                let read = throw.keep(&Keep { wanted: Wanted::Won(Aim { goal, ties_win, limit }), ..keep });
                assert_eq!((read.total, read.hitches), (whole.total, whole.hitches));
                let wins = whole.total >= least(goal, ties_win);
                let most = if wins { limit.of(whole.total - goal, whole.left.dice.dice()) } else { 0 };
                assert_eq!(read.left, whole.left.within(most), "{throw:?} {goal}");
            }
        }
    }
}
