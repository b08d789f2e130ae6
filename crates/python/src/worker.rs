//! Performs tasks that another process hands out.

use std::sync::{Arc, Mutex, PoisonError};

use ::scenario::{Scenario, Written};
use pyo3::prelude::*;
use runner::{MadeCells, Order, Stop};

use crate::failed::Failed;

/// The most scenarios that a worker keeps.
const MOST_KEPT: usize = 4;

/// A scenario, and the cells that searches made of it.
struct Kept {
    written: String,
    scenario: Scenario,
    made: Mutex<MadeCells>,
}

/// The scenarios that were performed last, the last one at the end.
static KEPT: Mutex<Vec<Arc<Kept>>> = Mutex::new(Vec::new());

/// The scenario with this text, read when it is first needed.
fn kept(written: &str) -> Result<Arc<Kept>, Failed> {
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(place) = all.iter().position(|one| one.written == written) {
        let known = all.remove(place);
        all.push(known.clone());
        return Ok(known);
    }
    // Others wait, as they may need the same scenario.
    let scenario = Scenario::rewritten(&from_json::<Written>(written)?, &[])?;
    let new = Arc::new(Kept { written: written.to_owned(), scenario, made: Mutex::default() });
    all.push(new.clone());
    if all.len() > MOST_KEPT {
        all.remove(0);
    }
    Ok(new)
}

/// What JSON from another process holds.
pub(crate) fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Failed> {
    serde_json::from_str(text)
        .map_err(|error| Failed::Play(format!("what came from another process is not readable: {error}")))
}

/// What a value is as JSON for another process.
pub(crate) fn to_json<T: serde::Serialize>(value: &T) -> Result<String, Failed> {
    serde_json::to_string(value).map_err(|error| Failed::Play(error.to_string()))
}

/// Performs one task of a scenario in this process, and returns its counts: what executors run on their workers.
#[pyfunction]
pub(crate) fn perform(py: Python<'_>, scenario: &str, task: &str) -> PyResult<String> {
    let performed = py.detach(|| {
        let order: Order = from_json(task)?;
        let kept = kept(scenario)?;
        let counted = runner::perform(&kept.scenario, &order, &kept.made, &Stop::default())?;
        to_json(&counted)
    });
    Ok(performed?)
}
