//! What a side plays best, as sentences, tables, a page and data.

use engage::{Side, plain};
use runner::{Intervals, Provenance};
use scenario::{Names, Scenario};
use search::{Best, Doctrine, Round, WRITTEN};
use stats::Estimate;

use crate::levers::place;
use crate::number::{self, Unit};
use crate::players::complement;
use crate::sheet;
use crate::tables::Table;
use crate::words::{self, Facts};

/// The name of the file of doctrines.
const DOCTRINES: &str = "doctrines.toml";

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
    /// The hash of the fight with its squads led as they are written.
    pub as_written: String,
    /// The labels of keys and values.
    pub names: &'b Names,
    /// What was found.
    pub best: &'b Best,
}

impl<'b> Doctrines<'b> {
    /// The doctrines found at a cell of a scenario from the file of this name.
    #[must_use]
    pub fn of(scenario: &'b Scenario, cell: usize, file: String, best: &'b Best) -> Doctrines<'b> {
        Doctrines {
            provenance: runner::provenance_at(scenario, cell),
            intervals: Intervals::of(scenario),
            place: place(scenario, cell),
            file,
            as_written: scenario.hash_as_written(),
            names: scenario.names(),
            best,
        }
    }
}

impl Doctrines<'_> {
    /// The side whose score is reported: the one with the mission, otherwise the one that searches, otherwise blue.
    pub(crate) fn view(&self) -> Side {
        self.best.asked.mission.or(self.best.asked.side).unwrap_or(Side::Blue)
    }

    /// Blue's score as that of the side told.
    pub(crate) fn seen(&self, blue: &Estimate) -> Estimate {
        match self.view() {
            Side::Blue => *blue,
            Side::Red => complement(blue),
        }
    }

    /// What the score counts: `“the cell fulfils its mission”`.
    pub(crate) fn score(&self) -> String {
        let side = self.names.side(self.view());
        match self.best.asked.mission {
            Some(_) => format!("the success of {side} in the mission"),
            None => format!("the score of {side} (a win counts 1, a draw one half)"),
        }
    }

    /// The score of the side told, for each doctrine of blue (rows) against each of red (columns).
    pub(crate) fn game(&self) -> Vec<Vec<Estimate>> {
        self.best.scores.iter().map(|row| row.iter().map(|score| self.seen(score)).collect()).collect()
    }

    fn share(&self, blue: &Estimate) -> String {
        number::spoken(&self.seen(blue), Unit::Share)
    }

    /// A doctrine in words: what differs from the squads as written.
    pub(crate) fn words(&self, doctrine: &Doctrine) -> String {
        match doctrine.sets() {
            [] => WRITTEN.to_owned(),
            sets => self.names.choices(sets).join("; "),
        }
    }

    /// The doctrines of a side in the scenario; `None` if it plays as written.
    fn doctrines_of(&self, side: Side) -> Option<&'static str> {
        match self.provenance.card.doctrines[side].len() {
            0 => None,
            1 => Some("the scenario’s doctrine"),
            _ => Some("the scenario’s doctrines"),
        }
    }

    /// The first answer of a side: what it finds against the other one as the scenario says.
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
            let led = self.doctrines_of(side.enemy()).map_or(WRITTEN.to_owned(), |own| format!("with {own}"));
            let other = format!("{} {led}", self.names.side(side.enemy()));
            said.push(match round.found {
                Some(place_of) => {
                    let (verb, fresh) = match side == self.view() {
                        true => ("raises", round.fresh),
                        false => ("lowers", complement(&round.fresh)),
                    };
                    format!(
                        "Against {other}, the best doctrine found for {name} {verb} {score}{place} from {own} to {} \
                         ({} points on the same fresh luck): {}.",
                        number::spoken(&fresh, Unit::Share),
                        number::full(&round.gain, Unit::Share),
                        self.words(&self.best.doctrines[side][place_of])
                    )
                }
                None => format!(
                    "Against {other}, nothing better was found for {name} than {}: {score}{place} is {own}.",
                    self.doctrines_of(side).unwrap_or("what is written")
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
                false => "the search ended while a side still found better answers",
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
    pub(crate) fn percent(&self, side: Side, place: usize) -> f64 {
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

    pub(crate) fn basis(&self) -> String {
        format!(
            "by a search over the players’ choices; {} on luck that no choice was made by",
            sheet::described(Some(&self.intervals))
        )
    }

    pub(crate) fn facts(&self) -> Facts {
        let mut facts = words::of_provenance(&self.provenance, self.basis(), true);
        facts.insert(2, ("Engagements played", number::grouped(self.best.spent)));
        facts.insert(3, ("Doctrines refused", number::grouped(self.best.refused as u64)));
        facts
    }

    pub(crate) fn asked(&self) -> String {
        match self.best.asked.side {
            Some(side) => format!("How well can {} play?", self.names.side(side)),
            None => "How far does it depend on the players?".to_owned(),
        }
    }

    /// The command that plays them. Variants may set the same keys, so it leaves them out.
    pub(crate) fn again(&self) -> String {
        let variants = if self.provenance.card.variants.is_empty() { "" } else { " --set variants={}" };
        format!("beatenzone run {}{variants} --doctrines {DOCTRINES}", self.file)
    }

    /// The name and the content of the file of doctrines that both sides play.
    #[must_use]
    pub fn doctrines_file(&self) -> (String, Vec<u8>) {
        let about = [format!("What both sides play best in “{}”.", self.provenance.title), self.again()];
        let text = scenario::doctrines_text(&about.map(|line| plain(&line)), &self.best.played());
        (DOCTRINES.to_owned(), text.into_bytes())
    }

    pub(crate) fn tables(&self) -> [Table; 3] {
        [self.doctrines(), self.matrix(), self.rounds()]
    }
}
