//! The columns of a frame with their values.

use polars::prelude::{Column, DataFrame};
use polars_arrow::array::{Array, BooleanArray, Float64Array, Int64Array, Utf8Array};

use crate::error::Error;

/// The values of a column; `None` for a missing value.
pub(crate) enum Values<'f> {
    Text(Vec<Option<&'f str>>),
    Integer(Vec<Option<i64>>),
    Truth(Vec<Option<bool>>),
    Decimal(Vec<Option<f64>>),
}

impl Values<'_> {
    pub(crate) fn of(column: &Column) -> Result<Values<'_>, Error> {
        if let Ok(texts) = column.str() {
            // CSV cannot distinguish an empty text from a missing one, so both are missing.
            return Ok(Values::Text(texts.iter().map(|text| text.filter(|text| !text.is_empty())).collect()));
        }
        if let Ok(integers) = column.i64() {
            return Ok(Values::Integer(integers.iter().collect()));
        }
        if let Ok(truths) = column.bool() {
            return Ok(Values::Truth(truths.iter().collect()));
        }
        Ok(Values::Decimal(column.f64()?.iter().collect()))
    }

    /// As an array of Arrow.
    pub(crate) fn array(self) -> Box<dyn Array> {
        match self {
            Values::Text(texts) => Box::new(Utf8Array::<i64>::from(texts)),
            Values::Integer(integers) => Box::new(Int64Array::from(integers)),
            Values::Truth(truths) => Box::new(BooleanArray::from(truths)),
            Values::Decimal(decimals) => Box::new(Float64Array::from(decimals)),
        }
    }
}

/// The columns of a frame: names and values.
pub(crate) fn columns(frame: &DataFrame) -> Result<Vec<(&str, Values<'_>)>, Error> {
    frame.columns().iter().map(|column| Ok((column.name().as_str(), Values::of(column)?))).collect()
}
