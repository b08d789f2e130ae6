//! Results as files and as text for standard output.

use polars::prelude::DataFrame;
use runner::Provenance;

use crate::chart::Chart;
use crate::csv_parquet::csv;
use crate::data::Data;
use crate::error::Error;
use crate::format::Format;
use crate::frame;
use crate::json::VERSION;
use crate::plan::Shown;
use crate::report::{Report, Source};

/// A file of a report: its name within the report's folder and its bytes.
pub type File = (String, Vec<u8>);

impl Report<'_> {
    /// CSV with one row for each cell of a run or each point of a situation.
    ///
    /// # Errors
    /// [`Error::Frame`] if an axis has the name of another column, and errors of the writer.
    pub fn csv(&self) -> Result<Vec<u8>, Error> {
        csv(&self.frame()?)
    }

    fn frame(&self) -> Result<DataFrame, Error> {
        match self.source {
            Source::Run(run, _) => frame::cells(run),
            Source::Odds(table) => frame::odds(table),
        }
    }

    /// The text of a format for standard output; `width` is the width of the terminal.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn render(&self, format: Format, width: u16) -> Result<String, Error> {
        Ok(match format {
            Format::Table => self.table(width),
            Format::Csv => String::from_utf8_lossy(&self.csv()?).into_owned(),
            Format::Json => self.json()?,
            Format::Markdown => self.markdown(&[]),
        })
    }

    /// The whole report folder: `report.html`, `report.md`, `results.json`, every chart as SVG and PNG, and tables as
    /// CSV and Parquet. The tables are `results`, and for a run also `distributions`, `differences` if it has variants,
    /// and `heat` if events were counted on maps.
    ///
    /// The same result gives the same bytes.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn files(&self) -> Result<Vec<File>, Error> {
        let charts = self.charts()?;
        let mut files = vec![
            ("report.html".to_owned(), self.page(&charts)?.into_bytes()),
            ("report.md".to_owned(), self.markdown(&charts).into_bytes()),
            ("results.json".to_owned(), self.json()?.into_bytes()),
        ];
        for name in self.tables() {
            let data = self.data(name)?;
            files.push((format!("{name}.csv"), data.csv()?));
            files.push((format!("{name}.parquet"), data.parquet()?));
        }
        files.extend(chart_files(charts)?);
        Ok(files)
    }

    /// The names of its tables of data: `results`, `distributions`, `differences`, `heat`, as far as it has them.
    #[must_use]
    pub fn tables(&self) -> Vec<&'static str> {
        let mut tables = vec!["results"];
        if let Source::Run(run, heats) = self.source {
            tables.push("distributions");
            tables.extend(run.cells.iter().any(|cell| cell.difference.is_some()).then_some("differences"));
            tables.extend(heats.iter().any(|heat| heat.engagements > 0).then_some("heat"));
        }
        tables
    }

    /// One of its tables as data.
    ///
    /// # Errors
    /// [`Error::NoTable`], and [`Error::Frame`] if an axis has the name of another column.
    pub fn data(&self, name: &str) -> Result<Data, Error> {
        let known = self.tables();
        if !known.contains(&name) {
            return Err(Error::NoTable { name: name.to_owned(), known: known.join(", ") });
        }
        let frame = match (self.source, name) {
            (Source::Run(run, _), "distributions") => frame::distributions(run),
            (Source::Run(run, _), "differences") => frame::differences(run),
            (Source::Run(run, heats), "heat") => frame::heat(run, heats),
            _ => self.frame(),
        };
        let mut about = about(self.provenance(), self.sheet.basis())?;
        if let Source::Run(run, _) = self.source {
            about.push(("beatenzone.result_hash", run.result_hash.clone()));
        }
        Ok(Data::new(frame?, about))
    }
}

/// The metadata of a table: its origin, how its intervals are computed, and the scenario as it was read.
pub(crate) fn about(from: &Provenance, answered: String) -> Result<Vec<(&'static str, String)>, Error> {
    Ok(vec![
        ("beatenzone.version", VERSION.to_string()),
        ("beatenzone.title", from.title.clone()),
        ("beatenzone.ruleset", from.ruleset.clone()),
        ("beatenzone.engine", from.version.clone()),
        ("beatenzone.seed", from.seed.to_string()),
        ("beatenzone.scenario_hash", from.scenario_hash.clone()),
        ("beatenzone.rules_changed", rules_changed(from)),
        ("beatenzone.answered", answered),
        ("beatenzone.scenario", serde_json::to_string(&from.scenario)?),
    ])
}

/// The rules that were changed in words, one a line.
fn rules_changed(from: &Provenance) -> String {
    from.rules_changed.iter().map(|change| change.told.as_str()).collect::<Vec<_>>().join("\n")
}

/// The pictures of a map, each as SVG and PNG: the plan and, if requested, the squares seen and reached.
///
/// # Errors
/// [`Error::Chart`] when the drawing library fails.
pub fn map_files(shown: &Shown<'_>) -> Result<Vec<File>, Error> {
    chart_files(crate::chart::map_charts(shown)?)
}

/// Charts as files, each as SVG and PNG.
pub(crate) fn chart_files(charts: Vec<Chart>) -> Result<Vec<File>, Error> {
    let mut files = Vec::new();
    for chart in charts {
        let png = chart.png()?;
        files.push((format!("{}.svg", chart.name), chart.svg.into_bytes()));
        files.push((format!("{}.png", chart.name), png));
    }
    Ok(files)
}
