//! Performs tasks that another process hands out.

use std::sync::{Arc, Mutex, PoisonError};

use ::scenario::{Scenario, Written};
use pyo3::prelude::*;
use runner::{ENGINE, Stop, Task};

use crate::failed::{Failed, PlayError};

/// The most scenarios that a worker keeps.
const MOST_KEPT: usize = 4;

/// The scenarios that were performed last, by their text.
static KEPT: Mutex<Vec<(String, Arc<Scenario>)>> = Mutex::new(Vec::new());

/// The scenario with this text, read when it is first needed.
fn kept(written: &str) -> Result<Arc<Scenario>, Failed> {
    let lock = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, scenario)) = lock().iter().find(|(known, _)| known == written) {
        return Ok(scenario.clone());
    }
    let read: Written = from_json(written)?;
    let scenario = Arc::new(Scenario::rewritten(&read, &[])?);
    let mut kept = lock();
    kept.push((written.to_owned(), scenario.clone()));
    if kept.len() > MOST_KEPT {
        kept.remove(0);
    }
    Ok(scenario)
}

/// What JSON from another process holds.
pub(crate) fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Failed> {
    serde_json::from_str(text).map_err(|error| Failed::Play(format!("what came from another process is not readable: {error}")))
}

/// What a value is as JSON for another process.
pub(crate) fn to_json<T: serde::Serialize>(value: &T) -> Result<String, Failed> {
    serde_json::to_string(value).map_err(|error| Failed::Play(error.to_string()))
}

/// Performs one task of a scenario in this process, and returns its counts: what executors run on their workers.
///
/// `version` is the version of the process that asks. Another version may play differently, so it is refused.
#[pyfunction]
pub(crate) fn perform(py: Python<'_>, version: &str, scenario: &str, task: &str) -> PyResult<String> {
    if version != ENGINE {
        let why = format!("this worker has beatenzone {ENGINE}, but the run was begun by {version}: install the same version on both");
        return Err(PlayError::new_err(why));
    }
    let performed = py.detach(|| {
        let task: Task = from_json(task)?;
        let counted = runner::perform(&*kept(scenario)?, &task, &Stop::default())?;
        to_json(&counted)
    });
    Ok(performed?)
}
