//! `beatenzone levers`

use report::Ranking;
use runner::{Keep, Progress, Unkept, Unwatched};
use search::{Question, levers};

use crate::args::LeversArgs;
use crate::commands::{AtPoint, at_point, folder_of_search, load, options};
use crate::failure::Failure;
use crate::folder::{LEVERS, TALLIES};
use crate::interrupt;
use crate::shown::report_after;
use crate::store::Store;
use crate::watch::{OfSearch, Watch};

/// Tries every other value of every key, and ranks the keys by what they change.
pub(crate) fn rank(args: &LeversArgs) -> Result<(), Failure> {
    if args.play.precision.is_some() {
        return Err(Failure::Usage(
            "--precision: --within says how tight the interval of an effect has to be".to_owned(),
        ));
    }
    let sets = args.set.over(&[], &args.play.sets())?;
    let scenario = load(&args.file, &sets, args.led.read()?.as_ref())?;
    let failed = |error| Failure::runner(&args.file, error);
    let AtPoint { cell, point, .. } = at_point(&scenario, &args.file, &args.cell)?;
    let asked = Question::quantity(&scenario, args.quantity.as_deref());
    let (word, quantity) = asked.map_err(|unasked| Failure::unasked(&args.file, unasked))?;
    let folder = folder_of_search(&scenario, "levers", &args.folder)?;
    let folder = folder.as_ref();
    let store = folder.map(|folder| Store::new(folder, None)).transpose()?;
    store.iter().try_for_each(|store| store.fits(LEVERS, args.folder.replace))?;
    let before = store.as_ref().map(|store| store.open(&scenario, args.folder.replace)).transpose()?;
    interrupt::listen()?;
    let keep = store.as_ref().map_or(&Unkept as &dyn Keep, |store| store);
    let watch: Box<dyn Progress + '_> =
        if args.shown.quiet { Box::new(Unwatched) } else { Box::new(OfSearch(Watch::new(&scenario))) };
    let question = Question { quantity, within: args.within, only: args.only };
    let found = levers(&scenario, &point, question, before, options(args.shown.threads), (&*watch, keep));
    drop(watch);
    let (levers, tallies) = found.map_err(failed)?;
    let ranking = Ranking::of(&scenario, cell, (word, quantity), &levers);
    let findings = ranking.findings()?;
    let printed = args.shown.print_findings(&findings);
    report_after(printed, folder, |folder| {
        let mut files = findings.files()?;
        files.push((TALLIES.to_owned(), tallies.to_bytes().map_err(failed)?));
        args.shown.write(folder, &files)
    })?;
    if levers.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}
