//! Locates the files that a scenario or a map names.

use std::collections::BTreeMap;
use std::path::Path;

/// Texts of files by their paths from the scenario, with `/` between their parts.
pub type Files = BTreeMap<String, String>;

/// Where named files are searched.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Beside<'p> {
    /// Nowhere: no other file may be opened.
    Nothing,
    /// In a folder.
    Folder(&'p Path),
    /// Among the files embedded in a result, below one of their paths.
    Kept(&'p Files, &'p str),
}

/// The path of a file in a folder, joined with the folder's own path.
pub(crate) fn below(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

/// The folder part of a path.
pub(crate) fn folder_of(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or("", |end| &path[..end])
}
