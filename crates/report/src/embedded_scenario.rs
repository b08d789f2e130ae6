//! Reads the scenario embedded in a report.

use scenario::Written;
use serde::Deserialize;

use crate::html::DATA;

/// Why no scenario can be read from a report.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// The page contains no results.
    #[error("is no page of a report: it holds no results")]
    NoData,
    /// The results are not of this program, or of a version that did not embed scenarios.
    #[error("holds no scenario that it was played from: {0}")]
    NoScenario(serde_json::Error),
}

/// The scenario that a report was made from, given the text of its page (`report.html`) or of its results
/// (`results.json`).
///
/// # Errors
/// [`NotKept`] if there is none.
pub fn kept_in(text: &str) -> Result<Written, NotKept> {
    #[derive(Deserialize)]
    #[serde(rename = "Results")]
    struct Embedded {
        scenario: Written,
    }
    let is_page = text.trim_start().starts_with('<');
    let data = match text.split_once(DATA) {
        Some((_, rest)) if is_page => rest.split("</script>").next().unwrap_or(rest),
        None if is_page => return Err(NotKept::NoData),
        _ => text,
    };
    let results: Embedded = serde_json::from_str(data).map_err(NotKept::NoScenario)?;
    Ok(results.scenario)
}
