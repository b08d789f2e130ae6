//! Saves the tallies of a run in its report folder while it is played.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use runner::{Keep, Part, Tallies};
use scenario::{RULESETS, Scenario};

use crate::failure::Failure;
use crate::folder::{Folder, TALLIES};
use crate::lock::Lock;

/// The time after which tallies are first saved.
const FIRST: Duration = Duration::from_millis(500);

/// The least time between saves.
const PERIOD: Duration = Duration::from_secs(2);

/// Saving takes at most one part in this number of the time.
const SHARE: u32 = 100;

/// The place where tallies are saved.
pub(crate) struct Store<'f> {
    folder: &'f Folder,
    part: Option<Part>,
    name: String,
    start: Instant,
    /// When to save next, in milliseconds after the start.
    next: AtomicU64,
    /// The lock of a part's file in a shared folder.
    _lock: Option<Lock>,
}

impl<'f> Store<'f> {
    /// The place of a run's tallies in a report folder, or of a part's, which no other process may be playing.
    pub(crate) fn new(folder: &'f Folder, part: Option<Part>) -> Result<Store<'f>, Failure> {
        let name = part.map_or_else(|| TALLIES.to_owned(), |part| part.file_name());
        let next = AtomicU64::new(FIRST.as_millis() as u64);
        let _lock = part.map(|_| folder.hold_file(&name)).transpose()?;
        Ok(Store { folder, part, name, start: Instant::now(), next, _lock })
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.named().join(&self.name)
    }

    /// Checks that a report with this file of results does not replace one of another kind. Parts never do.
    pub(crate) fn fits(&self, numbers: &str, replace: bool) -> Result<(), Failure> {
        if self.part.is_some() { Ok(()) } else { self.folder.takes(numbers, replace) }
    }

    /// The report folder.
    pub(crate) const fn folder(&self) -> &Folder {
        self.folder
    }

    /// The tallies of a scenario, or of a part of it: the saved ones if they belong to it, otherwise empty ones.
    ///
    /// With `replace`, tallies of another scenario are removed together with their report.
    pub(crate) fn open(&self, scenario: &Scenario, replace: bool) -> Result<Tallies, Failure> {
        let empty = || Tallies::new(scenario, self.part).map_err(|error| Failure::runner(&self.path(), error));
        let Some(bytes) = self.folder.read(&self.name)? else { return empty() };
        let help = "--replace plays again and replaces it; --out names another folder";
        let refused = match read(&bytes, &self.path()) {
            Ok(there) => match empty()?.resume(there) {
                Ok(tallies) => return Ok(tallies),
                Err(differs) => Failure::Taken { path: self.path(), differs, help },
            },
            Err(failure) => failure,
        };
        if !replace {
            return Err(refused);
        }
        self.folder.clear()?;
        empty()
    }

    /// Checks that a report without tallies does not replace a fight. With `replace`, removes the old report.
    pub(crate) fn spare(&self, replace: bool) -> Result<(), Failure> {
        if replace { self.folder.clear() } else { self.folder.holds_no_fight() }
    }

    /// Saves tallies.
    pub(crate) fn put(&self, tallies: &Tallies) -> Result<(), Failure> {
        let bytes = tallies.to_bytes().map_err(|error| Failure::runner(&self.path(), error))?;
        self.folder.put(&self.name, &bytes)
    }
}

/// Reads a file of tallies.
pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<Tallies, Failure> {
    let tallies = Tallies::from_bytes(bytes, RULESETS);
    tallies.map_err(|error| Failure::Content { path: path.to_owned(), reason: error.to_string() })
}

impl Keep for Store<'_> {
    fn due(&self) -> bool {
        let now = self.start.elapsed().as_millis() as u64;
        let next = self.next.load(Ordering::Relaxed);
        // No other thread should save while this one does.
        now >= next && self.next.compare_exchange(next, u64::MAX, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    fn keep(&self, tallies: &Tallies) {
        let before = self.start.elapsed();
        // A failure now is reported at the end, if it persists.
        let _ = self.put(tallies);
        let after = self.start.elapsed();
        let next = after + PERIOD.max((after - before) * SHARE);
        self.next.store(next.as_millis() as u64, Ordering::Relaxed);
    }
}
