//! The result of a run: everything a report needs, and nothing that depends on threads, clocks or files.

use engage::{Answer, Between, Breaks, BySide, Measured, Side};
use scenario::{About, Card, Name, RuleChange, Written};
use serde::{Deserialize, Serialize};
use stats::Estimate;

use crate::Ground;
use crate::intervals::Intervals;

/// Where a result comes from: what a reader needs to repeat it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// The scenario's title.
    pub title: String,
    /// The scenario's own description of its question; empty when it has none.
    pub question: String,
    /// The ruleset's word.
    pub ruleset: String,
    /// The rulebook's title.
    pub rulebook: String,
    /// The program's version.
    pub version: String,
    /// The seed.
    pub seed: u64,
    /// Each rule that differs from the rulebook as printed.
    pub rules_changed: Vec<RuleChange>,
    /// Hash of the scenario as it was read, with everything set on the command line.
    pub scenario_hash: String,
    /// The scenario as it was read.
    pub scenario: Written,
    /// Who fights whom, where and for what, in words.
    #[serde(default)]
    pub card: Card,
}

/// A swept key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// The key, such as `field.range`.
    pub key: String,
    /// What people call it, such as `Range`.
    pub label: String,
    /// What its values are counted in, such as `inches`; empty where there is no unit.
    pub unit: String,
    /// Its values in the order of the scenario, as text.
    pub values: Vec<String>,
    /// The same as people read them, without the unit.
    pub labels: Vec<String>,
}

impl Axis {
    /// What stands over a column or beside an axis of its values: `Range, inches`.
    #[must_use]
    pub fn heading(&self) -> String {
        engage::heading(&self.label, &self.unit)
    }

    /// Its unit as it stands after a number, with a space before it; empty where there is no unit.
    #[must_use]
    pub fn short_unit(&self) -> String {
        if self.unit.is_empty() { String::new() } else { format!(" {}", engage::short_unit(&self.unit)) }
    }

    /// What a value is called, with its unit: `Range 12 in`, `Red’s weapon: SMG`.
    #[must_use]
    pub fn with(&self, value: usize) -> String {
        let name = Name { label: self.label.clone(), unit: self.unit.clone() };
        name.with(self.labels.get(value).map_or("?", String::as_str))
    }
}

/// A way in which engagements end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The ruleset's word for it.
    pub id: String,
    /// What people call it.
    pub label: String,
    /// The winner.
    pub winner: Option<Side>,
}

/// A quantity that is counted in every engagement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    /// The ruleset's word for it.
    pub id: String,
    /// What people call it.
    pub label: String,
    /// What is counted, such as `figures`.
    pub unit: String,
}

/// What people call what every run has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Labels {
    /// That a side wins.
    pub win: BySide<String>,
    /// That nobody does.
    pub draw: String,
    /// The turns begun.
    pub turns: String,
    /// What variants are compared with.
    pub baseline: String,
}

/// A whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Where it comes from.
    pub provenance: Provenance,
    /// The swept keys, outermost first; none when nothing is swept.
    pub axes: Vec<Axis>,
    /// Names of the variants compared with the baseline; none when there are none.
    pub variants: Vec<String>,
    /// Which of them set only what already stands, and changed nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<usize>,
    /// The ruleset's endings, as far as they can be.
    pub endings: Vec<Ending>,
    /// The ruleset's measures, as far as they are counted; the first two are blue's and red's losses.
    pub measures: Vec<Measure>,
    /// What people call the rest.
    pub labels: Labels,
    /// What it is asked about.
    pub about: About,
    /// How its intervals are made.
    pub intervals: Intervals,
    /// The zones it is fought in; none on maps and open ground, and where cells differ in them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<Ground>,
    /// Every cell, by point in row-major order of the axes, the baseline of a point before its variants.
    pub cells: Vec<Cell>,
    /// Whether the run was stopped before it was complete.
    pub interrupted: bool,
    /// Hash of what the numbers above rest on: of what was counted and solved, not of intervals.
    pub result_hash: String,
}

/// One combination of the sweep under the baseline or one variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Index of the value on each axis.
    pub point: Vec<usize>,
    /// The variant, or none for the baseline.
    pub variant: Option<usize>,
    /// What tells it from every other cell of any run: see [`scenario::Cell::id`].
    pub id: String,
    /// How it was answered.
    pub method: Method,
    /// Whether it is exact, or was played as far as was asked for.
    pub complete: bool,
    /// How far each quantity that was to be known to a precision is known to it; none where no precision was asked for, and
    /// where the cell is exact.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aims: Vec<Reached>,
    /// Where play changes along each swept key, all else being as in this cell; none where that is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breaks: Vec<Option<Breaks>>,
    /// Chance that each side wins.
    pub win: BySide<Estimate>,
    /// Chance that nobody wins.
    pub draw: Estimate,
    /// Chance of each ending.
    pub endings: Vec<Estimate>,
    /// Turns begun; `distribution[t]` is the share of engagements that took `t`.
    pub turns: Quantity,
    /// Each measure.
    pub measures: Vec<Quantity>,
    /// Against the baseline of the same point; none for the baseline.
    pub difference: Option<Difference>,
}

impl Cell {
    /// What lies between two values of a swept key, by its place among the axes: no break, so that no quantity differs between the two;
    /// one, at which all of them change; or several. None where the breaks of the key are not known, as those of whole numbers are not.
    #[must_use]
    pub fn between(&self, axis: usize, one: f64, other: f64) -> Option<Between> {
        Some(self.breaks.get(axis)?.as_ref()?.between(one, other))
    }
}

/// How far a precision that was asked for is reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reached {
    /// The quantity's word.
    pub quantity: String,
    /// How far its interval may reach to either side: a share, or a count in the quantity's unit.
    pub width: f64,
    /// Whether it reaches no further.
    pub reached: bool,
    /// About how many engagements that needs, judged by those that were played; none where nothing can be said.
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
    /// In the chance that nobody wins.
    pub draw: Paired,
    /// In the mean number of turns.
    pub turns: Paired,
    /// In the mean of each measure.
    pub measures: Vec<Paired>,
    /// Engagements in which anything that is counted differed; none where both were solved.
    pub changed: Option<u64>,
}

/// One paired difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Paired {
    /// The difference.
    pub difference: Estimate,
    /// Variance of the same difference from independent runs, divided by the variance of the paired one: how many times
    /// more engagements an unpaired comparison would have needed. None where nothing was sampled.
    pub variance_saved: Option<f64>,
}

/// An outcome of answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The ruleset's word for it.
    pub id: String,
    /// What people call it.
    pub label: String,
    /// What its number is.
    pub measured: Measured,
    /// Whether it is what the situation is about.
    pub first: bool,
}

/// The answers to a situation over the values of its swept parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsTable {
    /// Where it comes from. The seed counts only where an answer was sampled.
    pub provenance: Provenance,
    /// The situation's kind.
    pub kind: String,
    /// What people call it.
    pub label: String,
    /// The swept parameters, outermost first.
    pub axes: Vec<Axis>,
    /// What it is asked about.
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
    /// What tells it from every other situation: see [`scenario::Case::id`].
    pub id: String,
    /// The answer.
    pub answer: Answer,
}
