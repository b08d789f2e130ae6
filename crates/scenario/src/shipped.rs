//! Lists the scenarios and the maps in a directory.

#![allow(clippy::disallowed_methods, reason = "reads scenarios and maps")]

use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostics, unreadable};
use crate::input::{bytes, open, source};
use crate::map::{ENDINGS, described as described_map, is_tiled};
use crate::scenario::Scenario;

/// A scenario or map file with its title and its question or description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The file.
    pub path: PathBuf,
    /// Its title.
    pub title: String,
    /// The question of a scenario, or the description of a map; may be empty.
    pub question: String,
}

/// The content of a directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// The scenario files, in order of their paths.
    pub scenarios: Vec<Shipped>,
    /// The map files, in order of their paths.
    pub maps: Vec<Shipped>,
    /// The mistakes in files, or why they could not be read.
    pub wrong: Vec<Diagnostics>,
}

/// The scenario and map files in a directory and those below it. It skips directories called `bad`, which hold files
/// with mistakes, and links to directories. Scenarios are checked; the drawings of maps are not read.
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
    for described in described(&files) {
        match described {
            Ok((file, false)) => listed.scenarios.push(file),
            Ok((file, true)) => listed.maps.push(file),
            Err(wrong) => listed.wrong.push(wrong),
        }
    }
    Ok(listed)
}

/// A file with its title, and whether it is a map; or its mistakes.
type Described = Result<(Shipped, bool), Diagnostics>;

/// Describes these files, in their order. Checking scenarios with many cells takes time, so the work is shared among
/// the processors.
fn described(files: &[PathBuf]) -> Vec<Described> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(files.len().max(1));
    let share = |first: usize| {
        let own = files.iter().enumerate().skip(first).step_by(threads);
        own.map(|(place, path)| (place, describe(path.clone()))).collect::<Vec<_>>()
    };
    let mut found: Vec<(usize, Described)> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|first| scope.spawn(move || share(first))).collect();
        let joined = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        share(0).into_iter().chain(others.into_iter().flat_map(joined)).collect()
    });
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, described)| described).collect()
}

/// Describes a file.
fn describe(path: PathBuf) -> Described {
    let name = path.display().to_string();
    let bytes = bytes(&path).map_err(|unread| unread.of(&name))?;
    let Heading { title, question, ruleset } = heading(&name, &bytes)?;
    if ruleset.is_none() {
        return Ok((Shipped { path, title, question }, true));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let scenario = Scenario::parse_in(folder, &name, &bytes, &[], crate::RULESETS)?;
    Ok((Shipped { path, title: scenario.title, question: scenario.question }, false))
}

/// What a file says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Its title.
    pub title: String,
    /// The question of a scenario, or the description of a map; may be empty.
    pub question: String,
    /// What a scenario calls its ruleset; `None` for a map.
    pub ruleset: Option<String>,
}

/// The heading of the file called `name`, without checking the rest of it.
///
/// # Errors
/// Why it is neither TOML nor a Tiled map.
pub fn heading(name: &str, bytes: &[u8]) -> Result<Heading, Diagnostics> {
    if is_tiled(Path::new(name)) {
        let source = source(name, bytes, &[])?;
        let read = described_map(&source.text).map_err(|mistake| source.diagnostics(vec![mistake]))?;
        return Ok(Heading { title: read.0, question: read.1, ruleset: None });
    }
    let (source, read) = open(name, bytes, &[], &[])?;
    let document = read.map(|read| read.document).map_err(|mistakes| source.diagnostics(mistakes))?;
    let text = |key: &str| document.value.get(key).map(crate::text).unwrap_or_default().trim().to_owned();
    Ok(match document.value.get("map") {
        Some(_) => Heading { title: text("title"), question: text("about"), ruleset: None },
        None => Heading { title: text("title"), question: text("question"), ruleset: Some(text("ruleset")) },
    })
}
