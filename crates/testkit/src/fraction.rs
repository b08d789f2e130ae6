//! Fractions as golden records and answers write them.

use std::fmt;
use std::ops::Add;
use std::str::FromStr;

use num_bigint::BigInt;

/// A fraction of whole numbers of any size; two are equal if they have the same value.
#[derive(Clone, Debug)]
pub struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
}

impl Fraction {
    /// A fraction. The denominator must be positive.
    ///
    /// # Panics
    /// If the denominator is zero or less.
    pub fn new(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Fraction {
        let fraction = Fraction { numerator: numerator.into(), denominator: denominator.into() };
        assert!(fraction.denominator > BigInt::ZERO, "the denominator of {fraction} is not positive");
        fraction
    }

    /// The nearest decimal, to fifteen places.
    ///
    /// # Panics
    /// If the value itself exceeds 10^23.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        let scaled = &self.numerator * 1_000_000_000_000_000_i64 / &self.denominator;
        i128::try_from(scaled).expect("a value of ordinary size") as f64 / 1e15
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        &self.numerator * &other.denominator == &other.numerator * &self.denominator
    }
}

impl Add for Fraction {
    type Output = Fraction;

    fn add(self, other: Fraction) -> Fraction {
        Fraction {
            numerator: self.numerator * &other.denominator + other.numerator * &self.denominator,
            denominator: self.denominator * other.denominator,
        }
    }
}

impl FromStr for Fraction {
    type Err = String;

    /// Reads `3/7` or `8`.
    fn from_str(text: &str) -> Result<Fraction, String> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let part = |digits: &str| digits.parse::<BigInt>().map_err(|error| format!("`{text}`: {error}"));
        let (numerator, denominator) = (part(numerator)?, part(denominator)?);
        if denominator <= BigInt::ZERO {
            return Err(format!("`{text}`: the denominator is not positive"));
        }
        Ok(Fraction { numerator, denominator })
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_read_and_compared_by_worth() {
        let read = |text: &str| text.parse::<Fraction>();
        assert_eq!(read("6/14").unwrap(), Fraction::new(3, 7));
        assert_eq!(read("8").unwrap(), Fraction::new(8, 1));
        assert_eq!(read("-1/2").unwrap().to_f64().to_bits(), (-0.5f64).to_bits());
        assert_ne!(read("3/7").unwrap(), Fraction::new(3, 8));
        assert_eq!(Fraction::new(1, 6) + Fraction::new(1, 3), Fraction::new(1, 2));
        assert!(read("1/0").is_err() && read("a/7").is_err() && read("").is_err());
    }
}
