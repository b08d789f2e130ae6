//! What a rule reads from a thrown pool.

use super::dice::Pool;
use super::die::Die;
use super::packed::{Packed, Row};

/// How many effect dice a winning roll allows, by its margin: `least`, and one more for each full `every` points of the
/// margin; with `every` 0 never more than `least`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limit {
    /// Dice allowed at any margin: 1, plus those bought.
    pub least: u8,
    /// Points of margin for each further die.
    pub every: u8,
}

impl Limit {
    /// One die.
    pub const ONE: Limit = Limit { least: 1, every: 0 };

    /// Every die left over.
    pub const ALL: Limit = Limit { least: u8::MAX, every: 0 };

    /// The same limit without the dice that the margin adds.
    #[must_use]
    pub const fn at_least(self) -> Limit {
        Limit { every: 0, ..self }
    }

    /// How many of the `left` dice this margin allows.
    #[inline]
    #[must_use]
    pub fn of(self, margin: u8, left: u8) -> u8 {
        left.min(self.least.saturating_add(margin.checked_div(self.every).unwrap_or(0)))
    }
}

/// What a roll is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    /// The total to beat.
    pub goal: u8,
    /// Whether equalling the goal wins.
    pub ties_win: bool,
    /// How many dice may be used for effect.
    pub limit: Limit,
}

impl Aim {
    /// The least total that wins.
    #[inline]
    pub(super) const fn least(self) -> u8 {
        least(self.goal, self.ties_win)
    }

    /// How many dice a winning total allows.
    #[inline]
    pub(super) fn allows(self, total: u8, left: u8) -> u8 {
        self.limit.of(total - self.goal, left)
    }
}

/// Which two usable dice make the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// The two highest numbers; among equal numbers, those on the smaller dice.
    BestTotal,
    /// Of the pairs that win, the one that leaves the best dice for effect: the largest dice are compared first, then
    /// more dice beat fewer. After that the higher total decides, then the higher numbers, then the smaller dice. If no
    /// pair wins, the best total.
    MaxEffect(Aim),
}

/// What the rule reads of the dice left over. The less it reads, the faster the possible results are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// Nothing: only the best total is read, whatever [`Keep::how`] says. Hitches are not counted, and no third die is
    /// kept.
    Nothing,
    /// Only the size of the largest die, and only if the total wins. Of the total, only whether it wins: a winning
    /// total reads as the least that wins, a total that equals the goal without winning as the goal, any other as 0.
    /// Hitches are not counted, no third die is kept, and a limit does not matter.
    Largest {
        /// The total to beat.
        goal: u8,
        /// Whether equalling the goal wins.
        ties_win: bool,
    },
    /// Only the sizes.
    Unread,
    /// Dice are taken one after another, the largest first; among equal sizes, the highest number first.
    Highest,
    /// The same, but the lowest number first.
    Lowest,
}

/// Which of the dice left over the rule reads. A reading of chance may supply more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// All of them.
    All,
    /// As many as a winning roll allows, the largest first; none if the roll does not win. Must not be combined with
    /// [`Keep::third`].
    Won(Aim),
}

impl Wanted {
    /// How many dice are read with this total.
    #[inline]
    pub(super) fn of(self, total: u8) -> u8 {
        match self {
            Wanted::All => u8::MAX,
            Wanted::Won(aim) if total < aim.least() => 0,
            Wanted::Won(aim) => aim.allows(total, u8::MAX),
        }
    }
}

/// The least total that wins against a goal. It is never 0: without a usable die no roll wins.
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
    /// What is read of the dice left over.
    pub numbers: Numbers,
    /// Which of the dice left over are read.
    pub wanted: Wanted,
}

impl Keep {
    /// The best total of two dice, where only the sizes of the others are read.
    pub const BEST: Keep = Keep { how: How::BestTotal, third: false, numbers: Numbers::Unread, wanted: Wanted::All };

    /// Whether the best total makes the total and leaves no dice that are read.
    #[inline]
    pub(super) const fn leaves_nothing(&self, total: u8) -> bool {
        let loses = match self.wanted {
            Wanted::All => false,
            Wanted::Won(aim) => total < aim.least(),
        };
        match self.how {
            How::MaxEffect(aim) => loses && total < aim.least(),
            How::BestTotal => loses,
        }
    }
}

/// What is kept of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kept {
    /// The sum of the two dice, or the number on the only usable die; 0 if no die is usable.
    pub total: u8,
    /// The number of dice that show a 1, if they are counted.
    pub hitches: u8,
    /// The usable dice outside the total, as far as they are read.
    pub left: Left,
    /// The best of the dice left over and its number, if a third die was asked for.
    pub(super) third: Option<(Die, u8)>,
}

impl Kept {
    /// A result with this total and one die left over, of this step; step 0 leaves none.
    #[inline]
    pub(super) const fn with_largest(total: u8, step: u8) -> Kept {
        let dice = Pool { counts: Packed::one(step) };
        Kept { total, hitches: 0, left: Left { dice, shown: Shown::Unread }, third: None }
    }

    /// A result of which no dice left over are read.
    #[inline]
    pub(crate) const fn without_effect(total: u8, hitches: u8) -> Kept {
        Kept { total, hitches, left: Left::NONE, third: None }
    }

    /// What the total would be with a third die.
    #[inline]
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

/// What is known of the numbers on the dice left over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shown {
    /// Nothing: the numbers are not read.
    Unread,
    /// The numbers, in the order in which the dice are taken.
    Are(Row),
    /// By size: `tied` dice show `under` + 1, and each other die is equally likely to show any number from 2 to
    /// `under`.
    Within { under: [u8; 5], tied: [u8; 5] },
}

/// Dice left for effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Left {
    /// The dice, by size.
    pub dice: Pool,
    pub(super) shown: Shown,
}

/// A die that was taken, and the number it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The die.
    pub die: Die,
    /// The number it shows.
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

    /// Drops dice that cannot be among the first `most` taken.
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
        let dice = self.dice.covering(most);
        if dice == self.dice {
            return self;
        }
        self.dice = dice;
        match &mut self.shown {
            _ if self.dice.is_empty() => self.shown = Shown::Unread,
            Shown::Are(numbers) => *numbers = numbers.cut_to(self.dice.dice()),
            Shown::Unread | Shown::Within { .. } => {}
        }
        self
    }

    /// The same as `cut_to` if the numbers are still open (`Shown::Within`).
    fn cut_open(mut self, most: u8) -> Left {
        let mut room = most;
        for die in Die::ALL.into_iter().rev() {
            let Shown::Within { under, tied } = &mut self.shown else { break };
            let place = die as usize;
            if room == 0 {
                (under[place], tied[place]) = (0, 0);
            } else if tied[place] >= room {
                // The tied dice show the highest number, so they are taken first and are enough.
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

    /// Removes a die with this number, which must be the highest of its size.
    fn less(mut self, die: Die, number: u8) -> Left {
        match &mut self.shown {
            Shown::Unread => {}
            Shown::Are(row) => {
                let larger: u8 =
                    Die::ALL.into_iter().filter(|&other| other > die).map(|die| self.dice.count(die)).sum();
                // The first or the last of its size.
                let place = if row.nth(larger) == number { larger } else { larger + self.dice.count(die) - 1 };
                debug_assert_eq!(row.nth(place), number, "the highest of its size");
                *row = row.without(place);
            }
            Shown::Within { tied, .. } => tied[die as usize] -= 1,
        }
        self.dice = self.dice.without(die);
        self
    }
}
