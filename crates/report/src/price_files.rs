//! What units are worth, as files and as text for standard output.

use maud::html;
use polars::prelude::DataFrame;
use schemars::JsonSchema;
use search::Pairing;
use serde::Serialize;
use serde_json::{Map, Value};
use stats::Estimate;

use crate::answer::Number;
use crate::chart::Chart;
use crate::error::Error;
use crate::findings::Findings;
use crate::frame;
use crate::html::{Room, files, opening, page, provenance};
use crate::json::{Origin, schema_of};
use crate::price::{Prices, at_equal_cost};

/// The most pairs of a table outside of the page and the data.
const MOST_PAIRS: usize = 12;

impl Prices<'_> {
    /// The result in every format.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn findings(&self) -> Result<Findings<'_>, Error> {
        let charts = self.charts()?;
        Ok(Findings {
            name: "price",
            provenance: &self.provenance,
            basis: self.basis(),
            sentences: self.sentences(),
            tables: vec![self.costs(), self.pairings(MOST_PAIRS), self.mirrors()],
            facts: self.facts(),
            frame: self.frame()?,
            value: self.value()?,
            page: self.page(&charts)?,
            charts,
        })
    }

    fn page(&self, charts: &[Chart]) -> Result<String, Error> {
        let mut room = Room::new(charts.first());
        let again = html! { code { "beatenzone price price.html" (self.options) } " asks it again." };
        let title = "What is each unit worth?";
        let body = html! {
            (opening(&self.provenance, title, &self.sentences(), charts.first()))
            section {
                h2 { "The costs" }
                p { "Costs with which two sides of equal cost win equally often, as far as one number for each unit can bring that about. \
                     Every unit was played against every other, in both seats, at numbers on either side of even." }
                (room.table(&self.costs(), "costs", "The costs"))
                (crate::html::folded(&self.pairings(usize::MAX), "pairings", "Every pair at equal cost"))
            }
            section {
                h2 { "The seats" }
                (room.table(&self.mirrors(), "mirrors", "Each unit against itself"))
                (crate::html::folded(&self.matchups(), "matchups", "Every match-up"))
            }
            (provenance(&self.facts()))
            (files("price.json", &["price"], &again))
        };
        Ok(page(title, &body, &self.value()?.to_string()))
    }

    /// A frame with a row for each match-up: blue's score.
    fn frame(&self) -> Result<DataFrame, Error> {
        let all = &self.priced.matchups;
        let name = |seat: usize| all.iter().map(move |matchup| self.unit(matchup.units[seat]).name.as_str());
        let count = |seat: usize| all.iter().map(move |matchup| u64::from(matchup.numbers[seat]));
        let mut columns = vec![
            frame::strings("blue", name(0)),
            frame::counts("blue.number", count(0)),
            frame::strings("red", name(1)),
            frame::counts("red.number", count(1)),
            frame::counts("engagements", all.iter().map(|matchup| matchup.score.engagements().unwrap_or(0))),
            frame::floats("fitted", all.iter().map(|matchup| Some(matchup.fitted))),
        ];
        let scores: Vec<Option<Estimate>> = all.iter().map(|matchup| Some(matchup.score)).collect();
        columns.extend(frame::estimates("score", "score.", &scores));
        frame::with_origin(columns, all.len(), &self.provenance)
    }

    /// Everything, unrounded, in the form of [`schema_of_price`].
    fn value(&self) -> Result<Value, Error> {
        let priced = self.priced;
        let name = |unit: usize| self.unit(unit).name.clone();
        let unit = |(place, cost): (usize, &Estimate)| Costed {
            name: name(place),
            figures: self.unit(place).figures,
            sets: Value::Object(self.unit(place).sets.iter().cloned().collect::<Map<String, Value>>()),
            points: Number::of(&self.points(cost)),
        };
        let pairing = |pairing: &Pairing| Paired {
            units: pairing.units.map(name),
            score: Number::of(&at_equal_cost(pairing, true)),
            errors: pairing.errors,
        };
        let mirror = |mirror: &search::Mirror| Mirrored {
            unit: name(mirror.unit),
            number: mirror.number,
            score: Number::of(&mirror.score),
        };
        let matchup = |matchup: &search::Matchup| Met {
            blue: name(matchup.units[0]),
            blue_number: matchup.numbers[0],
            red: name(matchup.units[1]),
            red_number: matchup.numbers[1],
            score: Number::of(&matchup.score),
            fitted: matchup.fitted,
        };
        Ok(serde_json::to_value(Worth {
            version: VERSION,
            from: Origin::of(&self.provenance, None, Some(&self.intervals)),
            place: &self.place,
            most: priced.asked.most,
            units: priced.costs.iter().enumerate().map(unit).collect(),
            pairings: priced.pairings.iter().map(pairing).collect(),
            far: priced.far,
            cycle: priced.cycle.map(|cycle| cycle.units.map(name)),
            unexplained: priced.unexplained,
            seat: Number::of(&priced.seat),
            steepness: Number::of(&priced.exponent),
            mirrors: priced.mirrors.iter().map(mirror).collect(),
            matchups: priced.matchups.iter().map(matchup).collect(),
            left_out: self.left_out.iter().map(|(name, _)| name.clone()).collect(),
            engagements: priced.engagements,
            spent: priced.spent,
            tight: priced.tight,
            answer: self.sentences(),
        })?)
    }
}

