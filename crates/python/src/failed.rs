//! Errors as exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use scenario::Diagnostics;

create_exception!(
    beatenzone,
    ScenarioError,
    PyValueError,
    "A mistake in a scenario or in a map. The message names the file, the line and the key, and says what was expected."
);
create_exception!(beatenzone, PlayError, PyRuntimeError, "A scenario that cannot be played or answered as was asked.");

/// What can go wrong beside mistakes of Python.
pub(crate) enum Failed {
    Scenario(Diagnostics),
    Key(String),
    Play(String),
    Interrupted,
}

impl From<Diagnostics> for Failed {
    fn from(mistakes: Diagnostics) -> Failed {
        Failed::Scenario(mistakes)
    }
}

impl From<runner::Error> for Failed {
    fn from(error: runner::Error) -> Failed {
        match error {
            runner::Error::Interrupted => Failed::Interrupted,
            runner::Error::Scenario(mistakes) => Failed::Scenario(mistakes),
            other => Failed::Play(other.to_string()),
        }
    }
}

impl From<search::Unasked> for Failed {
    fn from(unasked: search::Unasked) -> Failed {
        let search::Unasked { part, why } = unasked;
        Failed::Play(if part.is_empty() { why } else { format!("{part}: {why}") })
    }
}

impl From<report::Error> for Failed {
    fn from(error: report::Error) -> Failed {
        Failed::Play(error.to_string())
    }
}

impl From<Failed> for PyErr {
    fn from(failed: Failed) -> PyErr {
        match failed {
            Failed::Scenario(mistakes) => ScenarioError::new_err(mistakes.to_string()),
            Failed::Key(why) => ScenarioError::new_err(why),
            Failed::Play(why) => PlayError::new_err(why),
            Failed::Interrupted => PyKeyboardInterrupt::new_err(()),
        }
    }
}
