//! The firing tables (FT-fire-4, FT-fire-5): numbers needed by weapon and range column.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use engage::Inches;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The upper limits of the range columns, inclusive (FT-fire-3).
pub const COLUMNS: [Inches; 6] =
    [Inches::whole(6), Inches::whole(12), Inches::whole(24), Inches::whole(36), Inches::whole(48), Inches::whole(108)];

/// The first column that a range does not exceed; none beyond the last (FT-fire-3).
#[must_use]
pub fn column(range: Inches) -> Option<usize> {
    let column = COLUMNS.iter().map(|&limit| usize::from(range > limit)).sum();
    (column < COLUMNS.len()).then_some(column)
}

/// A cell of a firing table: the number needed, or blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The number needed on the dice, if the weapon reaches that far.
    pub number: Option<i8>,
    /// `*`: more is needed without a number two (FT-fire-6).
    pub crewed: bool,
    /// `#`: only with the weapon rested on its bipod (FT-fire-7).
    pub rested: bool,
}

impl Cell {
    const fn plain(number: i8) -> Cell {
        Cell { number: Some(number), crewed: false, rested: false }
    }

    const BLANK: Cell = Cell { number: None, crewed: false, rested: false };
}

/// The highest number of a cell; no dice score it.
const HIGHEST: i64 = 30;

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            None => f.write_str("-"),
            Some(number) => {
                let (crewed, rested) = (if self.crewed { "*" } else { "" }, if self.rested { "#" } else { "" });
                write!(f, "{number}{crewed}{rested}")
            }
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell { number: Some(number), crewed: false, rested: false } => serializer.serialize_i8(*number),
            _ => serializer.collect_str(self),
        }
    }
}

/// The values of a cell, for messages.
fn takes() -> String {
    format!("a number from 1 to {HIGHEST}, `\"-\"`, or a number with `*`, `#` or both, as in \"9*#\"")
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        struct Visitor;

        impl serde::de::Visitor<'_> for Visitor {
            type Value = Cell;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&takes())
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Cell, E> {
                let known = (1..=HIGHEST).contains(&number).then_some(number as i8);
                let unknown = || E::invalid_value(serde::de::Unexpected::Signed(number), &self);
                known.map(Cell::plain).ok_or_else(unknown)
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Cell, E> {
                self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Cell, E> {
                if text == "-" {
                    return Ok(Cell::BLANK);
                }
                let (text, rested) = text.strip_suffix('#').map_or((text, false), |text| (text, true));
                let (digits, crewed) = text.strip_suffix('*').map_or((text, false), |text| (text, true));
                let number = digits.parse().map_err(|_| E::invalid_value(serde::de::Unexpected::Str(text), &self))?;
                Ok(Cell { crewed, rested, ..self.visit_i64(number)? })
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl JsonSchema for Cell {
    fn schema_name() -> Cow<'static, str> {
        "Cell".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "x-takes": takes(),
            "description": "A number needed, `\"-\"` for a blank cell, or text such as `\"9*#\"`: `*` needs a number two, `#` a bipod.",
            "anyOf": [
                { "type": "integer", "minimum": 1, "maximum": HIGHEST },
                { "type": "string", "pattern": "^(-|[0-9]+[*]?#?)$" },
            ],
        })
    }
}

/// Declares a row: its cells by range column, and further fields.
macro_rules! row {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            /// Up to 6".
            #[serde(rename = "6")]
            #[schemars(title = "Up to 6 in")]
            pub up_to_6: Cell,
            /// Up to 12".
            #[serde(rename = "12")]
            #[schemars(title = "Up to 12 in")]
            pub up_to_12: Cell,
            /// Up to 24".
            #[serde(rename = "24")]
            #[schemars(title = "Up to 24 in")]
            pub up_to_24: Cell,
            /// Up to 36".
            #[serde(rename = "36")]
            #[schemars(title = "Up to 36 in")]
            pub up_to_36: Cell,
            /// Up to 48".
            #[serde(rename = "48")]
            #[schemars(title = "Up to 48 in")]
            pub up_to_48: Cell,
            /// Up to 108".
            #[serde(rename = "108")]
            #[schemars(title = "Up to 108 in")]
            pub up_to_108: Cell,
            $($(#[$field_doc])* pub $field: $kind,)*
        }

        impl $name {
            /// The cells in order of range.
            #[must_use]
            pub const fn cells(&self) -> [Cell; 6] {
                [self.up_to_6, self.up_to_12, self.up_to_24, self.up_to_36, self.up_to_48, self.up_to_108]
            }

            const fn of(cells: [Cell; 6], $($field: $kind,)*) -> $name {
                let [up_to_6, up_to_12, up_to_24, up_to_36, up_to_48, up_to_108] = cells;
                $name { up_to_6, up_to_12, up_to_24, up_to_36, up_to_48, up_to_108, $($field,)* }
            }
        }
    };
}

