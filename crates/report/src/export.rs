//! Results as files and as text for standard output.

use runner::{Heat, OddsTable, Run};

use crate::chart::Chart;
use crate::error::Error;
use crate::format::Format;
use crate::json::{odds_json, run_json};
use crate::plan::Shown;
use crate::written::{csv, parquet};
use crate::{frame, markdown, terminal};

/// A run in a format for standard output; `width` is the width of the terminal.
///
/// # Errors
/// As for the writers of the formats.
pub fn render_run(run: &Run, format: Format, width: u16) -> Result<String, Error> {
    Ok(match format {
        Format::Table => terminal::run_table(run, width),
        Format::Csv => text(csv(&frame::cells(run)?)?),
        Format::Json => run_json(run)?,
        Format::Markdown => markdown::run_markdown(run, &[], &[]),
    })
}

/// A table of odds in a format for standard output; `width` is the width of the terminal.
///
/// # Errors
/// As for the writers of the formats.
pub fn render_odds(table: &OddsTable, format: Format, width: u16) -> Result<String, Error> {
    Ok(match format {
        Format::Table => terminal::odds_table(table, width),
        Format::Csv => text(csv(&frame::odds(table)?)?),
        Format::Json => odds_json(table)?,
        Format::Markdown => markdown::odds_markdown(table, &[]),
    })
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A file of a report: its name within the report's folder and its bytes.
pub type File = (String, Vec<u8>);

/// The whole report folder of a run: `report.html`, `report.md`, `results.csv`, `results.parquet`, `results.json`,
/// `distributions.csv`, `differences.csv` where there are variants, `heat.csv` and `heat.parquet` where something was counted
/// on maps, and every chart as SVG and PNG.
///
/// The same run and heat give the same bytes.
///
/// # Errors
/// As for the writers of the formats.
pub fn run_files(run: &Run, heats: &[Heat]) -> Result<Vec<File>, Error> {
    let charts = crate::chart::run_charts(run, heats)?;
    let json = run_json(run)?;
    let mut files = vec![
        ("report.html".to_owned(), crate::html::run_page(run, &charts, heats)?.into_bytes()),
        ("report.md".to_owned(), markdown::run_markdown(run, &charts, heats).into_bytes()),
        ("results.csv".to_owned(), csv(&frame::cells(run)?)?),
        ("results.parquet".to_owned(), parquet(&frame::cells(run)?)?),
        ("results.json".to_owned(), json.into_bytes()),
        ("distributions.csv".to_owned(), csv(&frame::distributions(run)?)?),
    ];
    if run.cells.iter().any(|cell| cell.difference.is_some()) {
        files.push(("differences.csv".to_owned(), csv(&frame::differences(run)?)?));
    }
    if heats.iter().any(|heat| heat.engagements > 0) {
        let squares = frame::heat(run, heats)?;
        files.push(("heat.csv".to_owned(), csv(&squares)?));
        files.push(("heat.parquet".to_owned(), parquet(&squares)?));
    }
    files.extend(charts.into_iter().flat_map(chart_files));
    Ok(files)
}

/// The whole report folder of a table of odds: `report.html`, `report.md`, `results.csv`, `results.parquet`,
/// `results.json`, and every chart as SVG and PNG.
///
/// # Errors
/// As for the writers of the formats.
pub fn odds_files(table: &OddsTable) -> Result<Vec<File>, Error> {
    let charts = crate::chart::odds_charts(table)?;
    let mut files = vec![
        ("report.html".to_owned(), crate::html::odds_page(table, &charts)?.into_bytes()),
        ("report.md".to_owned(), markdown::odds_markdown(table, &charts).into_bytes()),
        ("results.csv".to_owned(), csv(&frame::odds(table)?)?),
        ("results.parquet".to_owned(), parquet(&frame::odds(table)?)?),
        ("results.json".to_owned(), odds_json(table)?.into_bytes()),
    ];
    files.extend(charts.into_iter().flat_map(chart_files));
    Ok(files)
}

/// The pictures of a map: the plan, and what is seen and reached where that is asked, each as SVG and PNG.
///
/// # Errors
/// [`Error::Chart`] when the drawing library fails.
pub fn map_files(shown: &Shown<'_>) -> Result<Vec<File>, Error> {
    Ok(crate::chart::map_charts(shown)?.into_iter().flat_map(chart_files).collect())
}

fn chart_files(chart: Chart) -> [File; 2] {
    [(format!("{}.svg", chart.name), chart.svg.into_bytes()), (format!("{}.png", chart.name), chart.png)]
}
