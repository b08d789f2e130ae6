//! The two dice that make the best total, counted without the others, which are looked at afterwards.

use super::choose::choose;
use super::dice::Pool;
use super::die::Die;
use super::kept::{Kept, Left, Shown};
use super::packed::{Packed, Row};
use crate::{Address, Chance};

/// The two dice of a throw that make the best total. Nothing more is known of the others than that they are below those two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Best {
    /// Their sum, or what the only usable die shows; 0 if there is none.
    pub total: u8,
    /// What the second shows; 1 if there is none, since a hitch is none.
    second: u8,
    /// Steps of the two dice; 0 is none.
    dice: [u8; 2],
    /// More dice of the second's size that show the same.
    tied: u8,
}

impl Pool {
    /// Every pair that may make the best total, the lowest totals first, with the number of ways to throw it. Together they are all
    /// ways of the pool, of which there must not be more than can be counted.
    #[must_use]
    pub fn best(&self) -> Vec<(Best, u64)> {
        let mut found = vec![(Best { total: 0, second: 1, dice: [0; 2], tied: 0 }, 1)];
        for die in Die::ALL.into_iter().filter(|&die| self.count(die) > 0) {
            for number in 2..=die.faces() {
                let alone = Best { total: number, second: 1, dice: [die.step(), 0], tied: 0 };
                found.push((alone, self.count(die).into()));
            }
        }
        for second in Die::ALL.into_iter().filter(|&die| self.count(die) > 0) {
            (2..=second.faces()).for_each(|number| self.second(second, number, &mut found));
        }
        found.sort_by_key(|(best, _)| best.total);
        found
    }

    /// Those of which the second is this die and shows this number: smaller dice show less, larger ones no more.
    fn second(&self, second: Die, number: u8, found: &mut Vec<(Best, u64)>) {
        let count = self.count(second);
        let below = |first: Option<Die>, times: u8| -> u64 {
            let of_size = |die: Die| {
                let rest = self.count(die) - u8::from(first == Some(die)) - if die == second { times } else { 0 };
                u64::from(most_beside(die, second, number)).pow(rest.into())
            };
            Die::ALL.into_iter().filter(|&die| self.count(die) > 0).map(of_size).product()
        };
        for times in 2..=count {
            let best = Best { total: 2 * number, second: number, dice: [second.step(); 2], tied: times - 2 };
            found.push((best, choose(count, times) * below(None, times)));
        }
        for first in Die::ALL.into_iter().filter(|&die| self.count(die) > u8::from(die == second)) {
            // Of equal numbers the smaller die is first.
            let least = if first < second { number } else { number + 1 };
            let others = count - u8::from(first == second);
            for times in 1..=others {
                let ways = u64::from(self.count(first)) * choose(others, times) * below(Some(first), times);
                for higher in least..=first.faces() {
                    let dice = [first.step(), second.step()];
                    found.push((Best { total: higher + number, second: number, dice, tied: times - 1 }, ways));
                }
            }
        }
    }
}

/// The most that a die shows that comes after the second.
#[inline]
fn most_beside(die: Die, second: Die, number: u8) -> u8 {
    if die > second { number } else { (number - 1).min(die.faces()) }
}

impl Best {
    /// What is kept of a throw of the pool: of the dice left the first, at most so many, the largest first, of equal sizes the highest
    /// number first. Their numbers are told where they are read, and hitches counted where all dice left are wanted.
    #[inline]
    pub fn kept<C: Chance>(self, pool: &Pool, most: u8, read: bool, chance: &mut C, at: Address) -> Kept {
        let left = if most == 0 { Left::NONE } else { self.left(pool, most, read, chance, at) };
        let usable = self.dice.into_iter().filter(|&step| step > 0).count() as u8 + left.dice.dice();
        let hitches = if most >= pool.dice() { pool.dice() - usable } else { 0 };
        Kept { total: self.total, hitches, left, third: None }
    }

    /// The dice left.
    #[inline]
    fn left<C: Chance>(self, pool: &Pool, most: u8, read: bool, chance: &mut C, at: Address) -> Left {
        let [Some(_), Some(second)] = self.dice.map(Die::of_step) else { return Left::NONE };
        let mut rest = self.dice.into_iter().fold(pool.counts, |rest, step| rest.less(Packed::one(step)));
        let (mut dice, mut row, mut taken, mut draws) = (Pool::EMPTY, Row::NONE, 0, 0);
        let mut take = |die: Die, times: u8, number: u8| {
            let room = times.min(most - taken);
            dice = dice.with(die, room);
            if read {
                row = row.with(taken, (u64::from(number) * 0x1111_1111_1111_1111) & ((1 << (4 * room)) - 1));
            }
            taken += room;
            taken == most
        };
        while let Some(die) = Die::of_step(rest.largest()) {
            let mut count = rest.count(die as u32);
            rest = rest.below(die as u32);
            if die == second && self.tied > 0 {
                count -= self.tied;
                if take(die, self.tied, self.second) {
                    break;
                }
            }
            let mut under = most_beside(die, second, self.second);
            let mut full = false;
            while count > 0 && under > 1 && !full {
                // A hitch is none: the highest of those from 1 is one less than of those from 2.
                let (number, times) = chance.highest(at.further(draws), count, under + 1);
                draws += 1;
                under = number.saturating_sub(2);
                if number == 2 {
                    break;
                }
                count -= times;
                full = take(die, times, number - 1);
            }
            if full {
                break;
            }
        }
        Left { dice, shown: shown(read, dice, row) }
    }
}

fn shown(read: bool, dice: Pool, row: Row) -> Shown {
    if read && !dice.is_empty() { Shown::Are(row) } else { Shown::Unread }
}

impl Left {
    /// Whether the first so many dice are the same, and show the same where numbers are known: of equal sizes the highest number first.
    #[must_use]
    pub fn begins_as(&self, other: &Left, most: u8) -> bool {
        let numbers = match (self.shown, other.shown) {
            (Shown::Are(one), Shown::Are(other)) => one.cut_to(most) == other.cut_to(most),
            _ => true,
        };
        numbers && self.dice.largest_of(most) == other.dice.largest_of(most)
    }
}
