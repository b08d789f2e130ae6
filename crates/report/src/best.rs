//! What a side plays best, as sentences, tables, a page and data.

use engage::{Side, plain};
use maud::html;
use polars::prelude::DataFrame;
use runner::{Intervals, Provenance};
use scenario::Names;
use schemars::JsonSchema;
use search::{Best, Doctrine, Round, WRITTEN};
use serde::Serialize;
use serde_json::{Map, Value};
use stats::Estimate;

use crate::answer::Number;
use crate::error::Error;
use crate::export::File;
use crate::findings::Findings;
use crate::frame;
use crate::html::{Room, files, opening, page, provenance};
use crate::json::{self, Origin, schema_of};
use crate::number::{self, Unit};
use crate::players::complement;
use crate::sheet;
use crate::tables::Table;
use crate::words::{self, Facts};

/// The name of the file of doctrines.
pub(crate) const DOCTRINES: &str = "doctrines.toml";

/// The doctrines that a search found, with the names of everything.
#[derive(Clone, Debug)]
pub struct Doctrines<'b> {
    /// The origin of the result.
    pub provenance: Provenance,
    /// How its intervals are computed.
    pub intervals: Intervals,
    /// The point of the sweep in words; empty if nothing is swept.
    pub place: String,
    /// The name of the scenario's file.
    pub file: String,
    /// The labels of keys and values.
    pub names: &'b Names,
    /// What was found.
    pub best: &'b Best,
}

