//! Distances on the table.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A distance in inches on the table, to a thousandth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Inches(i32);

impl Inches {
    /// The longest distance that is accepted, in whole inches: about 5.7 miles.
    pub const MOST: i32 = 10_000;

    /// A whole number of inches.
    #[must_use]
    pub const fn whole(inches: i32) -> Inches {
        Inches(inches * 1000)
    }

    /// Thousandths of an inch.
    #[must_use]
    pub const fn thousandths(self) -> i32 {
        self.0
    }

    /// From thousandths of an inch.
    #[must_use]
    pub const fn from_thousandths(thousandths: i32) -> Inches {
        Inches(thousandths)
    }

    /// Full inches, the rest dropped.
    #[must_use]
    pub const fn floor(self) -> i32 {
        self.0.div_euclid(1000)
    }
}

impl fmt::Display for Inches {
    /// In full or, with a precision, to tenths of an inch, as people measure: `12.728"` or `12.7"`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inches = match f.precision() {
            None => f64::from(self.0) / 1000.0,
            Some(_) => f64::from((self.0 + 50).div_euclid(100)) / 10.0,
        };
        write!(f, "{inches}\"")
    }
}

impl Serialize for Inches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 1000 == 0 {
            serializer.serialize_i32(self.0 / 1000)
        } else {
            serializer.serialize_f64(f64::from(self.0) / 1000.0)
        }
    }
}

impl<'de> Deserialize<'de> for Inches {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Inches, D::Error> {
        let inches = f64::deserialize(deserializer)?;
        if !(0.0..=f64::from(Inches::MOST)).contains(&inches) {
            return Err(serde::de::Error::custom(format!(
                "invalid distance {inches}, expected 0 to {} inches",
                Inches::MOST
            )));
        }
        Ok(Inches((inches * 1000.0).round() as i32))
    }
}

impl JsonSchema for Inches {
    fn schema_name() -> Cow<'static, str> {
        "Inches".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": Inches::MOST, "x-unit": "inches", "description": "A distance in inches on the table." })
    }
}

#[cfg(test)]
mod tests {
    use super::Inches;

    #[test]
    fn distances_are_shown_in_full_or_to_tenths() {
        let shown = |thousandths| {
            let inches = Inches::from_thousandths(thousandths);
            (inches.to_string(), format!("{inches:.1}"))
        };
        assert_eq!(shown(12_728), ("12.728\"".into(), "12.7\"".into()));
        assert_eq!(shown(2_950), ("2.95\"".into(), "3\"".into()));
        assert_eq!(shown(6_000), ("6\"".into(), "6\"".into()));
    }
}
