//! Counts every best total of two dice together with the sizes of the dice left, in a table: the fast way if no numbers
//! are read.

use super::choose::choose;
use super::dice::Pool;
use super::die::Die;
use super::kept::{Kept, Left, Shown};

/// Totals of two dice, from 0.
const TOTALS: usize = 25;

/// The number of ways, by the dice left and the total.
struct Table {
    /// How far one more die of each size left moves the place in `ways`.
    strides: [usize; 5],
    ways: Vec<u64>,
    /// Offsets in `ways`, each with the number of ways to leave these dice.
    part: Vec<(usize, u64)>,
}

/// Every possible result of a pool, once, with its number of ways.
pub(super) fn kept(pool: &Pool) -> Vec<(Kept, u64)> {
    let (mut strides, mut size) = ([0; 5], TOTALS);
    for die in Die::ALL {
        strides[die as usize] = size;
        size *= usize::from(pool.count(die)) + 1;
    }
    let mut table = Table { strides, ways: vec![0; size], part: Vec::new() };
    for number in 2..=12 {
        for second in Die::ALL.into_iter().filter(|&die| pool.count(die) > 0 && number <= die.faces()) {
            table.second(pool, second, number);
        }
    }
    let mut found = Vec::with_capacity(table.ways.len() / 4 + TOTALS);
    for (place, &ways) in table.ways.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        let mut dice = Pool::EMPTY;
        for die in Die::ALL {
            let left = place / table.strides[die as usize] % (usize::from(pool.count(die)) + 1);
            dice = dice.with(die, left as u8);
        }
        let hitches = pool.dice() - dice.dice() - 2;
        let left = Left { dice, shown: Shown::Unread };
        found.push((Kept { total: (place % TOTALS) as u8, hitches, left, third: None }, ways));
    }
    // Only one usable die, or none.
    for number in 2..=12 {
        let ways: u64 =
            Die::ALL.into_iter().filter(|die| number <= die.faces()).map(|die| u64::from(pool.count(die))).sum();
        if ways > 0 {
            found.push((Kept { total: number, hitches: pool.dice() - 1, left: Left::NONE, third: None }, ways));
        }
    }
    found.push((Kept { total: 0, hitches: pool.dice(), left: Left::NONE, third: None }, 1));
    found
}

impl Table {
    /// Counts the throws in which the second die of the total has this size and shows this number. Outside the total,
    /// smaller dice then show less, and larger ones no more.
    fn second(&mut self, pool: &Pool, second: Die, number: u8) {
        let count = pool.count(second);
        // Both dice of the total have this size and show this number, and perhaps more of the same size do.
        for times in 2..=count {
            self.leave(pool, None, (second, number, times), times - 2);
            let ways = choose(count, times);
            self.add(2 * number, ways);
        }
        for first in Die::ALL.into_iter().filter(|&die| pool.count(die) > u8::from(die == second)) {
            // Among equal numbers the smaller die comes first.
            let least = if first < second { number } else { number + 1 };
            if least > first.faces() {
                continue;
            }
            for times in 1..=count - u8::from(first == second) {
                self.leave(pool, Some(first), (second, number, times), times - 1);
                let of_second = choose(count - u8::from(first == second), times);
                let ways = u64::from(pool.count(first)) * of_second;
                for higher in least..=first.faces() {
                    self.add(higher + number, ways);
                }
            }
        }
    }

    /// Fills `part` with the number of ways in which the dice that are neither kept nor tied leave each set of dice
    /// over.
    fn leave(&mut self, pool: &Pool, first: Option<Die>, (second, number, times): (Die, u8, u8), tied: u8) {
        self.part.clear();
        self.part.push((self.strides[second as usize] * usize::from(tied), 1));
        for die in Die::ALL {
            let gone = u8::from(first == Some(die));
            let rest = pool.count(die) - gone - if die == second { times } else { 0 };
            if rest == 0 {
                continue;
            }
            let under = if die > second { number } else { number - 1 };
            let usable = u64::from(under.min(die.faces())) - 1;
            let known = self.part.len();
            let mut power = 1;
            for left in 1..=rest {
                power *= usable;
                if power == 0 {
                    break;
                }
                let ways = choose(rest, left) * power;
                for place in 0..known {
                    let (offset, before) = self.part[place];
                    self.part.push((offset + self.strides[die as usize] * usize::from(left), before * ways));
                }
            }
        }
    }

    /// Adds `part`, times `ways`, to the ways of this total.
    fn add(&mut self, total: u8, ways: u64) {
        for &(offset, part) in &self.part {
            self.ways[offset + usize::from(total)] += part * ways;
        }
    }
}
