//! A throw of a pool with the number on every die, and what is kept of it.

use super::kept::{How, Keep, Kept, Left, Numbers, Shown};
use super::largest::least;
use super::packed::Row;
use super::tops::{Rank, Tops};
use super::{Die, MOST_DICE, Pool};

/// Dice thrown from one word: their ways stay below [`BATCH_WAYS`], far below what a word can tell apart.
pub(crate) const BATCH: u8 = 12;

/// The ways of twelve d12.
pub(crate) const BATCH_WAYS: u64 = 12_u64.pow(BATCH as u32);

/// Dice that fell, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Throw {
    pool: Pool,
    faces: Row,
    tops: Tops,
}

impl Throw {
    /// No dice.
    pub(crate) const NONE: Throw = Throw { pool: Pool::EMPTY, faces: Row::NONE, tops: Tops::NONE };

    /// With one more die, no smaller than those before.
    #[inline]
    pub(crate) fn with(self, die: Die, number: u8) -> Throw {
        Throw {
            pool: self.pool.with(die, 1),
            faces: self.faces.with(self.pool.dice(), number.into()),
            tops: self.tops.with(die, number),
        }
    }

    /// With up to [`BATCH`] more dice from one word, which is multiplied by the faces of one after another: the whole part is its number,
    /// the rest goes on to the next. The last rest tells whether the word is free of bias.
    #[inline]
    pub(crate) fn with_batch(self, dice: Pool, word: u64) -> (Throw, u64) {
        let (mut rest, mut numbers, mut shift, mut tops) = (word, 0, 0, self.tops);
        for die in Die::ALL {
            for _ in 0..dice.count(die) {
                let product = u128::from(rest) * u128::from(die.faces());
                let number = (product >> 64) as u64 + 1;
                rest = product as u64;
                numbers |= number << shift;
                shift += 4;
                tops = tops.with(die, number as u8);
            }
        }
        (Throw { pool: self.pool.and(dice), faces: self.faces.with(self.pool.dice(), numbers), tops }, rest)
    }

    /// The dice with what they show.
    pub(crate) fn dice(&self) -> impl Iterator<Item = (Die, u8)> {
        self.pool.iter().zip((0..).map(|place| self.faces.nth(place)))
    }

    /// What is kept of it.
    #[inline]
    pub(crate) fn keep(&self, keep: Keep) -> Kept {
        let (tops, best) = (self.tops, self.tops.ranks);
        match (keep.numbers, keep.how) {
            (Numbers::Nothing, _) => return tops.total(),
            (Numbers::Largest { goal, ties_win }, how) => return tops.largest(how, least(goal, ties_win), goal),
            _ => {}
        }
        let usable = tops.usable();
        let mut pair = [best[0], best[1]];
        if let How::MaxEffect { .. } = keep.how
            && best[1] != Rank::NONE
            && let Some(found) = self.max_effect(keep.how, usable)
        {
            pair = found;
        }
        let left = tops.left(pair);
        let shown = match keep.numbers {
            Numbers::Highest | Numbers::Lowest if !left.is_empty() => Shown::Are(self.numbers(pair)),
            _ => Shown::Unread,
        };
        // A third die belongs to the best total: nobody who wins by less needs one.
        let third = if keep.third && pair == [best[0], best[1]] { best[2].die() } else { None };
        Kept {
            total: pair[0].number() + pair[1].number(),
            hitches: self.pool.dice() - usable.dice(),
            left: Left { dice: left, shown },
            third: third.map(|die| (die, best[2].number())),
        }
    }

    /// The numbers of the usable dice outside the total, the largest die first, of equal sizes the highest number first.
    fn numbers(&self, pair: [Rank; 2]) -> Row {
        let (mut row, mut used, mut left) = (Row::NONE, [false; 2], 0);
        let mut faces = [0; MOST_DICE];
        faces.iter_mut().zip(self.dice()).for_each(|(face, (_, number))| *face = number);
        let mut above = usize::from(self.pool.dice());
        for die in Die::ALL.into_iter().rev() {
            let own = &mut faces[above - usize::from(self.pool.count(die))..above];
            above -= own.len();
            own.sort_unstable_by(|one, two| two.cmp(one));
            for &mut number in own {
                let kept = (0..2).find(|&nth| !used[nth] && pair[nth] == Rank::new(die, number));
                match kept {
                    Some(nth) => used[nth] = true,
                    None if number > 1 => {
                        row = row.with(left, number.into());
                        left += 1;
                    }
                    None => {}
                }
            }
        }
        row
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
