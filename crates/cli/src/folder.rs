//! Report folders, in which a reader never sees half a file.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use report::File;
use tempfile::{Builder, TempDir};

use crate::failure::Failure;

/// A folder that a report is to be written to.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Makes sure, before a long run, that the folder can be written, and leaves nothing behind.
    pub(crate) fn check(path: &Path) -> Result<Folder, Failure> {
        if path.exists() && !path.is_dir() {
            return Err(Failure::file(path, io::Error::new(ErrorKind::NotADirectory, "is a file, not a folder")));
        }
        scratch(path).map_err(|error| Failure::file(path, error))?;
        Ok(Folder(path.to_owned()))
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes every file elsewhere on the same disk first, then moves each into place.
    pub(crate) fn write(&self, files: &[File]) -> Result<(), Failure> {
        let scratch = scratch(&self.0).map_err(|error| Failure::file(&self.0, error))?;
        for (name, bytes) in files {
            let path = scratch.path().join(name);
            path.parent().map_or(Ok(()), fs::create_dir_all).map_err(|error| Failure::file(&path, error))?;
            fs::write(&path, bytes).map_err(|error| Failure::file(&path, error))?;
        }
        for (name, _) in files {
            let path = self.0.join(name);
            path.parent().map_or(Ok(()), fs::create_dir_all).map_err(|error| Failure::file(&path, error))?;
            fs::rename(scratch.path().join(name), &path).map_err(|error| Failure::file(&path, error))?;
        }
        Ok(())
    }
}

/// A new folder in the nearest one that exists; it goes when it is dropped.
fn scratch(path: &Path) -> io::Result<TempDir> {
    let absolute = std::path::absolute(path)?;
    let nearest = absolute.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("/"));
    Builder::new().prefix(".beatenzone-").tempdir_in(nearest)
}
