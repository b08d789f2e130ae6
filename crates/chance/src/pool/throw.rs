//! A throw of a pool with the number on every die, and what is kept of it.

use super::dice::Pool;
use super::die::Die;
use super::kept::{How, Keep, Kept, Left, Numbers, Shown, least};
use super::packed::{Packed, Row};
use super::spread::{Rank, Shows, Spread};

/// The most dice thrown from one word. They can fall in at most [`BATCH_WAYS`] ways, far fewer than a word can tell
/// apart.
const BATCH: u8 = 12;

/// The number of ways in which twelve d12 can fall.
const BATCH_WAYS: u64 = 12_u64.pow(BATCH as u32);

/// Thrown dice, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Their numbers, [`BATCH`] to a word, four bits each.
    faces: [u64; 2],
    spread: Spread,
}

impl Throw {
    /// No dice.
    pub(crate) const NONE: Throw = Throw { faces: [0; 2], spread: Spread::NONE };

    /// Adds one die, no smaller than those before.
    pub(crate) fn with(mut self, die: Die, number: u8) -> Throw {
        let place = self.spread.pool.dice();
        self.faces[usize::from(place / BATCH)] |= u64::from(number) << (4 * (place % BATCH));
        Throw { spread: self.spread.with(die, number), ..self }
    }

    /// Throws a pool, with one word for each [`BATCH`] dice; `again` supplies the next word. Words that would make some
    /// throws likelier are rejected (Brackett-Rozinsky and Lemire, Batched ranged random integer generation, 2024).
    ///
    /// The number on every die is recorded only if `TOLD`.
    #[inline(always)]
    pub(crate) fn from_words<const TOLD: bool>(pool: &Pool, mut word: u64, mut again: impl FnMut(u64) -> u64) -> Throw {
        if pool.dice() > BATCH {
            return Throw::from_two_words::<TOLD>(pool, word, again);
        }
        Throw::NONE.and_batch::<TOLD>(*pool, 0, &mut word, &mut again)
    }

    /// The same for more than [`BATCH`] dice.
    #[inline(never)]
    fn from_two_words<const TOLD: bool>(pool: &Pool, mut word: u64, mut again: impl FnMut(u64) -> u64) -> Throw {
        let (first, second) = pool.split(BATCH);
        let throw = Throw::NONE.and_batch::<TOLD>(first, 0, &mut word, &mut again);
        word = again(word);
        throw.and_batch::<TOLD>(second, 1, &mut word, &mut again)
    }

    /// Adds dice thrown from this word or, if it is biased, from the next fair one.
    #[inline(always)]
    fn and_batch<const TOLD: bool>(
        &self,
        dice: Pool,
        half: usize,
        word: &mut u64,
        again: &mut impl FnMut(u64) -> u64,
    ) -> Throw {
        loop {
            if let Some(throw) = self.thrown::<TOLD>(dice, *word, half) {
                return throw;
            }
            *word = again(*word);
        }
    }

    /// Adds dice thrown from one word, no smaller than those before. The word is multiplied by the faces of one die
    /// after another: the whole part gives the die's number (counted from 0), and the rest goes on to the next die.
    /// `None` if the word would make some throws likelier.
    #[inline(always)]
    fn thrown<const TOLD: bool>(mut self, dice: Pool, word: u64, half: usize) -> Option<Throw> {
        let (mut rest, mut numbers, mut shift) = (word, 0, 0);
        // One place for each of the five sizes; no die uses the others.
        let mut shows = [Shows::NONE; 8];
        let mut more = dice.counts;
        while more != Packed::NONE {
            let size = more.lowest();
            more = more.without(size);
            let product = u128::from(rest) * u128::from(Die::faces_of_step(size + 1));
            let number = (product >> 64) as u32;
            rest = product as u64;
            if TOLD {
                numbers |= u64::from(number + 1) << shift;
                shift += 4;
            }
            let of_size = &mut shows[size as usize % 8];
            *of_size = of_size.with(number);
        }
        let mut smaller = Shows::NONE;
        for (up_to, of_size) in self.spread.up_to.iter_mut().zip(shows) {
            smaller = smaller.and(of_size);
            *up_to = up_to.and(smaller);
        }
        self.faces[half] = numbers;
        self.spread.pool = self.spread.pool.and(dice);
        (rest >= BATCH_WAYS || fair(&dice, rest)).then_some(self)
    }

