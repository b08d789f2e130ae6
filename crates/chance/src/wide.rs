//! Whole numbers modulo a power of two, of fixed width.
//!
//! A sum whose final value is known to lie within a bound needs no more room than that on the way: overflows cancel
//! out.

use num_bigint::BigUint;

/// A whole number modulo 2 to the power of 64 times `W`, least digits first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide<const W: usize>([u64; W]);

impl<const W: usize> Wide<W> {
    pub(crate) const ZERO: Wide<W> = Wide([0; W]);
    /// The cost of multiplying and merging one such number of a table, in units of
    /// [`Effort::work`](crate::exact::Effort::work).
    pub(crate) const WORK: u64 = W as u64 + 8;

    pub(crate) fn new(value: u64) -> Wide<W> {
        let mut digits = [0; W];
        digits[0] = value;
        Wide(digits)
    }

    pub(crate) fn of(value: &BigUint) -> Wide<W> {
        let mut digits = [0; W];
        digits.iter_mut().zip(value.iter_u64_digits()).for_each(|(digit, value)| *digit = value);
        Wide(digits)
    }

    pub(crate) fn whole(&self) -> BigUint {
        let halves = self.0.iter().flat_map(|&digit| [digit as u32, (digit >> 32) as u32]);
        BigUint::new(halves.collect())
    }

    pub(crate) fn plus(mut self, other: &Wide<W>) -> Wide<W> {
        let mut carry = false;
        for (digit, &more) in self.0.iter_mut().zip(&other.0) {
            let (sum, over) = digit.overflowing_add(more);
            let (sum, again) = sum.overflowing_add(carry.into());
            (*digit, carry) = (sum, over | again);
        }
        self
    }

    /// The number that gives zero when added to this one.
    pub(crate) fn negated(&self) -> Wide<W> {
        Wide(self.0.map(|digit| !digit)).plus(&Wide::new(1))
    }

    pub(crate) fn times(&self, other: &Wide<W>) -> Wide<W> {
        let mut product = [0; W];
        for (place, &digit) in self.0.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let mut carry = 0;
            for (sum, &factor) in product[place..].iter_mut().zip(&other.0) {
                let next = u128::from(digit) * u128::from(factor) + u128::from(*sum) + carry;
                *sum = next as u64;
                carry = next >> 64;
            }
        }
        Wide(product)
    }
}
