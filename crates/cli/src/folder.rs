//! Report folders. A reader always sees either the whole old report or the whole new one.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use report::File;
use serde::{Deserialize, Serialize};

use crate::disk::{self, UNFINISHED, carry, fill, remove_folder, swap, sync_folder};
use crate::failure::Failure;
use crate::lock::{Hold, Lock};

/// The file that lists the files of a report.
const ABOUT: &str = "about.json";

/// The file with the results of `run`, `odds` and `merge`, which identifies their reports.
pub(crate) const RESULTS: &str = "results.json";

/// The file with the results of `balance`.
pub(crate) const BALANCE: &str = "balance.json";

/// The file with the results of `balance` with several keys or targets.
pub(crate) const TARGETS: &str = "targets.json";

/// The file with the results of `levers`.
pub(crate) const LEVERS: &str = "levers.json";

/// The file with the results of `best`.
pub(crate) const BEST: &str = "best.json";

/// The file with the results of `price`.
pub(crate) const PRICE: &str = "price.json";

/// What a search has played.
pub(crate) const SEARCH: &str = "search.jsonl";

/// The file with the results of each command that writes reports.
const KINDS: [(&str, &str); 6] = [
    (RESULTS, "`run`"),
    (BALANCE, "`balance`"),
    (TARGETS, "`balance` with several keys or targets"),
    (LEVERS, "`levers`"),
    (BEST, "`best`"),
    (PRICE, "`price`"),
];

/// The tallies of a whole run.
pub(crate) const TALLIES: &str = "tallies.jsonl";

/// Files that a folder without [`ABOUT`] may have from this program: those of a run that was killed before its report,
/// and of reports by versions before that list existed. The latter also have charts.
const EVER: [&str; 14] = [
    ABOUT,
    TALLIES,
    SEARCH,
    "report.html",
    "report.md",
    "results.csv",
    "results.parquet",
    RESULTS,
    "distributions.csv",
    "distributions.parquet",
    "differences.csv",
    "differences.parquet",
    "heat.csv",
    "heat.parquet",
];

/// A subfolder for a new report, from which files are moved up if the folder cannot be exchanged.
const INSIDE: &str = ".beatenzone-new";

/// Attempts to create and lock a folder. A refused run removes the folders that it created, so another one may vanish
/// before it is locked.
const ATTEMPTS: u32 = 100;

/// The most bytes of a file read from a report folder.
pub(crate) const MOST_BYTES: u64 = 1 << 30;

/// The content of [`ABOUT`].
#[derive(Default, Serialize, Deserialize)]
struct About {
    /// The version of the format.
    version: u32,
    /// The files of the report; other files belong to the user.
    files: BTreeSet<String>,
}

/// A folder for a report.
#[derive(Debug)]
pub(crate) struct Folder {
    /// Its path as given.
    named: PathBuf,
    /// Its path without links, if it exists.
    path: PathBuf,
    /// The lock while this run writes to it.
    lock: Option<Lock>,
    /// Folders created only for it, the innermost first.
    made: Vec<PathBuf>,
}

impl Drop for Folder {
    /// Removes created folders to which nothing was written. Each is locked while it is removed, so that no other run
    /// is using it.
    fn drop(&mut self) {
        for folder in &self.made {
            if *folder == self.path {
                let _ = fs::remove_dir(folder);
            } else {
                self.lock = None;
                let _ = Lock::folder(folder, Hold::Alone).and_then(|_held| fs::remove_dir(folder));
            }
        }
    }
}

impl Folder {
    /// A writable folder, created if necessary, that no other run writes a report to while this value exists.
    pub(crate) fn held(named: &Path) -> Result<Folder, Failure> {
        let mut folder = Folder::find(named)?;
        folder.hold()?;
        Ok(folder)
    }

    /// Creates the folder if necessary, and keeps other runs from writing a report to it while this value exists. Then
    /// removes the remains of a killed run, and checks before a long run that the folder is writable.
    pub(crate) fn hold(&mut self) -> Result<(), Failure> {
        let held = self.take(Hold::Alone).and_then(|()| {
            remove_folder(&self.beside())?;
            remove_folder(&self.path.join(INSIDE))?;
            self.try_out()
        });
        held.map_err(|error| Failure::file(&self.named, error))
    }

