//! Taking the dice left over one after another, with their numbers.

use super::kept::{Left, Numbers, Shown, Thrown};
use crate::{Address, Chance};

impl Left {
    /// Takes the largest die. Among equal sizes, takes the one with the highest or the lowest number, as `numbers`
    /// says; the throw must have been read in the same way. `None` if no die is left. The number is 0 if numbers are
    /// not read.
    pub fn take<C: Chance>(&mut self, chance: &mut C, at: Address, numbers: Numbers) -> Option<Thrown> {
        let die = self.dice.largest()?;
        let place = die as usize;
        let of_size = self.dice.count(die);
        let number = match &mut self.shown {
            Shown::Unread => 0,
            Shown::Are(row) => {
                let place = if numbers == Numbers::Lowest { of_size - 1 } else { 0 };
                let number = row.nth(place);
                *row = row.without(place);
                number
            }
            Shown::Within { under, tied } => {
                if tied[place] == 0 {
                    let (number, times) = chance.highest(at, of_size, under[place]);
                    (under[place], tied[place]) = (number - 1, times);
                }
                tied[place] -= 1;
                under[place] + 1
            }
        };
        self.dice = self.dice.without(die);
        if let Shown::Within { under, tied } = &mut self.shown
            && self.dice.count(die) == tied[place]
            && tied[place] == 0
        {
            under[place] = 0;
        }
        Some(Thrown { die, number })
    }
}
