//! Where the files lie that a scenario or a map names.

use std::collections::BTreeMap;
use std::path::Path;

/// Texts of files by their paths from the scenario, with `/` between their parts.
pub type Files = BTreeMap<String, String>;

/// Where files are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Beside<'p> {
    /// Nowhere: no other file may be opened.
    Nothing,
    /// In a folder.
    Folder(&'p Path),
    /// Among those that were kept with a result, below a path of theirs.
    Kept(&'p Files, &'p str),
}

/// A path from a folder that is itself a path from somewhere.
pub(crate) fn below(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

/// The folder that a file named by a path lies in.
pub(crate) fn folder_of(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or("", |end| &path[..end])
}
