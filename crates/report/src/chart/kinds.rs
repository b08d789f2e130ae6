//! The content of each kind of chart, without pixels.

use engage::Side;
use plotters::style::RGBColor;
use stats::Estimate;

use super::style::Ramp;
use crate::number::Unit;

/// One line, or one bar of every group.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) name: String,
    pub(super) colour: RGBColor,
    /// A value for each place on the axis.
    pub(super) values: Vec<Option<Estimate>>,
}

#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub(super) x_title: String,
    pub(super) x_labels: Vec<String>,
    /// The position of each label, from 0 to 1.
    pub(super) places: Vec<f64>,
    pub(super) y_title: String,
    pub(super) unit: Unit,
    pub(super) legend: String,
    pub(super) series: Vec<Series>,
    /// Values that are not drawn, but that the axis holds.
    pub(super) also: Vec<Estimate>,
    /// What to mark along the axis.
    pub(super) sought: LineMarks,
}

/// Marks on a chart of lines that answer the question.
#[derive(Clone, Debug, Default)]
pub(super) struct LineMarks {
    /// A value that the curve may cross, such as one half.
    pub(super) level: Option<f64>,
    /// The places, from 0 to 1, between which each line crosses it.
    pub(super) between: Vec<(f64, f64)>,
    /// A position along the axis and its label, such as the file's own value.
    pub(super) own: Option<(f64, String)>,
}

#[derive(Clone, Debug)]
pub(super) struct Heat {
    pub(super) x_title: String,
    pub(super) x_labels: Vec<String>,
    pub(super) y_title: String,
    pub(super) y_labels: Vec<String>,
    pub(super) quantity: String,
    pub(super) unit: Unit,
    pub(super) ramp: Ramp,
    /// Values that are not drawn, but that the colours span.
    pub(super) also: Vec<Estimate>,
    /// Rows from the top.
    pub(super) cells: Vec<Vec<Option<Estimate>>>,
}

#[derive(Clone, Debug)]
pub(super) struct Bars {
    pub(super) x_title: String,
    pub(super) y_title: String,
    pub(super) groups: Vec<String>,
    pub(super) unit: Unit,
    pub(super) legend: String,
    pub(super) series: Vec<Series>,
    /// A colour for the bars of each group, in place of the colours of their series; empty to use those of the series.
    pub(super) colours: Vec<RGBColor>,
    /// Values that are not drawn, but that the axis holds.
    pub(super) also: Vec<Estimate>,
}

/// The distribution of one quantity in several cells.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    pub(super) title: String,
    pub(super) x_title: String,
    /// Shares of 0, 1, 2, … for each step line of the legend; empty for a line without data.
    pub(super) distributions: Vec<Vec<f64>>,
}

impl Panel {
    /// The same panel with shares of at least 0, 1, 2, …
    pub(super) fn at_least(&self) -> Panel {
        let tails = |shares: &Vec<f64>| {
            let mut tail = 0.0;
            let mut tails: Vec<f64> = shares
                .iter()
                .rev()
                .map(|share| {
                    tail += share;
                    tail
                })
                .collect();
            tails.reverse();
            tails
        };
        Panel { distributions: self.distributions.iter().map(tails).collect(), ..self.clone() }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Steps {
    pub(super) panels: Vec<Panel>,
    pub(super) legend: String,
    pub(super) names: Vec<String>,
    pub(super) colours: Vec<RGBColor>,
    /// Whether all panels count the same quantity and so share their axis.
    pub(super) same_counts: bool,
}

/// The verdict on a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It matters, and helps a side.
    Helps(Side),
    /// It matters, and lowers the chances of both sides.
    MoreDraws,
    /// It matters, and raises the chances of both sides.
    FewerDraws,
    /// It is too small to matter.
    TooSmall,
    /// It is not yet clear whether it matters.
    Open,
}

#[derive(Clone, Debug)]
pub(super) struct ForestRow {
    pub(super) label: String,
    /// Whether it is the first row of its point, which gets a gap before it.
    pub(super) first: bool,
    pub(super) difference: Estimate,
    pub(super) judged: Effect,
}

#[derive(Clone, Debug)]
pub(super) struct Forest {
    pub(super) x_title: String,
    pub(super) unit: Unit,
    /// The heading of the verdicts.
    pub(super) legend: String,
    /// The name of each verdict.
    pub(super) meanings: Vec<(Effect, String)>,
    pub(super) rows: Vec<ForestRow>,
}
