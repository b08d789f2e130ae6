//! A throw of a pool with the number on every die, and what is kept of it.

use super::dice::Pool;
use super::die::Die;
use super::kept::{Aim, How, Keep, Kept, Left, Numbers, Shown, least};
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
    #[inline(never)]
    pub(crate) fn from_words<const TOLD: bool>(pool: &Pool, word: u64, again: impl FnMut(u64) -> u64) -> Throw {
        Throw::of_words::<TOLD>(pool, word, again)
    }

    /// Only the best total of the same throw, so that nothing is kept by size.
    #[inline(never)]
    pub(crate) fn total(pool: &Pool, word: u64, again: impl FnMut(u64) -> u64) -> u8 {
        let [first, second] = Throw::of_words::<false>(pool, word, again).spread.all().tops();
        first + second
    }

    /// What is kept of the same throw.
    #[inline(never)]
    pub(crate) fn kept(pool: &Pool, keep: &Keep, word: u64, again: impl FnMut(u64) -> u64) -> Kept {
        Throw::of_words::<false>(pool, word, again).keep(keep)
    }

    /// The throw, inlined for what is read of it.
    #[inline(always)]
    fn of_words<const TOLD: bool>(pool: &Pool, word: u64, again: impl FnMut(u64) -> u64) -> Throw {
        if pool.dice() <= BATCH
            && let Some(Throw { faces, spread }) = Throw::NONE.thrown::<TOLD>(*pool, word, 0)
        {
            return Throw { faces, spread: Spread { pool: *pool, ..spread } };
        }
        Throw::from_more_words::<TOLD>(pool, word, again)
    }

    /// The same for more than [`BATCH`] dice or a biased word.
    #[cold]
    #[inline(never)]
    fn from_more_words<const TOLD: bool>(pool: &Pool, mut word: u64, mut again: impl FnMut(u64) -> u64) -> Throw {
        let (first, second) = pool.split(BATCH);
        let throw = Throw::NONE.and_batch::<TOLD>(first, 0, &mut word, &mut again);
        if second.is_empty() {
            return throw;
        }
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
            if let Some(mut throw) = self.thrown::<TOLD>(dice, *word, half) {
                throw.spread.pool = throw.spread.pool.and(dice);
                return throw;
            }
            *word = again(*word);
        }
    }

    /// Adds the numbers on dice thrown from one word, no smaller than those before; the caller adds the dice. The word is
    /// multiplied by the faces of one die after another: the whole part gives the die's number (counted from 0), and the
    /// rest goes on to the next die. Two dice of a size at once come to the same: the whole part then has both numbers.
    /// `None` if the word would make some throws likelier.
    #[inline(always)]
    fn thrown<const TOLD: bool>(mut self, dice: Pool, word: u64, half: usize) -> Option<Throw> {
        let (mut rest, mut numbers, mut shift) = (word, 0, 0);
        let (mut shows, mut left) = (Shows::NONE, dice.counts);
        let mut next = |ways: u32| {
            let product = u128::from(rest) * u128::from(ways);
            rest = product as u64;
            (product >> 64) as usize
        };
        for (size, up_to) in (0..).zip(&mut self.spread.up_to) {
            let faces = Die::faces_of_step(size + 1);
            while !TOLD && left.count(size) > 1 {
                left = left.without(size).without(size);
                shows = shows.with_two(size as usize, next(faces * faces));
            }
            while left.count(size) > 0 {
                left = left.without(size);
                let number = next(faces);
                if TOLD {
                    numbers |= (number as u64 + 1) << shift;
                    shift += 4;
                }
                shows = shows.with(number);
                if !TOLD {
                    break;
                }
            }
            *up_to = up_to.and(shows);
        }
        self.faces[half] = numbers;
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
    pub(crate) fn keep(&self, keep: &Keep) -> Kept {
        self.spread.keep(keep)
    }
}

