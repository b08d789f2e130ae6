//! What can go wrong between numbers and bytes.

/// A report that could not be made. Nothing is read or written here, so this is never an error of files.
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
    /// A chart could not be drawn.
    #[error("the chart {name} could not be drawn: {reason}")]
    Chart {
        /// The chart's name.
        name: String,
        /// What the drawing library said.
        reason: String,
    },
}
