//! What units are worth, as sentences, tables, a page and data.

use runner::{Intervals, Provenance};
use scenario::{Body, Names, Refused, Scenario, Unit};
use search::{Pairing, Priced, Wares, logistic};
use serde_json::Value;
use stats::{Basis, Estimate};

use crate::number::{self, Unit as Shown};
use crate::sheet;
use crate::tables::Table;
use crate::words::{self, Facts};

/// The most units named in the first sentence.
const NAMED: usize = 8;

/// What units cost, with the names of everything.
#[derive(Clone, Debug)]
pub struct Prices<'p> {
    /// The origin of the result.
    pub provenance: Provenance,
    /// How its intervals are computed.
    pub intervals: Intervals,
    /// The point of the sweep in words; empty if nothing is swept.
    pub place: String,
    /// What one of the first unit costs, in points.
    pub points: f64,
    /// The options with which it was asked, after the name of the file.
    pub options: String,
    /// The squad of blue that the units replace, as a key.
    pub squad: String,
    /// The labels of keys and values.
    pub names: &'p Names,
    /// The units that the ruleset refuses, each with the reason.
    pub left_out: Vec<Refused>,
    /// What was found.
    pub priced: &'p Priced,
}

impl<'p> Prices<'p> {
    /// What units cost at a cell of a scenario; `options` ask the same after the name of the file.
    #[must_use]
    pub fn of(scenario: &'p Scenario, cell: usize, wares: Wares, options: String, priced: &'p Priced) -> Prices<'p> {
        let squad = scenario.lone_squads().map(|[blue, _]| format!("blue.{blue}"));
        Prices {
            provenance: runner::provenance_at(scenario, cell),
            intervals: Intervals::of(scenario),
            place: place(scenario, cell, &priced.asked.units),
            points: wares.points,
            options,
            squad: squad.unwrap_or_default(),
            names: scenario.names(),
            left_out: wares.left_out,
            priced,
        }
    }
}

/// A cell in words, without the keys that units set.
fn place(scenario: &Scenario, cell: usize, units: &[Unit]) -> String {
    let names = scenario.names();
    let Body::Fight(cells) = &scenario.body else { return String::new() };
    let is_set = |key: &str| {
        let word =
            ["blue.", "red."].iter().find_map(|side| key.strip_prefix(side)?.split_once('.')).map(|(_, word)| word);
        word == Some("count") || units.iter().flat_map(|unit| &unit.sets).any(|(own, _)| Some(own.as_str()) == word)
    };
    let swept = scenario.axes.iter().zip(&cells[cell].point).filter(|(axis, _)| !is_set(&axis.key));
    let told = swept.map(|(axis, &at)| names.key(&axis.key).with(&names.value(&axis.key, &axis.values[at])));
    told.collect::<Vec<_>>().join(", ")
}

