//! The content of a folder.

use std::fs;
use std::path::Path;

/// Everything in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
