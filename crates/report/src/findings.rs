//! The result of a search, in every format.

use engage::plain;
use polars::prelude::DataFrame;
use runner::Provenance;
use serde_json::Value;

use crate::chart::Chart;
use crate::csv_parquet::csv;
use crate::data::Data;
use crate::error::Error;
use crate::export::{File, about, chart_files};
use crate::format::Format;
use crate::json;
use crate::markdown;
use crate::tables::Table;
use crate::terminal;
use crate::words::Facts;

/// The result of a search, prepared for all formats.
#[derive(Clone, Debug)]
pub struct Findings<'f> {
    /// The name of its files without their endings.
    pub(crate) name: &'static str,
    pub(crate) provenance: &'f Provenance,
    /// How it was answered.
    pub(crate) basis: String,
    /// The answer.
    pub(crate) sentences: Vec<String>,
    /// The tables of the terminal and of Markdown; those without rows are left out.
    pub(crate) tables: Vec<Table>,
    pub(crate) facts: Facts,
    /// The rows of CSV and Parquet.
    pub(crate) frame: DataFrame,
    /// Everything, unrounded.
    pub(crate) value: Value,
    pub(crate) page: String,
    pub(crate) charts: Vec<Chart>,
}

impl Findings<'_> {
    /// The page.
    #[must_use]
    pub fn page(self) -> String {
        self.page
    }

    /// The text of a format for standard output; `width` is the width of the terminal.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn render(&self, format: Format, width: u16) -> Result<String, Error> {
        Ok(match format {
            Format::Table => self.table(width),
            Format::Csv => String::from_utf8_lossy(&csv(&self.frame)?).into_owned(),
            Format::Json => json::text(&self.value)?,
            Format::Markdown => self.markdown(),
        })
    }

    /// The page, Markdown, JSON, each chart as SVG and PNG, and the rows as CSV and as Parquet.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn files(self) -> Result<Vec<File>, Error> {
        let named = |ending: &str, bytes: Vec<u8>| (format!("{}.{ending}", self.name), bytes);
        let data = self.data()?;
        let mut files = vec![
            named("md", self.markdown().into_bytes()),
            named("csv", data.csv()?),
            named("parquet", data.parquet()?),
            named("json", json::text(&self.value)?.into_bytes()),
        ];
        files.insert(0, named("html", self.page.into_bytes()));
        files.extend(chart_files(self.charts)?);
        Ok(files)
    }

    /// Its rows as data.
    ///
    /// # Errors
    /// [`Error::Json`] if the scenario has no JSON form.
    pub fn data(&self) -> Result<Data, Error> {
        Ok(Data::new(self.frame.clone(), about(self.provenance, self.basis.clone())?))
    }

    fn shown(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().filter(|table| !table.rows.is_empty())
    }

    fn table(&self, width: u16) -> String {
        let mut text = format!("{}\n\n", plain(&self.provenance.title));
        for sentence in &self.sentences {
            text.push_str(&terminal::wrapped(&plain(sentence), width));
        }
        text.push('\n');
        for table in self.shown() {
            if !table.caption.is_empty() {
                text.push_str(&terminal::wrapped(&plain(&table.caption), width));
            }
            text.push_str(&terminal::drawn(table, width));
            text.push('\n');
        }
        text.push_str(&terminal::facts_below(&self.facts, width));
        text
    }

    fn markdown(&self) -> String {
        let sentences = self.sentences.iter().map(|sentence| format!("- {}\n", markdown::escaped(sentence)));
        let mut parts = vec![format!("# {}\n", markdown::escaped(&self.provenance.title)), sentences.collect()];
        parts.extend(self.shown().map(markdown::table));
        parts.push(markdown::fact_list(&self.facts));
        parts.join("\n")
    }
}
