//! The precision at which a run may stop, and the level of its intervals.

use std::borrow::Cow;
use std::fmt;

use engage::{Ruleset, Side, WINS, Win};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use stats::Level;

use crate::words::{listed, nearest};

/// The requested precision: of the chances to win, or of named quantities.
#[derive(Clone, Debug, PartialEq)]
pub enum Precision {
    /// None: all engagements are played. It can override the precision in a file.
    None,
    /// The chances of both sides to win.
    Wins(Width),
    /// Quantities by their ids, each with its own width.
    Each(Vec<(String, Width)>),
}

/// How far an interval may reach to either side, in the notation of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Width {
    number: f64,
    /// Whether it is in per cent.
    percent: bool,
}

/// A quantity of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The chance that a side wins, or of a draw.
    Win(Option<Side>),
    /// The share of a side among the decided engagements: one half if both sides win equally often.
    Decided(Side),
    /// The chance of an ending, by its index in the ruleset.
    Ending(usize),
    /// The mean number of turns.
    Turns,
    /// The mean of a measure, by its index in the ruleset.
    Measure(usize),
}

/// What is asked where nothing else can be, with its id: how often blue wins.
pub const BLUE_WINS: (&str, Quantity) = (Win::by(Some(Side::Blue)).id, Quantity::Win(Some(Side::Blue)));

/// A quantity with its requested precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// The quantity's id.
    pub word: String,
    /// The quantity.
    pub quantity: Quantity,
    /// How far its interval may reach to either side: a share, or a count in the measure's unit.
    pub width: f64,
}

impl Quantity {
    /// Whether it is a chance rather than a mean.
    #[must_use]
    pub const fn is_share(self) -> bool {
        matches!(self, Quantity::Win(_) | Quantity::Decided(_) | Quantity::Ending(_))
    }

    /// Whether its difference between two cells is counted engagement by engagement.
    #[must_use]
    pub const fn is_compared(self) -> bool {
        !matches!(self, Quantity::Ending(_) | Quantity::Decided(_))
    }
}

impl Width {
    fn parse(text: &str) -> Option<Width> {
        let (number, percent) = match text.trim().strip_suffix('%') {
            Some(number) => (number.trim_end(), true),
            None => (text.trim(), false),
        };
        let number = number.parse().ok().filter(|number: &f64| number.is_finite())?;
        Some(Width { number, percent })
    }

    /// As a share.
    fn share(self) -> f64 {
        if self.percent { self.number / 100.0 } else { self.number }
    }
}

impl From<f64> for Width {
    fn from(number: f64) -> Width {
        Width { number, percent: false }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.percent { " %" } else { "" })
    }
}

impl Precision {
    /// The quantities of a ruleset with their requested precision.
    ///
    /// # Errors
    /// Every mistake, with its key below `precision` if it concerns one.
    pub(crate) fn aims(&self, ruleset: &Ruleset) -> Result<Vec<Aim>, Vec<(Option<String>, String)>> {
        match self {
            Precision::None => Ok(Vec::new()),
            Precision::Wins(width) => {
                let width = share(*width).map_err(|wrong| vec![(None, wrong)])?;
                let aim =
                    |win: &engage::Win| Aim { word: win.id.to_owned(), quantity: Quantity::Win(win.winner), width };
                Ok(WINS.iter().filter(|win| win.winner.is_some()).map(aim).collect())
            }
            Precision::Each(widths) if widths.is_empty() => {
                Err(vec![(None, "names no quantity, expected one such as { \"blue.win\" = \"0.1 %\" }".to_owned())])
            }
            Precision::Each(widths) => {
                let (mut aims, mut wrong) = (Vec::new(), Vec::new());
                for (word, width) in widths {
                    match aim(ruleset, word, *width) {
                        Ok(aim) => aims.push(aim),
                        Err(why) => wrong.push((Some(word.clone()), why)),
                    }
                }
                if wrong.is_empty() { Ok(aims) } else { Err(wrong) }
            }
        }
    }
}

/// The width of a share.
fn share(width: Width) -> Result<f64, String> {
    let share = width.share();
    if share > 0.0 && share < 0.5 { Ok(share) } else { Err(format!("{width} is not between 0 and 0.5 (50 %)")) }
}

