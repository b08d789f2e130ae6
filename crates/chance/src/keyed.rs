//! Random words by address.
//!
//! Every engagement has a key: word number `engagement` of a PCG stream seeded by the run's seed (`rand_pcg` can advance
//! a stream to any place). A draw's word is that key moved on by the packed address and put through a 64-bit mixer,
//! which makes it word number `address` of a SplitMix64 stream. It has no state and no order, so threads, blocks and
//! other draws cannot change it.

use rand::Rng;
use rand_pcg::{Pcg64Dxsm, Pcg64Mcg};

use crate::Address;

/// SplitMix64's increment: the odd number nearest to 2^64 divided by the golden ratio.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The stream of engagement keys; any constant will do, this one is the first digits of e.
const KEY_STREAM: u128 = 0x2b7e_1516_28ae_d2a6_abf7_1588_09cf_4f3c;

/// David Stafford's variant 13 of the 64-bit finaliser, as in SplitMix64.
#[inline]
const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Where random words come from.
pub trait Words {
    /// The first word of a draw.
    fn word(&mut self, at: Address) -> u64;

    /// A further word of the same draw, after one that could not be used.
    fn again(&mut self, last: u64) -> u64;
}

/// Words addressed by figure, purpose and occurrence within one engagement.
#[derive(Clone, Copy, Debug)]
pub struct Keyed {
    key: u64,
}

impl Keyed {
    /// The words of one engagement of a run.
    #[must_use]
    pub fn engagement(seed: u64, engagement: u64) -> Keyed {
        Keys::new(seed, engagement).next_key()
    }
}

impl Keyed {
    /// What an address of round 0 adds to the key.
    pub(crate) const fn base(at: Address) -> u64 {
        at.packed().wrapping_add(1).wrapping_mul(GAMMA)
    }

    /// The word at this distance from the key.
    #[inline]
    pub(crate) const fn word_from(self, base: u64) -> u64 {
        mix(self.key.wrapping_add(base))
    }

    /// The word at the key itself.
    #[inline]
    pub(crate) const fn word_here(self) -> u64 {
        mix(self.key)
    }

    /// The words one place further on.
    #[inline]
    pub(crate) const fn onward(self) -> Keyed {
        self.further(GAMMA)
    }

    /// Separate words, by number, for luck that decides nothing.
    pub(crate) const fn another(self, number: u64) -> Keyed {
        Keyed { key: mix(self.key ^ mix(number.wrapping_mul(GAMMA))) }
    }

    /// What each round adds to `base`.
    pub(crate) const ROUND: u64 = Address::ROUND.wrapping_mul(GAMMA);

    /// The words at this distance from these.
    #[inline]
    pub(crate) const fn further(self, further: u64) -> Keyed {
        Keyed { key: self.key.wrapping_add(further) }
    }
}

impl Words for Keyed {
    #[inline]
    fn word(&mut self, at: Address) -> u64 {
        self.word_from(Keyed::base(at))
    }

    #[inline]
    fn again(&mut self, last: u64) -> u64 {
        mix(last.wrapping_add(GAMMA))
    }
}

/// The keys of consecutive engagements.
#[derive(Clone, Debug)]
pub struct Keys {
    stream: Pcg64Dxsm,
}

impl Keys {
    /// The keys from engagement `first` on.
    #[must_use]
    pub fn new(seed: u64, first: u64) -> Keys {
        let mut stream = Pcg64Dxsm::new(u128::from(seed), KEY_STREAM);
        stream.advance(u128::from(first));
        Keys { stream }
    }

    /// The next engagement's words.
    #[inline]
    pub fn next_key(&mut self) -> Keyed {
        Keyed { key: self.stream.next_u64() }
    }
}

/// Words from one plain stream in the order in which they are asked for, ignoring the address: the baseline for
/// measuring keyed words.
#[derive(Clone, Debug)]
pub struct Plain {
    stream: Pcg64Mcg,
}

impl Plain {
    /// One stream for a whole run.
    #[must_use]
    pub fn new(seed: u64) -> Plain {
        Plain { stream: Pcg64Mcg::new(u128::from(mix(seed))) }
    }
}

impl Words for Plain {
    #[inline]
    fn word(&mut self, _at: Address) -> u64 {
        self.stream.next_u64()
    }

    #[inline]
    fn again(&mut self, _last: u64) -> u64 {
        self.stream.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_stable() {
        let mut first = Keyed::engagement(7, 0);
        let mut later = Keyed::engagement(7, 1_000_000);
        let words = [
            first.word(Address::new(0, 0, 0)),
            first.word(Address::new(1, 0, 0)),
            first.word(Address::new(0, 1, 0)),
            first.word(Address::new(0, 0, 1)),
            later.word(Address::new(0, 0, 0)),
        ];
        // A change here changes every result ever published: it needs a line in the changelog.
        let pinned = [
            14_383_495_757_859_504_140,
            1_066_737_346_121_107_262,
            12_178_494_391_388_613_722,
            11_016_035_940_714_422_408,
            11_581_197_850_211_797_666,
        ];
        assert_eq!(words, pinned);
    }

    #[test]
    fn keys_are_the_same_wherever_a_block_begins() {
        let mut run = Keys::new(3, 0);
        let straight: Vec<u64> = (0..100).map(|_| run.next_key().key).collect();
        for first in [0, 1, 17, 99] {
            assert_eq!(Keys::new(3, first as u64).next_key().key, straight[first]);
        }
    }
}
