//! Files and folders on the disk: written through, removed, exchanged. What others left under a name of ours, such as a link or a
//! pipe, is never followed nor opened.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use report::File;

/// What a file that is written is called until it is whole, before its own name.
pub(crate) const UNFINISHED: &str = ".beatenzone-";

/// How often a new file is tried where somebody else makes one of the same name at the same time.
const ATTEMPTS: u32 = 20;

/// Makes a file anew. What is there of that name is removed, not written to: a link may lead anywhere, and a pipe waits for ever.
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

/// Writes a file anew, to the disk itself.
pub(crate) fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Writes files to a folder.
pub(crate) fn fill<'f>(folder: &Path, mut files: impl Iterator<Item = &'f File>) -> io::Result<()> {
    files.try_for_each(|(name, bytes)| write_through(&folder.join(name), bytes))
}

/// Removes a file, a link or a pipe, if it is there.
pub(crate) fn remove_file(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes a folder, if it is there, with all that is in it; also a link or a file of its name.
pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Ok(there) if !there.is_dir() => fs::remove_file(path),
        // An empty one can be removed even where no more files can be opened.
        Ok(_) => fs::remove_dir(path).or_else(|_| fs::remove_dir_all(path)),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes sure that names in a folder are on the disk, where the system can.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { fs::File::open(path)?.sync_all() } else { Ok(()) }
}

/// Gives a second name in another folder to all that is wanted of one: files are the same files, folders and links are made anew.
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

/// Exchanges two folders in one step.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(crate) fn swap(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(crate) fn swap(_: &Path, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}
