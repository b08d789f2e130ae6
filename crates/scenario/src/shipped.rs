//! The scenarios in a directory.

use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostics, unreadable};
use crate::scenario::{bytes, frame, open};

/// A scenario file and what it says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The file.
    pub path: PathBuf,
    /// Its title.
    pub title: String,
    /// The question it answers; may be empty.
    pub question: String,
}

/// The scenario files in a directory and those below it, in order of their paths. Directories called `bad`, which hold
/// files with mistakes, and links to directories are left out. Only the frame of each file is read, not its rules.
///
/// # Errors
/// What is wrong with the frame of a file, or why it or a directory could not be read.
pub fn shipped(directory: &Path) -> Result<Vec<Shipped>, Diagnostics> {
    let mut found = Vec::new();
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
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                found.push(describe(path)?);
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn describe(path: PathBuf) -> Result<Shipped, Diagnostics> {
    let name = path.display().to_string();
    let bytes = bytes(&path).map_err(|message| unreadable(&name, message))?;
    let (source, read) = open(&name, &bytes, &[])?;
    let (document, _) = read.map_err(|mistakes| source.diagnostics(mistakes))?;
    match frame(&document) {
        (Some(frame), mistakes, _) if mistakes.is_empty() => {
            Ok(Shipped { path, title: frame.title.unwrap_or_default(), question: frame.question })
        }
        (_, mistakes, _) => Err(source.diagnostics(mistakes)),
    }
}