    /// Creates and locks the folder, before anything in it is touched.
    fn take(&mut self, with: Hold) -> io::Result<()> {
        for attempt in 1.. {
            let missing: Vec<PathBuf> =
                self.path.ancestors().take_while(|folder| !folder.exists()).map(Path::to_owned).collect();
            let made = fs::create_dir_all(&self.path);
            match made.and_then(|()| Lock::folder(&self.path, with)) {
                Err(error) if error.kind() == ErrorKind::NotFound && attempt < ATTEMPTS => {}
                Ok(lock) => {
                    (self.lock, self.made) = (lock, missing);
                    break;
                }
                Err(error) => {
                    // Another run uses the folder itself; the folders around it can be removed if they are empty.
                    let kept = usize::from(error.kind() == ErrorKind::ResourceBusy);
                    self.made = missing.into_iter().skip(kept).collect();
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Keeps other runs from writing a file in it while the returned lock exists.
    pub(crate) fn hold_file(&self, name: &str) -> Result<Lock, Failure> {
        let path = self.path.join(format!("{UNFINISHED}{name}.lock"));
        let lock = Lock::file(&path, "another run is writing to this file");
        lock.map_err(|error| Failure::file(&self.named.join(name), error))
    }

    /// Creates a folder for a part of a run; other runs may write their parts to it at the same time.
    pub(crate) fn shared(named: &Path) -> Result<Folder, Failure> {
        let mut folder = Folder::find(named)?;
        folder.take(Hold::Shared).and_then(|()| folder.try_out()).map_err(|error| Failure::file(named, error))?;
        // Other runs may be using it by now.
        folder.made.clear();
        Ok(folder)
    }

    /// Checks, without changing anything, that a report can go to a folder.
    pub(crate) fn find(named: &Path) -> Result<Folder, Failure> {
        let fail = |error: io::Error| Failure::file(named, error);
        let new = |kind, message: &str| fail(io::Error::new(kind, message.to_owned()));
        if named.is_symlink() && !named.exists() {
            return Err(new(ErrorKind::NotFound, "is a broken link"));
        }
        if named.exists() && !named.is_dir() {
            return Err(new(ErrorKind::NotADirectory, "is a file, not a folder"));
        }
        let path = match fs::canonicalize(named) {
            Err(error) if error.kind() == ErrorKind::NotFound => std::path::absolute(named),
            there => there,
        };
        let path = path.map_err(fail)?;
        let folder = Folder { named: named.to_owned(), path, lock: None, made: Vec::new() };
        folder.has_room(EVER)?;
        Ok(folder)
    }

    /// Checks that no folder has the name of one of these files.
    fn has_room<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Result<(), Failure> {
        let taken = names.into_iter().find(|name| self.path.join(name).is_dir());
        let error = || io::Error::new(ErrorKind::IsADirectory, "is a folder where the report has a file");
        taken.map_or(Ok(()), |name| Err(Failure::file(&self.named.join(name), error())))
    }

    /// Refuses to replace the tallies of a fight by quickly computed answers.
    pub(crate) fn holds_no_fight(&self) -> Result<(), Failure> {
        match self.read(TALLIES)? {
            None => Ok(()),
            Some(_) => Err(Failure::Usage(format!(
                "{} holds the result of a fight; --out names another folder; `run --replace` replaces the result",
                self.named.display()
            ))),
        }
    }

    /// Refuses to replace a report by one of another kind, identified by the file of its results. With `replace`, that is
    /// allowed.
    pub(crate) fn takes(&self, numbers: &str, replace: bool) -> Result<(), Failure> {
        let own = self.own();
        let other = KINDS.into_iter().find(|&(file, _)| file != numbers && own.contains(file));
        let Some((_, command)) = other else { return Ok(()) };
        if replace {
            return self.clear();
        }
        Err(Failure::Usage(format!(
            "{} holds a report of {command}; --replace replaces it; --out names another folder",
            self.named.display()
        )))
    }

    /// Creates and removes a file in it.
    fn try_out(&self) -> io::Result<()> {
        let file = self.path.join(format!("{UNFINISHED}{}", std::process::id()));
        disk::create(&file)?;
        disk::remove_file(&file)
    }

    /// The folder's path as given.
    pub(crate) fn named(&self) -> &Path {
        &self.named
    }

    /// The content of a file in it, if it exists and is not longer than a file of a report may be.
    pub(crate) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Failure> {
        let fail = |error: io::Error| Failure::file(&self.named.join(name), error);
        let bytes = match scenario::beginning(&self.path.join(name), MOST_BYTES + 1) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            bytes => bytes.map_err(fail)?,
        };
        if bytes.len() as u64 > MOST_BYTES {
            return Err(fail(io::Error::new(ErrorKind::FileTooLarge, format!("has more than {MOST_BYTES} bytes"))));
        }
        Ok(Some(bytes))
    }

    /// Writes one file into it atomically, so that it survives a loss of power.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let put = || {
            fs::create_dir_all(&self.path)?;
            let unfinished = self.path.join(format!("{UNFINISHED}{name}"));
            let renamed =
                disk::write_through(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, self.path.join(name)));
            // Remove the incomplete file: lack of space may be why writing failed.
            renamed.inspect_err(|_| _ = disk::remove_file(&unfinished))?;
            sync_folder(&self.path)
        };
        put().map_err(|error| Failure::file(&self.named.join(name), error))
    }