    /// The dice, each with its number.
    pub(crate) fn dice(&self) -> impl Iterator<Item = (Die, u8)> {
        self.spread.pool.iter().zip((0..).map(|place| self.number(place)))
    }

    /// The number on the die at this place.
    #[inline]
    fn number(&self, place: u8) -> u8 {
        (self.faces[usize::from(place / BATCH)] >> (4 * (place % BATCH))) as u8 & 15
    }

    /// What is kept of it.
    #[inline(always)]
    pub(crate) fn keep(&self, keep: Keep) -> Kept {
        self.spread.keep(keep)
    }
}

impl Spread {
    /// What is kept of it. Each way of reading is a function of its own, which builds the result in place.
    #[inline(always)]
    fn keep(&self, keep: Keep) -> Kept {
        match keep.numbers {
            Numbers::Nothing => self.total(),
            Numbers::Largest { goal, ties_win } => self.largest(keep.how, least(goal, ties_win), goal),
            _ => self.keep_more(keep),
        }
    }

    /// The same if the sizes of all dice left are read.
    #[inline(never)]
    fn keep_more(&self, keep: Keep) -> Kept {
        let best = self.all().tops();
        let mut total = best[0] + best[1];
        let mut chosen = None;
        if let How::MaxEffect { goal, .. } = keep.how
            && best[1] > 0
            && total >= goal
        {
            chosen = self.max_effect(keep.how);
            total = chosen.map_or(total, |[one, two]| one.number() + two.number());
        }
        let hitches = self.all().hitches();
        let wanted = keep.wanted.of(total);
        if wanted == 0 {
            return Kept { total, hitches, left: Left::NONE, third: None };
        }
        let pair = chosen.unwrap_or_else(|| self.pair(best));
        let dice = self.left(pair).covering(wanted);
        let shown = match keep.numbers {
            Numbers::Highest | Numbers::Lowest if !dice.is_empty() => Shown::Are(self.numbers(pair, dice)),
            _ => Shown::Unread,
        };
        // A third die is added only to the best total: a roll that wins with another pair needs none.
        let third = if keep.third && pair == self.pair(best) { self.third() } else { Rank::NONE };
        let third = third.die().map(|die| (die, third.number()));
        Kept { total, hitches, left: Left { dice, shown }, third }
    }

    /// The numbers on the usable dice of these sizes outside the total: the largest die first, among equal sizes the
    /// highest number first.
    #[inline]
    fn numbers(&self, pair: [Rank; 2], sizes: Pool) -> Row {
        let (mut row, mut left) = (Row::NONE, 0);
        let mut rest = sizes;
        while let Some(die) = rest.largest() {
            let of_pair = |rank: Rank| if rank.die() == Some(die) { Shows::one(rank.number()) } else { Shows::NONE };
            let mut shows = self.of(die).usable().less(of_pair(pair[0])).less(of_pair(pair[1]));
            for _ in 0..rest.count(die) {
                let number = shows.highest();
                shows = shows.less(Shows::one(number));
                row = row.with(left, number.into());
                left += 1;
            }
            rest = rest.below(die);
        }
        row
    }

    /// The winning pair that leaves the most for effect; `None` if no pair wins.
    #[inline(never)]
    fn max_effect(&self, how: How) -> Option<[Rank; 2]> {
        let How::MaxEffect { goal, ties_win, limit } = how else { return None };
        // Only the two highest numbers of each size matter: a higher number leaves the same dice and a larger margin.
        let tops = Die::ALL.map(|die| self.of(die).tops::<2>());
        let usable = self.usable();
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

/// Whether a word that leaves this rest is free of bias.
#[cold]
fn fair(batch: &Pool, rest: u64) -> bool {
    let ways: u64 = batch.iter().map(|die| u64::from(die.faces())).product();
    rest >= ways || rest >= ways.wrapping_neg() % ways
}

/// How good a pair is, the most important criterion first. Among equal numbers, a rank is higher on a smaller die.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    effects: Packed,
    total: u8,
    pair: [Rank; 2],
}
