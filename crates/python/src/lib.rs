//! The extension module of the Python package `beatenzone`: scenarios, their results as tables of Arrow, and the tasks of
//! a run for any executor. The package in `python/beatenzone` wraps it.
//!
//! Work runs on threads of its own, without Python's lock. Python waits for it in short steps, so that Ctrl-C stops it.
#![forbid(unsafe_code)]

mod answer;
mod failed;
mod play;
mod scenario;
mod table;
mod worker;

/// The extension module.
#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::answer::{Found, Replay, Result};
    #[pymodule_export]
    use crate::failed::{PlayError, ScenarioError};
    #[pymodule_export]
    use crate::play::Play;
    #[pymodule_export]
    use crate::scenario::{Scenario, rulesets};
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::worker::perform;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", runner::ENGINE)
    }
}