    /// Removes the report and all other files of a run; files of the user stay.
    pub(crate) fn clear(&self) -> Result<(), Failure> {
        let remove = |name: &String| {
            disk::remove_file(&self.path.join(name)).map_err(|error| Failure::file(&self.named.join(name), error))
        };
        self.own().iter().try_for_each(remove)
    }

    /// Replaces the whole report by these files: at any moment either the old or the new report is complete. Files of
    /// the user stay.
    ///
    /// The new report is made beside the folder, with hard links to the user's files, and the two folders are
    /// exchanged. If that is impossible (the folder is the working directory or a mount point, or its parent is not
    /// writable), the files are moved into the folder one by one.
    pub(crate) fn write(&self, files: &[File]) -> Result<(), Failure> {
        let mut names: BTreeSet<String> = files.iter().map(|(name, _)| name.clone()).collect();
        names.insert(ABOUT.to_owned());
        let about = serde_json::to_vec_pretty(&About { version: 1, files: names.clone() });
        let about = (ABOUT.to_owned(), about.map_err(|error| Failure::Machine(error.to_string()))?);
        let files = || files.iter().chain([&about]);
        let old = self.own();
        self.has_room(names.iter().map(String::as_str))?;
        let foreign = |name: &str| !old.contains(name) && !names.contains(name);
        // The new folder stays locked until the old one is removed.
        let held = self.exchange(files(), &foreign);
        let _ = remove_folder(&self.beside());
        let written = held.as_ref().map_or_else(|_| self.move_in(files(), &old, &names), |_| Ok(()));
        written.map_err(|error| Failure::file(&self.named, error))
    }

    /// The path of the new report before the exchange.
    fn beside(&self) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let short: String = name.chars().take(40).collect();
        let hash = blake3::hash(name.as_bytes()).to_hex();
        self.path.with_file_name(format!(".beatenzone-{short}-{}", &hash[..8]))
    }

    fn exchange<'f>(
        &self,
        files: impl Iterator<Item = &'f File>,
        foreign: &dyn Fn(&str) -> bool,
    ) -> io::Result<Option<Lock>> {
        let here = std::env::current_dir().and_then(fs::canonicalize)?;
        if here.starts_with(&self.path) {
            return Err(io::Error::other("the working directory would be replaced"));
        }
        let beside = self.beside();
        remove_folder(&beside)?;
        let parent = self.path.parent().ok_or(ErrorKind::NotFound)?;
        fs::create_dir_all(parent)?;
        fs::create_dir(&beside)?;
        let lock = Lock::folder(&beside, Hold::Alone)?;
        fill(&beside, files)?;
        if self.path.exists() {
            carry(&self.path, &beside, foreign)?;
            fs::set_permissions(&beside, fs::metadata(&self.path)?.permissions())?;
            sync_folder(&beside)?;
            swap(&beside, &self.path)?;
        } else {
            sync_folder(&beside)?;
            fs::rename(&beside, &self.path)?;
        }
        sync_folder(parent)?;
        Ok(lock)
    }

    fn move_in<'f>(
        &self,
        files: impl Iterator<Item = &'f File> + Clone,
        old: &BTreeSet<String>,
        new: &BTreeSet<String>,
    ) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        let inside = self.path.join(INSIDE);
        remove_folder(&inside)?;
        fs::create_dir(&inside)?;
        let moved = fill(&inside, files.clone()).and_then(|()| {
            files.map(|(name, _)| name).try_for_each(|name| fs::rename(inside.join(name), self.path.join(name)))
        });
        remove_folder(&inside)?;
        moved?;
        old.difference(new).for_each(|name| _ = fs::remove_file(self.path.join(name)));
        sync_folder(&self.path)
    }

    /// The names of the files that reports wrote into it.
    fn own(&self) -> BTreeSet<String> {
        let about = self.read(ABOUT).ok().flatten();
        let about: Option<About> = about.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        match about {
            Some(about) => {
                // Accept only names within the folder, because the list may be forged.
                let is_plain = |name: &String| Path::new(name).components().count() == 1 && !name.starts_with('.');
                about.files.into_iter().filter(is_plain).collect()
            }
            None => {
                let is_report = self.path.join("report.html").is_file();
                let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
                let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
                names.filter(|name| EVER.contains(&name.as_str()) || (is_report && is_chart(name))).collect()
            }
        }
    }
}

/// Whether a file name is that of a chart: `01-wins.svg`.
fn is_chart(name: &str) -> bool {
    let numbered =
        name.len() > 3 && name.bytes().take(2).all(|digit| digit.is_ascii_digit()) && name.as_bytes()[2] == b'-';
    numbered && [".svg", ".png"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests;
