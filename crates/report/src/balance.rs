//! What makes a fight fair, in sentences, tables and data.

use engage::short_unit;
use polars::prelude::DataFrame;
use runner::balance::{Balance, Found, Look};
use runner::{Intervals, Provenance};
use scenario::{Name, Range};
use serde_json::{Value, json};
use stats::Estimate;

use crate::error::Error;
use crate::export::File;
use crate::format::Format;
use crate::frame;
use crate::markdown;
use crate::number::{self, Unit, bounds};
use crate::sheet;
use crate::tables::Table;
use crate::terminal;
use crate::words::{self, Facts};
use crate::written::csv;

/// The values of a key at which a quantity comes to a target, at each point of a sweep.
#[derive(Clone, Debug)]
pub struct Fair<'b> {
    /// Where it comes from.
    pub provenance: Provenance,
    /// How its intervals are made.
    pub intervals: Intervals,
    /// Engagements of a value at most.
    pub engagements: u64,
    /// The key.
    pub key: String,
    /// What people call it.
    pub name: Name,
    /// The values that it can take.
    pub range: Range,
    /// The quantity's word.
    pub quantity: String,
    /// What people call it.
    pub label: String,
    /// Whether it is a share.
    pub is_share: bool,
    /// What it is to come to.
    pub target: f64,
    /// Each point in words, empty where nothing else is swept, with what was found there.
    pub points: Vec<(String, &'b Balance)>,
}

