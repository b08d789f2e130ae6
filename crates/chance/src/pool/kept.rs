//! What a rule reads of a pool that was thrown.

use super::dice::Pool;
use super::die::Die;
use super::packed::{Packed, Row};

/// How many effect dice a roll that wins by some margin allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Every die that is left.
    All,
    /// This number, and one more for every step of full points of the margin; never more if the step is 0.
    Margin {
        /// Dice whatever the margin, 1 and those bought.
        least: u8,
        /// Points of the margin that give one more.
        every: u8,
    },
}

impl Limit {
    /// One die.
    pub const ONE: Limit = Limit::Margin { least: 1, every: 0 };

    /// The same whatever the margin.
    #[must_use]
    pub const fn at_least(self) -> Limit {
        match self {
            Limit::All => Limit::All,
            Limit::Margin { least, .. } => Limit::Margin { least, every: 0 },
        }
    }

    /// How many dice of those left.
    #[inline]
    #[must_use]
    pub fn of(self, margin: u8, left: u8) -> u8 {
        match self {
            Limit::All => left,
            Limit::Margin { least, every } => left.min(least.saturating_add(margin.checked_div(every).unwrap_or(0))),
        }
    }
}

/// Which two usable dice make the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// The two highest; of equal numbers those on the smaller dice.
    BestTotal,
    /// Of the pairs that win the one that leaves the largest dice for effect, the first compared first, then more of them, then the
    /// higher total, then the higher numbers, then smaller dice. The best total if no pair wins.
    MaxEffect {
        /// The total to be beaten.
        goal: u8,
        /// Whether it is enough to equal it.
        ties_win: bool,
        /// How many dice are left for effect.
        limit: Limit,
    },
}

/// What is read of the dice left. The less, the sooner all that may be kept is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// Nothing: only the best total is read, however it is kept. Hitches are not counted, and no third die is looked for.
    Nothing,
    /// Only the size of the largest, if the total wins, and of the total only whether it does: it is the least that wins, the goal if that
    /// is equalled and does not win, or 0. Hitches are not counted, and no third die is looked for; a limit does not matter.
    Largest {
        /// The total to be beaten.
        goal: u8,
        /// Whether it is enough to equal it.
        ties_win: bool,
    },
    /// Only the sizes.
    Unread,
    /// They are read one after another, of equal sizes the highest number first.
    Highest,
    /// The same with the lowest number first.
    Lowest,
}

/// Which dice left are read. A reading may tell of more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// All of them.
    All,
    /// Those that a roll allows which wins, the largest first, and none of one that does not win. A third die is then not to be asked for.
    Won {
        /// The total to be beaten.
        goal: u8,
        /// Whether it is enough to equal it.
        ties_win: bool,
        /// How many dice are allowed.
        limit: Limit,
    },
}

impl Wanted {
    /// How many dice beside this total.
    #[inline]
    pub(super) fn of(self, total: u8) -> u8 {
        match self {
            Wanted::All => u8::MAX,
            Wanted::Won { goal, ties_win, .. } if total < least(goal, ties_win) => 0,
            Wanted::Won { goal, limit, .. } => limit.of(total - goal, u8::MAX),
        }
    }
}

/// The least total that wins against a goal; without a usable die nobody wins.
#[inline]
pub(super) const fn least(goal: u8, ties_win: bool) -> u8 {
    if ties_win && goal > 0 { goal } else { goal + 1 }
}

/// How a throw is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keep {
    /// Which dice make the total.
    pub how: How,
    /// Whether a third die may be added to the total afterwards.
    pub third: bool,
    /// Whether the numbers on the dice left matter.
    pub numbers: Numbers,
    /// Which dice left matter.
    pub wanted: Wanted,
}

impl Keep {
    /// The best total of two dice, where only the sizes of the others matter.
    pub const BEST: Keep = Keep { how: How::BestTotal, third: false, numbers: Numbers::Unread, wanted: Wanted::All };
}

