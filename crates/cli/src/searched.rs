//! What a search has played, in the folder of its report.

use std::cell::Cell;
use std::time::{Duration, Instant};

use runner::Differs;
use search::{Record, Unusable, Watcher};
use stats::grouped;

use crate::args::ShownArgs;
use crate::failure::Failure;
use crate::folder::{Folder, SEARCH};

/// The record of the same search in a folder, otherwise an empty one. With `replace`, that of another search is removed
/// together with its report.
pub(crate) fn resumed(folder: &Folder, empty: &Record, replace: bool) -> Result<Record, Failure> {
    let Some(bytes) = folder.read(SEARCH)? else { return Ok(empty.clone()) };
    let path = folder.named().join(SEARCH);
    let refused = match empty.clone().resume(&bytes) {
        Ok(record) => return Ok(record),
        Err(Unusable::Torn(why)) => Failure::Content { path, reason: format!("is torn or was altered: {why}") },
        Err(Unusable::Differs(why)) => {
            let help = "--replace searches again and replaces it, --out names another folder";
            Failure::Taken { path, differs: Differs(why), help }
        }
    };
    if !replace {
        return Err(refused);
    }
    folder.clear()?;
    Ok(empty.clone())
}

pub(crate) fn bytes(record: &Record) -> Result<Vec<u8>, Failure> {
    record.to_bytes().map_err(|error| Failure::Machine(error.to_string()))
}

/// The least time between two saves.
const PERIOD: Duration = Duration::from_secs(2);

/// Shows what a search is at, and saves what it has played.
pub(crate) struct Saved<'f> {
    folder: Option<&'f Folder>,
    shown: &'f ShownArgs,
    last: Cell<Instant>,
}

impl<'f> Saved<'f> {
    pub(crate) fn new(folder: Option<&'f Folder>, shown: &'f ShownArgs) -> Saved<'f> {
        Saved { folder, shown, last: Cell::new(Instant::now()) }
    }
}

impl Watcher for Saved<'_> {
    fn note(&self, what: &str, spent: u64) {
        self.shown.note(&format!("{what}; {} engagements so far", grouped(spent)));
    }

    fn keep(&self, record: &Record) {
        if let Some(folder) = self.folder
            && self.last.get().elapsed() >= PERIOD
        {
            // A failure now is reported at the end, if it persists.
            _ = bytes(record).and_then(|bytes| folder.put(SEARCH, &bytes));
            self.last.set(Instant::now());
        }
    }
}