impl Doctrines<'_> {
    /// The side whose score is reported: the one with the mission, otherwise the one that searches, otherwise blue.
    fn view(&self) -> Side {
        self.best.asked.mission.or(self.best.asked.side).unwrap_or(Side::Blue)
    }

    /// Blue's score as that of the side told.
    fn seen(&self, blue: &Estimate) -> Estimate {
        match self.view() {
            Side::Blue => *blue,
            Side::Red => complement(blue),
        }
    }

    /// What the score counts: `“the cell fulfils its mission”`.
    fn score(&self) -> String {
        let side = self.names.side(self.view());
        match self.best.asked.mission {
            Some(_) => format!("the success of {side} in the mission"),
            None => format!("the score of {side} (a win counts 1, a draw one half)"),
        }
    }

    fn share(&self, blue: &Estimate) -> String {
        number::spoken(&self.seen(blue), Unit::Share)
    }

    /// A doctrine in words: what differs from the squads as written.
    fn words(&self, doctrine: &Doctrine) -> String {
        match doctrine.sets() {
            [] => WRITTEN.to_owned(),
            sets => self.names.choices(sets).join("; "),
        }
    }

    /// The first answer of a side: what it finds against the other one as written.
    fn first(&self, side: Side) -> Option<&Round> {
        self.best.rounds.iter().find(|round| round.side == side)
    }

    /// What was found, in sentences.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut said = Vec::new();
        let place = if self.place.is_empty() { String::new() } else { format!(" ({})", self.place) };
        let (own, score) = (self.share(&self.best.own), self.score());
        for side in Side::ALL {
            let Some(round) = self.first(side) else { continue };
            let name = self.names.side(side);
            let other = self.names.side(side.enemy());
            said.push(match round.found {
                Some(place_of) => {
                    let fresh = if side == self.view() { round.fresh } else { complement(&round.fresh) };
                    let (verb, gain) = if side == self.view() { ("raises", round.gain) } else { ("lowers", round.gain) };
                    format!(
                        "Against {other} as written, the best doctrine found for {name} {verb} {score}{place} from {own} to {} \
                         ({} points on the same fresh luck): {}.",
                        number::spoken(&fresh, Unit::Share),
                        number::full(&gain, Unit::Share),
                        self.words(&self.best.doctrines[side][place_of])
                    )
                }
                None => format!(
                    "Against {other} as written, nothing better was found for {name} than what is written: {score}{place} is {own}."
                ),
            });
        }
        if self.best.asked.side.is_none() && !self.best.rounds.is_empty() {
            let played = |side: Side| {
                let played = self.best.weights[side].iter().filter(|weight| **weight > 0).count();
                let kinds = if played == 1 { "one doctrine" } else { "a mix of doctrines" };
                format!("{} {kinds}", self.names.side(side))
            };
            let end = match self.best.settled {
                true => "neither side finds a better answer any more",
                false => "the search ended before neither side found a better answer",
            };
            said.push(format!(
                "With the best that was found for both ({}, {}), it is {}; {end}.",
                played(Side::Blue),
                played(Side::Red),
                self.share(&self.best.value)
            ));
        }
        said.push(format!(
            "These are the best of {} doctrines tried, so a side may gain more than is said here, but not less than the intervals allow.",
            number::grouped(self.best.tried as u64)
        ));
        if self.best.interrupted {
            said.push("The search was stopped before it was complete.".to_owned());
        }
        said
    }

    /// The label of a doctrine of a side: `Blue: as written`, `Red: found 2`.
    fn label(&self, side: Side, place: usize) -> String {
        format!("{}: {}", engage::label(side.name()), self.best.names[side][place])
    }

    /// How often a side plays a doctrine, in per cent.
    fn percent(&self, side: Side, place: usize) -> f64 {
        let weights = &self.best.weights[side];
        let all: u32 = weights.iter().sum();
        (1000.0 * f64::from(weights[place]) / f64::from(all.max(1))).round() / 10.0
    }

    fn doctrines(&self) -> Table {
        let rows = Side::ALL.into_iter().flat_map(|side| {
            self.best.doctrines[side].iter().enumerate().map(move |(place, doctrine)| {
                let weight = format!("{} %", self.percent(side, place));
                vec![self.label(side, place), self.words(doctrine), weight]
            })
        });
        Table {
            caption: String::new(),
            header: ["Doctrine", "What differs from the squads as written", "Played"].map(str::to_owned).to_vec(),
            rows: rows.collect(),
            words: 2,
            verdicts: 0,
        }
    }

    /// Every doctrine of blue against every one of red.
    fn matrix(&self) -> Table {
        let columns = (0..self.best.doctrines.red.len()).map(|place| self.label(Side::Red, place));
        let row = |(place, scores): (usize, &Vec<Estimate>)| {
            let shown = scores.iter().map(|score| number::full(&self.seen(score), Unit::Share));
            [self.label(Side::Blue, place)].into_iter().chain(shown).collect()
        };
        Table {
            caption: format!("{}, %", engage::capital(&self.score())),
            header: [String::new()].into_iter().chain(columns).collect(),
            rows: self.best.scores.iter().enumerate().map(row).collect(),
            words: 1,
            verdicts: 0,
        }
    }

    fn rounds(&self) -> Table {
        let row = |round: &Round| {
            let found = round.found.map_or_else(|| "nothing better".to_owned(), |place| self.label(round.side, place));
            let in_search = round.in_search.map(|score| format!("{:.1}", 100.0 * score)).unwrap_or_default();
            vec![
                self.names.side(round.side).to_owned(),
                found,
                in_search,
                number::full(&round.fresh, Unit::Share),
                number::signed(&round.gain, Unit::Share),
                number::grouped(round.tried as u64),
            ]
        };
        let header =
            ["Side", "Found", "Own score in the search, %", "On fresh luck, %", "Gain, points", "Doctrines tried"];
        Table {
            caption: String::new(),
            header: header.map(str::to_owned).to_vec(),
            rows: self.best.rounds.iter().map(row).collect(),
            words: 2,
            verdicts: 0,
        }
    }

    fn basis(&self) -> String {
        format!(
            "by a search over the players’ choices; {} on luck that no choice was made by",
            sheet::described(Some(&self.intervals))
        )
    }

    fn facts(&self) -> Facts {
        let mut facts = words::of_provenance(&self.provenance, self.basis(), true);
        facts.insert(2, ("Engagements played", number::grouped(self.best.spent)));
        facts.insert(3, ("Doctrines refused", number::grouped(self.best.refused as u64)));
        facts
    }

    fn asked(&self) -> String {
        match self.best.asked.side {
            Some(side) => format!("How well can {} play?", self.names.side(side)),
            None => "How far does it depend on the players?".to_owned(),
        }
    }

    /// The result in every format.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn findings(&self) -> Result<Findings<'_>, Error> {
        Ok(Findings {
            name: "best",
            provenance: &self.provenance,
            basis: self.basis(),
            sentences: self.sentences(),
            tables: self.tables().into(),
            facts: self.facts(),
            frame: self.frame()?,
            value: self.value()?,
            page: self.page()?,
            charts: Vec::new(),
        })
    }

    /// The name and the content of the file of doctrines that both sides play.
    #[must_use]
    pub fn doctrines_file(&self) -> File {
        let again = format!("beatenzone run {} --doctrines {DOCTRINES}", self.file);
        let about = [format!("What both sides play best in “{}”.", self.provenance.title), again];
        let text = scenario::doctrines_text(&about.map(|line| plain(&line)), &self.best.played());
        (DOCTRINES.to_owned(), text.into_bytes())
    }

    fn tables(&self) -> [Table; 3] {
        [self.doctrines(), self.matrix(), self.rounds()]
    }

    fn page(&self) -> Result<String, Error> {
        let mut room = Room::new(None);
        let again = html! { code { "beatenzone best best.html" } " asks it again." };
        let title = self.asked();
        let [doctrines, matrix, rounds] = self.tables();
        let body = html! {
            (opening(&self.provenance, &title, &self.sentences(), None))
            section {
                h2 { "The doctrines" }
                (room.table(&doctrines, "doctrines", "The doctrines"))
                p.hint { code { "beatenzone run " (self.file) " --doctrines " (DOCTRINES) } " plays them." }
            }
            section {
                h2 { "Each against each" }
                (room.table(&matrix, "matrix", "Each against each"))
            }
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
    /// Blue's score if both play as written, on fresh luck.
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
    /// Whether neither side found a better answer at the end.
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
