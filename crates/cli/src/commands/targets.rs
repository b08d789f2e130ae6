//! `beatenzone balance` with several keys or several targets.

use report::Targets;
use runner::{Intervals, Keep, Progress, Unkept, Unwatched};
use scenario::Scenario;
use search::{Target, Unasked, meet};

use crate::args::BalanceArgs;
use crate::commands::{AtPoint, at_point, folder_of_search, options};
use crate::failure::Failure;
use crate::folder::{TALLIES, TARGETS};
use crate::interrupt;
use crate::shown::report_after;
use crate::store::Store;
use crate::watch::{OfSearch, Watch};

/// Whether a target is one of several, or about a variant.
pub(crate) fn is_asked(args: &BalanceArgs) -> bool {
    args.vary.len() > 1 || args.target.len() > 1 || args.target.iter().any(|target| target.contains(':'))
}

/// Finds the sets of values that meet all targets.
pub(crate) fn find(args: &BalanceArgs, scenario: &Scenario) -> Result<(), Failure> {
    let failed = |error| Failure::runner(&args.file, error);
    if args.between.is_some() {
        return Err(Failure::Usage("--between belongs to one key and one target".to_owned()));
    }
    if args.within.is_some() {
        let help = "write how far each may lie off, such as --target \"blue.win = 50 % ± 1 %\"";
        return Err(Failure::Usage(format!("--within belongs to one key and one target; {help}")));
    }
    let unasked = |unasked| Failure::unasked(&args.file, unasked);
    let targets = args.target.iter().map(|text| Target::of(scenario, text)).collect::<Result<Vec<Target>, Unasked>>();
    let targets = targets.map_err(unasked)?;
    let AtPoint { cell, point, place } = at_point(scenario, &args.file, &args.cell)?;
    search::known_keys(scenario, &point, &args.vary).map_err(unasked)?;
    let folder = folder_of_search(scenario, "balance", &args.folder)?;
    let folder = folder.as_ref();
    let store = folder.map(|folder| Store::new(folder, None)).transpose()?;
    store.iter().try_for_each(|store| store.fits(TARGETS, args.folder.replace))?;
    let before = store.as_ref().map(|store| store.open(scenario, args.folder.replace)).transpose()?;
    interrupt::listen()?;
    let keep = store.as_ref().map_or(&Unkept as &dyn Keep, |store| store);
    let watch: Box<dyn Progress + '_> =
        if args.shown.quiet { Box::new(Unwatched) } else { Box::new(OfSearch(Watch::new(scenario))) };
    let found = meet(scenario, &point, &args.vary, &targets, before, options(args.shown.threads), (&*watch, keep));
    drop(watch);
    let (meeting, tallies) = found.map_err(failed)?;
    let told = Targets {
        provenance: runner::provenance_at(scenario, cell),
        intervals: Intervals::of(scenario),
        place,
        keys: args.vary.clone(),
        asked: args.target.clone(),
        scenario,
        meeting: &meeting,
    };
    let findings = told.findings()?;
    let printed = args.shown.print_findings(&findings);
    report_after(printed, folder, |folder| {
        let mut files = findings.files()?;
        files.push((TALLIES.to_owned(), tallies.to_bytes().map_err(failed)?));
        args.shown.write(folder, &files)
    })?;
    if meeting.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}
