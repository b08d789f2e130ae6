//! `beatenzone best`

use report::Doctrines;
use scenario::NO_VARIANTS;
use search::{Asked, Record, best};

use crate::args::BestArgs;
use crate::commands::{AtPoint, at_point, folder_of_search, load, options};
use crate::failure::Failure;
use crate::folder::{BEST, SEARCH};
use crate::interrupt;
use crate::searched::{Saved, bytes, resumed};
use crate::shown::report_after;

/// Searches the best doctrine of one side, or of both.
pub(crate) fn find(args: &BestArgs) -> Result<(), Failure> {
    let mut sets = args.set.over(&[], &args.play.sets())?;
    // Variants take no part, and may set the same keys.
    sets.extend(args.led.doctrines.is_some().then(|| NO_VARIANTS.to_owned()));
    let scenario = load(&args.file, &sets, args.led.read()?.as_ref())?;
    let failed = |error| Failure::runner(&args.file, error);
    let AtPoint { cell, point, .. } = at_point(&scenario, &args.file, &args.cell)?;
    let folder = folder_of_search(&scenario, "best", &args.folder)?;
    let folder = folder.as_ref();
    folder.iter().try_for_each(|folder| folder.takes(BEST, args.folder.replace))?;
    let asked = Asked { side: args.side, mission: scenario.mission(), placement: args.placement };
    let empty = Record::new(&scenario, &point, &asked);
    let mut record = folder.map_or(Ok(empty.clone()), |folder| resumed(folder, &empty, args.folder.replace))?;
    interrupt::listen()?;
    let watcher = Saved::new(folder, &args.shown);
    let found = best(&scenario, &point, asked, &mut record, options(args.shown.threads), &watcher).map_err(failed)?;
    let doctrines = Doctrines::of(&scenario, cell, args.file.display().to_string(), &found);
    let findings = doctrines.findings()?;
    let printed = args.shown.print_findings(&findings);
    report_after(printed, folder, |folder| {
        let mut files = findings.files()?;
        files.push(doctrines.doctrines_file());
        files.push((SEARCH.to_owned(), bytes(&record)?));
        args.shown.write(folder, &files)
    })?;
    if found.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}
