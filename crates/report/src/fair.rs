//! The results of searches for a fair fight, as files and as text for standard output.

use polars::prelude::{DataFrame, NamedFrom, Series};
use schemars::JsonSchema;
use search::{Balance, Found, Look};
use serde::Serialize;
use serde_json::Value;
use stats::Estimate;

use crate::answer::{Number, Point};
use crate::balance::Fair;
use crate::error::Error;
use crate::findings::Findings;
use crate::frame;
use crate::json::{Origin, Swept, What, schema_of, typed};
use crate::number;
use crate::sheet::BASELINE;

impl Fair<'_> {
    /// The result in every format.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn findings(&self) -> Result<Findings<'_>, Error> {
        let charts = self.charts()?;
        Ok(Findings {
            name: "balance",
            provenance: &self.provenance,
            basis: self.basis(),
            sentences: self.sentences(),
            tables: vec![self.shown_as_table()],
            facts: self.facts(),
            frame: self.frame()?,
            value: self.value()?,
            page: self.page(&charts)?,
            charts,
        })
    }

    /// A frame with a row for each value that was played.
    fn frame(&self) -> Result<DataFrame, Error> {
        let swept = self.swept_points();
        let looks = self.points.iter().zip(&swept).enumerate().flat_map(|(number, ((place, balance), at))| {
            balance.looks.iter().map(move |look| (number, at.as_slice(), place.as_str(), *balance, look))
        });
        let looks: Vec<(usize, &[usize], &str, &Balance, &Look)> = looks.collect();
        let rows = || looks.iter();
        let swept: Vec<&[usize]> = rows().map(|(_, at, ..)| *at).collect();
        let method = |look: &Look| if number::is_exact(&look.estimate) { "exact" } else { "sampled" };
        let complete: Vec<bool> = rows().map(|(.., balance, _)| complete(balance)).collect();
        let values: Vec<String> = rows().map(|(.., look)| scenario::text(&look.value)).collect();
        let places: Vec<[usize; 1]> = (0..values.len()).map(|row| [row]).collect();
        let places: Vec<&[usize]> = places.iter().map(<[usize; 1]>::as_slice).collect();
        let ids = rows().map(|(number, .., look)| (*number, look.id.as_str()));
        let mut columns = frame::key(&self.provenance, ids);
        columns.extend(self.axes.iter().enumerate().map(|(i, axis)| frame::axis_column(axis, i, &swept)));
        columns.extend([
            frame::strings("variant", rows().map(|_| BASELINE)),
            frame::strings("point", rows().map(|(_, _, place, ..)| *place)),
            frame::strings("method", rows().map(|(.., look)| method(look))),
            frame::counts("engagements", rows().map(|(.., look)| look.estimate.engagements().unwrap_or(0))),
            Series::new("complete".into(), complete).into(),
            frame::axis_column(&self.axis(values), 0, &places),
        ]);
        let quantity: Vec<Option<Estimate>> = rows().map(|(.., look)| Some(look.estimate)).collect();
        let fair: Vec<Option<Estimate>> = rows().map(|(.., balance, _)| balance.fair()).collect();
        columns.extend(frame::estimates(&self.quantity, &format!("{}.", self.quantity), &quantity));
        columns.extend(frame::estimates("fair", "fair.", &fair));
        frame::with_origin(columns, looks.len(), &self.provenance)
    }

    /// Everything, unrounded, in the form of [`schema_of_balance`].
    pub(crate) fn value(&self) -> Result<Value, Error> {
        let swept = self.swept_points();
        let point = |(number, (place, balance)): (usize, &(String, &Balance))| Sought {
            cell: number,
            point: place.clone(),
            at: self.axes.iter().zip(&swept[number]).map(|(axis, &at)| (axis.key.clone(), typed(axis, at))).collect(),
            fair: balance.sides().zip(balance.fair()).map(|((below, above), at)| Fairest {
                below: balance.looks[below].value.clone(),
                above: balance.looks[above].value.clone(),
                at: FairNumber::of(&at),
                at_break: matches!(balance.found, Found::AtBreak { .. }),
            }),
            nearest: match balance.found {
                Found::Nearest(nearest) => balance.looks.get(nearest).map(|look| look.value.clone()),
                Found::Between { .. } | Found::AtBreak { .. } | Found::Nowhere(_) => None,
            },
            monotone: balance.monotone,
            tight: balance.tight,
            interrupted: balance.interrupted,
            complete: complete(balance),
            looks: balance
                .looks
                .iter()
                .map(|look| Looked {
                    value: look.value.clone(),
                    id: look.id.clone(),
                    engagements: look.estimate.engagements(),
                    quantity: FairNumber::of(&look.estimate),
                })
                .collect(),
            answer: self.sentence(place, balance),
        };
        Ok(serde_json::to_value(Balanced {
            version: VERSION,
            from: Origin::of(&self.provenance, None, Some(&self.intervals)),
            key: &self.key,
            label: &self.name.label,
            unit: &self.name.unit,
            quantity: &self.quantity,
            quantity_label: &self.label,
            what: if self.is_share { What::Share } else { What::Mean },
            target: self.target,
            axes: self.axes.iter().map(Swept::of).collect(),
            points: self.points.iter().enumerate().map(point).collect(),
        })?)
    }
}

