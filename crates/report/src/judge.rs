//! The effect of a variant on a quantity, and whether it matters.

use stats::{Basis, Contest, Estimate, Level, MEAN_MATTERS, SHARE_MATTERS, Verdict};

use crate::layout;
use crate::number::{self, Unit};
use crate::sheet::{Row, Sheet};

/// The effect of a variant on a quantity at a point.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judged {
    /// The point, with the variant.
    pub(crate) point: Vec<usize>,
    /// The quantity.
    pub(crate) column: usize,
    /// The variant minus the baseline, with the interval on which the verdict is based.
    pub(crate) difference: Estimate,
    /// The smallest difference that matters.
    pub(crate) margin: f64,
    pub(crate) verdict: Verdict,
}

impl Judged {
    /// An estimate of the engagements needed for a verdict.
    pub(crate) const fn needed(&self) -> Option<u64> {
        match self.verdict {
            Verdict::CannotTell { needed } => needed,
            _ => None,
        }
    }
}

impl Sheet {
    /// The column of the quantity asked about; the first column if that quantity is missing or unknown.
    pub(crate) fn main(&self) -> usize {
        self.about.quantity.as_ref().and_then(|word| self.column(word)).unwrap_or(0)
    }

    /// The baseline of a row.
    pub(crate) fn baseline_of(&self, row: &Row) -> Option<&Row> {
        row.compared.as_ref()?;
        self.row(&layout::with(&row.point, row.point.len().checked_sub(1)?, 0))
    }

    /// The effect of a row's variant on a quantity; `None` for a baseline, and if nothing was played.
    pub(crate) fn judged(&self, row: &Row, column: usize) -> Option<Judged> {
        let baseline = self.baseline_of(row)?.value(column)?;
        let paired = row.paired(column).map(|paired| paired.difference);
        let difference = paired.or_else(|| Some(self.apart(&baseline, &row.value(column)?, column == self.main())));
        let difference = difference.filter(|difference| difference.value.is_finite())?;
        let margin = self.margin(column, &baseline);
        let verdict = Verdict::of(&difference, margin);
        Some(Judged { point: row.point.clone(), column, difference, margin, verdict })
    }

    /// The smallest difference in a quantity that matters.
    pub(crate) fn margin(&self, column: usize, baseline: &Estimate) -> f64 {
        let usual = match self.columns[column].unit {
            Unit::Share => SHARE_MATTERS,
            Unit::Count => MEAN_MATTERS * baseline.value.abs(),
        };
        self.about.matters.filter(|_| column == self.main()).unwrap_or(usual)
    }

    /// The margin in words: `1 point`, `0.2`, `5 % of the baseline’s mean`.
    pub(crate) fn margin_said(&self, column: usize) -> String {
        let asked = self.about.matters.filter(|_| column == self.main());
        match (self.columns[column].unit, asked) {
            (Unit::Count, None) => format!("{} % of the baseline’s mean", number::trimmed(MEAN_MATTERS * 100.0)),
            (Unit::Count, Some(own)) => number::trimmed(own).to_string(),
            (Unit::Share, _) => match number::trimmed(asked.unwrap_or(SHARE_MATTERS) * 100.0).to_string().as_str() {
                "1" => "1 point".to_owned(),
                points => format!("{points} points"),
            },
        }
    }

    /// The difference of two shares that are not counted in pairs, with the interval that their two intervals allow;
    /// both of these hold at every look.
    fn apart(&self, baseline: &Estimate, value: &Estimate, asked: bool) -> Estimate {
        // The number of a complete run, so that topping up does not change the level.
        let points: usize = self.swept().map(|axis| self.axes[axis].values.len()).product();
        let compared = self.variants.len() * points;
        let level = self.intervals.map_or(Level::default(), |all| all.split(compared).level(asked)).shared(2);
        let ends = |share: &Estimate| match share.basis {
            Basis::Exact { .. } => share.interval(),
            Basis::Sampled { n, .. } => {
                let hits = ((share.value * n as f64).round() as u64).min(n);
                Contest::new(hits, n - hits, n).share_at_every_look(level).interval()
            }
        };
        let ((low, high), (least, most)) = (ends(value), ends(baseline));
        let basis = match value.engagements().or(baseline.engagements()) {
            None => Basis::Exact { unresolved: (high - low) + (most - least) },
            Some(n) => Basis::Sampled { low: low - most, high: high - least, n },
        };
        Estimate { value: value.value - baseline.value, basis }
    }
}
