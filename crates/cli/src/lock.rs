//! Locks that a run holds while it writes, so that no other run writes to the same place.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::disk;

/// A locked folder or file.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: fs::File,
    /// A file that exists only as a lock.
    own: Option<PathBuf>,
}

/// Whether a lock is shared.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hold {
    /// Not shared.
    Alone,
    /// Shared with other runs that write parts.
    Shared,
}

impl Lock {
    /// Locks a folder; `None` if the system does not support that.
    pub(crate) fn folder(path: &Path, with: Hold) -> io::Result<Option<Lock>> {
        let open = || fs::File::open(path);
        match hold(path, open, with, "another run is writing to this folder") {
            // A folder without read permission may still be writable, and some systems cannot open folders at all.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(None),
            held => held.map(|file| Some(Lock { _file: file, own: None })),
        }
    }

    /// Locks a place with a lock file, which is removed afterwards.
    pub(crate) fn file(path: &Path, busy: &str) -> io::Result<Lock> {
        let open = || {
            // Only a file can be locked; a link or a pipe of this name may be a trap.
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

/// Options to open a file without following links or blocking.
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

/// Opens and locks a path. If another run has exchanged or removed it in the meantime, it tries again.
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