impl Prices<'_> {
    pub(crate) fn unit(&self, unit: usize) -> &Unit {
        &self.priced.asked.units[unit]
    }

    fn name(&self, unit: usize) -> String {
        format!("“{}”", self.unit(unit).name)
    }

    /// A cost in points.
    pub(crate) fn points(&self, cost: &Estimate) -> Estimate {
        let scaled = |value: f64| value * self.points;
        let basis = match cost.basis {
            Basis::Exact { unresolved } => Basis::Exact { unresolved: scaled(unresolved) },
            Basis::Sampled { low, high, n } => Basis::Sampled { low: scaled(low), high: scaled(high), n },
        };
        Estimate { value: scaled(cost.value), basis }
    }

    /// A cost in points as text: `14.2 ±0.6`.
    fn cost(&self, unit: usize) -> String {
        match unit {
            0 => number::trimmed(self.points).to_string(),
            _ => number::full(&self.points(&self.priced.costs[unit]), Shown::Count),
        }
    }

    /// The units, the dearest first.
    fn dearest(&self) -> Vec<usize> {
        let costs = &self.priced.costs;
        let mut units: Vec<usize> = (0..costs.len()).collect();
        units.sort_by(|a, b| costs[*b].value.total_cmp(&costs[*a].value));
        units
    }

    /// What was found, in sentences.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let priced = self.priced;
        let place = if self.place.is_empty() { String::new() } else { format!(" ({})", self.place) };
        let mut others = self.dearest();
        others.retain(|&unit| unit > 0);
        let more = others.len().saturating_sub(NAMED);
        let mut named: Vec<String> =
            others.iter().take(NAMED).map(|&unit| format!("{} {}", self.name(unit), self.cost(unit))).collect();
        if more > 0 {
            named.push(format!("and {more} more"));
        }
        let first = format!("If one {} costs {} points", self.name(0), number::trimmed(self.points));
        let mut said = vec![format!("{first}, these are worth{place}: {}.", named.join(", "))];
        said.extend(self.fits());
        if priced.far > 0 {
            let all = priced.far + priced.pairings.len();
            let (is, count) = if priced.far == 1 { ("is", "does") } else { ("are", "do") };
            said.push(format!(
                "{} of {all} pairs {is} too far apart to be even with up to {} of a unit on a side, and {count} not count.",
                priced.far, priced.asked.most
            ));
        }
        said.push(self.seat());
        said.push(self.numbers());
        if !self.left_out.is_empty() {
            let left_out: Vec<String> = self.left_out.iter().map(|(name, why)| format!("“{name}” ({why})")).collect();
            said.push(format!("Left out, because the ruleset refuses them here: {}.", left_out.join("; ")));
        }
        if !priced.tight {
            said.push(format!(
                "The error of sampling is not yet within ±{} % of every cost after {} engagements a match-up.",
                number::trimmed(100.0 * priced.asked.within),
                number::grouped(priced.engagements)
            ));
        }
        said
    }

    /// How far costs say everything: the clearest cycle, and the pair that differs most from even at equal cost.
    fn fits(&self) -> Vec<String> {
        let priced = self.priced;
        let mut said = Vec::new();
        if let Some(cycle) = &priced.cycle {
            let [a, b, c] = cycle.units.map(|unit| self.name(unit));
            said.push(format!(
                "No costs are fair to all: at equal cost {a} beats {b}, {b} beats {c} and {c} beats {a}, the closest of the three \
                 by a score of {:.1} %.",
                100.0 * logistic(cycle.closest)
            ));
        }
        let known: Vec<&Pairing> = priced.pairings.iter().filter(|pairing| is_known(&pairing.beyond)).collect();
        let furthest = known.iter().max_by(|a, b| a.beyond.value.abs().total_cmp(&b.beyond.value.abs()));
        let (count, all) = (known.len(), priced.pairings.len());
        said.push(match furthest {
            None => format!("At equal cost no pair of the {all} is known to differ from even by more than its error."),
            Some(pairing) => {
                let ([one, other], first) = (pairing.units, pairing.beyond.value > 0.0);
                let (a, b) = if first { (one, other) } else { (other, one) };
                let score = number::spoken(&at_equal_cost(pairing, first), Shown::Share);
                format!(
                    "Of {all} pairs {count} differ from even at equal cost; furthest off are {} against {}, who score {score}. \
                     Costs leave {:.0} % of the differences between units unexplained.",
                    self.name(a),
                    self.name(b),
                    100.0 * priced.unexplained
                )
            }
        });
        said
    }

    fn seat(&self) -> String {
        let seat = &self.priced.seat;
        let (low, high) = seat.interval();
        let blue = self.names.side(engage::Side::Blue);
        let score = number::spoken(seat, Shown::Share);
        match (low > 0.5, high < 0.5) {
            (false, false) => {
                format!("Between sides of equal cost {blue} scores {score}: neither seat is known to be better.")
            }
            (better, _) => {
                let word = if better { "better" } else { "worse" };
                format!(
                    "Between sides of equal cost {blue} scores {score}: its seat is {word}, and the costs leave that aside."
                )
            }
        }
    }

    fn numbers(&self) -> String {
        let exponent = &self.priced.exponent;
        let twice = at_odds(exponent, 2.0_f64.ln());
        format!(
            "Twice the numbers of the same unit score {}; the costs hold for up to {} of a unit on a side.",
            number::spoken(&twice, Shown::Share),
            self.priced.asked.most
        )
    }

    pub(crate) fn costs(&self) -> Table {
        let row = |unit: usize| {
            let told = |(word, value): &(String, Value)| self.names.alone(&format!("{}.{word}", self.squad), value);
            let figures = Some(self.unit(unit).figures).filter(|figures| *figures > 1);
            let figures = figures.map(|figures| format!("{figures} figures"));
            let sets: Vec<String> = figures.into_iter().chain(self.unit(unit).sets.iter().map(told)).collect();
            let (low, high) = self.points(&self.priced.costs[unit]).interval();
            let decimals = if high < 10.0 { 2 } else { 1 };
            let ends = if unit == 0 { "set".to_owned() } else { format!("{low:.decimals$} to {high:.decimals$}") };
            vec![self.unit(unit).name.clone(), sets.join("; "), self.cost(unit), ends]
        };
        Table {
            caption: String::new(),
            header: ["Unit", "What it is", "Points", "Interval"].map(str::to_owned).to_vec(),
            rows: self.dearest().into_iter().map(row).collect(),
            words: 2,
            verdicts: 0,
        }
    }

    /// The pairs that are furthest from even at equal cost, in standard errors.
    pub(crate) fn pairings(&self, most: usize) -> Table {
        let mut pairings: Vec<&Pairing> = self.priced.pairings.iter().collect();
        pairings.sort_by(|a, b| b.errors.abs().total_cmp(&a.errors.abs()));
        let left = pairings.len().saturating_sub(most);
        let caption = if left == 0 { String::new() } else { format!("; {left} more pairs are closer to even") };
        let row = |pairing: &&Pairing| {
            let [a, b] = pairing.units;
            let score = number::full(&at_equal_cost(pairing, true), Shown::Share);
            vec![
                self.unit(a).name.clone(),
                self.unit(b).name.clone(),
                score,
                format!("{:+.1}", pairing.errors).replace('-', "−"),
            ]
        };
        Table {
            caption: format!("At equal cost, seats aside{caption}"),
            header: ["Unit", "Against", "Score, %", "Standard errors from even"].map(str::to_owned).to_vec(),
            rows: pairings.iter().take(most).map(row).collect(),
            words: 2,
            verdicts: 0,
        }
    }

    pub(crate) fn mirrors(&self) -> Table {
        let blue = self.names.side(engage::Side::Blue);
        let row = |mirror: &search::Mirror| {
            let name = self.unit(mirror.unit).name.clone();
            vec![name, mirror.number.to_string(), number::full(&mirror.score, Shown::Share)]
        };
        Table {
            caption: "Each unit against itself: a check of the seats".to_owned(),
            header: vec!["Unit".to_owned(), "On each side".to_owned(), format!("Score of {blue}, %")],
            rows: self.priced.mirrors.iter().map(row).collect(),
            words: 1,
            verdicts: 0,
        }
    }

    pub(crate) fn matchups(&self) -> Table {
        let row = |matchup: &search::Matchup| {
            let [blue, red] =
                [0, 1].map(|seat| format!("{} × {}", matchup.numbers[seat], self.unit(matchup.units[seat]).name));
            let fitted = number::plain(&Estimate::exact(matchup.fitted), Shown::Share);
            vec![blue, red, number::full(&matchup.score, Shown::Share), fitted]
        };
        let header = ["Blue", "Red", "Score of Blue, %", "By the costs, %"];
        Table {
            caption: "Every match-up".to_owned(),
            header: header.map(str::to_owned).to_vec(),
            rows: self.priced.matchups.iter().map(row).collect(),
            words: 2,
            verdicts: 0,
        }
    }

    pub(crate) fn basis(&self) -> String {
        format!(
            "{} engagements a match-up on the same luck; {} of all costs together, from leaving out blocks of engagements \
             and from how far pairs disagree",
            number::grouped(self.priced.engagements),
            sheet::described(Some(&self.intervals))
        )
    }

    pub(crate) fn facts(&self) -> Facts {
        let mut facts = words::of_provenance(&self.provenance, self.basis(), true);
        facts.insert(2, ("Engagements played", number::grouped(self.priced.spent)));
        facts
    }

    /// The units and their costs in points, the dearest first.
    pub(crate) fn drawn(&self) -> Vec<(String, Estimate)> {
        let drawn = |unit: usize| (self.unit(unit).name.clone(), self.points(&self.priced.costs[unit]));
        self.dearest().into_iter().map(drawn).collect()
    }
}

/// Whether an interval leaves zero out.
fn is_known(estimate: &Estimate) -> bool {
    let (low, high) = estimate.interval();
    low > 0.0 || high < 0.0
}

/// The score at these log-odds, times a factor.
fn at_odds(log_odds: &Estimate, factor: f64) -> Estimate {
    let share = |log_odds: f64| logistic(log_odds * factor);
    let basis = match log_odds.basis {
        Basis::Exact { .. } => Basis::Exact { unresolved: 0.0 },
        Basis::Sampled { low, high, n } => {
            let (one, other) = (share(low), share(high));
            Basis::Sampled { low: one.min(other), high: one.max(other), n }
        }
    };
    Estimate { value: share(log_odds.value), basis }
}

/// The score of the first of a pair at equal cost, or of the second.
pub(crate) fn at_equal_cost(pairing: &Pairing, first: bool) -> Estimate {
    at_odds(&pairing.beyond, if first { 1.0 } else { -1.0 })
}