impl Fair<'_> {
    /// A format for standard output; `width` is the width of the terminal.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn render(&self, format: Format, width: u16) -> Result<String, Error> {
        Ok(match format {
            Format::Table => self.table(width),
            Format::Csv => String::from_utf8_lossy(&csv(&self.frame()?)?).into_owned(),
            Format::Json => serde_json::to_string_pretty(&self.value())? + "\n",
            Format::Markdown => self.markdown(),
        })
    }

    /// `balance.md`, `balance.csv` and `balance.json`.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn files(&self) -> Result<Vec<File>, Error> {
        Ok(vec![
            ("balance.md".to_owned(), self.markdown().into_bytes()),
            ("balance.csv".to_owned(), csv(&self.frame()?)?),
            ("balance.json".to_owned(), (serde_json::to_string_pretty(&self.value())? + "\n").into_bytes()),
        ])
    }

    /// What was found at each point, in a sentence or two each.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        self.points.iter().map(|(place, balance)| self.sentence(place, balance)).collect()
    }

    const fn unit(&self) -> Unit {
        if self.is_share { Unit::Share } else { Unit::Count }
    }

    /// `Blue wins 50 %`.
    fn goal(&self) -> String {
        let value = number::trimmed(self.target * self.unit().scale());
        format!("{} {value}{}", self.label, self.unit().suffix())
    }

    fn shown(&self, look: &Look) -> String {
        number::full(&look.estimate, self.unit()) + self.unit().suffix()
    }

    fn sentence(&self, place: &str, balance: &Balance) -> String {
        let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
        if balance.looks.is_empty() {
            return format!("{place}nothing was played.");
        }
        let unit = if self.name.unit.is_empty() { String::new() } else { format!(" {}", short_unit(&self.name.unit)) };
        let mut said = match &balance.found {
            Found::Between { below, above, at: at_value } => {
                let (below, above) = (&balance.looks[*below], &balance.looks[*above]);
                let at = |look: &Look| format!("{} at {}", self.shown(look), text(&look.value));
                let sides = match &self.range {
                    Range::Real { .. } => String::new(),
                    _ => format!(": {}, {}", at(below), at(above)),
                };
                match &self.range {
                    Range::Words(_) => {
                        let (below, above) = (text(&below.value), text(&above.value));
                        format!("{place}{} between {below} and {above} ({}){sides}.", self.goal(), self.name.label)
                    }
                    _ => {
                        format!("{place}{} at {}{unit} ({}){sides}.", self.goal(), crossing(at_value), self.name.label)
                    }
                }
            }
            Found::Nowhere(nearest) => {
                let (Some(first), Some(last)) = (balance.looks.first(), balance.looks.last()) else { return place };
                let nearest = &balance.looks[*nearest];
                format!(
                    "{place}{} nowhere from {} to {}{unit} ({}); nearest is {} at {}.",
                    self.goal(),
                    text(&first.value),
                    text(&last.value),
                    self.name.label,
                    self.shown(nearest),
                    text(&nearest.value)
                )
            }
        };
        if !balance.monotone {
            said += " It rises in one part of the range and falls in another, so that there may be other such values.";
        }
        if matches!(balance.found, Found::Between { .. }) && !balance.tight && !matches!(self.range, Range::Words(_)) {
            said += " The interval is wider than asked for; more engagements would narrow it.";
        }
        if balance.interrupted {
            said += " The search was stopped before it was complete.";
        }
        said
    }

    /// The values that are shown: of real numbers those nearest to the crossing.
    fn near<'l>(&self, balance: &'l Balance) -> impl Iterator<Item = &'l Look> {
        const SHOWN: usize = 12;
        let first = match (&self.range, &balance.found) {
            (Range::Real { .. }, Found::Between { below, .. }) => (below + 1).saturating_sub(SHOWN / 2),
            _ => 0,
        };
        let shown = if matches!(self.range, Range::Real { .. }) { SHOWN } else { usize::MAX };
        balance.looks.iter().skip(first).take(shown)
    }

    fn shown_as_table(&self) -> Table {
        let heading = |balance: &Balance| match &balance.found {
            Found::Between { at, .. } if !matches!(self.range, Range::Words(_)) => crossing(at),
            Found::Between { below, above, .. } => {
                format!("{} / {}", text(&balance.looks[*below].value), text(&balance.looks[*above].value))
            }
            Found::Nowhere(_) => "none".to_owned(),
        };
        let (header, rows) = match self.points.as_slice() {
            [(_, balance)] => (
                [engage::heading(&self.name.label, &self.name.unit), self.label.clone()],
                self.near(balance).map(|look| vec![text(&look.value), self.shown(look)]).collect(),
            ),
            points => (
                ["Where".to_owned(), format!("{} for {}", self.name.label, self.goal())],
                points.iter().map(|(place, balance)| vec![place.clone(), heading(balance)]).collect(),
            ),
        };
        Table { caption: String::new(), header: header.to_vec(), rows, words: 1 }
    }

    fn facts(&self) -> Facts {
        let most = number::grouped(self.engagements);
        let answered = format!("at most {most} engagements a value, {}", sheet::described(Some(&self.intervals)));
        words::of_provenance(&self.provenance, answered, true)
    }

    fn table(&self, width: u16) -> String {
        let mut text = format!("{}\n\n", terminal::printable(&self.provenance.title));
        for sentence in self.sentences() {
            text.push_str(&terminal::wrapped(&terminal::printable(&sentence), width));
        }
        text.push('\n');
        text.push_str(&terminal::drawn(&self.shown_as_table(), width));
        text.push('\n');
        text.push_str(&terminal::told(&self.facts(), width));
        text
    }

    fn markdown(&self) -> String {
        let sentences = self.sentences().into_iter().map(|sentence| format!("- {}\n", markdown::escaped(&sentence)));
        let mut parts = vec![format!("# {}\n", markdown::escaped(&self.provenance.title)), sentences.collect()];
        parts.push(markdown::table(&self.shown_as_table()));
        parts.push(markdown::told(&self.facts()));
        parts.join("\n")
    }

    /// A row for each value that was looked at.
    fn frame(&self) -> Result<DataFrame, Error> {
        let points = || self.points.iter().flat_map(|point| point.1.looks.iter().map(move |look| (point, look)));
        let values: Vec<String> = points().map(|(_, look)| scenario::text(&look.value)).collect();
        let quantity: Vec<Option<Estimate>> = points().map(|(_, look)| Some(look.estimate)).collect();
        let fair = points().map(|((_, balance), _)| match &balance.found {
            Found::Between { at, .. } => Some(*at),
            Found::Nowhere(_) => None,
        });
        let fair: Vec<Option<Estimate>> = fair.collect();
        let mut columns = vec![
            frame::strings("point", points().map(|((place, _), _)| place.as_str())),
            frame::strings(&self.key, values.iter().map(String::as_str)),
        ];
        columns.extend(frame::estimates(&self.quantity, &format!("{}.", self.quantity), &quantity));
        columns.extend(frame::estimates("fair", "fair.", &fair));
        Ok(DataFrame::new(values.len(), columns)?)
    }

    fn value(&self) -> Value {
        let estimate = |estimate: &Estimate| {
            let (low, high) = bounds(estimate);
            json!({ "value": estimate.value, "low": low, "high": high, "exact": number::is_exact(estimate) })
        };
        let point = |(place, balance): &(String, &Balance)| {
            let looks = balance.looks.iter();
            let looks: Vec<Value> =
                looks.map(|look| json!({ "value": look.value, "quantity": estimate(&look.estimate) })).collect();
            let fair = match &balance.found {
                Found::Between { below, above, at } => json!({
                    "below": balance.looks[*below].value,
                    "above": balance.looks[*above].value,
                    "at": estimate(at),
                }),
                Found::Nowhere(_) => Value::Null,
            };
            json!({
                "point": place,
                "fair": fair,
                "monotone": balance.monotone,
                "tight": balance.tight,
                "interrupted": balance.interrupted,
                "looks": looks,
                "answer": self.sentence(place, balance),
            })
        };
        json!({
            "provenance": self.provenance,
            "intervals": self.intervals,
            "key": self.key,
            "quantity": self.quantity,
            "target": self.target,
            "points": self.points.iter().map(point).collect::<Vec<Value>>(),
        })
    }
}

/// A crossing as it is said: `5.62 ±0.08`, `5.619 exact`.
fn crossing(at: &Estimate) -> String {
    if number::is_exact(at) {
        let shown = format!("{:.3}", at.value);
        return format!("{} exact", shown.trim_end_matches('0').trim_end_matches('.'));
    }
    number::full(at, Unit::Count)
}

/// A value, a number with at most three decimals.
fn text(value: &Value) -> String {
    match value.as_f64().filter(|number| number.fract() != 0.0) {
        Some(number) => format!("{number:.3}").trim_end_matches('0').trim_end_matches('.').to_owned(),
        None => scenario::text(value),
    }
}