/// What is kept of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kept {
    /// The sum of the two dice, or what the only usable die shows; 0 if there is none.
    pub total: u8,
    /// Dice that show a 1, where they are counted.
    pub hitches: u8,
    /// The usable dice outside the total, or what is read of them.
    pub left: Left,
    /// The best of those left and what it shows, if it was asked for.
    pub(super) third: Option<(Die, u8)>,
}

impl Kept {
    /// A total, and the step of the largest die left; 0 if there is none.
    #[inline]
    pub(super) const fn with_largest(total: u8, step: u8) -> Kept {
        let dice = Pool { counts: Packed::one(step) };
        Kept { total, hitches: 0, left: Left { dice, shown: Shown::Unread }, third: None }
    }

    /// What the total would be with a third die.
    #[must_use]
    pub fn total_of_three(&self) -> u8 {
        self.total + self.third.map_or(0, |(_, number)| number)
    }

    /// The same throw with a third die in the total.
    #[must_use]
    pub fn of_three(self) -> Kept {
        let Some((die, number)) = self.third else { return self };
        Kept { total: self.total + number, left: self.left.less(die, number), third: None, ..self }
    }
}

/// What is known of the numbers that dice left over show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shown {
    /// Nothing was asked.
    Unread,
    /// The largest die first, of equal sizes the highest number first.
    Are(Row),
    /// By size: this number of them show one more than `under`; each other is equally likely to show any number from 2 to that.
    Within { under: [u8; 5], tied: [u8; 5] },
}

/// Dice left for effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Left {
    /// How many of each size.
    pub dice: Pool,
    pub(super) shown: Shown,
}

/// A die that was taken, and the number it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The die.
    pub die: Die,
    /// What it shows.
    pub number: u8,
}

impl Left {
    /// No dice.
    pub const NONE: Left = Left { dice: Pool::EMPTY, shown: Shown::Unread };

    /// Dice whose numbers do not matter.
    #[must_use]
    pub const fn of(dice: Pool) -> Left {
        Left { dice, shown: Shown::Unread }
    }

    /// Only dice that may come to be taken when `most` are.
    #[must_use]
    #[inline]
    pub fn within(self, most: u8) -> Left {
        if self.dice.dice() <= most { self } else { self.cut_to(most) }
    }

    #[inline]
    fn cut_to(mut self, most: u8) -> Left {
        if let Shown::Within { .. } = self.shown {
            return self.cut_open(most);
        }
        self.dice = self.dice.covering(most);
        match &mut self.shown {
            _ if self.dice.is_empty() => self.shown = Shown::Unread,
            Shown::Are(numbers) => *numbers = numbers.cut_to(self.dice.dice()),
            Shown::Unread | Shown::Within { .. } => {}
        }
        self
    }

    /// The same where numbers are open.
    fn cut_open(mut self, most: u8) -> Left {
        let mut room = most;
        for die in Die::ALL.into_iter().rev() {
            let Shown::Within { under, tied } = &mut self.shown else { break };
            let place = die as usize;
            if room == 0 {
                (under[place], tied[place]) = (0, 0);
            } else if tied[place] >= room {
                // Those that are certain to come first are enough.
                tied[place] = room;
            }
            let most = if room == 0 || tied[place] == room { room } else { u8::MAX };
            while self.dice.count(die) > most {
                self.dice = self.dice.without(die);
            }
            room = room.saturating_sub(self.dice.count(die));
        }
        if self.dice.is_empty() {
            self.shown = Shown::Unread;
        }
        self
    }

    /// Without a die that shows this number, the highest of its size.
    fn less(mut self, die: Die, number: u8) -> Left {
        match &mut self.shown {
            Shown::Unread => {}
            Shown::Are(row) => {
                let larger: u8 =
                    Die::ALL.into_iter().filter(|&other| other > die).map(|die| self.dice.count(die)).sum();
                debug_assert_eq!(row.nth(larger), number, "the highest of its size");
                *row = row.without(larger);
            }
            Shown::Within { tied, .. } => tied[die as usize] -= 1,
        }
        self.dice = self.dice.without(die);
        self
    }
}
