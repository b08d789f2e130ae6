//! A table of a result as data: unrounded rows under the ids of scenario files, with the origin of the result.

use polars::prelude::{DataFrame, PlSmallStr};
use polars_arrow::array::{Array, StructArray};
use polars_arrow::datatypes::{ArrowDataType, Field, Metadata};
use polars_arrow::ffi::{ArrowArrayStream, export_iterator};

use crate::column::columns;
use crate::csv_parquet::{csv, parquet};
use crate::error::Error;

/// A table of a result, with its origin.
#[derive(Clone, Debug)]
pub struct Data {
    frame: DataFrame,
    about: Vec<(&'static str, String)>,
}

impl Data {
    pub(crate) const fn new(frame: DataFrame, about: Vec<(&'static str, String)>) -> Data {
        Data { frame, about }
    }

    /// The names of its columns.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.frame.columns().iter().map(|column| column.name().as_str())
    }

    /// The number of its rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.frame.height()
    }

    /// The origin of the result: version, title, ruleset, seed, hashes and the scenario.
    #[must_use]
    pub fn about(&self) -> &[(&'static str, String)] {
        &self.about
    }

    /// As CSV with a header.
    ///
    /// # Errors
    /// [`Error::Frame`] or [`Error::Csv`] when it cannot be written.
    pub fn csv(&self) -> Result<Vec<u8>, Error> {
        csv(&self.frame)
    }

    /// As a Parquet file, with the origin as its metadata.
    ///
    /// # Errors
    /// [`Error::Frame`] or [`Error::Parquet`] when it cannot be written.
    pub fn parquet(&self) -> Result<Vec<u8>, Error> {
        parquet(&self.frame, &self.about)
    }

    /// As a stream of Arrow's C interface: one batch, with the origin as the metadata of its schema. Its values and those
    /// missing are the ones in [`Data::parquet`].
    ///
    /// # Errors
    /// [`Error::Frame`] if a column has values of another kind.
    pub fn stream(&self) -> Result<ArrowArrayStream, Error> {
        let (mut fields, mut arrays) = (Vec::new(), Vec::new());
        for (name, values) in columns(&self.frame)? {
            let array = values.array();
            fields.push(Field::new(name.into(), array.dtype().clone(), true));
            arrays.push(array);
        }
        let kind = ArrowDataType::Struct(fields);
        let about: Metadata = self.about.iter().map(|(key, value)| ((*key).into(), value.as_str().into())).collect();
        let batch: Box<dyn Array> = Box::new(StructArray::new(kind.clone(), self.rows(), arrays, None));
        let field = Field::new(PlSmallStr::EMPTY, kind, false).with_metadata(about);
        Ok(export_iterator(Box::new(std::iter::once(Ok(batch))), field))
    }
}