row! {
    /// A weapon's row in the table of single shots (FT-fire-4).
    Single {}
}

row! {
    /// A weapon's row in the table of automatic fire (FT-fire-5).
    Automatic {
        /// Width of the beaten zone across the line of fire, in inches (FT-beat-1).
        width: Inches,
        /// Depth of the beaten zone along the line of fire, in inches (FT-beat-1).
        depth: Inches,
    }
}

/// A weapon's rows in the firing tables; a weapon in one table only fires that way (FT-fire-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// Numbers needed for single shots.
    pub single: Option<[Cell; 6]>,
    /// Numbers needed for automatic fire.
    pub automatic: Option<[Cell; 6]>,
    /// Width and depth of the beaten zone.
    pub zone: Option<(Inches, Inches)>,
}

impl Arm {
    /// Whether it has a number for a range in either table (FT-fire-2, FT-fire-3).
    #[must_use]
    pub fn reaches(&self, range: Inches) -> bool {
        let has_number = |cells: &[Cell; 6]| column(range).is_some_and(|column| cells[column].number.is_some());
        [&self.single, &self.automatic].into_iter().flatten().any(has_number)
    }

    /// Whether a number two helps with single shots, and with bursts (FT-fire-6).
    #[must_use]
    pub fn crewed(&self) -> [bool; 2] {
        [self.single, self.automatic].map(|cells| cells.is_some_and(|cells| cells.iter().any(|cell| cell.crewed)))
    }
}

/// The cells of these numbers; 0 is blank.
const fn plain(numbers: [i8; 6]) -> [Cell; 6] {
    let mut cells = [Cell::BLANK; 6];
    let mut place = 0;
    while place < 6 {
        if numbers[place] > 0 {
            cells[place] = Cell::plain(numbers[place]);
        }
        place += 1;
    }
    cells
}

/// The word for the weapon whose row of single shots is in doubt (FT-fire-4a).
pub const ASSAULT_RIFLE: &str = "assault_rifle";

/// The labels of weapons whose names are not words.
pub(crate) fn labels() -> BTreeMap<&'static str, &'static str> {
    [("smg", "SMG"), ("lmg", "LMG")].into()
}

/// The table of single shots as printed (FT-fire-4).
pub(crate) fn single() -> BTreeMap<String, Single> {
    let rows = [
        ("pistol", [5, 10, 0, 0, 0, 0]),
        ("rifle", [6, 7, 8, 9, 11, 12]),
        (ASSAULT_RIFLE, [0, 5, 7, 9, 10, 12]),
        ("carbine", [6, 8, 10, 12, 0, 0]),
        ("shotgun", [3, 10, 0, 0, 0, 0]),
    ];
    rows.map(|(weapon, numbers)| (weapon.to_owned(), Single::of(plain(numbers)))).into()
}

/// The table of automatic fire as printed (FT-fire-5).
pub(crate) fn automatic() -> BTreeMap<String, Automatic> {
    let rows = [
        ("smg", [5, 6, 12, 0, 0, 0], [0; 6], [5, 4]),
        ("lmg", [6, 7, 8, 9, 10, 12], [0, 0, 1, 3, 3, 3], [2, 10]),
        (ASSAULT_RIFLE, [6, 7, 10, 11, 12, 0], [0, 0, 0, 2, 2, 0], [4, 5]),
        ("carbine", [6, 8, 0, 0, 0, 0], [0; 6], [3, 5]),
    ];
    let row = |(weapon, numbers, notes, [width, depth]): (&str, _, [u8; 6], [i32; 2])| {
        let mut cells = plain(numbers);
        for (cell, note) in cells.iter_mut().zip(notes) {
            (cell.crewed, cell.rested) = (note & 1 == 1, note & 2 == 2);
        }
        (weapon.to_owned(), Automatic::of(cells, Inches::whole(width), Inches::whole(depth)))
    };
    rows.map(row).into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_are_written_as_in_the_rulebook() {
        for cell in [json!(8), json!("-"), json!("8*"), json!("9*#"), json!("11#")] {
            let read: Cell = serde_json::from_value(cell.clone()).unwrap();
            assert_eq!(json!(read), cell);
        }
        for wrong in [json!(0), json!(31), json!("#"), json!("8#*"), json!(""), json!(1.5), json!(true)] {
            assert!(serde_json::from_value::<Cell>(wrong.clone()).is_err(), "{wrong}");
        }
    }

    /// FT-fire-3: upper limits are inclusive.
    #[test]
    fn the_first_column_not_exceeded() {
        let columns =
            [0, 6000, 6001, 24_000, 48_001, 108_000, 108_001].map(|range| column(Inches::from_thousandths(range)));
        assert_eq!(columns, [Some(0), Some(0), Some(1), Some(2), Some(5), Some(5), None]);
    }
}
