//! What a run holds as long as it writes, so that no other run writes there too.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::disk;

/// A folder or a file that is held.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: fs::File,
    /// A file that is there for this alone.
    own: Option<PathBuf>,
}

/// With whom a folder is held.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hold {
    /// With nobody.
    Alone,
    /// With others that put parts of runs into it.
    Shared,
}

impl Lock {
    /// Holds a folder; none where the system cannot.
    pub(crate) fn folder(path: &Path, with: Hold) -> io::Result<Option<Lock>> {
        let open = || fs::File::open(path);
        match hold(path, open, with, "another run writes to this folder") {
            // A folder that cannot be read can still be written to, and on some systems no folder can be opened.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(None),
            held => held.map(|file| Some(Lock { _file: file, own: None })),
        }
    }

    /// Holds a place by a file that is made for it, and removed afterwards.
    pub(crate) fn file(path: &Path, busy: &str) -> io::Result<Lock> {
        let open = || {
            // Only a file can be held: a link or a pipe of this name is somebody's trap.
            if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
                disk::remove_file(path)?;
            }
            unfollowed().write(true).create(true).truncate(false).open(path)
        };
        hold(path, open, Hold::Alone, busy).map(|file| Lock { _file: file, own: Some(path.to_owned()) })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.own.iter().for_each(|path| _ = fs::remove_file(path));
    }
}

/// How a file is opened that is neither to be a link nor to wait.
fn unfollowed() -> fs::OpenOptions {
    let mut options = fs::File::options();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;

        use rustix::fs::OFlags;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
    }
    options
}

/// Opens and locks. What another run has exchanged or removed in between is opened anew.
fn hold(path: &Path, open: impl Fn() -> io::Result<fs::File>, with: Hold, busy: &str) -> io::Result<fs::File> {
    loop {
        let file = open()?;
        let locked = match with {
            Hold::Alone => file.try_lock(),
            Hold::Shared => file.try_lock_shared(),
        };
        if matches!(locked, Err(fs::TryLockError::WouldBlock)) {
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
