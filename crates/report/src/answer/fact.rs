//! What the numbers of a result say, as data: each fact with the cells it speaks of, how sure it is, and its numbers.

use schemars::JsonSchema;
use serde::Serialize;

use super::course::Course;
use super::point::{Number, Point};

/// A finding about a quantity.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Fact {
    /// The quantity's word.
    pub(super) quantity: String,
    /// The cells that the fact is about, by their place among `cells`.
    pub(super) cells: Vec<usize>,
    /// How often such a fact holds, for all of these cells together and all facts of its kind about the quantity: 1 where all of them are
    /// computed.
    pub(super) level: f64,
    /// Whether all of these cells are computed.
    pub(super) exact: bool,
    /// The finding.
    #[serde(flatten)]
    pub(super) says: Says,
}

/// The kind of finding.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub(super) enum Says {
    /// How large the quantity is in the first cell.
    Value {
        /// The cell.
        at: Point,
        /// The number.
        #[serde(flatten)]
        number: Number,
    },
    /// Where the quantity is lowest and highest.
    Extremes {
        /// Where it is lowest; null if that is in doubt.
        least: Option<End>,
        /// Where it is highest; null if that is in doubt.
        most: Option<End>,
    },
    /// Where a side is ahead, a chance above one half, or a variant above the baseline, along a swept key.
    Course(Box<Along>),
    /// Whether the quantity rises or falls from one value of a swept key to the next.
    Trend {
        /// The key.
        key: String,
        /// The values of the other keys.
        at: Point,
        /// The course as a whole.
        trend: Trend,
        /// Each step.
        steps: Vec<Step>,
    },
    /// How much a swept key alone moves the quantity: its highest value minus its lowest, with the other keys as in the first cell.
    Effect {
        /// The key.
        key: String,
        /// The number.
        #[serde(flatten)]
        number: Number,
    },
    /// Which value of a swept key, or which of the variants and the baseline, is best for the side of the question.
    Best {
        /// The key, or `variant`.
        key: String,
        /// The values of the other keys.
        at: Point,
        /// The values that no other value is known to beat: the best one, or several.
        best: Vec<String>,
        /// Whether they are equal, computed.
        equal: bool,
    },
    /// The effect of a variant on the quantity at a point.
    Verdict {
        /// The variant.
        variant: String,
        /// The point.
        at: Point,
        /// The variant minus the baseline.
        difference: Number,
        /// The smallest difference that matters.
        matters: f64,
        /// `more` or `less` if the difference matters, `too_small` if it does not, `cannot_tell` as long as that is in doubt.
        verdict: &'static str,
        /// About how many engagements would decide it.
        needed: Option<u64>,
    },
    /// A variant under which every engagement ended as it did without it.
    Unchanged {
        /// The variant.
        variant: String,
        /// Engagements compared.
        engagements: u64,
        /// Less than this share of engagements ends differently.
        below: f64,
    },
    /// A variant that sets only values that already apply.
    Idle {
        /// The variant.
        variant: String,
    },
}

/// An end of the values of a quantity.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct End {
    /// The points at which the quantity has this value; several if they are equal.
    pub(super) at: Vec<Point>,
    /// The number at the first of them.
    #[serde(flatten)]
    pub(super) number: Number,
    /// The first of them in the sheet.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) row: usize,
}

/// A course along a swept key.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Along {
    /// The reference that the quantity is compared with.
    pub(super) against: Against,
    /// The variant whose difference from the baseline it is; left out for the quantity itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) variant: Option<String>,
    /// The key.
    pub(super) key: String,
    /// The values of the other keys.
    pub(super) at: Point,
    #[serde(flatten)]
    pub(super) course: Course,
    /// The same as a point of the sheet.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) base: Vec<usize>,
}

/// The reference that a quantity is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Against {
    /// One half.
    OneHalf,
    /// The chance that the other side wins; draws count for neither.
    OtherSide,
    /// The baseline over the same engagements.
    Baseline,
}

/// The course of a quantity along a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Trend {
    /// It rises at every step.
    Rises,
    /// It falls at every step.
    Falls,
    /// It is the same at every value, computed.
    Constant,
    /// It rises at one step and falls at another.
    RisesAndFalls,
    /// Anything else: the steps say what is known.
    InDoubt,
}

/// A step from a value of a key to the next.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Step {
    /// The value.
    pub(super) from: String,
    /// The next.
    pub(super) to: String,
    /// Whether the quantity `rises`, `falls` or is `equal`; null if that is in doubt.
    pub(super) goes: Option<&'static str>,
    /// The change from one to the next.
    #[serde(flatten)]
    pub(super) adds: Number,
}
