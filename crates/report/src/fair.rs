//! What makes a fight fair, as files and as text for standard output.

use polars::prelude::DataFrame;
use runner::balance::{Balance, Found};
use serde_json::{Value, json};
use stats::Estimate;

use crate::balance::Fair;
use crate::error::Error;
use crate::export::{File, about, chart_files};
use crate::format::Format;
use crate::frame;
use crate::json::VERSION;
use crate::markdown;
use crate::number::{self, bounds};
use crate::terminal;
use crate::written::{csv, parquet};

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

    /// `balance.html`, `balance.md`, `balance.json`, each chart as SVG and PNG, and `balance` as CSV and as Parquet.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn files(&self) -> Result<Vec<File>, Error> {
        let (charts, frame) = (self.charts()?, self.frame()?);
        let mut files = vec![
            ("balance.html".to_owned(), self.page(&charts).into_bytes()),
            ("balance.md".to_owned(), self.markdown().into_bytes()),
            ("balance.csv".to_owned(), csv(&frame)?),
            ("balance.parquet".to_owned(), parquet(&frame, &about(&self.provenance, self.basis())?)?),
            ("balance.json".to_owned(), (serde_json::to_string_pretty(&self.value())? + "\n").into_bytes()),
        ];
        files.extend(charts.into_iter().flat_map(chart_files));
        Ok(files)
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
        let fair: Vec<Option<Estimate>> = points().map(|((_, balance), _)| balance.fair()).collect();
        let mut columns = vec![
            frame::strings("point", points().map(|((place, _), _)| place.as_str())),
            frame::strings(&self.key, values.iter().map(String::as_str)),
        ];
        columns.extend(frame::estimates(&self.quantity, &format!("{}.", self.quantity), &quantity));
        columns.extend(frame::estimates("fair", "fair.", &fair));
        Ok(DataFrame::new(values.len(), columns)?)
    }

    pub(crate) fn value(&self) -> Value {
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
        let mut provenance = json!(self.provenance);
        let scenario = provenance.as_object_mut().and_then(|from| from.remove("scenario"));
        json!({
            "version": VERSION,
            "provenance": provenance,
            "scenario": scenario,
            "intervals": self.intervals,
            "key": self.key,
            "quantity": self.quantity,
            "target": self.target,
            "points": self.points.iter().map(point).collect::<Vec<Value>>(),
        })
    }
}
