//! Taking the dice left over one after another, with their numbers.

use super::kept::{Left, Shown, Thrown};
use crate::{Address, Chance};

impl Left {
    /// Takes the largest die. Among equal sizes, takes the one with the highest or the lowest number, as the throw was
    /// read. `None` if no die is left. The number is 0 if numbers are not read.
    pub fn take<C: Chance>(&mut self, chance: &mut C, at: Address) -> Option<Thrown> {
        let die = self.dice.largest()?;
        let place = die as usize;
        let of_size = self.dice.count(die);
        let number = match &mut self.shown {
            Shown::Unread => 0,
            Shown::Are(row) => {
                let number = row.nth(0);
                *row = row.rest();
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
