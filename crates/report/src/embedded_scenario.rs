//! The scenario in a report that somebody has kept or was sent.

use scenario::Written;
use serde::Deserialize;

use crate::html::DATA;

/// Why no scenario can be read from a report.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// A page without results in it.
    #[error("is no page of a report: it holds no results")]
    NoData,
    /// No results of this program, or of one that kept no scenarios with them.
    #[error("holds no scenario that it was played from: {0}")]
    NoScenario(serde_json::Error),
}

/// The scenario that a page (`report.html`) or a file of results (`results.json`) was made from, by its text.
///
/// # Errors
/// [`NotKept`] where there is none.
pub fn kept_in(text: &str) -> Result<Written, NotKept> {
    #[derive(Deserialize)]
    struct Results {
        scenario: Written,
    }
    let is_page = text.trim_start().starts_with('<');
    let data = match text.split_once(DATA) {
        Some((_, rest)) if is_page => rest.split("</script>").next().unwrap_or(rest),
        None if is_page => return Err(NotKept::NoData),
        _ => text,
    };
    let results: Results = serde_json::from_str(data).map_err(NotKept::NoScenario)?;
    Ok(results.scenario)
}
