//! `beatenzone best`

use std::cell::Cell;
use std::path::Path;
use std::time::{Duration, Instant};

use engage::{Mission, Objective, Side};
use report::Doctrines;
use runner::{Choice, Differs, Intervals, Provenance};
use scenario::{Body, Scenario};
use search::{Asked, Record, Unusable, Watcher, best};
use stats::grouped;

use crate::args::{BestArgs, ShownArgs};
use crate::commands::{folders, load, options};
use crate::failure::Failure;
use crate::folder::{BEST, Folder, SEARCH};
use crate::shown::report_after;
use crate::{interrupt, output};

/// Searches the best doctrine of one side, or of both.
pub(crate) fn find(args: &BestArgs) -> Result<(), Failure> {
    let sets = args.set.over(&[], &args.play.sets())?;
    let scenario = load(&args.file, &sets)?;
    let failed = |error| Failure::runner(&args.file, error);
    let Body::Fight(cells) = &scenario.body else { return Err(failed(runner::Error::Situation)) };
    let choice = Choice { values: args.cell.clone(), variant: None };
    let cell = runner::choose(&scenario, &choice).map_err(|error| Failure::Usage(error.to_string()))?;
    let place = if scenario.axes.is_empty() { String::new() } else { runner::label(&scenario, cell) };
    let point = cells[cell].point.clone();
    let mut name = Path::new(scenario.name()).with_extension("").into_os_string();
    name.push("-best.toml");
    let folders = folders(&[name.into()], &args.folder, false)?;
    let folder = folders.first();
    folder.iter().try_for_each(|folder| folder.takes(BEST, args.folder.replace))?;
    let asked = Asked { side: args.side, mission: mission(&scenario), placement: args.placement };
    let empty = Record::new(&scenario, &point, asked);
    let mut record = folder.map_or(Ok(empty.clone()), |folder| resumed(folder, &empty, args.folder.replace))?;
    interrupt::listen()?;
    let watcher = Saved { folder, shown: &args.shown, last: Cell::new(Instant::now()) };
    let found = best(&scenario, &point, asked, &mut record, options(args.shown.threads), &watcher).map_err(failed)?;
    let doctrines = Doctrines {
        provenance: Provenance {
            rules_changed: scenario.rules_changed_of(&cells[cell]),
            ..runner::provenance(&scenario)
        },
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

/// The side that has a mission other than to put every enemy out of the fight.
fn mission(scenario: &Scenario) -> Option<Side> {
    let word = |key: &str| scenario.value(key).and_then(|value| value.as_str().map(str::to_owned));
    word("mission.objective").filter(|objective| objective != Objective::Eliminate.word())?;
    let side = word("mission.side").unwrap_or_else(|| Mission::default().side.name().to_owned());
    Side::ALL.into_iter().find(|known| known.name() == side)
}
