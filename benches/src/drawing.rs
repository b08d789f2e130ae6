//! Four ways to draw from a deck without replacement, to be measured against each other.
//!
//! Each draws `CARDS` of a whole deck and adds up where they stood. All but the swap carry the deck as a set of bits; the
//! rejection is how [`chance::Sampled`] draws.

use chance::{Address, Card, Chance, Deck, Pack, Plain, Sampled, Words};

/// Cards in the deck: forty and two jokers.
const SIZE: u64 = 42;

/// Cards drawn before the deck is made whole, about as many as a figure needs in an engagement.
pub const CARDS: u64 = 12;

/// A way to draw: plays `decks` decks and returns the sum of the numbers of the cards drawn.
pub type Way = fn(seed: u64, decks: u64) -> u64;

/// Every way with its name, the shipped one first.
pub const WAYS: [(&str, Way); 4] = [
    ("card by rejection (shipped)", by_rejection),
    ("card by swap", by_swap),
    ("card by bit select", by_select),
    ("card by scan", by_scan),
];

/// A number below `n`; the bias of leaving out the rejection is below 2^-58 and costs nothing here.
#[inline]
fn below(words: &mut Plain, n: u64) -> u64 {
    let word = words.word(Address::new(0, 0, 0));
    ((u128::from(word) * u128::from(n)) >> 64) as u64
}

/// The shipped deck: any card of the whole pack, again if it has been drawn.
#[must_use]
pub fn by_rejection(seed: u64, decks: u64) -> u64 {
    let mut chance = Sampled::new(Plain::new(seed));
    let whole = <Sampled<Plain> as Chance>::Deck::whole(Pack::new(1, 2));
    let mut sum = 0;
    for _ in 0..decks {
        let mut deck = whole;
        for _ in 0..CARDS {
            sum += chance.draw(&mut deck, Address::new(0, 0, 0), |card: Card| u64::from(card.value().unwrap_or(0)));
        }
    }
    sum
}

/// The value of the card with this number, as the shipped deck has it.
#[inline]
fn value(number: u64) -> u64 {
    u64::from(Pack::new(1, 2).card(number as u32).value().unwrap_or(0))
}

/// An array of cards of which the drawn one is swapped to the end: no quantile, and 42 bytes to copy for a whole deck.
#[must_use]
pub fn by_swap(seed: u64, decks: u64) -> u64 {
    let mut words = Plain::new(seed);
    let whole: [u8; SIZE as usize] = std::array::from_fn(|card| card as u8);
    let mut sum = 0;
    for _ in 0..decks {
        let mut deck = whole;
        for drawn in 0..CARDS {
            let place = below(&mut words, SIZE - drawn) as usize;
            let last = (SIZE - 1 - drawn) as usize;
            deck.swap(place, last);
            sum += value(u64::from(deck[last]));
        }
    }
    sum
}

/// The k-th lowest card left, found by halving: counts of bits in ever smaller parts of the word.
#[must_use]
pub fn by_select(seed: u64, decks: u64) -> u64 {
    by_rank(seed, decks, |left, rank| {
        let (mut place, mut rank) = (0, rank as u32);
        for width in [32, 16, 8, 4, 2, 1] {
            let low = (left >> place & ((1 << width) - 1)).count_ones();
            let above = u32::from(rank >= low);
            rank -= low * above;
            place += width * above;
        }
        u64::from(place)
    })
}

/// The k-th lowest card left, found by clearing the lowest bit k times.
#[must_use]
pub fn by_scan(seed: u64, decks: u64) -> u64 {
    by_rank(seed, decks, |mut left, rank| {
        for _ in 0..rank {
            left &= left - 1;
        }
        u64::from(left.trailing_zeros())
    })
}

#[inline]
fn by_rank(seed: u64, decks: u64, find: impl Fn(u64, u64) -> u64) -> u64 {
    let mut words = Plain::new(seed);
    let mut sum = 0;
    for _ in 0..decks {
        let mut left: u64 = (1 << SIZE) - 1;
        for drawn in 0..CARDS {
            let number = find(left, below(&mut words, SIZE - drawn));
            left &= !(1 << number);
            sum += value(number);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cards are worth 220 / 42 on average; a sum over 120,000 draws without replacement strays by less than 0.04.
    #[test]
    fn every_way_draws_the_same_deck() {
        for (name, way) in WAYS {
            let mean = way(1, 10_000) as f64 / (10_000 * CARDS) as f64;
            assert!((mean - 220.0 / 42.0).abs() < 0.04, "{name}: {mean}");
        }
    }

    /// Finding by halves and by scanning is the same thing.
    #[test]
    fn select_and_scan_find_the_same_card() {
        assert_eq!(by_select(3, 1000), by_scan(3, 1000));
    }
}