/// The quantity of a ruleset with this id.
///
/// # Errors
/// The ids that exist, and the nearest one if one is close.
pub fn quantity_named(ruleset: &Ruleset, word: &str) -> Result<Quantity, String> {
    quantity(ruleset, word).map_err(|wrong| {
        let near = nearest(word, quantities(ruleset)).map(|near| format!("; did you mean `{near}`?"));
        wrong + &near.unwrap_or_default()
    })
}

/// The quantity of a ruleset with this id.
pub(crate) fn quantity(ruleset: &Ruleset, word: &str) -> Result<Quantity, String> {
    let win = WINS.iter().find(|win| win.id == word).map(|win| Quantity::Win(win.winner));
    let ending = || ruleset.endings.iter().position(|ending| ending.id == word).map(Quantity::Ending);
    let measure = || ruleset.measures.iter().position(|measure| measure.id == word).map(Quantity::Measure);
    let turns = || (word == "turns").then_some(Quantity::Turns);
    win.or_else(ending)
        .or_else(measure)
        .or_else(turns)
        .ok_or_else(|| format!("unknown quantity `{word}`, expected one of {}", listed(quantities(ruleset))))
}

/// The ids of all quantities.
fn quantities(ruleset: &Ruleset) -> impl Iterator<Item = &str> {
    let wins = WINS.iter().map(|win| win.id);
    let endings = ruleset.endings.iter().map(|ending| ending.id).filter(|id| WINS.iter().all(|win| win.id != *id));
    let measures = ruleset.measures.iter().map(|measure| measure.id);
    wins.chain(endings).chain(measures).chain(["turns"])
}

/// Reads the goal of a search, such as `blue.win = 50 %` or `turns = 6`: the quantity's id, the quantity and the value,
/// as a share if it is one. `blue.win = red.win` means that both sides win equally often, regardless of draws.
///
/// # Errors
/// Describes the mistake.
pub fn goal(ruleset: &Ruleset, text: &str) -> Result<(String, Quantity, f64), String> {
    let expected = "expected a quantity and its value, such as \"blue.win = 50 %\" or \"blue.win = red.win\"";
    let (word, value) = text.split_once('=').ok_or_else(|| format!("`{text}`: {expected}"))?;
    let word = word.trim();
    let quantity = quantity_named(ruleset, word)?;
    let rival = self::quantity(ruleset, value.trim()).ok();
    if let (Quantity::Win(Some(side)), Some(Quantity::Win(Some(rival)))) = (quantity, rival) {
        let equal = (format!("{}.decided", side.name()), Quantity::Decided(side), 0.5);
        return if side == rival { Err(format!("`{word}` always equals itself: {expected}")) } else { Ok(equal) };
    }
    let width = Width::parse(value).ok_or_else(|| format!("`{}` is not a number: {expected}", value.trim()))?;
    let value = match quantity {
        Quantity::Win(_) | Quantity::Decided(_) | Quantity::Ending(_) => {
            let share = width.share();
            let within = share > 0.0 && share < 1.0;
            within.then_some(share).ok_or_else(|| format!("{width} is not a share between 0 and 1 (100 %)"))?
        }
        _ if width.percent => {
            return Err(format!("{width} is a share, and `{word}` is a mean: expected a number in its own unit"));
        }
        _ => width.number,
    };
    Ok((word.to_owned(), quantity, value))
}

/// Reads an amount of a quantity, which may be negative: `-10 %` or `0.1` of a share, `1.5` of a mean.
///
/// # Errors
/// Describes the mistake.
pub fn amount(text: &str, quantity: Quantity) -> Result<f64, String> {
    let width = Width::parse(text).ok_or_else(|| format!("`{}` is not a number, such as 2 %", text.trim()))?;
    match quantity.is_share() {
        true => Some(width.share())
            .filter(|share| share.abs() < 1.0)
            .ok_or_else(|| format!("{width} is not a share below 100 %")),
        false if width.percent => {
            Err(format!("{width} is a share, and the quantity is a mean: expected a number in its own unit"))
        }
        false => Ok(width.number),
    }
}

pub(crate) fn aim(ruleset: &Ruleset, word: &str, width: Width) -> Result<Aim, String> {
    let quantity = quantity(ruleset, word)?;
    let width = match quantity {
        Quantity::Win(_) | Quantity::Decided(_) | Quantity::Ending(_) => share(width)?,
        Quantity::Turns | Quantity::Measure(_) if width.percent => {
            return Err(format!(
                "{width} is a share, and `{word}` is a mean: expected a number in its own unit, such as 0.05"
            ));
        }
        Quantity::Turns | Quantity::Measure(_) if width.number <= 0.0 => {
            return Err(format!("{width} is not above 0"));
        }
        Quantity::Turns | Quantity::Measure(_) => width.number,
    };
    Ok(Aim { word: word.to_owned(), quantity, width })
}

