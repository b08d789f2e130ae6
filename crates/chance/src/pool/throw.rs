//! A throw of a pool with the number on every die, and what is kept of it.

use super::kept::{How, Keep, Kept, Left, Numbers, Shown};
use super::largest::least;
use super::packed::{Packed, Row};
use super::tops::{Rank, Tops};
use super::{Die, MOST_DICE, Pool};

/// Dice thrown from one word: their ways stay below [`BATCH_WAYS`], far below what a word can tell apart.
const BATCH: u8 = 12;

/// The ways of twelve d12.
const BATCH_WAYS: u64 = 12_u64.pow(BATCH as u32);

/// Dice that fell, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Throw {
    pool: Pool,
    /// What they show, [`BATCH`] to a word, four bits for each.
    faces: [u64; 2],
    tops: Tops,
}

impl Throw {
    /// No dice.
    pub(crate) const NONE: Throw = Throw { pool: Pool::EMPTY, faces: [0; 2], tops: Tops::NONE };

    /// With one more die, no smaller than those before.
    pub(crate) fn with(mut self, die: Die, number: u8) -> Throw {
        let place = self.pool.dice();
        self.faces[usize::from(place / BATCH)] |= u64::from(number) << (4 * (place % BATCH));
        Throw { pool: self.pool.with(die, 1), tops: self.tops.with(die, number), ..self }
    }

    /// A pool thrown from a word for each [`BATCH`] dice; `again` gives the next. Words that would make some throws likelier are rejected
    /// (Brackett-Rozinsky and Lemire, Batched ranged random integer generation, 2024).
    #[inline(always)]
    pub(crate) fn from_words(pool: &Pool, mut word: u64, mut again: impl FnMut(u64) -> u64) -> Throw {
        let mut throw = Throw { pool: *pool, ..Throw::NONE };
        let (mut batch, mut later) = pool.split(BATCH);
        let mut half = 0;
        loop {
            let (tops, numbers, rest) = fall(throw.tops, batch, word);
            if rest >= BATCH_WAYS || fair(&batch, rest) {
                (throw.tops, throw.faces[half]) = (tops, numbers);
                if later.is_empty() {
                    return throw;
                }
                half = 1;
                (batch, later) = later.split(BATCH);
            }
            word = again(word);
        }
    }

    /// The dice with what they show.
    pub(crate) fn dice(&self) -> impl Iterator<Item = (Die, u8)> {
        self.pool.iter().zip((0..).map(|place| self.number(place)))
    }

    /// What the die at a place shows.
    #[inline]
    fn number(&self, place: u8) -> u8 {
        (self.faces[usize::from(place / BATCH)] >> (4 * (place % BATCH))) as u8 & 15
    }

    /// What is kept of it.
    #[inline]
    pub(crate) fn keep(&self, keep: Keep) -> Kept {
        match keep.numbers {
            Numbers::Nothing => self.tops.total(),
            Numbers::Largest { goal, ties_win } => self.tops.largest(keep.how, least(goal, ties_win), goal),
            _ => self.keep_more(keep),
        }
    }

    /// The same where all sizes of dice left are read.
    fn keep_more(&self, keep: Keep) -> Kept {
        let (tops, best) = (self.tops, self.tops.ranks);
        let usable = tops.usable();
        let mut pair = [best[0], best[1]];
        if let How::MaxEffect { goal, .. } = keep.how
            && best[1] != Rank::NONE
            && best[0].number() + best[1].number() >= goal
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
        let mut place = 0;
        let tops = Die::ALL.map(|die| {
            let (mut first, mut second) = (0, 0);
            for _ in 0..self.pool.count(die) {
                // A hitch does not serve.
                let number = self.number(place);
                let number = if number > 1 { number } else { 0 };
                (first, second) = (number.max(first), second.max(number.min(first)));
                place += 1;
            }
            [first, second]
        });
        let sizes = || Die::ALL.into_iter().filter(|&die| usable.count(die) > 0);
        let mut best: Option<Choice> = None;
        for one in sizes() {
            let of_one = tops[one as usize][0];
            for two in sizes().filter(|&two| two >= one) {
                let of_two = tops[two as usize][usize::from(one == two)];
                let total = of_one + of_two;
                if of_two == 0 || total < goal || (total == goal && !ties_win) {
                    continue;
                }
                let left = usable.without(one).without(two);
                let effects = left.largest_of(limit.of(total - goal, left.dice())).counts;
                let (one, two) = (Rank::new(one, of_one), Rank::new(two, of_two));
                let choice = Choice { effects, total, pair: [one.max(two), one.min(two)] };
                best = best.max(Some(choice));
            }
        }
        best.map(|choice| choice.pair)
    }
}

/// Dice that fall from one word, added to tops: the word is multiplied by the faces of one die after another, the whole part is its number,
/// and the rest goes on to the next. With it the numbers, four bits for each, and the last rest.
#[inline(always)]
fn fall(mut tops: Tops, dice: Pool, word: u64) -> (Tops, u64, u64) {
    let (mut rest, mut numbers, mut shift) = (word, 0, 0);
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
    (tops, numbers, rest)
}

/// Whether this rest is no trace of bias.
#[cold]
fn fair(batch: &Pool, rest: u64) -> bool {
    let ways: u64 = batch.iter().map(|die| u64::from(die.faces())).product();
    rest >= ways || rest >= ways.wrapping_neg() % ways
}

/// How good a pair is, the more important first. Of equal numbers a rank is higher on a smaller die.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    effects: Packed,
    total: u8,
    pair: [Rank; 2],
}
