//! Frames as CSV and as Parquet.
//!
//! The features `csv` and `parquet` of polars would add its engines for streams and expressions, and most of the
//! program's build time. The crates `csv` and `parquet` write the same files from the same frame.

use std::sync::Arc;

use engage::plain_lines;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use polars::prelude::DataFrame;

use crate::column::{Values, columns};
use crate::error::Error;

impl Values<'_> {
    /// The value in a row as CSV shows it; empty if there is none.
    fn shown(&self, row: usize) -> String {
        match self {
            Values::Text(texts) => inert(texts[row].unwrap_or_default()),
            Values::Integer(integers) => integers[row].map(|value| value.to_string()).unwrap_or_default(),
            Values::Truth(truths) => truths[row].map(|value| value.to_string()).unwrap_or_default(),
            // The shortest decimal that reads back as the same number.
            Values::Decimal(decimals) => {
                decimals[row].map(|value| zmij::Buffer::new().format(value).to_owned()).unwrap_or_default()
            }
        }
    }

    /// Their physical and logical type in Parquet.
    fn stored(&self) -> (Physical, Option<LogicalType>) {
        match self {
            Values::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Values::Integer(_) => (Physical::INT64, None),
            Values::Truth(_) => (Physical::BOOLEAN, None),
            Values::Decimal(_) => (Physical::DOUBLE, None),
        }
    }

    fn write(&self, to: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        match self {
            Values::Text(texts) => batch::<ByteArrayType, _>(to, texts, |text| ByteArray::from(*text)),
            Values::Integer(integers) => batch::<Int64Type, _>(to, integers, |value| *value),
            Values::Truth(truths) => batch::<BoolType, _>(to, truths, |value| *value),
            Values::Decimal(decimals) => batch::<DoubleType, _>(to, decimals, |value| *value),
        }
    }
}

/// Writes the values, and which of them are missing.
fn batch<T: DataType, V>(
    to: &mut SerializedColumnWriter<'_>,
    values: &[Option<V>],
    stored: impl Fn(&V) -> T::T,
) -> Result<(), ParquetError> {
    let present: Vec<T::T> = values.iter().flatten().map(stored).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    to.typed::<T>().write_batch(&present, Some(&levels), None).map(|_| ())
}

/// Text as written to CSV. Spreadsheets take a cell that begins with certain characters for a formula, even if it is
/// quoted. So such a text gets an apostrophe in front, as does one that itself begins with an apostrophe: the first
/// apostrophe of a text is never part of it. Control characters are replaced.
fn inert(text: &str) -> String {
    let text = plain_lines(text);
    if text.starts_with(['=', '+', '-', '@', '\t', '\'']) { format!("'{text}") } else { text }
}

/// A frame as CSV with a header.
///
/// # Errors
/// [`Error::Frame`] or [`Error::Csv`] when it cannot be written.
pub fn csv(frame: &DataFrame) -> Result<Vec<u8>, Error> {
    let columns = columns(frame)?;
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns.iter().map(|(name, _)| *name))?;
    for row in 0..frame.height() {
        writer.write_record(columns.iter().map(|(_, values)| values.shown(row)))?;
    }
    writer.into_inner().map_err(|error| Error::Csv(error.into_error().into()))
}

/// Joins tables into one with all their columns, in the order of their first appearance. A row is empty in the columns
/// that its own table lacks.
///
/// # Errors
/// [`Error::Csv`] if a table is not CSV with a header.
pub fn joined(tables: &[String]) -> Result<String, Error> {
    let read = |table: &String| -> Result<_, csv::Error> {
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let rows = reader.records().collect::<Result<Vec<_>, _>>()?;
        Ok((reader.headers()?.clone(), rows))
    };
    let tables = tables.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let mut columns: Vec<&str> = Vec::new();
    for name in tables.iter().flat_map(|(own, _)| own) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&columns)?;
    for (own, rows) in &tables {
        let places: Vec<Option<usize>> =
            columns.iter().map(|name| own.iter().position(|other| other == *name)).collect();
        for row in rows {
            writer.write_record(places.iter().map(|place| place.and_then(|at| row.get(at)).unwrap_or_default()))?;
        }
    }
    let bytes = writer.into_inner().map_err(|error| Error::Csv(error.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A frame as a Parquet file with `about` as its metadata. Compare such files by content: other versions of the library
/// may write other bytes.
///
/// # Errors
/// [`Error::Frame`] or [`Error::Parquet`] when it cannot be written.
pub fn parquet(frame: &DataFrame, about: &[(&str, String)]) -> Result<Vec<u8>, Error> {
    let columns = columns(frame)?;
    let fields = columns.iter().map(|(name, values)| {
        let (physical, logical) = values.stored();
        let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
        field.with_logical_type(logical).build().map(Arc::new)
    });
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("results").with_fields(fields).build()?;
    let mut bytes = Vec::new();
    let words = about.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone())).collect();
    let properties = WriterProperties::builder().set_key_value_metadata(Some(words)).build();
    let mut file = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties))?;
    let mut rows = file.next_row_group()?;
    for (_, values) in &columns {
        let mut column = rows.next_column()?.ok_or_else(|| ParquetError::General("no column is left".to_owned()))?;
        values.write(&mut column)?;
        column.close()?;
    }
    rows.close()?;
    file.close()?;
    Ok(bytes)
}
