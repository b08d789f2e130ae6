//! The formats in which a result is written to a terminal or a pipe.

use std::fmt;
use std::str::FromStr;

/// A format for standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For reading in a terminal.
    #[default]
    Table,
    /// Comma-separated values, unrounded, with one row for each cell or point.
    Csv,
    /// Everything, unrounded.
    Json,
    /// For pasting into a document.
    Markdown,
}

impl Format {
    /// Every format, in the order in which help lists them.
    pub const ALL: [Format; 4] = [Format::Table, Format::Csv, Format::Json, Format::Markdown];

    /// Its word on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Table => "table",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Markdown => "markdown",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An unknown name of a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no format is called `{0}`; there are {list}", list = Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(word: &str) -> Result<Format, UnknownFormat> {
        Format::ALL.into_iter().find(|format| format.name() == word).ok_or_else(|| UnknownFormat(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!(
            "xml".parse::<Format>().map_err(|e| e.to_string()),
            Err("no format is called `xml`; there are table, csv, json, markdown".to_owned())
        );
    }
}