impl Spread {
    /// What is kept of it. A roll that comes to nothing is done with the best total; each other way of reading is a
    /// function of its own, which builds the result in place.
    #[inline(always)]
    fn keep(&self, keep: &Keep) -> Kept {
        let best = self.all().tops();
        let total = best[0] + best[1];
        match keep.numbers {
            Numbers::Nothing => Kept::without_effect(total, 0),
            Numbers::Largest { goal, ties_win } if total < least(goal, ties_win) => {
                Kept::without_effect(if total == goal { goal } else { 0 }, 0)
            }
            // Both take a copy, made here so that the other arms make none.
            Numbers::Largest { goal, ties_win } => { *self }.largest(keep.how, least(goal, ties_win), best),
            _ if keep.leaves_nothing(total) => Kept::without_effect(total, self.all().hitches()),
            _ => { *self }.keep_more(keep, best),
        }
    }

    /// The same if the sizes of the dice left are read. `best` are the two highest numbers.
    #[inline(never)]
    fn keep_more(&self, keep: &Keep, best: [u8; 2]) -> Kept {
        let usable = self.usable();
        let pair = match keep.how {
            How::MaxEffect(aim) if best[1] > 0 && best[0] + best[1] >= aim.least() => {
                self.max_effect(usable, aim).pair()
            }
            _ => self.pair(best),
        };
        let total = pair[0].number() + pair[1].number();
        let hitches = self.all().hitches();
        let wanted = keep.wanted.of(total);
        if wanted == 0 {
            return Kept::without_effect(total, hitches);
        }
        let dice = usable.without(pair[0].place()).without(pair[1].place()).covering(wanted);
        let shown = match keep.numbers {
            Numbers::Highest if dice != Packed::NONE => Shown::Are(self.numbers(pair, dice, Shows::lowest)),
            Numbers::Lowest if dice != Packed::NONE => Shown::Are(self.numbers(pair, dice, Shows::highest)),
            _ => Shown::Unread,
        };
        // A third die is added only to the best total: a roll that wins with another pair needs none.
        let third = if keep.third && pair == self.pair(best) { self.third() } else { Rank::NONE };
        let third = third.die().map(|die| (die, third.number()));
        Kept { total, hitches, left: Left { dice: Pool { counts: dice }, shown }, third }
    }

    /// The numbers on the usable dice of these sizes outside the total: the largest die first, and the `last` of equal
    /// size last.
    #[inline]
    fn numbers(&self, pair: [Rank; 2], sizes: Packed, last: impl Fn(Shows) -> u8) -> Row {
        let (mut row, mut rest) = (Row::NONE, sizes);
        while rest != Packed::NONE {
            let size = u32::from(rest.smallest()) - 1;
            let of_pair = |rank: Rank| if rank.place() == size { Shows::one(rank.number()) } else { Shows::NONE };
            let mut shows = self.of(size as usize).usable().less(of_pair(pair[0])).less(of_pair(pair[1]));
            while shows != Shows::NONE {
                let number = last(shows);
                row = row.after(number);
                shows = shows.less(Shows::one(number));
            }
            rest = rest.above(size);
        }
        row
    }

    /// The winning pair that leaves the most for effect. The two highest numbers must win.
    ///
    /// Sizes come in ascending order, so each pair leaves smaller dice than those before it. It is better only if its
    /// total allows more of them or, where they are the same, if its total is no lower.
    fn max_effect(&self, usable: Packed, aim: Aim) -> Choice {
        let (mut least, left) = (aim.least(), usable.all() - 2);
        let (mut best, mut highest, mut sizes) = (Choice::NONE, [Rank::NONE; 5], 0);
        let mut rest = usable;
        while rest != Packed::NONE {
            let size = u32::from(rest.smallest()) - 1;
            rest = rest.above(size);
            // Only the two highest numbers of a size matter: a higher one leaves the same dice and a larger margin.
            let [first, second] = self.of(size as usize).tops();
            let first = Rank::at(size, first);
            highest[sizes] = Rank::at(size, second);
            for &other in &highest[..sizes + usize::from(second > 0)] {
                let total = first.number() + other.number();
                if total >= least {
                    let effects = usable.without(size).without(other.place()).largest_of(aim.allows(total, left));
                    let choice = Choice::new(effects, [first, other]);
                    if choice > best {
                        (best, least) = (choice, total);
                    }
                    if aim.limit.least >= left {
                        return best;
                    }
                }
            }
            highest[sizes] = first;
            sizes += 1;
        }
        best
    }
}

/// Whether a word that leaves this rest is free of bias.
#[cold]
fn fair(batch: &Pool, rest: u64) -> bool {
    let ways: u64 = batch.iter().map(|die| u64::from(die.faces())).product();
    rest >= ways || rest >= ways.wrapping_neg() % ways
}

