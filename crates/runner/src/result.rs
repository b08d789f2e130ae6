//! The result of a run: everything that a report needs, independent of threads, clocks and files.

use engage::{Answer, Between, Breaks, BySide, Measured, Side};
use scenario::{About, Card, Name, RuleChange, Written};
use serde::{Deserialize, Serialize};
use stats::Estimate;

use crate::Ground;
use crate::intervals::{Intervals, Winning};

/// The origin of a result: what a reader needs to repeat it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// The scenario's title.
    pub title: String,
    /// The scenario's own description of its question; empty when it has none.
    pub question: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// The rulebook's title.
    pub rulebook: String,
    /// The program's version.
    pub version: String,
    /// The seed.
    pub seed: u64,
    /// Each rule that differs from the rulebook as printed.
    pub rules_changed: Vec<RuleChange>,
    /// Hash of the scenario as it was read, including overrides from the command line.
    pub scenario_hash: String,
    /// The scenario as it was read.
    pub scenario: Written,
    /// The setting in words: who fights whom, where and for what.
    #[serde(default)]
    pub card: Card,
}

/// A swept key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// The key, such as `field.range`.
    pub key: String,
    /// Its label, such as `Range`.
    pub label: String,
    /// The unit of its values, such as `inches`; empty if it has none.
    pub unit: String,
    /// Its values in the order of the scenario, as text.
    pub values: Vec<String>,
    /// The labels of the values, without the unit.
    pub labels: Vec<String>,
}

impl Axis {
    /// The heading of a column or axis of its values: `Range, inches`.
    #[must_use]
    pub fn heading(&self) -> String {
        engage::heading(&self.label, &self.unit)
    }

    /// Its unit as written after a number, with a leading space; empty if it has none.
    #[must_use]
    pub fn short_unit(&self) -> String {
        if self.unit.is_empty() { String::new() } else { format!(" {}", engage::short_unit(&self.unit)) }
    }

    /// The name of a value, with its unit: `Range 12 in`, `Red’s weapon: SMG`.
    #[must_use]
    pub fn with(&self, value: usize) -> String {
        let name = Name { label: self.label.clone(), unit: self.unit.clone() };
        name.with(self.labels.get(value).map_or("?", String::as_str))
    }
}

/// A way in which engagements end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The ruleset's id for it.
    pub id: String,
    /// Its label.
    pub label: String,
    /// The winner.
    pub winner: Option<Side>,
}

/// A quantity that is counted in every engagement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    /// The ruleset's id for it.
    pub id: String,
    /// Its label.
    pub label: String,
    /// Its unit, such as `figures`.
    pub unit: String,
}

/// The labels of quantities that every run has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Labels {
    /// A win of each side.
    pub win: BySide<String>,
    /// A draw.
    pub draw: String,
    /// The turns begun.
    pub turns: String,
    /// The baseline of the variants.
    pub baseline: String,
}

/// A whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Its origin.
    pub provenance: Provenance,
    /// The swept keys, outermost first; may be empty.
    pub axes: Vec<Axis>,
    /// Names of the variants compared with the baseline; may be empty.
    pub variants: Vec<String>,
    /// The variants, by index, that set only values which the baseline already has, and changed nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<usize>,
    /// The endings of the ruleset that can occur in this run.
    pub endings: Vec<Ending>,
    /// The measures of the ruleset that this run counts; the first two are the losses of blue and red.
    pub measures: Vec<Measure>,
    /// The labels of everything else.
    pub labels: Labels,
    /// The subject of the question.
    pub about: About,
    /// How its intervals are computed.
    pub intervals: Intervals,
    /// The zones that it is fought in; `None` on maps and open ground, and if the zones differ between cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<Ground>,
    /// Every cell, by point in row-major order of the axes, the baseline of a point before its variants.
    pub cells: Vec<Cell>,
    /// Whether the run was stopped before it was complete.
    pub interrupted: bool,
    /// Hash of the data behind the numbers: counts and exact solutions, not intervals.
    pub result_hash: String,
}

