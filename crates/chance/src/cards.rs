//! Playing cards: a card, a pack of ten ranks in four suits with jokers, and a deck drawn down without replacement.

use std::fmt;
use std::hash::Hash;

/// Ranks in a pack.
const RANKS: u32 = 10;
/// Cards of each rank: two black, two red.
const SUITS: u32 = 4;

/// One card of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card {
    /// 0 for a joker, otherwise 1 (ace) to 13 (king).
    value: u8,
    suit: u8,
}

impl Card {
    /// The joker.
    pub const JOKER: Card = Card { value: 0, suit: 0 };

    /// A number card: value 1 (ace) to 13 (king), red or black.
    #[must_use]
    pub const fn new(value: u8, red: bool) -> Card {
        Card { value, suit: if red { 2 } else { 0 } }
    }

    /// The card's value, 1 (ace) to 13 (king); `None` for a joker.
    #[must_use]
    #[inline]
    pub const fn value(self) -> Option<u8> {
        if self.value == 0 { None } else { Some(self.value) }
    }

    /// Whether it is red. A joker has no colour and is not red.
    #[must_use]
    #[inline]
    pub const fn is_red(self) -> bool {
        self.suit >= 2
    }

    /// Whether it is a joker.
    #[must_use]
    #[inline]
    pub const fn is_joker(self) -> bool {
        self.value == 0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suit = ['♠', '♣', '♥', '♦'][usize::from(self.suit)];
        match self.value {
            0 => f.write_str("joker"),
            1 => write!(f, "A{suit}"),
            11 => write!(f, "J{suit}"),
            12 => write!(f, "Q{suit}"),
            13 => write!(f, "K{suit}"),
            value => write!(f, "{value}{suit}"),
        }
    }
}

/// What a whole deck consists of: ten ranks from `low` up in four suits, and jokers.
///
/// Its cards are numbered in ascending order: jokers first, then by value, black before red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pack {
    low: u8,
    jokers: u8,
}

impl Pack {
    /// A pack of the ranks `low` to `low + 9`, with 0 to 3 jokers. `low` is 1 to 4.
    #[must_use]
    pub const fn new(low: u8, jokers: u8) -> Pack {
        debug_assert!(low >= 1 && low <= 4 && jokers <= 3);
        Pack { low, jokers }
    }

    /// The same pack without its jokers.
    #[must_use]
    pub const fn without_jokers(self) -> Pack {
        Pack { low: self.low, jokers: 0 }
    }

    /// Number of cards, 40 to 43.
    #[must_use]
    #[inline]
    pub const fn size(self) -> u32 {
        RANKS * SUITS + self.jokers as u32
    }

    /// Number of jokers.
    #[must_use]
    pub const fn jokers(self) -> u8 {
        self.jokers
    }

    /// The lowest rank.
    #[must_use]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// The highest rank.
    #[must_use]
    pub const fn high(self) -> u8 {
        self.low + RANKS as u8 - 1
    }

    /// The card with this number, 0 to `size() - 1`.
    #[must_use]
    #[inline]
    pub const fn card(self, number: u32) -> Card {
        // Jokers take the last places of an extra rank below the lowest.
        let place = number + SUITS - self.jokers as u32;
        let rank = (place / SUITS) as u8;
        if rank == 0 { Card::JOKER } else { Card { value: self.low - 1 + rank, suit: (place % SUITS) as u8 } }
    }

    /// One bit for each card.
    #[inline]
    pub(crate) const fn all(self) -> u64 {
        (1 << self.size()) - 1
    }
}

/// A deck in the form that a reading of chance uses: a small value, copied and compared freely.
pub trait Deck: Copy + Eq + Hash + fmt::Debug + 'static {
    /// A whole, shuffled deck.
    fn whole(pack: Pack) -> Self;

    /// What the whole deck consists of.
    fn pack(&self) -> Pack;

    /// Shuffles every drawn card back in.
    fn refill(&mut self) {
        *self = Self::whole(self.pack());
    }
}

/// A deck as the set of the cards left in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cards {
    pub(crate) left: u64,
    pack: Pack,
}

impl Deck for Cards {
    #[inline]
    fn whole(pack: Pack) -> Cards {
        Cards { left: pack.all(), pack }
    }

    #[inline]
    fn pack(&self) -> Pack {
        self.pack
    }
}

impl Cards {
    /// Number of cards left.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.left.count_ones()
    }

    /// Whether no card is left.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// Removes a card with this value and colour from the deck, or a joker; false if none is left.
    pub fn take(&mut self, wanted: Card) -> bool {
        let same = |card: Card| card.value == wanted.value && card.is_red() == wanted.is_red();
        let found = (0..self.pack.size()).find(|&number| self.left >> number & 1 == 1 && same(self.pack.card(number)));
        if let Some(number) = found {
            self.left &= !(1 << number);
        }
        found.is_some()
    }
}
