//! Dice, conditions and tracks as scenarios write them (CX0-1, CX0-10).

use chance::{Die, Pool};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
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

/// A die that has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(from = "Word")]
#[schemars(with = "Word")]
pub struct Given(pub Die);

impl From<Word> for Given {
    fn from(word: Word) -> Given {
        Given(word.into())
    }
}

/// A list of dice, in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(from = "Vec<Word>")]
#[schemars(with = "Vec<Word>")]
pub struct Dice(pub Pool);

impl From<Vec<Word>> for Dice {
    fn from(words: Vec<Word>) -> Dice {
        Dice(words.into_iter().map(Die::from).collect())
    }
}

/// The words of a condition.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Condition")]
enum ConditionWord {
    /// There is none.
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
    /// A d4, which only `harm_floor = "d4"` knows.
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

    /// After a harm of some size (CX0-10): an empty track takes the die, but at least `floor`; a larger die replaces the one held, any
    /// other steps it up.
    #[must_use]
    pub fn harmed(self, harm: Die, floor: Die) -> Track {
        match self.die() {
            None if self == Track::Out => Track::Out,
            None => Track::of(Some(harm.max(floor))),
            Some(held) if harm > held => Track::of(Some(harm)),
            Some(held) => Track::ALL[held.step() as usize + 1],
        }
    }

    /// What it holds, for who looks on.
    pub(crate) fn told(self) -> &'static str {
        if self == Track::Out { "past d12" } else { self.word() }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["none", "d4", "d6", "d8", "d10", "d12", "out"][self as usize]
    }
}

/// The dice of a test where nobody resists: two of one size (CX0-12). Written as `2d8`, or as a list.
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
        let found = match &value {
            serde_json::Value::String(word) => Die::ALL.into_iter().find(|die| *word == format!("2{die}")),
            list => Vec::<Word>::deserialize(list).ok().and_then(|dice| match dice[..] {
                [one, two] if one == two => Some(one.into()),
                _ => None,
            }),
        };
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
