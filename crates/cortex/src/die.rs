//! Dice, conditions and tracks as scenarios write them (CX0-1, CX0-10).

use std::fmt;

use chance::{Die, MOST_DICE, Pool};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The word of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Die")]
enum Word {
    /// Four faces.
    D4,
    /// Six faces.
    D6,
    /// Eight faces.
    D8,
    /// Ten faces.
    D10,
    /// Twelve faces.
    D12,
}

impl From<Word> for Die {
    fn from(word: Word) -> Die {
        Die::ALL[word as usize]
    }
}

/// A die that must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Word", into = "Word")]
#[schemars(with = "Word")]
pub struct Given(pub Die);

impl From<Given> for Word {
    fn from(die: Given) -> Word {
        [Word::D4, Word::D6, Word::D8, Word::D10, Word::D12][die.0 as usize]
    }
}

impl From<Word> for Given {
    fn from(word: Word) -> Given {
        Given(word.into())
    }
}

/// How to write dice, for messages.
const DICE: &str = r#"dice as a list such as `["d6", "2d8"]` or in one text such as `"d6 2d8"`"#;

/// Dice in any order, at most [`MOST_DICE`]: a list of dice or of several of a size, such as `["d6", "2d8"]`, or all in
/// one text, `"d6 2d8"` (clarification 21).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dice(pub Pool);

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Dice, D::Error> {
        deserializer.deserialize_any(DiceVisitor)
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|die| die.to_string()))
    }
}

impl JsonSchema for Dice {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Dice".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let die = generator.subschema_for::<Word>();
        let several =
            schemars::json_schema!({ "type": "string", "pattern": r"^[1-9]\d?d(4|6|8|10|12)$", "examples": ["2d8"] });
        let pattern = r"^\s*(([1-9]\d?)?d(4|6|8|10|12)(\s+|$))*$";
        schemars::json_schema!({ "x-takes": DICE, "anyOf": [
            { "type": "array", "maxItems": MOST_DICE, "items": { "anyOf": [die, several] } },
            { "type": "string", "pattern": pattern, "examples": ["d6 2d8"] },
        ] })
    }
}

/// Reads dice from a list or a text.
struct DiceVisitor;

/// An entry of a list of dice.
struct Several(Die, usize);

impl<'de> Deserialize<'de> for Several {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Several, D::Error> {
        let word = String::deserialize(deserializer)?;
        several(&word)
    }
}

/// One die or several of a size, such as `d6` and `2d8`.
fn several<E: serde::de::Error>(word: &str) -> Result<Several, E> {
    let known = || {
        let (many, _) = word.split_once('d')?;
        let die = Die::ALL.into_iter().find(|die| word[many.len()..] == die.to_string())?;
        // No sign, no leading zero, and no more digits than a pool has.
        let plain = many.len() <= 2 && many.bytes().all(|digit| digit.is_ascii_digit()) && !many.starts_with('0');
        let many = if many.is_empty() { Some(1) } else { many.parse().ok() };
        many.filter(|_| plain).map(|many| Several(die, many))
    };
    let expected = "expected one of `d4`, `d6`, `d8`, `d10`, `d12`, or several of a size such as `2d8`";
    known().ok_or_else(|| E::custom(format!("unknown variant `{word}`, {expected}")))
}

/// All of them together.
fn together<E: serde::de::Error>(dice: impl IntoIterator<Item = Result<Several, E>>) -> Result<Dice, E> {
    let (mut pool, mut all) = (Pool::EMPTY, 0);
    for one in dice {
        let Several(die, many) = one?;
        all += many;
        // Dice beyond the limit stay out of the pool.
        pool = pool.with(die, if all <= MOST_DICE { many as u8 } else { 0 });
    }
    if all > MOST_DICE {
        return Err(E::custom(format!("{all} dice, expected at most {MOST_DICE}")));
    }
    Ok(Dice(pool))
}

