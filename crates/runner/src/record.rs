//! Files of situations with expected answers, as `odds --check` reads them.

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigInt;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

use crate::unique_keys;

/// A longer number is taken for a mistake; it would be slow to read.
const MAX_DIGITS: usize = 20_000;

/// One situation with its expected answers. Other keys are comments.
#[derive(Clone, Debug, Deserialize)]
pub struct Record {
    /// The record's name in messages.
    pub id: String,
    /// The clauses that it tests; they help to recognise the ruleset.
    #[serde(default)]
    pub clause: String,
    /// The kind of situation, unless the parameters contain it.
    pub kind: Option<String>,
    /// The situation.
    #[serde(deserialize_with = "unique_keys::parameters")]
    pub parameters: serde_json::Map<String, serde_json::Value>,
    /// The value of each outcome.
    #[serde(deserialize_with = "unique_keys::keys")]
    pub expected: BTreeMap<String, Expected>,
}

/// Reads a file of records.
///
/// # Errors
/// The first mistake, with its line and column.
pub fn read(text: &str) -> Result<Vec<Record>, serde_json::Error> {
    serde_json::from_str(text)
}

/// An expected value: its text (a fraction, a whole number or a decimal) and its exact value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    text: String,
    numerator: BigInt,
    denominator: BigInt,
    /// Digits after the point if it is a decimal; a decimal counts as rounded.
    places: Option<i32>,
}

impl Expected {
    /// Reads a number.
    ///
    /// # Errors
    /// Describes the mistake.
    pub fn parse(text: &str) -> Result<Expected, String> {
        let wrong = || format!("`{text}` is not a fraction such as 2/7, a whole number or a decimal");
        if text.len() > MAX_DIGITS {
            return Err(format!("a number of more than {MAX_DIGITS} digits"));
        }
        let whole = |digits: &str| digits.trim().parse::<BigInt>().map_err(|_| wrong());
        let (numerator, denominator, places) = match (text.split_once('/'), text.split_once('.')) {
            (Some((numerator, denominator)), _) => (whole(numerator)?, whole(denominator)?, None),
            (None, None) => match text.parse::<BigInt>() {
                Ok(number) => (number, BigInt::from(1), None),
                Err(_) => return Expected::scientific(text).ok_or_else(wrong),
            },
            (None, Some((_, after))) if after.chars().all(|digit| digit.is_ascii_digit()) => {
                let places = after.len() as u32;
                (whole(&text.replacen('.', "", 1))?, BigInt::from(10).pow(places), Some(places as i32))
            }
            (None, Some(_)) => return Expected::scientific(text).ok_or_else(wrong),
        };
        if denominator <= BigInt::ZERO {
            return Err(format!("`{text}` has a denominator that is not positive"));
        }
        Ok(Expected { text: text.to_owned(), numerator, denominator, places })
    }

    /// A decimal with an exponent, such as `1.5e-7`.
    fn scientific(text: &str) -> Option<Expected> {
        let (digits, exponent) = text.split_once(['e', 'E'])?;
        let exponent: i32 = exponent.parse().ok().filter(|exponent| (-300..=300).contains(exponent))?;
        let plain = Expected::parse(digits).ok().filter(|_| !digits.contains(['/', 'e', 'E']))?;
        let shift = BigInt::from(10).pow(exponent.unsigned_abs());
        let places = plain.places.unwrap_or(0) - exponent;
        let (numerator, denominator) = match exponent < 0 {
            true => (plain.numerator, plain.denominator * shift),
            false => (plain.numerator * shift, plain.denominator),
        };
        Some(Expected { text: text.to_owned(), numerator, denominator, places: Some(places) })
    }

