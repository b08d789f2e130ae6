//! Results as CSV, Parquet and JSON.

use polars::prelude::{CsvWriter, DataFrame, ParquetWriter, SerWriter};
use runner::{Heat, OddsTable, Run};
use serde_json::{Value, json};

use crate::chart::Chart;
use crate::error::Error;
use crate::format::Format;
use crate::plan::Shown;
use crate::sheet::fraction;
use crate::{frame, markdown, terminal};

/// A frame as CSV with a header.
///
/// # Errors
/// [`Error::Frame`] when the writer fails.
pub fn csv(mut frame: DataFrame) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    CsvWriter::new(&mut bytes).include_header(true).finish(&mut frame)?;
    Ok(bytes)
}

/// A frame as a Parquet file. Compare files by content: other versions of the library may write other bytes.
///
/// # Errors
/// [`Error::Frame`] when the writer fails.
pub fn parquet(mut frame: DataFrame) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes).finish(&mut frame)?;
    Ok(bytes)
}

/// A whole run as JSON.
///
/// # Errors
/// [`Error::Json`] when a value has no JSON form.
pub fn run_json(run: &Run) -> Result<String, Error> {
    Ok(serde_json::to_string_pretty(run)? + "\n")
}

/// A whole table of odds as JSON: `provenance`, `kind`, `axes`, and `cells`, each with the text of its `point` by key, its
/// `manner`, and `values` by outcome: `fraction` (or null), `value`, `error`.
///
/// # Errors
/// [`Error::Json`] when a value has no JSON form.
pub fn odds_json(table: &OddsTable) -> Result<String, Error> {
    Ok(serde_json::to_string_pretty(&odds_value(table)?)? + "\n")
}

pub(crate) fn odds_value(table: &OddsTable) -> Result<Value, Error> {
    let cells = table.cells.iter().map(|(point, answer)| {
        let at = |(axis, &i): (&runner::Axis, &usize)| (axis.key.clone(), Value::from(axis.values.get(i).cloned()));
        let point: serde_json::Map<_, _> = table.axes.iter().zip(point).map(at).collect();
        let values: serde_json::Map<_, _> = answer
            .values
            .iter()
            .map(|v| {
                let fraction = v.fraction.as_ref().map(fraction);
                (v.outcome.clone(), json!({ "fraction": fraction, "value": v.decimal, "error": v.error }))
            })
            .collect();
        json!({ "point": point, "manner": manner(answer.manner), "values": values })
    });
    let provenance = serde_json::to_value(&table.provenance)?;
    let axes = serde_json::to_value(&table.axes)?;
    Ok(json!({ "provenance": provenance, "kind": table.kind, "axes": axes, "cells": cells.collect::<Vec<_>>() }))
}

fn manner(manner: engage::Manner) -> Value {
    let word = frame::manner(manner);
    match manner {
        engage::Manner::Exact => json!({ word: {} }),
        engage::Manner::Chain { states, unresolved } => json!({ word: { "states": states, "unresolved": unresolved } }),
        engage::Manner::Sampled { engagements, unsolved } => {
            json!({ word: { "engagements": engagements, "because": unsolved.to_string() } })
        }
    }
}

/// A run in a format for standard output; `width` is the width of the terminal.
///
/// # Errors
/// As for the writers of the formats.
pub fn render_run(run: &Run, format: Format, width: u16) -> Result<String, Error> {
    Ok(match format {
        Format::Table => terminal::run_table(run, width),
        Format::Csv => text(csv(frame::cells(run)?)?),
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
        Format::Csv => text(csv(frame::odds(table)?)?),
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
        ("results.csv".to_owned(), csv(frame::cells(run)?)?),
        ("results.parquet".to_owned(), parquet(frame::cells(run)?)?),
        ("results.json".to_owned(), json.into_bytes()),
        ("distributions.csv".to_owned(), csv(frame::distributions(run)?)?),
    ];
    if run.cells.iter().any(|cell| cell.difference.is_some()) {
        files.push(("differences.csv".to_owned(), csv(frame::differences(run)?)?));
    }
    if heats.iter().any(|heat| heat.engagements > 0) {
        let squares = frame::heat(run, heats)?;
        files.push(("heat.csv".to_owned(), csv(squares.clone())?));
        files.push(("heat.parquet".to_owned(), parquet(squares)?));
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
        ("results.csv".to_owned(), csv(frame::odds(table)?)?),
        ("results.parquet".to_owned(), parquet(frame::odds(table)?)?),
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
