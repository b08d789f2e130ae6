//! The tables `[answer]`, which states the question, and `[baseline]`, which names what variants are compared with.

use engage::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::precision::Width;

/// The question that the answer at the top of a report answers.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Question {
    /// What the question asks. Left out, the numbers suggest it.
    pub(crate) asks: Option<Asks>,
    /// The side whose point of view the answer takes; `blue` if left out. Only for fights.
    #[serde(rename = "for")]
    #[schemars(title = "View")]
    pub(crate) view: Option<Side>,
    /// The quantity that the question asks about. For a fight: an ending, `blue.win`, `red.win`, `draw`, a measure or
    /// `turns`; the chance that the side of `for` wins if left out. For a situation: one of its outcomes.
    pub(crate) quantity: Option<String>,
    /// The smallest difference in the quantity that matters: a share such as "2 %" ("1 %" if left out), or for a mean a
    /// number in its own unit (5 % of the baseline's mean if left out). Only for fights.
    pub(crate) matters: Option<Width>,
}

/// The unchanged scenario, with which variants are compared.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Baseline {
    /// The name of the unchanged scenario beside its variants: 1 to 64 characters, such as "by the front door".
    #[schemars(length(min = 1, max = 64))]
    pub(crate) name: String,
}

/// What a question asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Asks {
    /// Who wins, and how it ends.
    #[serde(rename = "who")]
    Who,
    /// How large the quantity is, at each swept value.
    #[serde(rename = "how much")]
    HowMuch,
    /// The number at which the fight turns, along a swept number of figures or of something else.
    #[serde(rename = "how many")]
    HowMany,
    /// The distance at which the fight turns, along a swept distance.
    #[serde(rename = "from where")]
    FromWhere,
    /// Which of the variants or swept values is best for the side of `for`.
    #[serde(rename = "which")]
    Which,
    /// What the variants or swept values change.
    #[serde(rename = "what changes")]
    WhatChanges,
}

impl Asks {
    /// Whether the answer is a place along a swept key.
    #[must_use]
    pub const fn is_place(self) -> bool {
        matches!(self, Asks::HowMany | Asks::FromWhere)
    }

    /// Whether the answer compares variants or values.
    #[must_use]
    pub const fn compares(self) -> bool {
        matches!(self, Asks::Which | Asks::WhatChanges)
    }
}

/// The subject of the answer at the top of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct About {
    /// The question; `None` to let the numbers suggest one.
    pub asks: Option<Asks>,
    /// The side from whose point of view it is answered.
    pub view: Side,
    /// The quantity's id; `None` for a situation about all its outcomes.
    pub quantity: Option<String>,
    /// The smallest difference in it that matters, if the file sets it: a share, or a count in its unit.
    pub matters: Option<f64>,
}

impl Default for About {
    fn default() -> About {
        About { asks: None, view: Side::Blue, quantity: None, matters: None }
    }
}

impl About {
    /// Whether a word is the id of the quantity.
    #[must_use]
    pub fn is_of(&self, word: &str) -> bool {
        self.quantity.as_deref() == Some(word)
    }
}
