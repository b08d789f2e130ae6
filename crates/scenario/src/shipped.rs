//! The scenarios and the maps in a directory.

#![allow(clippy::disallowed_methods, reason = "reads scenarios and maps")]

use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostics, unreadable};
use crate::input::{bytes, open, source};
use crate::map::{ENDINGS, described as described_map, is_tiled};
use crate::scenario::Scenario;

/// A scenario or map file and what it says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The file.
    pub path: PathBuf,
    /// Its title.
    pub title: String,
    /// The question that a scenario answers, or what a map says of its place; may be empty.
    pub question: String,
}

/// What is in a directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// The scenario files, in order of their paths.
    pub scenarios: Vec<Shipped>,
    /// The map files, likewise.
    pub maps: Vec<Shipped>,
    /// What is wrong with files, or why they could not be read.
    pub wrong: Vec<Diagnostics>,
}

/// The scenario and map files in a directory and those below it. Directories called `bad`, which hold files with mistakes, and links to
/// directories are left out. Scenarios are checked; of maps no drawing is read.
///
/// # Errors
/// Why a directory could not be read.
pub fn listed(directory: &Path) -> Result<Listed, Diagnostics> {
    let mut files = Vec::new();
    let mut open_directories = vec![directory.to_path_buf()];
    while let Some(directory) = open_directories.pop() {
        let failed =
            |error: std::io::Error| unreadable(&directory.display().to_string(), format!("cannot be read: {error}"));
        for entry in std::fs::read_dir(&directory).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            if entry.file_type().map_err(failed)?.is_dir() {
                if entry.file_name() != "bad" {
                    open_directories.push(path);
                }
            } else if path.extension().is_some_and(|extension| ENDINGS.iter().any(|ending| *ending == extension)) {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut listed = Listed::default();
    for path in files {
        match describe(path) {
            Ok((file, false)) => listed.scenarios.push(file),
            Ok((file, true)) => listed.maps.push(file),
            Err(wrong) => listed.wrong.push(wrong),
        }
    }
    Ok(listed)
}

/// A file, and whether it is a map.
fn describe(path: PathBuf) -> Result<(Shipped, bool), Diagnostics> {
    let name = path.display().to_string();
    let bytes = bytes(&path).map_err(|unread| unread.of(&name))?;
    if is_tiled(&path) {
        let source = source(&name, &bytes, &[])?;
        let read = described_map(&source.text).map_err(|mistake| source.diagnostics(vec![mistake]))?;
        return Ok((Shipped { path, title: read.0, question: read.1 }, true));
    }
    let (source, read) = open(&name, &bytes, &[], &[])?;
    let document = read.map(|read| read.document).map_err(|mistakes| source.diagnostics(mistakes))?;
    if document.value.get("map").is_some() {
        let text = |key: &str| document.value.get(key).map(crate::text).unwrap_or_default().trim().to_owned();
        return Ok((Shipped { path, title: text("title"), question: text("about") }, true));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let scenario = Scenario::parse_in(folder, &name, &bytes, &[], crate::RULESETS)?;
    Ok((Shipped { path, title: scenario.title, question: scenario.question }, false))
}
