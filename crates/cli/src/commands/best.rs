//! `beatenzone best`

use std::cell::Cell;
use std::time::{Duration, Instant};

use report::Doctrines;
use runner::{Differs, Intervals};
use search::{Asked, Record, Unusable, Watcher, best};
use stats::grouped;

use crate::args::{BestArgs, ShownArgs};
use crate::commands::{AtPoint, at_point, folder_of_search, load, options, provenance_of};
use crate::failure::Failure;
use crate::folder::{BEST, Folder, SEARCH};
use crate::shown::report_after;
use crate::{interrupt, output};

/// Searches the best doctrine of one side, or of both.
pub(crate) fn find(args: &BestArgs) -> Result<(), Failure> {
    let sets = args.set.over(&[], &args.play.sets())?;
    let scenario = load(&args.file, &sets, args.led.read()?.as_ref())?;
    let failed = |error| Failure::runner(&args.file, error);
    let AtPoint { cell, point, place } = at_point(&scenario, &args.file, &args.cell)?;
    let folder = folder_of_search(&scenario, "best", &args.folder)?;
    let folder = folder.as_ref();
    folder.iter().try_for_each(|folder| folder.takes(BEST, args.folder.replace))?;
    let asked = Asked { side: args.side, mission: scenario.mission(), placement: args.placement };
    let empty = Record::new(&scenario, &point, asked);
    let mut record = folder.map_or(Ok(empty.clone()), |folder| resumed(folder, &empty, args.folder.replace))?;
    interrupt::listen()?;
    let watcher = Saved { folder, shown: &args.shown, last: Cell::new(Instant::now()) };
    let found = best(&scenario, &point, asked, &mut record, options(args.shown.threads), &watcher).map_err(failed)?;
    let doctrines = Doctrines {
        provenance: provenance_of(&scenario, cell),
        intervals: Intervals::of(&scenario),
        place,
        file: args.file.display().to_string(),
        names: scenario.names(),
        best: &found,
    };
    let printed = output::print(&doctrines.render(args.shown.format.format, args.shown.format.width())?);
    report_after(printed, folder, |folder| {
        let mut files = doctrines.files()?;
        files.push((SEARCH.to_owned(), bytes(&record)?));
        args.shown.write(folder, &files)
    })?;
    if found.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The record of the same search in a folder, otherwise an empty one. With `replace`, that of another search is removed
/// together with its report.
fn resumed(folder: &Folder, empty: &Record, replace: bool) -> Result<Record, Failure> {
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

fn bytes(record: &Record) -> Result<Vec<u8>, Failure> {
    record.to_bytes().map_err(|error| Failure::Machine(error.to_string()))
}

/// The least time between two saves.
const PERIOD: Duration = Duration::from_secs(2);

/// Shows what a search is at, and saves what it has played.
struct Saved<'f> {
    folder: Option<&'f Folder>,
    shown: &'f ShownArgs,
    last: Cell<Instant>,
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
