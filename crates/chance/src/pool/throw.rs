//! A throw of a pool with the number on every die, and what is kept of it.

use super::kept::{How, Keep, Kept, Left, Numbers, Shown};
use super::{Die, MOST_DICE, Pool};

/// Numbers on dice, the smallest die first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Throw {
    pub(crate) pool: Pool,
    pub(crate) faces: [u8; MOST_DICE],
}

/// A usable die by how it is chosen for the best total: by number, and of equal numbers the smallest die first. 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u8);

impl Rank {
    const NONE: Rank = Rank(0);

    const fn new(die: Die, number: u8) -> Rank {
        Rank(number << 3 | (7 - die as u8))
    }

    const fn number(self) -> u8 {
        self.0 >> 3
    }

    fn die(self) -> Option<Die> {
        (self.0 > 0).then(|| Die::ALL[usize::from(7 - (self.0 & 7))])
    }
}

impl Throw {
    /// The dice with what they show.
    pub(crate) fn dice(&self) -> impl Iterator<Item = (Die, u8)> {
        self.pool.iter().zip(self.faces)
    }

    /// What is kept of it.
    #[inline]
    pub(crate) fn keep(&self, keep: Keep) -> Kept {
        let (mut best, mut usable, mut hitches) = ([Rank::NONE; 3], Pool::EMPTY, 0);
        let mut place = 0;
        for die in Die::ALL {
            for _ in 0..self.pool.count(die) {
                let number = self.faces[place];
                place += 1;
                if number == 1 {
                    hitches += 1;
                    continue;
                }
                usable = usable.with(die, 1);
                let rank = Rank::new(die, number);
                // The three best by two comparisons for most dice.
                if rank > best[2] {
                    if rank > best[1] {
                        best[2] = best[1];
                        let higher = rank.max(best[0]);
                        best[1] = rank.min(best[0]);
                        best[0] = higher;
                    } else {
                        best[2] = rank;
                    }
                }
            }
        }
        let mut pair = [best[0], best[1]];
        if let How::MaxEffect { .. } = keep.how
            && best[1] != Rank::NONE
            && let Some(found) = self.max_effect(keep.how, usable)
        {
            pair = found;
        }
        let mut left = usable;
        for rank in pair {
            if let Some(die) = rank.die() {
                left = left.without(die);
            }
        }
        let shown = match keep.numbers {
            Numbers::Unread => Shown::Unread,
            _ if left.is_empty() => Shown::Unread,
            Numbers::Highest | Numbers::Lowest => Shown::Are(self.numbers(pair)),
        };
        // A third die belongs to the best total: nobody who wins by less needs one.
        let third = if keep.third && pair == [best[0], best[1]] { best[2].die() } else { None };
        Kept {
            total: pair[0].number() + pair[1].number(),
            hitches,
            left: Left { dice: left, shown },
            third: third.map(|die| (die, best[2].number())),
        }
    }

    /// The numbers of the usable dice outside the total, the largest die first, of equal sizes the highest number first.
    fn numbers(&self, pair: [Rank; 2]) -> u128 {
        let (mut packed, mut used, mut shift) = (0, [false; 2], 0);
        let mut place = usize::from(self.pool.dice());
        for die in Die::ALL.into_iter().rev() {
            let count = usize::from(self.pool.count(die));
            let mut own = [0; MOST_DICE];
            let own = &mut own[..count];
            own.copy_from_slice(&self.faces[place - count..place]);
            place -= count;
            own.sort_unstable_by(|one, two| two.cmp(one));
            for &mut number in own {
                let kept = (0..2).find(|&nth| !used[nth] && pair[nth] == Rank::new(die, number));
                match kept {
                    Some(nth) => used[nth] = true,
                    None if number > 1 => {
                        packed |= u128::from(number) << shift;
                        shift += 4;
                    }
                    None => {}
                }
            }
        }
        packed
    }

    /// The pair that wins and leaves the most for effect, if one wins.
    fn max_effect(&self, how: How, usable: Pool) -> Option<[Rank; 2]> {
        let How::MaxEffect { goal, ties_win, limit } = how else { return None };
        // Of each size only the two highest numbers matter: a higher one leaves the same dice and a larger margin.
        let mut tops = [[0_u8; 2]; 5];
        for (die, number) in self.dice().filter(|&(_, number)| number > 1) {
            let [first, second] = &mut tops[die as usize];
            *second = (*second).max(number.min(*first));
            *first = (*first).max(number);
        }
        let mut found: Option<(Choice, [Rank; 2])> = None;
        for (nth, one) in Die::ALL.into_iter().enumerate() {
            for two in Die::ALL.into_iter().skip(nth) {
                let of_two = tops[two as usize][usize::from(one == two)];
                let of_one = tops[one as usize][0];
                if of_one == 0 || of_two == 0 {
                    continue;
                }
                let total = of_one + of_two;
                if total < goal || (total == goal && !ties_win) {
                    continue;
                }
                let left = usable.without(one).without(two);
                let effects = left.largest_of(limit.of(total - goal, left.dice()));
                let (one, two) = (Rank::new(one, of_one), Rank::new(two, of_two));
                let pair = [one.max(two), one.min(two)];
                // Among the same numbers a rank is higher on a smaller die.
                let choice = (Die::ALL.map(|die| effects.count(die)), total, pair.map(Rank::number), pair);
                let choice = Choice { effects: reversed(choice.0), total: choice.1, numbers: choice.2, pair: choice.3 };
                if found.as_ref().is_none_or(|(best, _)| *best < choice) {
                    found = Some((choice, pair));
                }
            }
        }
        found.map(|(_, pair)| pair)
    }
}

/// How good a pair is, the more important first. Comparing counts of sizes, the largest size first, is comparing lists of sizes.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    effects: [u8; 5],
    total: u8,
    numbers: [u8; 2],
    pair: [Rank; 2],
}

fn reversed(mut counts: [u8; 5]) -> [u8; 5] {
    counts.reverse();
    counts
}