impl<'de> Visitor<'de> for DiceVisitor {
    type Value = Dice;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(DICE)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Dice, E> {
        together(text.split_whitespace().map(several))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Dice, A::Error> {
        together(std::iter::from_fn(|| list.next_element().transpose()))
    }
}

/// The words of a condition.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Condition")]
enum ConditionWord {
    /// No condition.
    None,
    /// A d4.
    D4,
    /// A d6.
    D6,
    /// A d8.
    D8,
    /// A d10.
    D10,
    /// A d12.
    D12,
}

/// A die or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "ConditionWord", into = "ConditionWord")]
#[schemars(with = "ConditionWord")]
pub struct Condition(pub Option<Die>);

impl From<ConditionWord> for Condition {
    fn from(word: ConditionWord) -> Condition {
        Condition(Die::of_step(word as u8))
    }
}

impl From<Condition> for ConditionWord {
    fn from(condition: Condition) -> ConditionWord {
        use ConditionWord::{D4, D6, D8, D10, D12, None};
        [None, D4, D6, D8, D10, D12][usize::from(condition.step())]
    }
}

impl Condition {
    /// The step of its die; 0 for none.
    #[must_use]
    pub fn step(self) -> u8 {
        self.0.map_or(0, Die::step)
    }
}

/// A harm track: empty, a die, or past the d12 (CX0-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Track {
    /// No harm.
    #[default]
    None,
    /// A d4, which occurs only under `harm_floor = "d4"`.
    D4,
    /// A d6.
    D6,
    /// A d8.
    D8,
    /// A d10.
    D10,
    /// A d12.
    D12,
    /// Out of the conflict.
    Out,
}

impl Track {
    const ALL: [Track; 7] = [Track::None, Track::D4, Track::D6, Track::D8, Track::D10, Track::D12, Track::Out];

    /// The track that holds a die, or is empty.
    #[must_use]
    pub const fn of(die: Option<Die>) -> Track {
        match die {
            Some(die) => Track::ALL[die.step() as usize],
            None => Track::None,
        }
    }

    /// The die it holds.
    #[must_use]
    pub const fn die(self) -> Option<Die> {
        Die::of_step(self as u8)
    }

    /// The track after harm of one die (CX0-10): an empty track takes the die, or `floor` if larger; a larger die
    /// replaces the held one, any other die steps it up.
    #[must_use]
    pub fn harmed(self, harm: Die, floor: Die) -> Track {
        match self.die() {
            None if self == Track::Out => Track::Out,
            None => Track::of(Some(harm.max(floor))),
            Some(held) if harm > held => Track::of(Some(harm)),
            Some(held) => Track::ALL[held.step() as usize + 1],
        }
    }

    /// Its content in words, for an observer.
    pub(crate) fn in_words(self) -> &'static str {
        if self == Track::Out { "past d12" } else { self.word() }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["none", "d4", "d6", "d8", "d10", "d12", "out"][self as usize]
    }
}

/// The opposing dice of a test: two of one size (CX0-12). Written as `2d8`, or as a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty(pub Die);

impl Default for Difficulty {
    fn default() -> Difficulty {
        Difficulty(Die::D8)
    }
}

impl Difficulty {
    /// The dice.
    #[must_use]
    pub const fn pool(self) -> Pool {
        Pool::EMPTY.with(self.0, 2)
    }
}

impl Serialize for Difficulty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.pool())
    }
}

impl<'de> Deserialize<'de> for Difficulty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Difficulty, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        let dice = Dice::deserialize(&value).ok().map(|dice| dice.0);
        let found = Die::ALL.into_iter().find(|&die| dice == Some(Difficulty(die).pool()));
        let expected = "expected one of `2d4`, `2d6`, `2d8`, `2d10`, `2d12`, or a list of two equal dice";
        found.map(Difficulty).ok_or_else(|| D::Error::custom(format!("{value}: {expected}")))
    }
}

impl JsonSchema for Difficulty {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Difficulty".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "enum": ["2d4", "2d6", "2d8", "2d10", "2d12"] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of CX0-10.
    #[test]
    fn cx0_10_harm_on_a_track() {
        let table = [
            (Track::None, ["d6", "d6", "d8", "d10", "d12"]),
            (Track::D6, ["d8", "d8", "d8", "d10", "d12"]),
            (Track::D8, ["d10", "d10", "d10", "d10", "d12"]),
            (Track::D10, ["d12"; 5]),
            (Track::D12, ["out"; 5]),
            (Track::Out, ["out"; 5]),
        ];
        for (held, row) in table {
            assert_eq!(Die::ALL.map(|harm| held.harmed(harm, Die::D6).word()), row, "{held:?}");
        }
        let floorless = |held: Track| Die::ALL.map(|harm| held.harmed(harm, Die::D4).word());
        assert_eq!(floorless(Track::None), ["d4", "d6", "d8", "d10", "d12"]);
        assert_eq!(floorless(Track::D4), ["d6", "d6", "d8", "d10", "d12"]);
    }
}
