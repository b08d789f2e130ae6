//! What a run holds as long as it writes, so that no other run writes there too.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A folder or a file that is held.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: fs::File,
    /// A file that is there for this alone.
    own: Option<PathBuf>,
}

impl Lock {
    /// Holds a folder; none where a system cannot.
    pub(crate) fn folder(path: &Path) -> io::Result<Option<Lock>> {
        let open = || fs::File::open(path);
        if open().is_err() {
            return Ok(None);
        }
        hold(path, open, "another run writes to this folder").map(|file| Some(Lock { _file: file, own: None }))
    }

    /// Holds a place by a file that is made for it, and removed afterwards.
    pub(crate) fn file(path: &Path, busy: &str) -> io::Result<Lock> {
        let open = || fs::File::options().write(true).create(true).truncate(false).open(path);
        hold(path, open, busy).map(|file| Lock { _file: file, own: Some(path.to_owned()) })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.own.iter().for_each(|path| _ = fs::remove_file(path));
    }
}

/// Opens and locks. What another run has exchanged or removed in between is opened anew.
fn hold(path: &Path, open: impl Fn() -> io::Result<fs::File>, busy: &str) -> io::Result<fs::File> {
    loop {
        let file = open()?;
        if matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)) {
            return Err(io::Error::new(ErrorKind::ResourceBusy, busy.to_owned()));
        }
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
fn is_at(file: &fs::File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(held), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    (held.dev(), held.ino()) == (there.dev(), there.ino())
}

#[cfg(not(unix))]
fn is_at(_: &fs::File, _: &Path) -> bool {
    true
}
