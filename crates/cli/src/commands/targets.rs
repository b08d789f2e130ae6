//! `beatenzone balance` with several keys or several targets.

use report::Targets;
use runner::{Intervals, Keep, Progress, Unkept, Unwatched};
use scenario::Scenario;
use search::{Target, meet};

use crate::args::BalanceArgs;
use crate::commands::{AtPoint, at_point, folder_of_search, options};
use crate::failure::Failure;
use crate::folder::{TALLIES, TARGETS};
use crate::interrupt;
use crate::shown::report_after;
use crate::store::Store;
use crate::watch::{OfSearch, Watch};

/// How far a share may lie from its target by default, and a mean as a share of it.
const SHARE: f64 = 0.02;
const MEAN: f64 = 0.05;

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
    let targets = args.target.iter().map(|text| target(scenario, text)).collect::<Result<Vec<Target>, Failure>>()?;
    let AtPoint { cell, point, place } = at_point(scenario, &args.file, &args.cell)?;
    known_keys(args, scenario, &point)?;
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

/// Refuses keys that have no other values, or that stand twice.
fn known_keys(args: &BalanceArgs, scenario: &Scenario, point: &[usize]) -> Result<(), Failure> {
    let settings = scenario.settings(point);
    for (place, key) in args.vary.iter().enumerate() {
        if !settings.iter().any(|setting| setting.key == *key) {
            let near = scenario::did_you_mean(key, settings.iter().map(|setting| setting.key.as_str()));
            return Err(Failure::Usage(format!(
                "--vary: `{key}` is not a key of this fight with other values to try{near}"
            )));
        }
        if args.vary[..place].contains(key) {
            return Err(Failure::Usage(format!("--vary: `{key}` is given twice")));
        }
    }
    Ok(())
}

/// A target: `[VARIANT:] QUANTITY = VALUE [± WITHIN]`, or `VARIANT: QUANTITY by CHANGE [± WITHIN]`.
fn target(scenario: &Scenario, text: &str) -> Result<Target, Failure> {
    let wrong = |why: String| Failure::Usage(format!("--target {text}: {why}"));
    let (named, rest) = match text.split_once(':') {
        Some((name, rest)) => (Some(name.trim()), rest),
        None => (None, text),
    };
    let variant = named.map(|name| {
        let place = scenario.variants.iter().position(|variant| variant.name == name);
        place.ok_or_else(|| {
            let known: Vec<String> = scenario.variants.iter().map(|variant| format!("`{}`", variant.name)).collect();
            let known = if known.is_empty() {
                "there are none".to_owned()
            } else {
                format!("expected one of {}", known.join(", "))
            };
            wrong(format!("there is no variant `{name}`, {known}"))
        })
    });
    let variant = variant.transpose()?;
    let (goal, within) = match rest.split_once('±').or_else(|| rest.split_once("+-")) {
        Some((goal, within)) => (goal.trim(), Some(within.trim())),
        None => (rest.trim(), None),
    };
    let (quantity, value, by) = match goal.split_once(" by ") {
        Some((word, change)) if variant.is_some() => {
            let quantity = scenario::quantity_named(scenario.ruleset, word.trim()).map_err(wrong)?;
            if !quantity.is_compared() {
                return Err(wrong(
                    "an ending cannot be compared; a win, a draw, the turns or a measure can".to_owned(),
                ));
            }
            (quantity, scenario::amount(change, quantity).map_err(wrong)?, true)
        }
        Some(_) => {
            return Err(wrong(
                "only a variant differs by something: name it, such as \"armoured: blue.win by -10 %\"".to_owned(),
            ));
        }
        None => {
            let (_, quantity, value) = scenario::goal(scenario.ruleset, goal).map_err(wrong)?;
            (quantity, value, false)
        }
    };
    let within = match within {
        Some(within) => scenario::amount(within, quantity).map_err(wrong)?,
        None if quantity.is_share() => SHARE,
        None => MEAN * value.abs().max(1.0),
    };
    if within <= 0.0 {
        return Err(wrong("how far it may lie off has to be above 0, such as ± 2 %".to_owned()));
    }
    Ok(Target { variant, by, quantity, value, within })
}
