//! `[answer]`: what the answer at the top of a report is about, and what its first sentence tells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::precision::Width;

/// What the answer at the top of a report is about.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Question {
    /// The quantity that the question asks for. Of a fight `blue.win` if left out: an ending, `red.win`, `draw`, a measure or `turns`. Of
    /// a situation one of its outcomes.
    pub(crate) quantity: Option<String>,
    /// How large a difference in it has to be to matter: a share such as "2 %" ("1 %" if left out), or of a mean a number in its
    /// own unit (0.1 if left out). Only for fights.
    pub(crate) matters: Option<Width>,
    /// Further quantities that the first sentence tells beside it.
    pub(crate) also: Vec<String>,
    /// What the first sentence tells. Left out, it is what the numbers suggest: where the fight turns, else what variants do, else the
    /// values.
    pub(crate) first: Option<First>,
    /// The swept key along which the first sentence is cut into parts, or `variant` for the baseline and the variants. Left out, it is the
    /// key whose values are the rows of the table; what variants do is then told over all of them.
    pub(crate) by: Option<String>,
}

/// What the first sentence of an answer tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// The quantity, from least to most for each value of `by`.
    Values,
    /// Where the chance passes one half along a swept number, for each value of `by`.
    Crossing,
    /// What the variants change.
    Variants,
    /// How much each swept key moves the quantity by itself.
    Keys,
    /// What a step of the key `by` adds to the quantity, under the baseline and each variant.
    Steps,
}

/// What the answer at the top of a report is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct About {
    /// The quantity's word; none for a situation that is about all its outcomes.
    pub quantity: Option<String>,
    /// How large a difference in it has to be to matter: a share, or a count in its unit.
    pub matters: f64,
    /// The words of quantities that the first sentence tells beside it.
    pub also: Vec<String>,
    /// What the first sentence tells; none to let the numbers decide.
    pub first: Option<First>,
    /// The swept key along which it is cut into parts, or `variant`.
    pub by: Option<String>,
}

impl About {
    /// Whether a word is that of the quantity.
    #[must_use]
    pub fn is_of(&self, word: &str) -> bool {
        self.quantity.as_deref() == Some(word)
    }
}