/// How good a pair is, packed with the most important criterion in the highest bits: the effect dice that it leaves, its
/// total, its better die and the other one. Among equal numbers, a rank is higher on a smaller die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Choice(u64);

impl Choice {
    const NONE: Choice = Choice(0);

    /// The effect dice take the five highest bytes.
    #[inline]
    fn new(effects: Packed, [one, two]: [Rank; 2]) -> Choice {
        let pair = u64::from(one.max(two).bits()) << 8 | u64::from(one.min(two).bits());
        Choice(effects.bits() << 24 | u64::from(one.number() + two.number()) << 16 | pair)
    }

    #[inline]
    const fn pair(self) -> [Rank; 2] {
        [Rank::of_bits((self.0 >> 8) as u8), Rank::of_bits(self.0 as u8)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::kept::Limit;
    use super::*;
    use crate::{Address, Chance, Keyed, Sampled};

    /// Dice thrown two at a time fall as they do one at a time.
    #[test]
    fn two_at_a_time_is_one_at_a_time() {
        let mut chance = Sampled::new(Keyed::engagement(3, 0));
        for place in (0..4_000).map(|throw| throw * 32) {
            let mut below = |nth: u32, n: u32| chance.below(Address::new(0, 0, place + nth), n);
            let dice = below(0, 25);
            let pool: Pool = (0..dice).map(|nth| Die::ALL[below(1 + nth, 5) as usize]).collect();
            let word = u64::from(below(30, u32::MAX)) << 32 | u64::from(below(31, u32::MAX));
            let again = |last: u64| last.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let told = Throw::from_words::<true>(&pool, word, again);
            assert_eq!(told.dice().count(), dice as usize);
            let of_dice = told.dice().fold(Spread::NONE, |spread, (die, number)| spread.with(die, number));
            assert_eq!((told.spread, Throw::from_words::<false>(&pool, word, again).spread), (of_dice, of_dice));
        }
    }

    /// The pair that leaves the most for effect is the best of all pairs, each looked at.
    #[test]
    fn the_most_effect_is_that_of_the_best_of_all_pairs() {
        let limits = [Limit::ONE, Limit::ALL, Limit { least: 1, every: 3 }, Limit { least: 2, every: 1 }];
        let (mut chance, mut differs) = (Sampled::new(Keyed::engagement(4, 0)), 0);
        for place in (0..20_000).map(|throw| throw * 64) {
            let mut below = |nth: u32, n: u32| chance.below(Address::new(0, 0, place + nth), n) as u8;
            let goal = below(0, 20);
            let aim = Aim { goal, ties_win: below(1, 2) == 0, limit: limits[usize::from(below(2, 4))] };
            let mut dice = Vec::new();
            for nth in 0..u32::from(2 + below(3, 12)) {
                let die = Die::ALL[usize::from(below(4 + 2 * nth, 5))];
                dice.push((die, 1 + below(5 + 2 * nth, die.faces().into())));
            }
            let spread = dice.iter().fold(Spread::NONE, |spread, &(die, number)| spread.with(die, number));
            let (best, usable) = (spread.all().tops(), spread.usable());
            if best[1] == 0 || best[0] + best[1] < aim.least() {
                continue;
            }
            let rank = |&(die, number): &(Die, u8)| Rank::at(die as u32, number);
            let ranks: Vec<Rank> = dice.iter().filter(|(_, number)| *number > 1).map(rank).collect();
            let pairs = (0..ranks.len()).flat_map(|one| (0..one).map(move |other| [one, other]));
            let choices = pairs.map(|pair| pair.map(|nth| ranks[nth])).filter_map(|[one, other]| {
                let total = one.number() + other.number();
                (total >= aim.least()).then(|| {
                    let left = usable.without(one.place()).without(other.place());
                    Choice::new(left.largest_of(aim.allows(total, usable.all() - 2)), [one, other])
                })
            });
            let expected = choices.fold(Choice::NONE, Choice::max);
            assert_eq!(spread.max_effect(usable, aim).0, expected.0, "{dice:?} {aim:?}");
            differs += usize::from(expected.pair() != spread.pair(best));
        }
        assert!(differs > 1000, "another pair than the best total is chosen {differs} times");
    }
}