/// The word that requests no precision.
const NONE: &str = "none";

/// The allowed values of a precision, for messages.
fn expected_precision() -> String {
    format!("{EXPECTED_WIDTH}, `{NONE}`, or a table such as {{ \"red.lost\" = 0.02 }}")
}

const EXPECTED_WIDTH: &str = "a number such as 0.001, or a text such as \"0.1 %\"";

impl<'de> Deserialize<'de> for Width {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Width, D::Error> {
        struct Widths;
        impl Visitor<'_> for Widths {
            type Value = Width;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(EXPECTED_WIDTH)
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Width, E> {
                Ok(Width::from(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Width, E> {
                self.visit_f64(number as f64)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Width, E> {
                self.visit_f64(number as f64)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Width, E> {
                Width::parse(text).ok_or_else(|| E::custom(format!("`{text}` is not {EXPECTED_WIDTH}")))
            }
        }
        deserializer.deserialize_any(Widths)
    }
}

impl Serialize for Width {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.percent { serializer.collect_str(self) } else { serializer.serialize_f64(self.number) }
    }
}

impl<'de> Deserialize<'de> for Precision {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Precision, D::Error> {
        struct Precisions;
        impl<'de> Visitor<'de> for Precisions {
            type Value = Precision;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&expected_precision())
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Precision, E> {
                Ok(Precision::Wins(Width::from(number)))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Precision, E> {
                self.visit_f64(number as f64)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Precision, E> {
                self.visit_f64(number as f64)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Precision, E> {
                if text.trim() == NONE {
                    return Ok(Precision::None);
                }
                let wrong = || E::custom(format!("`{text}` is not {EXPECTED_WIDTH}, and not `{NONE}`"));
                Width::parse(text).map(Precision::Wins).ok_or_else(wrong)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<Precision, A::Error> {
                let mut widths = Vec::new();
                while let Some(entry) = table.next_entry()? {
                    widths.push(entry);
                }
                Ok(Precision::Each(widths))
            }
        }
        deserializer.deserialize_any(Precisions)
    }
}

impl Serialize for Precision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Precision::None => serializer.serialize_str(NONE),
            Precision::Wins(width) => width.serialize(serializer),
            Precision::Each(widths) => {
                let mut table = serializer.serialize_map(Some(widths.len()))?;
                widths.iter().try_for_each(|(word, width)| table.serialize_entry(word, width))?;
                table.end()
            }
        }
    }
}

impl JsonSchema for Precision {
    fn schema_name() -> Cow<'static, str> {
        "Precision".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let width = width_schema();
        json_schema!({ "x-takes": expected_precision(), "anyOf": [
            { "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5 },
            { "type": "string", "pattern": r"^\s*(none|[0-9.eE+-]+\s*%?)\s*$" },
            { "type": "object", "additionalProperties": width },
        ]})
    }
}

fn width_schema() -> Schema {
    json_schema!({ "x-takes": EXPECTED_WIDTH, "anyOf": [
        { "type": "number", "exclusiveMinimum": 0 },
        { "type": "string", "pattern": r"^\s*[0-9.eE+-]+\s*%?\s*$" },
    ]})
}

impl JsonSchema for Width {
    fn schema_name() -> Cow<'static, str> {
        "Width".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        width_schema()
    }
}

/// How often intervals hold: a level, read as 0.99 or as "99 %".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence(pub Level);

impl<'de> Deserialize<'de> for Confidence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Confidence, D::Error> {
        let width = Width::deserialize(deserializer)?;
        let level = Level::new(width.share()).ok().filter(|level| (0.5..=0.999_999_9).contains(&level.share()));
        level
            .map(Confidence)
            .ok_or_else(|| D::Error::custom(format!("{width} is not from 0.5 to 0.9999999 (50 % to 99.99999 %)")))
    }
}

impl Serialize for Confidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.share())
    }
}

impl JsonSchema for Confidence {
    fn schema_name() -> Cow<'static, str> {
        "Level".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [
            { "type": "number", "minimum": 0.5, "maximum": 0.999_999_9 },
            { "type": "string", "pattern": r"^\s*[0-9.]+\s*%?\s*$" },
        ]})
    }
}
