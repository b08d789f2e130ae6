//! Reads map files in either format.

use std::path::Path;

use engage::Map;

use super::beside::{Beside, Files};
use super::{drawn, tmx};
use crate::diagnostic::{Diagnostics, unreadable};
use crate::input::{bytes, open, source, with_room};

/// The extensions of map files: TOML, and Tiled's maps.
pub(crate) const ENDINGS: [&str; 2] = ["toml", TILED];

/// The extension of Tiled's maps.
const TILED: &str = "tmx";

/// Reads a map file, as [`parse_map`] does. Tilesets of a Tiled map are read from its directory and those below it.
///
/// # Errors
/// Every mistake found, or why the file could not be read.
pub fn load_map(path: &Path) -> Result<Map, Diagnostics> {
    load_as(&path.display().to_string(), path).map(|loaded| loaded.map)
}

/// A map, and the files it was read from.
pub(super) struct Loaded {
    pub(super) map: Map,
    /// The text of its own file.
    pub(super) text: String,
    /// Its tilesets by their paths relative to it.
    pub(super) tilesets: Files,
}

/// Reads a map file that is called `name` in messages.
pub(super) fn load_as(name: &str, path: &Path) -> Result<Loaded, Diagnostics> {
    let bytes = bytes(path).map_err(|unread| unread.of(name))?;
    parse(name, &bytes, Beside::Folder(path.parent().unwrap_or(path)))
}

/// Reads the bytes of a map file called `name`: a Tiled map if the name ends with `.tmx`, otherwise TOML with drawings.
/// No other file is opened, so a tileset in a file of its own is a mistake.
///
/// # Errors
/// Every mistake found, each at its place.
pub fn parse_map(name: &str, bytes: &[u8]) -> Result<Map, Diagnostics> {
    parse(name, bytes, Beside::Nothing).map(|loaded| loaded.map)
}

/// Reads the bytes of a map file called `name`, as [`parse_map`] does, and tilesets by their paths relative to
/// `directory`. Mistakes in a tileset are shown with a path beside `name`.
///
/// # Errors
/// Every mistake found, in the map and in its tilesets.
pub fn parse_map_in(directory: &Path, name: &str, bytes: &[u8]) -> Result<Map, Diagnostics> {
    parse(name, bytes, Beside::Folder(directory)).map(|loaded| loaded.map)
}

/// Whether a file name is that of a Tiled map.
pub(crate) fn is_tiled(name: &Path) -> bool {
    name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(TILED))
}

/// Reads the bytes of a map file called `name`, and its tilesets from `beside`.
pub(super) fn parse(name: &str, bytes: &[u8], beside: Beside<'_>) -> Result<Loaded, Diagnostics> {
    if is_tiled(Path::new(name)) {
        let source = source(name, bytes, &[])?;
        let read = with_room(|| tmx::read(&source, beside));
        let read = read.map_err(|error| unreadable(name, format!("no thread to read it on: {error}")))?;
        let (map, tilesets) = read.map_err(|mistakes| source.diagnostics(mistakes))?;
        return Ok(Loaded { map, text: source.text, tilesets });
    }
    let (source, read) = open(name, bytes, &[], &[])?;
    let read = read.and_then(|read| drawn::read(&source.text, &read.document));
    let map = read.map_err(|mistakes| source.diagnostics(mistakes))?;
    Ok(Loaded { map, text: source.text, tilesets: Files::new() })
}
