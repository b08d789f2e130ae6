//! The floor under every engagement: merely producing the random words that it uses.

use chance::{Address, Keys, Plain, Words};

use crate::situations::SEED;

/// The sum of `words` keyed words for each of `engagements`, addressed as a fight addresses them.
#[must_use]
pub fn keyed(first: u64, engagements: usize, words: u32) -> u64 {
    let mut keys = Keys::new(SEED, first);
    let mut sum = 0_u64;
    for _ in 0..engagements {
        let mut key = keys.next_key();
        for word in 0..words {
            sum = sum.wrapping_add(key.word(Address::new((word & 1) as u8, (word & 3) as u8, word << 8)));
        }
    }
    sum
}

/// The same number of words from one plain stream.
#[must_use]
pub fn plain(stream: u64, engagements: usize, words: u32) -> u64 {
    let mut plain = Plain::new(stream);
    let mut sum = 0_u64;
    for _ in 0..engagements {
        for word in 0..words {
            sum = sum.wrapping_add(plain.word(Address::new(0, 0, word)));
        }
    }
    sum
}
