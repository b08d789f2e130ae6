//! Writes, removes and exchanges files and folders on disk. Links and pipes that others left under the program's file
//! names are never followed or opened.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use report::File;

/// The prefix of a file's name until the file is complete.
pub(crate) const UNFINISHED: &str = ".beatenzone-";

/// Attempts to create a file while another process creates one of the same name.
const ATTEMPTS: u32 = 20;

/// Creates a file. An existing file of that name is removed rather than opened, because a link may lead anywhere and a
/// pipe may block forever.
pub(crate) fn create(path: &Path) -> io::Result<fs::File> {
    for _ in 1..ATTEMPTS {
        remove_file(path)?;
        match fs::File::create_new(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made,
        }
    }
    fs::File::create_new(path)
}

/// Creates a file, and flushes it to disk.
pub(crate) fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Writes files to a folder.
pub(crate) fn fill<'f>(folder: &Path, mut files: impl Iterator<Item = &'f File>) -> io::Result<()> {
    files.try_for_each(|(name, bytes)| write_through(&folder.join(name), bytes))
}

/// Removes a file, a link or a pipe, if it exists.
pub(crate) fn remove_file(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes a folder with its content, or a link or file of that name, if it exists.
pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Ok(there) if !there.is_dir() => fs::remove_file(path),
        // An empty folder can be removed even if no more files can be opened.
        Ok(_) => fs::remove_dir(path).or_else(|_| fs::remove_dir_all(path)),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Flushes the names in a folder to disk, if the system supports it.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { fs::File::open(path)?.sync_all() } else { Ok(()) }
}

/// Copies wanted entries of a folder to another: files as hard links, folders and symbolic links as new ones.
pub(crate) fn carry(from: &Path, to: &Path, wanted: &dyn Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(|name| !wanted(name) || name.starts_with(UNFINISHED)) {
            continue;
        }
        let (path, kind) = (to.join(entry.file_name()), entry.file_type()?);
        if kind.is_dir() {
            fs::create_dir(&path)?;
            carry(&entry.path(), &path, &|_| true)?;
            fs::set_permissions(&path, entry.metadata()?.permissions())?;
        } else if kind.is_symlink() {
            link_again(&entry.path(), &path)?;
        } else {
            fs::hard_link(entry.path(), &path)?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn link_again(link: &Path, new: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(fs::read_link(link)?, new)
}

#[cfg(not(unix))]
fn link_again(_: &Path, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Exchanges two folders atomically.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(crate) fn swap(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(crate) fn swap(_: &Path, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}