/// Whether the search at a point went as far as requested.
fn complete(balance: &Balance) -> bool {
    !balance.interrupted && (balance.tight || matches!(balance.found, Found::Nowhere(_)))
}

/// The version of the format of `balance.json`. It rises when a part of the format changes its meaning or is removed.
const VERSION: u32 = 4;

/// What makes a fight fair: the value of a key at which a quantity reaches a target, at each point of a sweep.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Balance")]
struct Balanced<'r> {
    /// The version of this form.
    version: u32,
    #[serde(flatten)]
    from: Origin<'r>,
    /// The key that was varied.
    key: &'r str,
    /// Its label.
    label: &'r str,
    /// The unit of its values; empty if there is none.
    unit: &'r str,
    /// The word of the quantity that should reach the target.
    quantity: &'r str,
    /// Its label.
    quantity_label: &'r str,
    /// What it is.
    what: What,
    /// The target: a share from 0 to 1, or a mean.
    target: f64,
    /// The other swept keys, outermost first.
    axes: Vec<Swept<'r>>,
    /// Every point of these keys in row-major order; one if nothing else is swept, fewer if the search was stopped.
    points: Vec<Sought>,
}

/// What was found at a point.
#[derive(Debug, Serialize, JsonSchema)]
struct Sought {
    /// The number of the point, from 0.
    cell: usize,
    /// The point in words; empty if nothing else is swept.
    point: String,
    /// Its values by swept key.
    at: Point,
    /// The fair value; null if nothing in the range is fair.
    fair: Option<Fairest>,
    /// For words and other choices without an order: the one that comes nearest to the target. Null if values are numbers.
    nearest: Option<Value>,
    /// Whether the quantity rises or falls all the way, as far as the intervals tell.
    monotone: bool,
    /// Whether the interval of the fair value is as tight as requested, or, for choices, whether the nearest one is certain.
    tight: bool,
    /// Whether the search was stopped before it was complete.
    interrupted: bool,
    /// Whether the search went as far as requested.
    complete: bool,
    /// Every value that was tried, in rising order.
    looks: Vec<Looked>,
    /// What was found, as a sentence.
    answer: String,
}

/// A fair value.
#[derive(Debug, Serialize, JsonSchema)]
struct Fairest {
    /// The nearest lower value that was tried.
    below: Value,
    /// The nearest higher value that was tried.
    above: Value,
    /// The value at which the line between these two crosses the target.
    at: FairNumber,
    /// Whether `at` is a break of the key: play is the same at all values from one break to the next, so the quantity jumps there and no
    /// line is drawn. `low` and `high` are then the lowest and the highest break at which the target may be met.
    at_break: bool,
}

/// A value that was tried.
#[derive(Debug, Serialize, JsonSchema)]
struct Looked {
    /// The value.
    value: Value,
    /// The id of its cell: together with the seed, the key for joining rows of tables.
    id: String,
    /// Engagements played; null if the cell was solved.
    engagements: Option<u64>,
    /// The quantity at this value.
    quantity: FairNumber,
}

/// A number with its interval.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Valued")]
struct FairNumber {
    #[serde(flatten)]
    number: Number,
    /// Whether it is exact.
    exact: bool,
}

impl FairNumber {
    fn of(estimate: &Estimate) -> FairNumber {
        FairNumber { number: Number::of(estimate), exact: number::is_exact(estimate) }
    }
}

/// The schema of `balance.json`.
#[must_use]
pub fn schema_of_balance() -> Value {
    schema_of::<Balanced<'_>>()
}
