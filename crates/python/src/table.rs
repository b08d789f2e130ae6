//! Tables as data.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict};
use report::Data;

use crate::failed::Failed;

/// A table of a result: unrounded rows with named columns. Libraries that know Arrow's C interface take it as it is:
/// `polars.DataFrame(table)`, `pyarrow.table(table)`, `pandas.DataFrame.from_arrow(table)`, DuckDB by its name.
#[pyclass(frozen, module = "beatenzone")]
pub(crate) struct Table(pub(crate) Data);

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.0.columns().collect()
    }

    /// Version, title, ruleset, seed, hashes and changed rules of the result, and its scenario as JSON.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let about = PyDict::new(py);
        self.0.about().iter().try_for_each(|(key, value)| about.set_item(key, value))?;
        Ok(about)
    }

    fn __len__(&self) -> usize {
        self.0.rows()
    }

    fn __repr__(&self) -> String {
        format!(
            "<beatenzone.Table: {} rows, columns {}>",
            self.0.rows(),
            self.0.columns().collect::<Vec<_>>().join(", ")
        )
    }

    /// The table as CSV, the same bytes that the command line writes.
    fn to_csv(&self) -> PyResult<String> {
        let bytes = self.0.csv().map_err(Failed::from)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The table as a Parquet file, the same bytes that the command line writes.
    fn to_parquet<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.0.parquet().map_err(Failed::from)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The table for libraries that know Arrow's C interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol allows to ignore a requested schema that differs.
        drop(requested_schema);
        let stream = self.0.stream().map_err(Failed::from)?;
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}
