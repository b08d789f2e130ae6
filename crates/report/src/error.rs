//! Errors in making reports.

/// An error in making a report. This crate reads and writes no files, so it never concerns them.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A frame could not be built, such as when two columns have one name.
    #[error("the results do not fit a table: {0}")]
    Frame(#[from] polars::error::PolarsError),
    /// A frame could not be written as CSV.
    #[error("the results could not be written as CSV: {0}")]
    Csv(#[from] csv::Error),
    /// A frame could not be written as Parquet.
    #[error("the results could not be written as Parquet: {0}")]
    Parquet(#[from] parquet::errors::ParquetError),
    /// The results could not be written as JSON.
    #[error("the results could not be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A result has no table of this name.
    #[error("there is no table `{name}`, expected one of {known}")]
    NoTable {
        /// The name.
        name: String,
        /// The names of its tables.
        known: String,
    },
    /// A chart could not be drawn.
    #[error("the chart {name} could not be drawn: {reason}")]
    Chart {
        /// The chart's name.
        name: String,
        /// The message of the drawing library.
        reason: String,
    },
}
