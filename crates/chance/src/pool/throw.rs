//! A throw of a pool with the number on every die, and what is kept of it.

use super::dice::Pool;
use super::die::Die;
use super::kept::{How, Keep, Kept, Left, Limit, Numbers, Shown, least};
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
        let mut shows = Shows::NONE;
        for (size, up_to) in (0..).zip(&mut self.spread.up_to) {
            let faces = u128::from(Die::faces_of_step(size + 1));
            for _ in 0..dice.counts.count(size) {
                let product = u128::from(rest) * faces;
                let number = (product >> 64) as u32;
                rest = product as u64;
                if TOLD {
                    numbers |= u64::from(number + 1) << shift;
                    shift += 4;
                }
                shows = shows.with(number);
            }
            *up_to = up_to.and(shows);
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
            chosen = self.max_effect(keep.how, best);
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

    /// The winning pair that leaves the most for effect, from the numbers of the best pair; `None` if no pair wins.
    #[inline]
    fn max_effect(&self, how: How, best: [u8; 2]) -> Option<[Rank; 2]> {
        let How::MaxEffect { goal, ties_win, limit } = how else { return None };
        // Another pair has no larger margin.
        match limit.of(best[0] + best[1] - goal, u8::MAX) {
            1 => self.max_effect_of_one(least(goal, ties_win), best),
            _ => self.max_effect_of_any(goal, ties_win, limit),
        }
    }

    /// The same if one effect die counts at most. Of the dice of a size, the one with the lowest number is left: another
    /// leaves no more and adds no more to the total.
    fn max_effect_of_one(&self, least: u8, best: [u8; 2]) -> Option<[Rank; 2]> {
        let mut larger = self.usable().counts;
        while larger != Packed::NONE {
            let size = larger.largest();
            larger = larger.below(u32::from(size) - 1);
            let rest = self.without_lowest(usize::from(size) - 1);
            let tops = rest.all().tops::<2>();
            if tops[1] > 0 && tops[0] + tops[1] >= least {
                return Some(rest.pair(tops));
            }
        }
        // With two usable dice, none is left.
        (best[0] + best[1] >= least).then(|| self.pair(best))
    }

    /// The same for any limit.
    #[inline(never)]
    fn max_effect_of_any(&self, goal: u8, ties_win: bool, limit: Limit) -> Option<[Rank; 2]> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Address, Chance, Keyed, Sampled};

    /// The search over pairs of sizes finds what the search for the largest die left finds.
    #[test]
    fn one_effect_die_is_found_as_any_number_is() {
        let mut chance = Sampled::new(Keyed::engagement(2, 0));
        let mut below = |place: u32, n: u8| chance.below(Address::new(0, 0, place), n.into()) as u8;
        let (mut won, mut not_best) = (0, 0);
        for throw in 0..200_000_u32 {
            let place = throw * 64;
            let mut dice: Vec<Die> =
                (0..u32::from(below(place, 9))).map(|nth| Die::ALL[usize::from(below(place + 1 + nth, 5))]).collect();
            dice.sort();
            let thrown = (0..)
                .zip(&dice)
                .fold(Spread::NONE, |spread, (nth, &die)| spread.with(die, 1 + below(place + 32 + nth, die.faces())));
            let best = thrown.all().tops();
            let (goal, ties_win) = (below(place + 63, 20), throw % 2 == 0);
            if best[1] == 0 || best[0] + best[1] < goal {
                continue;
            }
            let one = thrown.max_effect_of_one(least(goal, ties_win), best);
            assert_eq!(one, thrown.max_effect_of_any(goal, ties_win, Limit::ONE), "{thrown:?} {goal} {ties_win}");
            won += u32::from(one.is_some());
            not_best += u32::from(one.is_some_and(|one| one != thrown.pair(best)));
        }
        assert!(won > 50_000 && not_best > 10_000, "{won} {not_best}");
    }
}