/// The version of the format of `price.json`. It rises when a part of the format changes its meaning or is removed.
const VERSION: u32 = 1;

/// What units are worth.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Price")]
struct Worth<'r> {
    /// The version of this form.
    version: u32,
    #[serde(flatten)]
    from: Origin<'r>,
    /// The point of the sweep in words; empty if nothing is swept.
    place: &'r str,
    /// The most of a unit on a side.
    most: u32,
    /// The units, the one that sets the scale first.
    units: Vec<Costed>,
    /// Every two units at equal cost.
    pairings: Vec<Paired>,
    /// Pairs too far apart to be even at any numbers that were tried.
    far: usize,
    /// Three units in a circle: at equal cost the first beats the second, the second beats the third, and the third beats
    /// the first. Null if none is known.
    cycle: Option<[String; 3]>,
    /// The share of the differences between units that costs do not explain.
    unexplained: f64,
    /// Blue's score between sides of equal cost.
    seat: Number,
    /// The log-odds gained by the logarithm of numbers.
    steepness: Number,
    /// Every unit against itself.
    mirrors: Vec<Mirrored>,
    /// Every match-up.
    matchups: Vec<Met>,
    /// The units that the ruleset refuses.
    left_out: Vec<String>,
    /// Engagements of each match-up.
    engagements: u64,
    /// Engagements played.
    spent: u64,
    /// Whether every cost is as certain as asked.
    tight: bool,
    /// The answer in sentences.
    answer: Vec<String>,
}

/// A unit.
#[derive(Debug, Serialize, JsonSchema)]
struct Costed {
    /// Its name.
    name: String,
    /// The figures of one unit.
    figures: u32,
    /// The keys that it sets in its squad.
    sets: Value,
    /// What one of it costs.
    points: Number,
}

/// Two units at equal cost.
#[derive(Debug, Serialize, JsonSchema)]
struct Paired {
    /// Their names.
    units: [String; 2],
    /// The score of the first, seats aside.
    score: Number,
    /// How many standard errors its log-odds are from zero.
    errors: f64,
}

/// A unit against itself.
#[derive(Debug, Serialize, JsonSchema)]
struct Mirrored {
    /// Its name.
    unit: String,
    /// How many on each side.
    number: u32,
    /// Blue's score.
    score: Number,
}

/// A match-up.
#[derive(Debug, Serialize, JsonSchema)]
struct Met {
    /// Blue's unit.
    blue: String,
    /// How many of it.
    blue_number: u32,
    /// Red's unit.
    red: String,
    /// How many of it.
    red_number: u32,
    /// Blue's score.
    score: Number,
    /// Blue's score by the costs.
    fitted: f64,
}

/// The schema of `price.json`.
#[must_use]
pub fn schema_of_price() -> Value {
    schema_of::<Worth<'_>>()
}