/// One combination of the sweep under the baseline or one variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Index of the value on each axis.
    pub point: Vec<usize>,
    /// The index of the variant; `None` for the baseline.
    pub variant: Option<usize>,
    /// An id that distinguishes it from every other cell of any run: see [`scenario::Cell::id`].
    pub id: String,
    /// How it was answered.
    pub method: Method,
    /// Whether it is exact, or was played as far as requested.
    pub complete: bool,
    /// How well each aim of a precision is reached; empty if the scenario asks for no precision, and if the cell is
    /// exact.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aims: Vec<Reached>,
    /// Where play changes along each swept key with everything else as in this cell; `None` if unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breaks: Vec<Option<Breaks>>,
    /// Chance that each side wins.
    pub win: BySide<Estimate>,
    /// Chance of a draw.
    pub draw: Estimate,
    /// Chance of each ending.
    pub endings: Vec<Estimate>,
    /// Turns begun; `distribution[t]` is the share of engagements that took `t`.
    pub turns: Quantity,
    /// Each measure.
    pub measures: Vec<Quantity>,
    /// Who wins with each pair of doctrines, in the order of [`scenario::Scenario::pairs`]; empty if there is only one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<Winning>,
    /// The difference from the baseline of the same point; `None` for the baseline itself.
    pub difference: Option<Difference>,
}

impl Cell {
    /// The breaks between two values of a swept key, given by its index among the axes. Without a break no quantity
    /// differs between the two; at a single break all of them change; or there are several. `None` if the breaks of the
    /// key are unknown, as for whole numbers.
    #[must_use]
    pub fn between(&self, axis: usize, one: f64, other: f64) -> Option<Between> {
        Some(self.breaks.get(axis)?.as_ref()?.between(one, other))
    }
}

/// How well a requested precision is reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reached {
    /// The quantity's id.
    pub quantity: String,
    /// How far its interval may reach to either side: a share, or a count in the quantity's unit.
    pub width: f64,
    /// Whether it reaches at most that far.
    pub reached: bool,
    /// An estimate of the engagements needed, from those played; `None` if they are too few to say.
    pub needed: Option<u64>,
}

/// How a cell was answered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Solved as an absorbing chain.
    Exact {
        /// Distinct states visited.
        states: u64,
        /// Probability not absorbed.
        unresolved: f64,
    },
    /// Played.
    Sampled {
        /// Engagements played.
        engagements: u64,
    },
}

/// A counted quantity: its mean and its distribution over 0, 1, 2, …
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quantity {
    /// The mean.
    pub mean: Estimate,
    /// Share of engagements with each count.
    pub distribution: Vec<f64>,
}

/// The paired difference of a variant from its baseline: the variant minus the baseline over the same engagements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// In the chance that each side wins.
    pub win: BySide<Paired>,
    /// In the chance of a draw.
    pub draw: Paired,
    /// In the mean number of turns.
    pub turns: Paired,
    /// In the mean of each measure.
    pub measures: Vec<Paired>,
    /// Engagements in which any count differed; `None` if both were solved.
    pub changed: Option<u64>,
}

/// One paired difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Paired {
    /// The difference.
    pub difference: Estimate,
    /// Variance of the same difference from independent runs, divided by the variance of the paired one: how many times
    /// more engagements an unpaired comparison would have needed. `None` if nothing was sampled.
    pub variance_saved: Option<f64>,
}

/// An outcome of a situation.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The ruleset's id for it.
    pub id: String,
    /// Its label.
    pub label: String,
    /// The kind of number that it has.
    pub measured: Measured,
    /// Whether the situation is mainly about it.
    pub first: bool,
}

/// The answers to a situation over the values of its swept parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsTable {
    /// Its origin. The seed matters only if an answer was sampled.
    pub provenance: Provenance,
    /// The id of the situation's kind.
    pub kind: String,
    /// Its label.
    pub label: String,
    /// The swept parameters, outermost first.
    pub axes: Vec<Axis>,
    /// The subject of the question.
    pub about: About,
    /// Every outcome of any answer, in the order of their first mention.
    pub findings: Vec<Finding>,
    /// Every point, in row-major order of the axes.
    pub cells: Vec<Answered>,
}

/// The answer to a situation at one point.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// Index of the value on each axis.
    pub point: Vec<usize>,
    /// An id that distinguishes it from every other situation: see [`scenario::Case::id`].
    pub id: String,
    /// The answer.
    pub answer: Answer,
}
