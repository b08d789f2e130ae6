//! Probabilities as fractions of big integers.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;

use super::weight::Weight;

/// A fraction of big integers, brought to lowest terms only when it is read.
///
/// Weights that meet in one state usually have the same denominator (the product of the same deck sizes). So adding
/// compares denominators first, and takes their least common multiple only if they differ.
#[derive(Clone, Debug)]
pub struct Ratio {
    numerator: BigUint,
    denominator: BigUint,
}

impl Ratio {
    /// A fraction; the denominator must not be zero.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> Ratio {
        Ratio { numerator: numerator.into(), denominator: denominator.into() }
    }

    /// A fraction of big integers; the denominator must not be zero.
    #[must_use]
    pub const fn of(numerator: BigUint, denominator: BigUint) -> Ratio {
        Ratio { numerator, denominator }
    }

    /// Numerator and denominator as stored.
    pub(crate) const fn parts(&self) -> (&BigUint, &BigUint) {
        (&self.numerator, &self.denominator)
    }

    /// The product of two fractions.
    #[must_use]
    pub fn product(&self, other: &Ratio) -> Ratio {
        Ratio::of(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }

    /// 1 minus this fraction, which must not exceed 1.
    #[must_use]
    pub fn complement(&self) -> Ratio {
        Ratio::of(&self.denominator - &self.numerator, self.denominator.clone())
    }

    /// Numerator and denominator in lowest terms.
    #[must_use]
    pub fn lowest_terms(&self) -> (BigUint, BigUint) {
        let divisor = self.numerator.gcd(&self.denominator);
        (&self.numerator / &divisor, &self.denominator / &divisor)
    }

    /// This fraction times a whole number.
    #[must_use]
    pub fn scaled(&self, factor: u64) -> Ratio {
        Ratio { numerator: &self.numerator * factor, denominator: self.denominator.clone() }
    }

    /// The value as a float, to about fifteen digits. It is computed from the lowest terms, so equal fractions give the
    /// same float.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        let (numerator, denominator) = self.lowest_terms();
        // Both are brought below 2^1000 by the same shift, so neither overflows.
        let shift = denominator.bits().max(numerator.bits()).saturating_sub(1000);
        let part = |whole: BigUint| {
            let digits = (whole >> shift).to_u64_digits();
            digits.iter().rev().fold(0.0, |value, &digit| value * 2f64.powi(64) + digit as f64)
        };
        part(numerator) / part(denominator)
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Ratio) -> bool {
        &self.numerator * &other.denominator == &other.numerator * &self.denominator
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = self.lowest_terms();
        write!(f, "{numerator}/{denominator}")
    }
}

impl Weight for Ratio {
    const WORK: u64 = 300;

    fn heap(&self) -> usize {
        (self.numerator.bits() + self.denominator.bits()) as usize / 8
    }

    fn zero() -> Ratio {
        Ratio::new(0, 1)
    }

    fn one() -> Ratio {
        Ratio::new(1, 1)
    }

    fn times(mut self, numerator: u128, denominator: u128) -> Ratio {
        self.numerator *= numerator;
        self.denominator *= denominator;
        self
    }

    fn add(&mut self, other: Ratio) {
        if self.numerator == BigUint::ZERO {
            *self = other;
        } else if self.denominator == other.denominator {
            self.numerator += other.numerator;
        } else {
            let common = self.denominator.lcm(&other.denominator);
            self.numerator *= &common / &self.denominator;
            self.numerator += other.numerator * (&common / other.denominator);
            self.denominator = common;
        }
    }
}
