//! Maps: files that people draw, checked and compiled to the field's plans.

mod draft;
mod drawing;
mod drawn;
mod file;
mod kind;
mod named;

use std::path::Path;

use engage::Map;

pub use kind::Kind;

use crate::diagnostic::{Diagnostics, unreadable};
use crate::scenario::{bytes, open};

pub(crate) use file::MapFile;
pub(crate) use named::Named;

/// The areas in which figures begin, by side and for hostages.
pub(crate) const DEPLOYMENT: [&str; 3] = ["blue", "red", "hostages"];

/// Reads a map file, as [`parse_map`] does.
///
/// # Errors
/// Every mistake found, or why the file could not be read.
pub fn load_map(path: &Path) -> Result<Map, Diagnostics> {
    load_as(&path.display().to_string(), path)
}

/// Reads a map file that is called `name` in what is said of it.
fn load_as(name: &str, path: &Path) -> Result<Map, Diagnostics> {
    let bytes = bytes(path).map_err(|message| unreadable(name, message))?;
    parse_map(name, &bytes)
}

/// Reads the bytes of a map file called `name`: TOML with drawings.
///
/// # Errors
/// Every mistake found, each where it was drawn or written.
pub fn parse_map(name: &str, bytes: &[u8]) -> Result<Map, Diagnostics> {
    let (source, read) = open(name, bytes, &[])?;
    let read = read.and_then(|(document, _)| drawn::read(&source.text, &document));
    read.map_err(|mistakes| source.diagnostics(mistakes))
}