    /// Whether it is exactly zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.numerator == BigInt::ZERO
    }

    /// Whether a fraction is equal to it, or rounds to it if it is a decimal.
    #[must_use]
    pub fn equals(&self, numerator: &str, denominator: &str) -> bool {
        let (Ok(numerator), Ok(denominator)) = (numerator.parse::<BigInt>(), denominator.parse::<BigInt>()) else {
            return false;
        };
        let gap = &numerator * &self.denominator - &self.numerator * &denominator;
        match self.places {
            None => gap == BigInt::ZERO,
            // Checks in whole numbers that the gap is at most half a unit of the last digit.
            Some(places) => {
                let unit = BigInt::from(10).pow(places.unsigned_abs());
                let bound = denominator * &self.denominator;
                let gap = BigInt::from(2) * if gap < BigInt::ZERO { -gap } else { gap };
                if places < 0 { gap <= bound * unit } else { gap * unit <= bound }
            }
        }
    }

    /// The nearest decimal.
    #[must_use]
    pub fn decimal(&self) -> f64 {
        let digits = &self.numerator * BigInt::from(10).pow(40) / &self.denominator;
        format!("{digits}e-40").parse().unwrap_or(f64::NAN)
    }

    /// Half a unit of the last digit of a decimal; zero for a fraction or a whole number.
    #[must_use]
    pub fn rounding(&self) -> f64 {
        self.places.map_or(0.0, |places| format!("0.5e{}", -places).parse().unwrap_or(0.0))
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Expected {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Expected, D::Error> {
        struct ExpectedVisitor;
        impl Visitor<'_> for ExpectedVisitor {
            type Value = Expected;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a fraction such as \"2/7\" or a number")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Expected, E> {
                Expected::parse(text.trim()).map_err(E::custom)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Expected, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Expected, E> {
                self.visit_str(&number.to_string())
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Expected, E> {
                self.visit_str(&number.to_string())
            }
        }
        deserializer.deserialize_any(ExpectedVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::{Expected, read};

    fn number(text: &str) -> Expected {
        Expected::parse(text).unwrap()
    }

    #[test]
    fn fractions_are_compared_as_fractions() {
        assert!(number("2/7").equals("4", "14"));
        assert!(!number("2/7").equals("285714285714285714", "1000000000000000000"));
        assert!(number("8/1").equals("8", "1") && number("8").equals("16", "2") && number("-1/2").equals("-2", "4"));
        let long = "183899831790010459338085476521311317364468714307212328607097372225795103";
        assert!(number(&format!("{long}/7")).equals(long, "7"));
        assert!(!number(&format!("{long}/7")).equals(&long.replacen('1', "2", 1), "7"));
        assert!((number(&format!("{long}/{long}0")).decimal() - 0.1).abs() < 1e-16);
        assert!(!number("1/2").equals("x", "2"));
    }

    #[test]
    fn decimals_are_taken_as_rounded() {
        assert!(number("0.285714").equals("2", "7") && !number("0.285715").equals("2", "7"));
        assert!(
            number("0.5").equals("1", "2") && number("2.5e-1").equals("1", "4") && number("3e2").equals("300", "1")
        );
        assert!(number("3e2").equals("349", "1") && !number("3e2").equals("351", "1"));
        assert!((number("0.285714").rounding() - 5e-7).abs() < 1e-18);
        assert!(number("0").is_zero() && number("0/5").is_zero() && number("0.0").is_zero());
    }

    #[test]
    fn what_is_not_a_number_is_refused() {
        let digits = "9".repeat(30_000);
        for bad in
            ["", "x", "1/0", "1/-2", "1/2/3", "1.2.3", "1e999999999", "e5", "--1", "NaN", "inf", "0x10", "1/", &digits]
        {
            assert!(Expected::parse(bad).is_err(), "{bad:.20}");
        }
    }

    #[test]
    fn mistakes_have_a_line_and_a_column() {
        let check = |text: &str, said: &str| assert_eq!(read(text).unwrap_err().to_string(), said);
        check("[\n {\"id\": \"A\",\n", "EOF while parsing a value at line 3 column 0");
        check("[{\"id\": \"A\", \"parameters\": {}}]", "missing field `expected` at line 1 column 30");
        check(
            "[{\"id\": \"A\", \"parameters\": {}, \"expected\":\n {\"hit\": \"1/0\"}}]",
            "`1/0` has a denominator that is not positive at line 2 column 14",
        );
        let twice = "[{\"id\": \"A\", \"parameters\": {\"a\": [{\"b\": 1, \"b\": 2}]}, \"expected\": {}}]";
        check(twice, "the key `b` appears twice here at line 1 column 46");
        let twice = "[{\"id\": \"A\", \"parameters\": {}, \"expected\": {\"hit\": 1, \"hit\": 1}}]";
        check(twice, "the key `hit` appears twice here at line 1 column 59");
        check("{}", "invalid type: map, expected a sequence at line 1 column 0");
        let many = read(
            "[{\"id\": \"A\", \"kind\": \"shot\", \"parameters\": {}, \"expected\": {\"hit\": 1, \"miss\": 0.5}, \"what\": 3}]",
        );
        assert_eq!(many.unwrap()[0].expected["miss"].to_string(), "0.5");
    }
}
