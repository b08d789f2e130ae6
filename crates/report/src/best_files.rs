//! What a side plays best, as files and as text for standard output.

use engage::Side;
use maud::html;
use polars::prelude::DataFrame;
use schemars::JsonSchema;
use search::{Doctrine, Round};
use serde::Serialize;
use serde_json::{Map, Value};
use stats::Estimate;

use crate::answer::Number;
use crate::best::Doctrines;
use crate::chart::Chart;
use crate::error::Error;
use crate::findings::Findings;
use crate::frame;
use crate::html::{Room, files, opening, page, provenance};
use crate::json::{self, Origin, schema_of};

impl Doctrines<'_> {
    /// The result in every format.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn findings(&self) -> Result<Findings<'_>, Error> {
        let charts = self.charts()?;
        Ok(Findings {
            name: "best",
            provenance: &self.provenance,
            basis: self.basis(),
            sentences: self.sentences(),
            tables: self.tables().into(),
            facts: self.facts(),
            frame: self.frame()?,
            value: self.value()?,
            page: self.page(&charts)?,
            charts,
        })
    }

    fn page(&self, charts: &[Chart]) -> Result<String, Error> {
        let mut room = Room::new(None);
        let again = html! { code { "beatenzone best best.html" } " asks it again." };
        let title = self.asked();
        let [doctrines, matrix, rounds] = self.tables();
        let body = html! {
            (opening(&self.provenance, &title, &self.sentences(), None))
            section {
                h2 { "The doctrines" }
                (room.table(&doctrines, "doctrines", "The doctrines"))
                p.hint { code { (self.again()) } " plays them." }
            }
            section {
                h2 { "Each against each" }
                (room.table(&matrix, "matrix", "Each against each"))
            }
            (room.figures(charts))
            section {
                h2 { "The search" }
                p { "Every single change of a side’s choices is tried on the same luck, half of them are dropped each time twice as many \
                     engagements were played, and the winner counts only if it does better on luck that no choice was made by. The score \
                     in the search is that of the winner on the luck that chose it, so it is too good." }
                (room.table(&rounds, "rounds", "The search"))
            }
            (provenance(&self.facts()))
            (files("best.json", &["best"], &again))
        };
        Ok(page(&title, &body, &self.value()?.to_string()))
    }

    /// A frame with a row for each pair of doctrines: blue's score.
    fn frame(&self) -> Result<DataFrame, Error> {
        let pairs = self.best.scores.iter().enumerate();
        let pairs =
            pairs.flat_map(|(row, scores)| scores.iter().enumerate().map(move |(column, score)| (row, column, *score)));
        let pairs: Vec<(usize, usize, Estimate)> = pairs.collect();
        let words = |side: Side, place: usize| json::text(&sets(&self.best.doctrines[side][place]));
        let blue = pairs.iter().map(|(row, ..)| words(Side::Blue, *row)).collect::<Result<Vec<String>, Error>>()?;
        let red =
            pairs.iter().map(|(_, column, _)| words(Side::Red, *column)).collect::<Result<Vec<String>, Error>>()?;
        let mut columns = vec![
            frame::counts("blue", pairs.iter().map(|(row, ..)| *row as u64)),
            frame::counts("red", pairs.iter().map(|(_, column, _)| *column as u64)),
            frame::strings("blue.sets", blue.iter().map(|text| text.trim_end())),
            frame::strings("red.sets", red.iter().map(|text| text.trim_end())),
            frame::floats("blue.percent", pairs.iter().map(|(row, ..)| Some(self.percent(Side::Blue, *row)))),
            frame::floats("red.percent", pairs.iter().map(|(_, column, _)| Some(self.percent(Side::Red, *column)))),
            frame::counts("engagements", pairs.iter().map(|(.., score)| score.engagements().unwrap_or(0))),
        ];
        let scores: Vec<Option<Estimate>> = pairs.iter().map(|(.., score)| Some(*score)).collect();
        columns.extend(frame::estimates("score", "score.", &scores));
        frame::with_origin(columns, pairs.len(), &self.provenance)
    }

    /// Everything, unrounded, in the form of [`schema_of_best`].
    pub(crate) fn value(&self) -> Result<Value, Error> {
        let side = |side: Side| {
            let doctrine = |(place, doctrine): (usize, &Doctrine)| Played {
                name: self.best.names[side][place].clone(),
                sets: sets(doctrine),
                words: self.words(doctrine),
                percent: self.percent(side, place),
            };
            self.best.doctrines[side].iter().enumerate().map(doctrine).collect()
        };
        let round = |round: &Round| Searched {
            side: round.side.name(),
            found: round.found,
            in_search: round.in_search,
            fresh: Number::of(&round.fresh),
            gain: Number::of(&round.gain),
            tried: round.tried,
        };
        Ok(serde_json::to_value(Found {
            version: VERSION,
            from: Origin::of(&self.provenance, None, Some(&self.intervals)),
            as_written: &self.as_written,
            place: &self.place,
            mission: self.best.asked.mission.map(Side::name),
            side: self.best.asked.side.map(Side::name),
            placement: self.best.asked.placement,
            blue: side(Side::Blue),
            red: side(Side::Red),
            scores: self.best.scores.iter().map(|row| row.iter().map(Number::of).collect()).collect(),
            own: Number::of(&self.best.own),
            value: Number::of(&self.best.value),
            rounds: self.best.rounds.iter().map(round).collect(),
            tried: self.best.tried,
            refused: self.best.refused,
            spent: self.best.spent,
            settled: self.best.settled,
            interrupted: self.best.interrupted,
            answer: self.sentences(),
        })?)
    }
}

