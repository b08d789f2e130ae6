//! `beatenzone balance`

use report::Fair;
use runner::{Keep, Progress, Unkept, Unwatched};
use scenario::Body;
use search::{Balancing, Unasked, balances};

use crate::args::BalanceArgs;
use crate::commands::{folder_of_search, load, options, targets};
use crate::failure::Failure;
use crate::folder::{BALANCE, TALLIES};
use crate::interrupt;
use crate::shown::report_after;
use crate::store::Store;
use crate::watch::{OfSearch, Watch};

/// Finds the value of a key at which a quantity reaches a target, at each point of the scenario's sweep.
pub(crate) fn find(args: &BalanceArgs) -> Result<(), Failure> {
    if args.play.precision.is_some() {
        return Err(Failure::Usage(
            "--precision: --within says how tight the interval of the value has to be".to_owned(),
        ));
    }
    let sets = args.set.over(&[], &args.play.sets())?;
    let scenario = load(&args.file, &sets, args.led.read()?.as_ref())?;
    let Body::Fight(_) = &scenario.body else { return Err(Failure::runner(&args.file, runner::Error::Situation)) };
    args.vary.iter().try_for_each(|key| refuse_if_set(args, key))?;
    if targets::is_asked(args) {
        return targets::find(args, &scenario);
    }
    let ([key], [goal]) = (args.vary.as_slice(), args.target.as_slice()) else {
        return Err(Failure::Usage("--vary and --target: expected one of each".to_owned()));
    };
    if !args.cell.is_empty() {
        let help = "with one key the search runs at each point; --set fixes a swept key";
        return Err(Failure::Usage(format!("--cell belongs to several keys or targets: {help}")));
    }
    let failed = |error| Failure::runner(&args.file, error);
    let between = args.between.map_or([None; 2], |ends| ends.map(Some));
    let asked = Balancing::of(&scenario, key, between, goal, args.within);
    let asked = asked.map_err(|unasked: Unasked| Failure::unasked(&args.file, unasked))?;
    let folder = folder_of_search(&scenario, "balance", &args.folder)?;
    let folder = folder.as_ref();
    let store = folder.map(|folder| Store::new(folder, None)).transpose()?;
    store.iter().try_for_each(|store| store.fits(BALANCE, args.folder.replace))?;
    interrupt::listen()?;
    let keep = store.as_ref().map_or(&Unkept as &dyn Keep, |store| store);
    let before = store.as_ref().map(|store| store.open(&scenario, args.folder.replace)).transpose()?;
    let watch: Box<dyn Progress + '_> =
        if args.shown.quiet { Box::new(Unwatched) } else { Box::new(OfSearch(Watch::new(&scenario))) };
    let found = balances(&scenario, &asked, before, options(args.shown.threads), (&*watch, keep));
    drop(watch);
    let (found, tallies) = found.map_err(failed)?;
    let fair = Fair::of(&scenario, &asked, &found).map_err(Failure::Scenario)?;
    let findings = fair.findings()?;
    let printed = args.shown.print_findings(&findings);
    report_after(printed, folder, |folder| {
        let mut files = findings.files()?;
        files.push((TALLIES.to_owned(), tallies.to_bytes().map_err(failed)?));
        args.shown.write(folder, &files)
    })?;
    if found.iter().any(|(_, balance)| balance.interrupted) { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Refuses options that also set the varied key.
fn refuse_if_set(args: &BalanceArgs, key: &str) -> Result<(), Failure> {
    let is_varied = |set: &String| scenario::equals_sign(set).is_some_and(|at| set[..at].trim() == key);
    let said = [("--set", &args.set.set), ("--sweep", &args.set.sweep)];
    for (option, said) in said.into_iter().flat_map(|(option, all)| all.iter().map(move |said| (option, said))) {
        if is_varied(said) {
            return Err(Failure::Usage(format!("{option} {said}: --vary varies `{key}`; leave one of them out")));
        }
    }
    Ok(())
}