/// The keys that a doctrine sets, with their values.
fn sets(doctrine: &Doctrine) -> Value {
    Value::Object(doctrine.sets().iter().cloned().collect::<Map<String, Value>>())
}

/// The version of the format of `best.json`. It rises when a part of the format changes its meaning or is removed.
const VERSION: u32 = 1;

/// What one side, or both, plays best.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Best")]
struct Found<'r> {
    /// The version of this form.
    version: u32,
    #[serde(flatten)]
    from: Origin<'r>,
    /// The hash of the fight with its squads led as they are written, whatever is played of it.
    as_written: &'r str,
    /// The point of the sweep in words; empty if nothing is swept.
    place: &'r str,
    /// The side that has a mission, whose failure to win is the other's success; null if a draw is worth half.
    mission: Option<&'static str>,
    /// The only side that searched; null for both.
    side: Option<&'static str>,
    /// Whether where figures begin was searched as well.
    placement: bool,
    /// The doctrines of blue, the scenario's own first.
    blue: Vec<Played>,
    /// The doctrines of red, the scenario's own first.
    red: Vec<Played>,
    /// Blue's score, from 0 to 1, for each of its doctrines (rows) against each of red's (columns).
    scores: Vec<Vec<Number>>,
    /// Blue's score if both play as the scenario says, on fresh luck.
    own: Number,
    /// Blue's score if both play the best found, by their shares, on fresh luck.
    value: Number,
    /// The answers found, in order.
    rounds: Vec<Searched>,
    /// Doctrines tried.
    tried: usize,
    /// Doctrines that the scenario refuses.
    refused: usize,
    /// Engagements played.
    spent: u64,
    /// Whether the search came to its end: no side found a better answer in the last round, or only one side was asked.
    settled: bool,
    /// Whether the search was stopped before it was complete.
    interrupted: bool,
    /// The answer in sentences.
    answer: Vec<String>,
}

/// A doctrine.
#[derive(Debug, Serialize, JsonSchema)]
struct Played {
    /// Its name.
    name: String,
    /// The keys that it sets, with their values.
    sets: Value,
    /// The same in words.
    words: String,
    /// How often it is played, in per cent.
    percent: f64,
}

/// An answer that a side sought.
#[derive(Debug, Serialize, JsonSchema)]
struct Searched {
    /// The side.
    side: &'static str,
    /// The doctrine found, as an index into those of the side; null if nothing better was found.
    found: Option<usize>,
    /// The side's score in the search, on the luck by which the doctrine was chosen; null if no step was taken.
    in_search: Option<f64>,
    /// The side's score on fresh luck.
    fresh: Number,
    /// The gain over what the side played before, on fresh luck.
    gain: Number,
    /// Doctrines tried.
    tried: usize,
}

/// The schema of `best.json`.
#[must_use]
pub fn schema_of_best() -> Value {
    schema_of::<Found<'_>>()
}
